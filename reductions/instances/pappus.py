"""The nine points of Pappus, and the 512 ways to bring them into general position.

Points A_1, A_2, A_3 lie on one line and B_1, B_2, B_3 on another; then the crossings C_k of A_i B_j and A_j B_i lie on
a line, too (Pappus). With the numbers below no other three of the nine points are on a line, so they have 75 signs and
nine triples on a line. Whatever signs these nine get, the Grassmann-Pluecker relations hold: 512 chirotopes. Exactly
two of them, opposite to each other, have a biquadratic final polynomial (``solvers.sign_rank.final_polynomial``), so no
vectors: the *non-Pappus* arrangement of Ringel 1956, with the fewest pseudolines of any that is not stretchable
(Goodman, Pollack 1980). A point is here a vector, and so the line that is dual to it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

from .arrangement import Arrangement, Vector, determinant

COLLINEAR = 9
"""Triples on a line."""

STRETCHABLE_PAPPUS, NON_PAPPUS = 0, 153
"""Two of the 512 choices, by their number in ``pappus``; the other choice without vectors is 511 - 153."""


def pappus_points() -> tuple[Vector, ...]:
    """A_1 .. A_3, B_1 .. B_3, C_1 .. C_3, as vectors (x, y, 1).

    >>> [str(x) for x, _, _ in pappus_points()[6:]]
    ['241/97', '64/37', '20/29']
    """
    one, slope = Fraction(1), Fraction(3, 16)
    first = [(Fraction(x), Fraction(0), one) for x in (0, 1, 4)]
    second = [(x, 2 + slope * (x - Fraction(1, 3)), one) for x in (Fraction(1, 3), Fraction(5, 3), Fraction(11, 3))]
    crossings = []
    for i, j in ((1, 2), (0, 2), (0, 1)):
        x, y, scale = cross(cross(first[i], second[j]), cross(first[j], second[i]))
        crossings.append((x / scale, y / scale, one))
    return (*first, *second, *crossings)


def cross(a: Vector, b: Vector) -> Vector:
    """The cross product: the line through two points, or the point on two lines.

    >>> cross((1, 0, 0), (0, 1, 0))
    (0, 0, 1)
    """
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def pappus(choice: int, name: str = "") -> Arrangement:
    """The nine points with the triples on a line signed by the bits of a number: 0 is +, the first bit the highest.

    Parameters
    ----------
    choice : int, 0 .. 511
    name : str, optional

    Raises
    ------
    IndexError
        If there is no such choice.

    Examples
    --------
    >>> pappus(0).elements, sum(a != b for a, b in zip(pappus(0).signs, pappus(511).signs))
    (9, 9)
    """
    values = [determinant(*three) for three in combinations(pappus_points(), 3)]
    chosen = iter(list(product((1, -1), repeat=COLLINEAR))[choice])
    signs = tuple(1 if value > 0 else -1 if value < 0 else next(chosen) for value in values)
    return Arrangement(signs, name or f"pappus choice {choice}")
