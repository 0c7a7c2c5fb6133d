"""Tuples of order s with sum 0 mod M for ``probe``: the least width of an order-s head, SIGN or GRID."""

from __future__ import annotations

from functools import partial
from itertools import count

from ..bounds.bound import Bound
from ..bounds.unit_classes.tensor_dimension import (
    ScaleError,
    flattening_bounds,
    grid_upper,
    searched_upper,
    shifted_cosines_upper,
)
from ..questions.question import MAX_CELLS
from ..questions.unit_class import SIGN
from ..tasks import TaskError
from .asked import Asked
from .board import NO_UPPER, Board
from .class_bounds import least_bound
from .plan import Plan, racing

FIRST_TURN = 1.0
"""Seconds of the first search for tables; each turn is twice as long."""

WIDER = 8
"""Widths above the lower bound that are tried where no upper bound is known."""


def tensors_plan(asked: Asked) -> Plan:
    """The first bounds, and the searches that move them.

    Raises
    ------
    TaskError
        If there are too many tuples to be compared.
    """
    sizes = dict(asked.question.parameters)
    order, M = sizes["order"], sizes["M"]
    if M * (M + 1) ** (order - 1) > MAX_CELLS:
        possible = next(m for m in range(M, -1, -1) if m * (m + 1) ** (order - 1) <= MAX_CELLS)
        raise TaskError(
            f"M={M} at order {order} has more than the {MAX_CELLS} tuples that are compared; try M={possible}"
        )
    return racing(least_bound(asked), None, partial(flattenings, asked=asked), partial(tables, asked=asked))


def flattenings(board: Board, asked: Asked) -> None:
    """The sign-ranks of the flattenings to the query and to a key."""
    sizes = dict(asked.question.parameters)
    for part in (0, 1) if sizes["order"] > 2 else (0,):
        board.say(f"flattening to {'a key' if part else 'the query'}")
        for bound in flattening_bounds(sizes["order"], sizes["M"], part, str(asked.unit_class)):
            board.post(bound)


def tables(board: Board, asked: Asked) -> None:
    """Shifted cosines (SIGN), then searches at every width from the lower bound, in turns that grow longer."""
    sizes = dict(asked.question.parameters)
    if asked.unit_class == SIGN:
        board.say("shifted cosines")
        try:
            board.post(shifted_cosines_upper(sizes["order"], sizes["M"]))
        except ScaleError as error:
            board.note(str(error))
    if sizes["order"] != 3:
        board.note("tables are searched at order 3 only")
        return
    seconds = FIRST_TURN
    for turn in count():
        top = board.lower + WIDER if board.upper == NO_UPPER else board.upper
        for width in range(max(1, board.lower), top):
            if board.over:
                return
            if not board.lower <= width < board.upper:
                continue
            board.say(f"tables of width {width}")
            found = _searched(asked, sizes["M"], width, board.seed + turn, seconds)
            if isinstance(found, Bound):
                board.post(found)
        seconds *= 2


def _searched(asked: Asked, M: int, width: int, seed: int, seconds: float) -> object:
    of = asked.unit_class
    if of == SIGN:
        return searched_upper(M, width, seed=seed, starts=float("inf"), seconds=seconds)
    return grid_upper(M, width, of.bits, of.grid, gap=of.gap, seed=seed, starts=float("inf"), seconds=seconds)
