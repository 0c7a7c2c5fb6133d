"""The table d x p x n for retrieval: every k-subset of n items ranked above the rest by vectors of p-bit integers.

    python benchmarks/retrieval_bits.py             # five minutes
    python benchmarks/retrieval_bits.py --quick     # some seconds

For each k, n and p the bracket of the least d that ``bits_bracket`` proves, both ends certified, and the best margin of
unit vectors of any dimension.
"""

import math
import sys

from headcount import probe
from headcount.bounds.margin_ceiling import margin_of_subsets
from headcount.questions import separation_question
from headcount.search.dimension_in_bits import bits_bracket

BITS = (1, 2, 4, 8)
SIZES = (
    (1, 8),
    (1, 16),
    (1, 32),
    (1, 64),
    (1, 128),
    (2, 6),
    (2, 8),
    (2, 12),
    (2, 16),
    (2, 24),
    (2, 46),
    (3, 8),
    (3, 12),
)


def main(quick: bool) -> None:
    print("  k     n   margin" + "".join(f"{f'p = {p}':>10}" for p in BITS) + f"{'reals':>8}")
    for k, n in ((1, 4), (1, 8), (2, 5)) if quick else SIZES:
        question = separation_question(n, k, k)
        cells = []
        for p in BITS:
            found = bits_bracket(question, p, budget=5 if quick else 6)
            high = "?" if found.upper is None else found.upper.value
            cells.append(f"{found.lower.value}" if found.closed else f"{found.lower.value}..{high}")
        real = probe(question, budget=5)
        assert real.upper is not None
        reals = f"{real.lower.value}" if real.closed else f"{real.lower.value}..{real.upper.value}"
        margin = math.sqrt(margin_of_subsets(n, k))
        print(f"{k:3d} {n:5d} {margin:8.3f}" + "".join(f"{cell:>10}" for cell in cells) + f"{reals:>8}", flush=True)


if __name__ == "__main__":
    main("--quick" in sys.argv)
