"""What commands take that search for nothing, beside a bare Python that loads NumPy.

    python benchmarks/start_up.py
    python benchmarks/start_up.py --runs 15 --write benchmarks/start_up.rst

Processor time of the process and of its end, modules compiled beforehand, alternating runs.
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
from before_and_after import ROOT, Runs, checkout, circumstances, page, run_once
from headcount.cli.app import COMMANDS

BARE = Case("import numpy", code="import numpy")
CORPUS = ROOT / "tests" / "certificates" / "corpora" / "accept.jsonl"
FOLDER = Path(tempfile.gettempdir())
CERTIFICATE = FOLDER / "grid-cases-symbols.json"
UNIT = FOLDER / "match2-unit.json"


def write_files() -> None:
    """The certificate that is checked and the unit that is read, in files of their own."""
    import headcount

    found = (json.loads(line) for line in CORPUS.read_text("utf-8").splitlines())
    (wanted,) = (one["certificate"] for one in found if one["name"] == CERTIFICATE.stem)
    CERTIFICATE.write_text(json.dumps(wanted), "utf-8")
    headcount.unit(headcount.construct("match2", M=5, N=3)).save(UNIT)


CASES = (
    command("--help", "--help"),
    command("--version", "--version"),
    *(command(f"{name} --help", f"{name} --help") for name in COMMANDS),
    command("list", "list"),
    command("theorems", "theorems"),
    command("bounds qsa N=6 q=2", "bounds qsa N=6 q=2"),
    Case("check FILE", command=("check", str(CERTIFICATE))),
    Case("unit FILE", command=("unit", str(UNIT))),
    command("atlas list", "atlas list"),
    command("atlas show deterministic --n 3", "atlas show deterministic --n 3"),
    command("probe qsa N=6 q=2", "probe qsa N=6 q=2"),
    command("probe qsa N=1000 q=3", "probe qsa N=1000 q=3"),
    command("probe match2 M=7", "probe match2 M=7"),
)

COLUMNS = ("command", "numpy s", "command s", "command/numpy", "MiB numpy", "command")


def measured(case: Case, folder: Path, count: int) -> tuple[Runs, Runs]:
    """So many alternating runs of the bare Python and of the command, after one of each that warms up."""
    for one in (BARE, case):
        run_once(one, folder, Runs(), 60.0)
    bare, ours = Runs(), Runs()
    for _ in range(count):
        run_once(BARE, folder, bare, 60.0)
        run_once(case, folder, ours, 60.0)
    return bare, ours


def main() -> None:
    """Run, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page")
    arguments = parser.parse_args()
    write_files()
    table, loads = Table(*COLUMNS, box=SIMPLE), []
    for case in CASES:
        found = measured(case, checkout(), arguments.runs)
        bare, ours = (median(runs.seconds) for runs in found)
        memory = (f"{median(runs.mebibytes):.0f}" for runs in found)
        table.add_row(case.name, f"{bare:.3f}", f"{ours:.3f}", f"{ours / bare:.2f}", *memory)
        loads.append(os.getloadavg()[0])
    console = Console(width=140)
    with console.capture() as captured:
        console.print(table)
    print(captured.get())
    if arguments.write:
        text = (
            f"``start_up.py``: medians of {arguments.runs} alternating runs, processor time of the process, modules "
            f"compiled beforehand. The yardstick is ``python -c 'import numpy'``; twice of it is what a command that "
            f"searches for nothing may take. {circumstances(loads)}"
        )
        arguments.write.write_text(page("Start-up", text, captured.get(), LEFT))


LEFT = """
What helped: typer converts plain values of options (numbers, words, paths) without pydantic, whose loading took half
as long as NumPy's; names of rooms and lines of registries are loaded when they are used (``lazy_names.py``);
elaborators of evidence are loaded by kind; garbage is looked for after 50,000 new objects, not 700, and not at the
end of the process, which took a quarter of the time; a probe tries the columns as they stand on the moment curve
first, so that it draws no random orders (NumPy loads its generators when they are used).

What is left of a probe that takes no search: typer, NumPy, and a SAT solver, which finds and proves that columns of
the pattern are independent; the checker. ``bounds`` runs such a probe beside some 45 modules of reductions. ``atlas
list`` and ``atlas show`` load the lines of the registry of catalogues, and no engine. A probe that searches loads the
engines (SciPy, networkx, ...) before the first process is forked; that is not counted as time of the search. None of
these commands loads Numba; its cache is written on first use, beside the modules.

What helped little: that rules of the checker that a file does not name are not loaded (10 of 74 modules). They stay
static imports, because the checker may not use ``importlib``.
"""


if __name__ == "__main__":
    main()
