"""Brackets for patterns by cosine or Euclidean distance, and for queries whose thresholds share a vector.

Lower bounds come from the engines for inner products, on the pattern of what keys of a sphere do for the rows; upper
bounds from orders round a circle, from points found numerically, and from inner products. Where rows have ties no
points are looked for; the bounds are those of inner products, at most one apart, and an order round a circle.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from ..bounds.bound import Bound, TooLongToCheckError, certified_bound, premise
from ..bounds.lower.other_scores import OnASphere, different_keys_lower
from ..bounds.patterns import simplex_upper, sparse_pattern, trivial_lower
from ..bounds.upper.nested_curve import nested_curve_upper, nested_lists_upper, nested_order_upper
from ..bounds.upper.scored_points import (
    circle_of_order,
    circle_upper,
    inner_products_upper,
    no_choice_upper,
    points_upper,
    sets_on_a_circle,
    sign_rank_identity,
    simplex_points_upper,
    two_places_upper,
)
from ..bounds.upper.tables import nested_tables_upper
from ..questions import least_size
from ..questions.scored import Scored, is_tied
from ..solvers.sparse_signs.embedding_search import PATIENCE
from ..solvers.sparse_signs.weighted_descent import descended_vectors
from .asked import Asked
from .board import Board, LocalBoard, Related
from .large_patterns import STEPS, is_large, width_by_counting, widths
from .least import least
from .lower_bounds import raise_lower
from .plan import Engines, Plan
from .upper_bounds import FIRST_TURN, in_turns

DESCENDED = 20_000
"""Entries from which on vectors for nested grades are looked for by a descent on all of them."""

LARGE = 10**7
"""Most products of a table of a simplex: larger ones are left to the search."""


NESTED_CELLS = 2_000_000
"""Most entries where grades are nested for which tables are written."""

INNER_PART = 0.3
"""Part of the budget for inner products, whose bounds come first and are shown beside the answer."""


def scored_plan(asked: Asked) -> Plan:
    """What inner products give, then the engines: those for inner products on what a sphere gives away, and points."""
    question = asked.question
    assert isinstance(question, Scored)
    if is_tied(question.of):
        return Plan(trivial_lower(question), None, (), always=_by_inner_products)
    return Plan(*first_bounds(question), (), _engines, _by_inner_products)


def _by_inner_products(board: LocalBoard) -> None:
    question = board.question
    assert isinstance(question, Scored)
    inner = least(board, Asked(least_size(question.of)), "inner products", INNER_PART * board.left)
    board.beside["inner"] = inner
    board.post_any(*bounds_by_inner_products(question, inner.lower, inner.upper))


def bounds_by_inner_products(question: Scored, lower: Bound, upper: Bound | None) -> tuple[Bound | None, Bound | None]:
    """What bounds for the same rows by inner products say; None if nothing."""
    return _lower(question, lower), None if upper is None else _upper(question, upper)


def _engines(board: LocalBoard) -> Engines:
    question, known = board.question, board.beside["inner"].lower
    assert isinstance(question, Scored)
    lower = partial(_raise, part=_part_of(known) if is_large(question.of) else None)
    return Engines((lower, _push), seeded=(_push, lower))


def sphere_board(board: Board, inner: OnASphere) -> Related:
    """The board of the pattern that keys of a sphere give away, whose lower bounds are lifted."""
    step = inner.step + inner.inner.offset
    return Related(
        board, inner.inner, step, lambda bound: inner.lower(bound) if bound.side == "lower" else None, notes=False
    )


def first_bounds(question: Scored) -> tuple[Bound, Bound]:
    """Bounds that need no search."""
    return different_keys_lower(question) or trivial_lower(question), _first_upper(question)


def _first_upper(question: Scored) -> Bound:
    """Upper bounds that need no search; the one with the shorter evidence if they are equal."""
    if question.shared and is_long(question):
        return nested_lists_upper(question)
    if is_large(question.of) and not question.shared:
        return _from_simplex(question)
    if (nothing := no_choice_upper(question)) is not None:
        return nothing
    if (halves := two_places_upper(question)) is not None:
        return halves
    if question.shared:
        return nested_curve_upper(question) or simplex_points_upper(question)
    if question.score == "cosine":
        by_rows = sign_rank_identity(question)
        cells = len(question.signs) * question.columns
        if by_rows.value < question.columns or cells * question.columns > LARGE:
            return by_rows
        return simplex_points_upper(question)
    return _from_simplex(question)


def is_long(question: Scored) -> bool:
    """Whether tables for all scores of nested grades would be too long: then the checker counts roots."""
    rows, columns = question.of.shape
    return rows * columns > NESTED_CELLS


def _from_simplex(question: Scored) -> Bound:
    found = inner_products_upper(question, simplex_upper(question.of))
    assert found is not None  # queries are their own
    return found


def _upper(question: Scored, bound: Bound) -> Bound | None:
    """From that by inner products for the same rows; an order on the moment curve is one round a circle."""
    content = bound.found
    if question.shared and is_long(question) and content["kind"] == "polynomial" and not content["negated"]:
        return nested_lists_upper(question, content["order"]) if content.get("vectors") != "rows" else None
    found = inner_products_upper(question, bound)
    if is_tied(question.of):
        return _tied_upper(question, found)
    if found is None or content["kind"] != "polynomial" or content["negated"] or content.get("vectors") == "rows":
        return found
    return min(found, circle_of_order(question, content["order"]), key=lambda end: end.value)


def _tied_upper(question: Scored, found: Bound | None) -> Bound | None:
    """Of a pattern with ties: one place, a circle, or a simplex."""
    others = [found]
    if question.of.task == "qsa":
        others.append(sets_on_a_circle(question))
    elif question.of.can_be_written_out:
        others.append(no_choice_upper(question) or circle_of_order(question, range(question.columns)))
    if question.of.can_be_written_out and len(question.signs) * question.columns**2 <= LARGE:
        others.append(simplex_points_upper(question))
    return min((end for end in others if end is not None), key=lambda end: end.value)


def _lower(question: Scored, bound: Bound) -> Bound | None:
    """The lower bound for the same rows by inner products; None if it is 0, or about all rows of a large pattern."""
    content = bound.found
    if is_tied(question.of):
        evidence = {"kind": "restriction", "of": premise(bound)}
        return certified_bound(question, "lower", bound.value, f"unit vectors are vectors: {bound.how}", evidence)
    if not bound.value or (not question.of.can_be_written_out and "rows" not in content):
        return None
    return OnASphere(question).lower(bound)


Part = tuple[tuple[int, ...], tuple[int, ...]]


def _part_of(bound: Bound) -> Part | None:
    """The rows and columns that a lower bound is about, if it is about a part."""
    content = bound.found
    if bound.side == "upper" or content["kind"] != "restriction" or "rows" not in content:
        return None
    return tuple(content["rows"]), tuple(content["columns"])


def _raise(board: Board, part: Part | None) -> None:
    """Of a large pattern only what a sphere gives away to the part that is hard by inner products."""
    question = board.question
    assert isinstance(question, Scored)  # of such a question the race is run
    if part is not None or not is_large(question.of):
        raise_lower(sphere_board(board, OnASphere(question, part)), cheap_first=True)


def _push(board: Board) -> None:
    question = board.question
    assert isinstance(question, Scored)  # as above
    if not question.of.can_be_written_out or (question.shared and is_long(question)):
        return
    board.say(f"upper bound: orders of the items {'along a curve' if question.shared else 'round a circle'}")
    for allowed in (2.0,) if question.shared else (0.0, 2.0):
        found: Bound | None
        if question.shared:  # along the order as it stands that is known
            until = board.until(allowed)
            found = nested_order_upper(question, seed=board.seed, deadline=until, enough=board.lower, below=board.upper)
        else:
            found = circle_upper(question, seed=board.seed, deadline=board.until(allowed), enough=board.lower)
        if found is not None:
            board.post(found)
        if board.over:
            return
    if question.shared and question.score == "inner" and len(question.signs) * question.columns >= DESCENDED:
        _descend(board, question)
        return
    in_turns(board, "points", FIRST_TURN, partial(points_upper, question, restarts=None))


def _descend(board: Board, question: Scored) -> None:
    """Vectors of a large pattern whose rows share queries: a descent on all entries."""
    signs, best = sparse_pattern(question.of), None
    for m, patience in widths(board, width_by_counting(signs)):
        said = f"upper bound: vectors for m = {m}"
        board.say(said)
        found = descended_vectors(
            signs,
            m + 1,
            free=True,
            steps=STEPS * patience // PATIENCE,
            deadline=board.deadline,
            start=best,
            groups=question.shared,
            report=lambda text, said=said: board.say(f"{said}, {text}"),  # type: ignore[misc]
        )
        if not found.missed:
            with suppress(TooLongToCheckError):
                board.post_any(nested_tables_upper(question, signs, found))
            best = found
