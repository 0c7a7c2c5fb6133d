"""Padding: a pattern that needs exactly one dimension more.

``padded``: every row stands there twice, with + and with - at a new key z. Without a null token every row has a free
threshold; that is one more row, of + alone (``SignPattern.homogeneous_rows``), and it is doubled like the others: the
new free threshold has + at z, and a row with + at all keys and - at z is added. So R x C becomes 2R x (C + 1) with a
null token, and (2R + 1) x (C + 1) without.

Theorem (``width-padding``): m(P') = m(P) + 1 in class SIGN, for every pattern over + - 0 *. Proof, for the
homogeneous rows Q of P, whose sign-rank is m plus the same offset on both sides; Q' are those of P'.

<=: let w_r, u_c in R^d have the signs of Q. Then (w_r, 1), (w_r, -1) and the keys (u_c, 0), z = (0, 1) have those of
Q'.

>=: let vectors in R^d have the signs of Q'; the two of row r are v with <v, z> > 0 and v' with <v', z> < 0, so z is
not 0 and d >= 1. Put w_r = |<v', z>| v + <v, z> v', a sum with positive factors. Then <w_r, z> = 0, and at each key c
the sign of <w_r, u_c> is that of both products if they are +, -, or 0. Since all w_r are orthogonal to z, they do not
see what is added to a key along z: with u_c's projections along z they are vectors in a space of dimension d - 1 with
the signs of Q.

Hence if it is hard to decide m <= d for some d, it is for every larger one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...questions import SignPattern

MOST_ENTRIES = 10**6
"""Most entries of a padded pattern."""

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Vectors:
    """Vectors of homogeneous rows and of columns, whose products have the signs of a pattern."""

    rows: tuple[Vector, ...]
    columns: tuple[Vector, ...]


def padded(pattern: SignPattern, times: int = 1) -> SignPattern:
    """The pattern that needs exactly so many dimensions more.

    Parameters
    ----------
    pattern : SignPattern
    times : int >= 0

    Examples
    --------
    >>> padded(SignPattern(("+-",), null=False)).rows
    ('+-+', '+--', '++-')
    >>> padded(SignPattern(("+-",), null=True)).rows
    ('+-+', '+--')
    """
    for _ in range(times):
        doubled = [row + sign for row in pattern.homogeneous_rows for sign in "+-"]
        if not pattern.null:
            del doubled[-2]  # the new free threshold, which is not written down
        pattern = SignPattern(tuple(doubled), pattern.null)
    return pattern


def unpadded(pattern: SignPattern, times: int = 1) -> SignPattern | None:
    """The pattern that was padded so many times; None if this one is none of these.

    >>> unpadded(padded(SignPattern(("+-", "0*"), null=False), 2), 2).rows
    ('+-', '0*')
    """
    for _ in range(times):
        rows = pattern.rows if pattern.null else (*pattern.rows[:-1], pattern.homogeneous_rows[-1], pattern.rows[-1])
        halves = [row[:-1] for row in rows]
        if "".join(row[-1] for row in rows) != "+-" * (len(rows) // 2) or halves[::2] != halves[1::2]:
            return None
        kept = halves[::2] if pattern.null else halves[:-2:2]
        if not kept or not kept[0] or (not pattern.null and set(halves[-1]) != {"+"}):
            return None
        pattern = SignPattern(tuple(kept), pattern.null)
    return pattern


def padded_vectors(vectors: Vectors, null: bool, times: int = 1) -> Vectors:
    """Vectors of the padded pattern from those of a pattern with or without a null token, as in the proof."""
    for _ in range(times):
        one, width = Fraction(1), len(vectors.columns[0])
        rows = [(*row, sign) for row in vectors.rows for sign in (one, -one)]
        if not null:
            rows[-2:] = reversed(rows[-2:])  # the free threshold is the last of the homogeneous rows
        columns = [(*column, Fraction(0)) for column in vectors.columns]
        vectors = Vectors(tuple(rows), (*columns, (*(Fraction(0),) * width, one)))
    return vectors
