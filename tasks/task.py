"""The noun Task: what an attention layer is to compute, and the sign pattern that its scores have to satisfy."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import Any

from ..certificates import Question, SignPattern, pattern_question


class TaskError(ValueError):
    """A task cannot be made from what was given; the message names the argument, the requirement and the remedy."""


class Task(ABC):
    """A task on sequences of tokens, with the selection that one saturated attention head has to make for it.

    A task states two things independently: ``evaluate``, the definition, and ``pattern`` with ``query_type``,
    ``key_type`` and ``read_out``, the claim that selecting keys as the pattern says is enough. ``disagreement``
    compares them by brute force on ``instances()``.

    Attributes
    ----------
    name : str
        Short name, as on the command line.
    parameters : mapping of str to int
        The parameters, as on the command line.
    """

    name: str = "task"

    @property
    def parameters(self) -> Mapping[str, int]:
        """Names and values of the parameters (none, unless a subclass says otherwise)."""
        return {}

    @abstractmethod
    def pattern(self) -> SignPattern:
        """The sign pattern: rows are query types, columns key types."""

    @abstractmethod
    def evaluate(self, tokens: Any) -> tuple[Any, ...]:
        """The outputs at every position, from the definition of the task."""

    @abstractmethod
    def instances(self) -> Iterator[Any]:
        """Inputs on which definition and selection are compared; all of them where that is feasible."""

    @abstractmethod
    def length(self, tokens: Any) -> int:
        """The number of positions of an input."""

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

    def selection(self, tokens: Any) -> tuple[Any, ...]:
        """The outputs of a unit that selects as the pattern says.

        Selected are the keys marked 0 (no null token), or + (null token: those that beat it).
        """
        pattern = self.pattern()
        wanted = "+" if pattern.null else "0"
        positions = range(self.length(tokens))
        columns = [self.key_type(tokens, j) for j in positions]
        outputs = []
        for i in positions:
            row = pattern.rows[self.query_type(tokens, i)]
            outputs.append(self.read_out(tokens, i, tuple(j for j in positions if row[columns[j]] == wanted)))
        return tuple(outputs)

    def disagreement(self) -> Any | None:
        """The first of ``instances()`` on which ``evaluate`` and ``selection`` differ, or None if there is none."""
        return next((tokens for tokens in self.instances() if self.evaluate(tokens) != self.selection(tokens)), None)
