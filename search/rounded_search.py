"""Tables of p-bit integers for patterns over ``+ - *``: real ones with a wide gap, rounded and repaired."""

from __future__ import annotations

from functools import partial

import numpy as np

from ..bounds.bound import Bound, as_for_real_units
from ..bounds.lower.grid import counting_lower
from ..bounds.patterns import pattern_array
from ..bounds.upper.grid_tables import Tables, rounded_grid_upper
from ..bounds.upper.unit_tables import unit_tables
from ..bounds.upper.wide_margins import MAX_FITTED, items_of_order
from ..questions import LeastSize, least_size
from ..solvers.sign_rank.widest_queries import widest_queries
from ..solvers.units.key_cases import MAX_POINTS
from .asked import Asked
from .board import Board, Engine, LocalBoard
from .cell_search import CellDecider, rise
from .class_bounds import class_bound
from .coordinate_per_key import OWN, own_coordinates_upper, own_layout
from .least import least
from .plan import Engines

QUICK_CELLS = 4_000
"""Patterns up to this many cells get their first bounds before any process is started."""

HALVED = 3
"""Between a width that was too hard and one that was not, while they are further apart, the middle is tried."""

CIRCLES = 3
"""Widths in which items are put on a circle."""

SOON = 0.3
"""Seconds for what is tried even if somebody wants to stop."""

FOR_REALS = 0.2
"""The part of the budget for real vectors, whose lower bound holds for every p."""


def can_be_rounded(asked: Asked) -> bool:
    """Whether tables of the question are looked for by rounding: one head's least m, and no ties."""
    question = asked.question
    if asked.shared or asked.resource != "m" or question.task == "qsa":
        return False
    return question.can_be_written_out and not question.pattern.has_zeros


def is_small(board: Board) -> bool:
    """Whether the pattern is small enough for bounds by cases."""
    return len(board.question.pattern.rows) * board.question.columns <= QUICK_CELLS


def by_reals_and_counting(board: LocalBoard) -> None:
    """What real vectors need, how many vectors there have to be, and real tables rounded without a search."""
    asked = board.asked
    if "real" not in board.beside:
        real_asked = Asked(least_size(board.question))
        board.beside["real"] = least(board, real_asked, "real vectors", FOR_REALS * board.left)
    real = board.beside["real"]
    if real.lower.value > board.lower:
        method = f"as for real vectors: {real.lower.how}"
        board.post(class_bound(asked, "lower", real.lower.value, method, as_for_real_units(real.lower)))
    board.post_any(counting_lower(asked.stated))
    if not is_small(board):
        return
    if board.upper_bound is None:
        board.post_any(own_coordinates_upper(asked))
    if real.upper is not None and not asked.question.null and 0 < real.upper.value < board.upper:
        rng = np.random.default_rng([board.seed, asked.unit_class.bits])
        soon = min(board.began + SOON, board.deadline) if board.left else board.began + SOON
        tables = _tables(real.upper)
        board.post_any(rounded_grid_upper(asked.stated, real.upper.value, rng, start=tables, patience=0, deadline=soon))


def rounding_engines(board: LocalBoard, decider: CellDecider, falling: Engine) -> Engines:
    """Tables of falling width, in two ways, and (of small patterns) the cases of each width, up and down."""
    asked, real = board.asked, board.beside["real"].upper
    assert real is not None  # it is known by a simplex
    wider = [
        answer.upper.value
        for name, answer in board.beside.items()
        if name.isdecimal() and answer.upper is not None and answer.upper.how != OWN
    ]  # the widths that more bits needed
    first = max(board.lower, real.value, *wider)
    known = board.upper_bound
    if known is None:
        own, extra, copies = own_layout(asked)
        trivial = (own * board.question.columns + extra) * copies
    else:  # one that a search has found counts
        trivial = known.value + (known.how != OWN and known.value < board.question.columns)
    rounded = partial(_fall, asked=asked.stated, first=first, start=real, trivial=trivial)
    engines: list[Engine] = [partial(rounded, turn=0)]
    if is_small(board) and 2 ** (asked.unit_class.bits * board.lower) <= MAX_POINTS:
        engines = [partial(rise, decider=decider), *engines, falling]
    else:
        engines.append(partial(_own_coordinates_first, asked=asked, then=partial(rounded, turn=1)))
    return Engines(tuple(engines))


def _own_coordinates_first(board: Board, asked: Asked, then: Engine) -> None:
    """Of a large pattern to write these tables down takes a while."""
    board.post_any(own_coordinates_upper(asked))
    then(board)


def _fall(board: Board, asked: LeastSize, first: int, start: Bound, trivial: int, turn: int) -> None:
    """Tables of growing width until some are found, then of falling width; each failure is followed by more effort.

    ``trivial`` is the upper bound that takes no search.
    """
    rng = np.random.default_rng([board.seed, turn, asked.unit_class.bits])
    if turn == 0 and not asked.question.null:  # whatever the other one has found by now
        _by_curves(board, asked, first, start, rng)
    width, effort, failed = max(1, first), 0, first - 1
    while not board.over and board.upper >= trivial:
        if width >= min(trivial, 2 * board.question.columns):
            width, effort = max(1, first), effort + 1
        if _attempt(board, asked, width, rng, effort) is None:
            failed = width
        width += max(1, width // (4 if turn == 0 else 1))
    known, effort = board.upper, 0
    while not board.over:
        if board.upper < known:
            known, effort = board.upper, max(0, effort - 1)
        lower, upper = board.lower, board.upper
        halved = effort == 0 and upper - failed > HALVED
        # The second search now and then skips a width: the one below the upper bound may be the harder seed, not width.
        width = (
            max(lower, (upper + failed) // 2) if halved else max(1, lower, upper - 1 - (turn if effort % 3 == 1 else 0))
        )
        if _attempt(board, asked, width, rng, effort) is None and board.upper == known:
            failed, effort = (width, 0) if halved else (failed, effort + 1)


def _by_curves(board: Board, asked: LeastSize, first: int, start: Bound, rng: np.random.Generator) -> None:
    """Items on the curve of the real tables, and on a circle in their order, in a few widths."""
    for width in range(max(1, first), first + CIRCLES):
        if board.over or board.upper <= width:
            return
        board.say(f"{asked.unit_class.bits} bits: items on a circle in width {width}")
        if (tables := _on_a_circle(start, width)) is not None:
            board.post_any(rounded_grid_upper(asked, width, rng, start=tables, patience=15, deadline=board.deadline))
        if width == start.value and board.upper > width:
            board.post_any(
                rounded_grid_upper(asked, width, rng, start=_tables(start), patience=30, deadline=board.deadline)
            )


def _attempt(board: Board, asked: LeastSize, width: int, rng: np.random.Generator, effort: int) -> Bound | None:
    board.say(f"{asked.unit_class.bits} bits: vectors of width {width}")
    steps, patience = (size * 2 ** min(effort, 5) for size in (250, 15))
    found = rounded_grid_upper(asked, width, rng, steps=steps, patience=patience, deadline=board.deadline)
    board.post_any(found)
    return found


def _on_a_circle(bound: Bound, width: int) -> Tables | None:
    """Tables of items on a circle, in the order of an upper bound by the moment curve, each query with a wide gap."""
    items = items_of_order(bound, width) if 0 < bound.value <= width else None
    if items is None or len(bound.question.pattern.rows) * len(items) > MAX_FITTED:
        return None
    table = pattern_array(bound.question)[: len(bound.question.pattern.rows)]
    return widest_queries(np.where(np.abs(table) == 1, table, 0).astype(float), items), items


def _tables(bound: Bound) -> Tables:
    """The real tables of an upper bound, in floats, each coordinate of the items scaled to [-1, 1]."""
    tables = unit_tables(bound)
    extents = [max((abs(key[i]) for key in tables.keys), default=0) or 1 for i in range(tables.m)]
    items = np.array([[float(entry / e) for entry, e in zip(key, extents, strict=True)] for key in tables.keys])
    queries = []
    for query in tables.queries:
        scaled = [entry * e for entry, e in zip(query, extents, strict=True)]
        largest = max(map(abs, scaled), default=0) or 1
        queries.append([float(entry / largest) for entry in scaled])
    return np.array(queries).reshape(-1, tables.m), items.reshape(-1, tables.m)
