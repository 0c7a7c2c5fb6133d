"""The search over sizes, with deciders that know the answers."""

import re
from itertools import combinations, product

import pytest

from headcount import Answer
from headcount.bounds.bound import Bound, CrossedBoundsError, Evidence, Status
from headcount.questions import least_size, match2_question, qsa_question
from headcount.questions.question import MAX_CELLS
from headcount.search import few_subsets
from headcount.search.asked import Asked
from headcount.search.board import LocalBoard
from headcount.search.cell_search import CellDecider, DecidedCell, fall, rise
from headcount.search.few_subsets import require_few_subsets
from headcount.solvers.outcome import Verdict
from headcount.tasks import TaskError

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
            return DecidedCell(value, Verdict.OPEN, "never decided")
        return DecidedCell(value, Verdict.FEASIBLE if value in self.feasible else Verdict.INFEASIBLE, "it is known")

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


# ---- The size limit on shared out subsets: against a slow count, with a hint that is the largest size and can be had.


def refusal(N, q, heads=1):
    """What the refusal says; empty if the size is possible."""
    try:
        require_few_subsets(qsa_question(N, q), heads)
    except TaskError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("most", [0, 1, 6, 40, 500])
def test_against_the_words_written_out(most, monkeypatch):
    """Every subset with a head for each of its positions, once for every head."""
    monkeypatch.setattr(few_subsets, "MOST_DEMANDS", most)
    for N in range(1, 7):
        for q in range(1, N + 1):
            for heads in range(1, min(q, 3) + 1):
                subsets = list(combinations(range(N), q))
                words = [(s, shares) for s in subsets for shares in product(range(heads), repeat=q)]
                assert bool(refusal(N, q, heads)) == (len(words) * heads > most), (N, q, heads)


@pytest.mark.parametrize("heads", [1, 2, 3])
@pytest.mark.parametrize("q", [1, 2, 3, 4, 7, 12, 300])
def test_the_hint_is_the_largest_possible_size(q, heads):
    said = refusal(10**9, q, heads)
    named = re.search(r"N=(\d+) would be possible", said)
    if named is None:
        assert "try a smaller q" in said
        assert refusal(q, q, heads)
    else:
        N = int(named[1])
        assert not refusal(N, q, heads)
        assert refusal(N + 1, q, heads)


def test_what_cannot_be_written_out_is_refused_before_any_work():
    """5000 subsets are few, but each is a row of 5000 scores: 2000^2 = MAX_CELLS is the end."""
    assert MAX_CELLS == 2000**2
    assert "N=2000 would be possible" in refusal(5000, 1)
    assert not refusal(2000, 1)
    assert "N=200 would be possible" in refusal(201, 2)
    assert refusal(10**9, 10**9)


def test_nearly_all_positions_are_few_subsets():
    """C(300, 299) = 300, however large q is."""
    assert not refusal(300, 299)
    assert refusal(300, 280)
