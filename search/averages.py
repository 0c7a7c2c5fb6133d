"""Averages with an error for ``probe``: one head of real softmax (class SOFTMAX) or of fixed-point weights (FIXED)."""

from __future__ import annotations

from functools import partial

from ..bounds.averages import (
    asked_of_scores,
    averages_lower,
    centre_lower,
    centre_upper,
    no_bits_lower,
    saturated_upper,
    symmetric_lower,
)
from ..bounds.bound import Bound
from ..bounds.constructions.averaging.width_and_bits import widths_and_bits
from ..bounds.unit_classes.averaging_heads import (
    decide_averaging_head,
    known_average,
    too_large_to_anneal,
    too_large_to_search,
)
from ..questions import LeastSize
from .asked import Asked
from .board import Board, LocalBoard, Related
from .cell_search import CellDecider, DecidedCell, fall, rise
from .class_bounds import greatest, least_bound
from .grid import MAX_WIDTH
from .lower_bounds import raise_lower
from .plan import Plan, racing

MAX_BITS = 64
"""Most bits that are searched."""


class AveragingCells(CellDecider):
    """``decide_averaging_head`` for one value of m or p."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked)
        self.most = MAX_WIDTH if asked.resource == "m" else MAX_BITS
        self.monotone = True  # in p too, for what refutes: it refutes the scores at p and below

    def decide(self, value: int, seconds: float) -> DecidedCell:
        """Decide one cell."""
        answer = decide_averaging_head(self.asked.stated, value, seconds)
        return DecidedCell(value, answer.status, answer.method, answer.bound)


def averages_plan(asked: Asked) -> Plan:
    """That no number of bits will do; or the first bounds, and the searches that move them."""
    stated = asked.stated
    if (none := no_bits_lower(stated)) is not None:
        return Plan(none)
    lower = symmetric_lower(stated) or least_bound(asked)
    if asked.unit_class.name == "SOFTMAX":
        uppers = [bound for bound in (centre_upper(stated), saturated_upper(stated)) if bound is not None]
        upper = min(uppers, key=lambda bound: bound.value, default=None)
        return racing(greatest(lower, centre_lower(stated)), upper, partial(_raise_by_scores, asked=stated))
    decider = AveragingCells(asked)
    known = known_average(stated, decider.most)
    if too_large_to_search(stated):
        return Plan(lower, known, (_say_why_not,))
    return racing(lower, known, partial(_rise, decider=decider), partial(fall, decider=decider))


def _rise(board: Board, decider: AveragingCells) -> None:
    stated = decider.asked.stated
    value = max(board.lower, decider.least)
    large = too_large_to_anneal(stated, value)
    if large:
        board.note(f"{stated.resource} = {value}: {large}")
    rise(board, decider)


def _say_why_not(board: LocalBoard) -> None:
    """Too many subsets: what is known of larger tables than the checker is given."""
    asked = board.asked.stated
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


def _raise_by_scores(board: Board, asked: LeastSize) -> None:
    """Real softmax: what the error asks of the scores, by the engines for sign patterns."""
    scores, q = asked_of_scores(asked)[0], dict(asked.question.parameters)["q"]
    if asked.error * q >= 1:
        board.note(
            f"for an error of 1/q = 1/{q} or more weights off the subset may exceed those on it: of lower bounds only "
            "groups of keys that cross were tried"
        )
    elif scores.question.can_be_written_out:
        step = scores.question.offset
        ranks = Related(board, scores.question, step, lambda bound: _lifted(asked, bound))
        raise_lower(ranks, cheap_first=True)
    else:
        board.note("the pattern of the scores is too large to be written out, so only symmetric arguments were tried")


def _lifted(asked: LeastSize, bound: Bound) -> Bound | None:
    return averages_lower(asked, bound) if bound.side == "lower" else None
