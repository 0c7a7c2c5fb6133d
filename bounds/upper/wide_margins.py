"""Embeddings of the same dimension whose margin is as wide as is found: what survives being rounded.

An upper bound proves that vectors exist; those that the proof writes down may rank by hair's breadths. The moment curve
(1, t, .., t^(D-1)) is the worst: its numbers grow like t^(D-1). Any curve in R^D does the same work on which no linear
form has more than D - 1 zeros, and on a circle all items are alike. With the constant as one of the D coordinates where
thresholds are free, the items stand at the angles a = 2 pi t / C, t = 0 .. C - 1 along the order, at

    (1, cos a, sin a, cos 2a, sin 2a, ..)             D odd: trigonometric polynomials of degree (D - 1)/2
    (cos a/2, sin a/2, cos 3a/2, sin 3a/2, ..)        D even, threshold 0: products of D - 1 factors sin((a - r)/2)
    (1, cos a, sin a, .., a)                          D even, free: its derivatives have at most D - 2 zeros (Rolle)

None of these forms has more than D - 1 zeros on [0, 2 pi) (Karlin and Studden, Tchebycheff Systems, 1966). Given the
items, the widest margin of a query is a linear program; floats propose, ``embeddings`` compares.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ...solvers.sign_rank.widest_queries import widest_queries
from ..bound import Bound
from .embeddings import EmbeddingError, Embeddings, rounded_embeddings, verified_margin
from .unit_tables import unit_tables

MAX_FITTED = 1_000_000
"""Entries of a pattern whose queries are fitted: some seconds of linear programs."""

SIGNS = {"+": 1.0, "-": -1.0, "*": 0.0}

Floats = npt.NDArray[np.float64]


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
    try:
        best: Embeddings | EmbeddingError = rounded_embeddings(tables, rows, type, ids, query_type=query_type)
    except EmbeddingError as error:
        best = error
    if len(rows) * len(rows[0]) <= MAX_FITTED:
        signs = np.array([[SIGNS[symbol] for symbol in row] for row in rows])
        for items in _items(bound, np.array([[float(entry) for entry in key] for key in tables.keys])):
            stored = _stored(items, type)
            vectors = _stored(widest_queries(signs, stored.astype(float), zero=tables.null), query_type or type)
            try:
                margin = verified_margin(vectors, stored, rows, zero=tables.null, ids=ids)
            except EmbeddingError:
                continue
            if isinstance(best, EmbeddingError) or margin > best.margin:
                best = Embeddings(vectors, stored, margin)
    if isinstance(best, EmbeddingError):
        raise best
    return best


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


def _stored(vectors: Floats, type: str) -> npt.NDArray[Any]:
    """Entries of at most 1, rounded to the type; integers use its range."""
    if np.issubdtype(type, np.integer):
        return np.rint(vectors * np.iinfo(type).max).astype(type)
    return vectors.astype(type)
