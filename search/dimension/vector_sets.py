"""Several vectors for each query and each item, in a number type, all scores by late interaction compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ...bounds.upper.embeddings import EmbeddingError, as_type, remedy, require_types, top_of


@dataclass(frozen=True, eq=False)
class VectorSets:
    """Vectors for late interaction in a number type, all scores compared as they are stored.

    Attributes
    ----------
    queries : array, shape (queries, t, d)
    items : array, shape (items, S, d)
    margin : float
        The least, over the queries, of (lowest score of a selected item - highest score of another) / 2, divided by the
        sum of the norms of the query's vectors and by the norm of the longest vector of an item. Rounded down.
    """

    queries: npt.NDArray[Any]
    items: npt.NDArray[Any]
    margin: float

    @property
    def d(self) -> int:
        """Their dimension."""
        return int(self.items.shape[2])


def vector_sets(
    queries: list[Any], items: list[Any], vectors: tuple[int, int], rows: tuple[str, ...], type: str, query_type: str
) -> VectorSets:
    """Exact vectors in number types, S of each item (the first is repeated) and t of each query, then one query of 0.

    Raises
    ------
    EmbeddingError
        If they do not survive being rounded.
    """
    require_types(type, query_type)
    S, t = vectors
    d = max(1, max(len(vector) for one in items for vector in one))
    made = [np.zeros((len(queries) + 1, t, d)), np.zeros((len(items), S, d))]
    for table, exact in zip(made, (queries, items), strict=True):
        for place, one in enumerate(exact):
            table[place, : len(one), : len(one[0])] = np.array(one, dtype=float)
            if table is made[1]:
                table[place, len(one) :] = table[place, 0]
    q, k = _in_type(made[0], query_type, (1, 2)), _in_type(made[1], type, None)
    return VectorSets(q, k, _margin(q[:-1], k, rows, type))


def _margin(queries: npt.NDArray[Any], keys: npt.NDArray[Any], rows: tuple[str, ...], type: str) -> float:
    """The least margin of a row; scores are exact: numbers as stored, times a power of two, are integers."""
    exact, scales = [], []
    for table in (queries, keys):
        numbers = table.astype(float)
        _, exponents = np.frexp(numbers)
        shift = max(0, 53 - int(exponents[numbers != 0].min(initial=53)))
        exact.append(np.array([_scaled(x, shift) for x in numbers.ravel()], dtype=object))
        scales.append(shift)
    q, k = (table.reshape(shape.shape) for table, shape in zip(exact, (queries, keys), strict=True))
    longest = float(np.linalg.norm(keys.astype(float), axis=2).max(initial=0.0)) or 1.0
    least_margin = float("inf")
    for query, numbers, row in zip(q, queries.astype(float), rows, strict=True):
        scores = [sum(max(sum(a * b for a, b in zip(x, y, strict=True)) for y in key) for x in query) for key in k]
        high = [s for s, symbol in zip(scores, row, strict=True) if symbol == "+"]
        low = [s for s, symbol in zip(scores, row, strict=True) if symbol == "-"]
        if high and low:
            gap = min(high) - max(low)
            if gap <= 0:
                raise EmbeddingError(f"the vectors do not keep the order of a query as {type}{remedy(type)}")
            norms = float(np.linalg.norm(numbers, axis=1).sum()) * longest
            least_margin = min(least_margin, gap / 2 ** sum(scales) / (2 * norms) * (1 - 1e-12))
    return least_margin


def _in_type(table: npt.NDArray[Any], type: str, axes: tuple[int, ...] | None) -> npt.NDArray[Any]:
    """The vectors in a type: of integers as they are where they fit, else scaled to its range, queries one by one."""
    largest = np.abs(table).max(axis=axes, keepdims=True)
    top = top_of(type)
    whole = top and largest.max(initial=0) <= top and bool((table == np.rint(table)).all())
    return as_type(table if whole else table / np.where(largest > 0, largest, 1.0) * (top or 1), type)


def _scaled(x: float, shift: int) -> int:
    numerator, denominator = float(x).as_integer_ratio()
    return int(numerator * 2**shift // denominator)
