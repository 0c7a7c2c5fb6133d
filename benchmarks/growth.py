"""How time grows: log-log slopes over at least four doublings, beside those that the mathematics asks for.

    python benchmarks/growth.py                                   # four minutes
    python benchmarks/growth.py --only check
    python benchmarks/growth.py --write benchmarks/growth.rst --plot benchmarks/growth.png

Each size is a process of its own that loads everything first; what is counted is the processor time of the call after
that, its own processes included, and the largest memory of one of them. The slope is that of the least-squares line
through the upper four doublings; the steepest is that of one of these doublings, which shows steps that a line hides.
"""

import argparse
import math
import os
import subprocess
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from before_and_after import circumstances, page

ROOT = Path(__file__).parents[1]
DOUBLINGS = 4

MEASURED = """
import resource, sys, time
{setup}
def spent():
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(one.ru_utime + one.ru_stime for one in map(resource.getrusage, kinds))
start = spent()
answer = {call}
seconds = spent() - start
kilobytes = max(resource.getrusage(kind).ru_maxrss for kind in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(seconds, kilobytes / 1024)
"""


@dataclass(frozen=True)
class Family:
    """Work of every size: what is doubled, Python that prepares (``n`` is the size) and that is measured."""

    name: str
    size: str
    sizes: tuple[int, ...]
    setup: str
    call: str
    asked: float
    why: str


def doubled(first: int, last: int) -> tuple[int, ...]:
    """The sizes first, 2 first, .. up to last."""
    return tuple(first << k for k in range((last // first).bit_length()))


SPARSE = """
import numpy as np
import headcount
from headcount import SignPattern, probe
rng = np.random.default_rng(0)
places = rng.permutation(n)
rows = tuple("".join("+" if c in (places[r], (places[r] + 1) % n) else "-" for c in range(n)) for r in range(n))
pattern = SignPattern(rows, null=False)
"""
PAIRS = """
import numpy as np
import headcount
from headcount import dimension
rng = np.random.default_rng(0)
relevant = {{q: set(rng.choice(n, {k}, replace=False).tolist()) for q in range(n)}}
dimension({{0: {{0}}, 1: {{1}}, 2: {{2}}}}, budget=30)
"""
PROBE = "from headcount import SparseAveraging, probe\nprobe(SparseAveraging(6, 3))"
CHECK = (
    SPARSE
    + """
import json
text = json.dumps(probe(pattern, budget=1000).certificate()).encode()
headcount.check(json.dumps(probe(SignPattern(("+-", "-+"), null=False)).certificate()).encode())
"""
)
ATTENTION = """
import numpy as np
from headcount.attention import softmax_attention
from headcount.questions import tensor
parts = np.random.default_rng(0).normal(size=({count}, n, 8)) * 0.8
keys, values = list(parts[1:{order}]), list(parts[{order}:])
softmax_attention(parts[0, :8], [k[:8] for k in keys], [v[:8] for v in values], polynomial=tensor({order}))
"""
GAMMA = """
import numpy as np
from headcount import measure
rows = ["".join(map(str, row)) for row in np.random.default_rng(0).integers(0, 2, (n, n)).tolist()]
measure(["01", "11"], only="gamma2", processes=False)
"""
COVER = """
from headcount import measure
rows = ["".join("1" if a > b else "0" for b in range(n)) for a in range(n)]
measure(["01", "11"], only="{name}", processes=False)
"""
PATTERN = "import headcount\nfrom math import isqrt\nheadcount.pattern('window n=8 w=1')"
APPROXIMATE = """
import headcount
import numpy as np
def matrix(n):
    one, two = (np.roll(np.eye(n), k, axis=1) for k in (1, n // 3))
    return (one + two) / 2
headcount.approximate(matrix(8), method="polynomial")
"""

FAMILIES = (
    Family("probe, named: q-SA, q = 3", "N", doubled(2**10, 2**18), PROBE, "probe(SparseAveraging(n, 3))", 0,
           "a formula, whatever N is"),
    Family("probe, a pattern without a name", "n, of n x n", doubled(64, 2048), SPARSE, "probe(pattern, budget=1000)",
           2, "n^2 entries are read"),
    Family("check: its certificate", "n, of n x n", doubled(64, 2048), CHECK, "headcount.check(text).statement", 2,
           "n^2 entries are read, and signs counted along each row"),
    Family("dimension: 1 of n items a query", "pairs", doubled(1024, 32768), PAIRS.format(k=1),
           "dimension(relevant, budget=1000)", 1, "each pair is read and compared with its neighbours in an order"),
    Family("measure: gamma_2 of random matrices", "n, of n x n", doubled(8, 128), GAMMA,
           "measure(rows, only='gamma2', processes=False, budget=1000)", 3,
           "n^3 for a step along the path, of which there are some dozens"),
    Family("measure: fooling sets of greater-than", "n, of n x n", doubled(16, 512), COVER.format(name="fooling1"),
           "measure(rows, only='fooling1', processes=False, budget=1000)", 2, "n^2 pairs are compared"),
    Family("pattern: strided, width sqrt n", "n", doubled(128, 4096), PATTERN,
           "headcount.pattern(f'strided n={n} w={isqrt(n)}')", 2, "which positions depend on which: n^2 pairs"),
    Family("approximate: polynomial", "L", doubled(64, 2048), APPROXIMATE,
           "headcount.approximate(matrix(n), method='polynomial')", 2, "all L^2 entries are compared"),
    Family("attention, order 2, m = 8", "N", doubled(256, 8192), ATTENTION.format(count=3, order=2),
           "softmax_attention(parts[0], keys, values, polynomial=tensor(2))", 2, "N^2 scores"),
    Family("attention, order 3, m = 8", "N", doubled(32, 1024), ATTENTION.format(count=5, order=3),
           "softmax_attention(parts[0], keys, values, polynomial=tensor(3))", 3, "N^3 scores"),
)  # fmt: skip


def measured(family: Family, n: int) -> tuple[float, float]:
    """Processor seconds and MiB of one size: the less of two runs if these are short."""
    code = MEASURED.format(setup=f"n = {n}\n{family.setup}", call=family.call)
    runs: list[tuple[float, float]] = []
    while not runs or (len(runs) < 2 and runs[0][0] < 2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", cwd=ROOT.parent)
        if done.returncode:
            raise SystemExit(f"{family.name}, {family.size} = {n}: {done.stderr[-400:]}")
        seconds, mebibytes = map(float, done.stdout.split()[-2:])
        runs.append((seconds, mebibytes))
    return min(runs)


def slope(points: list[tuple[int, float]]) -> float:
    """The slope of the least-squares line through the logarithms of the last points.

    >>> round(slope([(n, 3.0 * n**2) for n in (1, 2, 4, 8, 16, 32)]), 6)
    2.0
    """
    logs = [(math.log(n), math.log(max(seconds, 1e-4))) for n, seconds in points[-DOUBLINGS - 1 :]]
    mean = [sum(one[axis] for one in logs) / len(logs) for axis in (0, 1)]
    above = sum((x - mean[0]) * (y - mean[1]) for x, y in logs)
    return above / sum((x - mean[0]) ** 2 for x, _ in logs)


def steepest(points: list[tuple[int, float]]) -> float:
    """The largest slope of one doubling among the last ones; times below a hundredth of a second count as that.

    >>> round(steepest([(n, 3.0 * n**2) for n in (1, 2, 4, 8, 16, 32)]), 6)
    2.0
    """
    last = [(n, max(seconds, 0.01)) for n, seconds in points[-DOUBLINGS - 1 :]]
    return max(math.log(b[1] / a[1]) / math.log(b[0] / a[0]) for a, b in pairwise(last))


def picture(curves: dict[str, list[tuple[int, float]]], path: Path) -> None:
    """All curves in one picture, the slope in the legend."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 6), layout="constrained")
    axes = figure.subplots()
    for k, (name, points) in enumerate(curves.items()):
        label = f"{name}: {slope(points):.1f}"
        axes.loglog(*zip(*points, strict=True), marker="os^vD"[k % 5], color=f"C{k}", label=label)
    axes.set(xlabel="size", ylabel="processor seconds", title="Time against size; slopes of the upper four doublings")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    figure.savefig(path, dpi=130)


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", metavar="TEXT", help="families whose name contains this")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw all curves")
    options = parser.parse_args()
    table = Table("work", "size", "from", "to", "s at the last", "MiB", "slope", "steepest", "asked", "why", box=SIMPLE)
    curves, loads = {}, []
    for family in FAMILIES:
        if options.only not in family.name:
            continue
        found = [(n, *measured(family, n)) for n in family.sizes]
        points = [(n, seconds) for n, seconds, _ in found]
        print(family.name, *(f"{n}: {s:.3g} s" for n, s in points), f"slope {slope(points):.2f}", sep="  ", flush=True)
        most = f"{max(mebibytes for *_, mebibytes in found):.0f}"
        last = f"{points[-1][1]:.3g}"
        sizes = (str(family.sizes[0]), str(family.sizes[-1]))
        slopes = (f"{slope(points):.1f}", f"{steepest(points):.1f}", f"{family.asked:g}")
        table.add_row(family.name, family.size, *sizes, last, most, *slopes, family.why)
        curves[family.name] = points
        loads.append(os.getloadavg()[0])
    console = Console(width=180)
    with console.capture() as captured:
        console.print(table)
    print(captured.get())
    if options.plot:
        picture(curves, options.plot)
    if options.write:
        text = f"``growth.py``: processor time, {circumstances(loads)} The picture is ``growth.png``."
        options.write.write_text(page("How time grows", text, captured.get(), PICTURE + WHERE_FROM))


PICTURE = """
.. image:: growth.png
   :alt: Processor seconds against size, a curve for each kind of work
   :width: 100%
"""

WHERE_FROM = """
No slope is above what the mathematics asks for. Where it is less, a constant part still weighs as much as the rest:
the first engine process of a probe, the parts of a relevance file that are looked at for lower bounds, loops of Python
over n rows beside operations of NumPy on n^2 entries.

Two steps in the curves. *Fooling sets*: up to n = 256 a rank is found and checked on the way, by elimination in n^3
steps of Python, which is most of the time there (13 of 19 s under a profile); at 512 it is not. *Attention of order 2*:
from 2^26 scores on, N = 8192, a compiled pass is taken, whose loading is in the time of the call.
"""


if __name__ == "__main__":
    main()
