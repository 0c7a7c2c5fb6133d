"""Embeddings of upper bounds for patterns that are never written out: integer tables, or items on a circle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from ...questions import Question
from ..bound import Bound
from ..sparse_pattern import sparse_pattern
from .circle_embeddings import circle_vectors
from .embeddings import EmbeddingError, Embeddings, verified_margin


def large_embeddings(
    bound: Bound, type: str = "float64", ids: Sequence[str] = (), *, query_type: str = ""
) -> Embeddings:
    """The vectors of an upper bound by integer tables, or by an order of the keys, in a number type.

    Parameters
    ----------
    bound : Bound
        An upper bound for a pattern over ``+ - *``, class SIGN. Without a null token the added row has to be the first
        coordinate, as ``rounded_tables_upper`` has it.
    type, ids, query_type
        As for ``rounded_embeddings``.

    Returns
    -------
    Embeddings
        Verified exactly as stored.

    Raises
    ------
    EmbeddingError
        If the evidence is another one, or the vectors do not survive being rounded.

    Examples
    --------
    >>> from ...questions.relevance import Relevance
    >>> from ..bound import certified_bound
    >>> line = {"kind": "tables", "dimension": 2, "queries": [[-1, -2], [-1, 2], [1, 0]], "keys": [[1, -1], [1, 1]]}
    >>> bound = certified_bound(Relevance(2, ((0,), (1,)), ((), ()), False), "upper", 1, "by hand", line)
    >>> large_embeddings(bound, "int8").items.tolist()
    [[-127], [127]]
    """
    evidence = bound.found
    free = bound.question.offset
    # Keys that hold 1 first make that coordinate the threshold's, and the others the vector.
    shifted = [1] + [0] * (evidence.get("dimension", 1) - 1)
    tables: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]] | None = None
    if evidence["kind"] == "tables" and (not free or evidence["queries"][-1] == shifted):
        rows = bound.question.shape[0]
        tables = np.array(evidence["queries"][:rows], dtype=np.float64), np.array(evidence["keys"], dtype=np.float64)
    elif evidence["kind"] == "polynomial" and "vectors" not in evidence and not evidence["negated"]:
        degree, odd = divmod(evidence["dimension"], 2)
        tables = circle_vectors(sparse_pattern(bound.question), evidence["order"], degree) if odd else None
    if tables is None:
        raise EmbeddingError(
            f"at this size this upper bound ({bound.evidence.method}) comes without vectors; a longer --budget may "
            "find some numerically, or take a part of the data"
        )
    queries = _stored(tables[0][:, free:], query_type or type, alone=True)
    items = _stored(tables[1][:, free:], type, alone=False)
    margin = verified_margin(queries, items, WrittenRows(bound.question), zero=not free, ids=ids)
    return Embeddings(queries, items, margin)


def _stored(table: npt.NDArray[np.float64], type: str, *, alone: bool) -> npt.NDArray[Any]:
    largest = np.maximum(np.abs(table).max(axis=1 if alone else None, keepdims=True, initial=0), 1e-300)
    stored: npt.NDArray[Any]
    if np.issubdtype(type, np.integer):
        stored = np.rint(table / largest * np.iinfo(type).max).astype(type)
    else:
        power = 2.0 ** np.ceil(np.log2(largest))  # a power of 2: what fits is stored exactly
        stored = (table / power).astype(type)
    return stored


class WrittenRows(Sequence[str]):
    """The rows of a pattern, each written out when it is looked at.

    >>> from ...questions.relevance import Relevance
    >>> list(WrittenRows(Relevance(3, ((0,), (1, 2)), ((), (0,)), False)))
    ['+--', '*++']
    """

    def __init__(self, question: Question) -> None:
        self._signs = sparse_pattern(question)

    def __len__(self) -> int:
        return self._signs.shape[0]

    @overload
    def __getitem__(self, row: int) -> str: ...
    @overload
    def __getitem__(self, row: slice) -> Sequence[str]: ...
    def __getitem__(self, row: int | slice) -> str | Sequence[str]:
        if isinstance(row, slice):
            return [self[number] for number in range(*row.indices(len(self)))]
        if not 0 <= row < len(self):
            raise IndexError(row)
        (signs,) = self._signs.block(row, row + 1)
        written: bytes = np.array([b"-", b"*", b"+"])[signs + 1].tobytes()
        return written.decode()

    def __iter__(self) -> Iterator[str]:
        return (self[row] for row in range(len(self)))
