"""Match3 in units with exact sums and in units with rounded ones: the least width that DISJ leaves, N by p.

    python benchmarks/rounded_sums.py        # a second

Any M >= N + 1, one layer, order 2, H = 1, values as wide as queries (dv = m), grid twos. Class FIXED(p) keeps exact
sums, class ROUNDED(p) rounds running sums and outputs to p bits. Every smaller m is proved impossible; nothing is said
of the number itself. The two columns are about different units, so neither bound implies the other.
"""

from math import log2

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount.reductions.excluded_sizes.lower_bounds import lower_bounds_for
from headcount.reductions.excluded_sizes.rounded_lower import match3_rounded_lower

EXPONENTS = (6, 8, 10, 12, 14, 16, 18, 20)
BITS = (1, 2, 4, 8, 16)


def main() -> None:
    """Print the tables."""
    table = Table(title="least m not excluded: exact sums | rounded sums", box=SIMPLE)
    ratios = Table(title="at p = 1: how the two grow", box=SIMPLE)
    for name in ("N", *(f"p = {p}" for p in BITS)):
        table.add_column(name, justify="right")
    columns = ("N", "exact", "m log2 N / N", "rounded", "m log2 log2 N / N", "gain", "log2 N / log2 log2 N")
    for name in columns:
        ratios.add_column(name, justify="right")
    for k in EXPONENTS:
        N = 2**k + 1
        found = {p: (max(r.least_m(p, 1) for r in lower_bounds_for("match3", {"N": N})), _rounded(N, p)) for p in BITS}
        table.add_row(str(N), *(f"{exact} | {wide}" for exact, wide in found.values()))
        exact, wide = found[1]
        ratios.add_row(
            str(N), str(exact), f"{exact * k / N:.3f}", str(wide), f"{wide * log2(k) / N:.3f}", f"{wide / exact:.2f}",
            f"{k / log2(k):.2f}",
        )  # fmt: skip
    console = Console(width=110)
    console.print(table)
    console.print(ratios)


def _rounded(N: int, p: int) -> int:
    return match3_rounded_lower(N).least_m(p, 1)


if __name__ == "__main__":
    main()
