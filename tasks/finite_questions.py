"""Finite tasks by name, for units that compute an answer at every position, or at one (classes FIXED and THRESH).

Named: the registry's tasks on sequences with their length N (``match2 M=3 N=2``), and small functions of bits:

    parity k=3           k bits and a last token 0, which is asked: is an odd number of the bits 1?
    disj n=2 (gt, ip)    n bits of Alice, n of Bob, and a last token 0, which is asked for the function
    eq n=2, eq A=3       the same; two tokens of A symbols, the first is asked whether they are equal

A file may hold a table, ``{"alphabet": 2, "length": 2, "answers": [[[0, 0], [1, null]], ..]}``: inputs with an answer
at every position, null where none is asked for. ``file.py:name`` is a ``SequenceTask``, all inputs of which are listed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import product
from math import isqrt
from pathlib import Path
from typing import Any

from ..display.input_error import json_reason
from ..questions import Question, computation_question
from ..questions.finite_task import MAX_CASES
from ..questions.outputs import at_position
from .extensions import extension
from .given import Given
from .named_computation import named_computation
from .registry import TASKS, task_from_words, user_task
from .sequence_task import SequenceTask
from .task import Task, TaskError
from .two_party.functions import TwoPartyFunction, disj, eq, gt, ip
from .words import integer_word, named_words

Answers = tuple[int | None, ...]
Rows = list[tuple[tuple[int, ...], Answers]]

FUNCTIONS: Mapping[str, Callable[[int], TwoPartyFunction]] = {"disj": disj, "eq": eq, "gt": gt, "ip": ip}

MAX_FILE = 20_000_000
"""Largest table file, in bytes."""


def finite_question(
    task: Given, position: int | None = None, *, tabulate: bool = True, unit_class: str = "fixed"
) -> Question:
    """The computation that an object, or words such as ``match2 M=3 N=2`` or ``parity k=3``, ask, and where.

    With a position, the answers at all others are not asked for. Without ``tabulate``, a file may hold any number of
    answers, and a task that the checker rebuilds from its name may be of any size (``require_tabulated`` looks later).
    ``unit_class`` is for the message.

    Raises
    ------
    TaskError
        If there is no such task, or no finite list of its answers, a parameter is wrong, or there are more than
        ``MAX_CASES`` answers; the message says which size would be possible.

    Examples
    --------
    >>> finite_question(["parity", "k=3"]).words
    "the computation of a table 'parity k=3' with 8 inputs (alphabet=2, length=4) at position 3"
    >>> finite_question(["match2", "M=3", "N=2"]).words
    'the computation of match(order=2, M=3, N=2)'
    """
    if isinstance(task, list):
        return _of_words(task, position, tabulate)
    if isinstance(task, SequenceTask):
        return sequence_question(task, position, tabulate=tabulate)
    if isinstance(task, Question) and task.finite is not None:
        return asked_at(task, position)
    words = task.words if isinstance(task, Question) else getattr(task, "name", "a sign pattern")
    raise TaskError(
        f"class {unit_class} is about answers on all inputs, and {words} has no finite list of them; take a "
        "SequenceTask, words such as 'parity k=3', or class sign"
    )


def _of_words(words: list[str], position: int | None, tabulate: bool) -> Question:
    name = words[0]
    if name == "parity":
        return _bits(name, "k", _one(words, ("k",), "parity k=3")[1], position)
    if name in FUNCTIONS:
        given, size = _one(words, ("n", "A") if name == "eq" else ("n",), f"{name} n=2")
        return _equal_tokens(size, position) if given == "A" else _bits(name, "n", size, position)
    if any(entry.name == name for entry in TASKS):
        return _named(words, position, tabulate)
    parameters = {key: integer_word(key, value) for key, value in named_words(words[1:]).items()}
    if ".py:" in name or extension("tasks", name) is not None:
        return _enumerated(name, user_task(name, parameters), position)
    if Path(name).suffix.lower() == ".json":
        if parameters:
            raise TaskError(f"a table file takes no parameters, got {', '.join(parameters)}; leave them out")
        return _from_file(Path(name), position, tabulate)
    known = ", ".join((*(entry.name for entry in TASKS if entry.name not in ("qsa", "topk")), "parity", *FUNCTIONS))
    raise TaskError(
        f"there is no finite task {name[:60]!r}; known are {known}, "
        "a table file (.json) or file.py:name of a SequenceTask"
    )


def require_tabulated(question: Question) -> None:
    """Refuse a task with more than ``MAX_CASES`` answers.

    Raises
    ------
    TaskError
        Which size would be possible.
    """
    finite = question.finite
    assert finite is not None
    if finite.name != "table":
        _require_enumerable(question.words, finite.alphabet, finite.length)


def _named(words: list[str], position: int | None, tabulate: bool) -> Question:
    """A task that the checker rebuilds from its name, or one of the registry's, listed."""
    name = words[0]
    if name in ("qsa", "topk"):
        why = "averages real values" if name == "qsa" else "asks for scores, not for answers,"
        exact = "add ‹error=1/4› to ‹unit_class=fixed›, or " if name == "qsa" else ""
        raise TaskError(
            f"{name} {why} and has no finite table; {exact}take ‹unit_class=sign› or grid with headcount probe"
        )
    free = {entry.name for entry in TASKS if "N" in entry.optional} - {"k-hop"}  # its default is meant
    if name in {"match2", *free} and not any(word.startswith("N=") for word in words):
        raise TaskError(
            f"{name} needs the length N where its answers are asked for; write for example {_example(name)}"
        )
    # The registry's match2 is the selection, which has no length.
    task = task_from_words(["match", "order=2", *words[1:]] if name == "match2" else words)
    assert isinstance(task, SequenceTask)  # all tasks of the registry but qsa, topk and match2
    return sequence_question(task, position, tabulate=tabulate, label=" ".join(words))


def sequence_question(
    task: SequenceTask, position: int | None = None, *, tabulate: bool = True, label: str = ""
) -> Question:
    """The computation of a task: by name if it is one that the checker rebuilds, else the list of all its answers.

    Raises
    ------
    TaskError
        If there are more than ``MAX_CASES`` answers (without ``tabulate``: for a task that has to be listed), or an
        answer is no integer.

    Examples
    --------
    >>> from headcount import Match3
    >>> sequence_question(Match3(N=3, M=4), position=0).words
    'the computation of match(order=3, M=4, N=3) at position 0'
    """
    label = label or " ".join([task.name, *(f"{name}={value}" for name, value in task.parameters.items())])
    named = dict(named_computation(task))
    if named:
        if tabulate:
            _require_enumerable(label, task.alphabet, task.N)
        of, sizes = named["of"], {name: size for name, size in named.items() if name not in ("task", "of")}
        return asked_at(computation_question(of, **sizes), position)
    return _enumerated(label, task, position)


def _bits(name: str, parameter: str, size: int, position: int | None) -> Question:
    """Bits and a last token 0, at which alone the answer is asked."""
    if size < 1:
        raise TaskError(f"{parameter} must be an integer >= 1, got {size}; try {parameter}=3")
    per = 1 if name == "parity" else 2
    bits = per * size
    if bits > 30 or 2**bits * (bits + 1) > MAX_CASES:
        most = max(n for n in range(1, 30) if 2 ** (per * n) * (per * n + 1) <= MAX_CASES)
        _require_few(f"{name} {parameter}={size}", MAX_CASES + 1, f"try {parameter}={most}")
    if position not in (None, bits):
        raise TaskError(f"{name} {parameter}={size} is asked at position {bits}, the last one; leave ‹position› out")
    function = None if name == "parity" else FUNCTIONS[name](size)
    rows: Rows = []
    for word in product((0, 1), repeat=bits):
        answer = sum(word) % 2 if function is None else function.evaluate(word[:size], word[size:])
        rows.append(((*word, 0), (*((None,) * bits), int(answer))))
    return _table(f"{name} {parameter}={size}", 2, rows, bits)


def _equal_tokens(symbols: int, position: int | None) -> Question:
    if symbols < 1:
        raise TaskError(f"A must be an integer >= 1, got {symbols}; try A=3")
    _require_few(f"eq A={symbols}", 2 * symbols**2, f"try A={isqrt(MAX_CASES // 2)}")
    rows: Rows = [((x, y), (int(x == y), int(x == y))) for x, y in product(range(symbols), repeat=2)]
    return _table(f"eq A={symbols}", symbols, rows, 0 if position is None else position)


def _enumerated(reference: str, task: object, position: int | None) -> Question:
    """All inputs of a user's own task."""
    label = reference.rpartition("/")[2]
    if not isinstance(task, SequenceTask):
        kind = "a Task, but no SequenceTask" if isinstance(task, Task) else f"a {type(task).__name__}"
        raise TaskError(f"{reference} must be a SequenceTask, whose inputs can all be listed, got {kind}")
    _require_enumerable(label, task.alphabet, task.N)
    try:
        rows: Rows = [(tuple(word), task.answers(word)) for word in task.instances()]
    except TaskError:
        raise
    except (Exception, SystemExit) as error:  # the user's code, not ours
        raise TaskError(f"{reference} raised {type(error).__name__} when asked for its answers: {error}") from error
    for word, answers in rows:
        if len(word) != task.N or len(answers) != task.N:
            raise TaskError(f"{reference} must give {task.N} answers to {task.N} tokens, got {answers!r:.80} to {word}")
    return _table(label, task.alphabet, rows, position)


def _from_file(path: Path, position: int | None, tabulate: bool) -> Question:
    form = '{"alphabet": 2, "length": 2, "answers": [[[0, 0], [1, null]], ..]}'
    try:
        if path.stat().st_size > MAX_FILE:
            raise TaskError(f"{path} has more than {MAX_FILE} bytes; list fewer inputs")
        found = json.loads(path.read_bytes())
    except OSError as error:
        raise TaskError(f"{path} cannot be read: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        raise TaskError(f"{path} is not JSON: {json_reason(error)}; a table is written {form}") from None
    if not isinstance(found, dict) or not {"alphabet", "length", "answers"} <= found.keys():
        raise TaskError(f"{path} holds no table, which is written {form}")
    entries = found["answers"] if isinstance(found["answers"], list) else []
    for entry in entries:
        if not (isinstance(entry, list) and len(entry) == 2 and all(isinstance(part, list) for part in entry)):
            raise TaskError(f"{path}: every entry of answers must be a pair of lists, got {json.dumps(entry)[:60]}")
    rows = [(tuple(word), tuple(answers)) for word, answers in entries]
    if not rows or any(len(word) != found["length"] or len(answers) != found["length"] for word, answers in rows):
        wanted = f"lists of length {found['length']!r:.20}, at least one"
        raise TaskError(f"{path}: inputs and their answers must be {wanted}")
    return _table(path.name, found["alphabet"], rows, position, tabulate)


def _table(label: str, alphabet: int, rows: Rows, position: int | None, tabulate: bool = True) -> Question:
    """The question for a table; where all answers that are asked for stand at one position, it is asked there."""
    length = len(rows[0][0])
    asked = {i for _, answers in rows for i, answer in enumerate(answers) if answer is not None}
    if position is not None:
        _require_position(position, length)
        asked &= {position}
    if not asked:
        raise TaskError(f"{label} asks for no answer{'' if position is None else f' at position {position}'}")
    if tabulate:
        _require_few(label, len(rows) * length, f"list at most {MAX_CASES // length} inputs")
    answers: Any = tuple(rows)
    try:
        question = computation_question("table", answers=answers, label=label, alphabet=alphabet, length=length)
    except ValueError as error:
        raise TaskError(f"{label}: {error}") from None
    return at_position(question, min(asked)) if len(asked) == 1 and length > 1 else asked_at(question, position)


def asked_at(question: Question, position: int | None) -> Question:
    """The question at one position; as it is, if none is given.

    Raises
    ------
    TaskError
        If there is no such position.
    """
    if position is None:
        return question
    assert question.finite is not None
    _require_position(position, question.finite.length)
    return at_position(question, position)


def _require_enumerable(label: str, alphabet: int, length: int) -> None:
    """Refuse what has too many answers, naming the length that is possible."""

    def answers(n: int) -> int:
        return n * alphabet**n if n * alphabet.bit_length() < 200 else MAX_CASES + 1

    if answers(length) > MAX_CASES:
        most = max((n for n in range(1, min(length, 200)) if answers(n) <= MAX_CASES), default=0)
        _require_few(label, MAX_CASES + 1, f"N={most} would be possible" if most else "try fewer symbols")


def _require_few(label: str, answers: int, remedy: str) -> None:
    if answers > MAX_CASES:
        raise TaskError(f"{label} is too large to be tabulated: at most {MAX_CASES} answers are gone through; {remedy}")


def _require_position(position: int, length: int) -> None:
    if not 0 <= position < length:
        raise TaskError(f"‹position› must be 0 .. {length - 1}, got {position}; positions are counted from 0")


def _one(words: list[str], names: tuple[str, ...], example: str) -> tuple[str, int]:
    given = named_words(words[1:])
    if len(given) != 1 or next(iter(given)) not in names:
        got = " ".join(words[1:]) or "none"
        raise TaskError(f"{words[0]} takes the parameter {' or '.join(names)}, got {got}; write for example: {example}")
    ((name, value),) = given.items()
    return name, integer_word(name, value)


def _example(name: str) -> str:
    entry = next(entry for entry in TASKS if entry.name == name)
    return entry.example if "N=" in entry.example else f"{entry.example} N=2"
