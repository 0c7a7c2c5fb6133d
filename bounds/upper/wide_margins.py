"""Embeddings for cosine or Euclidean distance in a number type of practice, verified exactly as they are stored.

Embeddings of the same dimension whose margin is as wide as is found: what survives being rounded.

An upper bound proves that vectors exist; those that the proof writes down may rank by hair's breadths. The moment curve
(1, t, .., t^(D-1)) is the worst: its numbers grow like t^(D-1). Any curve in R^D does the same work on which no linear
form has more than D - 1 zeros, and on a circle all items are alike. With the constant as one of the D coordinates where
thresholds are free, the items stand at the angles a = 2 pi t / C, t = 0 .. C - 1 along the order, at

    (1, cos a, sin a, cos 2a, sin 2a, ..)             D odd: trigonometric polynomials of degree (D - 1)/2
    (cos a/2, sin a/2, cos 3a/2, sin 3a/2, ..)        D even, threshold 0: products of D - 1 factors sin((a - r)/2)
    (1, cos a, sin a, .., a)                          D even, free: its derivatives have at most D - 2 zeros (Rolle)

None of these forms has more than D - 1 zeros on [0, 2 pi) (Karlin and Studden, Tchebycheff Systems, 1966). Given the
items, the widest margin of a query is a linear program; floats propose, ``embeddings`` compares.

Vectors for Euclidean distance with wide margins, searched for in the number type in which they are to be stored.

Proofs of upper bounds put items on a circle, or queries far away, as centres of balls that are nearly half-spaces:
exact, but by hair's breadths that small integers do not hold. Here queries and items share a box from the beginning,
the least gap of 2 <q, k> - |k|^2 is widened by descent (``solvers/units/wide_margin.py``), and integers of 8 or 16 bits
are then repaired coordinate by coordinate (``solvers/units/grid_descent.py``). What is returned is compared exactly as
stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ...questions.scored import Scored
from ...solvers.sign_rank.widest_queries import widest_queries
from ...solvers.units.grid_descent import separate
from ...solvers.units.wide_margin import row_gaps, scores_of, wide_tables
from ..bound import Bound
from ..patterns import STAR, sign_array
from .embeddings import EmbeddingError, Embeddings, as_type, remedy, require_types, rounded_embeddings, top_of, verified
from .unit_tables import Floats, ScoredVectors, scored_vectors, unit_tables


def scored_embeddings(
    vectors: ScoredVectors,
    rows: Sequence[str],
    score: str,
    type: str = "float64",
    ids: Sequence[str] = (),
    *,
    query_type: str = "",
    zero: bool = False,
) -> Embeddings:
    """Vectors in a number type, verified after rounding.

    Parameters
    ----------
    vectors : ScoredVectors
    rows : sequence of str
        The pattern: ``+`` selected, ``-`` not, ``*`` free.
    score : ``"inner"``, ``"cosine"`` or ``"euclidean"``
    type : str
        One of ``TYPES``. For integers everything is scaled: for inner products each coordinate and each query, for
        cosines each query and all items, for distances all by one factor, after the items have been centred.
    query_type : str, optional
        Of the queries, where it is another one: stores often keep items in 8 bits and compute queries in full.
    ids : sequence of str, optional
        Names of the items for the message of an error.
    zero : bool
        Cosines: whether the threshold of every query is 0.

    Raises
    ------
    ValueError
        If the type is unknown.
    EmbeddingError
        If a selected item is not nearer than another one, after rounding.

    Examples
    --------
    >>> vectors = ScoredVectors(np.array([[1.0, 0.0]]), np.array([[0.8, 0.6], [0.0, 1.0]]))
    >>> found = scored_embeddings(vectors, ("+-",), "cosine", "int8")
    >>> found.items.tolist(), round(found.margin, 2)
    ([[102, 76], [0, 127]], 0.4)
    """
    query_type = query_type or type
    require_types(type, query_type)
    queries: npt.NDArray[Any] = vectors.queries
    items: npt.NDArray[Any] = vectors.items
    if score == "euclidean":
        middle = (items.max(axis=0) + items.min(axis=0)) / 2
        queries, items = queries - middle, items - middle
        factor = min(_factor(queries, query_type), _factor(items, type))
        scale = 1.0 if factor == np.inf else factor
        queries, items = as_type(queries * scale, query_type), as_type(items * scale, type)
    else:
        if score == "inner":
            extents = np.abs(items).max(axis=0, initial=0.0)
            extents = np.where(extents > 0, extents, 1.0)
            queries, items = queries * extents, items / extents
        lengths = np.abs(queries).max(axis=1, keepdims=True, initial=0.0)
        queries = _rounded(queries / np.where(lengths > 0, lengths, 1), query_type)
        items = _rounded(items, type)
    # The signs of cosines are those of inner products.
    return verified(queries, items, rows, "inner" if zero else score, zero=zero, ids=ids)


def wide_scored_embeddings(
    bound: Bound, rows: Sequence[str], type: str, ids: Sequence[str] = (), *, query_type: str = ""
) -> Embeddings:
    """The vectors of an upper bound about a scored pattern in a number type, with the widest of the margins tried.

    By cosine the queries that fit best are tried besides, by distance a search for vectors of that type
    (``wide_balls``).

    Raises
    ------
    EmbeddingError
        If what is tried does not survive being rounded, and the search finds nothing.

    Examples
    --------
    >>> from ...questions import SignPattern, pattern_question, scored_question
    >>> from .scored_points import circle_upper
    >>> rows = tuple("-" * i + "++" + "-" * (8 - i) for i in range(9))
    >>> bound = circle_upper(scored_question(pattern_question(SignPattern(rows, null=False)), "cosine"))
    >>> wide_scored_embeddings(bound, rows, "int8").margin > 0.15
    True
    """
    question = bound.question
    assert isinstance(question, Scored)  # about such a question the bound is
    vectors, own = scored_vectors(bound), bound.value and not question.shared

    def stored(queries: Floats) -> Embeddings:
        given = ScoredVectors(queries, vectors.items)
        return scored_embeddings(given, rows, question.score, type, ids, query_type=query_type)

    tried = [lambda: stored(vectors.queries)]
    if question.score == "cosine" and own and len(rows) * len(rows[0]) <= MAX_FITTED:
        items = _rounded(vectors.items, type)
        lengths = np.linalg.norm(items.astype(np.float64), axis=1, keepdims=True)
        queries = widest_queries(_asked(rows), items / np.where(lengths > 0, lengths, 1.0), zero=False)
        tried.append(lambda: stored(queries))
    if question.score != "euclidean" or not own:
        return _widest(tried)
    searched = wide_balls(vectors, rows, type, query_type=query_type)
    if searched.found is not None:
        found = searched.found
        return _widest([*tried, lambda: found])
    try:
        return _widest(tried)
    except EmbeddingError as error:
        if not searched.starts:
            raise
        raise EmbeddingError(
            f"{str(error).removesuffix(remedy(type))}; a search among {type} vectors ({searched.starts} starts) ranks "
            f"{searched.missed} of {searched.asked} queries wrongly at best, which does not prove that there are "
            f"none{remedy(type)}"
        ) from None


def _widest(tried: Iterable[Callable[[], Embeddings]]) -> Embeddings:
    """The first of the widest margin; if none survives, the error of the first."""
    best: Embeddings | None = None
    refused: EmbeddingError | None = None
    for make in tried:
        try:
            found = make()
        except EmbeddingError as error:
            refused = refused or error
            continue
        if best is None or found.margin > best.margin:
            best = found
    if best is None:
        assert refused is not None  # something is tried always
        raise refused
    return best


def _asked(rows: Sequence[str]) -> Floats:
    """1 selected, -1 not, 0 free."""
    signs = sign_array(rows).astype(np.float64)
    signs[signs == STAR] = 0
    return signs


def _factor(table: Floats, type: str) -> float:
    """What makes the table use the range of an integer type; infinite for floats, which have no range to be used."""
    return (top_of(type) or float("inf")) / (float(np.abs(table).max(initial=0.0)) or 1.0)


def _rounded(table: Floats, type: str) -> npt.NDArray[np.generic]:
    return as_type(table * _factor(table, type) if top_of(type) else table, type)


MAX_FITTED = 1_000_000
"""Entries of a pattern whose queries are fitted: some seconds of linear programs."""


def wide_embeddings(
    bound: Bound, rows: Sequence[str], type: str = "float64", ids: Sequence[str] = (), *, query_type: str = ""
) -> Embeddings:
    """The vectors of an upper bound, in a number type, with the widest of the margins that are tried.

    Parameters
    ----------
    bound : Bound
        An upper bound for a pattern over ``+ - *``, class SIGN.
    rows : sequence of str
        The pattern.
    type, ids, query_type
        As for ``rounded_embeddings``.

    Returns
    -------
    Embeddings
        Of dimension ``bound.value``, verified exactly as stored.

    Raises
    ------
    EmbeddingError
        If nothing that is tried survives being rounded.

    Examples
    --------
    >>> from ...questions import SignPattern, pattern_question
    >>> from .moment_curve import moment_curve_upper
    >>> rows = tuple("-" * i + "++" + "-" * (28 - i) for i in range(29))
    >>> bound = moment_curve_upper(pattern_question(SignPattern(rows, null=False)))
    >>> wide_embeddings(bound, rows).margin > 10 * rounded_embeddings(unit_tables(bound), rows).margin
    True
    """
    tables = unit_tables(bound)

    def fitted(items: Floats) -> Embeddings:
        stored = as_type(items * (top_of(type) or 1), type)
        queries = widest_queries(_asked(rows), stored.astype(float), zero=tables.null)
        queries = as_type(queries * (top_of(query_type or type) or 1), query_type or type)
        return verified(queries, stored, rows, zero=tables.null, ids=ids)

    few = len(rows) * len(rows[0]) <= MAX_FITTED
    items = _items(bound, np.array([[float(entry) for entry in key] for key in tables.keys])) if few else ()
    first = partial(rounded_embeddings, tables, rows, type, ids, query_type=query_type)
    return _widest([first, *(partial(fitted, some) for some in items)])


def _items(bound: Bound, keys: Floats) -> Iterator[Floats]:
    """Items that may do: those of the evidence, and those on a circle in its order."""
    if keys.shape[1]:
        yield keys / np.maximum(np.abs(keys).max(axis=0), np.finfo(float).tiny)
    if bound.value and (circle := items_of_order(bound, bound.value)) is not None:
        yield circle


def items_of_order(bound: Bound, d: int) -> Floats | None:
    """Items on a circle in R^d, in the order of an upper bound by the moment curve, d >= its value >= 1; else None.

    Examples
    --------
    >>> from ...questions import SignPattern, pattern_question
    >>> from .moment_curve import moment_curve_upper
    >>> items_of_order(moment_curve_upper(pattern_question(SignPattern(("+--", "-+-"), null=False))), 3).shape
    (3, 3)
    """
    evidence = bound.found
    if evidence["kind"] != "polynomial" or evidence.get("vectors") == "rows":
        return None
    columns = len(evidence["order"])
    place = np.empty(columns)
    place[evidence["order"]] = np.arange(columns)
    circle = circle_items(2 * np.pi * place / columns, d, free=not bound.question.null)
    circle[evidence["negated"]] *= -1
    return circle


def circle_items(angles: Floats, d: int, *, free: bool) -> Floats:
    """Points of R^d at the angles: with free thresholds (the constant is left out) or with threshold 0.

    Parameters
    ----------
    angles : array, shape (items,), in [0, 2 pi)
    d : int >= 1
    free : bool

    Examples
    --------
    >>> circle_items(np.array([0.0, np.pi / 2]), 2, free=True).round(6).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    dimension = d + free
    half = 0.5 if dimension % 2 == 0 and not free else 0.0
    columns = [] if free or half else [np.ones_like(angles)]
    for j in range(1, d // 2 + 1):
        columns += [np.cos((j - half) * angles), np.sin((j - half) * angles)]
    if free and dimension % 2 == 0:
        columns.append(angles / np.pi - 1)
    return np.stack(columns, axis=1)


STARTS = 4
STEPS = 1500
MOST_WORK = 250_000_000
"""Most entries of a pattern times steps, over all starts: some seconds."""

REPAIRED = ("int8", "int16")
"""Integers so short that the descent computes its scores without rounding."""


@dataclass(frozen=True, eq=False)
class WideBalls:
    """The widest vectors found; and how many of the rows asked were missed at best, in how many starts."""

    found: Embeddings | None
    missed: int
    asked: int
    starts: int


def wide_balls(vectors: ScoredVectors, rows: Sequence[str], type: str, *, query_type: str = "") -> WideBalls:
    """Vectors in a number type such that every row's ``+`` are nearer to its query than its ``-``.

    Parameters
    ----------
    vectors : ScoredVectors
        Vectors before rounding: they say how wide, and integers are repaired from them as well.
    rows : sequence of str
        The pattern over ``+ - *``.
    type : str
        A type of ``embeddings.TYPES``.
    query_type : str, optional
        Of the queries, where it is another one. If one of the two is an integer type, both hold such integers.

    Returns
    -------
    WideBalls
        ``found`` is verified as it is stored; None says that nothing was found, not that there is nothing. Large
        patterns get fewer starts, very large ones none.

    Examples
    --------
    >>> square = ("++--", "-++-", "--++", "+--+")
    >>> vectors = ScoredVectors(np.zeros((4, 2)), np.zeros((4, 2)))
    >>> wide_balls(vectors, square, "int8").found.margin > 0.3
    True
    """
    signs = _asked(rows).astype(np.int8)
    kept = np.unique(signs[(signs == 1).any(axis=1) & (signs == -1).any(axis=1)], axis=0)
    width = vectors.items.shape[1]
    query_type = query_type or type
    integers = [each for each in (type, query_type) if top_of(each)]
    common = min(integers or [type, query_type], key=lambda each: np.dtype(each).itemsize)
    starts = min(STARTS, MOST_WORK // (STEPS * max(1, kept.size)))
    found: list[Embeddings] = []
    missed, tried = len(kept), 0
    if not len(kept) or not width:
        return WideBalls(None, missed, len(kept), 0)
    place = {row.tobytes(): number for number, row in enumerate(kept)}
    of_row = [place.get(row.tobytes(), -1) for row in signs]
    rng = np.random.default_rng(0)

    def proposed() -> Iterator[tuple[Floats, Floats]]:
        if common in REPAIRED and starts:
            yield _together(vectors.queries[[of_row.index(number) for number in range(len(kept))]], vectors.items)
        for _ in range(starts):
            wide = wide_tables(kept, width, rng, steps=STEPS, balls=True)
            yield wide.queries.astype(np.float64), wide.items.astype(np.float64)

    for queries, items in proposed():
        tried += 1
        queries, items = _repaired(kept, queries, items, common, rng)
        left = int((row_gaps(scores_of(queries, items, balls=True), kept) <= 0).sum())
        missed = min(missed, left)
        if not left:
            whole = np.vstack([queries, np.zeros((1, width))])[of_row].astype(query_type)
            with suppress(EmbeddingError):  # floats counted the rows, which is not exact for wide types
                found.append(verified(whole, items.astype(type), rows, "euclidean"))
    return WideBalls(max(found, key=lambda one: one.margin, default=None), missed, len(kept), tried)


def _together(queries: Floats, items: Floats) -> tuple[Floats, Floats]:
    """Scaled by one factor into the box, after the middle of the items has been put at 0."""
    middle = (items.max(axis=0) + items.min(axis=0)) / 2
    queries, items = queries - middle, items - middle
    extent = max(float(np.abs(queries).max(initial=0.0)), float(np.abs(items).max(initial=0.0))) or 1.0
    return queries / extent, items / extent


def _repaired(
    kept: np.ndarray, queries: Floats, items: Floats, type: str, rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Rounded to the type, and repaired where that can be done; as float64."""
    largest = top_of(type)
    queries, items = (as_type(table * (largest or 1), type).astype(np.float64) for table in (queries, items))
    if type in REPAIRED:
        found = separate(kept, range(-largest, largest + 1), queries, items, rng, balls=True)
        queries, items = found.queries.astype(np.float64), found.items.astype(np.float64)
    return queries, items
