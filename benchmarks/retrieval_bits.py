"""The table d x p x n for retrieval: every k-subset of n items ranked above the rest by vectors of p-bit integers.

    python benchmarks/retrieval_bits.py             # five minutes
    python benchmarks/retrieval_bits.py --quick     # some seconds

For each k, n and p the bracket of the least d by ``dimension --bits``, both ends certified, and the best margin of
unit vectors of any dimension.
"""

import math
import sys

from headcount import dimension
from headcount.bounds.unit_margins.ceiling_weights import margin_of_subsets

BITS = (1, 2, 4, 8)
SIZES = (
    *((1, n) for n in (8, 16, 32, 64, 128)),
    *((2, n) for n in (6, 8, 12, 16, 24, 46)),
    *((3, n) for n in (8, 12)),
)


def main(quick: bool) -> None:
    print("  k     n   margin" + "".join(f"{f'p = {p}':>10}" for p in BITS) + f"{'reals':>8}")
    for k, n in ((1, 4), (1, 8), (2, 5)) if quick else SIZES:
        found = dimension(f"subsets n={n} k={k}", bits=BITS, budget=25 if quick else 30)
        cells = "".join(f"{found[p].values:>10}" for p in BITS)
        margin = math.sqrt(margin_of_subsets(n, k))
        print(f"{k:3d} {n:5d} {margin:8.3f}{cells}{found.real.values:>8}", flush=True)


if __name__ == "__main__":
    main("--quick" in sys.argv)
