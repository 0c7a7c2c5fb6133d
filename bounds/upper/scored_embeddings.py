"""Embeddings for cosine or Euclidean distance in a number type of practice, verified exactly as they are stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ...questions.scored import Scored
from ...solvers.sign_rank.widest_queries import widest_queries
from ..bound import Bound
from .embeddings import TYPES, EmbeddingError, Embeddings, remedy, verified_margin
from .score_margin import verified_score_margin
from .scored_vectors import Floats, ScoredVectors, scored_vectors
from .wide_balls import wide_balls
from .wide_margins import MAX_FITTED, SIGNS


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
    for each in (type, query_type):
        if each not in TYPES:
            raise ValueError(f"the type must be one of {', '.join(TYPES)}, got {each!r}; try float32")
    queries: npt.NDArray[Any] = vectors.queries
    items: npt.NDArray[Any] = vectors.items
    if score == "euclidean":
        middle = (items.max(axis=0) + items.min(axis=0)) / 2
        queries, items = queries - middle, items - middle
        factor = min(_factor(queries, query_type), _factor(items, type))
        scale = 1.0 if factor == np.inf else factor
        queries, items = _stored(queries * scale, query_type), _stored(items * scale, type)
    else:
        if score == "inner":
            extents = np.abs(items).max(axis=0, initial=0.0)
            extents = np.where(extents > 0, extents, 1.0)
            queries, items = queries * extents, items / extents
        lengths = np.abs(queries).max(axis=1, keepdims=True, initial=0.0)
        queries = _rounded(queries / np.where(lengths > 0, lengths, 1), query_type)
        items = _rounded(items, type)
    if zero or score == "inner":  # the signs of cosines are those of inner products
        return Embeddings(queries, items, verified_margin(queries, items, rows, zero=zero, ids=ids))
    return Embeddings(queries, items, verified_score_margin(queries, items, rows, score, ids=ids))


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
    vectors = scored_vectors(bound)
    try:
        best: Embeddings | EmbeddingError = scored_embeddings(
            vectors, rows, question.score, type, ids, query_type=query_type
        )
    except EmbeddingError as error:
        best = error
    if question.score == "cosine" and not question.shared and len(rows) * len(rows[0]) <= MAX_FITTED and bound.value:
        stored = _rounded(vectors.items, type)
        lengths = np.linalg.norm(stored.astype(np.float64), axis=1, keepdims=True)
        signs = np.array([[SIGNS[symbol] for symbol in row] for row in rows])
        queries = widest_queries(signs, stored / np.where(lengths > 0, lengths, 1.0), zero=False)
        try:
            fitted = scored_embeddings(
                ScoredVectors(queries, vectors.items), rows, "cosine", type, ids, query_type=query_type
            )
            if isinstance(best, EmbeddingError) or fitted.margin > best.margin:
                best = fitted
        except EmbeddingError:
            pass  # what was there before is as good
    if question.score == "euclidean" and not question.shared and bound.value:
        searched = wide_balls(vectors, rows, type, query_type=query_type)
        if searched.found is not None and (isinstance(best, EmbeddingError) or searched.found.margin > best.margin):
            best = searched.found
        if isinstance(best, EmbeddingError) and searched.starts:
            so_far = str(best).removesuffix(remedy(type))
            raise EmbeddingError(
                f"{so_far}; a search among {type} vectors ({searched.starts} starts) ranks "
                f"{searched.missed} of {searched.asked} queries wrongly at best, which does not prove that there are "
                f"none{remedy(type)}"
            )
    if isinstance(best, EmbeddingError):
        raise best
    return best


def _factor(table: Floats, type: str) -> float:
    """What makes the table use the range of an integer type; infinite for floats, which have no range to be used."""
    if not np.issubdtype(type, np.integer):
        return float("inf")
    return float(np.iinfo(type).max) / (float(np.abs(table).max(initial=0.0)) or 1.0)


def _rounded(table: Floats, type: str) -> npt.NDArray[np.generic]:
    factor = _factor(table, type)
    return _stored(table if factor == np.inf else table * factor, type)


def _stored(table: Floats, type: str) -> npt.NDArray[np.generic]:
    return (np.rint(table) if np.issubdtype(type, np.integer) else table).astype(type)
