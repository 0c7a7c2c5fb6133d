"""All small +-1 matrices: the bound by cycles against the certified sign-rank, class by class.

Two matrices are in one class if permutations and negations of rows and columns, and transposition, take one to the
other: sign-ranks are equal, and so are the bounds by cycles of columns and of rows together. Rows, and columns, are
different up to sign (equal ones add nothing). Classes are listed row by row: sets of rows up to the symmetries of the
columns, each written as its least image.

    python benchmarks/cycles_small.py           # n = 2 .. 7, some ten minutes on one core
    python benchmarks/cycles_small.py --n 6
"""

import argparse
import random
import sys
import time
from collections import Counter
from itertools import permutations

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount import Accepted, SignPattern, check, probe
from headcount.solvers.sign_rank.cycles import best_cycle, signs_of

BUDGET = 60.0


def images(n: int) -> np.ndarray:
    """(symmetries, 2^(n-1)): where the permutations and negations of n columns take each row, up to its sign."""
    points = np.arange(2 ** (n - 1))
    bits = points[:, None] >> np.arange(n) & 1  # the last sign is +
    found = []
    for order in permutations(range(n)):
        moved = bits[:, order]
        for flips in range(2 ** (n - 1)):
            signs = moved ^ (flips >> np.arange(n) & 1)
            signs ^= signs[:, -1:]
            found.append(signs[:, :-1] @ (1 << np.arange(n - 1)))
    return np.array(found, dtype=np.uint64)


class Classes:
    """Sets of rows of n columns, up to symmetries."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.shifted = (np.uint64(1) << images(n)).T.copy()

    def least(self, rows: tuple[int, ...]) -> int:
        """The least image of a set of rows, as the sum of 2^row."""
        return int(np.bitwise_or.reduce(self.shifted[list(rows)]).min())

    def rows_of(self, mask: int) -> tuple[int, ...]:
        return tuple(k for k in range(2 ** (self.n - 1)) if mask >> k & 1)

    def all(self) -> list[int]:
        """A representative of each class of n x n matrices whose columns are different up to sign."""
        found = {0}
        for _ in range(self.n):
            sets = {tuple(sorted((*self.rows_of(mask), k))) for mask in found for k in range(2 ** (self.n - 1))}
            found = {self.least(rows) for rows in sets if len(set(rows)) == len(rows)}
        kept, seen = [], set()
        for mask in sorted(found):
            turned = self.turned(mask)
            if mask not in seen and turned is not None:
                kept.append(mask)
                seen |= {mask, turned}
        return kept

    def matrix(self, mask: int) -> list[str]:
        return ["".join("+-"[row >> c & 1] for c in range(self.n)) for row in self.rows_of(mask)]

    def turned(self, mask: int) -> int | None:
        """The class of the transposed matrix; None if two columns are equal up to sign."""
        rows = []
        for column in zip(*self.matrix(mask), strict=True):
            bits = [int(x != column[-1]) for x in column]
            rows.append(sum(bit << k for k, bit in enumerate(bits[:-1])))
        return self.least(tuple(rows)) if len(set(rows)) == self.n else None


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
        listed = Classes(n)
        masks = listed.all()
        seconds = [time.monotonic() - began, 0.0, 0.0]
        ranks, less, opened = Counter[int](), list[list[str]](), 0
        for k, mask in enumerate(masks):
            rows, began = listed.matrix(mask), time.monotonic()
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
                console.print(f"n = {n}: {k + 1} of {len(masks)}, cycles less for {len(less)}", style="dim")
        shown = ", ".join(f"{count} of {rank}" for rank, count in sorted(ranks.items()))
        table.add_row(f"{n}", f"{len(masks)}", shown, f"{len(less)}", f"{opened}", *(f"{s:.2f}" for s in seconds))
        for rows in less[:20]:
            console.print("less:", *rows)
    console.print(table)


if __name__ == "__main__":
    main()
