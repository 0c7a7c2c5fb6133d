"""Class THRESH for ``probe``: the least number of heads of real softmax units with a threshold read-out."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import count

from ..bounds.unit_classes.threshold_heads import (
    OneHotDegree,
    ThresholdQuestionError,
    cut_rank_heads,
    one_hot_degree,
    searched_heads,
    symmetric_heads,
)
from ..solvers.units.softmax_search import NoHeadsFound
from ..solvers.units.threshold_degree import TooManyEntriesError
from ..tasks import TaskError
from .asked import Asked
from .board import NO_UPPER, Board
from .class_bounds import least_bound
from .plan import Plan, racing

MOST_CUTS = 200
"""Cuts of the other positions that are tried."""

FIRST_TURN = 2.0
"""Seconds of the first search for heads; each turn is twice as long."""


def thresholds_plan(asked: Asked) -> Plan:
    """The first bounds, and the searches that move them.

    Raises
    ------
    TaskError
        If an answer at the position is neither 0 nor 1.
    """
    finite = asked.question.finite
    assert finite is not None  # class THRESH is asked about computations only
    for tokens, answers in finite.pairs():
        if answers[asked.position] not in (0, 1, None):  # None: not asked for
            raise TaskError(
                f"class thresh needs answers 0 or 1, got {answers[asked.position]} at position {asked.position} of "
                f"{tokens}; try ‹unit_class=fixed› ‹read_out=any›"
            )
    return racing(least_bound(asked), None, partial(degrees_and_cuts, asked=asked), partial(heads, asked=asked))


def degrees_and_cuts(board: Board, asked: Asked) -> None:
    """The threshold degree for every token at the output position, then the sign-rank of cuts."""
    finite = asked.question.finite
    assert finite is not None
    tokens = sorted({word[asked.position] for word, _ in finite.pairs()})
    for token in tokens:
        board.say(f"threshold degree, token {token}")
        try:
            found = one_hot_degree(asked.question, asked.position, token)
        except TooManyEntriesError as error:
            board.note(f"threshold degree: {error}")
            break
        if isinstance(found, OneHotDegree) and found.heads is not None:
            board.post(found.heads)
        if board.over:
            return
    others = [j for j in range(finite.length) if j != asked.position]
    tried = 0
    for size in range(len(others) // 2, 0, -1):
        for start in range(len(others) - size + 1):  # intervals: Alice's positions come in a block in most tasks
            for token in tokens:
                tried += 1
                if board.over or tried > MOST_CUTS:
                    return
                board.say(f"cut of {size} positions")
                try:
                    end = cut_rank_heads(asked.question, asked.position, tuple(others[start : start + size]), token)
                except ThresholdQuestionError:
                    continue
                board.post(end)


def heads(board: Board, asked: Asked) -> None:
    """Units: that of symmetric functions, then searches from the lower bound upwards, in turns that grow longer."""
    finite = asked.question.finite
    assert finite is not None
    if asked.position == finite.length - 1:
        with suppress(ThresholdQuestionError):  # raised if it is not symmetric
            board.post(symmetric_heads(asked.question))
    seconds = FIRST_TURN
    for turn in count():
        for number in range(max(1, board.lower), min(board.upper, max(1, board.lower) + 4)):
            if board.over:
                return
            if not board.lower <= number < board.upper:
                continue
            board.say(f"softmax heads, H = {number}")
            found = searched_heads(
                asked.question, asked.position, number, seed=board.seed + turn, starts=float("inf"), seconds=seconds
            )
            if not isinstance(found, NoHeadsFound):
                board.post(found)
        if board.upper != NO_UPPER and board.lower >= board.upper:
            return
        seconds *= 2
