"""What is asked about an attention matrix: the least width of a softmax head that has its weights."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..questions import AttentionRatios
from ..questions.attention_matrix import PermutationMatrix
from ..tasks.registry import TASKS
from ..tasks.task import TaskError
from .asked import MatrixAsked
from .given import given_task

if TYPE_CHECKING:
    from .probe_options import ProbeOptions

ENDINGS = (".npz", ".npy")
TEXT_ENDINGS = (".csv", ".tsv", ".txt")


def matrix_asked(task: Any, options: ProbeOptions) -> MatrixAsked | None:
    """The question, if the task is an attention matrix: an object, a name, a file, or a table beside a tolerance.

    Raises
    ------
    TaskError
        If the matrix cannot be read or made, a tolerance is impossible, or something else is asked of it.

    Examples
    --------
    >>> from headcount.search.probe_options import ProbeOptions
    >>> print(matrix_asked("permutation L=5", ProbeOptions()).stated.words)
    every 5x5 permutation matrix as attention, at every tolerance, class SOFTMAX
    >>> matrix_asked("qsa N=4 q=2", ProbeOptions()) is None
    True
    >>> asked = matrix_asked("others L=4", ProbeOptions(delta="2^1/2", eps2="2^-1"))
    >>> asked.question.ratio, asked.exact, asked.matrix.L
    (Fraction(1, 2), True, 4)
    """
    tolerances = options.delta is not None or options.eps2 is not None
    if isinstance(task, AttentionRatios | PermutationMatrix):
        if tolerances:
            raise TaskError("the question holds its tolerances; leave out ‹delta› and ‹eps2›")
        _require_alone(options)
        from ..bounds.attention_matrices.pattern_ends import of_softmax

        return MatrixAsked(of_softmax(task))
    words = given_task(task) if isinstance(task, str | Path) or _is_words(task) else None
    if isinstance(words, list) and words:
        if not (tolerances or Path(words[0]).suffix.lower() in ENDINGS or _is_name(words[0])):
            return None
    elif not tolerances and not _is_attention_matrix(task):
        return None
    _require_alone(options)
    return _asked(words if isinstance(words, list) else task, options)


def _is_words(task: object) -> bool:
    return isinstance(task, list | tuple) and bool(task) and all(isinstance(word, str) for word in task)


def _is_name(word: str) -> bool:
    if "." in word or any(entry.name == word for entry in TASKS):
        return False
    from ..tasks.attention_matrix import GENERATORS

    return word == "permutation" or word in GENERATORS


def _is_attention_matrix(task: object) -> bool:
    if type(task).__name__ != "AttentionMatrix":  # what makes one is loaded only where it may be needed
        return False
    from ..tasks.attention_matrix import AttentionMatrix

    return isinstance(task, AttentionMatrix)


def _require_alone(options: ProbeOptions) -> None:
    if options.minimise not in (None, "m"):
        raise TaskError(
            f"of an attention matrix the least m of class softmax is asked, got ‹minimise={options.minimise}›; "
            "leave it out"
        )
    for name, value in options.given.items():
        if name not in ("delta", "eps2") and (name, str(value).lower()) not in (
            ("unit_class", "softmax"),
            ("minimise", "m"),
        ):
            raise TaskError(
                f"‹{name}› does not apply to an attention matrix, of which the least m of class softmax is asked; "
                "leave it out"
            )


def _asked(task: Any, options: ProbeOptions) -> MatrixAsked:
    from ..bounds.attention_matrices.pattern_ends import of_softmax
    from ..tasks.attention_matrix import (
        AttentionMatrix,
        attention_matrix,
        generated,
        permutation_from_words,
        ratios_question,
    )
    from ..tasks.attention_matrix.tolerances import DEFAULT_DELTA, DEFAULT_EPS2

    if isinstance(task, list) and task[0] == "permutation":
        if options.delta is not None or options.eps2 is not None:
            raise TaskError("a permutation needs the same m at every tolerance; leave out ‹delta› and ‹eps2›")
        return MatrixAsked(of_softmax(permutation_from_words(task)))
    if _is_words(task):
        is_file = Path(task[0]).suffix.lower() in (*ENDINGS, *TEXT_ENDINGS)
        if is_file and len(task) > 1:
            raise TaskError(f"{task[0]} is a file and takes no parameters, got {task[1][:60]!r}; leave it out")
        matrix = attention_matrix(task[0]) if is_file else generated(task)
    else:
        matrix = task if isinstance(task, AttentionMatrix) else attention_matrix(task)
    given = [
        usual if one is None else one for one, usual in ((options.delta, DEFAULT_DELTA), (options.eps2, DEFAULT_EPS2))
    ]
    strict, loose = (of_softmax(ratios_question(matrix, *given, looser=looser)) for looser in (False, True))
    return MatrixAsked(strict, loose=loose, matrix=matrix, tolerances=(str(given[0]), str(given[1])))


def remedy(words: list[str], message: str) -> str:
    """What to add to the message about a table of numbers that was read as something else, maybe nothing.

    >>> remedy(["A.csv"], "A.csv, line 1, entry 1: expected one of + - 0 *, got '1/3'; correct the entry")
    ', or, for a matrix of attention weights, add ‹delta=0.1› ‹eps2=1e-3›'
    """
    if words and Path(words[0]).suffix.lower() in ENDINGS and "an entry must be >= 0" in message:
        return "; arrays are read as attention weights: for a sign pattern name it in a Python file, probe file.py:A"
    text = bool(words) and Path(words[0]).suffix.lower() in TEXT_ENDINGS
    return ", or, for a matrix of attention weights, add ‹delta=0.1› ‹eps2=1e-3›" if text and "entry" in message else ""
