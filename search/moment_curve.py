"""The upper bound that takes no process: orders of the keys on the moment curve."""

from ..bounds.upper.moment_curve import moment_curve_upper
from .board import Board


def cheap_upper(board: Board, seconds: float) -> None:
    """The moment curve with a good order of the columns; in 0 s as they stand, since tasks come in a good order."""
    if board.closed:
        return
    board.say("upper bound: orders of the keys on the moment curve")
    for allowed in dict.fromkeys((0.0, seconds)):
        if not board.closed:
            deadline = board.until(allowed)
            board.post(moment_curve_upper(board.question, seed=board.seed, deadline=deadline, enough=board.lower))
