"""The question how wide embeddings of p-bit integers have to be, for each p."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...questions import Question, UnitClass, least_size, pattern_question
from ...tasks import TaskError
from ...tasks.relevance import MergedRelevance, merge
from .asked import Width
from .given import bits_given
from .options import RelevanceOptions
from .reading import relevance_of


def grid_class(bits: int) -> UnitClass:
    """Class GRID with the integers that p bits stand for in practice: -1 and 1 for p = 1, else -2^(p-1) .. 2^(p-1) - 1.

    One bit is a sign, so that inner products are Hamming distances; more are what ``int8`` and its like hold. Scores
    have to differ, and no more: integers that do lie 1 apart, a gap of 1/2 on both sides of a threshold in the middle
    (in the grid of signs 2 apart, a gap of 1). The grids lie in one another.

    >>> str(grid_class(1)), str(grid_class(8))
    ('GRID(1, midrise, gap 1)', 'GRID(8, twos, gap 1/2)')
    """
    return UnitClass.parse("GRID(1, midrise, gap 1)" if bits == 1 else f"GRID({bits}, twos, gap 1/2)")


def range_words(bits: int) -> str:
    """The integers of so many bits.

    >>> range_words(1), range_words(8)
    ('-1 or 1', '-128..127')
    """
    return "-1 or 1" if bits == 1 else f"-{2 ** (bits - 1)}..{2 ** (bits - 1) - 1}"


@dataclass(frozen=True)
class BitsAsked:
    """The least d such that item and query vectors of p-bit integers rank, for each p.

    Each query has a threshold of its own, and its relevant items score above all others by inner products. Where a
    query has several grades, each has a query vector of its own.
    """

    merged: MergedRelevance
    bits: tuple[int, ...]

    @property
    def question(self) -> Question:
        """The pattern of the rows."""
        return pattern_question(self.merged.pattern())

    def asked(self, bits: int) -> Width:
        """The question for one number of bits."""
        return Width(least_size(self.question, "m", grid_class(bits)))


def bits_question(data: Any, options: RelevanceOptions) -> BitsAsked:
    """The question about relevance data and numbers of bits.

    Raises
    ------
    TaskError
        If the data cannot be read, is too large, an option does not go with bits, or a number of bits is out of range.
    """
    bits = bits_given(options.bits)
    if (options.score, options.threshold) != ("inner", "free"):
        raise TaskError(
            "‹bits› says what the numbers are; scores are inner products, queries have thresholds of their own: "
            "leave out ‹score› and ‹threshold›"
        )
    # The negation of a query may not be in the grid, so complements stay apart.
    relevance = relevance_of(data, options)
    merged = merge(relevance, complements=False)
    if options.grades == "nested" and merged.graded:
        raise TaskError(
            "with ‹bits› each grade of a query has a vector of its own, got ‹grades=nested›; leave it out, or "
            "leave out ‹bits›"
        )
    return BitsAsked(merged, bits)
