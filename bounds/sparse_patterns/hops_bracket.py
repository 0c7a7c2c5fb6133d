"""Hops between a far pair and a detour through one position: bounds without all S^t_k (``hops.py`` has the proofs).

Hops where some position does not attend to itself: S^t may shrink again, and periods matter.

Let B be the product of one cycle, a relation on positions. If every row of every layer is nonempty and S^t is full for
some t, it is full for all later ones; so hops are finite iff some power of B is full: iff B is strongly connected and
its circles have no common divisor (primitive). A power below (n-1)^2 + 1 is full then (Wielandt 1950), so the search
ends. If B is not primitive there are sets C_1, .., C_(hP), none empty, none of C_P, C_2P, .. all, with row i of layer
l inside C_(l-1) for i in C_l, and C_0 = C_(hP): no S^t is ever full. h = 1 if B is not strongly connected, and the
common divisor of its circles otherwise.

If rows are empty, such sets are looked for with h = 1 and a token j outside of C_P: with C_0 = X, C_l is all positions
whose row of layer l is inside C_(l-1); X begins as all positions but j, and loses what is not in C_P until nothing is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from math import gcd

import numpy as np
import scipy.sparse as sparse
from scipy.sparse.csgraph import connected_components, shortest_path

from ...solvers.arrays import Bools as Mask
from ...solvers.sparse_patterns.reach import Filled, NotFilled, Step, first_full, identity_bits
from ...solvers.sparse_patterns.rows import Rows, WrittenRows
from ...solvers.sparse_patterns.sweeps import Sweep, downwards, upwards
from ...tasks.words import counted
from .found import Found, found

CENTRES = 4
"""Positions with many edges that are tried as centres, in each layer."""


def far_pair_and_centre(
    cycle: Sequence[Rows], lower: int, best: Found, sweep: Sweep, late: Callable[[], bool]
) -> tuple[int, int | None, tuple[Found, ...]]:
    """A lower bound by sweeps from far tokens, an upper bound by the best of some centres."""
    n = cycle[0].n
    seen = {0}
    for _ in range(2):
        last = np.flatnonzero(~sweep.before)
        token = int(last[0]) if len(last) else n - 1
        if token in seen or late():
            break
        seen.add(token)
        sweep = upwards(cycle, token, late)
        value, evidence = bound_by_sweep(sweep, token)
        if value > lower:
            lower, best = value, evidence
    upper: tuple[int, Found] | None = None
    claim = best.claim()["evidence"]
    middle = _middle(cycle, claim["position"], claim["token"], lower, late)
    for centre in dict.fromkeys([*middle, *_centres(cycle)]):
        if late() or (upper is not None and upper[0] <= lower + 1):
            break
        tried = _through(cycle, centre, late)
        if tried is not None and (upper is None or tried[0] < upper[0]):
            upper = tried
    if upper is None:
        return lower, None, (best,)
    return lower, upper[0], (best, upper[1])


def bound_by_sweep(sweep: Sweep, token: int) -> tuple[int, Found]:
    """A lower bound from who sees a token: one layer before it was full, or where it was stopped, someone does not."""
    layers = max(1, sweep.layers if sweep.full else sweep.layers + 1)
    without = np.flatnonzero(~(sweep.before if sweep.full else sweep.last))
    return layers, far_pair(layers, int(without[0]) if len(without) else 0, token)


def _middle(cycle: Sequence[Rows], position: int, token: int, layers: int, late: Callable[[], bool]) -> list[int]:
    """A position half way between a far position and a token: seen by the one, seeing the other, in half as long."""
    n, half = cycle[0].n, layers // 2
    sees, seen = np.zeros(n, dtype=bool), np.zeros(n, dtype=bool)
    sees[token] = seen[position] = True
    for t in range(1, layers + 1):
        if late():
            return []
        if t <= half:
            sees = cycle[(t - 1) % len(cycle)].attending_to(sees)
        else:
            seen = cycle[(layers + half - t) % len(cycle)].attended_from(seen)
    met: list[int] = np.flatnonzero(sees & seen)[:1].tolist()
    return met


def _centres(cycle: Sequence[Rows]) -> list[int]:
    """Positions that attend to many or are attended to by many, the middle, and the last."""
    n = cycle[0].n
    busy: list[int] = []
    for rows in cycle:
        if isinstance(rows, WrittenRows):
            degrees = np.diff(rows.starts) + np.bincount(rows.indices, minlength=n)
            busy += np.argsort(-degrees, kind="stable")[:CENTRES].tolist()
    return list(dict.fromkeys([*busy[: 2 * CENTRES], n // 2, n - 1, 0]))


def _through(cycle: Sequence[Rows], centre: int, late: Callable[[], bool]) -> tuple[int, Found] | None:
    """The least a + b for this centre; a counts layers from the first, b those after them."""
    period = len(cycle)
    best: tuple[int, int] | None = None
    for residue in range(1, period + 1):
        down = downwards(cycle, centre, residue, late)
        if not down.full:
            return None
        a = residue + -(-max(0, down.layers - residue) // period) * period
        up = upwards(cycle, centre, late, first=a + 1)
        if not up.full:
            return None
        b = max(1, up.layers)
        if best is None or a + b < sum(best):
            best = a, b
    assert best is not None
    a, b = best
    words = f"position {centre} reaches all in {a} layers, and all reach it in the {b} after them"
    return a + b, hops_end("upper", a + b, words, kind="centre", position=centre, to=a, **{"from": b})


def hops_end(side: str, value: int, words: str, **evidence: object) -> Found:
    """A bound of the number of hops."""
    return found({"quantity": "hops", "side": side, "value": value, "evidence": evidence}, words)


def far_pair(value: int, position: int, token: int) -> Found:
    """That hops are at least ``value``, because the position does not reach the token in one layer less."""
    words = f"position {position} does not reach token {token} in {counted(value - 1, 'layer')}"
    words = "at least one layer" if value == 1 else words
    return hops_end("lower", value, words, kind="far-pair", position=position, token=token)


def until(deadline: float) -> Callable[[], bool]:
    """Whether a value of ``time.monotonic()`` is over."""
    return lambda: time.monotonic() > deadline


MOST_TOKENS = 300
"""Tokens that are tried where rows are empty."""


def hops_without_loops(cycle: Sequence[WrittenRows], deadline: float) -> tuple[Filled | NotFilled, list[Mask] | None]:
    """The hops, or the sets of the module's docstring, h P of them; neither if they are not found, or time is over.

    Examples
    --------
    >>> import networkx
    >>> from ...solvers.sparse_patterns.rows import WrittenRows
    >>> def circle(n):
    ...     return WrittenRows(n, np.arange(n + 1), (np.arange(n) + 1) % n)
    >>> answer, sets = hops_without_loops([circle(3)], float("inf"))
    >>> [np.flatnonzero(one).tolist() for one in sets]
    [[2], [1], [0]]
    """
    if any((np.diff(rows.starts) == 0).any() for rows in cycle):
        closed, most = _without_token(cycle), 2.0 * cycle[0].n * len(cycle)
    else:
        product = identity_bits(cycle[0].n)
        for step in map(Step, cycle):
            product = step(product)
        closed, most = _sets(cycle, product), float("inf")
    if closed is not None:
        return NotFilled(0, 0, 0), closed
    return first_full(cycle, lambda t: time.monotonic() > deadline or t >= most), None


def _without_token(cycle: Sequence[WrittenRows]) -> list[Mask] | None:
    """C_1, .., C_P of the module's docstring, for the first token for which there are any."""
    n = cycle[0].n
    for token in range(min(n, MOST_TOKENS)):
        some = np.ones(n, dtype=bool)
        some[token] = False
        while some.any():
            found = [some]
            for rows in cycle:
                found.append(~rows.attending_to(~found[-1]))
            left = some & found[-1]
            if (left == some).all():
                if all(one.any() for one in found):
                    return [*found[1:-1], some]
                break
            some = left
    return None


def _sets(cycle: Sequence[WrittenRows], product: np.ndarray) -> list[Mask] | None:
    n = len(product)
    seen = np.unpackbits(product.view(np.uint8), axis=1, bitorder="little")[:, :n]
    graph = sparse.csr_array(seen)
    parts, label = connected_components(graph, directed=True, connection="strong")
    if parts > 1:
        # A part that no edge leaves: all that any of its members reaches.
        leaving = np.zeros(parts, dtype=bool)
        rows, columns = graph.nonzero()
        leaving[label[rows[label[rows] != label[columns]]]] = True
        closed = label == int(np.flatnonzero(~leaving)[0])
        return _downwards(cycle, [closed])
    depth = shortest_path(graph, indices=0, unweighted=True).astype(np.int64)
    rows, columns = graph.nonzero()
    period = gcd(*np.unique(depth[rows] + 1 - depth[columns]).tolist())
    if period == 1:
        return None
    return _downwards(cycle, [(depth - c) % period == 0 for c in range(period)])


def _downwards(cycle: Sequence[WrittenRows], classes: list[Mask]) -> list[Mask]:
    """C_1 .. C_(hP): members of class c see class c + 1 (mod h) after a whole cycle, layer by layer."""
    found: list[Mask] = []
    for some in classes:
        for rows in reversed(cycle):
            found.append(some)
            some = rows.attended_from(some)
    # Written from the top, class by class: the layers in their own order are the same from the end.
    return found[::-1]
