"""Whether a fixed-point head of some size averages any q-subset with at most some error.

Tried in this order: constructions (``averaging_heads.py``); what the error asks of the scores, on the grid
(``asked_of_scores``: refuted, or tables which may be good enough); ties with a gap at which they surely are; annealing
on the error itself. Every answer is the checker's.

Fixed-point heads that average with an error, by constructions with exact ties: sizes that need no search.

All tie their subset exactly, with other scores a gap g below. Queries multiplied by t make it t g, so that what is left
off the subset keeps to the error (``sufficient_gap``), or is cut off. In class FIXED(p, grid) there are

    simplex      m = N - 1, entries 0 and +-t (twos)
    curve        m = 2q, entries up to about t (N/2)^2q (twos): Sanford, Hsu, Telgarsky 2023, Theorem 3
    code         0/1 entries (twos), a superimposed code (``shared_heads.py``)
    sign keys    entries +-1, random: their Theorem 2; every subset is checked, so that luck proves nothing by itself
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import combinations
from math import ceil, comb, log

from ...questions import GRIDS, LeastSize, UnitClass, bits_needed, qsa_question
from ...questions.outputs import Averages
from ...solvers.outcome import Verdict
from ...solvers.units.averaging_search import MAX_ERRORS, MAX_POINTS, anneal_averages
from ..averages import Vector, asked_of_scores, averages_lower, sizes_of, sufficient_gap, tables_upper
from ..bound import Bound
from ..constructions.averaging.averaging_construction import AveragingConstruction
from ..constructions.averaging.dual_certificate import NoExactTieError
from ..constructions.averaging.moment_curve_averaging import qsa_moment_curve
from ..constructions.averaging.shared_heads import qsa_superimposed_code
from ..constructions.averaging.sign_keys import qsa_sign_keys
from ..constructions.construction import ConstructionError, halved
from .grid_thresholds import GridAnswer, decide_grid


def decide_averaging_head(asked: LeastSize, value: int, seconds: float) -> GridAnswer:
    """Decide whether a head of class FIXED with so much of the resource averages with the error asked for.

    Parameters
    ----------
    asked : LeastSize
        The least m or p of one head in class FIXED for averages. With an error of 1/q or more nothing is refuted.
    value : int
        m >= 0 or p >= 1.
    seconds : float

    Raises
    ------
    ValueError
        If something else is asked.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from headcount.questions import averaging_question, least_size
    >>> asked = least_size(averaging_question(4, 2), "m", "FIXED(1, midrise)", error=Fraction(1, 4))
    >>> [decide_averaging_head(asked, m, 10).status.existence for m in (3, 4)]
    ['infeasible', 'feasible']
    """
    question, unit_class = asked.question, asked.unit_class_at(value)
    if not isinstance(question, Averages) or unit_class.name != "FIXED":
        raise ValueError(f"asked must be about averages in class FIXED, got {asked.words}")
    deadline = time.monotonic() + seconds
    width = asked.sizes_at(value)[0]
    built = constructed_average(asked, value)
    if built is not None:
        return GridAnswer(Verdict.FEASIBLE, built.evidence.method, built)
    small = asked.error * question.q < 1
    for size in asked_of_scores(asked) if small else ():
        if not size.unit_class.grid or not size.question.can_be_written_out:
            continue
        answer = decide_grid(size, value, 0.4 * seconds)
        if answer.status is Verdict.INFEASIBLE and answer.bound is not None:
            return GridAnswer(answer.status, answer.method, averages_lower(asked, answer.bound))
        if found := _good_enough(asked, value, answer):
            return found
    if large := too_large_to_search(asked):
        return GridAnswer(Verdict.OPEN, large, None)
    gap = sufficient_gap(asked, unit_class.bits)
    for bits in sorted({min(few, unit_class.bits) for few in (2, 3, 4, unit_class.bits)}):  # fewer are found sooner
        ties = UnitClass("GRID", bits, unit_class.grid, gap)
        tied = LeastSize(qsa_question(question.N, question.q), "m", ties)
        answer = decide_grid(tied, width, 0.2 * (deadline - time.monotonic()))
        if found := _good_enough(asked, value, answer):
            return found
    return _annealed(asked, value, deadline)


def too_large_to_search(asked: LeastSize) -> str:
    """Why no scores are searched for, only what is known: there are too many subsets; empty if they are searched for.

    >>> from fractions import Fraction
    >>> from ...questions import averaging_question, least_size
    >>> of = lambda N: least_size(averaging_question(N, 4), "m", "FIXED(2, twos)", error=Fraction(1, 5))
    >>> too_large_to_search(of(64)), too_large_to_search(of(8))
    ('too large to be searched: 635376 subsets of 64 positions', '')
    """
    question = qsa_question(*sizes_of(asked))
    if question.can_be_written_out:
        return ""
    return f"too large to be searched: {_subsets(asked)} of {question.columns} positions"


def too_large_to_anneal(asked: LeastSize, value: int) -> str:
    """Why annealing is not tried at this size; empty if it is."""
    exponent = asked.unit_class_at(value).bits * asked.sizes_at(value)[0]
    if 2**exponent <= MAX_POINTS and 2**exponent * comb(*sizes_of(asked)) <= MAX_ERRORS:
        return ""
    return f"too large to be searched by annealing: 2^{exponent} possible queries, {_subsets(asked)}"


def _subsets(asked: LeastSize) -> str:
    found = comb(*sizes_of(asked))
    return f"{found} subsets" if found < 10**15 else "over 10^15 subsets"


def _good_enough(asked: LeastSize, value: int, answer: GridAnswer) -> GridAnswer | None:
    if answer.bound is None or answer.bound.side != "upper" or "queries" not in answer.bound.evidence.content:
        return None
    tables = answer.bound.found
    bound = tables_upper(asked, value, answer.method, tables["queries"], tables["keys"])
    return None if bound is None else GridAnswer(Verdict.FEASIBLE, bound.evidence.method, bound)


def _annealed(asked: LeastSize, value: int, deadline: float) -> GridAnswer:
    assert isinstance(asked.question, Averages)
    unit_class, width = asked.unit_class_at(value), asked.sizes_at(value)[0]
    if large := too_large_to_anneal(asked, value):
        return GridAnswer(Verdict.OPEN, large, None)
    values, least = GRIDS[unit_class.grid](unit_class.bits), [2.0]
    found = anneal_averages(
        asked.question.N, asked.question.q, values, unit_class.bits, width, float(asked.error),
        deadline=deadline, best=lambda error: least.__setitem__(0, error),
    )  # fmt: skip
    if found is not None:
        method = "tables found by annealing on the error"
        bound = tables_upper(asked, value, method, found.queries, found.keys)
        if bound is not None:
            return GridAnswer(Verdict.FEASIBLE, method, bound)
    method = f"neither tables nor a refutation within the budget; the least error seen was {least[0]:.4g}"
    return GridAnswer(Verdict.OPEN, method, None)


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
    N, q = sizes_of(asked)
    if q == N or comb(N, q) * N > MOST_PRODUCTS:
        return None
    if asked.resource == "m":
        signs = [ceil(times * q * log(N)) for times in (FEWEST_DIMENSIONS, 3, 4)]
        widths = sorted({2 * q, qsa_superimposed_code(N, q).size.m, N - 1, N, *signs})
        tried = (constructed_average(asked, width) for width in widths if width <= most)
        return next((bound for bound in tried if bound is not None), None)
    found = {most: constructed_average(asked, most)}

    def enough(bits: int) -> bool:
        found[bits] = constructed_average(asked, bits)
        return found[bits] is not None

    return found[halved(enough, 0, most)] if found[most] is not None else None


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
    subsets = combinations(range(N), q)
    return [tuple((a in y) - (N - 1 in y) for a in range(N - 1)) for y in subsets], keys
