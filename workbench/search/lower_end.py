"""The lower end of a bracket: cheap independent sets first, then oriented matroids of growing rank."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, product
from math import comb

import numpy as np

from ...bounds.lower.chirotope import Angle, chirotope_lower, without_repetition
from ...bounds.lower.independent_vectors import independent_vectors_lower, oriented
from ...bounds.upper.moment_curve import bound_of_order
from ...solvers.outcome import Feasibility
from ...solvers.refutation import ProofError
from ...solvers.sign_rank.chirotope_search import MAX_EAGER, MAX_SETS, ChirotopeSearch
from ...solvers.sign_rank.column_order import ColumnOrder, order_of_rank_two, roots_along
from ...solvers.sign_rank.independence import IndependentColumns, independent_columns
from ...solvers.sign_rank.rich_parts import rich_columns
from .board import Board

VECTORS = ("columns", "rows")

FIRST_TURN = 0.5
"""Seconds that a search gets at first; those of all columns or rows get more turns, each twice as long."""

PARTS_OF_A_SIZE = 2
"""Parts tried of each size, of the columns and of the rows: one that shows many words, and random ones."""


def cheap_lower(board: Board, seconds: float, whose: tuple[str, ...] = VECTORS, *, most: int | None = None) -> None:
    """Independent columns or rows (at most so many), looked for during at most about so many seconds."""
    deadline = board.until(seconds)
    for vectors in whose:
        if board.closed or time.monotonic() > deadline:
            return
        board.say(f"lower end: independent {vectors}")
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


def raise_lower(board: Board, *, cheap_first: bool = False) -> None:
    """Refute one rank after the other until the ends meet, time runs out, or every oriented matroid found stands."""
    if cheap_first:
        for most in (1, 3, 6, None):  # small sets first: proofs about larger ones can take long to write down
            cheap_lower(board, 2.0, most=most)
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


def _refute(board: Board, rank: int) -> bool:
    """Whether sign-rank <= rank was refuted; False if no engine has anything left to try."""
    if rank == 0:
        return False  # a sign anywhere makes its column nonzero, which the independent columns have shown
    unfinished: list[_Attempt] = []
    for attempt in _attempts(board, rank):
        outcome = _take_turn(board, attempt, board.until(FIRST_TURN))
        if outcome is Feasibility.OPEN and attempt.angle.within is None:
            unfinished.append(attempt)
        else:
            attempt.search.close()
        if board.over or board.lower > rank:
            return board.lower > rank
    seconds = 2 * FIRST_TURN
    while unfinished:
        for attempt in list(unfinished):
            if _take_turn(board, attempt, board.until(seconds)) is not Feasibility.OPEN:
                unfinished.remove(attempt)
                attempt.search.close()
            if board.over or board.lower > rank:
                return board.lower > rank
        seconds *= 2
    board.note(
        f"nothing was found against m = {rank - board.question.offset}: signs of determinants fit the pattern, "
        "seen from the columns and from the rows"
    )
    return False


def _take_turn(board: Board, attempt: _Attempt, deadline: float) -> Feasibility:
    search, angle = attempt.search, attempt.angle
    part = "" if angle.within is None else f"{len(angle.within)} "
    search.report = lambda text: board.say(f"lower end: oriented matroids on {part}{angle.vectors}, {text}")
    outcome = search.run(deadline)
    if outcome is Feasibility.FEASIBLE:
        _realise_rank_two(board, attempt)
    if outcome is Feasibility.INFEASIBLE:
        board.say(f"lower end: writing the proof against rank {search.dimension}")
        try:
            board.post(chirotope_lower(board.question, search, angle, basis=attempt.basis, deadline=board.deadline))
        except ProofError as error:
            board.note(f"the solver refuted rank {search.dimension}, but its proof was not replayed: {error}")
    return outcome


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


def _attempts(board: Board, rank: int) -> Iterator[_Attempt]:
    """Parts of growing size, of the columns and of the rows in turn, then all columns and all rows.

    A part needs no more dimensions than the whole, and a refutation rarely needs all of it: parts are far quicker.
    Where the whole is out of reach, parts of the sizes that are not, as long as the budget lasts.
    """
    rng = np.random.default_rng([board.seed, rank])
    patterns = {vectors: oriented(board.question, vectors) for vectors in VECTORS}
    largest = dict.fromkeys(VECTORS, rank)
    growing = [vectors for vectors in VECTORS if patterns[vectors].shape[1] > rank + 1]
    for size in count(rank + 1):
        for turn, vectors in product(range(PARTS_OF_A_SIZE), tuple(growing)):
            attempt = _part(board, patterns[vectors], vectors, size, rank, rng, rich=turn == 0)
            if attempt is not None:
                largest[vectors] = size
                yield attempt
        growing = [vectors for vectors in growing if largest[vectors] == size < patterns[vectors].shape[1] - 1]
        if not growing:
            break
    out_of_reach = []
    for vectors, pattern in sorted(patterns.items(), key=lambda item: item[1].shape[1]):
        if _affordable(len(pattern), pattern.shape[1], rank):
            yield _attempt(board, pattern, Angle(vectors), rank, rng)
        else:
            out_of_reach.append(vectors)
    while len(out_of_reach) == len(VECTORS):
        for vectors in VECTORS:
            size = int(rng.integers((rank + largest[vectors] + 1) // 2, largest[vectors] + 1))
            if size > rank and (attempt := _part(board, patterns[vectors], vectors, size, rank, rng, rich=True)):
                yield attempt


def _affordable(rows: int, size: int, rank: int) -> bool:
    identities = comb(size, rank + 1)
    return comb(size, rank) <= MAX_SETS and identities <= MAX_SETS and identities * rows <= MAX_EAGER


def _part(
    board: Board, pattern: np.ndarray, vectors: str, size: int, rank: int, rng: np.random.Generator, *, rich: bool
) -> _Attempt | None:
    """A part of so many columns (rows), held against rows (columns) that differ there; None if that is too much."""
    # The threshold of each row is free by one more row, the last of the homogeneous pattern. A part has it as well.
    free = bool(board.question.offset)
    keep = (pattern.shape[1] - 1,) if vectors == "rows" and free else ()
    if rich:
        within = rich_columns(pattern, size, rng, keep)
    else:
        within = tuple(sorted({*rng.choice(pattern.shape[1], size, replace=False).tolist(), *keep}))
    angle = without_repetition(pattern, Angle(vectors, within), last=vectors == "columns" and free)
    if not _affordable(len(angle.against or ()), len(within), rank):
        return None
    return _attempt(board, pattern, angle, rank, rng)


def _attempt(board: Board, pattern: np.ndarray, angle: Angle, rank: int, rng: np.random.Generator) -> _Attempt:
    part = angle.part(pattern)
    basis = None
    if (part == 0).any():
        basis = independent_columns(part, seed=board.seed, restarts=1, deadline=board.until(1.0), enough=rank)
    independent = () if basis is None else basis.columns
    search = ChirotopeSearch(part, rank, independent, rng, thorough=angle.within is None)
    return _Attempt(angle, basis, search)
