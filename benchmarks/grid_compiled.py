"""Searches for keys of a grid by cases: in Python, compiled, and as the search itself decides, each in a process.

    python benchmarks/grid_compiled.py                                        # two minutes
    python benchmarks/grid_compiled.py --runs 5 --write benchmarks/grid_compiled.rst

Processor time of the search alone, compiled code loaded (but not compiled) within it; the three in turn, medians.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from before_and_after import circumstances, page

CASES = (
    ("qsa_question(6, 1)", "twos", 2, 2),
    ("qsa_question(7, 1)", "twos", 2, 2),
    ('shared_question(5, 3, 2, "concat")', "midrise", 1, 2),
    ('shared_question(6, 3, 2, "sum")', "twos", 1, 4),
    ("match2_question(6)", "midrise", 2, 3),
    ("match2_question(7)", "midrise", 2, 3),
    ('shared_question(7, 3, 2, "concat")', "midrise", 1, 3),
)

WAYS = {"Python": "float('inf')", "compiled": "0", "decided": "None"}

ONE = """
import json, resource, sys, time
from headcount.questions.selection import match2_question, qsa_question, shared_question
from headcount.solvers.units.grid_case_search import search_cases
from headcount.solvers.units.rows_of_heads import lists_of_rows
question = {question}
begun = time.process_time()
found = [
    search_cases(rows, "{grid}", {bits}, {width}, 1, loading={loading})
    for rows in lists_of_rows(question, question.columns)
]
seconds = time.process_time() - begun
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([seconds, memory, "numba" in sys.modules, repr(found)]))
"""


def measured(case: tuple[str, str, int, int], way: str) -> tuple[float, float, bool, str]:
    """Seconds, MiB, whether numba was loaded, and the answer."""
    question, grid, bits, width = case
    code = ONE.format(question=question, grid=grid, bits=bits, width=width, loading=WAYS[way])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    seconds, memory, loaded, answer = json.loads(done.stdout)
    return seconds, memory, loaded, answer


def row(case: tuple[str, str, int, int], runs: int) -> list[str]:
    """A row of the table; raises if the three answer differently."""
    found: dict[str, list[tuple[float, float, bool, str]]] = {way: [] for way in WAYS}
    for _ in range(runs):
        for way in WAYS:
            found[way].append(measured(case, way))
    if len({one[3] for ones in found.values() for one in ones}) != 1:
        raise AssertionError(f"answers differ: {case}")
    seconds = {way: median(one[0] for one in ones) for way, ones in found.items()}
    memory = {way: max(one[1] for one in ones) for way, ones in found.items()}
    question, grid, bits, width = case
    return [
        f"{question.replace('_question', '')} {grid} p={bits} m={width}",
        *(f"{seconds[way]:.3f}" for way in WAYS),
        f"{seconds['Python'] / seconds['decided']:.2f}",
        f"{seconds['compiled'] / seconds['decided']:.2f}",
        "compiled" if found["decided"][-1][2] else "Python",
        f"{memory['Python']:.0f}",
        f"{memory['decided']:.0f}",
        f"{os.getloadavg()[0]:.1f}",
    ]


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page")
    options = parser.parse_args()
    measured(CASES[0], "compiled")  # compiles, if nobody has
    table = Table(
        "search", "Python s", "compiled s", "decided s", "Python/decided", "compiled/decided", "chosen",
        "MiB Python", "decided", "load", box=SIMPLE,
    )  # fmt: skip
    loads = [os.getloadavg()[0]]
    for case in CASES:
        cells = row(case, options.runs)
        table.add_row(*cells)
        print(*cells, sep="  ", flush=True)
        loads.append(os.getloadavg()[0])
    console = Console(width=150)
    with console.capture() as captured:
        console.print(table)
    print(captured.get())
    if options.write:
        text = (
            f"``grid_compiled.py``: medians of {options.runs} alternating runs, processor time of the search, loading "
            "of compiled code included. *decided*: the search counts its work, and goes on in compiled code where "
            "what is left is expected to take longer than loading it. Answers and trees of the three are compared, "
            f"and are the same. {circumstances(loads)}"
        )
        options.write.write_text(page("Searches by cases: Python or compiled", text, captured.get()), "utf-8")


if __name__ == "__main__":
    main()
