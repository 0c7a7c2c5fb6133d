"""``headcount probe``."""

import json
import shlex
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated, Any

import typer

from .app import UNKNOWN, app, usage_error

# A line with \b alone keeps the paragraph after it as it is (a convention of click).
PROBE_HELP = """
Bracket the least embedding dimension m of a task.

m is the width of queries and keys. The unit class is SIGN: one saturated attention head that has to select the
right keys; its entries are real numbers of any precision.

\b
  headcount probe qsa N=6 q=2
  headcount probe match2 M=7 -o match2.json
  headcount probe pattern.csv --null --budget 10 --json
  headcount probe mytask.py:task

A pattern file has a line per query type and an entry per key type, with or without commas, or is JSON:

\b
  0   selected: at the row's threshold, that is, tied at the maximum
  -   not selected: below the threshold
  +   above the threshold
  *   no condition

Without a null token every row has a free threshold, so a head selects by 0 and - only; with --null the threshold is
the null token's score 0, and + beats it.

\b
Exit codes: 0 closed; 5 still open when the budget ran out (printed and written all the same);
2 wrong usage; 1 internal error.
"""


@app.command("probe", help=PROBE_HELP)
def probe_command(
    words: Annotated[
        list[str],
        typer.Argument(metavar="TASK [NAME=VALUE]..", help="A task, a pattern file or file.py:name."),
    ],
    null: Annotated[
        bool, typer.Option("--null", help="Pattern files: the unit has a null token that scores 0.")
    ] = False,
    budget: Annotated[float, typer.Option(help="Seconds of wall-clock time.", min=0.001)] = 60.0,
    seed: Annotated[int, typer.Option(help="Seed of the random choices.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the bracket as one JSON object.")] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the certificate bundle here.")
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw the pattern, and for m <= 2 the unit (png, svg, pdf)."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress on stderr.")] = False,
) -> None:
    """Bracket the least embedding dimension m of a task (help text: PROBE_HELP)."""
    from ..tasks import TaskError, question_from_words
    from .output_files import require_picture, require_writable, write_json
    from .probe import probe
    from .progress import ProgressLine

    try:
        with redirect_stdout(sys.stderr):  # what a user's file prints is not a result
            question = question_from_words(words, null=null)
        require_writable(output)
        require_picture(plot)
    except TaskError as error:
        raise usage_error(str(error)) from None
    with ProgressLine(budget, enabled=not quiet) as line:
        bracket = probe(question, budget=budget, seed=seed, watch=line.update)
    if as_json:
        typer.echo(json.dumps(bracket.to_json()))
    else:
        _print_bracket(bracket)
    try:  # after printing: a disk that is full must not cost the answer
        if output is not None:
            write_json(output, bracket.certificate())
            if not as_json:
                typer.echo(f"  written to {output}; check it with: headcount check {shlex.quote(str(output))}")
        if plot is not None:
            _draw(bracket, plot)
    except OSError as error:
        raise usage_error(f"could not write the file ({error.strerror or error}); try another place") from None
    if not bracket.closed:
        raise typer.Exit(UNKNOWN)


def _draw(bracket: Any, path: Path) -> None:
    if not bracket.question.can_be_written_out:
        typer.echo("headcount: the pattern is too large to be drawn, so --plot was left out", err=True)
        return
    from .picture import draw_bracket

    draw_bracket(bracket, path)


def _print_bracket(bracket: Any) -> None:
    lower, upper = bracket.lower, bracket.upper
    state = "closed" if bracket.closed else "open"
    typer.echo(bracket.question.words)
    typer.echo(
        f"class {lower.unit_class}: {lower.value} <= {lower.resource} <= {upper.value}   "
        f"{state} in {bracket.seconds:.2f} s"
    )
    for end in (lower, upper):
        typer.echo(f"  {end}")
    for note in (*bracket.notes, *_advice(bracket)):
        typer.echo(f"  note: {note}")


def _advice(bracket: Any) -> tuple[str, ...]:
    """A word on patterns that were probably meant otherwise."""
    pattern = bracket.question.explicit
    if pattern is None or pattern.null:
        return ()
    if not pattern.has_zeros:
        return ("without a null token every row has a free threshold; for the sign-rank itself add --null",)
    odd = sum("0" not in row or "+" in row or "*" in row for row in pattern.rows)
    if not odd:
        return ()
    return (
        f"{odd} of {len(pattern.rows)} rows have no 0, or a + or * beside it: they are read as signs against a free "
        "threshold, which is not a selection that one head makes",
    )
