"""Match3 by one head of order 3 with a null token: a bracket for m at M = 2..8, and bits in a grid.

Run: ``python benchmarks/order_three.py [seconds]`` (default 20 s for each search). "lower" is the flattening's bound,
"upper" the least width with integer tables that the checker accepted; the remaining columns give the least p found by
search for each width, in both grids, at gap 1: upper bounds only ("-": none found in time, which proves nothing).
"""

import sys

from headcount.bounds.unit_classes.tensor_dimension import (
    flattening_lower,
    grid_upper,
    searched_upper,
    shifted_cosines_upper,
)
from headcount.solvers.sign_rank.tensor_search import NoTablesFound

WIDTHS = (3, 4, 5)
MOST_BITS = 7


def main() -> None:
    """Print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    grids = [(grid, m) for grid in ("midrise", "twos") for m in WIDTHS]
    print(" M lower upper  " + " ".join(f"{grid} m={m}" for grid, m in grids))
    for M in range(2, 9):
        lower, upper = flattening_lower(3, M).value, shifted_cosines_upper(3, M).value
        for m in range(lower, upper):
            if not isinstance(searched_upper(M, m, starts=float("inf"), seconds=seconds), NoTablesFound):
                upper = m
                break
        cells = [_least_bits(M, m, grid, seconds) if m >= upper else "-" for grid, m in grids]
        widths = [len(f"{grid} m={m}") for grid, m in grids]
        row = " ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        print(f"{M:>2} {lower:>5} {upper:>5}  {row}", flush=True)


def _least_bits(M: int, m: int, grid: str, seconds: float) -> str:
    for bits in range(1, MOST_BITS + 1):
        if not isinstance(grid_upper(M, m, bits, grid, starts=float("inf"), seconds=seconds / 4), NoTablesFound):
            return str(bits)
    return "-"


if __name__ == "__main__":
    main()
