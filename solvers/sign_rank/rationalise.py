"""Exact integer tables near float tables: sign(W U^T) = P with zeros exactly zero.

Without zeros the conditions are open, so rounding to enough bits keeps them. A zero <w_i, u_j> = 0 is closed:
the zeros form a bipartite graph between rows and columns. If that graph can be *peeled* (repeatedly delete a vertex of
degree <= d-1), place the vertices in the reverse order: each meets at most d-1 already placed neighbours, so the
integer vectors orthogonal to all of them form a lattice of rank >= 1, of which one near the float position is taken
(LLL basis, Babai rounding). A vertex with more neighbours is accepted when their exact rank is still below d (equal or
dependent neighbours). Zeros that do not peel are met by fixing vectors one by one, the others being solved for again.
Nothing is returned that was not verified in integers.
"""

import math
import time
from collections.abc import Sequence

import numpy as np
from flint import fmpz_mat

from ..arrays import Floats, Ints, Signs
from .weighted_hinge import unit_rows
from .worst_margin import onto_zeros

IntegerTable = tuple[tuple[int, ...], ...]
Tables = tuple[IntegerTable, IntegerTable] | tuple[()]
"""Tables of rows and of columns, or nothing."""
STAR = 2
_BITS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 48)
_LONG = 24  # bits above which a second way is tried,
_SMALL = 40  # for this many vectors or fewer: it costs a linear solve per vector


def rationalise(pattern: Signs, rows: Floats, columns: Floats, *, deadline: float = float("inf")) -> Tables:
    """Integer tables with exactly the signs and zeros of `pattern`, or the empty tuple.

    Parameters
    ----------
    pattern : (R, C) int8 array over {-1, 0, 1, 2 (no condition)}
    rows, columns : float tables (R, d) and (C, d) with the right signs, zeros to machine precision
    deadline : value of `time.monotonic()` after which the attempt is given up

    Examples
    --------
    >>> pattern = np.array([[0, 1], [1, 0]], dtype=np.int8)
    >>> rationalise(pattern, np.array([[0., 1.], [1., 0.]]), np.array([[1., 0.], [0., 1.]]))
    (((0, 1), (1, 0)), ((1, 0), (0, 1)))
    """
    rows, columns = unit_rows(rows), unit_rows(columns)
    closed = bool((pattern == 0).any())
    margin = np.abs(rows @ columns.T)[np.abs(pattern) == 1].min(initial=1.0)
    for bits in _BITS:
        if closed and 2.0 ** (bits + 3) * margin < 1:
            continue  # too coarse to be worth the lattices
        if time.monotonic() > deadline:
            return ()
        tables = (
            _peeled(pattern, rows, columns, bits, deadline)
            if closed
            else (_integers(rows, bits), _integers(columns, bits))
        )
        if tables and has_signs(pattern, *tables):
            if closed and _size(tables) > _LONG and sum(pattern.shape) <= _SMALL:  # the other way may be shorter
                return min(tables, _one_by_one(pattern, rows, columns, deadline) or tables, key=_size)
            return tables
        if closed and not tables:
            break  # the zeros do not peel, with any number of bits
    return _one_by_one(pattern, rows, columns, deadline) if closed else ()


def _size(tables: tuple[IntegerTable, IntegerTable]) -> int:
    return max(abs(x).bit_length() for table in tables for row in table for x in row)


def has_signs(pattern: Signs, rows: Sequence[Sequence[int]], columns: Sequence[Sequence[int]]) -> bool:
    """Whether sign(W U^T) = P off the 2s, in integers.

    Examples
    --------
    >>> has_signs(np.array([[1, 0, 2]], dtype=np.int8), [[1, 1]], [[1, 0], [1, -1], [5, 5]])
    True
    """
    largest = [max((abs(x) for vector in table for x in vector), default=0) for table in (rows, columns)]
    if largest[0] * largest[1] * pattern.size < 2**62:  # products and their sums are exact in 64 bits
        found = np.sign(np.array(rows, dtype=np.int64) @ np.array(columns, dtype=np.int64).T)
        return bool(((pattern == STAR) | (found == pattern)).all())
    for wanted, w in zip(pattern.tolist(), rows, strict=True):
        for sign, u in zip(wanted, columns, strict=True):
            if sign != STAR:
                product = sum(a * b for a, b in zip(w, u, strict=True))
                if (product > 0) - (product < 0) != sign:
                    return False
    return True


def _integers(table: Floats, bits: int) -> IntegerTable:
    return tuple(_primitive([round(x) for x in row]) for row in (table * 2.0**bits).tolist())


def _primitive(vector: list[int]) -> tuple[int, ...]:
    divisor = math.gcd(*vector)
    return tuple(x // divisor for x in vector) if divisor else tuple(vector)


def _peeled(pattern: Signs, rows: Floats, columns: Floats, bits: int, deadline: float) -> Tables:
    n_rows = len(rows)
    targets = np.concatenate([rows, columns])
    neighbours = _zero_graph(pattern)
    vectors: dict[int, tuple[int, ...]] = {}
    for vertex in _peeling_order(neighbours):
        if time.monotonic() > deadline:
            return ()
        known = [vectors[other] for other in neighbours[vertex] if other in vectors]
        vector = _near_in_lattice(known, targets[vertex], bits)
        if not vector:
            return ()
        vectors[vertex] = vector
    table = tuple(vectors[vertex] for vertex in range(len(targets)))
    return table[:n_rows], table[n_rows:]


def _zero_graph(pattern: Signs) -> list[list[int]]:
    n_rows, n_columns = pattern.shape
    of_rows = [[n_rows + j for j in np.flatnonzero(row == 0).tolist()] for row in pattern]
    return of_rows + [np.flatnonzero(pattern[:, j] == 0).tolist() for j in range(n_columns)]


def _peeling_order(neighbours: list[list[int]]) -> list[int]:
    """Placing order: the reverse of deleting a vertex of least degree again and again."""
    degree = [len(around) for around in neighbours]
    left = set(range(len(neighbours)))
    deleted: list[int] = []
    while left:
        vertex = min(left, key=lambda v: (degree[v], v))
        left.remove(vertex)
        deleted.append(vertex)
        for other in neighbours[vertex]:
            degree[other] -= 1
    return deleted[::-1]


def _one_by_one(pattern: Signs, rows: Floats, columns: Floats, deadline: float) -> Tables:
    """For zeros that do not peel: fix one vector at a time, solving for the others again after each.

    In a frame where d vectors are the unit vectors and one more is (+-1, .., +-1), vectors that the zeros determine
    often have small rational entries and are recognised; a free one is rounded as coarsely as the others bear.
    """
    n_rows = len(rows)
    rows, columns = _framed(rows, columns, np.count_nonzero(pattern == 0, axis=0))
    neighbours = _zero_graph(pattern)
    fixed = np.zeros(len(neighbours), dtype=np.bool_)
    vectors: dict[int, tuple[int, ...]] = {}
    signed = np.abs(pattern) == 1
    while not fixed.all():
        vertex = max(
            np.flatnonzero(~fixed).tolist(),
            key=lambda v: (sum(o in vectors for o in neighbours[v]), len(neighbours[v])),
        )
        known = [vectors[other] for other in neighbours[vertex] if other in vectors]
        target = np.concatenate([rows, columns])[vertex]
        for vector in [_recognised(target), *(_near_in_lattice(known, target, bits) for bits in (1, 2, 3, 4, 6, 8))]:
            if time.monotonic() > deadline:
                return ()
            if not vector or any(sum(a * b for a, b in zip(vector, w, strict=True)) for w in known):
                continue
            trial = np.concatenate([rows, columns])
            trial[vertex] = np.array([x / max(map(abs, vector)) for x in vector])
            fixed[vertex] = True
            new_rows, new_columns = onto_zeros(pattern, trial[:n_rows], trial[n_rows:], fixed)
            products = new_rows @ new_columns.T
            if np.abs(products[pattern == 0]).max() < 1e-12 and (pattern * products)[signed].min() > 1e-6:
                rows, columns, vectors[vertex] = new_rows, new_columns, vector
                break
            fixed[vertex] = False
        else:
            return ()
    table = tuple(vectors[vertex] for vertex in range(len(fixed)))
    tables = table[:n_rows], table[n_rows:]
    return tables if has_signs(pattern, *tables) else ()


def _framed(rows: Floats, columns: Floats, zeros: Ints) -> tuple[Floats, Floats]:
    """The same products in a basis of d columns (those with many zeros, if independent), scaled by one more row."""
    d = rows.shape[1]
    chosen: list[int] = []
    for j in np.argsort(-zeros, kind="stable").tolist():
        spectrum = np.linalg.svd(columns[[*chosen, j]], compute_uv=False)
        if len(spectrum) == len(chosen) + 1 and spectrum[-1] > 0.1:
            chosen.append(j)
    if len(chosen) < d:
        return rows, columns
    basis = columns[chosen]
    rows, columns = rows @ basis.T, columns @ np.linalg.inv(basis)
    fullest = np.abs(rows[np.abs(unit_rows(rows)).min(axis=1).argmax()])
    scale = np.where(fullest > 1e-6, fullest, 1.0)
    return unit_rows(rows / scale), unit_rows(columns * scale)


def _recognised(target: Floats) -> tuple[int, ...]:
    """The integer vector with entries <= 40 in direction `target`, or the empty tuple."""
    scaled = target / np.abs(target).max()
    for size in range(1, 41):
        if np.abs(scaled * size - np.round(scaled * size)).max() < 1e-9 * size:
            return tuple(int(x) for x in np.round(scaled * size))
    return ()


def _near_in_lattice(known: list[tuple[int, ...]], target: Floats, bits: int) -> tuple[int, ...]:
    """An integer vector orthogonal to all of `known`, in direction `target` up to about 2^-bits."""
    d = len(target)
    if not target.any():
        return (0,) * d
    if not any(any(vector) for vector in known):
        return _integers(target[None], bits)[0]
    basis = _orthogonal_lattice(known, d)
    if not basis:
        return ()
    floats = np.array(basis, dtype=object)
    size = max(abs(int(x)) for x in floats.flat)
    scaled = np.array([[x / size for x in vector] for vector in basis])
    coefficients = np.linalg.lstsq(scaled.T, target, rcond=None)[0]
    scale = 2.0**bits if len(basis) > 1 else 1.0 / max(1e-300, abs(coefficients[0]))
    if len(basis) > 1:
        scale = max(1.0, scale / max(1e-300, np.abs(coefficients).max()))
    integer = [round(c) for c in (coefficients * scale).tolist()]
    vector = [sum(c * b[t] for c, b in zip(integer, basis, strict=True)) for t in range(d)]
    return _primitive(vector) if any(vector) else ()


def _orthogonal_lattice(known: list[tuple[int, ...]], d: int) -> list[list[int]]:
    """LLL-reduced basis of all integer vectors orthogonal to `known`.

    The rows (e_t, K * known[.][t]) generate {(v, K * products)}; for K above the size of a reduced kernel basis the LLL
    basis begins with the vectors whose products vanish, and they generate all of them.
    """
    nullity = d - fmpz_mat([list(vector) for vector in known]).rank()
    if not nullity:
        return []
    size = max(abs(x) for vector in known for x in vector)
    weight = 1 << (d * (size.bit_length() + 2) + d * d)
    stacked = [[int(s == t) for s in range(d)] + [weight * vector[t] for vector in known] for t in range(d)]
    reduced = fmpz_mat(stacked).lll()
    basis = [[int(reduced[k, t]) for t in range(d)] for k in range(nullity)]
    assert all(sum(a * b for a, b in zip(v, w, strict=True)) == 0 for v in basis for w in known)
    return basis
