"""Lower bounds for a pattern by cosine or Euclidean distance: those of inner products, with rows that spheres add.

Keys of one norm are in convex position, so that each can be cut off from all keys that differ from it; two keys differ
if some row has ``+`` at one of them and ``-`` at the other. For Euclidean distance the same holds with the pole, a
column of ``-`` more, and one dimension less. Proofs: ``certificates/maps.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...questions import Question, SignPattern, pattern_question
from ...questions.question import MAX_CELLS
from ...questions.scored import Scored
from ..bound import Bound, certified_bound, premise
from ..patterns import sign_array
from .independent_vectors import independent_vectors_lower


@dataclass(frozen=True)
class OnASphere:
    """What keys of a sphere do for a scored pattern, as a pattern by inner products.

    The rows of ``inner`` are those of the pattern and then the ``cuts``, one for each column that differs from another;
    its columns are those of the pattern and, for Euclidean distance, the pole.

    Examples
    --------
    >>> from ...questions import scored_question
    >>> pairs = pattern_question(SignPattern(("++--", "--++", "+-+-"), null=False))
    >>> for row in OnASphere(scored_question(pairs, "cosine")).inner.pattern.rows: print(row)
    ++--
    --++
    +-+-
    +---
    -+--
    --+-
    ---+
    """

    question: Scored
    within: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    """Rows and columns of the pattern, both increasing, if the argument is about a part only."""

    @property
    def step(self) -> int:
        """By how much the least m of ``inner`` may exceed that of the question."""
        return int(self.question.score == "euclidean")

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The rows of the pattern, or of the part, with the pole."""
        rows = self.question.signs if self.within is None else self.question.of.part(*self.within)
        return tuple(row + "-" * self.step for row in rows)

    @cached_property
    def cuts(self) -> tuple[tuple[int, str], ...]:
        """Columns that are cut off, with the row that does it: all that fit into a pattern."""
        if self.question.score == "inner" or (len(self.rows) + len(self.rows[0])) * len(self.rows[0]) > MAX_CELLS:
            return ()
        plus, minus = ((sign_array(self.rows) == sign).astype(np.float32) for sign in (1, -1))
        apart = (plus.T @ minus + minus.T @ plus) > 0
        known = set(self.rows)
        found = []
        for column, line in enumerate(apart):
            row = "".join("+" if other == column else "-" if differs else "*" for other, differs in enumerate(line))
            if "-" in row and row not in known:
                found.append((column, row))
        return tuple(found)

    @cached_property
    def inner(self) -> Question:
        """The pattern by inner products."""
        return pattern_question(SignPattern((*self.rows, *(row for _, row in self.cuts)), null=False))

    def lower(self, bound: Bound) -> Bound:
        """The lower bound that one of ``inner`` gives, or one for the rows of the pattern alone."""
        content = bound.found
        height = self.question.of.shape[0] if self.within is None else len(self.rows)
        rows, columns = list(range(bound.question.shape[0])), list(range(bound.question.columns))
        of = premise(bound)
        if content["kind"] == "restriction" and "rows" in content:
            rows, columns, of = content["rows"], content["columns"], content["of"]
            of = of if "question" in of else {"question": bound.question.to_json(), **of}
        cut = [self.cuts[row - height] for row in rows if row >= height]
        everywhere = [self._column(place) for place in columns]
        differ = bound.value >= 1 and everywhere[-1] < self.question.columns  # two keys do
        value = max(int(differ), bound.value - self.step)
        lines = {"rows": [self._row(row) for row in rows if row < height], "columns": everywhere}
        evidence = {"kind": "other-score", "of": of, **lines}
        if cut:
            by = [[self._row(r) for r in self._apart(c, row, columns)] for c, row in cut]
            evidence["cuts"] = [{"column": self._column(c), "by": told} for (c, _), told in zip(cut, by, strict=True)]
        where = "on a sphere" if cut else "by inner products"
        method = f"{bound.evidence.method}, {where}" + (", and one less for distances" if self.step else "")
        return certified_bound(self.question, "lower", value, method, evidence)

    def _row(self, place: int) -> int:
        """The number of a row in the whole."""
        return place if self.within is None else self.within[0][place]

    def _column(self, place: int) -> int:
        """The number of a column in the whole; the pole is the last."""
        if self.within is None:
            return place
        return self.within[1][place] if place < len(self.within[1]) else self.question.columns

    def _apart(self, column: int, row: str, columns: Sequence[int]) -> list[int]:
        """A few rows that tell the column apart from those of the part with ``-``: greedy."""
        left = {other for other in columns if row[other] == "-"}
        found: list[int] = []
        told = [
            {other for other in left if {line[other], line[column]} == {"+", "-"}} if line[column] != "*" else set()
            for line in self.rows
        ]
        while left:
            best = max(range(len(told)), key=lambda number: len(told[number] & left))
            found.append(best)
            left -= told[best]
        return sorted(found)


def different_keys_lower(question: Scored) -> Bound | None:
    """m >= 1 if some row has both signs; None if none has.

    >>> from ...questions import scored_question
    >>> two = pattern_question(SignPattern(("++", "-+"), null=False))
    >>> different_keys_lower(scored_question(two, "euclidean")).value
    1
    """
    for number, row in enumerate(question.of.each_row()):
        if "+" in row and "-" in row:
            pair = sorted((row.index("+"), row.index("-")))
            part = pattern_question(SignPattern(("".join(row[c] for c in pair),), null=False))
            bound = independent_vectors_lower(part)
            assert bound is not None  # two vectors that a row tells apart
            evidence = {"kind": "other-score", "of": premise(bound), "rows": [number], "columns": pair}
            return certified_bound(question, "lower", 1, "a query tells two items apart", evidence)
    return None
