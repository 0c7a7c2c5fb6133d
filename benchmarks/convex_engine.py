"""The convex engine (linear programs in cvxpy) beside the others: least m found in class GRID, and after how long.

    python benchmarks/convex_engine.py --seconds 15

Every bound was accepted by the checker. A cell is the upper bound and the seconds after which it was reached; the last
column is the best lower bound of all. The patterns are made by fixed seeds.
"""

import argparse
import time

import numpy as np

from headcount import SignPattern, probe

ENGINES = ("portfolio", "convex", "annealing", "smt")


def random_signs(size, seed):
    return np.random.default_rng(seed).random((size, size)) < 0.5


def sparse_signs():
    rng, signs = np.random.default_rng(0), np.zeros((24, 24), dtype=bool)
    for row in signs:
        row[rng.choice(24, 3, replace=False)] = True
    return signs


def disjoint():
    return np.array([[x & y == 0 for y in range(16)] for x in range(16)])


def pattern(signs, null):
    return SignPattern(tuple("".join("-+"[int(sign)] for sign in row) for row in signs), null=null)


TASKS = [
    *((f"topk({N}, {q})", f"topk N={N} k={q}", p) for N, q, p in ((8, 2, 2), (10, 2, 2), (10, 2, 3), (9, 3, 2))),
    *((f"topk({N}, {q})", f"topk N={N} k={q}", p) for N, q, p in ((9, 3, 3), (12, 2, 3))),
    *(("sparse 24x24", pattern(sparse_signs(), False), p) for p in (1, 2)),
    ("random 16x16, null", pattern(random_signs(16, 16), True), 2),
    ("random 20x20, null", pattern(random_signs(20, 20), True), 2),
    ("DISJ_4, null", pattern(disjoint(), True), 2),
]
"""Eleven tasks: the name, what is asked, p."""


def found(task, bits, engine, seconds):
    """The answer, and when its upper bound was reached."""
    began, reached = time.monotonic(), {}

    def watch(board):
        if board.upper_bound is not None:
            reached.setdefault(board.upper_bound.value, time.monotonic() - began)

    chosen = {} if engine == "portfolio" else {"engine": engine}
    answer = probe(task, bits=bits, unit_class="grid", budget=seconds, watch=watch, **chosen)
    upper = answer.upper and answer.upper.value
    return answer.lower.value, upper, reached.get(upper, 0.0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=15.0, help="budget of each engine for each task")
    parser.add_argument("--engines", nargs="+", default=ENGINES, choices=ENGINES)
    given = parser.parse_args()
    seconds, engines = given.seconds, given.engines
    line = " ".join(["=" * 20, "=", *["=" * 11] * len(engines), "====="])
    print(line, " ".join(["task".ljust(20), "p", *(name.ljust(11) for name in engines), "lower"]), line, sep="\n")
    for name, task, bits in TASKS:
        cells, lower = [], 0
        for engine in engines:
            least, upper, when = found(task, bits, engine, seconds)
            lower = max(lower, least)
            cells.append("none" if upper is None else f"{upper}, {when:.1f} s")
        print(" ".join([name.ljust(20), str(bits), *(cell.ljust(11) for cell in cells), str(lower)]), flush=True)
    print(line)


if __name__ == "__main__":
    main()
