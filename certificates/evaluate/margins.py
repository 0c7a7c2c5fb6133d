"""Unit vectors with a margin: all scores and lengths are computed. For the margin of a pattern, side ``lower``.

``unit-vectors``  integers q, k; coordinate i stands for sqrt(form_i) times it, so <x, y> is sum form_i x_i y_i. Keys
                  have a squared length of about ``square`` = R^2. Let e bound | |k|^2 - R^2 | / R^2. Key k is used as
                  k / |k|, which is | |k| - R | / R <= e from k / R. So a query, used as q / |q|, has at least half
                  the gap G / (2 R |q|) - e, where G is its least score at ``+`` less its greatest at ``-``. With g the
                  least G / (2 R |q|), g - e <= 1, and so (g - e)^2 >= g^2 - 2 (1 + e) e + e^2 = g^2 - 2 e - e^2: less
                  than 0 where g < e.
"""

from fractions import Fraction

from ..claims import Claim
from ..meaning.pattern import pattern_of
from ..meaning.units import VECTORS, dot, longest
from ..meter import Meter, product_steps
from ..refuse import need
from ..schema import Record, integer, many, record
from .exhibit import Exhibit, Shown
from .vectors import require_shape


def unit_vectors(p: Record, claim: Claim, meter: Meter) -> Shown:
    """``{"form": [..], "square": R^2, "queries": [..], "keys": [..]}``."""
    pattern, width = pattern_of(claim.statement, meter), len(p.form)
    need(width <= claim.quantity.d, "the vectors are wider than what is claimed")
    long = require_shape(meter, (pattern.count, pattern.columns), width, p.queries, p.keys) + longest([p.form])
    pairs = (pattern.count + pattern.columns) * (pattern.columns + 2)
    meter.charge(100 + pairs * (4 + width * product_steps(long, long)))
    keys = [[a * x for a, x in zip(p.form, key, strict=True)] for key in p.keys]
    off = max(abs(dot(key, whole) - p.square) for key, whole in zip(p.keys, keys, strict=True))
    squares = []
    for word, query in zip(pattern.words(), p.queries, strict=True):
        scores = [dot(query, key) for key in keys]
        high, low = ([x for x, symbol in zip(scores, word, strict=True) if symbol == sign] for sign in "+-")
        if high and low:
            gap = min(high) - max(low)
            need(gap > 0, "a row is not separated")
            meter.charge(100 + 4 * product_steps(8 * long + 64, 8 * long + 64))
            length = sum(a * x * x for a, x in zip(p.form, query, strict=True))
            squares.append(Fraction(gap * gap, 4 * p.square * length))
    need(squares, "no row has keys to be told apart")
    e = Fraction(off, p.square)
    return min(squares) - 2 * e - e * e, f"unit vectors of width {width}, every row met"


FIELDS = {"form": many(integer(1), 0), "square": integer(1), "queries": VECTORS, "keys": VECTORS}
EXHIBITS = {"unit-vectors": Exhibit("lower margin", record(FIELDS), unit_vectors)}
"""The word of an exhibit -> what evaluates it."""
