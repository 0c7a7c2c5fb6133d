"""The upper bound of a bracket: orders of the keys on the moment curve, then integer tables by numerical search."""

import time
from collections.abc import Callable
from functools import partial

from ..bounds.bound import Bound
from ..bounds.upper.tables import realised_upper
from ..solvers.sign_rank.worst_margin import COMPILED_FROM
from .board import Board
from .moment_curve import cheap_upper

FIRST_TURN = 0.25
LONGEST_TURN = 30.0
"""Seconds for one dimension at first, and at most."""

COMPILED_FROM_TURN = 2
"""The turn, from 0, from which on tables are sought in compiled loops alone."""

SECONDS_PER_CELL = 3e-5
"""More of them in a large pattern, so that the first turn holds one start."""


def push_upper(board: Board, *, cheap_first: bool = False) -> None:
    """Search tables at the lower bound and just below the upper bound, in turns that grow longer."""
    if cheap_first:
        cheap_upper(board, 2.0)
    first = FIRST_TURN + SECONDS_PER_CELL * len(board.question.rows) * board.question.columns
    in_turns(board, "tables", first, partial(_tables, board))


def _tables(board: Board, rank: int, *, seed: int, seconds: float) -> Bound | None:
    """A search that did not end soon goes on in compiled loops from its first start on."""
    first = 1 if seed - board.seed >= COMPILED_FROM_TURN else COMPILED_FROM
    return realised_upper(board.question, rank, seed=seed, restarts=None, seconds=seconds, compiled_from=first)


def in_turns(board: Board, what: str, first: float, attempt: Callable[..., Bound | None]) -> None:
    """Attempts at the targets until the board is over, in turns that grow longer.

    Parameters
    ----------
    board : Board
    what : what is looked for, in a word
    first : seconds for each target in the first turn
    attempt : called with a target, and ``seed`` and ``seconds`` as keywords
    """
    turn, seconds = 0, first
    while not board.over:
        for target in targets(board):
            if board.over:
                return
            if not board.lower <= target < board.upper:
                continue  # the ends have moved meanwhile
            board.say(f"upper bound: {what} for m = {target - board.step}")
            allowed = max(0.05, board.until(seconds) - time.monotonic())
            bound = attempt(target, seed=board.seed + turn, seconds=allowed)
            if bound is not None:
                board.post(bound)
        turn += 1
        seconds = min(2 * seconds, LONGEST_TURN)


def targets(board: Board) -> list[int]:
    """Sign-ranks to try: the middle of the bracket, just below its upper bound, and, if it is narrow, its lower bound.

    Just below the upper bound is easiest; at the lower bound success closes the bracket, but is hopeless while the gap
    is wide.
    """
    lowest, highest = max(board.lower, 1), board.upper - 1
    narrow = [lowest] if highest - lowest <= 2 else []
    targets = dict.fromkeys([(lowest + highest + 1) // 2, highest, *narrow])
    return [rank for rank in targets if rank >= 1]
