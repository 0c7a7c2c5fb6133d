"""Questions about outputs: the values that a unit has to compute.

``Averages(N, q)``          the outputs of q-SA: at each position the mean of the q values that its subset names.
``Computation(task)``       the answers of a finite task on all its inputs, at all positions or at one.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from .finite_task import FiniteTask
from .question import Question, SubsetQuestion


@dataclass(frozen=True)
class Averages(SubsetQuestion):
    """The outputs of q-SA(N, q), 1 <= q <= N, up to an error that the claim states.

    >>> Averages(4, 2).words
    'the outputs of q-SA(N=4, q=2)'
    """

    task: ClassVar[str] = "averaging"
    asks_for: ClassVar[str] = "outputs"

    @property
    def words(self) -> str:
        return f"the outputs of q-SA(N={self.N}, q={self.q})"


@dataclass(frozen=True)
class Computation(Question):
    """The answers of a finite task; ``name`` is the label of a listed task."""

    of: FiniteTask
    name: str = ""
    task: ClassVar[str] = "computation"
    asks_for: ClassVar[str] = "outputs"

    @property
    def words(self) -> str:
        sizes = ", ".join(f"{key}={value}" for key, value in self.parameters)
        where = "" if self.of.position is None else f" at position {self.of.position}"
        if not self.of.listed:
            return f"the computation of {self.of.name}({sizes}){where}"
        label = f" {self.name!r}" if self.name else ""
        return f"the computation of a table{label} with {len(self.of.listed)} inputs ({sizes}){where}"

    @property
    def parameters(self) -> tuple[tuple[str, int], ...]:
        return self.of.parameters

    @property
    def spoken(self) -> tuple[str, dict[str, int]]:
        return self.name or self.of.name, dict(self.parameters)

    @property
    def finite(self) -> FiniteTask:
        return self.of

    def to_json(self) -> dict[str, object]:
        stated: dict[str, object] = {"task": self.task, "of": self.of.name, **dict(self.parameters)}
        if self.of.position is not None:
            stated["position"] = self.of.position
        if not self.of.listed:
            return stated
        answers = [[list(tokens), list(wanted)] for tokens, wanted in self.of.listed]
        return {**stated, "name": self.name, "answers": answers}


def averaging_question(positions: int, q: int) -> Question:
    """The question for the outputs of q-SA(N, q), 1 <= q <= N."""
    return Averages(positions, q)


def at_position(question: Question, position: int) -> Question:
    """A computation of which only the answers at one position are asked for.

    Raises
    ------
    ValueError
        If it is no computation, has no such position, or is asked at another one already.
    """
    if not isinstance(question, Computation):
        raise ValueError(f"the question must be a computation, got {question.words}")
    if not 0 <= position < question.of.length:
        raise ValueError(f"position must be 0 .. {question.of.length - 1}, got {position}")
    if question.of.position not in (None, position):
        raise ValueError(f"position is {question.of.position} already, got {position}")
    return replace(question, of=replace(question.of, position=position))
