"""Averages with an error, as ``probe`` is asked for them: q-SA with ``--error``, in any class that has an answer."""

from __future__ import annotations

import re
from fractions import Fraction

from ..questions import Question, SignPattern, UnitClass, averaging_question, least_size, qsa_question
from ..tasks import Task, TaskError
from ..tasks.registry import task_from_words
from ..tasks.words import value_width
from .asked import Asked
from .probe_options import Error

WRITTEN = re.compile(r"[+-]?(\d+(/\d*[1-9]\d*)?|\d*\.\d+)")


def is_averages(task: list[str] | Task | SignPattern | Question, name: str, error: Error | None) -> bool:
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
    error: Error | None,
    values: int = 1,
    width: int = 0,
) -> Asked:
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
    positions, q = _sizes(task, unit_class.name)
    eps = _error(error, unit_class.name)
    if unit_class.name in ("FIXED", "SOFTMAX"):
        if unit_class == UnitClass("FIXED", 1, "twos"):
            raise TaskError(
                "class FIXED(1, twos) has the numbers -1 and 0 only, so that no value can be z and -z; "
                "take ‹bits=2› or ‹grid=midrise›"
            )
        question = averaging_question(positions, q)
        m = width if resource == "p" else None
        return Asked(least_size(question, resource, unit_class, m=m, error=eps), values=values)
    if eps * q >= 1:
        raise TaskError(
            f"‹error› must be below 1/q = 1/{q} in class {unit_class.name.lower()}, which is about selecting exactly "
            f"the subset, got {eps}; take ‹unit_class=softmax› or ‹unit_class=fixed›"
        )
    if unit_class.name == "GRID":
        from ..bounds.averages import softmax_gap

        unit_class = UnitClass("GRID", unit_class.bits, unit_class.grid, softmax_gap(positions, q, eps))
    question = qsa_question(positions, q)
    return Asked(least_size(question, resource, unit_class, m=width if resource == "p" else None), values=values)


def require_value_width(dv: str | int | None, values: int) -> None:
    """Values of averages are the z_j times a constant, as wide as these; room for more changes nothing.

    Raises
    ------
    TaskError
        If dv is no width, or below ``values``.

    Examples
    --------
    >>> require_value_width("m", 3), require_value_width(4, 3)
    (None, None)
    """
    width = value_width(dv)
    if width is not None and width < values:
        raise TaskError(
            f"‹dv› must be at least ‹values›, {values}, the dimension d' of the values that are averaged, got {width}; "
            f"take ‹dv={values}›"
        )


def value_width_note(values: int) -> str:
    """What is said of a width of values beside averages.

    >>> value_width_note(1)
    "averages: values are z_j times a constant, of dimension d' = 1 (‹values›): ‹dv› makes no difference"
    """
    return f"averages: values are z_j times a constant, of dimension d' = {values} (‹values›): ‹dv› makes no difference"


def _sizes(task: list[str] | Task | SignPattern | Question, name: str) -> tuple[int, int]:
    named = task[0] if isinstance(task, list) else getattr(task, "task", getattr(task, "name", ""))
    if named not in ("qsa", "averaging"):
        remedy = "write qsa N=6 q=2 ‹error=1/4›" + (" or take another class" if name == "SOFTMAX" else "")
        raise TaskError(f"averages with an error are those of qsa, got {str(named)[:60] or 'a sign pattern'}; {remedy}")
    found = task_from_words(task) if isinstance(task, list) else task
    sizes = dict(found.parameters)  # type: ignore[union-attr]
    return sizes["N"], sizes["q"]


def error_asked(given: Error | None, values: int | None = None) -> Fraction | None:
    """The error of a command that takes one, 0 < eps < 1; None without one.

    Raises
    ------
    TaskError
        If it is no such number, or the dimension of the values is not positive or there is no error beside it.

    Examples
    --------
    >>> error_asked("0.25", 3), error_asked(None)
    (Fraction(1, 4), None)
    """
    if values is not None and values < 1:
        raise TaskError(f"‹values› must be at least 1, the dimension of the values, got {values}; try ‹values=1›")
    if given is None:
        if values is not None:
            raise TaskError("‹values› is the dimension of the values that qsa averages up to ‹error›; add ‹error=1/4›")
        return None
    return _error(given, "SOFTMAX")


def _error(given: Error | None, name: str) -> Fraction:
    """The error: 0 < eps < 1; none where fixed-point units average exactly."""
    if given is None:
        if name == "FIXED":
            return Fraction(0)
        raise TaskError(f"‹error› is needed in class {name.lower()}, whose averages are never exact; write ‹error=1/4›")
    text = given if isinstance(given, str) else str(Fraction(given).limit_denominator(10**9))
    if len(text) > 40 or not WRITTEN.fullmatch(text) or text.endswith("/0"):
        raise TaskError(f"‹error› must be a number such as 1/4 or 0.25, got {text[:40]!r}; try 1/4, without exponent")
    found = Fraction(text)
    if found <= 0:
        hint = "for exact averages leave it out in class fixed" if name == "FIXED" else "an average is never exact here"
        raise TaskError(f"‹error› must be above 0 and below 1, got {text}; {hint}; try 1/4")
    if found >= 1:
        raise TaskError(f"‹error› must be above 0 and below 1, got {text}; from 1 on the output 0 will do; try 1/4")
    return found
