"""Fixed-point heads that average with an error, by constructions with exact ties: sizes that need no search.

All tie their subset exactly, with other scores a gap g below. Queries multiplied by t make it t g, so that what is left
off the subset keeps to the error (``sufficient_gap``), or is cut off. In class FIXED(p, grid) there are

    simplex      m = N - 1, entries 0 and +-t (twos)
    curve        m = 2q, entries up to about t (N/2)^2q (twos): Sanford, Hsu, Telgarsky 2023, Theorem 3
    code         0/1 entries (twos), a superimposed code (``superimposed_code.py``)
    sign keys    entries +-1, random: their Theorem 2; every subset is checked, so that luck proves nothing by itself
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import ceil, comb, log

from ...questions import LeastSize, bits_needed
from ...questions.outputs import Averages
from ..averages import Vector, sufficient_gap, tables_upper
from ..bound import Bound
from ..constructions.averaging.averaging_construction import AveragingConstruction
from ..constructions.averaging.exact_ties import NoExactTieError
from ..constructions.averaging.moment_curve_averaging import qsa_moment_curve
from ..constructions.averaging.sign_keys import qsa_sign_keys
from ..constructions.averaging.superimposed_code import qsa_superimposed_code
from ..constructions.construction import ConstructionError

MOST_PRODUCTS = 10_000_000
"""Most products of entries that the checker is asked to do."""

FEWEST_DIMENSIONS = 2.5
"""Random sign keys narrower than this many q ln N are not tried: below 3 q ln N they were not seen to work."""

Tables = tuple[str, list[Vector], list[Vector], int]
"""Method, queries, keys, gap."""


def constructed_average(asked: LeastSize, value: int) -> Bound | None:
    """A construction of the class with so much of the resource, if the checker accepts one.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from ...questions import averaging_question, least_size
    >>> asked = least_size(averaging_question(20, 2), "m", "FIXED(18, twos)", error=Fraction(1, 10))
    >>> constructed_average(asked, 4).evidence.method
    'moment curve, queries times 8'
    """
    question, unit_class = asked.question, asked.unit_class_at(value)
    if not isinstance(question, Averages) or unit_class.name != "FIXED" or question.q == question.N:
        return None
    width = asked.sizes_at(value)[0]
    if comb(question.N, question.q) * question.N * width > MOST_PRODUCTS:
        return None
    needed = sufficient_gap(asked, unit_class.bits)
    for method, queries, keys, gap in _tables(question.N, question.q, unit_class.grid, width):
        factor = -(-needed // gap)
        if unit_class.grid == "midrise" and factor % 2 == 0:
            factor += 1
        scaled = [tuple(factor * entry for entry in query) for query in queries]
        bits = bits_needed([entry for table in (scaled, keys) for row in table for entry in row], unit_class.grid)
        if bits is not None and bits <= unit_class.bits:
            words = method if factor == 1 else f"{method}, queries times {factor}"
            bound = tables_upper(asked, value, words, scaled, keys)
            if bound is not None:
                return bound
    return None


def known_average(asked: LeastSize, most: int) -> Bound | None:
    """The least m that a construction has, or p at the width held fixed; None if none is accepted up to ``most``.

    Widths that are tried: 2q, that of the superimposed code, N - 1, N, and 2.5, 3 and 4 times q ln N for sign keys.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from ...questions import averaging_question, least_size
    >>> known_average(least_size(averaging_question(20, 2), "m", "FIXED(1, midrise)", error=Fraction(1, 10)), 64).value
    20
    >>> known_average(least_size(averaging_question(9, 2), "p", "FIXED(p, twos)", m=4, error=Fraction(1, 4)), 64).value
    11
    """
    sizes = dict(asked.question.parameters)
    N, q = sizes["N"], sizes["q"]
    if q == N or comb(N, q) * N > MOST_PRODUCTS:
        return None
    if asked.resource == "m":
        signs = [ceil(times * q * log(N)) for times in (FEWEST_DIMENSIONS, 3, 4)]
        widths = sorted({2 * q, qsa_superimposed_code(N, q).size.m, N - 1, N, *signs})
        tried = (constructed_average(asked, width) for width in widths if width <= most)
        return next((bound for bound in tried if bound is not None), None)
    best, low, high = constructed_average(asked, most), 0, most
    while best is not None and high - low > 1:
        middle = (low + high) // 2
        found = constructed_average(asked, middle)
        if found is None:
            low = middle
        else:
            best, high = found, middle
    return best


def _tables(N: int, q: int, grid: str, width: int) -> Iterator[Tables]:
    """The constructions that are no wider, with the gap that their scores keep at least."""
    if grid == "twos":
        if width >= N - 1:
            yield "simplex", *_simplex(N, q), 1
        if width >= 2 * q:
            curve = qsa_moment_curve(N, q)
            if curve.size.p <= 64:
                yield from _of("moment curve", curve, width)
        yield from _of("superimposed code", qsa_superimposed_code(N, q), width)
    try:
        if width >= N:
            yield from _of("sign keys", qsa_sign_keys(N, q), width)
        elif width >= FEWEST_DIMENSIONS * q * log(N):
            yield from _of("sign keys", qsa_sign_keys(N, q, m=width), width)
    except ConstructionError:
        return


def _of(method: str, built: AveragingConstruction, width: int) -> Iterator[Tables]:
    if built.size.m > width:
        return
    try:
        gap = min(built.measured(y)[0] for y in combinations(range(built.task.N), built.task.q))
        ((queries, keys),) = built.tables()
    except NoExactTieError:
        return
    if gap >= 1:
        yield method, list(queries), list(keys), gap


def _simplex(N: int, q: int) -> tuple[list[Vector], list[Vector]]:
    """Keys are the unit vectors and 0; members score 1 above the others."""
    keys = [tuple(int(a == j) for a in range(N - 1)) for j in range(N)]
    queries = []
    for y in combinations(range(N), q):
        last = N - 1 in y
        queries.append(tuple((int(a in y) - last) for a in range(N - 1)))
    return queries, keys
