"""The least width of one small pattern after the other, in this process: no clock decides what is found.

The cheap bounds come first: independent columns, a few starts of the search for tables. Where they do not meet, cycles
and oriented matroids are tried, and more starts. A bracket depends on the question alone.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import partial

from ..bounds.bound import Bound
from ..bounds.lower.other_scores import OnASphere
from ..bounds.upper.moment_curve import moment_curve_upper
from ..bounds.upper.scored_points import circle_upper, inner_products_upper, points_upper
from ..bounds.upper.tables import realised_upper
from ..questions import Question, least_size
from ..questions.scored import Scored
from ..search.asked import Asked
from ..search.board import Board, LocalBoard, in_ranks
from ..search.independent_vectors import cheap_lower
from ..search.lower_bounds import cycles_lower, raise_lower
from ..search.scored import bounds_by_inner_products, first_bounds, sphere_board
from ..search.signs import first_bounds as first_bounds_of_signs

STARTS = (2, 20, 200)
"""Starts of the search for tables, round by round."""

PATIENCE = 1000.0
"""Seconds after which a search is stopped. None takes so long: the patterns are small."""

Step = Callable[[Board], None]


def least_width(question: Question) -> tuple[Bound, Bound]:
    """Both bounds of the least m of a small pattern without a name, class SIGN.

    Examples
    --------
    >>> from ..questions import SignPattern, pattern_question
    >>> [bound.value for bound in least_width(pattern_question(SignPattern(("0--", "-0-"), null=False)))]
    [1, 1]
    """
    board = _board(question, first_bounds_of_signs(Asked(least_size(question))))
    return _settled(board, in_ranks(board), _of_pattern())


def least_scored_width(
    question: Scored, inner: tuple[Bound, Bound], with_null: Bound | None = None
) -> tuple[Bound, Bound]:
    """The same by cosine or by distance, from the bounds by inner products; ``with_null``: upper, at threshold 0.

    >>> from ..questions import SignPattern, pattern_question, scored_question
    >>> halves = pattern_question(SignPattern(("++--", "+-+-"), null=False))
    >>> [bound.value for bound in least_scored_width(scored_question(halves, "euclidean"), least_width(halves))]
    [1, 1]
    """
    board = _board(question, first_bounds(question))
    board.post_any(*bounds_by_inner_products(question, *inner))
    board.post_any(None if with_null is None else inner_products_upper(question, with_null))
    return _settled(board, board, _of_scored(question))


def _board(question: Question, first: tuple[Bound, Bound]) -> LocalBoard:
    return LocalBoard(Asked(least_size(question)), 0, time.monotonic() + PATIENCE, first)


def _settled(board: LocalBoard, seen: Board, steps: Iterator[Step]) -> tuple[Bound, Bound]:
    for step in steps:
        if board.over:
            break
        step(seen)
    assert board.upper_bound is not None  # a simplex is one of the first bounds
    return board.lower_bound, board.upper_bound


def _of_pattern() -> Iterator[Step]:
    """Steps for a pattern, which see its board in sign-ranks."""
    yield partial(cheap_lower, seconds=PATIENCE, whose=("columns",))
    yield lambda board: board.post(moment_curve_upper(board.question, deadline=-math.inf, enough=board.lower))
    yield partial(_tables, starts=STARTS[0])
    yield partial(cheap_lower, seconds=PATIENCE, whose=("rows",))
    yield cycles_lower
    yield raise_lower
    for starts in STARTS[1:]:
        yield partial(_tables, starts=starts)
        yield raise_lower


def _tables(board: Board, starts: int) -> None:
    """Tables at every rank below the upper bound, from the lower one on; the first that are found are the best."""
    for rank in range(max(1, board.lower), board.upper):
        bound = realised_upper(board.question, rank, restarts=starts)
        if bound is not None:
            board.post(bound)
            return


def _of_scored(question: Scored) -> Iterator[Step]:
    """Steps for a pattern by another score."""

    def lower(step: Step) -> Step:
        return lambda board: step(sphere_board(board, OnASphere(question)))

    yield lambda board: board.post_any(circle_upper(question, deadline=-math.inf, enough=board.lower))
    yield lower(partial(cheap_lower, seconds=PATIENCE))
    yield lower(cycles_lower)
    for starts in STARTS:
        yield partial(_points, question, starts=starts)
        yield lower(raise_lower)


def _points(question: Scored, board: Board, starts: int) -> None:
    """Points at every width below the upper bound; other searches with every other seed."""
    for width in range(max(1, board.lower), board.upper):
        for seed in (0, 1):
            bound = points_upper(question, width, seed=seed, restarts=starts)
            if bound is not None:
                board.post(bound)
                return
