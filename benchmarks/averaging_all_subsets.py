"""q-SA for *all* q-subsets by keys of one bit: what is certified, against lower bounds, other constructions, samples.

    python benchmarks/averaging_all_subsets.py              # a quarter of an hour
    python benchmarks/averaging_all_subsets.py --quick

Class KEYS(1, midrise): keys +-1, real queries. One N and q: ``headcount probe qsa N=2048 q=4 --class keys``.
"""

import argparse
import time
from math import ceil, log

import numpy as np

from _existence import gordon_width, sums_width
from headcount.bounds.constructions.averaging.averaging_head import hard_subsets
from headcount.bounds.constructions.averaging.linear_codes import MOST_WRITTEN, codes_for
from headcount.bounds.constructions.averaging.linear_keys import proved_range
from headcount.bounds.constructions.averaging.shared_heads import qsa_superimposed_code
from headcount.bounds.constructions.averaging.sign_keys import random_sign_keys
from headcount.bounds.key_bits import code_keys_upper, real_keys_lower
from headcount.bounds.key_sums import sums_lower
from headcount.questions import bits_needed, least_size, qsa_question

NS, QS = (16, 64, 128, 256, 1024, 2048, 4096, 10_000, 16_384, 32_768), (1, 2, 3, 4, 6, 8)
SAMPLES = 200
"""Subsets that random keys are tried on."""

LARGEST_SUMS = 100
"""Largest q^2 ln N for which the width by sums of random keys is worked out: exact counts get long."""

TITLES = (
    "N", "q", "2q", "(e)", "m", "keys", "c", "q bits", "sum bits", "m p", "superimp.", "sampled", "c", "sums", "Gordon",
)  # fmt: skip


def passes(keys: np.ndarray, q: int) -> bool:
    """Whether least-squares queries tie each of the sampled subsets above all other keys, in floats."""
    real = keys.astype(np.float32)
    for y in hard_subsets(len(keys), q, SAMPLES, 0, lambda part: np.zeros(len(keys))):
        rows = real[list(y)].astype(np.float64)
        found, *_ = np.linalg.lstsq(rows @ rows.T, np.ones(q), rcond=None)
        scores = real @ (found @ rows).astype(np.float32)
        if not np.allclose(scores[list(y)], 1, atol=1e-3) or np.delete(scores, y).max() > 1 - 1e-3:
            return False
    return True


def sampled_width(N: int, q: int) -> int:
    """The least m, by bisection, at which one table of random sign keys passes; says nothing of all subsets."""
    low, high = max(1, (N - 1).bit_length()), ceil(12 * q * log(N)) + 8
    while high - low > max(1, high // 50):
        middle = (low + high) // 2
        low, high = (low, middle) if passes(random_sign_keys(N, middle, 0), q) else (middle, high)
    return high


def row(N: int, q: int) -> list[str]:
    """A line of the table."""
    asked = least_size(qsa_question(N, q), "m", "KEYS(1, midrise)")
    lower = max(b.value for b in (sums_lower(asked), real_keys_lower(asked)) if b is not None)
    upper = code_keys_upper(asked, MOST_WRITTEN)
    code = next(code for code in codes_for(N, q) if code.m == upper.value)
    coherent = code.selects(q)
    half = q if q % 2 else q // 2
    sums = str(bits_needed((half, -half), "midrise" if q % 2 else "twos")) if coherent else "-"
    ties = "2" if q == 2 else "1" if q == 1 else "-"
    if coherent and q > 2:
        ties = str(bits_needed(proved_range(code, q), "twos"))
    bits = int(sums if coherent else ties if q <= 2 else 0)
    sampled, scale = sampled_width(N, q), q * log(N)
    counted = str(sums_width(N, q)) if q * scale < LARGEST_SUMS else "-"
    name = code.name.removesuffix(" code").removeprefix("code of ").split(" for")[0]
    return [
        str(N), str(q), str(2 * q), str(lower), str(upper.value), name,
        f"{upper.value / scale:.2f}", ties, sums, str(upper.value * bits) if bits else "-",
        str(qsa_superimposed_code(N, q).size.m), str(sampled), f"{sampled / scale:.2f}", counted,
        str(gordon_width(N, q)),
    ]  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="the smallest sizes")
    given = parser.parse_args()
    widths = [6, 2, 3, 4, 5, 13, 5, 6, 8, 5, 9, 7, 5, 5, 6]
    print("  ".join(f"{title:>{width}}" for title, width in zip(TITLES, widths, strict=True)), flush=True)
    began = time.perf_counter()
    for N in NS[: 2 if given.quick else None]:
        for q in QS:
            if 2 * q < N:
                cells = row(N, q)
                print("  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)), flush=True)
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
