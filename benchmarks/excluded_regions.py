"""Sizes that no fixed-point unit can have, at finite N: Match3 and q-SA, explicit constants, tables and a picture.

    python benchmarks/excluded_regions.py                              # some seconds
    python benchmarks/excluded_regions.py --plot excluded_regions.png

Class FIXED(p, twos), order 2, one layer, H heads. A number in a table is the least one that is not excluded: every
smaller one is proved impossible, nothing is said about the number itself. Match3 (any M >= N + 1) with dv = m, values
as wide as queries, which is how the width is counted in the literature; and with dv = 1, by the number of heads. q-SA
with dv = 1: by counting (the read-out sees the row alone) and by disjointness (one way, for comparison; and for
read-outs that also see the token), next to what the constructions need.
"""

import argparse
import time
from math import ceil, log2

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount.reductions.excluded_sizes.counting_lower import qsa_counting_lower
from headcount.reductions.excluded_sizes.disjointness_lower import match3_disjointness_lower, qsa_disjointness_lower
from headcount.reductions.excluded_sizes.excluded_region import ExcludedRegion
from headcount.reductions.excluded_sizes.lower_bounds import lower_bounds_for

LENGTHS = (17, 65, 257, 1025)
BITS = (1, 2, 4, 8)
HEADS = (1, 2, 4, 8)
AVERAGES = ((64, 2), (64, 4), (64, 16), (257, 8), (257, 128), (1025, 4), (1025, 64), (1025, 512), (65536, 16))


def match3_table() -> Table:
    table = Table(title="Match3(N, M), any M >= N + 1, dv = m: least m not excluded", box=SIMPLE)
    for name in ("N", "required", "p", *(f"H = {H}" for H in HEADS), "dv = 1, m <= 64: least H"):
        table.add_column(name, justify="right")
    for N in LENGTHS:
        wide, narrow = (lower_bounds_for("match3", {"N": N}, dv=dv) for dv in ("m", 1))
        for p in BITS:
            heads = (str(max(region.least_m(p, H) for region in wide)) for H in HEADS)
            least = max(region.least_H(64, p) for region in narrow)
            table.add_row(str(N), str(wide[0].required), str(p), *heads, str(least))
        table.add_section()
    return table


def qsa_table() -> Table:
    table = Table(title="q-SA(N, q), dv = 1, H = 1: least m not excluded", box=SIMPLE)
    for name in ("N", "q", "counting", "p = 1", "p = 4", "one-way DISJ", "p = 1", "any read-out", "p = 1", "p = 4",
                 "q heads, p = 1: H m p", "2q"):  # fmt: skip
        table.add_column(name, justify="right")
    for N, q in AVERAGES:
        counting = qsa_counting_lower(N, q)
        row = [str(N), str(q), f"{counting.required} bits", *(str(counting.least_m(p, 1)) for p in (1, 4))]
        if 2 * q + 1 <= N:
            one_way, any_read_out = (qsa_disjointness_lower(N, q, read_out=r) for r in ("row", "row and token"))
            row += [f"{one_way.required} bits", str(one_way.least_m(1, 1))]
            row += [f"{any_read_out.required} bits", *(str(any_read_out.least_m(p, 1)) for p in (1, 4))]
        else:
            row += ["-"] * 5
        table.add_row(*row, str(q * ceil(log2(N))), str(2 * q))
    return table


def first_length(p: int, H: int) -> int:
    """The least N at which Match3's bound excludes anything, m = dv = 1."""
    N = 3
    while not any(region.excludes(1, p, H) for region in lower_bounds_for("match3", {"N": N})):
        N += 2
    return N


def draw(path: str) -> None:
    """Left: Match3, the excluded sizes m against N. Right: q-SA, bits of a position's queries against q."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.6))
    lengths = [2**k + 1 for k in range(4, 15)]
    for p, H, style in ((1, 1, "o-"), (4, 1, "s-"), (16, 1, "^-"), (4, 8, "d--")):
        least = [max(r.least_m(p, H) for r in lower_bounds_for("match3", {"N": N})) for N in lengths]
        left.plot(lengths, least, style, markersize=3, label=f"p = {p}, H = {H}")
    left.set_title("Match3, M > N, dv = m: below a line excluded", fontsize=9)
    left.set_xlabel("N", fontsize=8)
    left.set_ylabel("m", fontsize=8)

    N = 1025
    sizes = [2**k for k in range(10)]
    regions = (
        ("counting, p = 1: m", "o-", [qsa_counting_lower(N, q) for q in sizes]),
        ("DISJ one way, p = 1: m", "s-", [qsa_disjointness_lower(N, q, read_out="row") for q in sizes]),
        ("DISJ, any read-out, p = 1: m", "^-", [qsa_disjointness_lower(N, q) for q in sizes]),
    )
    for name, style, found in regions:
        right.plot(sizes, [region.least_m(1, 1) for region in found], style, markersize=3, label=name)
    right.plot(sizes, [q * ceil(log2(N)) for q in sizes], "k:", label="enough: q heads, p = 1: H m")
    right.set_title(f"q-SA({N}, q), dv = 1: below a line excluded (H = 1)", fontsize=9)
    right.set_xlabel("q", fontsize=8)
    for panel in (left, right):
        panel.set_xscale("log", base=2)
        panel.set_yscale("log", base=2)
        panel.tick_params(labelsize=7)
        panel.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(path, dpi=90)


def show(region: ExcludedRegion, console: Console) -> None:
    console.print(str(region), highlight=False, markup=False)
    console.print()


def main() -> None:
    """Print the tables; draw the picture if a path is given."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", help="file for the picture")
    options = parser.parse_args()
    console = Console(width=150)
    start = time.perf_counter()
    show(match3_disjointness_lower(65), console)
    console.print(match3_table())
    for p, H in ((1, 1), (4, 1), (1, 8)):
        console.print(
            f"the first N at which m = dv = 1 is excluded for Match3: {first_length(p, H)} (p = {p}, H = {H})"
        )
    console.print()
    show(qsa_counting_lower(64, 4), console)
    console.print(qsa_table())
    if options.plot:
        draw(options.plot)
    console.print(f"{time.perf_counter() - start:.1f} s")


if __name__ == "__main__":
    main()
