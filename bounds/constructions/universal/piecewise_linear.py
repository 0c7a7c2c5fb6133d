"""How far a piecewise linear function is from a step function, in L_2, exactly.

The *simplices of a cell* of side 1/L in [0, 1]^k are those on which the coordinates, counted from the cell's lower
corner, stand in one order: k! of them, with the corners b, b + e_p(1), b + e_p(1) + e_p(2), .. over L, p a permutation
of the coordinates (Kuhn 1960). If g is linear on a simplex with k + 1 corners, where it is g_0, .., g_k, the mean of
g^2 on it is (sum g_i^2 + (sum g_i)^2) / ((k + 1)(k + 2)), since barycentric coordinates have E[l_i l_j] =
(1 + [i = j]) / ((k + 1)(k + 2)). All simplices of all cells have one volume.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from math import factorial

from ..construction import ConstructionError
from .continuous_function import ContinuousFunction, Rows
from .continuous_layers import Values

MOST_NUMBERS = 2_000_000
"""Values at corners that are added up: some five seconds."""
TRIED = 100

Corners = tuple[tuple[int, ...], ...]


def integral_of_squares(f: ContinuousFunction, values: Values, L: int, seed: int) -> Fraction:
    """int |f - y|^2 over [0, 1]^(n x d), y the value of the cell, for f linear on each simplex of each cell.

    Parameters
    ----------
    f : a function that computes with fractions
        That it is linear there is assumed, and tried at 100 inputs.
    values : y for each input on the grid
    L : levels
    seed : of these inputs

    Raises
    ------
    ConstructionError
        If f does not compute with fractions, is seen not to be linear, or there are too many simplices.
    """
    n, d = f.n, f.d
    k = n * d
    simplices_in_all: int = L**k * factorial(k)
    if (count := simplices_in_all * (k + 1) * k) > MOST_NUMBERS:
        raise ConstructionError(
            f"pieces=linear adds up {count:,} values at corners of simplices, at most {MOST_NUMBERS:,}; leave it out"
        )
    known: dict[tuple[int, ...], tuple[Fraction, ...]] = {}

    def at(corner: tuple[int, ...]) -> tuple[Fraction, ...]:
        if corner not in known:
            known[corner] = _flat(f, [Fraction(x, L) for x in corner])
        return known[corner]

    _require_linear(f, L, seed)
    total = Fraction(0)
    for tokens, rows in values.items():
        wanted = [y for row in rows for y in row]
        cell = tuple(token // L**c % L for token in tokens for c in range(d))
        for corners in simplices(cell):
            for y, *found in zip(wanted, *map(at, corners), strict=True):
                off = [g - y for g in found]
                total += sum(g * g for g in off) + sum(off) ** 2
    return total / (simplices_in_all * (k + 1) * (k + 2))


def simplices(cell: tuple[int, ...]) -> Iterator[Corners]:
    """The corners of each simplex of a cell, in units of 1/L.

    >>> list(simplices((0, 3)))
    [((0, 3), (1, 3), (1, 4)), ((0, 3), (0, 4), (1, 4))]
    """
    return (_along(cell, order) for order in permutations(range(len(cell))))


def _along(cell: tuple[int, ...], order: Sequence[int]) -> Corners:
    corners = [cell]
    for axis in order:
        corners.append(tuple(x + (i == axis) for i, x in enumerate(corners[-1])))
    return tuple(corners)


def _flat(f: ContinuousFunction, X: list[Fraction]) -> tuple[Fraction, ...]:
    rows = [X[i : i + f.d] for i in range(0, len(X), f.d)]
    found = f.exactly(rows)
    if found is None:
        raise ConstructionError(
            f"pieces=linear needs a function that computes with fractions, but {f.name} does not at {_words(rows)} (an "
            "array of Fraction objects); leave pieces out"
        )
    return tuple(y for row in found for y in row)


def _require_linear(f: ContinuousFunction, L: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(TRIED):
        cell = tuple(rng.randrange(L) for _ in range(f.n * f.d))
        corners = _along(cell, rng.sample(range(len(cell)), len(cell)))
        cuts = sorted(rng.randrange(1, 1000) for _ in cell)
        weights = [Fraction(b - a, 1000) for a, b in pairwise((0, *cuts, 1000))]
        X = [
            sum((w * x for w, x in zip(weights, xs, strict=True)), Fraction(0)) / L for xs in zip(*corners, strict=True)
        ]
        there = [_flat(f, [Fraction(x, L) for x in corner]) for corner in corners]
        between = tuple(sum(w * y for w, y in zip(weights, ys, strict=True)) for ys in zip(*there, strict=True))
        if _flat(f, X) != between:
            raise ConstructionError(
                f"pieces=linear needs a function that is linear where the {f.n * f.d} coordinates, counted from the "
                f"cell's corner, stand in one order, but {f.name} is not at {_words([X])}; take other levels, or leave "
                "it out"
            )


def _words(rows: Rows) -> str:
    return f"[{', '.join(str(x) for row in rows for x in row)}]"[:80]
