"""The same work by an older commit and by this checkout, in alternating runs: one table of ratios.

    python benchmarks/before_and_after.py                             # every case, three runs each
    python benchmarks/before_and_after.py --only 'third order' --runs 5
    python benchmarks/before_and_after.py --before 1d6094a --write benchmarks/before_and_after.rst

The older commit is unpacked into ``build/before`` and run by this environment's interpreter. Each run is a process of
its own; what is counted is the processor time of it and of the processes that it started, and the largest memory of
one of them. A case prints its verdict: where the two differ, the table says so and the script ends with an error.
"""

import argparse
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from textwrap import fill

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from _speed_cases import CASES, Case

ROOT = Path(__file__).parents[1]
BEFORE = "1d6094a"
"""The commit before engines were made faster."""

COMMAND = "import runpy, sys; sys.argv[0] = 'headcount'; runpy.run_module('headcount', run_name='__main__')"


@dataclass
class Runs:
    """What was seen of one case in one checkout."""

    seconds: list[float] = field(default_factory=list)
    elapsed: list[float] = field(default_factory=list)
    mebibytes: list[float] = field(default_factory=list)
    verdicts: set[str] = field(default_factory=set)


def unpacked(commit: str) -> Path:
    """A folder whose ``headcount`` is the package as of a commit."""
    folder = ROOT / "build" / "before" / commit
    package = folder / "headcount"
    if not (package / "__init__.py").exists():
        shutil.rmtree(folder, ignore_errors=True)
        package.mkdir(parents=True)
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "x"], cwd=package, input=archive, check=True)
    return folder


def checkout() -> Path:
    """A folder whose ``headcount`` is this checkout, whatever its own folder is called."""
    folder = ROOT / "build" / "after"
    folder.mkdir(parents=True, exist_ok=True)
    link = folder / "headcount"
    if not link.is_symlink():
        link.symlink_to(ROOT, target_is_directory=True)
    return folder


def run_once(case: Case, path: Path, runs: Runs, limit: float, cores: int | None = None) -> None:
    """One run in a process of its own, in an empty folder; beyond the limit it is stopped, and its verdict says so.

    ``cores`` bounds on how many it runs.
    """
    allowed = sorted(os.sched_getaffinity(0))[:cores]
    words = ["-c", COMMAND, *case.command] if case.command else ["-c", case.code]
    environment = {**os.environ, "PYTHONPATH": str(path), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": ""}
    if case.threads:
        environment |= {f"{name}_NUM_THREADS": str(case.threads) for name in ("OMP", "OPENBLAS")}
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as out:
        start = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, *words],
            cwd=folder,
            env=environment,
            stdout=out,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=lambda: os.sched_setaffinity(0, allowed),
        )
        stopped = False
        while True:
            pid, _, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - start > limit and not stopped:
                os.killpg(process.pid, signal.SIGKILL)
                stopped = True
            time.sleep(0.002)
        process.returncode = 0  # waited for above
        out.seek(0)
        printed = out.read().decode()
    runs.seconds.append(usage.ru_utime + usage.ru_stime)
    runs.elapsed.append(time.monotonic() - start)
    runs.mebibytes.append(usage.ru_maxrss / 1024)
    runs.verdicts.add(f"none in {limit:g} s" if stopped else case.verdict(printed))


def measure(case: Case, before: Path, after: Path, count: int, limit: float) -> tuple[Runs, Runs]:
    """So many alternating runs, after one of each that is thrown away (modules are compiled, pages are read)."""
    for path in (before, after):
        run_once(case, path, Runs(), limit)
    old, new = Runs(), Runs()
    for k in range(count):
        for path, runs in ((before, old), (after, new))[:: 1 if k % 2 == 0 else -1]:
            run_once(case, path, runs, limit)
    return old, new


def row(case: Case, old: Runs, new: Runs) -> dict[str, object]:
    """One line of the table."""
    timed_out = any(word.startswith("none in") for word in old.verdicts)
    return {
        "case": case.name,
        "verdict": " or ".join(sorted(new.verdicts)),
        "verdict before": " or ".join(sorted(old.verdicts)),
        "before": median(old.seconds),
        "after": median(new.seconds),
        "ratio": median(old.seconds) / max(median(new.seconds), 1e-9),
        "at least": timed_out,
        "clock before": median(old.elapsed),
        "clock after": median(new.elapsed),
        "MiB before": median(old.mebibytes),
        "MiB after": median(new.mebibytes),
    }


def drawn(rows: list[dict[str, object]]) -> Table:
    """The table."""
    table = Table(
        "case", "verdict", "before s", "after s", "ratio", "clock ratio", "MiB before", "MiB after", box=SIMPLE
    )
    for line in rows:
        verdict = str(line["verdict"])
        if line["verdict"] != line["verdict before"]:
            verdict += f" (before: {line['verdict before']})"
        numbers = (line["before"], line["after"], line["ratio"], line["clock before"] / line["clock after"])  # type: ignore[operator]
        shown = [f"{number:.3g}" for number in numbers]  # type: ignore[str-bytes-safe]
        if line["at least"]:
            shown[2], shown[3] = f"> {shown[2]}", f"> {shown[3]}"
        table.add_row(str(line["case"]), verdict, *shown, f"{line['MiB before']:.0f}", f"{line['MiB after']:.0f}")
    return table


def page(title: str, text: str, table: str, closing: str = "") -> str:
    """A table with what has to be known of it, as a page of reStructuredText."""
    body = "\n".join("   " + line.rstrip() for line in table.splitlines() if line.strip())
    return f"{title}\n{'=' * len(title)}\n\n{fill(text, 120, break_on_hyphens=False)}\n\n::\n\n{body}\n{closing}"


def circumstances(loads: list[float]) -> str:
    """What the machine was and did."""
    return (
        f"Python {platform.python_version()}, {os.cpu_count()} cores, average load meanwhile {min(loads):.1f} to "
        f"{max(loads):.1f}."
    )


NO_HELP = """
What is said here holds for the commit that the page came with. What was tried and did not help:

* attention: exponentials in base 2, and where scores are so large that their maximum is needed nothing is gained
  (`attention.rst <attention.rst>`_);
* compiling the search for hints of a refutation: with the solver's own hints nothing is left to compile, and searching
  once more on what is kept shortens proofs by up to a quarter and takes longer than all the rest; one call of the SAT
  solver without a limit, other solvers and other ratios of slices (`sat_engine.rst <sat_engine.rst>`_);
* starts that are symmetric under an automorphism of the pattern, and all clauses of an oriented matroid from the
  beginning (`open_cases.rst <open_cases.rst>`_);
* one linear program for all final polynomials of a system, kept warm: twice as slow as passing each anew, with presolve
  (``solvers/sign_rank/final_polynomial.py``);
* loading fewer kinds of evidence in the checker (`start_up.rst <start_up.rst>`_).
"""


def main() -> None:
    """Run, print, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT")
    parser.add_argument("--only", default="", metavar="TEXT", help="cases whose name contains this")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=120.0, metavar="SECONDS")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers")
    arguments = parser.parse_args()
    before, after = unpacked(arguments.before), checkout()
    chosen = [case for case in CASES if arguments.only in case.name]
    rows, loads = [], []
    console = Console(width=175)
    for case in chosen:
        rows.append(row(case, *measure(case, before, after, arguments.runs, arguments.limit)))
        loads.append(os.getloadavg()[0])
        console.print(drawn(rows[-1:]))
    with console.capture() as captured:
        console.print(drawn(rows))
    print(captured.get())
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1) + "\n")
    if arguments.write:
        text = (
            f"``before_and_after.py``: the same work by commit ``{arguments.before}`` and by the commit that this page "
            f"came with, medians of {arguments.runs} alternating runs, {circumstances(loads)} Seconds are processor "
            "time of all processes, start-up of Python included; where the clock ratio is the larger one, more cores "
            "were at work; memory is the largest of a process. ``>``: the older commit was stopped at "
            f"{arguments.limit:g} s. A search for keys goes on in compiled code after so many steps: to load that "
            "takes half a second and a hundred MiB, which a search that ends soon afterwards does not earn back."
        )
        arguments.write.write_text(page("Before and after", text, captured.get(), NO_HELP))
    other = [
        case.name
        for case, line in zip(chosen, rows, strict=True)
        if line["verdict"] != line["verdict before"] and not line["at least"] and not case.closes
    ]
    if other:
        sys.exit(f"verdicts differ: {', '.join(other)}")


if __name__ == "__main__":
    main()
