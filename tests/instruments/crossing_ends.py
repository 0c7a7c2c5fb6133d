"""The greatest lower bound and the least upper bound that the checker accepts, which must not cross."""

from fractions import Fraction

import drafted
from headcount.questions.grid import GRIDS
from headcount.questions.least_size import LeastSize
from headcount.questions.question import Question
from headcount.solvers.units.grid_case_search import search_cases
from headcount.solvers.units.key_cases import CasesClosed
from headcount.solvers.units.rows_of_heads import lists_of_rows

MOST = {"m": 8, "H": 8, "p": 6}
"""Largest values tried; a tree of cases for seven bits, where it does not fit, takes half a minute to be refused."""
GRID_CLASSES = [(p, grid, gap) for p in (1, 2) for grid in GRIDS for gap in (1, 2)]
GRID_CLASSES += [(p, grid, Fraction(1, 2)) for p in (1, 2) for grid in reversed(GRIDS)]


def accepted(quantity: LeastSize, side: str, value: int, evidence) -> bool:
    return drafted.accepts(quantity.question.to_json(), drafted.of_quantity(quantity, side, value, evidence))


def greatest(quantity: LeastSize, evidence) -> int:
    """The greatest lower value that is accepted with any of the evidence."""
    best = quantity.least
    assert accepted(quantity, "lower", best, {"kind": "trivial"}), quantity
    for found in evidence:
        while best < MOST[quantity.resource] and accepted(quantity, "lower", best + 1, found):
            best += 1
    return best


def least(quantity: LeastSize, evidence) -> int | None:
    """The least upper value that is accepted; evidence is a list, or a function of the value."""
    for value in range(quantity.least, MOST[quantity.resource] + 1):
        if any(
            accepted(quantity, "upper", value, found) for found in (evidence(value) if callable(evidence) else evidence)
        ):
            return value
    return None


def crossing(quantity: LeastSize, lower, upper) -> tuple[int, int | None]:
    low, high = greatest(quantity, lower), least(quantity, upper)
    assert high is None or low <= high, f"{quantity.words}: {low} <= {quantity.resource} <= {high}"
    return low, high


def keys_by_cases(question: Question, p: int, grid: str, gap: int | Fraction, width: int):
    """Evidence of kind ``grid-cases`` that a size is refuted, or None."""
    trees = []
    for rows in lists_of_rows(question, question.columns):
        outcome = search_cases(rows, grid, p, width, gap, limit=20_000)
        if not isinstance(outcome, CasesClosed):
            return None
        trees.append(outcome.tree)
    return {"kind": "grid-cases", "trees": trees}
