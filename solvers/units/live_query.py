"""What a search by cases knows of one query: the pair of inputs that refutes it, or what a threshold has to be between.

Under a threshold read-out the first coordinates of rows with answer 0 lie below the threshold, those with answer 1
above it. Under any read-out, equal rows at one position and token have equal answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from .fixed_tables import Case


@dataclass
class LiveQuery:
    """What is known of one query of one query type."""

    told: dict[Any, tuple[int, Case]] = field(default_factory=dict)
    """Any read-out: the answer at a site with a row, and the first case that gave it."""
    low: tuple[Fraction, Case] | None = None
    """Threshold: the highest first coordinate with answer 0."""
    high: tuple[Fraction, Case] | None = None
    """Threshold: the lowest first coordinate with answer 1."""
    wrong: tuple[Case, Case] | None = None
    """The pair that refutes it; None while it is live."""

    def set_ends(self, low: tuple[Fraction, Case] | None, high: tuple[Fraction, Case] | None) -> None:
        """Forget what was told since."""
        self.low, self.high = low, high

    def revive(self) -> None:
        """Forget that it was refuted."""
        self.wrong = None

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
