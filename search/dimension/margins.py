"""The margin of unit vectors for relevance data: the best at given dimensions, and the least dimension for a margin.

Vectors of queries and items have length 1 and each query has a threshold of its own: its relevant items score at least
the margin above it, all others at least the margin below it.
"""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction
from operator import mul

import numpy as np

from ...bounds.bound import Bound, CheckerRefusedError
from ...bounds.unit_margins import MarginBound, margin_lower, margin_upper, margins_in
from ...bounds.unit_margins.above import ceiling_upper
from ...bounds.unit_margins.below import NEARLY
from ...questions import Question, least_size
from ...tasks import TaskError
from ..board import Watch
from ..start import Start, read_start
from .asked import Width
from .margin_curve import MarginAnswer, MarginAt, down
from .margins_asked import MarginsAsked

FOR_PLAIN, MOST_FOR_PLAIN = 0.15, 20.0
"""Part of the budget, and most seconds, for the least d without a margin."""

VERIFYING = 5
"""What the checker takes for a product of two coordinates of vectors, and what makes its numbers, in products of Python
as fast as they are at the moment: other programs may slow them down."""


def margins_answer(
    asked: MarginsAsked, *, budget: float = 60.0, seed: int = 0, start: Start | None = None, watch: Watch | None = None
) -> MarginAnswer:
    """Brackets of margins; see ``ask``.

    Guarantee
    ---------
    Every bound is CERTIFIED: the checker has replayed it. Squares of margins are compared, exactly.

    Examples
    --------
    >>> from .margins_asked import margins_question
    >>> from .options import RelevanceOptions
    >>> asked = margins_question("subsets n=6 k=2", RelevanceOptions(margin="1/4", at="5"))
    >>> answer = margins_answer(asked, budget=5)
    >>> answer.least, str(answer[5].lower.square), answer[5].closed
    ((4, 4), '9/40', True)
    """
    search = MarginSearch(asked, budget, seed, start, watch)
    try:
        if not search.interrupted:
            search.run()
    except KeyboardInterrupt:
        search.interrupted = True
    return search.answer()


class MarginSearch:
    """Bounds by dimension, as they become known."""

    def __init__(self, asked: MarginsAsked, budget: float, seed: int, start: Start | None, watch: Watch | None) -> None:
        from ..least import least_answer

        self.asked, self.question, self.watch = asked, asked.question, watch
        self.began = time.monotonic()
        self.deadline = self.began + budget
        self.rng = np.random.default_rng(seed)
        self.interrupted = False
        self.lowers: dict[int, MarginBound] = {}
        self.uppers: dict[int, MarginBound] = {}
        self.wanted: set[int] = set(asked.at)
        for bound in earlier_margins(start, self.question):
            self.take(bound)
        seconds = max(0.05, min(FOR_PLAIN * budget, MOST_FOR_PLAIN))
        self.real = least_answer(Width(least_size(self.question)), budget=seconds, seed=seed)
        self.interrupted = self.real.interrupted
        self.columns = asked.merged.shape[1]
        self.weights = ceiling_upper(self.question, self.columns)
        self.ceiling = margin_upper(self.question, self.columns, ceiling=self.weights)  # as many as items are enough
        work = max((len(asked.merged.selected) * self.columns * min(d, self.columns) for d in asked.at), default=0)
        self.deadline -= min(0.8 * budget, VERIFYING * seconds_for_a_product() * work)

    def take(self, bound: MarginBound) -> None:
        """Keep a bound where it is better than what is known."""
        table, better = (self.lowers, 1) if bound.side == "lower" else (self.uppers, -1)
        known = table.get(bound.d)
        if known is None or (bound.square - known.square) * better > 0:
            table[bound.d] = bound

    def upper(self, d: int) -> MarginBound:
        """The best upper bound at a dimension."""
        if d not in self.uppers or "earlier" in self.uppers[d].how:
            self.take(margin_upper(self.question, d, self._plain_lower(), self.weights))
        return self.uppers[d]

    def _plain_lower(self) -> Bound | None:
        certain = self.real.lower
        return certain if certain.evidence.proof and certain.quantity.question == self.question else None

    def lower(self, d: int, seconds: float, enough: Fraction) -> MarginBound | None:
        """The best lower bound at a dimension, after a search of so many seconds if it may be improved."""
        known = max((one for e, one in self.lowers.items() if e <= d), key=lambda one: one.square, default=None)
        if d not in self.lowers and known is not None and known.square >= enough * NEARLY:
            self.take(_at(known, d))
        if (d not in self.lowers or self.lowers[d].square < enough * NEARLY) and enough > 0:
            found = margin_lower(self.question, d, self.rng, time.monotonic() + seconds, known, enough)
            if found is not None:
                self.take(found)
        return self.lowers.get(d)

    def run(self) -> None:
        """Bounds from above for all dimensions asked for, then vectors, then the least dimension."""
        asked = self.asked
        for d in asked.at:
            self.upper(d)
        if asked.margin is not None and self.ceiling.square >= asked.margin**2:
            self._least(asked.margin**2)
        for round_ in (0.3, 1.0, 1.0, 1.0):  # a little of everything first
            open_ = [d for d in asked.at if not self._row(d).met]
            for place, d in enumerate(open_):
                end = self.began + round_ * (self.deadline - self.began)
                share = max(0.0, (end - time.monotonic()) / (len(open_) - place))
                self.lower(d, share, self.upper(d).square)
                self._tell()
            if time.monotonic() > self.deadline:
                break

    def _least(self, wanted: Fraction) -> None:
        """Bracket the least d whose margin has this square or more."""
        low, high = 0, self.columns  # upper(low) < wanted
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.upper(middle).square < wanted else (low, middle)
        if low:
            self.wanted.add(low)
        first, last, step = low, None, 1
        until = time.monotonic() + (self.deadline - time.monotonic()) * (0.5 if self.asked.at else 1)
        share = (until - time.monotonic()) / 8
        d = low + 1
        while last is None:
            d = min(d, self.columns)
            found = self.lower(d, max(0.0, share), wanted)
            if found is not None and found.square >= wanted:
                last = d
            elif d == self.columns:
                self.wanted.add(d)
                self.upper(d)
                return
            else:
                first, d, step = d, d + step, 2 * step
        while last - first > 1 and time.monotonic() < until:
            middle = (first + last) // 2
            found = self.lower(middle, max(0.0, share), wanted)
            first, last = (first, middle) if found is not None and found.square >= wanted else (middle, last)
        while last - low > 1 and (left := until - time.monotonic()) > 0:  # once more, just below, with more time
            found = self.lower(last - 1, max(share, left / 2), wanted)
            last -= found is not None and found.square >= wanted
            self._tell()
        self.wanted.add(last)
        self.upper(last)

    def _row(self, d: int) -> MarginAt:
        return MarginAt(d, self.lowers.get(d), self.upper(d))

    def _tell(self) -> None:
        if self.watch is not None:
            self.watch(self)  # type: ignore[arg-type]

    @property
    def seconds(self) -> float:
        """How long the search has been going on."""
        return time.monotonic() - self.began

    @property
    def saying(self) -> str:
        """What is known, for the line of progress."""
        return ", ".join(f"d = {d}: {down(one.margin)}" for d, one in sorted(self.lowers.items()) if d in self.wanted)

    def answer(self) -> MarginAnswer:
        """What is known, each bound at all dimensions for which it holds."""
        for d in sorted(self.wanted):  # vectors of fewer dimensions are vectors of more
            best = max((one for e, one in self.lowers.items() if e <= d), key=lambda one: one.square, default=None)
            if best is not None and best.d < d and (d not in self.lowers or best.square > self.lowers[d].square):
                self.take(_at(best, d))
        curve = {d: self._row(d) for d in sorted(self.wanted)}
        return MarginAnswer(self.asked, curve, self.ceiling, self.real, self.seconds, self.interrupted)


def seconds_for_a_product() -> float:
    """How long Python takes now for a product of integers.

    >>> 1e-10 < seconds_for_a_product() < 1
    True
    """
    numbers = [2**28 + k for k in range(2000)]
    began = time.perf_counter()
    for _ in range(20):
        sum(map(mul, numbers, numbers))
    return (time.perf_counter() - began) / 40_000


def _at(bound: MarginBound, d: int) -> MarginBound:
    """Vectors of fewer dimensions, which are vectors of R^d."""
    return replace(bound, d=d)


def earlier_margins(start: Start | None, question: Question) -> list[MarginBound]:
    """The margins of an earlier answer about the same question, replayed."""
    if start is None or isinstance(start, tuple):
        return []
    content, name = read_start(start)
    try:
        return margins_in(content, question)
    except (ValueError, KeyError, TypeError, CheckerRefusedError) as error:
        raise TaskError(f"‹start={name}› cannot be gone on from ({error}); leave it out") from None
