"""What ``headcount probe`` answers for attention matrices."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ...certificates import AttentionRatios, Question
from ...solvers.half_lines import half_line_order
from ...tasks.task import TaskError

if TYPE_CHECKING:
    from ..search.attention_matrices import MatrixBracket

MOST_ROWS = 500
"""Most rows of which an order is looked for: all pairs are compared."""


def remedy(words: list[str], message: str) -> str:
    """What to add to the message about a table of numbers that was read as a sign pattern, maybe nothing.

    >>> remedy(["A.csv"], "A.csv, line 1, entry 1: expected one of + - 0 *, got '1/3'; correct the entry")
    ', or, for a matrix of attention weights, add --delta 0.1 --eps2 1e-3'
    """
    from ..search.classes.matrix_asked import TEXT_ENDINGS

    text = bool(words) and Path(words[0]).suffix.lower() in TEXT_ENDINGS
    return ", or, for a matrix of attention weights, add --delta 0.1 --eps2 1e-3" if text and "entry" in message else ""


def answer_matrix(
    words: list[str],
    delta: str | None,
    eps2: str | None,
    others: Mapping[str, object],
    *,
    budget: float,
    seed: int,
    as_json: bool,
    output: Path | None,
    quiet: bool,
) -> bool:
    """Search, print and write; whether the bracket is closed.

    Parameters
    ----------
    others : options that were given and say nothing about attention matrices

    Raises
    ------
    TaskError
        If the matrix cannot be read or made, or a tolerance or an option is impossible.
    """
    from ..search.classes.matrix_asked import matrix_question
    from ..search.probe import probe
    from .answer_files import print_and_write
    from .progress import ProgressLine

    for name in [name for name in others if (name, others[name]) != ("class", "softmax")]:
        raise TaskError(f"--{name} says nothing about an attention matrix, of which the least m is asked; leave it out")
    question, matrix = matrix_question(words, delta, eps2)
    notes = () if matrix is None else (matrix.words, *matrix.notes, *_rounded(question, delta, eps2))
    with ProgressLine(budget, enabled=not quiet) as line:
        bracket = probe(question, budget=budget, seed=seed, watch=line.update)

    def show(answer: MatrixBracket) -> None:
        print_matrix(answer, notes)

    print_and_write(bracket, show, output, None, as_json=as_json, indent="  ")
    return bracket.closed


def print_matrix(bracket: MatrixBracket, notes: tuple[str, ...] = ()) -> None:
    """The bracket in words."""
    lower, upper = bracket.lower, bracket.upper
    assert upper is not None
    state = "closed" if bracket.closed else "open"
    typer.echo(bracket.question.words)
    typer.echo(f"class SOFTMAX: {lower.value} <= m <= {upper.value}   {state} in {bracket.seconds:.2f} s")
    for end in (lower, upper):
        typer.echo(f"  {end}")
    if bracket.spread is not None:
        low, high = bracket.ends_of_patterns
        typer.echo(f"  rows are uniform: m depends on r = {bracket.spread} alone, {low} <= m <= {high} for every r")
    for note in (*notes, *_on_a_line(bracket), *bracket.notes):
        typer.echo(f"  note: {note}")


def _rounded(question: Question, delta: str | None, eps2: str | None) -> tuple[str, ...]:
    """That tolerances which are no powers of two stand for slightly smaller ones."""
    assert isinstance(question, AttentionRatios)
    found = []
    if not (delta or "").startswith("2^") and question.ratio:
        found.append(f"delta = {float(question.ratio) * math.log(2):.6g}")
    if not (eps2 or "").startswith("2^"):
        found.append(f"eps2 = {2.0 ** float(question.zero):.6g}")
    if not found:
        return ()
    return (f"both ends are for {' and '.join(found)}: tolerances are rounded down to powers of two, which are exact",)


def _on_a_line(bracket: MatrixBracket) -> tuple[str, ...]:
    """The order of the columns, where one dimension has the threshold pattern."""
    question = bracket.question
    if bracket.threshold is None or bracket.threshold.lower.value > 1 or not isinstance(question, AttentionRatios):
        return ()
    if len(question.entries) > MOST_ROWS:
        return ()
    order = half_line_order([[column for column, _ in row] for row in question.entries], question.L)
    shown = ", ".join(map(str, order[:40])) + ", .." * (len(order) > 40)
    return (f"the nonzeros of every row are at one end of the order {shown}",) if order else ()
