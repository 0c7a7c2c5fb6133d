"""The convex engine: margins of unit vectors, their projections and duals; tables of a grid by linear programs."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from math import isqrt

import numpy as np

from ..bounds.bound import Bound
from ..bounds.lower.grid import margin_lower
from ..bounds.margin import MarginError, margin, projected_dimension
from ..bounds.upper.box_tables import box_upper
from ..bounds.upper.tables import projected_upper
from ..solvers.gram_program import SolverFailedError
from ..solvers.units.box_programs import BoxSearch
from ..solvers.units.grid_annealing import MAX_POINTS
from .asked import Asked
from .board import NO_UPPER, Board, Engine, LocalBoard
from .coordinate_per_key import own_coordinates_upper
from .grid import sign_rank_lower
from .independent_vectors import cheap_lower
from .plan import Engines

SHARE, FIRST_TURN = 8, 5.0
"""The first turn of a value is at most the budget divided by this, and at most so many seconds."""

RANK_SECONDS = 0.5
"""Seconds for the independent vectors from which the search starts."""


def margins_of_signs(board: Board) -> None:
    """Class SIGN: solve for the best margin, then project it to smaller and smaller widths."""
    question = board.question
    cheap_lower(board, RANK_SECONDS, ("columns",))
    board.say("the best margin of unit vectors")
    try:
        found = margin(question)
    except (MarginError, SolverFailedError) as error:
        board.note(f"the margin was not solved for, so there is no projection: {error}")
        return
    between = f"{float(found.lower):.6f} and {float(found.upper):.6f}"
    board.note(f"the best margin of unit vectors, at any width, lies between {between} (rounded) [PROVED]")
    if not question.pattern.has_zeros and found.lower > 0:
        board.note(
            f"a margin of {float(found.lower):.6f} alone gives "
            f"m <= {projected_dimension(found)} in class SIGN [PROVED], by projection"
        )
    rng = np.random.default_rng(board.seed)

    def attempt(rank: int, deadline: float) -> Bound | None:
        board.say(f"projections to m = {rank - board.step}")
        return projected_upper(found, rank - board.step, rng, deadline)

    in_halves(board, "projection was made exact in", board.step + 1, question.columns, attempt)


def first_of_grids(board: LocalBoard) -> None:
    """Class GRID: what takes no search comes first, whatever the budget: independent columns, and a simplex."""
    asked = board.asked
    if not asked.question.can_be_written_out:
        board.note(f"{asked.question.words} is too large to be written out, so there is no table")
    elif asked.resource == "m":
        board.post_any(own_coordinates_upper(asked), sign_rank_lower(asked))


def boxes_and_weights(board: LocalBoard) -> Engines:
    """The two searches of class GRID; to load cvxpy for them is not counted as time of the search."""
    began, asked = time.monotonic(), board.asked
    weights: Engine = partial(weights_of_grids, asked=asked)
    if board.over or not asked.question.can_be_written_out:
        return Engines((weights,))
    import_module("cvxpy")
    seconds = time.monotonic() - began
    if seconds > 0.1:
        board.note(f"loading cvxpy took {seconds:.1f} s, which the budget does not count")
    board.deadline += seconds
    return Engines((partial(boxes_of_grids, asked=asked), weights))


def weights_of_grids(board: Board, asked: Asked) -> None:
    """Class GRID: dual weights for the lower bound."""
    board.say("weights on the scores")
    board.post_any(margin_lower(asked.stated))


def boxes_of_grids(board: Board, asked: Asked) -> None:
    """Class GRID: linear programs in the box, solved in turn."""
    rng, search, stated = np.random.default_rng(board.seed), BoxSearch(), asked.stated

    def attempt(value: int, deadline: float) -> Bound | None:
        board.say(f"linear programs for {asked.resource} = {value}")
        return box_upper(stated, value, search, rng, deadline)

    in_halves(board, "table by linear programs fits", 1, _most(asked), attempt)


MOST = {"m": 64, "p": 16}
"""Largest width, and most bits, that are tried."""


def _most(asked: Asked) -> int:
    """With ties all queries of the lattice are tried, which must not be too many."""
    if not asked.question.pattern.has_zeros:
        return MOST[asked.resource]
    held = asked.unit_class.bits if asked.resource == "m" else asked.least.m
    return (MAX_POINTS.bit_length() - 1) // max(1, held or 0)


def in_halves(board: Board, what: str, least: int, most: int, attempt: Callable[[int, float], Bound | None]) -> None:
    """Values between the bounds, each for a while, halving from the lower bound on; then again, for twice as long.

    Parameters
    ----------
    board : Board
    what : what there is none of where all attempts have failed
    least, most : the smallest and the largest value that can be attempted
    attempt : called with a value and a deadline again and again; None if it led to nothing
    """
    seconds, failed = min(FIRST_TURN, board.left / SHARE), 0
    while not board.over:
        low, high = max(board.lower, least, failed + 1), min(board.upper, most + 1)
        if low >= high:
            if max(board.lower, least) >= high:
                return
            where = "" if board.upper == NO_UPPER else f" below {board.upper - board.step}"
            board.note(f"no {what} a size of {max(board.lower, least) - board.step} or more{where} in the first turns")
            failed, seconds = 0, 2 * seconds
            continue
        value = max(low, min(high - 1, isqrt(low * high)))
        until = board.until(seconds)
        bound = None
        while bound is None and time.monotonic() < until and board.upper > value:
            bound = attempt(value, until)
        if bound is None:
            failed = value
        else:
            board.post(bound)
