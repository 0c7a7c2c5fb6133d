"""The command line: results on stdout, progress on stderr, exit codes that a script can rely on.

0 done; 1 internal error; 2 usage; 3 rejected; 4 malformed; 5 unknown within the budget.
"""

import json
import os
import shlex
import sys
import tempfile
from collections.abc import Mapping
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated, Any

import typer

from ..certificates import Accepted, Rejected, check

PICTURE_FORMATS = (".png", ".svg", ".pdf")
DONE, INTERNAL, USAGE, REJECTED, MALFORMED, UNKNOWN = range(6)

app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="How many heads, how wide, how many bits does an attention layer need? Brackets with evidence at both ends.",
)


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

CHECK_HELP = """
Decide whether certificates prove what they claim. Uses no solver.

\b
  headcount check match2.json
  headcount check certificates/*.json --json

Exit codes: 0 all accepted; 3 one is rejected; 4 one is malformed; 2 wrong usage.
"""


@app.callback()
def _root() -> None:
    """Commands share no options."""


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
    from .probe import probe
    from .progress import ProgressLine

    try:
        with redirect_stdout(sys.stderr):  # what a user's file prints is not a result
            question = question_from_words(words, null=null)
        for target in (output, plot):
            _require_writable(target)
        if plot is not None and plot.suffix.lower() not in PICTURE_FORMATS:
            raise TaskError(
                f"--plot needs a file name that ends in png, svg or pdf, got {str(plot)!r}; try --plot out.png"
            )
    except TaskError as error:
        raise _usage(str(error)) from None
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
        raise _usage(f"could not write the file ({error.strerror or error}); try another place") from None
    if not bracket.closed:
        raise typer.Exit(UNKNOWN)


@app.command("check", help=CHECK_HELP)
def check_command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE..", help="Certificate bundles (JSON).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object per file.")] = False,
) -> None:
    """Decide whether certificates prove what they claim (help text: CHECK_HELP)."""
    worst = DONE
    for file in files:
        verdict = check(file)
        worst = max(worst, verdict.exit_code)
        if as_json:
            typer.echo(json.dumps({"file": str(file), **_verdict_json(verdict)}))
        elif isinstance(verdict, Accepted):
            typer.echo(f"{file}: ACCEPTED  {verdict.statement}")
            for claim in verdict.claims:
                typer.echo(f"  {claim}")
            for assumption in verdict.assumptions:
                typer.echo(f"  assuming {assumption}")
        elif isinstance(verdict, Rejected):
            typer.echo(f"{file}: REJECTED [{verdict.code}] at {verdict.where}: {verdict.reason}")
        else:
            typer.echo(f"{file}: MALFORMED  {verdict.where}: {verdict.reason}")
    raise typer.Exit(worst)


def main() -> None:
    """Entry point of ``headcount`` and of ``python -m headcount``."""
    try:
        app(prog_name="headcount")  # usage errors (2), Ctrl-C before a search (130) and a closed pipe end in here
    except Exception as error:
        if os.environ.get("HEADCOUNT_TRACEBACK"):
            raise
        message = f"headcount: internal error ({type(error).__name__}): {error}; this is a bug, please report it"
        typer.echo(f"{message} with the traceback that HEADCOUNT_TRACEBACK=1 shows", err=True)
        sys.exit(INTERNAL)


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Write a file atomically: it holds the whole content or what it held before."""
    if path.exists() and not path.is_file():  # a device or a pipe such as /dev/stdout is written to, never replaced
        path.write_text(json.dumps(content, separators=(",", ":")) + "\n", "utf-8")
        return
    path = path.resolve()  # of a symbolic link, replace what it points to
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            json.dump(content, stream, separators=(",", ":"))
            stream.write("\n")
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _draw(bracket: Any, path: Path) -> None:
    if not bracket.question.can_be_written_out:
        typer.echo("headcount: the pattern is too large to be drawn, so --plot was left out", err=True)
        return
    from .picture import draw_bracket

    draw_bracket(bracket, path)


def _require_writable(path: Path | None) -> None:
    """Find out before the search that the result cannot be written, not after it."""
    from ..tasks import TaskError

    if path is None:
        return
    if path.is_dir():
        raise TaskError(f"a file name is needed, got the folder {str(path)!r}; write for example {path}/bracket.json")
    if path.exists() and not path.is_file():
        return
    if not path.parent.is_dir():
        raise TaskError(f"the folder {str(path.parent)!r} of {str(path)!r} does not exist; create it first")
    if not os.access(path.parent, os.W_OK):
        raise TaskError(f"the folder {str(path.parent)!r} of {str(path)!r} cannot be written to; choose another place")


def _usage(message: str) -> typer.Exit:
    typer.echo(f"headcount: {message}", err=True)
    return typer.Exit(USAGE)


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


def _verdict_json(verdict: Any) -> dict[str, Any]:
    if isinstance(verdict, Accepted):
        return {
            "verdict": "accepted",
            "statement": verdict.statement,
            "lower": verdict.lower,
            "upper": verdict.upper,
            "claims": list(verdict.claims),
            "assumptions": list(verdict.assumptions),
        }
    if isinstance(verdict, Rejected):
        return {"verdict": "rejected", "code": verdict.code, "where": verdict.where, "reason": verdict.reason}
    return {"verdict": "malformed", "where": verdict.where, "reason": verdict.reason}
