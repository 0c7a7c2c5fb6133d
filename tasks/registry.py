"""The tasks known by name, and how words on the command line become a task."""

import os
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from ..questions import PatternError, Question, SignPattern, pattern_question
from .extensions import extension, extensions
from .sign_patterns import read_pattern
from .task import Task, TaskError
from .user_file import load_task, made_with
from .words import Entry, integer_words

MAX_PARAMETER = 10**9
"""Largest parameter of a named task (as in the checker)."""


TaskEntry = Entry
"""One line of the registry; the parameters are those that the class declares."""

TASKS: tuple[TaskEntry, ...] = (
    TaskEntry("qsa", "tasks.sparse_averaging:SparseAveraging", "average the values at q of N positions", "qsa N=6 q=2"),
    TaskEntry("topk", "tasks.top_k:TopK", "score each set of at most k of N keys above the others", "topk N=7 k=2"),
    TaskEntry(
        "match2", "tasks.pair_detection:Match2", "is there a token with x + y = 0 mod M? (null token)", "match2 M=7"
    ),
    TaskEntry(
        "match3", "tasks.sequences.matching:Match3", "are there two tokens with x + y + z = 0 mod M?", "match3 M=5 N=4"
    ),
    TaskEntry("match", "tasks.sequences.matching:MatchS", "the same for s tokens", "match order=4 M=5 N=3"),
    TaskEntry(
        "match3-local", "tasks.sequences.matching:Match3Local", "match3 within distance K", "match3-local M=5 K=1 N=6"
    ),
    TaskEntry(
        "match3-bigram", "tasks.sequences.matching:Match3Bigram", "match3 with two neighbours", "match3-bigram M=5 N=4"
    ),
    TaskEntry("cycle3", "tasks.sequences.pointers:Cycle3", "is my vertex on a directed triangle?", "cycle3 N=3"),
    TaskEntry(
        "induction-heads",
        "tasks.sequences.pointers:InductionHeads",
        "what followed my symbol last?",
        "induction-heads A=3 N=5",
    ),
    TaskEntry("k-hop", "tasks.sequences.pointers:KHop", "the same, k times in a row", "k-hop A=3 N=6 k=2"),
    TaskEntry(
        "composition",
        "tasks.sequences.pointers:Composition",
        "f(g(x)) of two tables and an argument",
        "composition n=3",
    ),
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
    name = words[0]
    if any(entry.name == name for entry in TASKS):
        if null:
            raise TaskError(f"‹null› is for pattern files; {name} itself says whether it has a null token")
        return task_from_words(words).question()
    parameters = integer_words(words[1:])
    path = Path(name)
    if ".py:" in name or extension("tasks", name) is not None:
        return _user_question(name, parameters, null)
    if path.suffix.lower() == ".py":
        raise TaskError(f"which task of {name}? write {name}:task, with the name that the file gives it")
    if path.suffix.lower() in (".csv", ".json", ".txt", ".tsv") or os.path.exists(name):
        if parameters:
            raise TaskError(f"a pattern file takes no parameters, got {', '.join(parameters)}; leave them out")
        return pattern_question(read_pattern(path, null=null), path.name)
    raise TaskError(_unknown(name))


def task_from_words(words: list[str]) -> Task:
    """The task of the registry that words such as ``match3 M=5 N=4`` name.

    Raises
    ------
    TaskError
        If there is no such task, or its parameters are wrong.

    Examples
    --------
    >>> task_from_words(["match3", "M=5", "N=4"])
    Match3(order=3, M=5, N=4)
    """
    entry = next((entry for entry in TASKS if entry.name == words[0]), None)
    if entry is None:
        raise TaskError(_unknown(words[0]))
    return entry.made(integer_words(words[1:]), MAX_PARAMETER)  # type: ignore[no-any-return]


def user_task(reference: str, parameters: Mapping[str, int], *, null: bool = False) -> Task | SignPattern:
    """The task of ``file.py:name``, or one that another package adds (entry points ``headcount.tasks``).

    Raises
    ------
    TaskError
        If there is none, it cannot be loaded, or it is no task.
    """
    if ".py:" not in reference and (outside := extension("tasks", reference)) is not None:
        return made_with(outside.load(), parameters, str(outside), null=null)
    return load_task(reference, parameters, null=null)


def _user_question(reference: str, parameters: Mapping[str, int], null: bool) -> Question:
    found = user_task(reference, parameters, null=null)
    if null and not (isinstance(found, SignPattern) and found.null):
        raise TaskError("‹null› is for pattern files; a task says itself whether it has a null token")
    return user_question(found, reference)


def user_question(found: Task | SignPattern, reference: str) -> Question:
    """The question that a user's task asks.

    Raises
    ------
    TaskError
        If it has no pattern, or a wrong one.
    """
    label = reference.rpartition("/")[2]
    try:
        question = found.question() if isinstance(found, Task) else pattern_question(found, label)
    except (PatternError, TaskError) as error:
        raise TaskError(f"{reference}: {error.args[0]}") from error  # options are spelled by who shows it
    except (Exception, SystemExit) as error:  # the user's code, not ours
        raise TaskError(f"{reference} raised {type(error).__name__} when asked for its pattern: {error}") from error
    if not isinstance(question, Question):
        raise TaskError(f"{reference}: question() must return a Question, got {type(question).__name__}; leave it out")
    return question


def _unknown(name: str) -> str:
    names = [entry.name for entry in TASKS] + [one.name for one in extensions("tasks")]
    close = get_close_matches(name.lower(), names, n=1)
    hint = f"did you mean {close[0]}? " if close else ""
    known = ", ".join(names)
    return f"there is no task {name[:60]!r}; {hint}known are {known}, a pattern file (.csv, .json) or file.py:name"
