"""The task, or the reduction of one's own, whose lower bounds words on the command line ask for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

from ..questions import SignPattern
from ..tasks import TASKS, SequenceTask, Task, TaskError, question_from_words
from ..tasks.extensions import extension
from ..tasks.registry import TaskEntry, user_question, user_task
from ..tasks.user_file import called_with, load_object
from ..tasks.words import integer_word, named_words
from .excluded_sizes.lower_bounds import LOWER_BOUNDS
from .excluded_sizes.path_bounds import LARGEST
from .problem_graph import kinds_of_problems, paths_to
from .reduction import Reduction, ReductionError, SizedReduction
from .reduction_words import named_after

LARGEST_PARAMETER = 10**6
"""Binomials and encoders of this size are worked out in seconds."""

MOST_PRINTED = 14_000
"""Bits of the largest number that is printed: Python refuses integers of more than 4300 digits."""


@dataclass(frozen=True)
class BoundsAsked:
    """What lower bounds are asked for.

    ``name`` and ``parameters`` as given; ``question`` is what ``probe`` would answer (None: there is no pattern),
    ``sized`` a reduction of the user's own, at its size, ``task`` a task of the user's own, ``remedy`` what to ask
    where nothing is known.
    """

    name: str
    parameters: dict[str, int]
    question: Any = None
    sized: SizedReduction | None = None
    task: Task | None = None
    remedy: str = ""

    @property
    def is_known(self) -> bool:
        """Whether the task is known by its name, here or in another package, and is no file."""
        listed = self.name == "parity" or any(entry.name == self.name for entry in TASKS)
        return listed or self.name in kinds_of_problems() or extension("tasks", self.name) is not None

    @property
    def words(self) -> str:
        """The words again."""
        return " ".join([self.name, *(f"{key}={value}" for key, value in self.parameters.items())])


def bounds_from_words(words: Sequence[str]) -> BoundsAsked:
    """What words such as ``match3 N=65`` or ``mine.py:encoding n=8`` ask.

    Raises
    ------
    TaskError, ReductionError, TwoPartyError
        If there is no such task, a parameter is unknown, missing, impossible, or too large to be written down.

    Examples
    --------
    >>> bounds_from_words(["match3", "N=65"]).parameters
    {'N': 65}
    >>> bounds_from_words(["match3", "n=65"])
    Traceback (most recent call last):
    headcount.tasks.task.TaskError: match3 has no parameter n (did you mean N?); it takes M and N, as in: match3 M=5 N=4
    """
    if not words:
        raise TaskError("name a task, such as: headcount bounds match3 N=65")
    name = words[0]
    parameters = {given: integer_word(given, value) for given, value in named_words(words[1:]).items()}
    for given, value in parameters.items():
        if value > LARGEST_PARAMETER:
            raise TaskError(f"{given} must be at most {LARGEST_PARAMETER} here, got {value}; try a smaller one")
    asked = _of_file(name, parameters) if ".py:" in name else BoundsAsked(name, parameters, _question(list(words)))
    _require_printable(asked)
    return asked


def _of_file(reference: str, parameters: dict[str, int]) -> BoundsAsked:
    """What a user's file holds: a reduction, or a task."""
    found = load_object(reference)
    if isinstance(found, Reduction):
        if "n" not in parameters:
            raise ReductionError(f"n, the size of the two-party function, is missing; write {reference} n=4")
        made: object = found.at(**parameters)
    else:
        made = called_with(found, parameters, reference)
    if isinstance(made, SizedReduction):
        return BoundsAsked(
            reference, parameters, sized=named_after(reference, made, parameters.get("n", made.source.n))
        )
    if not isinstance(made, Task | SignPattern):
        kind = type(made).__name__
        raise TaskError(f"{reference} must be a task or headcount.reduction(..), got {kind}; return one of them")
    if isinstance(made, Task) and type(made).question is Task.question:
        ask = " ".join([reference, *(f"{key}={value}" for key, value in parameters.items())])
        probe = f"ask headcount probe {ask} --class fixed --bits 1, or " if isinstance(made, SequenceTask) else ""
        told = f"headcount bounds {ask} --layers 1:4 for what a token has to tell, or " if probe else ""
        remedy = f"{probe}{told}write a reduction to it, headcount.reduction(..), and ask for the bounds of that"
        return BoundsAsked(reference, parameters, task=made, remedy=remedy)
    own = made if isinstance(made, Task) else None
    return BoundsAsked(reference, parameters, user_question(made, reference), task=own)


def _question(words: list[str]) -> Any:
    """The question that ``probe`` would answer, once the parameters are known to be possible; None if there is none."""
    name, rest = words[0], words[1:]
    parameters = {given: integer_word(given, value) for given, value in named_words(rest).items()}
    entry = next((entry for entry in TASKS if entry.name == name), None)
    problems = kinds_of_problems()
    if entry is None and extension("tasks", name) is not None:
        user_task(name, parameters)  # refuses impossible parameters
        return _pattern_of(words)
    if name == "parity":
        if set(parameters) != {"k"} or parameters["k"] < 1:
            raise TaskError(f"parity takes the parameter k, an integer >= 1, got {' '.join(rest) or 'none'}; try k=4")
        return None
    if entry is None and name not in problems:
        return question_from_words(words)  # a file; or the error with the names that there are
    if problems.get(name) == "two-party":
        tasks = ", ".join(problem for problem, kind in problems.items() if kind == "task")
        raise TaskError(f"bounds are listed for tasks, and {name} is a two-party function; take one of {tasks}")
    if entry is not None:
        _require_parameters(entry, parameters)
    else:
        _require_known(name, parameters, paths_to(name)[0].reduction)
    return _pattern_of(words)


def _pattern_of(words: list[str]) -> Any:
    """The question that ``probe`` would answer, None if the task has no pattern."""
    try:
        return question_from_words(words)
    except TaskError:
        return None


def _require_parameters(entry: TaskEntry, parameters: dict[str, int]) -> None:
    """Refuse impossible parameters; those of a task that a bound holds for whatever they are may be left out."""
    takes = (*entry.parameters, *entry.optional)
    for given in parameters:
        if given not in takes:
            meant = _meant(given, takes)
            raise TaskError(
                f"{entry.name} has no parameter {given}{meant}; it takes {' and '.join(takes)}, as in: {entry.example}"
            )
    required = ("N",) if entry.name == "match3" else entry.parameters  # its bound holds for every M >= N + 1
    for missing in required:
        if missing not in parameters:
            raise TaskError(f"{entry.name} needs the parameter {missing}; write for example: {entry.example}")
    filled = {name: parameters.get(name, parameters.get("N", 0) + 1) for name in entry.parameters}
    entry.make(**{**filled, **parameters})


def _require_known(name: str, parameters: dict[str, int], reduction: Reduction) -> None:
    """The same for a task that only the graph of problems knows."""
    takes = tuple(reduction.at(2).target.parameters)
    for given in parameters:
        if given not in takes:
            raise TaskError(f"{name} has no parameter {given}{_meant(given, takes)}; it takes {' and '.join(takes)}")
    if "N" not in parameters:
        raise TaskError(f"{name} needs the parameter N; write for example: {name} N=65")


def _meant(given: str, takes: Sequence[str]) -> str:
    close = next((name for name in takes if name.lower() == given.lower()), None)
    return "" if close is None else f" (did you mean {close}?)"


def _require_printable(asked: BoundsAsked) -> None:
    """Refuse sizes at which a statement would hold too large a number, or no encoder is built."""
    name, parameters = asked.name, asked.parameters
    if name == "qsa":
        bits = comb(parameters["N"], parameters["q"]).bit_length()
        if bits > MOST_PRINTED:
            raise TaskError(
                f"C(N, q) must be below 2^{MOST_PRINTED} to be written down, got about 2^{bits - 1} for "
                f"{asked.words}; try a smaller N or q"
            )
    if name in kinds_of_problems() and not any(entry.task == name for entry in LOWER_BOUNDS):
        for given, value in parameters.items():
            if value > LARGEST:
                raise TaskError(
                    f"{given} must be at most {LARGEST} for the bounds of {name}, got {value}; try {given}=66"
                )
