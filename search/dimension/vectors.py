"""Vectors of an upper bound, as those of all queries and items of relevance data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ...bounds.bound import Bound
from ...bounds.upper.embeddings import Embeddings
from ...tasks.relevance import MergedRelevance
from ..large_patterns import is_large


def embeddings_of(upper: Bound, type: str, ids: Sequence[str], *, query_type: str = "") -> Embeddings:
    """The vectors of an upper bound of a pattern by inner products, one for each row and column, verified."""
    from ...bounds.upper.large_embeddings import large_embeddings
    from ...bounds.upper.wide_margins import wide_embeddings

    question = upper.question
    if is_large(question) and (question.task == "relevance" or upper.found["kind"] == "tables"):
        return large_embeddings(upper, type, ids, query_type=query_type)
    return wide_embeddings(upper, question.pattern.rows, type, ids, query_type=query_type)


def for_all(merged: MergedRelevance, table: Embeddings, trivial: float = 0) -> Embeddings:
    """A vector for each set of items asked for, in the order of ``merged.asked``, and for each item.

    Parameters
    ----------
    table : vectors of the merged rows and columns; one row more is that of trivial sets
    trivial : number
        The entries of trivial sets, if there is no such row.
    """
    vectors = np.full((len(merged.asked), table.d), trivial, dtype=table.queries.dtype)
    for place, one in enumerate(merged.asked):
        row = len(merged.selected) if one.row is None else one.row
        if row < len(table.queries):
            vectors[place] = -table.queries[row] if one.negated else table.queries[row]
    items = table.items[merged.column_of]
    items[merged.negated_items] *= -1
    return Embeddings(vectors, items, table.margin)


def arrays_of(
    merged: MergedRelevance, found: Any, places: Sequence[int] | None = None, *, graded: bool = True
) -> dict[str, npt.NDArray[Any]]:
    """Vectors of the sets at these places (of all) and of the items, with the ids of what they stand for."""
    places = range(len(merged.asked)) if places is None else places
    chosen = [merged.asked[place] for place in places]
    return {
        "queries": found.queries[list(places)],
        "items": found.items,
        "query_ids": np.array([merged.data.queries[one.query] for one in chosen]),
        **({"grades": np.array([one.grade for one in chosen])} if graded else {}),
        "item_ids": np.array(list(merged.data.items)),
    }
