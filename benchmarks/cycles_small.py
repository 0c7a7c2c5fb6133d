"""All small +-1 matrices: the bound by cycles against the certified sign-rank, class by class.

Two matrices are in one class if permutations and negations of rows and columns, and transposition, take one to the
other: sign-ranks are equal, and so are the bounds by cycles of columns and of rows together. Rows, and columns, are
different up to sign (equal ones add nothing).

    python benchmarks/cycles_small.py           # n = 2 .. 7, some minutes on one core
    python benchmarks/cycles_small.py --n 6
"""

import argparse
import random
import sys
import time
from collections import Counter

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount import Accepted, SignPattern, check, probe
from headcount.catalogues.sign_matrices import words_of
from headcount.solvers.sign_rank.cycles import best_cycle, signs_of
from headcount.solvers.sign_rank.matrix_classes import classes

BUDGET = 60.0


def by_cycles(rows: list[str]) -> int:
    """The larger one of both bounds; 1 if there is no cycle."""
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    found = [best_cycle(signs_of(lines), random.Random(0)) for lines in (rows, turned)]
    return max((cycle.size for cycle in found if cycle is not None), default=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--n", type=int, nargs="+", default=[2, 3, 4, 5, 6, 7])
    arguments = parser.parse_args()
    console = Console() if sys.stdout.isatty() else Console(width=110)
    heads = ("n", "classes", "by sign-rank", "cycles less", "open", "s: classes", "s: cycles", "s: probe")
    table = Table(*heads, box=SIMPLE, pad_edge=False)
    for n in arguments.n:
        began = time.monotonic()
        forms = classes(n, n).tolist()
        seconds = [time.monotonic() - began, 0.0, 0.0]
        ranks, less, opened = Counter[int](), list[list[str]](), 0
        for k, form in enumerate(forms):
            rows, began = words_of(form, n), time.monotonic()
            bound = by_cycles(rows)
            seconds[1] += time.monotonic() - began
            began = time.monotonic()
            bracket = probe(SignPattern(tuple(rows), null=True), budget=BUDGET)
            assert isinstance(check(bracket.certificate()), Accepted)
            seconds[2] += time.monotonic() - began
            if bound > bracket.upper.value:
                sys.exit(f"lower > upper: {rows}, cycles {bound}, tables {bracket.upper.value}")
            opened += not bracket.closed
            ranks[bracket.upper.value] += 1
            if bound < bracket.upper.value:
                less.append(rows)
            if k % 100 == 99:
                console.print(f"n = {n}: {k + 1} of {len(forms)}, cycles less for {len(less)}", style="dim")
        shown = ", ".join(f"{count} of {rank}" for rank, count in sorted(ranks.items()))
        table.add_row(f"{n}", f"{len(forms)}", shown, f"{len(less)}", f"{opened}", *(f"{s:.2f}" for s in seconds))
        for rows in less[:20]:
            console.print("less:", *rows)
    console.print(table)


if __name__ == "__main__":
    main()
