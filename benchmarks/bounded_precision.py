"""q-SA: how many dimensions, how many bits? Sign keys, superimposed codes and the moment curve side by side.

    python benchmarks/bounded_precision.py                       # some six minutes
    python benchmarks/bounded_precision.py --only sizes          # or curves: one of the two tables
    python benchmarks/bounded_precision.py --quick
    python benchmarks/bounded_precision.py --plot bounded_precision.png

For every N and q the least m on a ladder (steps of about 6 %, found by bisection) at which random sign keys (seed 0)
select every one of the subsets tried: runs, spread ones, near misses, random ones
(``headcount.bounds.constructions.averaging.averaging_head``). These figures are *sampled*: a subset that was not tried
may fail. "gap" asks for a positive gap, which is at least 4, on 400 subsets; "half" for a gap of half the score on the
subset, on 40 subsets, at p = 1 and p = 2. Ties are exact integers everywhere. Proved for all subsets are the
superimposed code and the moment curve; and, for the unrounded least-squares query only, a relative gap 1/2 where the
keys' coherence is small enough ("coherent").
"""

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, log, log2

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount.bounds.constructions.averaging.averaging_head import hard_subsets
from headcount.bounds.constructions.averaging.dual_certificate import DualCertificate, NoExactTieError
from headcount.bounds.constructions.averaging.moment_curve_averaging import NODES, qsa_moment_curve
from headcount.bounds.constructions.averaging.rounded_curve import ROUNDED_NODES, least_bits_when_rounded
from headcount.bounds.constructions.averaging.shared_heads import _prime_from, _root, code_parameters
from headcount.bounds.constructions.averaging.sign_keys import random_sign_keys

HALF = Fraction(1, 2)
LARGEST_TABLE = 1.0e9
"""Most entries N m for which the coherence is computed."""


@dataclass(frozen=True)
class Row:
    """What was measured for one N and q; None: not found."""

    N: int
    q: int
    gap: int | None
    half: int | None
    half_two_bits: int | None
    coherent: int | None
    code: int
    code_half: int
    curve_bits: int

    @property
    def scale(self) -> float:
        return self.q * log(self.N)

    @property
    def counting(self) -> int:
        return ceil(log2(comb(self.N, self.q)))


def least_m(N: int, q: int, bits: int, relative_gap: Fraction, tried: int, start: float) -> int | None:
    """The least m on the ladder that passes, searched downwards from one that passes."""
    ladder = [round(start * q * log(N) * 1.06**k) for k in range(40)]
    low, high = -1, 0
    step = 4
    while not passes(N, q, ladder[high], bits, relative_gap, tried):
        low, high = high, min(high + step, len(ladder) - 1)
        if low == high:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        if passes(N, q, ladder[middle], bits, relative_gap, tried):
            high = middle
        else:
            low = middle
    return ladder[high]


def passes(N: int, q: int, m: int, bits: int, relative_gap: Fraction, tried: int) -> bool:
    """Whether every subset tried has exact ties and the gap; near misses are drawn from the query itself."""
    if 2 ** (m - 1) < N:
        return False
    keys = random_sign_keys(N, m, 0)
    rule = DualCertificate(keys, bits, relative_gap)
    seen: dict[tuple[int, ...], tuple[np.ndarray, int, int]] = {}

    def best(subset: tuple[int, ...]) -> tuple[np.ndarray, int, int]:
        if subset not in seen:
            seen[subset] = rule.best(subset)
        return seen[subset]

    for subset in hard_subsets(N, q, tried, 0, lambda y: rule.scores(best(y)[0])):
        try:
            _, on, off = best(subset)
        except NoExactTieError:
            return False
        if on <= off or on - off < relative_gap * on:
            return False
    return True


def largest_product(keys: np.ndarray, block: int = 2048) -> int:
    """max |<u_i, u_j>| over pairs i < j, exact: sums of +-1 below 2^24 are exact in single precision.

    >>> largest_product(binary_keys(4))
    2
    """
    single = keys.astype(np.float32)
    found = 0
    for start in range(0, len(keys), block):
        rows = single[start : start + block]
        products = np.abs(rows @ single[start:].T)
        products[np.arange(len(rows)), np.arange(len(rows))] = 0
        found = max(found, int(products.max(initial=0)))
    return found


def coherent_m(N: int, q: int) -> int | None:
    """The least m on a ladder of steps of 10 % with mu (3q - 1) <= 1, seed 0; None if the tables would be too large."""
    m = round(15 * q * q * log(N))
    while N * m <= LARGEST_TABLE and N * N * m <= 5e11:
        if largest_product(random_sign_keys(N, m, 0)) * (3 * q - 1) <= m:
            return m
        m = round(m * 1.1)
    return None


def relative_parameters(N: int, q: int) -> tuple[int, int, int]:
    """(n, r, k) of the least m = n r such that foreign keys overlap at most half: n = 2 q (k - 1) points."""
    choices = [(1, N, 1)]
    for k in range(2, N.bit_length() + 1):
        n = 2 * q * (k - 1)
        choices.append((n, _prime_from(max(_root(N, k), n - 1, 2)), k))
    return min(choices, key=lambda choice: choice[0] * choice[1])


def measure(N: int, q: int, tried: int, say: Callable[[str], None]) -> Row:
    """All constructions at one N and q."""
    start = time.perf_counter()
    code, code_half = code_parameters(N, q), relative_parameters(N, q)
    row = Row(
        N, q,
        gap=least_m(N, q, 1, Fraction(0), 10 * tried, 2.5),
        half=least_m(N, q, 1, HALF, tried, 6.0),
        half_two_bits=least_m(N, q, 2, HALF, tried, 3.5),
        coherent=coherent_m(N, q),
        code=code[0] * code[1],
        code_half=code_half[0] * code_half[1],
        curve_bits=qsa_moment_curve(N, q).size.p,
    )  # fmt: skip
    say(f"N={N} q={q}: {time.perf_counter() - start:.1f} s  {row}")
    return row


def dimensions_table(rows: list[Row]) -> Table:
    """The least m of each construction, one head."""
    table = Table(
        "N", "q", "q ln N", "signs, gap", "ratio", "half, p=1", "ratio", "half, p=2", "coherent", "code", "code, half",
        "curve",
        box=SIMPLE,
    )  # fmt: skip
    for r in rows:
        table.add_row(
            str(r.N), str(r.q), f"{r.scale:.0f}", str(r.gap or "-"), ratio(r.gap, r),
            str(r.half or "-"), ratio(r.half, r), str(r.half_two_bits or "-"), str(r.coherent or "-"),
            str(r.code), str(r.code_half), str(2 * r.q),
        )  # fmt: skip
    return table


def bits_table(rows: list[Row]) -> Table:
    """Bits of a position's queries, m p H."""
    table = Table(
        "N", "q", "counting", "q heads", "signs, gap", "half, p=1", "half, p=2", "code", "curve p", "curve m p",
        "fewest, one head",
        box=SIMPLE,
    )  # fmt: skip
    for r in rows:
        found = {"curve": 2 * r.q * r.curve_bits, "code": r.code, "signs": r.gap or 10**9}
        table.add_row(
            str(r.N), str(r.q), str(r.counting), str(r.q * ceil(log2(r.N))), str(r.gap or "-"), str(r.half or "-"),
            str(2 * r.half_two_bits if r.half_two_bits else "-"), str(r.code), str(r.curve_bits), str(found["curve"]),
            min(found, key=lambda name: found[name]),
        )  # fmt: skip
    return table


def ratio(m: int | None, row: Row) -> str:
    """M over q ln N."""
    return "-" if m is None else f"{m / row.scale:.1f}"


def curves_table(sizes: list[tuple[int, int]], tried: int, say: Callable[[str], None]) -> Table:
    """Bits of the curve at each set of nodes: exact ties (proved), and rounded tables (the subsets tried)."""
    titles = [f"exact {nodes}" for nodes in NODES] + [f"rounded {nodes}" for nodes in ROUNDED_NODES]
    table = Table("N", "q", "2q log2(N/2)", *titles, box=SIMPLE)
    for N, q in sizes:
        exact = [str(qsa_moment_curve(N, q, nodes).size.p) for nodes in NODES]
        rounded = [str(least_bits_when_rounded(N, q, nodes, tried).bits) for nodes in ROUNDED_NODES]
        table.add_row(str(N), str(q), f"{2 * q * log2(N / 2):.0f}", *exact, *rounded)
        say(f"curves N={N} q={q} done")
    return table


def draw(rows: list[Row], path: str) -> None:
    """Total bits m p against q, a panel for each N."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    sizes = sorted({r.N for r in rows})
    figure, panels = pyplot.subplots(1, len(sizes), figsize=(2.7 * len(sizes), 3.2), sharey=True, squeeze=False)
    for panel, N in zip(panels[0], sizes, strict=True):
        here = [r for r in rows if r.N == N]
        q = [r.q for r in here]
        panel.plot(q, [2 * r.q * r.curve_bits for r in here], "s-", label="moment curve (proved)")
        panel.plot(q, [r.code for r in here], "^-", label="superimposed code, p = 1 (proved)")
        panel.plot(q, [r.gap or float("nan") for r in here], "o-", label="sign keys, p = 1 (sampled)")
        panel.plot(q, [r.q * ceil(log2(N)) for r in here], "d--", label="q heads, p = 1, m p H (proved)")
        panel.plot(q, [r.counting for r in here], "k:", label="counting: m p H >= log2 C(N, q)")
        panel.set_xscale("log", base=2)
        panel.set_yscale("log", base=10)
        panel.set_title(f"N = {N}", fontsize=9)
        panel.set_xlabel("q", fontsize=8)
        panel.tick_params(labelsize=7)
    panels[0][0].set_ylabel("bits of the queries of a position", fontsize=8)
    handles, labels = panels[0][0].get_legend_handles_labels()
    figure.legend(handles, labels, fontsize=7, ncol=3, loc="lower center")
    figure.tight_layout(rect=(0, 0.14, 1, 1))
    figure.savefig(path, dpi=80)


def main() -> None:
    """Print the tables; draw the picture if a path is given."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sizes only")
    parser.add_argument("--tried", type=int, default=40, help="subsets for each m; ten times as many for gap")
    parser.add_argument("--only", choices=("sizes", "curves"), help="one of the two tables")
    parser.add_argument("--plot", help="file for the picture")
    options = parser.parse_args()
    console, progress = Console(width=120), Console(stderr=True, width=200)
    start = time.perf_counter()
    if options.only != "curves":
        sizes = (128, 1024) if options.quick else (128, 1024, 8192, 65536)
        rows = [measure(N, q, options.tried, progress.print) for N in sizes for q in (2, 4, 8, 16)]
        console.print(dimensions_table(rows))
        console.print(bits_table(rows))
        if options.plot:
            draw(rows, options.plot)
    if options.only != "sizes":
        curves = [(N, q) for N in ((128,) if options.quick else (128, 1024)) for q in (2, 4, 8)]
        console.print(curves_table(curves, 16, progress.print))
    console.print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
