"""The lower bound that takes no process: columns, or rows, that are independent in every realisation."""

import time

from ..bounds.lower.independent_vectors import independent_vectors_lower
from .board import Board

VECTORS = ("columns", "rows")


def cheap_lower(board: Board, seconds: float, whose: tuple[str, ...] = VECTORS, *, most: int | None = None) -> None:
    """Independent columns or rows (at most so many), looked for during at most about so many seconds."""
    deadline = board.until(seconds)
    for vectors in whose:
        if board.closed or time.monotonic() > deadline:
            return
        board.say(f"lower bound: independent {vectors}")
        bound = independent_vectors_lower(
            board.question,
            vectors=vectors,
            seed=board.seed,
            deadline=deadline,
            proof_deadline=board.deadline,
            enough=board.upper if most is None else min(most, board.upper),
        )
        if bound is not None:
            board.post(bound)
