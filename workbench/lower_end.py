"""The lower end of a bracket: cheap independent sets first, then oriented matroids of growing rank."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import comb

import numpy as np

from ..bounds.chirotope import Angle, chirotope_lower
from ..bounds.independent_vectors import independent_vectors_lower, oriented
from ..bounds.moment_curve import bound_of_order
from ..solvers.chirotope_search import MAX_EAGER, MAX_SETS, ChirotopeSearch, Outcome
from ..solvers.column_order import ColumnOrder, order_of_rank_two, roots_along
from ..solvers.independence import IndependentColumns, independent_columns
from ..solvers.refutation import ProofError
from .board import Board

VECTORS = ("columns", "rows")


def cheap_lower(board: Board, seconds: float) -> None:
    """Independent columns and rows, for at most about so many seconds."""
    deadline = board.until(seconds)
    for vectors in VECTORS:
        if board.closed or time.monotonic() > deadline:
            return
        board.say(f"lower end: independent {vectors}")
        bound = independent_vectors_lower(
            board.question, vectors=vectors, seed=board.seed, deadline=deadline, enough=board.upper
        )
        if bound is not None:
            board.post(bound)


def raise_lower(board: Board) -> None:
    """Refute one rank after the other until the ends meet, time runs out, or every oriented matroid found stands."""
    cheap_lower(board, 10.0)
    while not board.over:
        rank = board.lower
        if not _refute(board, rank):
            return


@dataclass
class _Attempt:
    """One search for an oriented matroid, kept between its turns."""

    angle: Angle
    basis: IndependentColumns | None
    search: ChirotopeSearch
    done: bool = field(default=False)


def _refute(board: Board, rank: int) -> bool:
    """Whether sign-rank <= rank was refuted; False if no engine has anything left to try."""
    if rank == 0:
        return _refute_rank_zero(board)
    attempts: list[_Attempt] = []
    upcoming = _angles(board, rank)
    seconds = 0.5
    while not board.over and board.lower <= rank:
        fresh = next(upcoming, None)
        if fresh is not None:
            attempts.append(fresh)
        running = [attempt for attempt in attempts if not attempt.done]
        if not running:
            names = sorted({attempt.angle.vectors for attempt in attempts})
            board.note(
                f"an oriented matroid of rank {rank} fits the {' and the '.join(names)}: this engine cannot refute m <= "
                f"{rank - board.question.offset}"
            )
            return False
        for attempt in [fresh] if fresh in running else running:
            if _take_turn(board, attempt, board.until(seconds)):
                return True
        if fresh is None:
            seconds *= 2
    return board.lower > rank


def _refute_rank_zero(board: Board) -> bool:
    # Rank 0 fits a pattern without a sign; a sign makes its column nonzero, which the independent columns have shown.
    return board.lower > 0


def _take_turn(board: Board, attempt: _Attempt, deadline: float) -> bool:
    search, angle = attempt.search, attempt.angle
    search.report = lambda text: board.say(f"lower end: oriented matroids on the {angle.vectors}, {text}")
    outcome = search.run(deadline)
    if outcome is Outcome.CANDIDATE:
        attempt.done = True
        _realise_rank_two(board, attempt)
    if outcome is not Outcome.REFUTED:
        return False
    attempt.done = True
    board.say(f"lower end: writing the proof that no oriented matroid of rank {search.dimension} fits")
    try:
        board.post(chirotope_lower(board.question, search, angle, basis=attempt.basis, deadline=board.deadline))
    except ProofError as error:
        board.note(f"rank {search.dimension} was refuted by the solver, but its proof could not be replayed: {error}")
        return False
    return True


def _realise_rank_two(board: Board, attempt: _Attempt) -> None:
    """In rank 2 an oriented matroid is an order of the columns, so a candidate closes the bracket."""
    search = attempt.search
    if search.dimension != 2 or not search.uniform or attempt.angle != Angle("columns"):
        return
    order = order_of_rank_two(search.chi, search.columns)
    signs = np.ones(search.columns, dtype=np.int64)
    signs[list(order.negated)] = -1
    roots = int(roots_along(search.pattern, np.array(order.order), signs).max())
    board.post(bound_of_order(board.question, ColumnOrder(order.order, order.negated, roots)))


def _angles(board: Board, rank: int) -> Iterator[_Attempt]:
    """Whole columns, whole rows; where these are too many, random parts of growing size."""
    rng = np.random.default_rng([board.seed, rank])
    patterns = {vectors: oriented(board.question, vectors) for vectors in VECTORS}
    whole = sorted(VECTORS, key=lambda vectors: patterns[vectors].shape[1])
    small_enough = [v for v in whole if _affordable(patterns[v], patterns[v].shape[1], rank)]
    for vectors in small_enough:
        yield _attempt(board, patterns[vectors], Angle(vectors), rank, rng)
    for turn in range(0 if small_enough else 1000):
        for vectors in whole:
            count = patterns[vectors].shape[1]
            size = min(rank + 2 + turn // 2, count)
            while size > rank + 2 and not _affordable(patterns[vectors], size, rank):
                size -= 1
            within = tuple(sorted(rng.choice(count, size, replace=False).tolist()))
            yield _attempt(board, patterns[vectors], Angle(vectors, within), rank, rng)


def _affordable(pattern: np.ndarray, size: int, rank: int) -> bool:
    sets, identities = comb(size, rank), comb(size, rank + 1)
    return sets <= MAX_SETS and identities <= MAX_SETS and identities * len(pattern) <= 2 * MAX_EAGER


def _attempt(board: Board, pattern: np.ndarray, angle: Angle, rank: int, rng: np.random.Generator) -> _Attempt:
    part = angle.part(pattern)
    basis = None
    if (part == 0).any():
        basis = independent_columns(part, seed=board.seed, restarts=2, deadline=board.until(1.0), enough=rank)
    independent = () if basis is None else basis.columns
    return _Attempt(angle, basis, ChirotopeSearch(part, rank, independent, rng))
