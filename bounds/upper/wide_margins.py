"""Embeddings of the same dimension whose margin is as wide as is found: what survives being rounded.

An upper end proves that vectors exist; those that the proof writes down may rank by hair's breadths. The moment curve
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
from scipy.optimize import linprog

from ..bound import Bound
from .embeddings import EmbeddingError, Embeddings, rounded_embeddings, verified_margin
from .unit_tables import unit_tables

MAX_FITTED = 1_000_000
"""Entries of a pattern whose queries are fitted: some seconds of linear programs."""

SIGNS = {"+": 1.0, "-": -1.0, "*": 0.0}

Floats = npt.NDArray[np.float64]


def wide_embeddings(bound: Bound, rows: Sequence[str], type: str = "float64", ids: Sequence[str] = ()) -> Embeddings:
    """The vectors of an upper end, in a number type, with the widest of the margins that are tried.

    Parameters
    ----------
    bound : Bound
        An upper end for a pattern over ``+ - *``, class SIGN.
    rows : sequence of str
        The pattern.
    type, ids
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
    >>> from ...certificates import SignPattern, pattern_question
    >>> from .moment_curve import moment_curve_upper
    >>> rows = tuple("-" * i + "++" + "-" * (28 - i) for i in range(29))
    >>> bound = moment_curve_upper(pattern_question(SignPattern(rows, null=False)))
    >>> wide_embeddings(bound, rows).margin > 10 * rounded_embeddings(unit_tables(bound), rows).margin
    True
    """
    tables = unit_tables(bound)
    try:
        best: Embeddings | EmbeddingError = rounded_embeddings(tables, rows, type, ids)
    except EmbeddingError as error:
        best = error
    if len(rows) * len(rows[0]) <= MAX_FITTED:
        signs = np.array([[SIGNS[symbol] for symbol in row] for row in rows])
        for items in _items(bound, np.array([[float(entry) for entry in key] for key in tables.keys])):
            stored = _stored(items, type)
            vectors = _stored(widest_queries(signs, stored.astype(float), zero=tables.null), type)
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
    evidence = bound.claim()["evidence"]
    if evidence["kind"] == "polynomial" and evidence.get("vectors") != "rows" and bound.value:
        place = np.empty(len(keys))
        place[evidence["order"]] = np.arange(len(keys))
        circle = circle_items(2 * np.pi * place / len(keys), bound.value, free=not bound.question.null)
        circle[evidence["negated"]] *= -1
        yield circle


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


def widest_queries(signs: Floats, items: Floats, *, zero: bool = False) -> Floats:
    """For given items the queries with the widest gap between selected items and others: a linear program each.

    Parameters
    ----------
    signs : array, shape (queries, items)
        1 selected, -1 not, 0 free.
    items : array, shape (items, d)
    zero : bool
        Whether the threshold is 0; if not, each query has its own.

    Returns
    -------
    array, shape (queries, d)
        Entries between -1 and 1; 0 where nothing is asked, or no query does it. Rounded.

    Examples
    --------
    >>> widest_queries(np.array([[1.0, -1.0, -1.0]]), np.array([[1.0], [0.5], [-1.0]])).tolist()
    [[1.0]]
    """
    items = items / np.abs(items).max(initial=np.finfo(float).tiny)
    d = items.shape[1]
    queries = np.zeros((len(signs), d))
    bounds = [(-1, 1)] * d + [(0, 0) if zero else (None, None), (None, None)]
    for row, wanted in enumerate(signs):
        asked = wanted != 0
        sign = wanted[asked, None]
        if zero or (sign.min(initial=1) < 0 < sign.max(initial=-1)):
            conditions = np.hstack([-sign * items[asked], sign, np.ones_like(sign)])
            found = linprog(np.eye(d + 2)[-1] * -1, A_ub=conditions, b_ub=np.zeros(len(sign)), bounds=bounds)
            if found.x is not None:
                queries[row] = found.x[:d]
    return queries


def _stored(vectors: Floats, type: str) -> npt.NDArray[Any]:
    """Entries of at most 1, rounded to the type; integers use its range."""
    if np.issubdtype(type, np.integer):
        return np.rint(vectors * np.iinfo(type).max).astype(type)
    return vectors.astype(type)
