"""Sign-rank of small patterns, computed without the package: the oracle of the tests.

A d-dimensional subspace of R^n has a set of sign vectors; a pattern with n columns has sign-rank <= d if and only if
one such set meets every row (entries of different rows are independent once the subspace is chosen). For few columns
all such sets can be listed:

* d = 0: the zero vector alone; d = 1: {0, s, -s};
* d = 2: n vectors in the plane. Only their circular order counts (with negatives, coincidences, zeros), so n equally
  spaced lines are enough to place them on;
* n - d: sign vectors orthogonal to all of a d-dimensional set, that is, the sign vectors of the orthogonal complement.

That covers every d for n <= 5, and the transpose has the same sign-rank.
"""

from functools import cache
from itertools import combinations, product
from math import cos, pi

import numpy as np

MOST_COLUMNS = 5
SYMBOL = {"-": -1, "0": 0, "+": 1}


def sign_rank(rows):
    """The sign-rank of rows over -0+*, given as words; at most five rows or at most five columns."""
    return _sign_rank(tuple(dict.fromkeys(rows)))


@cache
def _sign_rank(rows):
    columns = tuple(dict.fromkeys("".join(column) for column in zip(*rows, strict=True)))
    if len(rows) < len(columns):
        columns, rows = rows, columns
    rows = ["".join(row) for row in zip(*columns, strict=True)]
    n = len(columns)
    if n > MOST_COLUMNS:
        raise ValueError(f"{n} columns; at most {MOST_COLUMNS} can be decided by brute force")
    allowed = [_matching(row) for row in dict.fromkeys(rows)]
    return next(d for d in range(n + 1) if any(all(s & a for a in allowed) for s in subspaces(n, d)))


def least_dimension(rows, null):
    """m of a selection pattern: sign-rank with a null token, else of the rows with + .. + added, minus 1."""
    return sign_rank(rows) if null else sign_rank((*rows, "+" * len(rows[0]))) - 1


def qsa_dimension(positions, q):
    """min(2q, N - 1); with q = N every key is selected and nothing has to be told apart."""
    return 0 if q == positions else min(2 * q, positions - 1)


def separation_dimensions(positions, least, most):
    """The least m lies between these; for up to five positions it is known.

    A dependency with a keys of one sign and b of the other is excluded by a set that parts them; the smallest ones that
    are not have a and b among the places where what is possible changes.
    """
    if positions <= 5:
        sets = [y for size in range(least, most + 1) for y in combinations(range(positions), size)]
        found = least_dimension(tuple("".join("+" if j in y else "-" for j in range(positions)) for y in sets), False)
        return found, found

    def parted(a, b):
        return max(least, a) <= min(most, positions - b)

    places = (1, most + 1, positions - least + 1)
    left = [a + b for a in places for b in places if not parted(a, b) and not parted(b, a)]
    some = min((s for s in (positions // 2, positions // 2 + 1) if least <= s <= most), default=None)
    sizes = [least, most] if some is None else [some]
    curve = max(2 * min(size, positions - size) for size in sizes)
    return min([positions, *(s - 1 for s in left)]) - 1, min(curve, positions - 1)


def retrieval_dimensions(positions, least, most, score):
    """The least m by cosine or Euclidean distance lies between these.

    By inner products in R^m: a sphere of R^(m+1) holds the same keys, far balls are half-spaces; a sphere of R^(m+1)
    less a point is R^m. Where sets of one key on are asked for, it is known.
    """
    low, high = separation_dimensions(positions, least, most)
    if score == "cosine":
        return low, min(high + 1, positions - 1)
    if least == 1 and positions > 1:
        exact = min(2 * most, positions - 1) - 1 if most <= positions - 2 else positions - 1
        return exact, exact
    return max(0, low - 1), high


def match2_dimension(modulus):
    """1, 1, 2, 3, 3, ..."""
    return {1: 1, 2: 1, 3: 2}.get(modulus, 3)


@cache
def subspaces(n, d):
    """The sets of sign vectors that d-dimensional subspaces of R^n have, each as a bit mask."""
    if 2 * d > n:
        return tuple({_orthogonal(mask, n) for mask in subspaces(n, n - d)})
    if d == 0:
        return (1 << _number((0,) * n),)
    if d == 1:
        vectors = product((-1, 0, 1), repeat=n)
        return tuple({_mask([(0,) * n, s, tuple(-x for x in s)]) for s in vectors if any(s)})
    if d == 2:
        return tuple(mask for mask in _planar(n) if mask.bit_count() > 3)  # not all on one line
    raise ValueError(f"no list of {d}-dimensional subspaces of R^{n}")


def _planar(n):
    # Directions at multiples of pi/n carry the vectors, -1 is the zero vector; w at multiples of pi/2n meets every
    # sign vector.
    def sign(direction, w):
        if direction < 0:
            return 0
        value = cos(pi * (direction / n - w / (2 * n)))
        return (value > 1e-9) - (value < -1e-9)

    table = np.array([[sign(direction, w) for w in range(4 * n)] for direction in range(-1, 2 * n)]) + 1
    numbers = np.zeros((1, 4 * n), int)
    for k in range(n):
        # The first vector is zero or has the first direction: turn the plane.
        places = table[:2] if n >= 4 and not k else table
        numbers = (numbers[:, None] + places * 3**k).reshape(-1, 4 * n)
    zero = 1 << _number((0,) * n)
    return {sum({1 << x for x in row} | {zero}) for row in np.unique(np.sort(numbers), axis=0).tolist()}


def _number(signs):
    return sum((s + 1) * 3**k for k, s in enumerate(signs))


def _mask(vectors):
    mask = 0
    for vector in vectors:
        mask |= 1 << _number(vector)
    return mask


def _vectors(n):
    return sorted(product((-1, 0, 1), repeat=n), key=_number)


@cache
def _orthogonal_to(number, n):
    vectors = _vectors(n)
    vector = vectors[number]
    result = 0
    for other in vectors:
        products = {a * b for a, b in zip(vector, other, strict=True)}
        if {1, -1} <= products or products == {0}:
            result |= 1 << _number(other)
    return result


def _orthogonal(mask, n):
    result = (1 << 3**n) - 1
    for number in range(3**n):
        if mask >> number & 1:
            result &= _orthogonal_to(number, n)
    return result


@cache
def _matching(row):
    choices = [(-1, 0, 1) if symbol == "*" else (SYMBOL[symbol],) for symbol in row]
    return _mask(product(*choices))
