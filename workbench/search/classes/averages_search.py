"""Averages with an error for ``probe``: one head of real softmax (class SOFTMAX) or of fixed-point weights (FIXED)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from ....bounds.averages import (
    asked_of_scores,
    averages_lower,
    centre_lower,
    centre_upper,
    saturated_upper,
    symmetric_lower,
)
from ....bounds.bound import Bound, End
from ....bounds.constructions.averaging.width_and_bits import widths_and_bits
from ....bounds.unit_classes.averaging_heads import (
    decide_averaging_head,
    known_average,
    too_large_to_anneal,
    too_large_to_search,
)
from ....questions import LeastSize
from ..board import Board
from ..lower_end import raise_lower
from ..race import Engine
from .cell_search import CellDecider, DecidedCell, fall, rise
from .class_bounds import least_end
from .grid_search import MAX_WIDTH
from .unit_asked import UnitAsked

MAX_BITS = 64
"""Most bits that are searched."""


class AveragingCells(CellDecider):
    """``decide_averaging_head`` for one value of m or p."""

    def __init__(self, asked: UnitAsked) -> None:
        self.asked = asked
        self.least = 0 if asked.resource == "m" else 1
        self.most = MAX_WIDTH if asked.resource == "m" else MAX_BITS
        self.monotone = True  # in p too, for what refutes: it refutes the scores at p and below

    def decide(self, value: int, seconds: float) -> DecidedCell:
        """Decide one cell."""
        answer = decide_averaging_head(self.asked.stated, value, seconds)
        return DecidedCell(value, answer.status, answer.method, answer.bound)

    def upper_end(self, cell: DecidedCell) -> End:
        """resource <= the value of the cell."""
        assert cell.bound is not None
        return cell.bound

    def lower_end(self, refuted: Mapping[int, DecidedCell], value: int) -> End:
        """resource >= value."""
        bound = refuted[value - 1].bound
        assert bound is not None
        return bound


def averages_search(asked: UnitAsked) -> tuple[End, End | None, tuple[Engine, ...]]:
    """The first ends, and the searches that move them."""
    stated = asked.stated
    lower = symmetric_lower(stated) or least_end(asked)
    if asked.unit_class.name == "SOFTMAX":
        engines = (partial(_raise_by_scores, asked=stated),)
        return _most(centre_lower(stated), lower), _least(centre_upper(stated), saturated_upper(stated)), engines
    decider = AveragingCells(asked)
    known = known_average(stated, decider.most)
    if too_large_to_search(stated):
        return lower, known, (partial(_say_why_not, asked=stated),)
    return lower, known, (partial(_rise, decider=decider), partial(fall, decider=decider))


def _rise(board: Board, decider: AveragingCells) -> None:
    stated = decider.asked.stated
    value = max(board.lower - board.question.offset, decider.least)
    large = too_large_to_anneal(stated, value)
    if large:
        board.note(f"{stated.resource} = {value}: {large}")
    rise(board, decider)


def _say_why_not(board: Board, asked: LeastSize) -> None:
    """Too many subsets: what is known of larger tables than the checker is given."""
    board.note(f"{too_large_to_search(asked)}; only symmetric arguments and constructions were tried")
    sizes, unit_class = dict(asked.question.parameters), asked.unit_class
    if unit_class.grid != "twos" or sizes["q"] == sizes["N"]:
        return
    known = widths_and_bits(sizes["N"], sizes["q"], asked.error, rounded=False)
    if asked.resource == "m":
        fitting = [size for size in known if size.p <= unit_class.bits and size.status == "proved"]
    else:
        fitting = [size for size in known if size.m <= (asked.m or 0) and size.status == "proved"]
    if fitting:
        least = min(fitting, key=lambda size: size.m if asked.resource == "m" else size.p)
        board.note(f"a construction has {least}; its tables are too large for the checker")


def _most(first: Bound | None, other: Bound | End) -> Bound | End:
    return first if first is not None and first.value > other.value else other


def _least(*bounds: Bound | None) -> Bound | None:
    return min((bound for bound in bounds if bound is not None), key=lambda bound: bound.value, default=None)


def _raise_by_scores(board: Board, asked: LeastSize) -> None:
    """Real softmax: what the error asks of the scores, by the engines for sign patterns."""
    scores, q = asked_of_scores(asked)[0], dict(asked.question.parameters)["q"]
    if asked.error * q >= 1:
        board.note(
            f"for an error of 1/q = 1/{q} or more weights off the subset may exceed those on it: of lower bounds only "
            "groups of keys that cross were tried"
        )
    elif scores.question.can_be_written_out:
        raise_lower(_BoardOfScores(board, asked, scores), cheap_first=True)
    else:
        board.note("the pattern of the scores is too large to be written out, so only symmetric arguments were tried")


class _BoardOfScores(Board):
    """A board for the question about scores, whose lower bounds are lower bounds of the averages."""

    def __init__(self, board: Board, asked: LeastSize, scores: LeastSize) -> None:
        super().__init__(scores.question, board.seed, board.deadline)
        self._board, self._asked = board, asked
        self._offset = scores.question.offset - board.question.offset

    @property
    def lower(self) -> int:
        return self._board.lower + self._offset

    @property
    def upper(self) -> int:
        return self._board.upper + self._offset

    @property
    def told_lower(self) -> int:
        return self.lower

    def post(self, bound: End) -> None:
        if bound.side == "lower" and isinstance(bound, Bound) and bound.value + self.question.offset > self.lower:
            self._board.post(averages_lower(self._asked, bound))

    def say(self, text: str) -> None:
        self._board.say(text)

    def note(self, text: str) -> None:
        self._board.note(text)
