"""The convex engine: the best margin of unit vectors; its projections for upper bounds, its dual for lower bounds."""

from __future__ import annotations

import numpy as np

from ..bounds.bound import Bound
from ..bounds.lower.grid import margin_lower
from ..bounds.margin import MarginError, margin, margin_of_rows, projected_dimension
from ..bounds.upper.tables import projected_upper, rounded_upper
from ..solvers.gram_program import SolverFailedError
from .asked import Asked
from .board import Board
from .cell_search import fall
from .finder_cells import FinderCells
from .upper_bounds import targets


def margins_of_signs(board: Board) -> None:
    """Class SIGN: solve for the best margin, then project it to smaller and smaller widths."""
    question = board.question
    board.say("the best margin of unit vectors")
    try:
        found = margin(question)
    except (MarginError, SolverFailedError) as error:
        board.note(f"the margin was not solved for: {error}")
        return
    between = f"{float(found.lower):.6f} and {float(found.upper):.6f}"
    board.note(f"the best margin of unit vectors, at any width, lies between {between} (rounded) [PROVED]")
    if not question.pattern.has_zeros and found.lower > 0:
        board.note(
            f"a margin of {float(found.lower):.6f} alone gives "
            f"m <= {projected_dimension(found)} in class SIGN [PROVED], by projection"
        )
    rng = np.random.default_rng(board.seed)
    while not board.over:
        ranks = [rank for rank in targets(board) if rank > board.step]
        if not ranks:
            return  # a projection to width 0 says nothing
        for rank in ranks:
            if board.over or not board.lower <= rank < board.upper:
                continue  # the bounds have moved meanwhile
            board.say(f"projections to m = {rank - board.step}")
            bound = projected_upper(found, rank - board.step, rng, board.until(5.0))
            if bound is not None:
                board.post(bound)


def margins_of_grids(board: Board, asked: Asked) -> None:
    """Class GRID: dual weights for the lower bound, then rounded projections of the keys."""
    board.say("weights on the scores")
    board.post_any(margin_lower(asked.stated))
    try:
        fall(board, RoundedCells(asked, board.seed))
    except (MarginError, SolverFailedError) as error:
        board.note(f"no keys were rounded: {error}")


class RoundedCells(FinderCells):
    """Keys of best margin, projected at random and rounded to the grid, for one value of m or p."""

    def __init__(self, asked: Asked, seed: int) -> None:
        super().__init__(asked)
        self.rng = np.random.default_rng(seed)
        self.solution = margin_of_rows(asked.question)

    def found(self, value: int, deadline: float) -> Bound | None:
        return rounded_upper(self.asked.stated, value, self.solution, self.rng, deadline)
