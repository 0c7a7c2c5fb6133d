"""``probe`` of an attention matrix: a certified bracket for the width of a softmax head that has its weights."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...bounds.attention_matrices.pattern_ends import (
    any_scores_upper,
    interpolation_upper,
    order_of,
    permutation_ends,
    threshold_lower,
    tie_lower,
    tie_upper,
    trivial_lower,
)
from ...bounds.attention_matrices.radon import radon_lower
from ...bounds.attention_matrices.score_tables import score_tables_upper
from ...bounds.bound import Bound
from ...bounds.bracket import Bracket
from ...questions import AttentionRatios, SignPattern, pattern_question
from ...questions.attention_matrix import PermutationMatrix
from .board import Enough, only_closed

WHOLE_CELLS = 40_000
"""Patterns up to this many cells are searched as a whole; of larger ones a part gives the lower bound."""

PART_ROWS, PART_COLUMNS = 30, 40
RADON_KEYS = 8
"""Most keys whose dependencies are gone through."""

GROWTH = (1, 2, 4)
"""Parts of a large matrix that are tried, in multiples of these."""


@dataclass(frozen=True)
class MatrixBracket(Bracket):
    """``lower <= m <= upper`` for an attention matrix, with the ends of its two patterns.

    Attributes
    ----------
    threshold : Bracket or None
        For the threshold pattern (nonzeros above zeros), or that of a part: its lower bound is one at every tolerance.
    tie : Bracket or None
        For the tie pattern (equal scores on the nonzeros): its upper bound is one of uniform rows at every tolerance.
    most : int or None
        What is enough for any weights on the same support, at every tolerance.
    """

    threshold: Bracket | None = field(default=None, compare=False)
    tie: Bracket | None = field(default=None, compare=False)
    most: int | None = field(default=None, compare=False)

    @property
    def spread(self) -> str | None:
        """r = ratio / -zero, on which alone the least m of uniform rows depends; None if rows are not uniform."""
        question = self.question
        if not isinstance(question, AttentionRatios) or not question.uniform:
            return None
        return str(question.ratio / -question.zero)

    @property
    def ends_of_patterns(self) -> tuple[int, int]:
        """Ends at every tolerance: the lower one of the threshold pattern, and, of uniform rows, that of ties."""
        assert self.upper is not None
        low = self.lower.value if self.threshold is None else self.threshold.lower.value
        ends = [self.most, None if self.tie is None or self.tie.upper is None else self.tie.upper.value]
        return low, min((end for end in ends if end is not None), default=self.upper.value)

    def to_json(self) -> dict[str, Any]:
        """As of every bracket, and ``threshold``, ``tie``: the ends of the patterns between which uniform rows lie."""
        low, high = self.ends_of_patterns
        found = {**super().to_json(), "threshold": low, "tie": high, "r": self.spread}
        for name, pattern in (("threshold_pattern", self.threshold), ("tie_pattern", self.tie)):
            if pattern is not None and pattern.upper is not None:
                found[name] = {"lower": pattern.lower.value, "upper": pattern.upper.value}
        return found


def probe_matrix(
    question: AttentionRatios | PermutationMatrix,
    of_pattern: Callable[..., Bracket],
    *,
    budget: float = 60.0,
    seed: int = 0,
    watch: Callable[[Any], None] | None = None,
    enough: Enough = only_closed,
) -> MatrixBracket:
    """The least m of a softmax head with real tables that has the weights of a matrix within the tolerances.

    Parameters
    ----------
    question : AttentionRatios or PermutationMatrix
        See ``headcount.tasks.attention_matrix.ratios_question``.
    of_pattern : callable
        ``probe``, for the patterns of the matrix.
    budget : float > 0
        Seconds of wall-clock time.
    seed : int >= 0
    watch : callable, optional
        Told the search after every step: its ``bracket()``, and ``saying``, what is going on.
    enough : callable (lower, upper) -> bool, optional

    Guarantee
    ---------
    The checker has accepted both ends.

    Examples
    --------
    >>> from headcount import probe
    >>> from headcount.tasks.attention_matrix import others, ratios_question
    >>> bracket = probe_matrix(ratios_question(others(4), "2^3", "2^-1"), probe)
    >>> bracket.lower.value, bracket.upper.value, bracket.ends_of_patterns
    (2, 2, (2, 3))
    """
    began = time.monotonic()
    if isinstance(question, PermutationMatrix):
        lower, upper = permutation_ends(question)
        return MatrixBracket(question, lower, upper, time.monotonic() - began)
    search = MatrixSearch(question, of_pattern, began, budget, seed, watch or (lambda search: None), enough)
    try:
        search.run()
    except KeyboardInterrupt:
        search.notes.append("interrupted")
    return search.bracket()


class MatrixSearch:
    """What is known while the time lasts."""

    def __init__(
        self,
        question: AttentionRatios,
        of_pattern: Callable[..., Bracket],
        began: float,
        budget: float,
        seed: int,
        watch: Callable[[MatrixSearch], None],
        enough: Enough,
    ) -> None:
        self.question, self.of_pattern, self.seed = question, of_pattern, seed
        self.began, self.budget, self.watch, self.enough = began, budget, watch, enough
        self.saying = ""
        self.lower = trivial_lower(question)
        self.upper = any_scores_upper(question)
        self.most = self.upper.value
        self.threshold: Bracket | None = None
        self.tie: Bracket | None = None
        self.notes: list[str] = []

    def run(self) -> None:
        """Patterns first, then what depends on the tolerances."""
        self._post_any(interpolation_upper(self.question))
        whole = len(self.question.entries) * self.question.L <= WHOLE_CELLS
        self._by_thresholds(whole)
        if whole:
            self._by_ties()
        self._by_radon()
        self._by_tables()
        if not self.closed and self.over:
            self.notes.append(f"open after {self.budget:g} s; a larger --budget may close it")

    def bracket(self) -> MatrixBracket:
        """What is known."""
        seconds = time.monotonic() - self.began
        notes = () if self.lower.value == self.upper.value else tuple(self.notes)
        patterns = self.threshold, self.tie, self.most
        return MatrixBracket(self.question, self.lower, self.upper, seconds, notes, (), *patterns)

    @property
    def closed(self) -> bool:
        """Whether the ends meet, or say enough."""
        low, high = self.lower.value, self.upper.value
        return low >= high or self.enough(low, high)

    @property
    def left(self) -> float:
        """Seconds."""
        return max(0.05, self.began + self.budget - time.monotonic())

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do, or no time."""
        return self.closed or time.monotonic() > self.began + self.budget

    def say(self, text: str) -> None:
        """Report what is going on."""
        self.saying = text
        self.watch(self)

    def _post_any(self, bound: Bound) -> None:
        """An upper bound for any weights and tolerances."""
        self.most = min(self.most, bound.value)
        self._post(bound)

    def _post(self, bound: Bound | None) -> None:
        if bound is not None and bound.side == "lower" and bound.value > self.lower.value:
            self.lower = bound
        if bound is not None and bound.side == "upper" and bound.value < self.upper.value:
            self.upper = bound

    def _probed(self, rows: tuple[str, ...], words: str) -> Bracket:
        def tell(board: Any) -> None:
            self.say(f"{words}: {board.saying}")

        pattern = pattern_question(SignPattern(rows, null=False))
        return self.of_pattern(pattern, budget=max(0.05, self.left / 3), seed=self.seed, watch=tell)

    def _by_thresholds(self, whole: bool) -> None:
        if whole:
            self.threshold = self._probed(self.question.signs_on("+"), "threshold pattern")
            if isinstance(self.threshold.lower, Bound):
                self._post(threshold_lower(self.question, self.threshold.lower))
            return
        for times in GROWTH:
            if times > 1 and self.over:
                break
            part = part_of(self.question, times)
            found = self._probed(signs_of_part(self.question, *part), f"part of {len(part[0])} rows")
            if isinstance(found.lower, Bound) and (self.threshold is None or found.lower.value > self.lower.value):
                self.threshold = found
                self._post(threshold_lower(self.question, found.lower, part))
        self.notes.append(f"the lower bound is that of a part, at most {len(part[0])} rows and {len(part[1])} columns")

    def _by_ties(self) -> None:
        self.tie = self._probed(self.question.signs_on("0"), "tie pattern")
        if isinstance(self.tie.lower, Bound):
            self._post(tie_lower(self.question, self.tie.lower))
        if isinstance(self.tie.upper, Bound):
            self._post(tie_upper(self.question, self.tie.upper))
            order = order_of(self.tie.upper)
            if order is not None:
                self._post_any(interpolation_upper(self.question, order))

    def _by_radon(self) -> None:
        for size in range(self.lower.value + 2, min(self.question.L, self.upper.value + 1, RADON_KEYS) + 1):
            if self.over or len(self.question.entries) > PART_ROWS:
                return
            self.say(f"Radon partitions of {size} keys")
            found = radon_lower(self.question, size)
            if found is None:
                return
            self._post(found)

    def _by_tables(self) -> None:
        if not self.question.ratio or len(self.question.entries) * self.question.L > WHOLE_CELLS:
            return
        turn = 0
        while not self.over:
            for width in range(max(1, self.lower.value), self.upper.value):
                if self.over or width >= self.upper.value:
                    break
                self.say(f"tables for m = {width}")
                deadline = self.began + self.budget
                starts = 2 * 2 ** min(turn, 5)
                self._post(
                    score_tables_upper(self.question, width, seed=self.seed + turn, starts=starts, deadline=deadline)
                )
            turn += 1


def part_of(question: AttentionRatios, times: int = 1) -> tuple[Sequence[int], Sequence[int]]:
    """Rows whose supports meet, and their columns: at most so many times ``PART_ROWS`` and ``PART_COLUMNS``.

    >>> from headcount.tasks.attention_matrix import band, ratios_question
    >>> rows, columns = part_of(ratios_question(band(1000, 3)))
    >>> list(rows)[:4], len(rows), len(columns)
    ([0, 1, 2, 3], 30, 33)
    """
    most_rows, most_columns = times * PART_ROWS, times * PART_COLUMNS
    by_column: dict[int, list[int]] = {}
    for i, row in enumerate(question.entries):
        for column, _ in row:
            by_column.setdefault(column, []).append(i)
    rows: dict[int, None] = {0: None}
    columns: dict[int, None] = {}
    waiting = [0]
    while waiting and len(rows) < most_rows:
        for column, _ in question.entries[waiting.pop(0)]:
            if len(columns) < most_columns:
                columns.setdefault(column)
            for i in by_column[column]:
                if i not in rows and len(rows) < most_rows:
                    rows[i] = None
                    waiting.append(i)
        if not waiting:
            waiting += [i for i in range(len(question.entries)) if i not in rows][:1]
            rows |= dict.fromkeys(waiting)
    for i in rows:
        for column, _ in question.entries[i]:
            if len(columns) < most_columns:
                columns.setdefault(column)
    spare = (column for column in range(question.L) if column not in columns)
    while len(columns) < min(question.L, math.ceil(1.1 * len(rows))):
        columns[next(spare)] = None
    return sorted(rows), sorted(columns)


def signs_of_part(question: AttentionRatios, rows: Sequence[int], columns: Sequence[int]) -> tuple[str, ...]:
    """The threshold pattern of some rows and columns."""
    supports = [{column for column, _ in question.entries[i]} for i in rows]
    return tuple("".join("-+"[j in support] for j in columns) for support in supports)
