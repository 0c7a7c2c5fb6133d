"""What a search by cases knows of one query: the pair of inputs that refutes it, or what a threshold has to be between.

Under a threshold read-out the first coordinates of rows with answer 0 lie below the threshold, those with answer 1
above it. Under any read-out, equal rows at one position and token have equal answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from .fixed_tables import Case


@dataclass
class LiveQuery:
    """What is known of one query of one query type."""

    told: dict[Any, Case] = field(default_factory=dict)
    """Any read-out: the first case at a site with a row."""
    low: tuple[Fraction, Case] | None = None
    """Threshold: the highest first coordinate with answer 0."""
    high: tuple[Fraction, Case] | None = None
    """Threshold: the lowest first coordinate with answer 1."""
    wrong: tuple[Case, Case] | None = None
    """The pair that refutes it; None while it is live."""

    def hear(self, case: Case, row: Any, threshold: bool) -> None:
        """Take notice of the row of a case, for a threshold of its first coordinate."""
        if not threshold:
            before = self.told.setdefault((case.site, row), case)
            if before.answer != case.answer:
                self.wrong = before, case
            return
        if case.answer and (self.high is None or row < self.high[0]):
            self.high = row, case
        if not case.answer and (self.low is None or row > self.low[0]):
            self.low = row, case
        if self.low is not None and self.high is not None and self.low[0] >= self.high[0]:
            self.wrong = self.low[1], self.high[1]

    def mark(self) -> tuple[Any, ...]:
        """What is known now."""
        return len(self.told), self.low, self.high, self.wrong

    def restore(self, mark: tuple[Any, ...]) -> None:
        """Forget what was told since."""
        size, self.low, self.high, self.wrong = mark
        while len(self.told) > size:
            self.told.popitem()

    def fits(self, at: Fraction) -> bool:
        """Whether this threshold is right for all that was told."""
        return (self.low is None or self.low[0] < at) and (self.high is None or at < self.high[0])


def common_threshold(types: Sequence[Sequence[LiveQuery]]) -> Fraction:
    """A threshold that fits some query of every type; there has to be one.

    >>> below = Case((0, 0), (0, 0), (), 0, 0)
    >>> common_threshold([[LiveQuery(low=(Fraction(3), below))], [LiveQuery()]])
    Fraction(4, 1)
    """
    ends = sorted({end[0] for group in types for query in group for end in (query.low, query.high) if end is not None})
    points = [(a + b) / 2 for a, b in pairwise(ends)]
    points += [ends[-1] + 1, ends[0] - 1] if ends else [Fraction(0)]
    return next(point for point in points if all(any(query.fits(point) for query in group) for group in types))
