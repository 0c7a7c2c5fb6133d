"""The same work on one core and on two, in alternating runs: the clock's ratio.

python benchmarks/two_cores.py
python benchmarks/two_cores.py --runs 5 --only measure
"""

import argparse
import os
from statistics import median

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from _speed_cases import ON_TWO_CORES
from before_and_after import Runs, checkout, run_once


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="cases whose name contains this")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=300.0, metavar="SECONDS")
    arguments = parser.parse_args()
    table = Table("case", "verdict", "one core s", "two cores s", "ratio", "MiB one", "MiB two", box=SIMPLE)
    path = checkout()
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
    Console(width=150).print(table)
    print(f"load average at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
