"""Sign patterns by lists, as sparse arrays for the engines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Signs


@dataclass(frozen=True, eq=False)
class SparseSigns:
    """R x C signs: ``+`` where ``plus`` is stored, anything where ``free`` is, ``-`` elsewhere.

    Attributes
    ----------
    plus, free : CSR arrays of booleans, shape (R, C), without a common entry
    """

    plus: Any
    free: Any

    @property
    def shape(self) -> tuple[int, int]:
        """(R, C)."""
        return tuple(self.plus.shape)

    def turned(self) -> SparseSigns:
        """Rows and columns exchanged."""
        return SparseSigns(self.plus.T.tocsr(), self.free.T.tocsr())

    def with_plus_row(self) -> SparseSigns:
        """With one more row, ``+`` throughout."""
        import scipy.sparse as sparse

        columns = self.plus.shape[1]
        more = sparse.csr_array(np.ones((1, columns), dtype=bool))
        none = sparse.csr_array((1, columns), dtype=bool)
        return SparseSigns(
            sparse.vstack([self.plus, more], format="csr"), sparse.vstack([self.free, none], format="csr")
        )

    def block(self, start: int, end: int) -> Signs:
        """Rows ``start`` to ``end`` written out: 1 for +, -1 for -, 0 where free."""
        signs = np.full((min(end, self.shape[0]) - start, self.shape[1]), -1, dtype=np.int8)
        for array, value in ((self.plus, 1), (self.free, 0)):
            part = array[start:end].tocoo()
            signs[part.row, part.col] = value
        return signs


def signs_of_lists(
    columns: int, selected: tuple[tuple[int, ...], ...], free: tuple[tuple[int, ...], ...]
) -> SparseSigns:
    """The signs of lists of columns, one of each kind for each row.

    >>> signs_of_lists(3, ((0, 2), (1,)), ((), (2,))).block(0, 2).tolist()
    [[1, -1, 1], [-1, 1, 0]]
    """
    return SparseSigns(_array(columns, selected), _array(columns, free))


def _array(columns: int, lists: tuple[tuple[int, ...], ...]) -> Any:
    import scipy.sparse as sparse

    indptr = np.concatenate([[0], np.cumsum([len(one) for one in lists])])
    indices = np.fromiter((column for one in lists for column in one), dtype=np.int64, count=int(indptr[-1]))
    return sparse.csr_array((np.ones(len(indices), dtype=bool), indices, indptr), shape=(len(lists), columns))
