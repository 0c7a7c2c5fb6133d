"""A sparse self-attention matrix: what each of L positions is to weigh the L positions with.

The question of Likhosherstov, Choromanski and Weller 2021 (arXiv 2106.03764): which right-stochastic L x L matrices A
come out of softmax(X W_Q W_K^T X^T) when W_Q and W_K stay fixed and only the input X is chosen for A. Ratios of nonzero
entries have to be kept, zeros have to become small. Symbols: L positions, k nonzeros in a row at most, gamma the
largest ratio of two nonzeros of a row.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import gcd
from typing import Any

import numpy as np

from ...questions import SignPattern
from ...questions.question import MAX_CELLS, plain_label
from ...questions.sign_pattern import marked
from ..task import TaskError

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class AttentionMatrix:
    """A right-stochastic L x L matrix in exact arithmetic, row by row.

    Entry (i, j) is ``weights[i][t] / sum(weights[i])`` where ``supports[i][t] = j``, and 0 where j is not in the
    support. The weights of a row are kept without a common factor, so equal matrices are equal objects.

    Attributes
    ----------
    supports : tuple of L tuples of int
        The columns of the nonzeros of each row, increasing, in 0 .. L-1, at least one.
    weights : tuple of L tuples of int >= 1
        As many as there are columns.
    name : str
        Where it comes from, for reports; it does not count in comparisons.

    Raises
    ------
    TaskError
        If there is no row, a row is empty, its columns do not increase or lie outside 0 .. L-1, or its weights are not
        positive integers, one for each column.

    Examples
    --------
    >>> matrix = AttentionMatrix(((0, 2), (1,), (0, 1)), ((2, 6), (5,), (1, 1)))
    >>> matrix.L, matrix.k, matrix.column_sparsity, matrix.gamma
    (3, 2, 2, Fraction(3, 1))
    >>> matrix.weights[0], matrix.entry(0, 2), matrix.entry(0, 1)
    ((1, 3), Fraction(3, 4), Fraction(0, 1))
    >>> matrix.tie_pattern().rows
    ('0-0', '-0-', '00-')
    """

    supports: Rows
    weights: Rows
    name: str = field(default="A", compare=False)

    def __post_init__(self) -> None:
        count = len(self.supports)
        if not count:
            raise TaskError(f"{self.name} has no row; an attention matrix has at least one")
        if len(self.weights) != count:
            raise TaskError(f"{self.name} has {count} supports, but weights for {len(self.weights)} rows; give as many")
        for row, (support, weights) in enumerate(zip(self.supports, self.weights, strict=True)):
            self._require_row(row, support, weights)
        reduced = tuple(map(_without_factor, self.weights))
        object.__setattr__(self, "supports", tuple(map(tuple, self.supports)))
        object.__setattr__(self, "weights", reduced)

    def _require_row(self, row: int, support: tuple[int, ...], weights: tuple[int, ...]) -> None:
        if not support:
            raise TaskError(f"{self.name}, row {row}: all entries are 0, but a row must sum to 1; give it a nonzero")
        if any(type(j) is not int for j in support) or support[0] < 0 or support[-1] >= len(self.supports):
            raise TaskError(
                f"{self.name}, row {row}: columns must be integers in 0 .. {len(self.supports) - 1}, as there are "
                f"{len(self.supports)} rows and the matrix is square; got {support[0]!r} .. {support[-1]!r}"
            )
        if any(left >= right for left, right in pairwise(support)):
            raise TaskError(f"{self.name}, row {row}: columns must increase, got {list(support)[:8]}; sort them")
        if len(weights) != len(support) or any(type(w) is not int or w < 1 for w in weights):
            raise TaskError(
                f"{self.name}, row {row}: there must be {len(support)} weights, integers >= 1, got {list(weights)[:8]}"
            )

    @property
    def L(self) -> int:
        """Rows, and columns."""
        return len(self.supports)

    @cached_property
    def k(self) -> int:
        """Most nonzeros in a row."""
        return max(map(len, self.supports))

    @cached_property
    def column_sparsity(self) -> int:
        """Most nonzeros in a column."""
        return max(Counter(j for support in self.supports for j in support).values())

    @cached_property
    def gamma(self) -> Fraction:
        """The range: the largest ratio of two nonzeros of one row, 1 if all rows are uniform on their supports."""
        return max(Fraction(max(weights), min(weights)) for weights in self.weights)

    @cached_property
    def nonzeros(self) -> int:
        """Entries that are not 0."""
        return sum(map(len, self.supports))

    @cached_property
    def repeated_rows(self) -> int:
        """Rows equal to an earlier one: they can share its query, so they cost nothing."""
        return self.L - len(set(zip(self.supports, self.weights, strict=True)))

    @property
    def words(self) -> str:
        """What it is, in a line.

        >>> AttentionMatrix(((0, 1), (0,)), ((1, 3), (1,)), "mine").words
        'mine: 2 x 2, at most 2 nonzeros in a row and 2 in a column, ratios of nonzeros in a row up to 3'
        """
        ratios = f"ratios of nonzeros in a row up to {float(self.gamma):.4g}"
        if self.gamma == 1:
            ratios = "uniform on each row's support"
        return (
            f"{plain_label(self.name)}: {self.L} x {self.L}, at most {self.k} nonzero{'s' * (self.k > 1)} in a row and "
            f"{self.column_sparsity} in a column, {ratios}"
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should know: rows too dense for sparsity to help, repeated rows."""
        found = []
        if 2 * self.k > self.L:
            found.append(
                f"a row has {self.k} nonzero{'s' * (self.k > 1)}, more than L/2 = {self.L / 2:g}: sparsity does not "
                f"help, d <= L - 1 = {self.L - 1} (keys at the corners of a simplex) is the upper bound of use"
            )
        if self.repeated_rows:
            many = self.repeated_rows > 1
            rows = "rows repeat an earlier one and share" if many else "row repeats an earlier one and shares"
            found.append(f"{self.repeated_rows} {rows} its query")
        return tuple(found)

    def entry(self, row: int, column: int) -> Fraction:
        """A_ij, exactly."""
        support, weights = self.supports[row], self.weights[row]
        return Fraction(weights[support.index(column)], sum(weights)) if column in support else Fraction(0)

    def threshold_pattern(self) -> SignPattern:
        """``+`` on each row's support, ``-`` off it: every nonzero above every zero of its row (delta free).

        Raises
        ------
        TaskError
            If it has too many cells to be written out.
        """
        return self._pattern("+")

    def tie_pattern(self) -> SignPattern:
        """``0`` on each row's support, ``-`` off it: exactly equal scores on the support (delta = 0, uniform rows).

        For rows that are not uniform the least dimension with exact ratios is another one: scores on the support then
        differ by given numbers, and the least dimension may be smaller or larger than that of ties.

        Raises
        ------
        TaskError
            If it has too many cells to be written out.
        """
        return self._pattern("0")

    def _pattern(self, on: str) -> SignPattern:
        if self.L * self.L > MAX_CELLS:
            raise TaskError(
                f"{self.name}: a pattern of {self.L} x {self.L} entries is more than {MAX_CELLS}; take fewer rows: a "
                "lower bound of a part holds for the whole"
            )
        return SignPattern(tuple(marked(self.L, {on: support}) for support in self.supports), null=False)

    def sparse(self) -> Any:
        """The entries as a ``scipy.sparse.csr_array`` of float64, each rounded once."""
        from scipy.sparse import csr_array  # here, since it takes long to load

        starts = np.cumsum([0, *map(len, self.supports)])
        columns = np.array([j for support in self.supports for j in support], dtype=np.int64)
        entries = [w / total for weights in self.weights for total in (sum(weights),) for w in weights]
        return csr_array((np.array(entries), columns, starts), shape=(self.L, self.L))


def _without_factor(weights: tuple[int, ...]) -> tuple[int, ...]:
    factor = gcd(*weights)
    return tuple(w // factor for w in weights)
