"""q-SA within an error: the least m against p, certified at toy sizes, constructions beyond.

    python benchmarks/averages_width_and_bits.py --plot averages_width_and_bits.png     # two minutes
    python benchmarks/averages_width_and_bits.py --quick

Sanford, Hsu, Telgarsky 2023: Theorem 3 takes few dimensions and many bits, Theorem 2 few bits and more dimensions.
"""

import argparse
from fractions import Fraction

from matplotlib.figure import Figure
from matplotlib.patches import Patch

from headcount.bounds.averages import symmetric_lower
from headcount.bounds.constructions.averaging.width_and_bits import widths_and_bits
from headcount.questions import averaging_question, least_size
from headcount.reductions.excluded_sizes.counting_lower import qsa_counting_lower
from headcount.show.pictures.regions import draw_curves
from headcount.sweep.frontier.cells import CellQuestion
from headcount.sweep.frontier.frontier import Frontier, map_answer
from headcount.sweep.frontier.picture import COLOURS, draw_panel
from headcount.sweep.frontier.question import MapAsked

ERROR, SMALLER = Fraction(1, 4), Fraction(1, 10)
"""Of the maps, and of the constructions."""
TOY = (((4, 2), 5), ((5, 2), 6), ((6, 2), 7), ((7, 2), 8))
LARGE = ((16, 2), (64, 2), (64, 4), (256, 2), (256, 4))


def toy_map(N: int, q: int, widest: int, seconds: float) -> Frontier:
    """The certified map in class FIXED(p, midrise)."""
    asked = CellQuestion(least_size(averaging_question(N, q), "m", "FIXED(p, midrise)", error=ERROR))
    return map_answer(MapAsked(asked, range(2, widest + 1), range(1, 5), range(1, 2)), budget=seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--plot")
    given = parser.parse_args()
    maps = {}
    print(f"least m, class FIXED(p, midrise), error {ERROR}: certified (a..b: open)")
    print(f"  {'N, q':<8}" + "".join(f"{f'p={p}':>8}" for p in range(1, 5)))
    for (N, q), widest in TOY[: 2 if given.quick else None]:
        maps[N, q] = toy_map(N, q, widest, 20)
        found = [str(width) for width in maps[N, q].least_widths()]
        print(f"  {f'{N}, {q}':<8}" + "".join(f"{width:>8}" for width in found))
    print(f"constructions, error {SMALLER}; m p in bits beside")
    sizes = {}
    for N, q in LARGE[: 1 if given.quick else None]:
        sizes[N, q] = widths_and_bits(N, q, SMALLER)
        lower = symmetric_lower(least_size(averaging_question(N, q), "m", "FIXED(2, twos)", error=SMALLER))
        print(f"  N={N} q={q}: m >= {lower.value} at every p")
        for size in sizes[N, q]:
            print(f"    m = {size.m:>4}  p = {size.p:>3}  m p = {size.m * size.p:>5}  {size.status:<8} {size.name}")
    if given.plot:
        picture(maps, sizes).savefig(given.plot, dpi=110)


def picture(maps: dict, sizes: dict) -> Figure:
    """Left the largest map, right the largest constructions."""
    (toy, found), (large, built) = list(maps.items())[-1], list(sizes.items())[-1]
    figure = Figure(figsize=(13, 5.2), layout="constrained")
    left, right = figure.subplots(1, 2)
    draw_panel(left, found, 1, {})
    left.set_title(f"N = {toy[0]}, q = {toy[1]}, error {ERROR}: class FIXED(p, midrise), certified", fontsize=10)
    left.set_xlabel("p, bits per number")
    left.set_ylabel("m, width of queries and keys")
    left.legend(handles=[Patch(facecolor=c, label=status.existence) for status, c in COLOURS.items()], fontsize=8)
    bits = range(2, max(size.p for size in built) + 1)
    title = f"N = {large[0]}, q = {large[1]}, error {SMALLER}"
    least = symmetric_lower(least_size(averaging_question(*large), "m", "FIXED(2, twos)", error=SMALLER))
    draw_curves(right, [qsa_counting_lower(*large)], bits, 1, title, least.value, built)
    return figure


if __name__ == "__main__":
    main()
