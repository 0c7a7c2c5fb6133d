"""The tasks known by name, and how words on the command line become a task."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from ..certificates import PatternError, Question, pattern_question
from .pair_detection import Match2
from .pattern_file import read_pattern
from .sparse_averaging import SparseAveraging
from .task import Task, TaskError
from .user_file import load_task

MAX_PARAMETER = 10**9
"""Largest parameter of a named task (as in the checker)."""


@dataclass(frozen=True)
class TaskEntry:
    """One line of the registry."""

    name: str
    make: Callable[..., Task]
    parameters: tuple[str, ...]
    summary: str
    example: str


TASKS: tuple[TaskEntry, ...] = (
    TaskEntry("qsa", SparseAveraging, ("N", "q"), "average the values at q of N positions", "qsa N=6 q=2"),
    TaskEntry("match2", Match2, ("M",), "is there a token with x + y = 0 mod M? (null token)", "match2 M=7"),
)

if len({entry.name for entry in TASKS}) != len(TASKS):
    raise ValueError("two tasks of the registry have the same name")


def question_from_words(words: list[str], *, null: bool = False) -> Question:
    """The question that words such as ``qsa N=6 q=2``, ``pattern.csv`` or ``mytask.py:task`` ask.

    Parameters
    ----------
    words : list of str
        A task name, a pattern file or ``file.py:name``, then ``name=value`` words with integer values.
    null : bool
        For pattern files: the unit has a null token.

    Raises
    ------
    TaskError
        If the words name no task; the message says what is wrong and what to try.

    Examples
    --------
    >>> question_from_words(["qsa", "N=6", "q=2"]).words
    'q-SA(N=6, q=2) without a null token'
    """
    if not words:
        raise TaskError("name a task, such as: headcount probe qsa N=6 q=2")
    name, parameters = words[0], _parameters(words[1:])
    entry = next((entry for entry in TASKS if entry.name == name), None)
    if entry is not None:
        if null:
            raise TaskError(f"--null is for pattern files; {name} itself says whether it has a null token")
        return _named(entry, parameters).question()
    path = Path(name)
    if ".py:" in name:
        return _user_question(name, parameters, null)
    if path.suffix.lower() == ".py":
        raise TaskError(f"which task of {name}? write {name}:task, with the name that the file gives it")
    if path.suffix.lower() in (".csv", ".json", ".txt", ".tsv") or os.path.exists(name):
        if parameters:
            raise TaskError(f"a pattern file takes no parameters, got {', '.join(parameters)}; leave them out")
        return pattern_question(read_pattern(path, null=null), path.name)
    raise TaskError(_unknown(name))


def _named(entry: TaskEntry, parameters: Mapping[str, int]) -> Task:
    for missing in entry.parameters:
        if missing not in parameters:
            other = next((given for given in parameters if given.lower() == missing.lower()), None)
            hint = "" if other is None else f" (not {other})"
            raise TaskError(f"{entry.name} needs the parameter {missing}{hint}; write for example: {entry.example}")
    for given, value in parameters.items():
        if given not in entry.parameters:
            known = " and ".join(entry.parameters)
            raise TaskError(f"{entry.name} has no parameter {given}; it takes {known}, as in: {entry.example}")
        if value > MAX_PARAMETER:
            raise TaskError(f"{given} must be at most {MAX_PARAMETER}, got {value}; try a smaller one")
    return entry.make(**parameters)


def _user_question(reference: str, parameters: Mapping[str, int], null: bool) -> Question:
    if null:
        raise TaskError("--null is for pattern files; a task in a Python file says itself whether it has a null token")
    found = load_task(reference, parameters)
    label = reference.rpartition("/")[2]
    try:
        question = found.question() if isinstance(found, Task) else pattern_question(found, label)
    except (PatternError, TaskError) as error:
        raise TaskError(f"{reference}: {error}") from error
    except (Exception, SystemExit) as error:  # the user's code, not ours
        raise TaskError(f"{reference} raised {type(error).__name__} when asked for its pattern: {error}") from error
    if not isinstance(question, Question):
        raise TaskError(f"{reference}: question() must return a Question, got {type(question).__name__}; leave it out")
    return question


def _parameters(words: list[str]) -> dict[str, int]:
    parameters: dict[str, int] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise TaskError(f"parameters are name=value words, got {word!r}; write for example N=6")
        try:
            number = int(value)
        except ValueError:
            shown = value[:40]
            raise TaskError(
                f"the parameter {name} must be an integer, got {shown!r}; write for example {name}=6"
            ) from None
        if name in parameters:
            raise TaskError(f"the parameter {name} is given twice; give it once")
        parameters[name] = number
    return parameters


def _unknown(name: str) -> str:
    names = [entry.name for entry in TASKS]
    close = get_close_matches(name, names, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    known = ", ".join(names)
    return f"there is no task {name[:60]!r}; {hint}known are {known}, a pattern file (.csv, .json) or file.py:name"
