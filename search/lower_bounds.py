"""The lower bound of a bracket: cycles, cheap independent sets, then oriented matroids of growing rank.

A part of the columns (rows) needs no more dimensions than the whole, and a refutation rarely needs all of it. So parts
of growing size are tried, which show many words, contracted at several columns where the pattern has no zeros; and all
columns, where that is not too much.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import comb

import numpy as np

from ..bounds.lower.chirotope import Angle, chirotope_lower, without_repetition
from ..bounds.lower.cycle import cycle_lower
from ..bounds.lower.independent_vectors import oriented
from ..bounds.special_patterns import planarity_lower
from ..bounds.upper.moment_curve import bound_of_order
from ..solvers.outcome import Verdict
from ..solvers.refutation_steps import ProofError
from ..solvers.sign_rank.chirotope_search import MAX_EAGER, MAX_SETS, ChirotopeSearch
from ..solvers.sign_rank.column_order import ColumnOrder, order_of_rank_two, roots_along
from ..solvers.sign_rank.contraction_search import ContractionSearch, affordable, contraction_of
from ..solvers.sign_rank.independence import IndependentColumns, independent_columns
from ..solvers.sign_rank.rich_parts import rich_columns
from .board import Board, is_past
from .independent_vectors import VECTORS, cheap_lower
from .spectral import isotropic_lower

FIRST_TURN = 0.25
LONGER = 4
"""Seconds that a search gets in the first round; four times as many in each further one, on other parts."""

SHORT, SHORT_SHARE = 16.0, 0.25
"""Most seconds, and share of the time that is left, for all columns or rows where that is short."""

CYCLES_SHARE = 0.2
"""Share of the time that is left, for cycles of columns and again for cycles of rows."""

MOST_CONTRACTED = 3
"""Most columns of a part that are contracted."""

FEW_SETS = 200
"""Determinants of a search that is over in about a second: of all rows, where these are few, and columns many."""

PARTS_OF_A_SIZE = 2
"""Parts tried of each size, of the columns and of the rows, if there are zeros: one with many words, one random."""


def raise_lower(board: Board, *, cheap_first: bool = False) -> None:
    """Refute one rank after the other until the ends meet, time runs out, or every oriented matroid found stands."""
    explicit = board.question.explicit
    tied = explicit is not None and explicit.has_zeros  # then cycles take longer
    sizes = (1, 3, 6, None)  # small sets first: proofs about larger ones can take long to write down
    first = len(sizes) if tied else 3
    for most in sizes[:first] if cheap_first else ():
        cheap_lower(board, 2.0, most=most)
    isotropic_lower(board)
    cycles_lower(board)
    for most in sizes[first:] if cheap_first else ():
        cheap_lower(board, 2.0, most=most)
    planar_lower(board)
    while not board.over:
        rank = board.lower
        if not _refute(board, rank):
            return


def cycles_lower(board: Board) -> None:
    """Cycles of signed sets of columns, then of rows: one elimination for each size, no solver."""
    for vectors in VECTORS:
        if board.over:
            return
        until = board.until(max(2.0, CYCLES_SHARE * (board.deadline - time.monotonic())))
        bound = cycle_lower(
            board.question,
            vectors=vectors,
            seed=board.seed,
            stop=partial(is_past, until),
            above=board.lower,
            enough=lambda: board.upper,
            report=lambda text: board.say(f"lower bound: {text}"),
        )
        if bound is not None:
            board.post(bound)


def planar_lower(board: Board) -> None:
    """m >= 4 where pairs of items make a graph that is no part of a polytope's."""
    question = board.question
    if board.over or board.lower >= 4 + board.step or board.upper < 4 + board.step:
        return
    explicit = question.explicit
    if question.task == "relevance" or (explicit is not None and not explicit.has_zeros):
        board.say("lower bound: a graph of pairs that is not planar")
        bound = planarity_lower(question, seed=board.seed, deadline=board.deadline)
        if bound is not None:
            board.post(bound)


@dataclass
class _Attempt:
    """One search for an oriented matroid; that of all columns or rows is kept between its turns."""

    angle: Angle
    basis: IndependentColumns | None
    search: ChirotopeSearch | ContractionSearch

    @property
    def is_short(self) -> bool:
        """Whether it is about all columns or rows, and about few determinants: it comes first, and may end."""
        whole = self.angle.within is None and isinstance(self.search, ChirotopeSearch)
        return whole and len(self.search.sets) <= FEW_SETS


def _refute(board: Board, rank: int) -> bool:
    """Whether sign-rank <= rank was refuted; False if no engine has anything left to try."""
    if rank == 0:
        return False  # a sign anywhere makes its column nonzero, which the independent columns have shown
    rng = np.random.default_rng([board.seed, rank])
    open_ones = {vectors: oriented(board.question, vectors) for vectors in VECTORS}
    wholes: dict[str, _Attempt] = {}
    for turn in count():
        for attempt in _attempts(board, open_ones, wholes, rank, rng):
            seconds = FIRST_TURN * LONGER**turn
            if attempt.is_short:
                seconds = max(LONGER * seconds, min(SHORT, SHORT_SHARE * (board.deadline - time.monotonic())))
            outcome = _take_turn(board, attempt, board.until(seconds))
            whole = attempt.angle.within is None
            if not whole or outcome is not Verdict.OPEN:
                attempt.search.close()
            if whole and outcome is Verdict.FEASIBLE:  # then it fits every part as well
                del open_ones[attempt.angle.vectors]
            if board.over or board.lower > rank:
                return board.lower > rank
        if not open_ones:
            break
    board.note(
        f"nothing was found against m = {rank - board.step}: signs of determinants fit the pattern, "
        "seen from the columns and from the rows"
    )
    return False


def _take_turn(board: Board, attempt: _Attempt, deadline: float) -> Verdict:
    search, angle = attempt.search, attempt.angle
    part = "" if angle.within is None else f"{len(angle.within)} "
    search.report = lambda text: board.say(f"lower bound: oriented matroids on {part}{angle.vectors}, {text}")
    outcome = search.run(deadline)
    if outcome is Verdict.FEASIBLE:
        _realise_rank_two(board, attempt)
    if outcome is Verdict.INFEASIBLE:
        board.say(f"lower bound: writing the proof against rank {search.dimension}")
        try:
            board.post(chirotope_lower(board.question, search, angle, basis=attempt.basis, deadline=board.deadline))
        except ProofError as error:
            board.note(f"the solver refuted rank {search.dimension}, but its proof was not replayed: {error}")
    return outcome


def _realise_rank_two(board: Board, attempt: _Attempt) -> None:
    """In rank 2 an oriented matroid is an order of the columns, so a candidate closes the bracket."""
    search = attempt.search
    if not isinstance(search, ChirotopeSearch) or attempt.angle != Angle("columns"):
        return
    if search.dimension != 2 or not search.uniform:
        return
    order = order_of_rank_two(search.chi, search.columns)
    signs = np.ones(search.columns, dtype=np.int64)
    signs[list(order.negated)] = -1
    roots = int(roots_along(search.pattern, np.array(order.order), signs).max())
    board.post(bound_of_order(board.question, ColumnOrder(order.order, order.negated, roots)))


def _attempts(
    board: Board, patterns: dict[str, np.ndarray], wholes: dict[str, _Attempt], rank: int, rng: np.random.Generator
) -> Iterator[_Attempt]:
    """All columns and all rows, if that is little; contracted, if that is not too much; parts of growing size; all."""

    def all_of_them(few: bool) -> Iterator[_Attempt]:
        for vectors, pattern in sorted(patterns.items(), key=lambda item: item[1].shape[1]):
            rows, size = pattern.shape
            if (comb(size, rank) <= FEW_SETS) is few and _affordable(rows, size, rank):
                if vectors not in wholes:
                    wholes[vectors] = _whole(board, pattern, Angle(vectors), rank, rng)
                yield wholes[vectors]

    yield from all_of_them(few=True)
    for vectors, pattern in patterns.items():
        if rank > 2 and _in_reach(pattern, pattern.shape[1], rank):
            yield from _parts(board, pattern, vectors, pattern.shape[1], rank, rng)
    growing, size = list(patterns), rank + 1
    while growing:
        for vectors in list(growing):
            if size >= patterns[vectors].shape[1] or not _in_reach(patterns[vectors], size, rank):
                growing.remove(vectors)
            else:
                yield from _parts(board, patterns[vectors], vectors, size, rank, rng)
        size += 1 + size // 12
    yield from all_of_them(few=False)


def _parts(
    board: Board, pattern: np.ndarray, vectors: str, size: int, rank: int, rng: np.random.Generator
) -> Iterator[_Attempt]:
    """Parts of so many columns (rows), held against rows (columns) that differ there; none if that is too much."""
    zeros = bool((pattern == 0).any())
    # The threshold of each row is free by one more row, the last of the homogeneous pattern. A part has it as well.
    free = bool(board.question.offset)
    keep = (pattern.shape[1] - 1,) if vectors == "rows" and free else ()
    for choice in range(PARTS_OF_A_SIZE if zeros else 1):
        if choice == 0:
            within = rich_columns(pattern, size, rng, keep)
        else:
            within = tuple(sorted({*rng.choice(pattern.shape[1], size, replace=False).tolist(), *keep}))
        angle = without_repetition(pattern, Angle(vectors, within), last=vectors == "columns" and free)
        part = angle.part(pattern)
        if zeros or rank == 1:
            if _affordable(len(part), len(within), rank):
                yield _whole(board, pattern, angle, rank, rng)
            continue
        contractions = _contractions(size, rank)
        contracted = contraction_of(part, rank, contractions[0], rng)
        for j in contractions:
            search = ContractionSearch(part, rank, contracted[:j])
            if len(search.clauses) > 1:
                yield _Attempt(angle, None, search)


def _in_reach(pattern: np.ndarray, size: int, rank: int) -> bool:
    """Whether parts of this size are not too much; how many rows they have is seen when they are chosen."""
    if rank == 1 or (pattern == 0).any():
        return _affordable(1, size, rank)
    return bool(_contractions(size, rank)) and len(pattern) > rank


def _contractions(size: int, rank: int) -> list[int]:
    """How many columns of a part are contracted, most first: few signs are decided sooner, more of them refute more."""
    return [j for j in range(min(MOST_CONTRACTED, rank - 2), -1, -1) if affordable(size, rank, j)]


def _affordable(rows: int, size: int, rank: int) -> bool:
    identities = comb(size, rank + 1)
    return comb(size, rank) <= MAX_SETS and identities <= MAX_SETS and identities * rows <= MAX_EAGER


def _whole(board: Board, pattern: np.ndarray, angle: Angle, rank: int, rng: np.random.Generator) -> _Attempt:
    part = angle.part(pattern)
    basis = None
    if (part == 0).any():
        basis = independent_columns(part, seed=board.seed, restarts=1, deadline=board.until(1.0), enough=rank)
    independent = () if basis is None else basis.columns
    search = ChirotopeSearch(part, rank, independent, rng, thorough=angle.within is None)
    return _Attempt(angle, basis, search)
