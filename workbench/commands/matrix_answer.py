"""What ``headcount probe`` answers for attention matrices."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from ...questions import AttentionRatios
from ...tasks.task import TaskError

if TYPE_CHECKING:
    from ...bounds.bracket import Bracket
    from ..search.attention_matrices import MatrixBracket
    from ..search.between_tolerances import ToleranceBracket

MOST_ROWS = 500
"""Most rows of which an order is looked for: all pairs are compared."""


def remedy(words: list[str], message: str) -> str:
    """What to add to the message about a table of numbers that was read as something else, maybe nothing.

    >>> remedy(["A.csv"], "A.csv, line 1, entry 1: expected one of + - 0 *, got '1/3'; correct the entry")
    ', or, for a matrix of attention weights, add --delta 0.1 --eps2 1e-3'
    """
    from ..search.classes.matrix_named import ENDINGS, TEXT_ENDINGS

    if words and Path(words[0]).suffix.lower() in ENDINGS and "an entry must be >= 0" in message:
        return "; arrays are read as attention weights: for a sign pattern name it in a Python file, probe file.py:A"
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
    from ..search.between_tolerances import probe_between
    from ..search.classes.matrix_asked import matrix_questions
    from ..search.probe import probe
    from .answer_files import print_and_write
    from .progress import ProgressLine

    for name in [name for name in others if (name, others[name]) != ("class", "softmax")]:
        raise TaskError(f"--{name} does not apply to an attention matrix, of which the least m is asked; leave it out")
    question, loose, matrix = matrix_questions(words, delta, eps2)
    with ProgressLine(budget, enabled=not quiet) as line:
        if isinstance(question, AttentionRatios) and isinstance(loose, AttentionRatios):
            between = probe_between(question, loose, budget=budget, seed=seed, watch=line.update)
        else:
            bracket = probe(question, budget=budget, seed=seed, watch=line.update)
            print_and_write(bracket, print_permutation, output, None, as_json=as_json, indent="  ")
            return bracket.closed
    assert matrix is not None
    notes = matrix.words, *matrix.notes

    def show(answer: ToleranceBracket) -> None:
        print_matrix(answer, delta, eps2, notes)

    print_and_write(between, show, output, None, as_json=as_json, indent="  ")
    return between.closed


def print_permutation(bracket: Bracket) -> None:
    """A bracket at every tolerance, in words."""
    assert bracket.upper is not None
    typer.echo(bracket.question.words)
    _print_ends(bracket)


def print_matrix(bracket: ToleranceBracket, delta: str | None, eps2: str | None, notes: tuple[str, ...] = ()) -> None:
    """The bracket in words, with the tolerances as they were given."""
    from ...tasks.attention_matrix.tolerances import DEFAULT_DELTA, DEFAULT_EPS2
    from ..search.between_tolerances import spread_of

    strict, loose = bracket.question, bracket.loose.question
    assert isinstance(loose, AttentionRatios)
    if bracket.exact:
        typer.echo(strict.words)
    else:
        shown = DEFAULT_DELTA if delta is None else delta, DEFAULT_EPS2 if eps2 is None else eps2
        factor = shown[0] if "^" in str(shown[0]) else f"e^{shown[0]}"
        typer.echo(f"{strict.words.split(', ratios within')[0]}, ratios within {factor}, zero/nonzero <= {shown[1]}")
    _print_ends(bracket)
    if (spread := spread_of(bracket)) is not None:
        low, high = bracket.ends_of_patterns
        typer.echo(f"  rows are uniform: m depends on r = {spread} alone, {low} <= m <= {high} for every r")
    if not bracket.exact:
        notes = (
            *notes,
            f"certificates hold powers of two: m >= {bracket.lower.value} is proved for ratios within "
            f"2^({loose.ratio}) and zero/nonzero <= 2^({loose.zero}), a little more than asked, "
            f"m <= {bracket.upper.value} for 2^({strict.ratio}) and 2^({strict.zero}), a little less",
        )
    for note in (*notes, *_on_a_line(bracket.strict), *bracket.notes):
        typer.echo(f"  note: {note}")


def _print_ends(bracket: Bracket | ToleranceBracket) -> None:
    lower, upper = bracket.lower, bracket.upper
    assert upper is not None
    state = "closed" if bracket.closed else "open"
    typer.echo(f"class SOFTMAX: {lower.value} <= m <= {upper.value}   {state} in {bracket.seconds:.2f} s")
    for end in (lower, upper):
        typer.echo(f"  {end}")


def _on_a_line(bracket: MatrixBracket) -> tuple[str, ...]:
    """The order of the columns, where one dimension has the threshold pattern."""
    question = bracket.question
    if bracket.threshold is None or bracket.threshold.lower.value > 1 or not isinstance(question, AttentionRatios):
        return ()
    if len(question.entries) > MOST_ROWS:
        return ()
    from ...solvers.half_lines import half_line_order

    order = half_line_order([[column for column, _ in row] for row in question.entries], question.L)
    shown = ", ".join(map(str, order[:40])) + ", .." * (len(order) > 40)
    return (f"the nonzeros of every row are at one end of the order {shown}",) if order else ()
