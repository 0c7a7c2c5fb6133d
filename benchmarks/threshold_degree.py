"""Heads in class THRESH: one-hot threshold degree, cut rank, and units found, for parity, disjointness and Match.

Run: ``python benchmarks/threshold_degree.py`` (some minutes; ``--quick``: 3 s of search per number of heads). Every
number in the columns "degree" and "cut" is a lower bound for H that its prover has accepted, "H" the number of heads of
a unit that was run on every input; "-" where the search found none in time, which proves nothing.
"""

import sys
import time

from headcount.bounds import Bound
from headcount.bounds.unit_classes.threshold_heads import (
    cut_rank_heads,
    intersection_question,
    one_hot_degree,
    parity_question,
    searched_heads,
    symmetric_heads,
)
from headcount.questions import computation_question

MATCHES = ((2, 4, 3), (2, 5, 3), (3, 2, 3), (3, 3, 3), (3, 4, 3), (3, 5, 3), (3, 6, 3), (3, 7, 3), (3, 4, 4), (3, 5, 4))
LINE = "{:<22} {:>6} {:>4} {:>4} {:>7}"


def main() -> None:
    """Print the table."""
    seconds = 3.0 if "--quick" in sys.argv[1:] else 60.0
    print(LINE.format("task", "degree", "cut", "H", "s"))
    for k in range(1, 8):
        start, question = time.perf_counter(), parity_question(k)
        lower, upper = one_hot_degree(question, k, 0).degree, symmetric_heads(question).value
        print(LINE.format(f"parity of {k} bits", lower, 1, upper, f"{time.perf_counter() - start:.1f}"), flush=True)
    for n in range(1, 7):
        start, question = time.perf_counter(), intersection_question(n)
        degree = one_hot_degree(question, 2 * n, 0).degree
        cut = cut_rank_heads(question, 2 * n, tuple(range(n))).value
        upper = _least_found(question, 2 * n, max(degree, cut), seconds)
        print(LINE.format(f"DISJ_{n}", degree, cut, upper, f"{time.perf_counter() - start:.1f}"), flush=True)
    for order, M, N in MATCHES:
        start, question = time.perf_counter(), computation_question("match", order=order, M=M, N=N)
        degree = max(one_hot_degree(question, 0, token).degree for token in range(M))
        upper = _least_found(question, 0, max(1, degree), seconds)
        name = f"Match{order}(N={N}, M={M})"
        print(LINE.format(name, degree, "", upper, f"{time.perf_counter() - start:.1f}"), flush=True)


def _least_found(question, position: int, least: int, seconds: float) -> str:
    for heads in range(least, least + 3):
        found = searched_heads(question, position, heads, starts=float("inf"), seconds=seconds)
        if isinstance(found, Bound):
            return str(found.value)
    return "-"


if __name__ == "__main__":
    main()
