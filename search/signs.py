"""The least m of one real head that selects: the sign-rank of a pattern, less the threshold's coordinate."""

from __future__ import annotations

import time
from functools import partial

from ..bounds.bound import Bound
from ..bounds.patterns import no_keys_upper, no_signs_upper, simplex_upper, sparse_pattern, trivial_lower
from ..bounds.selections import (
    retrieval_lower,
    retrieval_upper,
    separation_lower,
    separation_upper,
    sparse_averaging_lower,
    sparse_averaging_upper,
)
from ..bounds.special_patterns import exchangeable_lower, exchangeable_upper, matching_pairs_lower, matching_pairs_upper
from ..questions import least_size, separation_question
from ..questions.separation import Retrieval
from .asked import Asked
from .board import LocalBoard, in_ranks, is_past
from .independent_vectors import cheap_lower
from .moment_curve import cheap_upper
from .plan import Engines, Plan, ranked

SYMMETRIC = (
    sparse_averaging_lower, sparse_averaging_upper, separation_lower, separation_upper, matching_pairs_lower,
    matching_pairs_upper,
)  # fmt: skip
"""Arguments about a task by its name, at any size."""

QUICK_SECONDS = 0.3
"""Time for small cycles of larger patterns."""

QUICK_CELLS = 4_000
"""Patterns up to this many cells get the cheap bounds before any process is started."""


def first_bounds(asked: Asked) -> tuple[Bound, Bound]:
    """What the definition gives: 0, and a simplex."""
    question = asked.question
    return trivial_lower(question), no_signs_upper(question) or no_keys_upper(question) or simplex_upper(question)


def signs_plan(asked: Asked) -> Plan:
    """For sign patterns of any size."""
    return Plan(
        *first_bounds(asked), (_by_name, _without_a_name, _by_small_cycles, _by_singular_values), _engines, _cheap
    )


def _is_small(board: LocalBoard) -> bool:
    question = board.question
    return question.can_be_written_out and len(question.rows) * question.columns <= QUICK_CELLS


def _cheap(board: LocalBoard) -> None:
    """Evidence that argues about the pattern itself says more than an argument about its name."""
    if _is_small(board):
        ranks = in_ranks(board)
        lower, upper = (5.0, 5.0) if _is_tiny(board) else (0.3, 0.1)  # enough on a loaded machine, too
        cheap_upper(ranks, 0.0)  # the columns as they stand: no more independent ones are looked for than this needs
        cheap_lower(ranks, lower, ("columns",))
        cheap_upper(ranks, upper)
        cheap_lower(ranks, lower, ("rows",))


def _by_name(board: LocalBoard) -> None:
    for symmetric in SYMMETRIC:
        if not board.closed:
            board.post_any(symmetric(board.question))


def _without_a_name(board: LocalBoard) -> None:
    """What has the rows of sparse averaging, or of thresholds, without saying so."""
    if board.question.task != "pattern" or board.closed:
        return
    lower = exchangeable_lower(board.question, above=board.lower)
    if lower is not None:
        board.post_any(lower, exchangeable_upper(board.question, lower.value))


def _by_small_cycles(board: LocalBoard) -> None:
    """Of larger patterns a first lower bound, before any process is started; small ones have had their cheap bounds."""
    question = board.question
    explicit = question.explicit
    if board.over or question.task not in ("pattern", "relevance") or (explicit and explicit.has_zeros):
        return
    if not _is_small(board):
        from ..bounds.lower.contracted_cycle import quick_cycle_lower

        bound = quick_cycle_lower(question, sparse_pattern(question), stop=partial(is_past, board.until(QUICK_SECONDS)))
        board.post_any(bound)


def _by_singular_values(board: LocalBoard) -> None:
    """Of patterns of signs alone; of small ones other arguments say as much."""
    if board.question.can_be_written_out and not board.over and not _is_tiny(board):
        from .spectral import spectral_lower

        spectral_lower(in_ranks(board))


def _is_tiny(board: LocalBoard) -> bool:
    return len(board.question.rows) * board.question.columns < 100


def _engines(board: LocalBoard) -> Engines:
    """What takes processes, and the libraries of the engines; to load these is not counted as time of the search."""
    began = time.monotonic()
    from .large_patterns import first_upper_large, is_large, push_upper_large, raise_lower_large
    from .lower_bounds import raise_lower
    from .upper_bounds import push_upper

    board.deadline += time.monotonic() - began
    if is_large(board.question):
        first_upper_large(in_ranks(board))
        return Engines((ranked(raise_lower_large), ranked(push_upper_large)))
    if not board.question.can_be_written_out:
        board.note("the pattern is too large to be written out, so only symmetric arguments were tried")
        return Engines()
    cheap_first = not _is_small(board)
    lower, upper = (ranked(partial(engine, cheap_first=cheap_first)) for engine in (raise_lower, push_upper))
    return Engines((lower, upper), seeded=(upper, lower))


def retrieval_plan(asked: Asked) -> Plan:
    """By other scores than inner products: what is known at any size, then what a search for these says."""
    question = asked.question
    assert isinstance(question, Retrieval)
    return Plan(retrieval_lower(question), retrieval_upper(question), (_by_inner_products,))


def _by_inner_products(board: LocalBoard) -> None:
    from .least import least

    question = board.question
    assert isinstance(question, Retrieval)
    inner = least(
        board, Asked(least_size(separation_question(question.N, question.least, question.most))), "inner products"
    )
    assert inner.upper is not None  # it is known by a simplex
    board.note(f"by inner products {inner.lower.value} <= m <= {inner.upper.value}; other scores are not searched")
    board.post_any(retrieval_lower(question, inner.lower), retrieval_upper(question, inner.upper))
