"""Both bounds for patterns that are large: orders and vectors for the whole, refutations of parts.

Nothing here writes the pattern out, so it may be given by lists. An upper bound puts the keys, or the queries, on the
moment curve, then looks for vectors numerically, in widths that double until one is found and close in from there. A
lower bound is that of a part, written out: the columns where much is selected together, or random ones, with the rows
that differ on them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, product
from math import log2
from typing import Any

import numpy as np

from ..bounds.bound import TooLongToCheckError, certified_bound, premise
from ..bounds.lower.contracted_cycle import balanced_lines, contracted_cycle_lower, core_lines
from ..bounds.patterns import simplex_upper, sparse_pattern, trivial_lower
from ..bounds.upper.moment_curve import sparse_order_upper
from ..bounds.upper.tables import rounded_tables_upper
from ..questions import Question, SignPattern, least_size, pattern_question
from ..solvers.sparse_signs.core import core_columns
from ..solvers.sparse_signs.embedding_search import PATIENCE, Vectors, search_vectors, spectral_rank
from ..solvers.sparse_signs.normalised_spectrum import SCALES, normalised_spectrum, spectral_start
from ..solvers.sparse_signs.sparse_signs import SparseSigns
from ..solvers.sparse_signs.weighted_descent import BRISK, STEADY, descended_vectors
from .asked import Asked
from .board import Board, LocalBoard, in_ranks, is_past
from .independent_vectors import VECTORS
from .lower_bounds import CYCLES_SHARE, cycles_lower, planar_lower, raise_lower
from .moment_curve import cheap_upper

LARGE = 250_000
"""Cells from which on a pattern over + - * is searched as described here."""

MODERATE = 1_000_000
"""Cells up to which orders with negated keys are tried, too."""

DENSE = 0.2
"""Share of relevant pairs beyond which orders are left out: vectors are better, and checked as quickly."""

PART_SIZES = (24, 60, 150)
"""Columns of the parts."""

BALANCED, MOST_AT_ONCE = 40, (3, 2, 1)
"""Columns, those in which both signs are most frequent, among which cycles are looked for that all hold a few of them,
and how many that is, in turn."""

FIRST_CYCLES, CYCLES_PART = 1.0, 0.4
"""Seconds of an elimination in the first round; the part of the time before anything else is tried."""

FAVOURED = 4
"""How much more time the way gets that posted the last bound."""

SPARSE = 0.1
"""Share of relevant pairs up to which a pattern has a core."""

SHUFFLED = 6.0
"""How many places a column moves when the order is changed by chance, about."""

CYCLE_COLUMNS = (24, 80)
"""Columns of the parts on which cycles are looked for first."""

PART_CELLS = 200_000
"""Most cells of a part."""

FOR_ORDERS = 0.2
"""The part of the time that is left, for orders of the columns and again for orders of the rows."""

FOR_PLANTED = 0.8
"""The part of the time for vectors of the dimension that the normalised spectrum shows, if it shows one."""

FEW_EACH = 4
"""Relevant pairs of a query, or of an item, in the mean, below which a descent begins with long steps."""

STEPS = 800
"""Of the first descents at a width; more as patience grows."""

CHECKED = 8e-9
"""Seconds, about, that the checker takes for a score and a coordinate."""


def is_large(question: Question) -> bool:
    """Whether it is a pattern over + - * that is searched as described here."""
    if question.task == "relevance":
        rows, columns = question.shape
        return rows * columns >= LARGE
    found = question.explicit
    return found is not None and found.shape[0] * found.shape[1] >= LARGE and not found.has_zeros


def first_upper_large(board: Board) -> None:
    """The keys on the moment curve as they stand, if few pairs are relevant: what takes no search."""
    signs = sparse_pattern(board.question)
    if signs.plus.nnz <= DENSE * signs.shape[0] * signs.shape[1]:
        board.say("upper bound: the keys on the moment curve as they stand")
        bound = sparse_order_upper(board.question, deadline=0.0, below=board.upper)
        if bound is not None:
            board.post(bound)


def push_upper_large(board: Board) -> None:
    """Orders first if few pairs are relevant and no dimension shows in their spectrum, then vectors."""
    question = board.question
    signs = sparse_pattern(question)
    cells = float(signs.shape[0] * signs.shape[1])
    sparse = signs.plus.nnz <= DENSE * cells
    best = _near_spectrum(board, signs) if sparse and question.offset else None
    for vectors in ("columns", "rows"):
        if board.over or not sparse or best is not None:
            break
        board.say(f"upper bound: orders of the {'keys' if vectors == 'columns' else 'queries'} on the moment curve")
        until = board.until(FOR_ORDERS * board.left)
        bound = sparse_order_upper(question, vectors, deadline=until, enough=board.lower, below=board.upper)
        if bound is not None:
            board.post(bound)
    if cells <= MODERATE and question.task == "pattern" and not board.over:
        cheap_upper(board, 2.0)
    pace = BRISK if signs.plus.nnz < FEW_EACH * min(signs.shape) else STEADY
    board.say("upper bound: singular values")
    # Of sparse patterns the widest gap is that of the popular items, and tells nothing.
    planted = spectral_rank(signs, free=bool(question.offset)) if not sparse else 0
    near = (planted or width_by_counting(signs)) + question.offset
    for width, patience in widths(board, near):
        reserve = 2 * CHECKED * cells * width
        deadline = board.deadline - reserve
        if time.monotonic() >= deadline:
            return
        said = f"upper bound: vectors for m = {width - board.step}"
        common: dict[str, Any] = {
            "free": bool(question.offset),
            "deadline": deadline,
            "start": best,
            "report": lambda text, said=said: board.say(f"{said}, {text}"),
        }
        if planted:
            found = search_vectors(signs, width, patience=patience, **common)
        else:
            steps = (2 if pace is BRISK else 1) * STEPS * patience // PATIENCE
            found = descended_vectors(signs, width, steps=steps, pace=pace, **common)
            if found.missed:
                pace = STEADY if pace is BRISK else BRISK
        if not found.missed:
            board.say(f"{said}, the checker compares all scores")
            try:
                bound = rounded_tables_upper(question, signs, found)
            except TooLongToCheckError:
                bound = None
            if bound is not None:
                best = found
                board.post(bound)


def _near_spectrum(board: Board, signs: SparseSigns) -> Vectors | None:
    """Post vectors of the dimension after which the normalised singular values fall, found from there; None if none."""
    question = board.question
    board.say("upper bound: singular values of the relevant pairs, divided by their numbers")
    spectrum = normalised_spectrum(signs)
    width = spectrum.planted + question.offset
    if not spectrum.planted or not board.lower <= width < board.upper:
        return None
    reserve = 2 * CHECKED * float(signs.shape[0] * signs.shape[1]) * width
    deadline = board.until(FOR_PLANTED * board.left) - reserve
    said = f"upper bound: vectors for m = {spectrum.planted} from singular vectors"

    def report(text: str) -> None:
        board.say(f"{said}, {text}")

    for scale in SCALES:
        if time.monotonic() >= deadline:
            break
        start = spectral_start(signs, spectrum, spectrum.planted, scale)
        found = search_vectors(signs, width, free=True, deadline=deadline, start=start, report=report)
        if not found.missed:
            board.say(f"{said}, the checker compares all scores")
            try:
                bound = rounded_tables_upper(question, signs, found)
            except TooLongToCheckError:
                return None
            if bound is not None:
                board.post(bound)
                return found
    return None


def width_by_counting(signs: SparseSigns) -> int:
    """A width at which vectors are found soon: one bit of what is selected for each coordinate."""
    rows, columns = signs.shape
    share = signs.plus.nnz / (rows * columns)
    bits = -sum(log2(part) * part for part in (share, 1 - share) if part) * rows * columns
    return max(1, int(bits / (rows + columns)))


def widths(board: Board, near: int) -> Iterator[tuple[int, int]]:
    """Sign-ranks, and patience for each: doubled until vectors are found, then halving what is between.

    To begin with ``near``. What is found at one width starts the next.
    """
    least = max(board.lower, 1 + board.question.offset)
    width, failed, patience = max(least, min(board.upper - 1, near)), least - 1, PATIENCE
    while not board.over and width < board.upper:
        yield width, patience
        if board.upper > width:
            failed, width = width, min(2 * width, max(width + 1, board.upper - 1))
    while not board.over:
        while board.upper - failed > 1 and not board.over:
            middle = max((failed + board.upper) // 2, board.lower)
            yield middle, patience
            if board.upper > middle:
                failed = middle
        patience *= 2
        failed = max(board.lower - 1, least - 1, board.upper - 3)  # just below, with more patience
        if board.upper - failed <= 1:
            return


def raise_lower_large(board: Board) -> None:
    """Cycles first, then parts one after the other, each with more time than the one before."""
    signs = sparse_pattern(board.question)
    rng = np.random.default_rng(board.seed)
    first = board.until(CYCLES_PART * board.left)
    rounds = balanced_cycles(board, signs, rng)
    while not board.over and time.monotonic() < first:
        next(rounds)
    for size in CYCLE_COLUMNS:
        if not board.over:
            until = board.until(CYCLES_SHARE * (board.deadline - time.monotonic()))
            _of_part(board, signs, _balanced(signs, size), until, cycles_lower)
    planar_lower(board)
    seconds = max(3.0, (board.deadline - time.monotonic()) / 8)
    while not board.over:
        for size in PART_SIZES:
            for columns in _parts(signs, size, rng):
                if board.over:
                    return
                _of_part(board, signs, columns, board.until(seconds), partial(raise_lower, cheap_first=True))
        if not board.over:
            next(rounds)
        seconds *= 2


def balanced_cycles(board: Board, signs: SparseSigns, rng: np.random.Generator) -> Iterator[None]:
    """Post bounds by cycles that hold a few columns (rows) with both signs, in rounds; each has twice the time.

    Columns are taken by how frequent both signs are, or from the core of a sparse pattern. What posted the last bound
    comes first, with more time; in every other round the order of the columns is changed by chance.
    """
    seconds, sparse = FIRST_CYCLES, signs.plus.nnz < SPARSE * signs.shape[0] * signs.shape[1]
    ways = list(product((balanced_lines, core_lines) if sparse else (balanced_lines,), VECTORS))
    for number in count():
        for way in list(ways):
            lines, vectors = way
            order = np.array(lines(signs, vectors, BALANCED))
            if number % 2:
                order = order[np.argsort(np.arange(len(order)) + rng.normal(0, SHUFFLED, len(order)))]
            for held in MOST_AT_ONCE:
                while not board.over:
                    size = max(board.lower, held + 1) + 1
                    board.say(f"lower bound: cycles of sets of {size} {vectors} that hold {held} of them")
                    until = partial(is_past, board.until(seconds * (FAVOURED if way == ways[0] else 1)))
                    bound = contracted_cycle_lower(
                        board.question, signs, vectors, tuple(order.tolist()), size, held, stop=until
                    )
                    if bound is None:
                        break
                    board.post(bound)
                    ways.sort(key=lambda one, way=way: one != way)  # type: ignore[misc]
        seconds *= 1.5
        yield


def _balanced(signs: SparseSigns, size: int) -> tuple[int, ...]:
    """The columns with the most of the rarer sign."""
    plus = np.diff(signs.plus.T.tocsr().indptr)
    best = np.argsort(-np.minimum(plus, signs.shape[0] - plus), kind="stable")[:size]
    return tuple(sorted(best.tolist()))


def _parts(signs: SparseSigns, size: int, rng: np.random.Generator) -> Iterator[tuple[int, ...]]:
    columns = signs.shape[1]
    if signs.plus.nnz < 0.1 * signs.shape[0] * columns:
        yield core_columns(signs, min(size, columns))
        often = np.argsort(-np.diff(signs.plus.T.tocsr().indptr), kind="stable")[:size]
        yield tuple(sorted(often.tolist()))
    else:
        yield tuple(sorted(rng.choice(columns, min(size, columns), replace=False).tolist()))


def _of_part(
    board: Board,
    signs: SparseSigns,
    columns: tuple[int, ...],
    deadline: float,
    engine: Callable[[Board], None],
) -> None:
    """The lower bound that an engine finds for a part, for the whole."""
    rows = _different_rows(signs, columns)
    question = board.question
    part = pattern_question(SignPattern(question.part(rows, columns), question.null))

    def lift(inner: LocalBoard) -> None:
        board.say(inner.saying)
        bound = inner.lower_bound
        if bound.value + question.offset > board.lower:
            evidence = {"kind": "restriction", "of": premise(bound), "rows": list(rows), "columns": list(columns)}
            size = f"{len(rows)} queries and {len(columns)} items"
            method = f"{bound.evidence.method}, of a part of {size}"
            board.post(certified_bound(question, "lower", bound.value, method, evidence))

    inner = LocalBoard(Asked(least_size(part)), board.seed, deadline, (trivial_lower(part), simplex_upper(part)), lift)
    engine(in_ranks(inner))


def _different_rows(signs: SparseSigns, columns: tuple[int, ...]) -> tuple[int, ...]:
    """The first row of each word on the columns, a word and its negative counted once; not more than are affordable."""
    chosen = np.array(columns)
    plus, free = signs.plus[:, chosen], signs.free[:, chosen]
    most = max(2, PART_CELLS // len(columns))
    first: dict[bytes, tuple[int, int]] = {}
    for start in range(0, signs.shape[0], 4096):
        block = SparseSigns(plus[start : start + 4096], free[start : start + 4096])
        for row, word in enumerate(block.block(0, 4096), start):
            if word[word != 0][:1].sum() > 0:
                word = -word
            key = word.tobytes()
            if key not in first:
                first[key] = (int(min((word > 0).sum(), (word < 0).sum())), row)
    # Of too many, those with the most balanced words.
    rows = sorted(first.values(), reverse=True)[:most]
    return tuple(sorted(row for _, row in rows))
