"""What is asked about an attention matrix, in words or by a file: the least width of a softmax head that has it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ....bounds.attention_matrices.pattern_ends import of_softmax
from ....certificates import AttentionRatios, Question
from ....certificates.statement.attention_matrix import PermutationMatrix
from ....tasks.attention_matrix import (
    GENERATORS,
    AttentionMatrix,
    attention_matrix,
    generated,
    permutation_from_words,
    ratios_question,
)
from ....tasks.attention_matrix.tolerances import DEFAULT_DELTA, DEFAULT_EPS2, Tolerance
from ....tasks.task import TaskError
from .unit_asked import UnitAsked

ENDINGS = (".npz", ".npy")
TEXT_ENDINGS = (".csv", ".tsv", ".txt")


def is_matrix(words: Sequence[str], delta: Tolerance | None = None, eps2: Tolerance | None = None) -> bool:
    """Whether the words ask for an attention matrix: by their name or ending, or since a tolerance is given.

    >>> is_matrix(["A.npz"]), is_matrix(["A.csv"]), is_matrix(["A.csv"], "0.1"), is_matrix(["others", "L=4"])
    (True, False, True, True)
    """
    tolerances = delta is not None or eps2 is not None
    named = words[0] == "permutation" or words[0] in GENERATORS
    return tolerances or named or Path(words[0]).suffix.lower() in ENDINGS


def matrix_question(
    words: Sequence[str], delta: Tolerance | None = None, eps2: Tolerance | None = None
) -> tuple[Question, AttentionMatrix | None]:
    """The question, and the matrix if it is a given one and not any permutation.

    Raises
    ------
    TaskError
        If the matrix cannot be read or made, or a tolerance is impossible.

    Examples
    --------
    >>> question, matrix = matrix_question(["others", "L=4"], "2^1/2", "2^-1")
    >>> question.ratio, matrix.L
    (Fraction(1, 2), 4)
    """
    if words[0] == "permutation":
        if delta is not None or eps2 is not None:
            raise TaskError("a permutation needs the same m at every tolerance; leave out --delta and --eps2")
        return permutation_from_words(list(words)), None
    is_file = Path(words[0]).suffix.lower() in (*ENDINGS, *TEXT_ENDINGS)
    if is_file and len(words) > 1:
        raise TaskError(f"{words[0]} is a file and takes no parameters, got {words[1][:60]!r}; leave it out")
    matrix = attention_matrix(words[0]) if is_file else generated(list(words))
    asked = ratios_question(matrix, DEFAULT_DELTA if delta is None else delta, DEFAULT_EPS2 if eps2 is None else eps2)
    return asked, matrix


def matrix_asked(
    task: object, resource: str, unit_class: str | None, delta: Tolerance | None, eps2: Tolerance | None
) -> UnitAsked | None:
    """What is asked if the task is an attention matrix, as a question or in words; else None.

    Raises
    ------
    TaskError
        If something else than the least m of class SOFTMAX is asked, or a question is given with tolerances.

    Examples
    --------
    >>> print(matrix_asked("permutation L=5", "m", None, None, None).stated.words)
    every 5x5 permutation matrix as attention, at every tolerance, class SOFTMAX
    >>> matrix_asked("qsa N=4 q=2", "m", None, None, None) is None
    True
    """
    question: Question
    if isinstance(task, AttentionRatios | PermutationMatrix):
        if delta is not None or eps2 is not None:
            raise TaskError("the question holds its tolerances; leave out --delta and --eps2")
        question = task
    elif isinstance(task, str) and task.split() and is_matrix(task.split(), delta, eps2):
        question, _ = matrix_question(task.split(), delta, eps2)
    else:
        return None
    if resource != "m" or (unit_class or "softmax").lower() != "softmax":
        raise TaskError(
            f"of an attention matrix the least m of class softmax is asked, got {resource} of class {unit_class}; "
            "leave out the class, and ask for m"
        )
    return UnitAsked(of_softmax(question))
