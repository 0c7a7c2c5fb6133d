"""What a task may be given as."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..questions import Question, SignPattern
from .plain_rows import is_rows
from .sign_patterns import neighbours, sign_pattern
from .task import Task, TaskError

Given = list[str] | Task | SignPattern | Question
"""A task as the search takes it: the words of the command line, or an object."""


def given_task(task: Any, *, null: bool = False) -> Given:
    """What the search takes.

    Parameters
    ----------
    task : str, list of words, Path, Task, SignPattern, Question, rows of entries, array, table, or networkx graph
        A string holds the words of the command line, such as ``"qsa N=6 q=2"``. Rows are those of a sign pattern. In a
        graph every vertex attends to its neighbours, whose scores tie above all others; to itself if it has a loop.
    null : bool
        For rows: there is a null token.

    Raises
    ------
    TaskError
        If it is none of these; for a plain function, how to make a task of it.

    Examples
    --------
    >>> given_task("qsa N=6 q=2"), given_task([[1, -1], [-1, 1]]).rows
    (['qsa', 'N=6', 'q=2'], ('+-', '-+'))
    """
    if isinstance(task, Task | SignPattern | Question):
        return task
    if isinstance(task, str):
        return _words(task)
    if isinstance(task, Path):
        return [str(task)]
    if isinstance(task, list | tuple) and task and all(isinstance(word, str) for word in task):
        return sign_pattern(task, null=null) if _are_rows(task) else list(task)
    if hasattr(task, "adj") and hasattr(task, "nodes"):
        return neighbours(task, null=null)
    if is_rows(task):
        return sign_pattern(task, null=null)
    raise TaskError(f"a task is needed, got {_kind(task)}; {_remedy(task)}")


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError as error:
        raise TaskError(f"the words {text[:60]!r} cannot be told apart ({error}); close the quotes") from None


def _are_rows(words: Sequence[str]) -> bool:
    return all(word and not set(word) - set("+-0*") for word in words)


def _kind(task: object) -> str:
    name = getattr(task, "__name__", None)
    if not callable(task) or name is None:
        return f"{task!r:.60}"
    return f"the class {name}" if isinstance(task, type) else f"the function {name}"


def _remedy(task: object) -> str:
    if isinstance(task, type):
        return "make one, as in SparseAveraging(6, 2)"
    if callable(task):
        return "write @headcount.task(alphabet=2, length=3) above it"
    return 'try "qsa N=6 q=2", SparseAveraging(6, 2), or rows of 1 and -1'
