"""``headcount frontier``."""

import csv
import json
import os
import shlex
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .app import SCHEDULER_WORDS, UNKNOWN, Quiet, Verbose, app, unwritable, usage_error
from .json_answers import echo_json

if TYPE_CHECKING:
    from ..frontier.frontier import Frontier

FRONTIER_HELP = """
Map which sizes (m, p, H) a task has attention units of: every cell feasible, infeasible or open.

\b
  headcount frontier qsa N=6 q=2 --bits 1:3 --heads 1:2 --plot frontier.png
  headcount frontier qsa N=7 q=3 --heads 2:3 --combine concat --grid twos --store qsa.sqlite
  headcount frontier match2 M=5 --m 1:4 --bits 1:4 --gap 2 --json
  headcount frontier match2 M=3 N=2 --class fixed --m 1:2 --heads 1:2 --read-out threshold
  headcount frontier match2 M=3 N=2 --class fixed --m 0:2 --dv 1
  headcount frontier qsa N=4 q=2 --class fixed --error 1/4
  headcount frontier qsa N=8 q=3 --store qsa.sqlite --scheduler tcp://10.0.0.1:8786

\b
  grid   one saturated head selects what a sign pattern asks for, entries in the p-bit grid, scores apart by the
         gap; or exactly H heads share out the subsets of qsa (sum: parts of fixed sizes; concat: any partition)
  fixed  whole fixed-point units of one layer for a finite task (match2, match3, .. with N=, parity k=, eq A=,
         disj n=, a table file: as in headcount probe), right on every input

With --error (qsa) one fixed-point head averages every subset up to the error; in class grid the error sets the gap.

A cell is decided by the search of its class within --budget seconds, and the checker repeats what it says. What
follows by monotonicity is filled: larger m, and larger p for grid, larger H for fixed. With --store every answer is
kept as it comes: a run that is stopped or killed continues from the file, one with a larger --budget tries the open
cells again, other ranges use what is there.

With --scheduler the cells are decided by the workers of a Dask cluster (pip install 'headcount[cluster]'; then dask
scheduler on one machine and dask worker ADDRESS on the others), and the answers are kept here. What a lost worker had
begun is begun again by another one.

\b
Exit codes: 0 every cell is decided; 5 some are open (printed and written all the same);
2 wrong usage; 1 internal error.
"""


@app.command("frontier", help=FRONTIER_HELP)
def frontier_command(
    words: Annotated[list[str], typer.Argument(metavar="TASK [NAME=VALUE]..", help="A task or a pattern file.")],
    m: Annotated[str, typer.Option("--m", "-m", metavar="RANGE", help="Widths of queries and keys.")] = "1:6",
    bits: Annotated[str, typer.Option(metavar="RANGE", help="p, bits per number.")] = "1:3",
    heads: Annotated[str, typer.Option(metavar="RANGE", help="H.")] = "1",
    name: Annotated[str, typer.Option("--class", help="grid or fixed.")] = "grid",
    grid: Annotated[str, typer.Option(help="midrise or twos.")] = "midrise",
    gap: Annotated[int, typer.Option(help="grid: least distance of scores from the threshold.", min=1)] = 1,
    combine: Annotated[
        str | None, typer.Option(help="sum or concat of the heads (grid: sum; fixed: concat if any read-out).")
    ] = None,
    read_out: Annotated[
        str | None, typer.Option(help="fixed: any, or threshold on the first coordinate.", show_default="any")
    ] = None,
    dv: Annotated[
        str | None,
        typer.Option(
            metavar="DV|m",
            help="fixed: width of values; m: as wide as queries; averages: at least --values.",
            show_default="m",
        ),
    ] = None,
    position: Annotated[
        int | None, typer.Option(help="fixed: answers are asked for at this position only (from 0).", min=0)
    ] = None,
    null: Annotated[bool, typer.Option("--null", help="Pattern files: there is a null token that scores 0.")] = False,
    error: Annotated[
        str | None, typer.Option("--error", metavar="EPS", help="qsa: what an average may be off by, such as 1/4.")
    ] = None,
    values: Annotated[
        int | None, typer.Option("--values", metavar="D", help="qsa with --error: dimension of the values [1].")
    ] = None,
    budget: Annotated[float, typer.Option(help="Seconds of wall-clock time for each cell.", min=0.001)] = 10.0,
    jobs: Annotated[int | None, typer.Option(help="Cells at work at a time.", min=1, show_default="cores")] = None,
    scheduler: Annotated[str | None, typer.Option(metavar="ADDRESS", help=SCHEDULER_WORDS)] = None,
    no_fill: Annotated[
        bool, typer.Option("--no-fill", help="Decide every cell by itself; monotonicity is checked only.")
    ] = False,
    store: Annotated[
        Path | None, typer.Option("--store", metavar="FILE", help="Keep the answers here (SQLite) and continue.")
    ] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw the map (png, svg, pdf).")] = None,
    table: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the cells as CSV.")] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="Write the certificates here, a file each.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object with all cells.")] = False,
    quiet: Quiet = False,
    verbose: Verbose = False,
) -> None:
    """Map feasible and infeasible sizes (help text: FRONTIER_HELP)."""
    from ...tasks import TaskError
    from ..frontier.frontier import frontier
    from ..output_files import require_different, require_picture, require_writable
    from ..search.classes.averages_asked import value_width_note
    from .answer_files import require_folder
    from .frontier_progress import CellsLine
    from .frontier_words import cell_question, sizes_from_word

    try:
        ranges = (
            sizes_from_word("--m", m, 0, 1000),
            sizes_from_word("--bits", bits, 1, 64),
            sizes_from_word("--heads", heads, 1, 1000),
        )
        with redirect_stdout(sys.stderr):  # what a user's file prints is not a result
            asked = cell_question(
                words,
                name=name,
                null=null,
                grid=grid,
                gap=gap,
                combine=combine,
                read_out=read_out,
                dv=dv,
                position=position,
                error=error,
                values=values,
            )
        if dv is not None and asked.is_averages:
            typer.echo(f"headcount: {value_width_note(asked.values)}", err=True)
        for path in (store, table):
            require_writable(path)
        require_picture(plot)
        require_different(store, table, plot, output, inputs=words)
        require_folder(output)
        total = len(ranges[0]) * len(ranges[1]) * len(ranges[2])
        with CellsLine(total, enabled=not quiet) as line:
            found = frontier(
                asked,
                *ranges,
                budget=budget,
                jobs=jobs,
                scheduler=scheduler,
                store=store,
                fill=not no_fill,
                watch=line.update,
            )
    except TaskError as problem:
        raise usage_error(str(problem)) from None
    if as_json:
        echo_json(found.to_json())
    else:
        _print(found, store)
    try:  # after printing: a disk that is full must not cost the answer
        if table is not None:
            _write_csv(found, table)
        if output is not None:
            _write_certificates(found, output, quiet=as_json)
        if plot is not None:
            from ..frontier.picture import draw_frontier

            draw_frontier(found, plot)
    except OSError as problem:
        raise unwritable(problem) from None
    if not found.closed:
        raise typer.Exit(UNKNOWN)


def _print(found: "Frontier", store: Path | None) -> None:
    from ...solvers.outcome import Feasibility

    setting = f"; {found.asked.setting}" if found.asked.setting else ""
    typer.echo(f"{found.asked.words}{setting}")
    counted = {status: sum(mapped.status is status for mapped in found.cells) for status in Feasibility}
    own = sum(mapped.filled_from is None and mapped.status is not Feasibility.OPEN for mapped in found.cells)
    typer.echo(
        f"{len(found.cells)} cells: {counted[Feasibility.FEASIBLE]} feasible, {counted[Feasibility.INFEASIBLE]} "
        f"infeasible, {counted[Feasibility.OPEN]} open; {own} decided themselves, the others follow   "
        f"{found.seconds:.2f} s, {found.budget:g} s a cell at most"
    )
    for row in _table(found):
        typer.echo("  " + row)
    typer.echo(f"  p bits: {_entries(found)}")
    if found.interrupted:
        typer.echo(f"  note: {found.note}")
    for mapped in found.open[:5]:
        typer.echo(f"  open: {mapped.cell}: {mapped.method}")
    if len(found.open) > 5:
        typer.echo(f"  open: {len(found.open) - 5} more; --json lists them")
    if store is not None:
        place = shlex.quote(os.fspath(store))
        more = "; the same command continues, a larger --budget tries open cells again" if found.open else ""
        typer.echo(f"  kept in {place}{more}")
    elif found.interrupted:
        typer.echo("  what was found is not kept; with --store FILE from the start, the same command would continue")


def _entries(found: "Frontier") -> str:
    """The numbers that p bits stand for, with the smallest p of the map as an example."""
    from ...tasks.words import grid_words

    return grid_words(found.asked.unit_class.grid, next((bits for bits in found.p if bits <= 3), 0))


def _table(found: "Frontier") -> list[str]:
    """Least widths with what theory says of them beside, and under the table what its columns mean."""
    from ..frontier.theory import theory_curves

    relation = {"lower": ">= ", "exact": "= ", "upper": "<= "}
    meanings: dict[str, None] = {}
    rows: list[tuple[str, ...]] = [("H", "p", f"least m of {found.m[0]}..{found.m[-1]}")]
    for width in found.least_widths():
        curves = theory_curves(found.asked, (width.p,), width.H)
        meanings |= {f"{curve.name}: {curve.law}": None for curve in curves}
        rows.append((str(width.H), str(width.p), str(width), *(relation[c.role] + str(c.widths[0]) for c in curves)))
    if meanings:
        rows[0] = (*rows[0], *(dict.fromkeys(meaning.partition(":")[0] for meaning in meanings)))
    columns = max(map(len, rows))
    filled = [(*row, *("",) * (columns - len(row))) for row in rows]
    lengths = [max(len(row[n]) for row in filled) for n in range(columns)]
    lines = ["  ".join(cell.rjust(length) for cell, length in zip(row, lengths, strict=True)) for row in filled]
    return [*(line.rstrip() for line in lines), *meanings]


def _write_certificates(found: "Frontier", folder: Path, *, quiet: bool) -> None:
    """One file for every answer that the map rests on; what follows by monotonicity has none of its own."""
    from ..output_files import write_json

    folder.mkdir(exist_ok=True)
    answers = {mapped.filled_from or mapped.cell: mapped.evidence for mapped in found.cells if mapped.evidence}
    for cell, evidence in answers.items():
        write_json(folder / f"H{cell.H}-p{cell.p}-m{cell.m}.json", json.loads(evidence))
    if not quiet:
        place = shlex.quote(os.fspath(folder))
        typer.echo(f"  {len(answers)} certificates in {place}; check them with: headcount check {place}/*.json")


def _write_csv(found: "Frontier", path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("m", "p", "H", "status", "method", "seconds", "filled_from"))
        for mapped in found.cells:
            source = "" if mapped.filled_from is None else str(mapped.filled_from)
            cell = mapped.cell
            seconds = round(mapped.seconds, 3)
            writer.writerow((cell.m, cell.p, cell.H, mapped.status, mapped.method, seconds, source))
