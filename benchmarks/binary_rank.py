"""Partition numbers of a public set of 200 matrices, and what covers and fooling sets cost on named and random ones.

The 9 x 10 matrices of ``tests/measures/data/binary_rank`` (UCLA VAST Lab 2024, MIT licence) come with partitions of
their ones into rectangles. Each is measured from scratch, ranks included, and both ends are checked again.

    python benchmarks/binary_rank.py                                   # the 200 matrices
    python benchmarks/binary_rank.py --named --random --seconds 10     # the other tables, too
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount import Accepted, check
from headcount.bounds.bound import Status
from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.measured import bundle
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix

MATRICES = Path(__file__).parents[1] / "tests" / "measures" / "data" / "binary_rank"
HEXAGON = tuple("".join("01"[edge not in (vertex, (vertex + 1) % 6)] for edge in range(6)) for vertex in range(6))
KINDS = ("fractional_cover", "fooling", "cover", "partition")
ORDER = ("rank_q", "rank_q_complement", *(f"{kind}{value}" for value in (0, 1) for kind in KINDS))


def measured(matrix: CommunicationMatrix, measures: Sequence[str], seconds: float) -> tuple[Known, dict[str, float]]:
    """What is known in the end, after so many seconds for each measure at most, and the seconds used."""
    known, times = Known(matrix), {}
    for measure in measures:
        start = time.monotonic()
        try:
            for bound in ENGINES[measure](matrix, known, Effort(start + seconds)):
                known.add(bound)
                if known.closed(measure):
                    break
        except Declined:
            pass  # what it had is known
        times[measure] = time.monotonic() - start
    ends = [known.bound(measure, side) for measure in measures for side in ("lower", "upper")]
    verdict = check(bundle(matrix, [end for end in ends if end is not None and end.status is Status.CERTIFIED]))
    if not isinstance(verdict, Accepted):
        raise SystemExit(f"the checker refused a bundle: {verdict}")
    return known, times


def shown(known: Known, measure: str) -> str:
    """Value or bracket; ``!`` if an end rests on a solver's answer."""
    lower, upper = (known.bound(measure, side) for side in ("lower", "upper"))
    words = f"{lower.value}" if lower.value == upper.value else f"{lower.value}..{upper.value}"
    return words + "!" * any(end.status is not Status.CERTIFIED for end in (lower, upper))


def public_matrices(console: Console, seconds: float) -> None:
    """The table of the 200 matrices."""
    table = Table(
        "set", "rank", "matrices", "partition", "closed", "smaller", "larger", "median s", "max s", box=SIMPLE
    )
    groups: dict[tuple[str, int, str], list[tuple[int, float]]] = {}
    for name in ("gap_2", "gap_3"):
        matrices = json.loads((MATRICES / f"{name}.json").read_text())
        partitions = json.loads((MATRICES / f"{name}_partition.json").read_text())
        for entries, theirs in zip(matrices, partitions, strict=True):
            start = time.monotonic()
            known, _ = measured(CommunicationMatrix.of(entries), ("rank_q", "partition1"), seconds)
            found = int(known.value("partition1", "upper")) - len(theirs)
            key = (name, int(known.value("rank_q", "lower")), shown(known, "partition1"))
            groups.setdefault(key, []).append((found, time.monotonic() - start))
    for (name, rank, value), results in sorted(groups.items()):
        times = [seconds_used for _, seconds_used in results]
        table.add_row(
            name,
            str(rank),
            str(len(results)),
            value,
            "no" if ".." in value or "!" in value else "yes",
            str(sum(found < 0 for found, _ in results)),
            str(sum(found > 0 for found, _ in results)),
            f"{np.median(times):.3f}",
            f"{max(times):.2f}",
        )
    console.print(table)
    times = [seconds_used for results in groups.values() for _, seconds_used in results]
    console.print(f"all {len(times)}: median {np.median(times):.3f} s, max {max(times):.2f} s, sum {sum(times):.0f} s")


def brackets(console: Console, title: str, matrices: dict[str, CommunicationMatrix], seconds: float) -> None:
    """A row per matrix, a column per measure: value, seconds."""
    names = [name for name in ORDER if name.startswith(("fooling", "cover", "partition"))]
    table = Table(title, *names, box=SIMPLE)
    for label, matrix in matrices.items():
        known, times = measured(matrix, ORDER, seconds)
        table.add_row(label, *(f"{shown(known, name)} ({times[name]:.1f})" for name in names))
    console.print(table)


def main() -> None:
    """Print the tables that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10.0, help="budget for each matrix and measure")
    parser.add_argument("--named", action="store_true", help="EQ, DISJ, IP, GT for n = 2, 3, 4, and the hexagon")
    parser.add_argument("--random", action="store_true", help="random matrices of 12x12, 16x16, 20x20")
    options = parser.parse_args()
    console = Console(width=160)
    public_matrices(console, options.seconds)
    if options.named:
        listed = {f"{f}_{n}": CommunicationMatrix.named(f, n) for n in (2, 3, 4) for f in ("eq", "disj", "ip", "gt")}
        brackets(console, "function", listed | {"hexagon": CommunicationMatrix(HEXAGON)}, options.seconds)
    if options.random:
        listed = {}
        for size in (12, 16, 20):
            for density in (0.2, 0.5, 0.8):
                for seed in (0, 1):
                    entries = np.random.default_rng(seed).random((size, size)) < density
                    matrix = CommunicationMatrix.of(entries.astype(int).tolist())
                    listed[f"{size}x{size} {density} seed {seed}"] = matrix
        brackets(console, "random", listed, options.seconds)


if __name__ == "__main__":
    main()
