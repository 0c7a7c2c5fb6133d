"""Items with rational inner products that are best for all subsets of one size: simplices in orthogonal spaces.

n items in g = n - d parts of about equal size, each the vertices of a regular simplex about 0, in spaces orthogonal to
one another: their dimension is the sum of (size - 1) = n - g. One part is the simplex itself, which is best for all
k-subsets of n items (``certificates/theorems/margins.py``); n = 2 k + 2 in two parts has the best margin in d = 2 k, n
in pairs +-e_i that of k = 1.

*Coordinates.* Vertex j of a simplex of m vertices has the coordinates h_i[j] / sqrt(i (i + 1)), i = 1 .. m - 1, with
h_i[j] = 1 for j < i, -i for j = i, else 0 (Helmert): these rows are orthonormal, so <v_j, v_j> = 1 - 1/m, and <v_j,
v_l> = -1/m. Integers with a weight for each coordinate, as the exhibit ``unit-vectors`` takes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd, lcm


@dataclass(frozen=True)
class IntegerItems:
    """Integer vectors; coordinate i stands for sqrt(form_i) times it; their squared length is ``square``, about."""

    form: tuple[int, ...]
    square: int
    keys: tuple[tuple[int, ...], ...]


def simplices(n: int, d: int) -> IntegerItems | None:
    """n items in at most d dimensions; None if parts of at least two do not fit.

    >>> simplices(3, 2)
    IntegerItems(form=(3, 1), square=4, keys=((1, 1), (-1, 1), (0, -2)))
    >>> simplices(6, 3).keys[:2], simplices(6, 2)
    (((1, 0, 0), (-1, 0, 0)), None)
    """
    parts = max(1, n - d)
    if n < 2 * parts:
        return None
    sizes = [n // parts + (k < n % parts) for k in range(parts)]
    # The squared length before scaling is (m-1)/m, so form_i is a multiple of m / ((m-1) i (i+1)).
    square = lcm(*((m - 1) * i * (i + 1) for m in sizes for i in range(1, m)))
    form: list[int] = []
    keys = [[0] * (n - parts) for _ in range(n)]
    first = 0
    for m in sizes:
        for i in range(1, m):
            for j in range(i + 1):
                keys[first + j][len(form)] = 1 if j < i else -i
            form.append(square * m // ((m - 1) * i * (i + 1)))
        first += m
    common = gcd(square, *form)
    return IntegerItems(tuple(x // common for x in form), square // common, tuple(map(tuple, keys)))
