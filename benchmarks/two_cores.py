"""The same work on one core and on two, in alternating runs: the clock's ratio.

python benchmarks/two_cores.py
python benchmarks/two_cores.py --runs 5 --only measure
python benchmarks/two_cores.py --write benchmarks/two_cores.rst
"""

import argparse
import os
from pathlib import Path
from statistics import median

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from _speed_cases import ON_TWO_CORES
from before_and_after import Runs, checkout, circumstances, page, run_once


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="cases whose name contains this")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=300.0, metavar="SECONDS")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page")
    arguments = parser.parse_args()
    table = Table("case", "verdict", "one core s", "two cores s", "ratio", "MiB one", "MiB two", box=SIMPLE)
    path = checkout()
    loads = []
    for case in ON_TWO_CORES:
        if arguments.only not in case.name:
            continue
        one, two = Runs(), Runs()
        run_once(case, path, Runs(), arguments.limit)
        for k in range(arguments.runs):
            for cores, runs in ((1, one), (2, two))[:: 1 if k % 2 == 0 else -1]:
                run_once(case, path, runs, arguments.limit, cores)
        clock = [median(runs.elapsed) for runs in (one, two)]
        memory = [f"{median(runs.mebibytes):.0f}" for runs in (one, two)]
        verdict = " or ".join(sorted(one.verdicts | two.verdicts))
        table.add_row(case.name, verdict, *(f"{s:.3g}" for s in clock), f"{clock[0] / clock[1]:.2f}", *memory)
        loads.append(os.getloadavg()[0])
    console = Console(width=150)
    with console.capture() as captured:
        console.print(table)
    print(captured.get())
    if arguments.write:
        text = (
            f"``two_cores.py``: the same command held to one core and on two, medians of {arguments.runs} alternating "
            f"runs, {circumstances(loads)} Seconds are those of the clock, start-up of Python included; memory is the "
            "largest of a process."
        )
        arguments.write.write_text(page("One core and two", text, captured.get(), WHERE_FROM))


WHERE_FROM = """
Where a second core helps: ends are sought by different engines at once; when one of them ends, or where there are fewer
engines than cores, others search with other seeds; a measure's two values (covers and partitions of ones and of zeros)
are computed side by side; a frontier's sizes are asked in parallel. Where an answer is found by the first engine within
a second, most of the time is the start of Python, and nothing is gained.
"""


if __name__ == "__main__":
    main()
