"""Is there a unit of this size? z3's answer, with what the checker makes of it.

A unit that z3 finds is turned into exact tables, and the checker multiplies these out: a certified upper bound. That z3
finds none is its word alone (``PROVED-BY-SOLVER``): it stands apart from certified ends, and never becomes one.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from ..questions import LeastSize
from ..questions.grid import GRIDS
from ..questions.unit_class import HARD
from ..solvers.outcome import Verdict
from ..solvers.smt.fixed_formula import fixed_formula, fixed_tables
from ..solvers.smt.formula import Formula, SolverAnswer, ask_z3
from ..solvers.smt.grid_formula import grid_formula, grid_tables
from ..solvers.smt.sign_formula import integer_tables, sign_formula
from ..solvers.units.fixed_tables import FixedTables
from ..solvers.units.fixed_units import units_of
from .bound import Bound, Evidence, Status
from .patterns import by_tables
from .unit_classes.fixed_unit_bounds import found_bound
from .unit_classes.grid_thresholds import problems_of, tables_bound


@dataclass(frozen=True)
class SolverDecision:
    """What z3 said of one size.

    ``bound`` is certified if exact tables were found; where z3's tables are irrational and none are near them it is an
    upper bound on z3's word. ``answers`` are z3's, one for each formula that was asked.
    """

    status: Verdict
    how: str
    bound: Bound | None = field(default=None, repr=False)
    answers: tuple[SolverAnswer, ...] = ()

    @property
    def seconds(self) -> float:
        """Seconds in z3."""
        return sum(answer.seconds for answer in self.answers)


def decide_by_z3(asked: LeastSize, value: int, seconds: float = float("inf"), *, work: int = 0) -> SolverDecision:
    """Ask z3 whether a unit with so much of the resource exists.

    Parameters
    ----------
    asked : LeastSize
        A pattern in class SIGN or GRID, heads that share out subsets (GRID), or a computation in class FIXED with a
        scope.
    value : int
        m >= 0, p >= 1 or H >= 1.
    seconds, work : float, int
        Limits of each formula asked; ``work`` counts steps of z3 (0: no limit) and is the same on every machine.

    Guarantee
    ---------
    FEASIBLE: ``bound`` is certified, unless it says otherwise. INFEASIBLE is z3's word alone; OPEN says nothing.

    Raises
    ------
    ValueError
        If the question is of another kind.

    Examples
    --------
    >>> from ..questions import least_size, qsa_question
    >>> asked = least_size(qsa_question(4, 1), "m", "GRID(1, midrise, gap 1)")
    >>> [decide_by_z3(asked, m).status.existence for m in (1, 2)]
    ['infeasible', 'feasible']
    >>> str(decide_by_z3(asked, 2).bound.evidence.status)
    'CERTIFIED'
    """
    began, answers = time.monotonic(), []
    formulas = formulas_of(asked, value)
    for number, formula in enumerate(formulas):
        left = seconds - (time.monotonic() - began)
        answers.append(ask_z3(formula, max(left, 0.001), work=work))
        if answers[-1].status is Verdict.FEASIBLE:
            bound = _upper(asked, value, number, answers[-1])
            return SolverDecision(Verdict.FEASIBLE, bound.evidence.method, bound, tuple(answers))
    logic, reasons = formulas[0].logic, [one.reason for one in answers if one.status is Verdict.OPEN]
    if reasons:
        return SolverDecision(Verdict.OPEN, f"z3 ({logic}) gave no answer: {reasons[0]}", None, tuple(answers))
    how = f"z3 ({logic}) finds no unit with {asked.resource} = {value}"
    return SolverDecision(Verdict.INFEASIBLE, how, None, tuple(answers))


def on_z3s_word(asked: LeastSize, side: str, value: int, method: str) -> Bound:
    """An end that rests on z3 alone."""
    return Bound(asked, side, value, Evidence("solver", Status.PROVED_BY_SOLVER, method))


def formulas_of(asked: LeastSize, value: int) -> tuple[Formula, ...]:
    """The formulas one of which has a model exactly if so much of the resource is enough; mostly a single one.

    Raises
    ------
    ValueError
        If the question is not one that is written as a formula.
    """
    question, unit_class = asked.question, asked.unit_class_at(value)
    width = asked.sizes_at(value)[0]
    if unit_class.name == "SIGN" and question.is_pattern:
        return (sign_formula(question.rows, width + question.offset),)
    if unit_class.name == "GRID" and (question.is_pattern or question.task == "shared"):
        grid = GRIDS[unit_class.grid](unit_class.bits)
        return tuple(grid_formula(rows, grid, width, unit_class.gap) for rows in problems_of(question))
    if unit_class.name in ("FIXED", *HARD) and question.finite is not None and asked.scope is not None:
        return (fixed_formula(FixedTables(units_of(asked, value))),)
    raise ValueError(
        f"asked must be a pattern in class SIGN or GRID, shared heads in class GRID or a finite task in class FIXED "
        f"or one of hard weights, got {asked.words:.200}"
    )


def _upper(asked: LeastSize, value: int, number: int, answer: SolverAnswer) -> Bound:
    question, unit_class = asked.question, asked.unit_class_at(value)
    width = asked.sizes_at(value)[0]
    if unit_class.name == "SIGN":
        dimension = width + question.offset
        tables = integer_tables(question.rows, dimension, answer.values)
        if not tables:
            how = "z3 (QF_NRA) finds irrational tables; near them no integer tables were found"
            return on_z3s_word(asked, "upper", value, how)
        return by_tables(asked, value, "integer tables from a model of z3 (QF_NRA)", *tables, dimension)
    how = "tables found by z3 (QF_BV)"
    if unit_class.name == "GRID":
        grid = GRIDS[unit_class.grid](unit_class.bits)
        return tables_bound(asked, value, grid_tables(problems_of(question)[number], grid, width, answer.values), how)
    units = units_of(asked, value)
    return found_bound(asked, value, units, fixed_tables(FixedTables(units), answer.values), how)
