"""gamma_2 and its relatives with certificates, beside the same program in cvxpy with Clarabel and with SCS.

    OPENBLAS_NUM_THREADS=1 python benchmarks/semidefinite_peers.py     # below ten minutes

For each matrix the three programs take turns, each in a process of its own that loads its libraries and solves a small
matrix first; the times are those of the solution alone. headcount's time includes rounding to rational numbers and the
checker's replay of both ends. A peer that does not end within ``--limit`` seconds is stopped, and its time is a lower
bound.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from fractions import Fraction

import numpy as np

from factorisation_norm import drawn, enclosure

ROWS = [
    *(("gamma2", size) for size in (4, 8, 16, 32, 64, 128)),
    *(("gamma2_01", size) for size in (8, 16, 32, 128)),
    *((measure, size) for measure in ("gamma2_alpha", "gamma2_inf") for size in (8, 16)),
]
PEERS = ("clarabel", "scs")
ALPHA = 1.1


def peer(measure: str, size: int, solver: str) -> float:
    """The value by cvxpy, at the default tolerances of the solver."""
    import cvxpy

    matrix = drawn(size)
    ones = np.array(matrix.signs, dtype=float)
    if measure == "gamma2_01":
        ones = (ones + 1) / 2
    gram, bound = cvxpy.Variable((2 * size,) * 2, PSD=True), cvxpy.Variable()
    block = gram[:size, size:]
    held = [cvxpy.diag(gram) <= bound]
    if measure in ("gamma2", "gamma2_01"):
        held.append(block == ones)
    else:
        held.append(cvxpy.multiply(ones, block) >= 1)
    if measure == "gamma2_alpha":
        held.append(cvxpy.multiply(ones, block) <= ALPHA)
    problem = cvxpy.Problem(cvxpy.Minimize(bound), held)
    problem.solve(solver=solver.upper())
    return float(problem.value)


def one(program: str, measure: str, size: int) -> dict[str, float]:
    """What a process does: seconds, peak memory in MB, both ends (equal for a peer, which has one number)."""
    ends: tuple[Fraction | float, Fraction | float]
    for asked in (4, size):
        start = time.perf_counter()
        if program == "headcount":
            lower, upper, _ = enclosure(drawn(asked), measure, 600.0)
            ends = lower, upper
        else:
            ends = (peer(measure, asked, program),) * 2
        seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"s": seconds, "MB": peak, "low": float(ends[0]), "high": float(ends[1]), "width": float(ends[1] - ends[0])}


def run(program: str, measure: str, size: int, limit: float) -> dict[str, float] | None:
    """The same from outside; None if it was stopped."""
    call = [sys.executable, __file__, "--one", json.dumps([program, measure, size])]
    try:
        done = subprocess.run(call, capture_output=True, text=True, timeout=limit, check=True)
    except subprocess.TimeoutExpired:
        return None
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=float, default=40.0, help="seconds of one run of a peer")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of matrices up to 16 x 16; larger ones have one")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(one(*json.loads(given.one))))
        return
    print(f"load {os.getloadavg()[0]:.1f} at first; seconds, MB; for peers the ratio of the times, and the distance")
    print("measure       N    headcount        width     Clarabel                         SCS", flush=True)
    for measure, size in ROWS:
        times: dict[str, list[dict[str, float]]] = {name: [] for name in ("headcount", *PEERS)}
        for _ in range(given.rounds if size <= 16 else 1):
            for name, kept in times.items():
                found = run(name, measure, size, 600.0 if name == "headcount" else given.limit)
                if found is not None:
                    kept.append(found)
        own = times["headcount"]
        seconds = statistics.median(found["s"] for found in own)
        line = f"{measure:13} {size:3} {seconds:8.3f} {max(found['MB'] for found in own):5.0f}  {own[0]['width']:8.0e}"
        for name in PEERS:
            if not times[name]:
                line += f"   > {given.limit:.0f} s          > {given.limit / seconds:<9.3g}"
                continue
            took = statistics.median(found["s"] for found in times[name])
            off = max(0.0, own[0]["low"] - times[name][0]["low"], times[name][0]["high"] - own[0]["high"])
            memory = max(found["MB"] for found in times[name])
            line += f"   {took:7.3f} {memory:5.0f}  {took / seconds:7.2f}  {off:.0e}"
        print(line, flush=True)
    print(f"load {os.getloadavg()[0]:.1f} at last")


if __name__ == "__main__":
    main()
