"""Averages with an error, as ``probe`` is asked for them: q-SA with ``--error``, in any class that has an answer."""

from __future__ import annotations

from fractions import Fraction

from ....bounds.averages import softmax_gap
from ....certificates import Question, SignPattern, UnitClass, averaging_question, least_size, qsa_question
from ....tasks import Task, TaskError
from ....tasks.registry import task_from_words
from .unit_asked import UnitAsked


def is_averages(task: list[str] | Task | SignPattern | Question, name: str, error: str | None) -> bool:
    """Whether it is the averages of q-SA that are asked for, and not a selection or the answers of a finite task.

    >>> is_averages(["qsa", "N=6", "q=2"], "FIXED", None), is_averages(["qsa", "N=6", "q=2"], "GRID", None)
    (True, False)
    """
    if error is not None or name == "SOFTMAX":
        return True
    named = task[0] if isinstance(task, list) else getattr(task, "task", getattr(task, "name", ""))
    return named == "averaging" or (name == "FIXED" and named == "qsa")


def settle_averages(
    task: list[str] | Task | SignPattern | Question,
    unit_class: UnitClass,
    resource: str,
    *,
    error: str | None,
    values: int = 1,
    width: int = 0,
) -> UnitAsked:
    """What is asked: the outputs (FIXED, SOFTMAX), or what the error asks of the scores (SIGN, GRID).

    A saturated head whose error is below 1/q has all its weight on the subset, in equal parts: exact ties. In class
    GRID the gap is the least one at which tied scores, as exponents of 2, have no more than the error.

    Raises
    ------
    TaskError
        If the task is not q-SA, or the error or the class does not fit.

    Examples
    --------
    >>> asked = settle_averages(["qsa", "N=6", "q=2"], UnitClass("GRID", 2, "midrise", 1), "m", error="1/4")
    >>> asked.words
    'class GRID(2, midrise, gap 4)'
    """
    positions, q = _sizes(task)
    eps = _error(error, unit_class.name)
    if unit_class.name in ("FIXED", "SOFTMAX"):
        if unit_class == UnitClass("FIXED", 1, "twos"):
            raise TaskError(
                "class FIXED(1, twos) has the numbers -1 and 0 only, so that no value can be z and -z; "
                "take --bits 2 or --grid midrise"
            )
        question = averaging_question(positions, q)
        m = width if resource == "p" else None
        return UnitAsked(least_size(question, resource, unit_class, m=m, error=eps), values=values)
    if eps * q >= 1:
        raise TaskError(
            f"--error must be below 1/q = 1/{q} in class {unit_class.name.lower()}, which is about selecting exactly "
            f"the subset, got {eps}; take --class softmax or --class fixed"
        )
    if unit_class.name == "GRID":
        unit_class = UnitClass("GRID", unit_class.bits, unit_class.grid, softmax_gap(positions, q, eps))
    question = qsa_question(positions, q)
    return UnitAsked(least_size(question, resource, unit_class, m=width if resource == "p" else None), values=values)


def _sizes(task: list[str] | Task | SignPattern | Question) -> tuple[int, int]:
    named = task[0] if isinstance(task, list) else getattr(task, "task", getattr(task, "name", ""))
    if named not in ("qsa", "averaging"):
        raise TaskError(
            f"averages with an error are those of qsa, got {str(named)[:60] or 'a sign pattern'}; leave out --error, "
            "or write qsa N=6 q=2 --error 1/4"
        )
    found = task_from_words(task) if isinstance(task, list) else task
    sizes = dict(found.parameters)  # type: ignore[union-attr]
    return sizes["N"], sizes["q"]


def _error(text: str | None, name: str) -> Fraction:
    """The error: 0 < eps < 1; none where fixed-point units average exactly."""
    if text is None:
        if name == "FIXED":
            return Fraction(0)
        raise TaskError(f"--error is needed in class {name.lower()}, whose averages are never exact; write --error 1/4")
    try:
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise TaskError(f"--error must be a number such as 1/4 or 0.25, got {text[:40]!r}") from None
    if len(text) > 40 or not 0 < found < 1:
        exact = "; for exact averages in class fixed leave it out" if found == 0 else ""
        raise TaskError(
            f"--error must be above 0 and below 1, got {text[:40]}; from 1 on the output 0 will do{exact}; try 1/4"
        )
    return found
