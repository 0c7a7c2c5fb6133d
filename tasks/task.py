"""The noun Task: what an attention layer is to compute, defined once and slowly."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from itertools import islice
from numbers import Integral
from typing import Any

from ..display.input_error import InputError
from ..questions import Question

DRAWN_FROM = 10_000
"""How many instances the default ``samples`` draws from."""


class TaskError(InputError):
    """A question cannot be asked with what was given: the argument, the requirement, the value and the remedy."""


class Task(ABC):
    """A task on sequences of tokens: at every position an output, given by the definition.

    Attributes
    ----------
    name : str
        Short name, as on the command line.
    parameters : mapping of str to int
        The parameters, as on the command line: the fields that a dataclass declares with ``integer``.
    """

    name: str = "task"

    @property
    def instead(self) -> str:
        """What to do where a sign pattern is asked for and there is none."""
        return "subclass SelectionTask, which has one"

    @property
    def parameters(self) -> Mapping[str, int]:
        """Names and values of the parameters declared, in their order."""
        return {name: getattr(self, name) for name in _declared(type(self))}

    def __post_init__(self) -> None:
        for name, declared in _declared(type(self)).items():
            plain_integers(self, name)
            require_integer(name, declared.meaning, getattr(self, name), declared.least, f"{name}={declared.example}")

    @abstractmethod
    def evaluate(self, tokens: Any) -> tuple[Any, ...]:
        """The outputs at every position, from the definition of the task."""

    @abstractmethod
    def instances(self) -> Iterator[Any]:
        """Inputs on which a unit is compared with the definition; all of them where that is feasible."""

    @abstractmethod
    def length(self, tokens: Any) -> int:
        """The number of positions of an input."""

    @cached_property  # not a property, so that a dataclass may have a field of this name
    def alphabet(self) -> int:
        """A, the number of symbols of a finite alphabet; needed only where tables are run on the task.

        Raises
        ------
        TaskError
            If the task does not say.
        """
        raise TaskError(f"{self.name} does not say how many symbols it has; give it an attribute alphabet")

    def symbols(self, tokens: Any) -> tuple[int, ...]:
        """Every token as a symbol number 0 .. A-1 (the tokens themselves, unless a subclass says otherwise)."""
        return tuple(tokens)

    def samples(self, count: int, seed: int = 0) -> Iterator[Any]:
        """``count`` seeded inputs, random ones and near misses; here drawn from the first instances."""
        rng = random.Random(seed)
        pool = list(islice(self.instances(), DRAWN_FROM))
        for _ in range(count):
            yield rng.choice(pool)

    def question(self) -> Question:
        """The question ``probe`` brackets.

        Raises
        ------
        TaskError
            If the task is not a selection by one head of order 2, so that it has no sign pattern.
        """
        raise TaskError(f"{self.name} has no sign pattern of order 2 to probe; {self.instead}")


@dataclass(frozen=True)
class IntegerParameter:
    """A parameter's meaning, its least value, and a value to try where another one was refused."""

    meaning: str
    least: int
    example: int


def integer(meaning: str, *, least: int, example: int) -> Mapping[str, IntegerParameter]:
    """The metadata of a dataclass field that is a parameter of its task, an integer >= ``least``.

    ``Task`` checks such fields when the dataclass is made, and lists them in ``parameters``.

    Parameters
    ----------
    meaning : str
        What the parameter is, as an error calls it.
    least : int
        The least value.
    example : int
        A value to try where another one was refused.

    Examples
    --------
    ``N: int = field(metadata=integer("the number of vertices", least=1, example=3))`` is a field of ``Cycle3``:

    >>> from headcount.tasks.sequences.pointers import Cycle3
    >>> Cycle3(4).parameters
    {'N': 4}
    >>> Cycle3(0)
    Traceback (most recent call last):
    headcount.tasks.task.TaskError: N, the number of vertices, must be an integer >= 1, got 0; try N=3
    """
    return {_DECLARED: IntegerParameter(meaning, least, example)}


_DECLARED = "parameter"


def _declared(task: type) -> dict[str, IntegerParameter]:
    found = fields(task) if is_dataclass(task) else ()
    return {one.name: one.metadata[_DECLARED] for one in found if _DECLARED in one.metadata}


def plain_integers(made: object, *names: str) -> None:
    """Turn integers of other libraries, such as ``numpy.int64``, into Python's, in a frozen dataclass."""
    for name in names:
        value = getattr(made, name)
        if isinstance(value, Integral) and not isinstance(value, bool):
            object.__setattr__(made, name, int(value))


def require_integer(name: str, meaning: str, value: object, least: int, remedy: str) -> None:
    """Refuse a parameter that is no integer or below its least value.

    Raises
    ------
    TaskError
        Which parameter, what was required, what was given, what to try.
    """
    if type(value) is not int or value < least:
        raise TaskError(f"{name}, {meaning}, must be an integer >= {least}, got {value!r}; try {remedy}")
