"""The upper bound that takes no process: orders of the keys on the moment curve."""

from ..bounds.upper.moment_curve import moment_curve_upper
from .board import Board


def cheap_upper(board: Board, seconds: float) -> None:
    """The moment curve with a good order of the columns."""
    if board.closed:
        return
    board.say("upper bound: orders of the keys on the moment curve")
    for allowed in (0.0, seconds):  # the columns as they stand first: tasks tend to come in a good order
        if not board.closed:
            deadline = board.until(allowed)
            board.post(moment_curve_upper(board.question, seed=board.seed, deadline=deadline, enough=board.lower))
