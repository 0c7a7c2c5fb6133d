"""What ``headcount probe`` answers for attention matrices."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ...certificates import AttentionRatios
from ...solvers.half_lines import half_line_order
from ...tasks.task import TaskError

if TYPE_CHECKING:
    from ..search.attention_matrices import MatrixBracket

ENDINGS = (".npz", ".npy")
TEXT_ENDINGS = (".csv", ".tsv", ".txt")
MOST_ROWS = 500
"""Most rows of which an order is looked for: all pairs are compared."""


def is_matrix(words: list[str], delta: str | None, eps2: str | None) -> bool:
    """Whether the words ask for an attention matrix: by their name or ending, or since a tolerance is given.

    >>> is_matrix(["A.npz"], None, None), is_matrix(["A.csv"], None, None), is_matrix(["A.csv"], "0.1", None)
    (True, False, True)
    """
    from ...tasks.attention_matrix import GENERATORS

    tolerances = delta is not None or eps2 is not None
    named = words[0] == "permutation" or words[0] in GENERATORS
    return tolerances or named or Path(words[0]).suffix.lower() in ENDINGS


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
    from ...tasks.attention_matrix import attention_matrix, generated, permutation_from_words, ratios_question
    from ...tasks.attention_matrix.tolerances import DEFAULT_DELTA, DEFAULT_EPS2
    from ..search.probe import probe
    from .answer_files import print_and_write
    from .progress import ProgressLine

    for name in [name for name in others if (name, others[name]) != ("class", "softmax")]:
        raise TaskError(f"--{name} says nothing about an attention matrix, of which the least m is asked; leave it out")
    if words[0] == "permutation":
        if delta is not None or eps2 is not None:
            raise TaskError("a permutation needs the same m at every tolerance; leave out --delta and --eps2")
        question = permutation_from_words(words)
        notes: tuple[str, ...] = ()
    else:
        is_file = Path(words[0]).suffix.lower() in (*ENDINGS, *TEXT_ENDINGS)
        if is_file and len(words) > 1:
            raise TaskError(f"{words[0]} is a file and takes no parameters, got {words[1][:60]!r}; leave it out")
        matrix = attention_matrix(words[0]) if is_file else generated(words)
        question = ratios_question(
            matrix, DEFAULT_DELTA if delta is None else delta, DEFAULT_EPS2 if eps2 is None else eps2
        )
        notes = (matrix.words, *matrix.notes)
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
