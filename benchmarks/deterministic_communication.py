"""D with certificates at both ends: random and structured matrices, the censuses, and plain dynamic programming.

    python benchmarks/deterministic_communication.py            # ten to twenty minutes
    python benchmarks/deterministic_communication.py --quick    # five matrices of each kind, two minutes

Times are of the clock; they include every certificate's check by the checker. Ranks come first, as they do in
``headcount measure``: what they close is closed in milliseconds.
"""

import argparse
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from statistics import median

import numpy as np

from _depth_census import depth_census, depth_table, matrix_classes, one_way_census
from headcount.measures.deterministic import deterministic_bounds
from headcount.measures.engines import Effort
from headcount.measures.known import Known
from headcount.measures.ranks import rational_rank_bounds
from headcount.questions import CommunicationMatrix

RANKS = ("rank_q", "rank_q_complement")


def with_ranks(matrix: CommunicationMatrix, seconds: float) -> tuple[int, int, float, bool]:
    """Both ends of D, the seconds, and whether ranks and the tree that says everything closed it."""
    start = time.monotonic()
    known, effort = Known(matrix), Effort(start + seconds)
    for measure in RANKS:
        for bound in rational_rank_bounds(measure, matrix, known, effort):
            known.add(bound)
    searched = 0
    for count, bound in enumerate(deterministic_bounds(matrix, known, effort)):
        known.add(bound)
        searched = count
    ends = (known.bound("D", "lower"), known.bound("D", "upper"))
    certified = all(str(end.status) == "CERTIFIED" for end in ends)
    lower = int(ends[0].value) if certified else 0
    return lower, int(ends[1].value), time.monotonic() - start, searched < 2


def uniform(n: int) -> Callable[[np.random.Generator], np.ndarray]:
    """Independent entries of density 1/2."""
    return lambda rng: rng.integers(0, 2, (n, n))


def covered(rng: np.random.Generator, n: int, rectangles: int, density: float) -> np.ndarray:
    """A union of random rectangles."""
    rows, columns = rng.random((n, rectangles)) < density, rng.random((rectangles, n)) < density
    return (rows.astype(int) @ columns.astype(int) > 0).astype(int)


def planted(rng: np.random.Generator, n: int, depth: int) -> np.ndarray:
    """The matrix of a random tree of a depth, each split at random."""
    matrix = np.zeros((n, n), dtype=int)

    def below(rows: np.ndarray, columns: np.ndarray, left: int, answer: int) -> None:
        if left == 0 or not len(rows) or not len(columns):
            matrix[np.ix_(rows, columns)] = answer
            return
        alice = rng.random() < 0.5
        half = rng.random(len(rows if alice else columns)) < 0.5
        for answer, side in enumerate((half, ~half)):
            below(rows[side] if alice else rows, columns if alice else columns[side], left - 1, answer)

    below(np.arange(n), np.arange(n), depth, 0)
    return matrix


def structured(n: int, depth: int) -> Callable[[np.random.Generator], np.ndarray]:
    """Matrices at which neither ranks nor saying everything decides whether D <= depth."""

    def drawn(rng: np.random.Generator) -> np.ndarray:
        while True:
            kind = rng.integers(3)
            if kind == 0:
                matrix = covered(rng, n, int(rng.integers(3, 7)), float(rng.choice([0.2, 0.3, 0.4, 0.5])))
            elif kind == 1:
                matrix = planted(rng, n, depth + int(rng.integers(0, 3)))
            else:
                matrix = covered(rng, n, int(rng.integers(3, 6)), 0.3) ^ covered(rng, n, 1, 0.4)
            ranks = np.linalg.matrix_rank(matrix) + np.linalg.matrix_rank(1 - matrix)
            different = min(len(np.unique(lines, axis=0)) for lines in (matrix, matrix.T))
            if ranks <= 2**depth and 2 ** (depth - 1) < different <= 2**depth:
                return matrix

    return drawn


def table_of_kinds(count: int, seconds: float, most: int) -> None:
    """How many of each kind are closed with certificates, and how fast."""
    kinds = [(f"random {n}x{n}", uniform(n), count if n <= 16 else most) for n in (8, 10, 12, 16, 20, 24, 32)]
    kinds += [(f"structured {n}x{n}, D <= {k}?", structured(n, k), count if k < 5 else most)
              for n, k in ((8, 3), (12, 4), (16, 4), (24, 4), (32, 4), (24, 5), (32, 5))]  # fmt: skip
    print(f"{'matrices':28} {'closed':>9} {'by ranks':>8} {'median':>8} {'slowest':>8}   values, open")
    for name, draw, number in kinds:
        rng = np.random.default_rng(0)
        results = [with_ranks(CommunicationMatrix.of(draw(rng).tolist()), seconds) for _ in range(number)]
        closed = [r for r in results if r[0] == r[1]]
        values = Counter(str(r[0]) if r[0] == r[1] else f"{r[0]}..{r[1]}" for r in results)
        words = ", ".join(f"{value}: {n}" for value, n in sorted(values.items()))
        times = [r[2] for r in closed] or [float("nan")]
        print(f"{name:28} {len(closed):4}/{number:<4} {sum(r[3] for r in closed):8} {median(times):7.2f}s"
              f" {max(times):7.2f}s   {words}", flush=True)  # fmt: skip


def named(seconds: float) -> None:
    """The named functions."""
    for n in range(1, 9):
        cells = []
        for name in ("disj", "eq", "gt", "ge", "ip"):
            lower, upper, taken, _ = with_ranks(CommunicationMatrix.named(name, n), seconds)
            cells.append(f"{name} {lower if lower == upper else f'{lower}..{upper}'} in {taken:.2f}s")
        print(f"n={n}: " + ", ".join(cells), flush=True)


def plain_depth(rows: tuple[str, ...]) -> int:
    """D by the memoised recursion over row sets and column sets, without any pruning."""

    def halves(lines: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        first, rest = lines[:1], lines[1:]
        for k in range(len(rest)):
            for chosen in combinations(rest, k):
                yield first + chosen, tuple(x for x in rest if x not in chosen)

    @cache
    def least(mine: tuple[int, ...], others: tuple[int, ...]) -> int:
        if len({rows[i][j] for i in mine for j in others}) < 2:
            return 0
        best = [max(least(a, others), least(b, others)) for a, b in halves(mine)]
        return 1 + min(best + [max(least(mine, a), least(mine, b)) for a, b in halves(others)])

    return least(tuple(range(len(rows))), tuple(range(len(rows[0]))))


def against_plain(seconds: float, largest: int) -> None:
    """The plain recursion and the engine on the same matrices; both must agree."""
    print(f"{'size':8} {'plain':>10} {'headcount':>10} {'ratio':>9}")
    for n in range(4, largest + 1):
        matrix = CommunicationMatrix.of(np.random.default_rng(n).integers(0, 2, (n, n)).tolist())
        start = time.monotonic()
        value = plain_depth(matrix.rows)
        plain = time.monotonic() - start
        lower, upper, ours, _ = with_ranks(matrix, seconds)
        assert lower == upper == value, (n, lower, upper, value)
        print(f"{n}x{n}     {plain:9.3f}s {ours:9.3f}s {plain / ours:9.1f}", flush=True)


def censuses() -> None:
    """All matrices of a shape."""
    for rows, columns in ((3, 3), (4, 4), (4, 5), (4, 6), (5, 5)):
        depth_table.__globals__["_table"].cache_clear()
        start = time.monotonic()
        counts = depth_census(rows, columns).counts
        print(f"D, {rows}x{columns}: {counts} in {time.monotonic() - start:.2f}s", flush=True)
    print(f"one way, 4x4: {one_way_census(4, 4).counts}")
    start, table = time.monotonic(), depth_table(5, 5)
    classes, counts = matrix_classes(5, 5), Counter()
    for one in classes:
        counts[int(table[int("".join(one.rows), 2)])] += one.size
    print(f"5x5 by {len(classes)} classes: {sorted(counts.items())} in {time.monotonic() - start:.2f}s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each matrix")
    options = parser.parse_args()
    censuses()
    named(options.seconds)
    against_plain(options.seconds, 6 if options.quick else 9)
    table_of_kinds(5 if options.quick else 100, options.seconds, 3 if options.quick else 10)


if __name__ == "__main__":
    main()
