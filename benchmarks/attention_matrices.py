"""Sparse attention matrices by the input alone: the least dimension of queries and keys against L.

    python benchmarks/attention_matrices.py --plot attention_matrices.png          # minutes
    python benchmarks/attention_matrices.py --largest 16384                        # hours, if nothing is stored

Matrices are means of k disjoint random permutations; every d that counts as working was compared on all L^2 entries.
What was found is kept in attention_matrices.jsonl beside this file, one line for each method, k, L and seed; delete it
to begin again. --print computes nothing.
"""

import argparse
import json
import math
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path

from matplotlib.figure import Figure

from headcount.bounds.constructions.attention_matrices import (
    METHODS,
    approximate,
    guaranteed_dimension,
    least_bits,
    optimised,
    polynomial_keys,
    projection,
    streamed_ratios,
)
from headcount.bounds.constructions.attention_matrices.random_keys import (
    LEAST_MARGIN,
    proved_dimension,
    random_keys,
    worst_overlap,
)
from headcount.show.pictures.attention_dimensions import fitted, methods_figure
from headcount.tasks.attention_matrix import AttentionMatrix, generated, permutations

STORE = Path(__file__).with_suffix(".jsonl")

SIZES = tuple(2**e for e in range(6, 15))
SPARSITIES = (1, 2, 4)

DELTA, EPS2 = 1.0, 0.1 * math.e
"""Of the projection: the theorem's delta = 1 and eps = 0.1, so that a zero over a nonzero is at most e^delta 0.1."""

FINE_DELTA, FINE_EPS2 = 0.1, 1e-3
"""Of the optimised factorisation, and of all bits."""

RESOLUTION = {"projection": 64}
"""The search for the least d ends within 1/64 of it; other methods: within 1."""

SEEDS = {
    "least-squares": {64: 5, 8192: 3},
    "margin 1/2": {64: 3, 8192: 1},
    "projection": {64: 5, 2048: 3, 8192: 2, 16384: 1},
    "optimised": {64: 3, 512: 1, 4096: 0},
}
"""Seeds from each L on; 0: too long."""

MOST_TIMES_L = 60
"""A projection whose guarantee is more than so many times L is not tried: what is measured is 3.6 to 9.2 times less."""

CONVEX_ROWS = 16
"""Beyond it convex programs take minutes for all of the table."""


def cells(methods: list[str], largest: int) -> Iterator[tuple[str, int, int, int]]:
    """Method, k, L, seed."""
    for method in methods:
        for L in (size for size in SIZES if size <= largest):
            seeds = SEEDS[method]
            count = seeds[max(start for start in seeds if start <= L)]
            yield from ((method, k, L, seed) for k, seed in product(SPARSITIES, range(count)))


def works(method: str, matrix: AttentionMatrix, seed: int) -> Callable[[int], bool]:
    """Whether a dimension does; a failure is seen at the first block of rows that has one."""
    if method in ("least-squares", "margin 1/2"):
        limit = 0.5 if method == "margin 1/2" else 1 - LEAST_MARGIN
        return lambda d: worst_overlap(matrix, random_keys(matrix.L, d, seed), limit) <= limit
    if method == "projection":
        limits = DELTA, EPS2
        return lambda d: streamed_ratios(projection(matrix, d, *limits, seed), limits).within(*limits)
    return lambda d: optimised(matrix, d, FINE_DELTA, FINE_EPS2, seed) is not None


def first_guess(method: str, k: int, L: int) -> int:
    """Near the numbers that come out."""
    slope = {"least-squares": 3.5 * k, "margin 1/2": 13 * k, "projection": 42 * (1 + 3 * (k - 1))}
    return 2 * k if method == "optimised" else max(2, round(slope[method] * math.log(L)))


def least(method: str, k: int, L: int, seed: int) -> int:
    """The least d by bisection: it works, and a smaller one within the resolution was tried and does not."""
    does = works(method, permutations(L, k, seed), seed)
    low, high = 0, first_guess(method, k, L)
    while not does(high):
        low, high = high, math.ceil(high * 1.15) + 1
    while low == 0 and high > 1:
        guess = max(1, min(high - 1, math.floor(high / 1.15)))
        if does(guess):
            high = guess
        else:
            low = guess
    while high - low > max(1, high // RESOLUTION.get(method, high)):
        middle = (low + high) // 2
        low, high = (low, middle) if does(middle) else (middle, high)
    return high


def computed(methods: list[str], largest: int) -> None:
    done = {(line["method"], line["k"], line["L"], line["seed"]) for line in stored()}
    for method, k, L, seed in cells(methods, largest):
        if (method, k, L, seed) not in done:
            started = time.monotonic()
            line = {"method": method, "k": k, "L": L, "seed": seed, "d": least(method, k, L, seed)}
            with STORE.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            print(
                f"  {method} k={k} L={L} seed={seed}: d = {line['d']}   {time.monotonic() - started:.1f} s", flush=True
            )


def stored() -> list[dict]:
    if not STORE.exists():
        return []
    return [json.loads(line) for line in STORE.read_text("utf-8").splitlines()]


def pairs(method: str, k: int) -> list[tuple[int, int]]:
    """L and the least d of each seed."""
    return [(line["L"], line["d"]) for line in stored() if (line["method"], line["k"]) == (method, k)]


def print_dimensions() -> None:
    words = {
        "least-squares": "least-squares keys, any positive margin (every delta > 0, eps2 > 0)",
        "margin 1/2": "least-squares keys, margin 1/2",
        "projection": f"projection, delta = {DELTA:g}, zero over nonzero <= e^delta 0.1; to 1/64",
        "optimised": f"descent, delta = {FINE_DELTA}, eps2 = {FINE_EPS2}",
    }
    for method, said in words.items():
        print(said)
        print("  " + f"{'L':>8}" + "".join(f"{L:>12}" for L in SIZES) + "     slope on ln L    at L = 1   slope/k")
        for k in SPARSITIES:
            found = pairs(method, k)
            if len({L for L, _ in found}) < 3:
                continue
            slope, band, start = fitted(found)
            row = "".join(f"{_range([d for size, d in found if size == L]):>12}" for L in SIZES)
            print(f"  {f'k = {k}':>8}{row}   {slope:7.2f} +- {band:5.2f}   {start:8.1f}   {slope / k:7.2f}")
            if method != "optimised":
                formulas = (formula(method, L, k) for L in SIZES)
                print(f"  {'proved':>8}" + "".join(f"{d:>12}" for d in formulas))


def formula(method: str, L: int, k: int) -> int:
    if method == "projection":
        return guaranteed_dimension(permutations(L, k), DELTA, EPS2)
    return proved_dimension(L, k, 0.5 if method == "margin 1/2" else 1.0)


def proved_over_measured(method: str) -> tuple[float, float]:
    """The least and the largest ratio of what is proved to what is measured, over all seeds."""
    ratios = [formula(method, L, k) / d for k in SPARSITIES for L, d in pairs(method, k)]
    return min(ratios), max(ratios)


def cost_of_margin() -> tuple[float, float]:
    """The least and the largest ratio of dimensions with a margin of 1/2 to those without, on the same matrices."""
    found = {(one["method"], one["k"], one["L"], one["seed"]): one["d"] for one in stored()}
    ratios = [d / found["least-squares", *rest] for (name, *rest), d in found.items() if name == "margin 1/2"]
    return min(ratios), max(ratios)


def _range(ds: list[int]) -> str:
    return "" if not ds else str(ds[0]) if min(ds) == max(ds) else f"{min(ds)}..{max(ds)}"


def print_methods(largest: int) -> None:
    """All methods side by side: the dimension, its ratio to 2k, the bits that are enough."""
    for delta, eps2 in ((FINE_DELTA, FINE_EPS2), (DELTA, EPS2)):
        print(
            f"side by side, delta = {delta:g}, eps2 = {eps2:.3g}: d (over 2k), bits per number (2k: longest fraction)"
        )
        print("  " + f"{'':24}" + "".join(f"{name:>20}" for name in METHODS) + "   2k, L - 1")
        for words, k, L in product(("permutations", "dirichlet"), SPARSITIES, (16, 64, 256, 1024)):
            if largest < L or (words == "dirichlet" and k == 1):
                continue
            matrix = generated([words, f"L={L}", f"k={k}"])
            row = "".join(f"{compared(matrix, delta, eps2, name):>20}" for name in METHODS)
            print(f"  {f'{words} k={k} L={L}':24}{row}   {2 * k}, {L - 1}", flush=True)


def compared(matrix: AttentionMatrix, delta: float, eps2: float, method: str) -> str:
    """d (its ratio to 2k), bits."""
    if method == "projection" and guaranteed_dimension(matrix, delta, eps2) > MOST_TIMES_L * matrix.L:
        return "far above L"
    if method == "convex" and matrix.L > CONVEX_ROWS:
        return ""
    if method == "projection":
        d, bits = projected(matrix, delta, eps2)
        return f"{d} ({d / (2 * matrix.k):.1f}), {bits}"
    found = approximate(matrix, delta, eps2, method)
    return f"{found.d} ({found.d / (2 * matrix.k):.1f}), {found.bits}"


def projected(matrix: AttentionMatrix, delta: float, eps2: float) -> tuple[int, int | None]:
    """Least d of the projection and its bits, beyond L - 1, too, where ``approximate`` ends with a simplex."""

    def does(d: int) -> bool:
        return streamed_ratios(projection(matrix, d, delta, eps2), (delta, eps2)).within(delta, eps2)

    low, high = 0, max(1, guaranteed_dimension(matrix, delta, eps2) // 8)
    while not does(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if does(middle) else (middle, high)
    return high, least_bits(projection(matrix, high, delta, eps2), delta, eps2)


def print_bits(largest: int) -> None:
    """What 2k dimensions cost."""
    print(
        f"polynomials, d = 2k, eps2 = {FINE_EPS2}: bits of the longest entry (numerator and denominator), all verified"
    )
    print("  " + f"{'':26}" + "".join(f"{L:>8}" for L in SIZES if largest >= L))
    for words in ("permutations", "dirichlet"):
        for k in SPARSITIES[1 if words == "dirichlet" else 0 :]:
            row = ""
            for L in (size for size in SIZES if size <= largest):
                unit = polynomial_keys(generated([words, f"L={L}", f"k={k}"]), FINE_DELTA, FINE_EPS2)
                ratios = unit.ratios()
                assert ratios.within(FINE_DELTA, FINE_EPS2) and ratios.verified == L * L
                row += f"{unit.bits:>8}"
            print(f"  {f'{words} k={k}':26}{row}", flush=True)


def picture() -> Figure:
    """Projection at delta = 1 and 0.1 e, random keys at every tolerance, descent at the fine ones."""
    methods = ("projection", "least-squares", "optimised")
    points = {(method, k): pairs(method, k) for method in methods for k in SPARSITIES}
    formulas = {method: partial(formula, method) for method in methods[:2]}
    return methods_figure({key: found for key, found in points.items() if found}, formulas)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--largest", type=int, default=1024, metavar="L")
    parser.add_argument("--methods", nargs="+", default=list(SEEDS), choices=list(SEEDS), help="compute these only")
    parser.add_argument("--print", action="store_true", help="compute no further dimension")
    parser.add_argument("--plot", metavar="FILE")
    given = parser.parse_args()
    if not given.print:
        computed(given.methods, given.largest)
    print_dimensions()
    print_methods(given.largest)
    print_bits(given.largest)
    if given.plot:
        picture().savefig(given.plot, dpi=110)


if __name__ == "__main__":
    main()
