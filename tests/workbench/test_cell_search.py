"""The search over sizes, with deciders that know the answers."""

import pytest

from headcount import Answer
from headcount.bounds.bound import Bound, CrossedBoundsError, Evidence, Status
from headcount.questions import least_size, match2_question
from headcount.solvers.outcome import Feasibility
from headcount.workbench.search.asked import Asked
from headcount.workbench.search.board import LocalBoard
from headcount.workbench.search.cell_search import CellDecider, DecidedCell, fall, rise

ASKED = Asked(least_size(match2_question(5), "m", "GRID(1, midrise, gap 1)"))


def known_bound(side, value):
    return Bound(ASKED.stated, side, value, Evidence("known", Status.CERTIFIED, "it is known"))


class Known(CellDecider):
    """A decider that knows the answers; ``open_at`` are cells that it never decides."""

    def __init__(self, feasible, *, monotone=True, open_at=(), most=12):
        self.asked = ASKED
        self.feasible, self.monotone, self.open_at = set(feasible), monotone, set(open_at)
        self.least, self.most = 0, most
        self.tried = []

    def decide(self, value, seconds):
        self.tried.append(value)
        assert value <= self.most
        if value in self.open_at:
            return DecidedCell(value, Feasibility.OPEN, "never decided")
        return DecidedCell(
            value, Feasibility.FEASIBLE if value in self.feasible else Feasibility.INFEASIBLE, "it is known"
        )

    def upper_bound(self, cell):
        return known_bound("upper", cell.value)

    def lower_bound(self, refuted, value):
        assert not self.monotone or value - 1 in refuted
        assert self.monotone or set(range(value)) <= set(refuted)
        return known_bound("lower", value)


def board_for(decider, upper=None):
    first = known_bound("lower", 0)
    last = None if upper is None else known_bound("upper", upper)
    return LocalBoard(decider.asked, 0, float("inf"), (first, last))


@pytest.mark.parametrize("engine", [rise, fall])
@pytest.mark.parametrize("threshold", range(7))
@pytest.mark.parametrize("upper", [None, 9])
def test_monotone_thresholds_are_found(engine, threshold, upper):
    decider = Known(range(threshold, 13))
    board = board_for(decider, upper)
    engine(board, decider)
    bracket = board.answer()
    if engine is rise or (upper is not None):
        assert (bracket.lower.value, bracket.upper.value) == (threshold, threshold)
    else:  # without an upper bound, falling looks above the lower bound only
        assert bracket.lower.value <= threshold <= bracket.upper.value
    assert len(decider.tried) == len(set(decider.tried))


@pytest.mark.parametrize("engine", [rise, fall])
@pytest.mark.parametrize("feasible", [(1, 4), (3,), (0, 5), (2, 3, 9), ()])
def test_values_that_are_not_monotone(engine, feasible):
    """A refuted value settles nothing below it, and a unit nothing above it."""
    decider = Known(feasible, monotone=False)
    board = board_for(decider)
    engine(board, decider)
    bracket = board.answer()
    if engine is rise:
        assert bracket.lower.value == min(feasible, default=decider.most + 1)
        assert bracket.closed == bool(feasible)
        if not feasible:
            assert any("too large" in note for note in bracket.notes)
    elif bracket.upper is not None:
        assert bracket.upper.value in feasible
        assert bracket.lower.value <= min(feasible)


def test_an_open_cell_leaves_the_bracket_open():
    decider = Known(range(3, 13), open_at={2, 3})
    board = board_for(decider, 6)
    rise(board, decider)
    bracket = board.answer()
    assert (bracket.lower.value, bracket.upper.value, bracket.closed) == (2, 4, False)
    assert any("never decided" in note for note in bracket.notes)
    decider = Known((1, 3), monotone=False, open_at={0})
    board = board_for(decider)
    rise(board, decider)
    assert (board.answer().lower.value, board.answer().upper.value) == (0, 1)


def test_ends_that_cross_are_an_error():
    low, high = (known_bound(side, v) for side, v in (("lower", 4), ("upper", 3)))
    with pytest.raises(CrossedBoundsError):
        Answer(ASKED, low, high)
