"""The search for vectors and hard cores where some queries may fail: bounds for each number, which get better."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from ...bounds.bound import Bound, TooLongToCheckError
from ...bounds.lower.cycle import cycle_lower
from ...bounds.patterns import sparse_pattern, trivial_lower
from ...bounds.tolerance import (
    Core,
    core_question,
    cores_lower,
    counted_lower,
    kept_question,
    left_out_upper,
    telling_lower,
)
from ...bounds.upper.moment_curve import bound_of_sparse_order
from ...bounds.upper.tables import rounded_tables_upper
from ...questions import Question
from ...questions.tolerant import Tolerant
from ...solvers.arrays import Ints
from ...solvers.sign_rank.hard_cores import SCALE, Packing, Part, pack
from ...solvers.sparse_signs.embedding_search import Vectors
from ...solvers.sparse_signs.kept_order import FEW_COLUMNS, order_for_most
from ...solvers.sparse_signs.trimmed_search import rows_of, trimmed_vectors
from ..answer import INTERRUPTED, Answer
from ..board import LocalBoard, Watch
from ..large_patterns import CHECKED, DENSE
from .tolerance_asked import ToleranceAsked

SLICE, SLICES = 0.5, 8
"""Seconds for hard cores of one width at a time, at least, and the part of a turn that they are."""


class Search:
    """Bounds for each number of failing queries, which get better."""

    def __init__(self, asked: ToleranceAsked, whole: Answer, deadline: float, seed: int, watch: Watch | None) -> None:
        self.asked, self.whole, self.deadline, self.seed = asked, whole, deadline, seed
        self.signs = sparse_pattern(asked.question)
        self.counts = np.array(asked.counts)
        self.packings: dict[int, Packing] = {}
        self.cores: dict[tuple[Part, int], Core | None] = {}
        self.lower: dict[int, Bound] = {}
        self.upper: dict[int, Bound] = {}
        every, first = tuple(range(asked.question.shape[0])), whole.lower
        columns = tuple(range(asked.question.columns))
        assert whole.upper is not None  # it is known by a simplex
        self.deadline -= min(
            0.3 * max(0.0, deadline - time.monotonic()), 2 * CHECKED * len(every) * len(columns) * whole.upper.value
        )  # what the checker takes
        for wrong in asked.wrong:
            question = asked.tolerant(wrong)
            self.lower[wrong] = trivial_lower(question)
            self.upper[wrong] = left_out_upper(question, whole.upper, [], whole.upper.how)
            if not wrong and first.value:
                self.keep(cores_lower(question, [Core(every, columns, first)], [1], 1))
            if sum(self.counts) <= wrong:
                self.keep(left_out_upper(question, None, every, "every query that tells items apart may fail"))
            if (bound := counted_lower(question) or telling_lower(question, self.signs, asked.counts)) is not None:
                self.keep(bound)
        self.board = LocalBoard(asked.asked(asked.wrong[0]), seed, deadline, self._ends(asked.wrong[0]), watch)

    def keep(self, bound: Bound) -> None:
        """Keep what is better than what is known."""
        question = bound.question
        if not isinstance(question, Tolerant):
            return
        known = self.lower if bound.side == "lower" else self.upper
        wrong = question.wrong
        if (bound.value > known[wrong].value) if bound.side == "lower" else (bound.value < known[wrong].value):
            known[wrong] = bound

    def _ends(self, wrong: int) -> tuple[Bound, Bound]:
        return self.lower[wrong], self.upper[wrong]

    def answer(self, wrong: int, began: float, *, stopped: bool) -> Answer:
        """The answer for one number."""
        notes = (INTERRUPTED,) if stopped else ()
        return Answer(self.asked.asked(wrong), *self._ends(wrong), time.monotonic() - began, notes)

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do."""
        return time.monotonic() >= self.deadline or not self._open()

    def _open(self, value: int | None = None) -> list[int]:
        """The numbers whose bracket is open, at a value if one is given."""
        found = [wrong for wrong in self.asked.wrong if self.lower[wrong].value < self.upper[wrong].value]
        if value is None:
            return found
        return [wrong for wrong in found if self.lower[wrong].value <= value < self.upper[wrong].value]

    def run(self) -> None:
        """Both sides in turn, each time with more time, most of it for the cores, which go on from those before."""
        seconds = max(0.3, (self.deadline - time.monotonic()) / 12)
        turn = 0
        while not self.over:
            self._narrower(seconds / (1 + turn), turn)
            self._wider(seconds, turn)
            seconds, turn = 2 * seconds, turn + 1

    def _narrower(self, seconds: float, turn: int) -> None:
        """Vectors for most queries: from the width of the upper bounds down."""
        until = min(self.deadline, time.monotonic() + seconds)
        top = max((self.upper[wrong].value for wrong in self._open()), default=0) - 1
        start: Vectors | None = None
        for d in range(top, 0, -1):
            if time.monotonic() >= until:
                return
            wrongs = self._open(d)
            if not wrongs:
                continue
            self.board.say(f"upper bound: orders for d = {d}")
            self._on_a_curve(d, wrongs, turn, until)
            wrongs = self._open(d)
            if not wrongs:
                continue
            self.board.say(f"upper bound: vectors for d = {d}")
            share = min(until, time.monotonic() + max(0.2, (until - time.monotonic()) / d))
            found = trimmed_vectors(
                self.signs, self.counts, d + self.asked.question.offset, free=not self.asked.question.null,
                deadline=share, start=start, enough=min(wrongs), rounds=4 + 4 * turn, seed=self.seed + turn,
                report=lambda text, d=d: self.board.say(f"upper bound: d = {d}, {text}"),  # type: ignore[misc]
            )  # fmt: skip
            if found is not None:
                signs, vectors = rows_of(self.signs, found.kept), found.vectors
                self._post(found.failing, wrongs, partial(rounded_tables_upper, signs=signs, found=vectors))

    def _on_a_curve(self, d: int, wrongs: Sequence[int], turn: int, until: float) -> None:
        """Keys on the moment curve, in an order along which most rows change sign seldom."""
        changes = d + self.asked.question.offset - 1
        rows, columns = self.signs.shape
        few = columns <= FEW_COLUMNS
        if (few and turn) or (not few and self.signs.plus.nnz > DENSE * rows * columns):
            return
        order, failing = order_for_most(
            self.signs, self.counts, changes, rng=random.Random(self.seed + turn), tries=5 + 10 * turn,
            stop=lambda: time.monotonic() >= until,
        )  # fmt: skip
        self._post(failing, wrongs, lambda rest: bound_of_sparse_order(rest, order.tolist(), changes))

    def _post(self, failing: Ints, wrongs: Sequence[int], made: Callable[[Question], Bound | None]) -> None:
        """Keep a bound of the other rows, if few enough fail."""
        count = int(self.counts[failing].sum())
        wrongs = [wrong for wrong in wrongs if count <= wrong]
        rest = kept_question(self.asked.question, failing.tolist()) if wrongs else None
        if rest is None:
            return
        try:
            bound = made(rest)
            if bound is None:
                return
            for wrong in wrongs:
                question = self.asked.tolerant(wrong)
                method = f"{bound.how}, for all but {count} of {question.total} queries"
                self.keep(left_out_upper(question, bound, failing.tolist(), method))
        except TooLongToCheckError:
            return

    def _wider(self, seconds: float, turn: int) -> None:
        """Hard cores against the widths of the lower bounds, in turn, as long as there are more."""
        until, more, rounds = min(self.deadline, time.monotonic() + seconds), True, 0
        while more and time.monotonic() < until:
            more, rounds = False, rounds + 1
            for d in range(1, max((self.upper[wrong].value for wrong in self._open()), default=1)):
                wrongs, packing = self._open(d), self.packings.get(d)
                if not wrongs or time.monotonic() >= until:
                    continue
                known = len(packing.parts) if packing else 0
                share = min(until, time.monotonic() + max(SLICE, seconds / SLICES))
                packing = self.packings[d] = pack(
                    self.signs, self.asked.counts, d + self.asked.question.offset, free=not self.asked.question.null,
                    rng=random.Random(self.seed + 10_000 * turn + 100 * rounds + d), stop=partial(_is_past, share),
                    enough=max(wrongs) + 1.001, packing=packing,
                    report=lambda text, d=d: self.board.say(f"lower bound: d = {d}, {text}"),  # type: ignore[misc]
                )  # fmt: skip
                self._of_cores(packing, d, wrongs)
                more |= len(packing.parts) > known
                if not packing.parts:
                    break  # there are none against a larger width

    def _of_cores(self, packing: Packing, d: int, wrongs: Sequence[int]) -> None:
        """Keep what the cores say of these numbers."""
        wrongs = [wrong for wrong in wrongs if packing.value > wrong + 1e-6]
        if not wrongs:
            return
        kept = [(part, weight) for part, weight in zip(packing.parts, packing.integers(), strict=True) if weight]
        cores = [self._certified(part, d + 1) for part, _ in kept]
        chosen = [(core, weight) for core, (_, weight) in zip(cores, kept, strict=True) if core is not None]
        total = sum(weight for _, weight in chosen)
        for wrong in wrongs:
            if total > wrong * SCALE:
                try:
                    weights = [weight for _, weight in chosen]
                    self.keep(cores_lower(self.asked.tolerant(wrong), [core for core, _ in chosen], weights, SCALE))
                except TooLongToCheckError:
                    continue

    def _certified(self, part: Part, value: int) -> Core | None:
        """A core with a bound that the checker has accepted."""
        if (part, value) not in self.cores:
            question = core_question(self.asked.question, part.rows, part.columns)
            rank = value + question.offset
            bound = cycle_lower(question, above=rank - 1, enough=lambda: rank)
            good = bound is not None and bound.value >= value
            self.cores[part, value] = Core(part.rows, part.columns, bound) if bound and good else None
        return self.cores[part, value]


def _is_past(until: float) -> bool:
    return time.monotonic() >= until
