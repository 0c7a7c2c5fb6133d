"""``headcount measure``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..search.measures_asked import MeasureOptions
from .answer_files import print_and_write
from .app import DONE, SCHEDULER_WORDS, UNKNOWN
from .command import Run, command

if TYPE_CHECKING:
    from ..measures.measurement import Measurement
    from ..questions import CommunicationMatrix


@command(
    "measure",
    MeasureOptions,
    budget=(10.0, "Seconds of wall-clock time for each measure."),
    seed=0,
    as_json="Print one JSON object, a key per measure.",
    output="Write the certificate bundle here (--matrices: FOLDER).",
    plot="Draw the matrix with what was found on it (png, svg, pdf).",
)
def measure_command(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[FUNCTION n=N | FILE | TASK ..]", help="What is measured.")
    ] = None,
    *,
    export: Annotated[
        tuple[str, Path] | None,
        typer.Option("--export", metavar="lp FILE", help="Write the program of --only fractional_cover0 or 1."),
    ] = None,
    show: Annotated[
        str | None,
        typer.Option("--show", metavar="NAME", help="What --plot draws: cover1, partition0, fooling1, D, .."),
    ] = None,
    many: Annotated[bool, typer.Option("--matrices", help="The words are files that may hold many matrices.")] = False,
    jobs: Annotated[
        int | None, typer.Option(help="--matrices: how many at work at a time.", min=1, show_default="cores")
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help=f"--matrices: {SCHEDULER_WORDS[0].lower()}{SCHEDULER_WORDS[1:]}"),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option("--store", metavar="FILE", help="--matrices: keep the answers here (SQLite) and continue."),
    ] = None,
    rows: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="--matrices: write the brackets as CSV.")
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the measures and what they mean.")] = False,
    options: MeasureOptions,
    run: Run,
) -> int:
    r"""Bracket the communication measures of a 0/1 matrix, each with a certificate.

    \b
      headcount measure disj n=3
      headcount measure matrix.csv --only D,gamma2,cover1
      headcount measure ip n=4 --budget 30 --json -o ip.json
      headcount measure big.npy --total 60              all that a minute gives
      headcount measure eq n=3 --only cover0 --plot cover.png
      headcount measure match3 M=5 N=3 --cut PAB --public 1
      headcount measure disj n=3 --only fractional_cover1 --export lp cover.lp
      headcount measure --list
      headcount measure --matrices family.json --only cover1,D --store family.sqlite --csv family.csv

    Functions: disj, eq, gt (a > b), ge, ip, index, udisj, augmented-index, ghd (gap=), pointer-jumping (k=), and-or,
    with n=; of several values: max, pointer-end (k=), squared-distances, hexagon. Files: CSV or JSON with entries 0 and
    1, and * outside a promise (then only the measures that allow it are shown), or an npy array. Other numbers than 0
    and 1 are values of a function (D, messages, fooling sets, covers, partitions) and nonnegative numbers (rank,
    nonnegative rank, psd rank). A task is measured across a cut: a letter per position, A for Alice, B for Bob, P for
    public tokens, which --public fixes.

    With --matrices the words are files with many matrices: a JSON list of matrices (or of objects with rows and
    name), jsonl with one in every line, npy of three dimensions, or a matrix a file. They are measured --jobs at a
    time, a line each as it comes, those with the same entries once; a bound with a ? is a solver's answer. --store
    keeps every answer, so that a run that was stopped or killed continues; -o FOLDER writes the certificates;
    --scheduler runs it on a Dask cluster (headcount frontier --help says how).

    Integral measures are exact or bracketed; the others are real numbers, enclosed between rationals. Every bound is
    CERTIFIED (headcount check replays it) unless the table says otherwise.

    \b
    Exit codes: 0 done; 5 some measure is left open or was declined (printed and written all the same);
    2 wrong usage; 1 internal error.
    """
    from ..questions import MEASURES, CommunicationMatrix
    from ..search.ask import ask
    from ..search.measures_asked import measures_question
    from ..show.pictures.matrix import DRAWN, draw_matrix
    from ..tasks import TaskError
    from .progress import MeasuresLine

    if listed:
        for measure_ in MEASURES.values():
            typer.echo(f"{measure_.name:<20} {measure_.definition}")
        return DONE
    sweeping = {"jobs": jobs, "scheduler": scheduler, "store": store, "csv": rows}
    alone = {**options.across, "total": options.total, "export": export, "plot": run.plot, "show": show}
    for name, given in (alone if many else sweeping).items():
        if given is not None:
            where = "is for one matrix; leave out ‹matrices›, or" if many else "is for ‹matrices›; add it, or"
            raise TaskError(f"‹{name}› {where} leave ‹{name}› out")
    if many:
        from .measure_matrices import answer_matrices

        complete = answer_matrices(words or [], options, run, jobs=jobs, scheduler=scheduler, store=store, rows=rows)
        return DONE if complete else UNKNOWN
    if not words:
        raise TaskError("name a function, a matrix file or a task, such as: headcount measure disj n=3")
    run.require_files(None if export is None else export[1], inputs=words)
    asked = measures_question(list(words), options)
    shown = _shown(show, asked.only, run.plot, DRAWN)
    for name, given in (("export", export), ("plot", run.plot)):
        if given is not None and not isinstance(asked.matrix, CommunicationMatrix):
            raise TaskError(f"‹{name}› is for 0/1 matrices, got {asked.matrix}; leave it out")
    if export is not None and isinstance(asked.matrix, CommunicationMatrix):
        _export(asked.matrix, asked.only, *export)
        return DONE
    with MeasuresLine(1, enabled=not run.quiet) as line:
        result = ask(asked, run.budget, run.seed, watch=line.update, total=options.total)
    draw = None if run.plot is None else partial(draw_matrix, result, run.plot, shown)
    print_and_write(result, print_measurement, run.output, draw, as_json=run.as_json)
    return DONE if result.complete else UNKNOWN


def print_measurement(result: Measurement) -> None:
    """A line per measure: its bounds, whether they meet, seconds, and how they are known."""
    from ..measures.measurement import row_of
    from ..tasks.two_party.functions import DISJ_WORDS

    typer.echo(result.matrix.words)
    if result.matrix.words.startswith("DISJ"):
        typer.echo(f"  note: {DISJ_WORDS}")
    rows = [(entry, row_of(entry)) for entry in result]
    widths = [max(len(row[k]) for _, row in rows) for k in range(3)]
    name = max(20, *(len(entry.measure) for entry in result))
    ends = f"{'lower':>{widths[0]}} {'upper':>{widths[1]}}  {'':<{widths[2]}}"
    typer.echo(f"  {'measure':<{name}} {ends}  seconds  evidence")
    for entry, (lower, upper, state, how) in rows:
        ends = f"{lower:>{widths[0]}} {upper:>{widths[1]}}  {state:<{widths[2]}}"
        typer.echo(f"  {entry.measure:<{name}} {ends}  {entry.seconds:>7.2f}  {how}")
        for note in entry.notes:
            typer.echo(f"    note: {note}")
    if any(entry.ends for entry in result):
        word = "every bound is CERTIFIED" if result.certified else "bounds are CERTIFIED where nothing else is said"
        typer.echo(f"  {word}; a real number is enclosed between the two rationals of the certificate")


def _export(matrix: CommunicationMatrix, names: tuple[str, ...], language: str, path: Path) -> None:
    """Write the linear program of a measure; nothing is measured."""
    from ..search.exported import exported_cover
    from ..search.output_files import write_text
    from ..tasks import TaskError

    if language != "lp":
        raise TaskError(f"measures are exported as lp, got {language[:40]!r}; try ‹export=lp› cover.lp")
    if len(names) != 1:
        raise TaskError("‹export› writes the program of one measure; add ‹only› fractional_cover1")
    text = exported_cover(matrix, names[0])
    write_text(path, text)
    typer.echo(f"the linear program of {names[0]}, written to {path}; its first lines say what its optimum means")


def _shown(show: str | None, names: tuple[str, ...], plot: Path | None, drawn: tuple[str, ...]) -> str:
    """What is drawn on the matrix: what --show says, else the first of --only that can be drawn, else partition."""
    from ..tasks import TaskError

    if show is not None and plot is None:
        raise TaskError("‹show› says what ‹plot› draws; add ‹plot› matrix.png")
    if show is not None and show not in drawn:
        raise TaskError(f"‹show› must be one of {', '.join(drawn)}, got {show[:40]!r}")
    if show is not None and names and show not in names:
        raise TaskError(f"‹show={show}› needs that measure; add it to ‹only›, or leave ‹only› out")
    return show or next((name for name in names if name in drawn), "" if names else "D")
