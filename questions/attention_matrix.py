"""Questions about attention matrices: which width of queries and keys gives a softmax the weights of a matrix.

``AttentionRatios(L, entries, ratio, zero)``  a matrix A with L columns; row i lists (column, weight) where A is not 0,
                                              with positive integers w, so that A_ij = w_ij / (the sum of row i)
``PermutationMatrix(L)``                      any L x L permutation matrix, at every tolerance

A head with real queries and keys and scores S_ij = <q_i, k_j> has the weights A'_ij = 2^S_ij / sum_l 2^S_il (base 2 is
a factor of the scores). It realises A within the tolerances if in every row i

    2^-ratio <= (A'_ij / A'_il) / (A_ij / A_il) <= 2^ratio     for all j, l with A_ij, A_il > 0
    A'_ij / A'_il <= 2^zero, zero < 0                          for all j, l with A_ij = 0 < A_il

that is, |S_ij - S_il - log2(w_ij / w_il)| <= ratio and S_ij - S_il <= zero. The tolerances are written in powers of two
so that all this can be decided in integers: what is usually called delta is ratio ln 2, and eps2 is 2^zero. The matrix
of both projections is held fixed: with tokens (q_i, k_i) in R^2d, W_Q and W_K read off one half each.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar

from .question import Question
from .sign_pattern import marked

Row = tuple[tuple[int, int], ...]
"""(column, weight) of the nonzero entries of a row, the columns increasing."""

MAX_TOLERANCE = 10**6
MAX_DENOMINATOR = 4096
"""Tolerances are fractions of at most ``MAX_TOLERANCE`` with denominators up to ``MAX_DENOMINATOR``."""


@dataclass(frozen=True)
class AttentionRatios(Question):
    """A sparse right-stochastic matrix, the factor 2^ratio that nonzero ratios may be off by, and 2^zero for zeros.

    >>> identity = AttentionRatios(2, (((0, 1),), ((1, 1),)), Fraction(0), Fraction(-3))
    >>> identity.words
    'the 2x2 attention matrix with 1 nonzero in a row, ratios within 2^(0), zero/nonzero <= 2^(-3)'
    >>> identity.signs_on("0")
    ('0-', '-0')
    """

    L: int
    entries: tuple[Row, ...]
    ratio: Fraction
    zero: Fraction
    task: ClassVar[str] = "attention-matrix"
    asks_for: ClassVar[str] = "weights"

    @property
    def words(self) -> str:
        counts = sorted({len(row) for row in self.entries})
        nonzeros = f"{counts[0]} nonzero{'s' * (counts[0] > 1)}" if len(counts) == 1 else f"up to {counts[-1]} nonzeros"
        tolerances = f"ratios within 2^({self.ratio}), zero/nonzero <= 2^({self.zero})"
        return f"the {len(self.entries)}x{self.L} attention matrix with {nonzeros} in a row, {tolerances}"

    @property
    def parameters(self) -> tuple[tuple[str, int], ...]:
        return ("L", self.L), ("k", self.sparsity)

    @property
    def columns(self) -> int:
        return self.L

    @cached_property
    def sparsity(self) -> int:
        """The most nonzeros in a row."""
        return max(map(len, self.entries))

    @property
    def uniform(self) -> bool:
        """Whether in each row the nonzeros are equal."""
        return all(len({weight for _, weight in row}) == 1 for row in self.entries)

    def signs_on(self, symbol: str) -> tuple[str, ...]:
        """The rows of a pattern: the symbol where A is not 0, ``-`` where it is.

        With ``+`` it is the *threshold pattern*: any A', however bad its ratios, has it with a threshold for each row.
        With ``0`` it is the *tie pattern*: the nonzeros of a row have one score.
        """
        return tuple(marked(self.L, {symbol: (column for column, _ in row)}) for row in self.entries)

    def to_json(self) -> dict[str, object]:
        rows = [[list(entry) for entry in row] for row in self.entries]
        return {"task": self.task, "L": self.L, "rows": rows, "ratio": str(self.ratio), "zero": str(self.zero)}


@dataclass(frozen=True)
class PermutationMatrix(Question):
    """Any permutation matrix as attention, at every tolerance: one nonzero in each row and column, L >= 1.

    >>> PermutationMatrix(10**6).words
    'every 1000000x1000000 permutation matrix as attention, at every tolerance'
    """

    L: int
    task: ClassVar[str] = "permutation-matrix"
    asks_for: ClassVar[str] = "weights"

    @property
    def words(self) -> str:
        return f"every {self.L}x{self.L} permutation matrix as attention, at every tolerance"

    @property
    def columns(self) -> int:
        return self.L


def permutation_question(size: int) -> Question:
    """The question for permutation matrices of a size L >= 1."""
    return PermutationMatrix(size)
