"""Attention matrices as ``probe`` takes them, told apart from sign patterns; what is asked of a softmax head.

What makes such a matrix is loaded only where it may be needed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..questions import AttentionRatios, Question
from ..questions.attention_matrix import PermutationMatrix
from .given import given_task
from .registry import TASKS
from .task import TaskError

if TYPE_CHECKING:
    from .attention_matrix import AttentionMatrix

ENDINGS = (".npz", ".npy")
TEXT_ENDINGS = (".csv", ".tsv", ".txt")

Tolerances = tuple[Any, Any]
"""delta and eps2, as far as they are given."""


def attention_given(task: Any, tolerances: Tolerances) -> Any:
    """The task, if it is an attention matrix: an object, a name, a file, or a table beside a tolerance; else None.

    Examples
    --------
    >>> attention_given("permutation L=5", (None, None)), attention_given("qsa N=4 q=2", (None, None))
    (['permutation', 'L=5'], None)
    """
    if isinstance(task, AttentionRatios | PermutationMatrix):
        return task
    told = any(one is not None for one in tolerances)
    words = given_task(task) if isinstance(task, str | Path) or _is_words(task) else None
    if isinstance(words, list) and words:
        return words if told or Path(words[0]).suffix.lower() in ENDINGS or _is_name(words[0]) else None
    return task if told or _is_attention_matrix(task) else None


def _is_words(task: object) -> bool:
    return isinstance(task, list | tuple) and bool(task) and all(isinstance(word, str) for word in task)


def _is_name(word: str) -> bool:
    if "." in word or any(entry.name == word for entry in TASKS):
        return False
    from .attention_matrix import GENERATORS

    return word == "permutation" or word in GENERATORS


def _is_attention_matrix(task: object) -> bool:
    if type(task).__name__ != "AttentionMatrix":
        return False
    from .attention_matrix import AttentionMatrix

    return isinstance(task, AttentionMatrix)


def matrices_asked(task: Any, tolerances: Tolerances) -> tuple[Question, Question | None, dict[str, Any]]:
    """The question at a little less than the tolerances, that at a little more, and the matrix with what was given.

    Raises
    ------
    TaskError
        If the matrix cannot be read or made, or a tolerance is impossible.

    Examples
    --------
    >>> strict, loose, further = matrices_asked(["others", "L=4"], ("2^1/2", "2^-1"))
    >>> strict.ratio, strict == loose, further["matrix"].L
    (Fraction(1, 2), True, 4)
    """
    told = any(one is not None for one in tolerances)
    if isinstance(task, AttentionRatios | PermutationMatrix):
        if told:
            raise TaskError("the question holds its tolerances; leave out ‹delta› and ‹eps2›")
        return task, None, {}
    from .attention_matrix import permutation_from_words, ratios_question
    from .attention_matrix.tolerances import DEFAULT_DELTA, DEFAULT_EPS2

    if isinstance(task, list) and task[0] == "permutation":
        if told:
            raise TaskError("a permutation needs the same m at every tolerance; leave out ‹delta› and ‹eps2›")
        return permutation_from_words(task), None, {}
    matrix = _matrix(task)
    usual = (DEFAULT_DELTA, DEFAULT_EPS2)
    given = [one if told is None else told for told, one in zip(tolerances, usual, strict=True)]
    strict, loose = (ratios_question(matrix, *given, looser=looser) for looser in (False, True))
    return strict, loose, {"matrix": matrix, "tolerances": (str(given[0]), str(given[1]))}


def _matrix(task: Any) -> AttentionMatrix:
    from .attention_matrix import AttentionMatrix, attention_matrix, generated

    if not _is_words(task):
        return task if isinstance(task, AttentionMatrix) else attention_matrix(task)
    if Path(task[0]).suffix.lower() not in (*ENDINGS, *TEXT_ENDINGS):
        return generated(task)
    if len(task) > 1:
        raise TaskError(f"{task[0]} is a file and takes no parameters, got {task[1][:60]!r}; leave it out")
    return attention_matrix(task[0])


def remedy(words: list[str], message: str) -> str:
    """What to add to the message about a table of numbers that was read as something else, maybe nothing.

    >>> remedy(["A.csv"], "A.csv, line 1, entry 1: expected one of + - 0 *, got '1/3'; correct the entry")
    ', or, for a matrix of attention weights, add ‹delta=0.1› ‹eps2=1e-3›'
    """
    if words and Path(words[0]).suffix.lower() in ENDINGS and "an entry must be >= 0" in message:
        return "; arrays are read as attention weights: for a sign pattern name it in a Python file, probe file.py:A"
    text = bool(words) and Path(words[0]).suffix.lower() in TEXT_ENDINGS
    return ", or, for a matrix of attention weights, add ‹delta=0.1› ‹eps2=1e-3›" if text and "entry" in message else ""
