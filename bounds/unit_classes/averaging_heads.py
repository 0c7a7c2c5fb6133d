"""Whether a fixed-point head of some size averages any q-subset with at most some error.

Tried in this order: constructions (``constructed_averages.py``); what the error asks of the scores, on the grid
(``asked_of_scores``: refuted, or tables which may be good enough); ties with a gap at which they surely are; annealing
on the error itself. Every answer is the checker's.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import comb

from ...bounds.asked_of_scores import asked_of_scores
from ...questions import GRIDS, LeastSize, UnitClass, qsa_question
from ...questions.outputs import Averages
from ...solvers.outcome import Feasibility
from ...solvers.units.averaging_search import MAX_ERRORS, MAX_POINTS, anneal_averages
from ..averages import averages_lower, sufficient_gap, tables_of, tables_upper
from ..bound import Bound
from .constructed_averages import constructed_average
from .grid_thresholds import GridAnswer, decide_grid


@dataclass(frozen=True)
class AveragingAnswer:
    """Whether there is a head of this size; ``bound`` is what the checker has accepted, None if it is open."""

    status: Feasibility
    method: str
    bound: Bound | None


def decide_averaging_head(asked: LeastSize, value: int, seconds: float) -> AveragingAnswer:
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
    >>> [str(decide_averaging_head(asked, m, 10).status) for m in (3, 4)]
    ['infeasible', 'feasible']
    """
    question, unit_class = asked.question, asked.unit_class_at(value)
    if not isinstance(question, Averages) or unit_class.name != "FIXED":
        raise ValueError(f"asked must be about averages in class FIXED, got {asked.words}")
    deadline = time.monotonic() + seconds
    width = asked.sizes_at(value)[0]
    built = constructed_average(asked, value)
    if built is not None:
        return AveragingAnswer(Feasibility.FEASIBLE, built.evidence.method, built)
    small = asked.error * question.q < 1
    for size in asked_of_scores(asked) if small else ():
        if not size.unit_class.grid or not size.question.can_be_written_out:
            continue
        answer = decide_grid(size, value, 0.4 * seconds)
        if answer.status is Feasibility.INFEASIBLE and answer.bound is not None:
            return AveragingAnswer(answer.status, answer.method, averages_lower(asked, answer.bound))
        found = _good_enough(asked, value, answer)
        if found:
            return found
    if too_large_to_search(asked):
        return AveragingAnswer(Feasibility.OPEN, too_large_to_search(asked), None)
    gap = sufficient_gap(asked, unit_class.bits)
    for bits in sorted({min(few, unit_class.bits) for few in (2, 3, 4, unit_class.bits)}):  # fewer are found sooner
        ties = UnitClass("GRID", bits, unit_class.grid, gap)
        tied = LeastSize(qsa_question(question.N, question.q), "m", ties)
        answer = decide_grid(tied, width, 0.2 * (deadline - time.monotonic()))
        found = _good_enough(asked, value, answer)
        if found:
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
    sizes = dict(asked.question.parameters)
    question = qsa_question(sizes["N"], sizes["q"])
    if question.can_be_written_out:
        return ""
    return f"too large to be searched: {_subsets(asked)} of {sizes['N']} positions"


def too_large_to_anneal(asked: LeastSize, value: int) -> str:
    """Why annealing is not tried at this size; empty if it is."""
    sizes = dict(asked.question.parameters)
    exponent = asked.unit_class_at(value).bits * asked.sizes_at(value)[0]
    if 2**exponent <= MAX_POINTS and 2**exponent * comb(sizes["N"], sizes["q"]) <= MAX_ERRORS:
        return ""
    return f"too large to be searched by annealing: 2^{exponent} possible queries, {_subsets(asked)}"


def _subsets(asked: LeastSize) -> str:
    sizes = dict(asked.question.parameters)
    found = comb(sizes["N"], sizes["q"])
    return f"{found} subsets" if found < 10**15 else "over 10^15 subsets"


def _good_enough(asked: LeastSize, value: int, answer: GridAnswer) -> AveragingAnswer | None:
    if answer.bound is None or answer.bound.side != "upper" or "queries" not in answer.bound.evidence.content:
        return None
    bound = tables_upper(asked, value, answer.method, *tables_of(answer.bound))
    return None if bound is None else AveragingAnswer(Feasibility.FEASIBLE, bound.evidence.method, bound)


def _annealed(asked: LeastSize, value: int, deadline: float) -> AveragingAnswer:
    assert isinstance(asked.question, Averages)
    unit_class, width = asked.unit_class_at(value), asked.sizes_at(value)[0]
    large = too_large_to_anneal(asked, value)
    if large:
        return AveragingAnswer(Feasibility.OPEN, large, None)
    values, least = GRIDS[unit_class.grid](unit_class.bits), [2.0]
    found = anneal_averages(
        asked.question.N, asked.question.q, values, unit_class.bits, width, float(asked.error),
        deadline=deadline, best=lambda error: least.__setitem__(0, error),
    )  # fmt: skip
    if found is not None:
        method = "tables found by annealing on the error"
        bound = tables_upper(asked, value, method, found.queries, found.keys)
        if bound is not None:
            return AveragingAnswer(Feasibility.FEASIBLE, method, bound)
    method = f"neither tables nor a refutation within the budget; the least error seen was {least[0]:.4g}"
    return AveragingAnswer(Feasibility.OPEN, method, None)
