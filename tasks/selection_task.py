"""The noun SelectionTask: a task that one head does by selecting keys, and the sign pattern of its scores."""

from __future__ import annotations

from abc import abstractmethod
from itertools import combinations
from math import comb
from typing import Any

from ..questions import Question, SignPattern, pattern_question
from .task import Task


class _Unsettled:
    """An output that the signs of the scores do not decide; equal to nothing but itself."""

    def __repr__(self) -> str:
        return "UNSETTLED"


UNSETTLED = _Unsettled()


class SelectionTask(Task):
    """A task with the selection that one saturated attention head of order 2 has to make for it.

    It states two things independently: ``evaluate``, the definition, and ``pattern`` with ``query_type``,
    ``key_type`` and ``read_out``, the claim that selecting keys as the pattern says is enough. ``disagreement``
    compares them by brute force on ``instances()``.
    """

    @abstractmethod
    def pattern(self) -> SignPattern:
        """The sign pattern: rows are query types, columns key types."""

    @abstractmethod
    def query_type(self, tokens: Any, position: int) -> int:
        """The row of the pattern for the query at a position."""

    @abstractmethod
    def key_type(self, tokens: Any, position: int) -> int:
        """The column of the pattern for the key at a position."""

    @abstractmethod
    def read_out(self, tokens: Any, position: int, selected: tuple[int, ...]) -> Any:
        """The output at a position whose query selects these positions."""

    def question(self) -> Question:
        """The question ``probe`` brackets; the pattern itself unless the checker knows the task by name."""
        words = [f"{name}={value}" for name, value in self.parameters.items()]
        return pattern_question(self.pattern(), " ".join([self.name, *words]))

    def selections(self, tokens: Any, position: int) -> tuple[tuple[int, ...], ...]:
        """The sets of positions that a head may attend to if its scores have the pattern's signs.

        Without a null token: the keys marked 0, provided that there is one and that no key marked + or * is present
        (it might score higher). With a null token the head attends to the highest of the keys marked +, which the
        signs do not single out, so every nonempty set of them is possible; where none is present, to the null token
        (the empty set). Stars with a null token may be on either side.
        """
        pattern = self.pattern()
        row = pattern.rows[self.query_type(tokens, position)]
        marked: dict[str, list[int]] = {"+": [], "0": [], "-": [], "*": []}
        for j in range(self.length(tokens)):
            marked[row[self.key_type(tokens, j)]].append(j)
        if not pattern.null:
            settled = marked["0"] and not marked["+"] and not marked["*"]
            return (tuple(marked["0"]),) if settled else ()
        candidates = sorted(marked["+"] + marked["*"])
        sets = [s for size in range(1, len(candidates) + 1) for s in combinations(candidates, size)]
        if not marked["+"]:
            sets.append(tuple(marked["0"]))
        return tuple(sets)

    def selection(self, tokens: Any) -> tuple[Any, ...]:
        """The outputs of any unit whose scores have the signs; ``UNSETTLED`` where the signs do not decide."""
        outputs = []
        for i in range(self.length(tokens)):
            possible = [self.read_out(tokens, i, selected) for selected in self.selections(tokens, i)]
            agreed = bool(possible) and all(output == possible[0] for output in possible)
            outputs.append(possible[0] if agreed else UNSETTLED)
        return tuple(outputs)

    def disagreement(self) -> Any | None:
        """The first of ``instances()`` on which ``evaluate`` and ``selection`` differ, or None if there is none."""
        return next((tokens for tokens in self.instances() if self.evaluate(tokens) != self.selection(tokens)), None)


class NamedSelection(SelectionTask):
    """A selection task whose pattern the checker rebuilds from its parameters."""

    @abstractmethod
    def named(self) -> Question:
        """The question by name."""

    def pattern(self) -> SignPattern:
        """The pattern as the checker defines it."""
        return self.named().pattern

    def question(self) -> Question:
        """The question by name; of a subclass with a pattern of its own, that pattern."""
        return self.named() if type(self).pattern is NamedSelection.pattern else super().question()


class SubsetTask(NamedSelection):
    """A task whose queries are sets of the N positions, of any of some sizes, and whose keys are the positions."""

    N: int

    @property
    @abstractmethod
    def sizes(self) -> range:
        """How many members a set may have."""

    def length(self, tokens: Any) -> int:
        """N."""
        return self.N

    def key_type(self, tokens: Any, position: int) -> int:
        """The position itself: keys depend on positions only."""
        return position

    def number(self, subset: tuple[int, ...]) -> int:
        """The number of a set: by size, then in lexicographic order, where those count that branch off before it.

        Raises
        ------
        LookupError
            If it is not a tuple of increasing positions, of one of the sizes.

        Examples
        --------
        >>> from headcount import SparseAveraging
        >>> [SparseAveraging(4, 2).number(y) for y in ((0, 1), (0, 3), (2, 3))]
        [0, 2, 5]
        """
        size, N = len(subset), self.N
        if size not in self.sizes or list(subset) != sorted(set(subset)) or not 0 <= subset[0] <= subset[-1] < N:
            sizes = f"{self.sizes[0]} to {self.sizes[-1]}"
            raise LookupError(f"{subset} is not a set of {sizes} increasing positions among 0 .. {N - 1}")
        number, first = sum(comb(N, smaller) for smaller in range(self.sizes[0], size)), 0
        for place, chosen in enumerate(subset):
            number += sum(comb(N - 1 - v, size - 1 - place) for v in range(first, chosen))
            first = chosen + 1
        return number
