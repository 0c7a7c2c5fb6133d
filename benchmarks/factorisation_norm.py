"""gamma_2 and its relatives: time and width of the certified enclosure, and a plain cvxpy SDP beside it.

``python benchmarks/factorisation_norm.py`` prints the tables of ``factorisation_norm.rst``.
"""

from __future__ import annotations

import argparse
import time
from fractions import Fraction

import numpy as np

from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix


def enclosure(matrix: CommunicationMatrix, measure: str, budget: float) -> tuple[Fraction, Fraction, float]:
    """Both certified ends and the seconds, rounding and checking included."""
    known = Known(matrix)
    start = time.monotonic()
    try:
        for bound in ENGINES[measure](matrix, known, Effort(start + budget)):
            known.add(bound)
    except Declined:
        pass
    seconds = time.monotonic() - start
    lower, upper = (known.certified(measure, side) for side in ("lower", "upper"))
    assert lower is not None and upper is not None
    return lower.value, upper.value, seconds


def plain(matrix: CommunicationMatrix) -> tuple[float, float]:
    """The textbook SDP through cvxpy's default solver for it, at its default tolerance: value and seconds."""
    import cvxpy  # takes memory that enclosures do not need

    signs = np.array(matrix.signs, dtype=float)
    rows, columns = signs.shape
    start = time.monotonic()
    gram, bound = cvxpy.Variable((rows + columns,) * 2, PSD=True), cvxpy.Variable()
    problem = cvxpy.Problem(cvxpy.Minimize(bound), [cvxpy.diag(gram) <= bound, gram[:rows, rows:] == signs])
    problem.solve(solver="CLARABEL")
    return float(problem.value), time.monotonic() - start


def drawn(size: int, seed: int = 0) -> CommunicationMatrix:
    """A square 0/1 matrix of fair bits."""
    return CommunicationMatrix.of(np.random.default_rng([size, seed]).integers(0, 2, (size, size)))


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget", type=float, default=120.0, help="seconds for one enclosure")
    parser.add_argument("--largest", type=int, default=128, help="largest random matrix")
    arguments = parser.parse_args()
    print("listed functions, gamma2 of the sign matrix")
    for name, n in (("eq", 2), ("eq", 3), ("eq", 4), ("ip", 2), ("ip", 3), ("ip", 4), ("gt", 2), ("gt", 3), ("gt", 4)):
        _line(CommunicationMatrix.named(name, n), "gamma2", arguments.budget)
    for n in (2, 3, 4):
        _line(CommunicationMatrix.named("disj", n), "gamma2", arguments.budget)
    print("random matrices, by size")
    for measure in ENGINES:
        for size in (4, 8, 16, 24, 32, 64, 128):
            if size <= arguments.largest and (size <= 32 or measure in ("gamma2", "gamma2_01")):
                _line(drawn(size), measure, arguments.budget)
    print("gamma2: N, seconds, width, plain SDP: seconds, its distance from the enclosure, ratio of the times")
    for size in (4, 8, 12, 16, 24, 32):
        matrix = drawn(size)
        lower, upper, seconds = enclosure(matrix, "gamma2", arguments.budget)
        value, plain_seconds = plain(matrix)
        off = max(0.0, float(lower) - value, value - float(upper))
        ratio = plain_seconds / seconds
        print(f"  {size:3d}  {seconds:7.3f}  {float(upper - lower):.0e}  {plain_seconds:8.2f}  {off:.0e}  {ratio:6.0f}")


def _line(matrix: CommunicationMatrix, measure: str, budget: float) -> None:
    lower, upper, seconds = enclosure(matrix, measure, budget)
    value = str(lower) if lower == upper else f"{float(lower):.12f}"
    print(
        f"  {matrix.words:22} {measure:13} {value:>15}  width {float(upper - lower):.0e}  {seconds:7.2f} s", flush=True
    )


if __name__ == "__main__":
    main()
