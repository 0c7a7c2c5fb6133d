"""What is asked about an attention matrix, in words or by a file: the least width of a softmax head that has it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ....bounds.attention_matrices.pattern_ends import of_softmax
from ....questions import AttentionRatios, Question
from ....questions.attention_matrix import PermutationMatrix
from ....tasks.attention_matrix import (
    AttentionMatrix,
    attention_matrix,
    generated,
    permutation_from_words,
    ratios_question,
)
from ....tasks.attention_matrix.tolerances import DEFAULT_DELTA, DEFAULT_EPS2, Tolerance
from ....tasks.task import TaskError
from .matrix_named import ENDINGS, TEXT_ENDINGS, is_matrix
from .unit_asked import UnitAsked


def matrix_questions(
    words: Sequence[str], delta: Tolerance | None = None, eps2: Tolerance | None = None
) -> tuple[Question, Question, AttentionMatrix | None]:
    """The questions for an upper and for a lower bound, and the matrix if it is a given one and not any permutation.

    They are one question if the tolerances are powers of two, else at slightly smaller and slightly larger ones.

    Raises
    ------
    TaskError
        If the matrix cannot be read or made, or a tolerance is impossible.

    Examples
    --------
    >>> question, same, matrix = matrix_questions(["others", "L=4"], "2^1/2", "2^-1")
    >>> question.ratio, same == question, matrix.L
    (Fraction(1, 2), True, 4)
    """
    if words[0] == "permutation":
        if delta is not None or eps2 is not None:
            raise TaskError("a permutation needs the same m at every tolerance; leave out --delta and --eps2")
        question = permutation_from_words(list(words))
        return question, question, None
    is_file = Path(words[0]).suffix.lower() in (*ENDINGS, *TEXT_ENDINGS)
    if is_file and len(words) > 1:
        raise TaskError(f"{words[0]} is a file and takes no parameters, got {words[1][:60]!r}; leave it out")
    matrix = attention_matrix(words[0]) if is_file else generated(list(words))
    asked = DEFAULT_DELTA if delta is None else delta, DEFAULT_EPS2 if eps2 is None else eps2
    return ratios_question(matrix, *asked), ratios_question(matrix, *asked, looser=True), matrix


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
    of_question = isinstance(task, AttentionRatios | PermutationMatrix)
    if not of_question and not (isinstance(task, str) and task.split() and is_matrix(task.split(), delta, eps2)):
        return None
    if resource != "m" or (unit_class or "softmax").lower() != "softmax":
        raise TaskError(
            f"of an attention matrix the least m of class softmax is asked, got {resource} of class {unit_class}; "
            "leave out the class, and ask for m"
        )
    if isinstance(task, AttentionRatios | PermutationMatrix):
        if delta is not None or eps2 is not None:
            raise TaskError("the question holds its tolerances; leave out --delta and --eps2")
        return UnitAsked(of_softmax(task))
    question, loose, _ = matrix_questions(str(task).split(), delta, eps2)
    if question != loose:
        raise TaskError(
            "a claim needs tolerances that are powers of two, which are exact, such as delta 2^1/8 and eps2 2^-10; "
            f"got {'the usual delta' if delta is None else delta} and {'the usual eps2' if eps2 is None else eps2}"
        )
    return UnitAsked(of_softmax(question))
