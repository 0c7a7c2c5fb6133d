"""How long a SAT call may be: slices of conflicts of one size, slices that double, and a call without a limit.

Searches for an oriented matroid on the first columns of seeded random patterns, by each way of slicing and some other
solvers that can be limited; processor seconds until an answer, or the limit.

    python benchmarks/sat_engine.py --count 3 --limit 6
"""

import argparse
import time
from collections.abc import Callable, Iterator
from statistics import median
from unittest.mock import patch

import numpy as np
from pysat.solvers import Solver

from headcount.solvers.outcome import Verdict
from headcount.solvers.sign_rank import chirotope_search, contraction_search
from random_patterns import KINDS

SEARCHES = (("signs", 16, 12, 5), ("signs", 24, 12, 5), ("few-zeros", 16, 12, 6), ("third-zeros", 14, 11, 6))
"""Kind, rows, columns, rank."""

WAYS = (
    ("2,000 each", "cadical195", 2000, 1),
    ("doubling to 64,000", "cadical195", 2000, 2),
    ("one call", "cadical195", 10**9, 1),
    ("doubling, CaDiCaL 3", "cadical300", 2000, 2),
    ("doubling, Glucose 4", "glucose4", 2000, 2),
)
"""Name, solver, first slice, ratio of slices."""


def sliced(first: int, ratio: int, limit: float) -> Callable[[Solver, float], bool | None]:
    """A ``solve_until`` that slices so and stops after so many processor seconds from now."""
    end = time.process_time() + limit

    def solve_until(solver: Solver, deadline: float) -> bool | None:
        size = first
        while time.process_time() < end:
            solver.conf_budget(size)
            answer: bool | None = solver.solve_limited()
            if answer is not None:
                return answer
            size = max(size, min(size * ratio, 64_000))
        return None

    return solve_until


def seconds(search: tuple[str, int, int, int], seed: int, way: tuple[str, str, int, int], limit: float) -> float | None:
    """Processor seconds of one search, None if it was open at the limit."""
    kind, rows, columns, rank = search
    _, solver, first, ratio = way
    pattern = KINDS[kind](np.random.default_rng(seed), rows)[:, :columns].astype(np.int8)
    module = chirotope_search if (pattern == 0).any() else contraction_search
    start = time.process_time()
    with (
        patch.object(module, "solve_until", sliced(first, ratio, limit)),
        patch.object(module, "Solver", lambda name: Solver(name=solver)),
    ):
        if module is chirotope_search:
            found = chirotope_search.ChirotopeSearch(pattern, rank, thorough=False)
        else:
            found = contraction_search.ContractionSearch(pattern, rank)
        outcome = found.run(float("inf"))
        found.close()
    return None if outcome is Verdict.OPEN else time.process_time() - start


def table(count: int, limit: float) -> Iterator[str]:
    """A line per way, for all searches together."""
    yield f"{'slices of conflicts':<24}{'answered':>10}{'median':>9}{'largest':>9}{'sum':>9}"
    taken: dict[str, list[float | None]] = {way[0]: [] for way in WAYS}
    for seed in range(count):
        for search in SEARCHES:
            for way in WAYS:
                taken[way[0]].append(seconds(search, seed, way, limit))
    for name, times in taken.items():
        known = [t for t in times if t is not None]
        every = [limit if t is None else t for t in times]
        answered = f"{len(known)}/{len(times)}"
        yield f"{name:<24}{answered:>10}{median(every):>7.2f} s{max(every):>7.2f} s{sum(every):>7.1f} s"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=3, help="seeds of each kind")
    parser.add_argument("--limit", type=float, default=6.0, help="processor seconds for each search")
    options = parser.parse_args()
    for line in table(options.count, options.limit):
        print(line)


if __name__ == "__main__":
    main()
