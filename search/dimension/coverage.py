"""How much of what could be asked relevance data ask: whether a small width says anything about other queries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sparse

from ...bounds.selections import retrieval_lower, separation_lower
from ...questions import retrieval_question, separation_question
from ...questions.separation import Retrieval
from ...solvers.rectangles.shattered_sets import large_shattered_set
from ...tasks.relevance import Relevance
from ...tasks.words import counted

LOOKED_AT = 300
"""Most items among which a shattered set is looked for: those that most queries ask for."""


@dataclass(frozen=True)
class Coverage:
    """What the queries of relevance data ask, beside what could be asked of the same items.

    Attributes
    ----------
    items : int
        All items.
    relevant : int
        Items relevant to some query.
    often : int
        Items relevant to two queries or more.
    shattered : tuple of str
        Ids of the largest set of items found that is *shattered*: each of its subsets is what is relevant to some query
        among them. To look for it takes a bounded number of steps, so there may be larger ones.
    most : int
        The most items relevant to one query, k.
    every_set : int
        The width that every set of at most k of the items needs by the same score: a lower bound that is a theorem
        (min(2k, n - 1) of n items by inner products and by cosine; ``bounds.selections``).
    """

    items: int
    relevant: int
    often: int
    shattered: tuple[str, ...]
    most: int
    every_set: int

    def hardly_constrain(self, upper: int | None) -> bool:
        """Whether data with this upper bound say little about the width that other queries over their items need.

        That is: fewer than half of the relevant items are relevant to two queries or more, and the width that is enough
        for these queries is not enough for every set of as many items.

        Examples
        --------
        >>> apart, together = (Coverage(100, 50, often, ("a",), 5, 10) for often in (24, 25))
        >>> apart.hardly_constrain(2), apart.hardly_constrain(10), apart.hardly_constrain(None)
        (True, False, False)
        >>> together.hardly_constrain(2)
        False
        """
        return upper is not None and 2 * self.often < self.relevant and upper < self.every_set

    @property
    def words(self) -> str:
        """The sentence.

        >>> print(Coverage(100, 50, 4, ("a",), 5, 10).words)
        these queries hardly constrain the width: 4 of 50 relevant items (8%) are relevant to two queries or more, and \
the largest set found of which the queries ask for every subset has 1 item. If every set of at most 5 of the 100 items \
may be asked for, d >= 10
        """
        share = 100 * self.often // max(self.relevant, 1)
        return (
            f"these queries hardly constrain the width: {self.often} of {counted(self.relevant, 'relevant item')} "
            f"({share}%) are relevant to two queries or more, and the largest set found of which the queries ask for "
            f"every subset has {counted(len(self.shattered), 'item')}. If every set of at most {self.most} of the "
            f"{self.items} items may be asked for, d >= {self.every_set}"
        )

    def to_json(self, upper: int | None) -> dict[str, Any]:
        """The numbers, and whether the sentence is said."""
        return {
            "relevant_items": self.relevant,
            "relevant_to_two_queries": self.often,
            "shattered": list(self.shattered),
            "most_relevant": self.most,
            "every_set_needs": self.every_set,
            "hardly_constrain": self.hardly_constrain(upper),
        }


def coverage_of(data: Relevance, score: str = "inner") -> Coverage:
    """The coverage of relevance data; a pair of any grade counts as relevant.

    Examples
    --------
    >>> from ...tasks.relevance import relevance
    >>> pairs = [("q1", "a", 1), ("q1", "b", 1), ("q2", "a", 1), ("q3", "b", 1), ("q4", "c", 1), ("q5", "d", 0)]
    >>> coverage_of(relevance(pairs))
    Coverage(items=4, relevant=3, often=2, shattered=('a', 'b'), most=2, every_set=3)
    """
    columns = sparse.csc_array(data.grades)
    counts, items = np.diff(columns.indptr), len(data.items)
    often = np.argsort(-counts, kind="stable")[:LOOKED_AT]
    often = often[counts[often] > 0]
    free = sparse.csc_array(data.free)
    inside = [_bits(columns, item) for item in often.tolist()]
    all_rows = (1 << len(data.queries)) - 1
    outside = [all_rows & ~(shown | _bits(free, item)) for shown, item in zip(inside, often.tolist(), strict=True)]
    found = large_shattered_set(inside, outside, len(data.queries))
    shattered = tuple(data.items[item] for item in sorted(often[list(found)].tolist()))
    return Coverage(
        items,
        int((counts > 0).sum()),
        int((counts > 1).sum()),
        shattered,
        data.most,
        _every_set(items, data.most, score),
    )


def _bits(columns: Any, item: int) -> int:
    """The rows of a column as bits."""
    rows = columns.indices[columns.indptr[item] : columns.indptr[item + 1]]
    shown = np.zeros(columns.shape[0], dtype=bool)
    shown[rows] = True
    return int.from_bytes(np.packbits(shown, bitorder="little").tobytes(), "little")


def _every_set(items: int, most: int, score: str) -> int:
    """The width that every set of at most so many items needs."""
    if not most or items < 2:
        return 0
    if score == "inner":
        bound = separation_lower(separation_question(items, 1, most))
    else:
        question = retrieval_question(items, 1, most, score)
        assert isinstance(question, Retrieval)
        bound = retrieval_lower(question)
    assert bound is not None  # there is one for every size
    return int(bound.value)
