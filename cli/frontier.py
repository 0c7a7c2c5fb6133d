"""``headcount frontier``."""

import csv
import json
import os
import shlex
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..sweep.frontier.question import FrontierOptions
from .app import DONE, UNKNOWN
from .command import Run, command, prints_are_no_results, say
from .json_answers import echo_json

if TYPE_CHECKING:
    from ..sweep.frontier.frontier import Frontier


@command(
    "frontier",
    FrontierOptions,
    budget=(10.0, "Seconds of wall-clock time for each cell."),
    plot="Draw the map (png, svg, pdf).",
    output=("FOLDER", "Write the certificates here, a file each."),
    as_json="Print one JSON object with all cells.",
)
def frontier_command(
    words: Annotated[list[str], typer.Argument(metavar="TASK [NAME=VALUE]..", help="A task or a pattern file.")],
    *,
    no_fill: Annotated[
        bool, typer.Option("--no-fill", help="Decide every cell by itself; monotonicity is checked only.")
    ] = False,
    table: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the cells as CSV.")] = None,
    options: FrontierOptions,
    run: Run,
) -> int | None:
    r"""Map which sizes (m, p, H) a task has attention units of: every cell feasible, infeasible or open.

    \b
      headcount frontier qsa N=6 q=2 --bits 1:3 --heads 1:2 --plot frontier.png
      headcount frontier qsa N=7 q=3 --heads 2:3 --combine concat --grid twos --store qsa.sqlite
      headcount frontier match2 M=5 --m 1:4 --bits 1:4 --gap 2 --json
      headcount frontier match2 M=3 N=2 --class fixed --m 1:2 --heads 1:2 --read-out threshold
      headcount frontier match2 M=3 N=2 --class fixed --m 0:2 --dv 1
      headcount frontier match3 M=66 N=65 --class rounded --grid twos --m 1:70
      headcount frontier qsa N=4 q=2 --class fixed --error 1/4
      headcount frontier qsa N=8 q=3 --store qsa.sqlite --scheduler tcp://10.0.0.1:8786

    \b
      grid   one saturated head selects what a sign pattern asks for, entries in the p-bit grid, scores apart by the
             gap; or exactly H heads share out the subsets of qsa (sum: parts of fixed sizes; concat: any partition)
      fixed  whole fixed-point units of one layer for a finite task (match2, match3, .. with N=, parity k=, eq A=,
             disj n=, a table file: as in headcount probe), right on every input
      rounded  the same, but sums and quotients are rounded to p bits

    With --error (qsa) one fixed-point head averages every subset up to the error; in class grid the error sets the gap.

    A cell is decided by the search of its class within --budget seconds, and the checker repeats what it says. What
    follows by monotonicity is filled: larger m, and larger p for grid, larger H for fixed and rounded. With --store
    every answer is kept as it comes: a run that is stopped or killed continues from the file, one with a larger
    --budget tries the open cells again, other ranges use what is there.

    With --scheduler the cells are decided by the workers of a Dask cluster (pip install 'headcount[cluster]'; then
    dask scheduler on one machine and dask worker ADDRESS on the others), and the answers are kept here. What a lost
    worker had begun is begun again by another one.

    \b
    Exit codes: 0 every cell is decided; 5 some are open (printed and written all the same);
    2 wrong usage; 1 internal error.
    """
    from ..search.ask import ask
    from ..search.averages_asked import value_width_note
    from ..sweep.frontier.question import frontier_question
    from .frontier_progress import CellsLine

    with prints_are_no_results():
        asked = frontier_question(words, options)
    if options.dv is not None and asked.cells.is_averages:
        say(f"headcount: {value_width_note(asked.cells.values)}", apart=True)
    run.require_files(options.store, table, inputs=words, folder=True)
    further: dict[str, Any] = {
        "jobs": options.jobs,
        "scheduler": options.scheduler,
        "store": options.store,
        "fill": not no_fill,
    }
    with CellsLine(len(asked.m) * len(asked.p) * len(asked.H), enabled=not run.quiet) as line:
        found = ask(asked, run.budget, watch=line.update, **further)
    if run.as_json:
        echo_json(found.to_json())
    else:
        _print(found, options.store)
    if table is not None:
        _write_csv(found, table)
    if run.output is not None:
        _write_certificates(found, run.output, quiet=run.as_json)
    if run.plot is not None:
        from ..sweep.frontier.picture import draw_frontier

        draw_frontier(found, run.plot)
    return DONE if found.closed else UNKNOWN


def _print(found: "Frontier", store: Path | None) -> None:
    from ..solvers.outcome import Verdict

    setting = f"; {found.asked.setting}" if found.asked.setting else ""
    say(f"{found.asked.words}{setting}")
    counted = Counter(mapped.verdict for mapped in found.cells)
    own = sum(mapped.filled_from is None and mapped.verdict is not Verdict.OPEN for mapped in found.cells)
    say(
        f"{len(found.cells)} cells: {counted[Verdict.FEASIBLE]} feasible, {counted[Verdict.INFEASIBLE]} "
        f"infeasible, {counted[Verdict.OPEN]} open; {own} decided themselves, the others follow   "
        f"{found.seconds:.2f} s, {found.budget:g} s a cell at most"
    )
    for row in _table(found):
        say("  " + row)
    say(f"  p bits: {_entries(found)}")
    if found.interrupted:
        say(f"  note: {found.note}")
    for mapped in found.open[:5]:
        say(f"  open: {mapped.cell}: {mapped.method}")
    if len(found.open) > 5:
        say(f"  open: {len(found.open) - 5} more; ‹json› lists them")
    if store is not None:
        place = shlex.quote(os.fspath(store))
        more = "; the same command continues, a larger ‹budget› tries open cells again" if found.open else ""
        say(f"  kept in {place}{more}")
    elif found.interrupted:
        say("  what was found is not kept; with ‹store› FILE from the start, the same command would continue")


def _entries(found: "Frontier") -> str:
    """The numbers that p bits stand for, with the smallest p of the map as an example."""
    from ..tasks.words import grid_words

    return grid_words(found.asked.unit_class.grid, next((bits for bits in found.p if bits <= 3), 0))


def _table(found: "Frontier") -> list[str]:
    """Least widths with what theory says of them beside, and under the table what its columns mean."""
    from ..sweep.frontier.theory import theory_curves

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
    from ..search.output_files import write_json

    folder.mkdir(exist_ok=True)
    answers = {mapped.filled_from or mapped.cell: mapped.evidence for mapped in found.cells if mapped.evidence}
    for cell, evidence in answers.items():
        write_json(folder / f"H{cell.H}-p{cell.p}-m{cell.m}.json", json.loads(evidence))
    if not quiet:
        place = shlex.quote(os.fspath(folder))
        say(f"  {len(answers)} certificates in {place}; check them with: headcount check {place}/*.json")


def _write_csv(found: "Frontier", path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("m", "p", "H", "status", "method", "seconds", "filled_from"))
        for mapped in found.cells:
            source = "" if mapped.filled_from is None else str(mapped.filled_from)
            cell = mapped.cell
            seconds = round(mapped.seconds, 3)
            writer.writerow((cell.m, cell.p, cell.H, mapped.status, mapped.method, seconds, source))
