"""What a command takes before it does anything: by an older commit, by this checkout, and by a bare program.

    python benchmarks/start_up.py
    python benchmarks/start_up.py --runs 15 --write benchmarks/start_up.rst

The yardstick is a program of one command that typer runs and that prints its argument: its ``--help`` for commands
that only print or check, its run (typer then loads pydantic) for those that take arguments. Processor time of the
process, modules compiled beforehand, alternating runs.
"""

import argparse
import json
import os
import tempfile
from pathlib import Path
from statistics import median

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from _speed_cases import Case, command
from before_and_after import BEFORE, ROOT, Runs, checkout, circumstances, page, run_once, unpacked

BARE = """
import sys
import typer
sys.argv = ["bare", {words}]
app = typer.Typer(rich_markup_mode=None, add_completion=False, pretty_exceptions_enable=False)
@app.command()
def said(word: str, number: int = 1) -> None:
    typer.echo(word * number)
app()
"""

HELP, RUN = "--help", "one run"
YARDSTICKS = {HELP: Case(HELP, code=BARE.format(words='"--help"')), RUN: Case(RUN, code=BARE.format(words='"a"'))}
CORPUS = ROOT / "tests" / "certificates" / "corpora" / "accept.jsonl"
CERTIFICATE = Path(tempfile.gettempdir()) / "grid-cases-symbols.json"


def write_certificate() -> None:
    """The certificate that is checked, in a file of its own."""
    found = (json.loads(line) for line in CORPUS.read_text("utf-8").splitlines())
    (wanted,) = (one["certificate"] for one in found if one["name"] == CERTIFICATE.stem)
    CERTIFICATE.write_text(json.dumps(wanted), "utf-8")


COMMANDS = (
    (command("--help", "--help"), HELP),
    (Case("check FILE", command=("check", str(CERTIFICATE))), HELP),
    (command("probe --help", "probe --help"), HELP),
    (command("probe qsa N=6 q=2", "probe qsa N=6 q=2"), RUN),
    (command("probe qsa N=1000 q=3", "probe qsa N=1000 q=3"), RUN),
    (command("probe match2 M=7", "probe match2 M=7"), RUN),
)
"""What is measured, and against what."""

COLUMNS = ("command", "yardstick", "bare s", "before s", "after s", "before/bare", "after/bare", "after/before")


def measured(case: Case, yardstick: Case, before: Path, after: Path, count: int) -> tuple[Runs, Runs, Runs]:
    """So many alternating runs of the yardstick, the older commit and this one, after one of each that warms up."""
    programs = ((yardstick, after), (case, before), (case, after))
    for program, path in programs:
        run_once(program, path, Runs(), 60.0)
    bare, old, new = Runs(), Runs(), Runs()
    for _ in range(count):
        for (program, path), runs in zip(programs, (bare, old, new), strict=True):
            run_once(program, path, runs, 60.0)
    if old.verdicts != new.verdicts:
        raise SystemExit(f"{case.name} prints something else than before: {old.verdicts} and {new.verdicts}")
    return bare, old, new


def main() -> None:
    """Run, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page")
    arguments = parser.parse_args()
    write_certificate()
    before, after = unpacked(arguments.before), checkout()
    table = Table(*COLUMNS, "MiB bare", "before", "after", box=SIMPLE)
    loads = []
    for case, name in COMMANDS:
        found = measured(case, YARDSTICKS[name], before, after, arguments.runs)
        bare, old, new = (median(runs.seconds) for runs in found)
        numbers = (bare, old, new, old / bare, new / bare, new / old)
        memory = (f"{median(runs.mebibytes):.0f}" for runs in found)
        table.add_row(case.name, name, *(f"{number:.2f}" for number in numbers), *memory)
        loads.append(os.getloadavg()[0])
    console = Console(width=140)
    with console.capture() as captured:
        console.print(table)
    print(captured.get())
    if arguments.write:
        text = (
            f"``start_up.py``: medians of {arguments.runs} alternating runs, processor time of the process, modules "
            f"compiled beforehand; before: commit ``{arguments.before}``. Bare: a program of one command that typer "
            f"runs, its ``--help`` or one run with an argument. {circumstances(loads)}"
        )
        arguments.write.write_text(page("Start-up", text, captured.get(), LEFT))


LEFT = """
What is left of a probe that takes no search: the bare program with pydantic, which typer loads to convert
arguments (and, where there are several commands, for ``probe --help``, too); NumPy, and a SAT solver, which finds and
proves that columns of the pattern are independent; the checker. A probe that searches loads the engines (SciPy,
networkx, ...) before the first process is forked; that is not counted as time of the search.

What helped little: that the checker imports the kinds of evidence that a file may need and no others saves a fifth.
They stay static imports, because the checker may not use ``importlib``.
"""


if __name__ == "__main__":
    main()
