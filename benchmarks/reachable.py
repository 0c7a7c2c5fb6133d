"""Which classes of an output layer are argmaxable: ``headcount.reachable`` beside one linear program for each class.

The plain way asks HiGHS for each class i to maximise t with <W_i - W_j, x> >= t for all j and |x| <= 1 coordinate by
coordinate, and calls the class argmaxable if t > 1e-7; it is run for some classes, and its time multiplied up. Its
answers are floating-point ones. Layers are float32: Gaussian rows, in which some are replaced by interior points (a
small Gaussian row), by a mean of two others rounded to float32, and by copies of others; and rows whose norms follow a
power law, as word frequencies do, where many classes are unargmaxable.

    python benchmarks/reachable.py                # up to 5,000 x 128: some minutes
    python benchmarks/reachable.py --large        # 50,000 x 512 as well: 3 GB, a quarter of an hour
"""

import argparse
import resource
import time

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from scipy.optimize import linprog

from headcount import reachable

SIZES = ((1000, 2), (1000, 16), (1000, 64), (5000, 8), (5000, 128))
LARGE = ((50_000, 512),)
PLANTED = 4


def gaussian(classes: int, d: int, seed: int) -> np.ndarray:
    """Gaussian rows with planted ones: interior, rounded means of two, copies."""
    rng = np.random.default_rng(seed)
    rows = rng.standard_normal((classes, d)).astype(np.float32)
    rows[:PLANTED] = 0.02 * rng.standard_normal((PLANTED, d))
    for k in range(PLANTED):
        rows[PLANTED + k] = (rows[-1 - k] + rows[-20 - k]) / 2
        rows[2 * PLANTED + k] = rows[-40 - k]
    return rows


def power_law(classes: int, d: int, seed: int) -> np.ndarray:
    """Gaussian rows whose norms fall as the square root of the rank."""
    rng = np.random.default_rng(seed)
    rows = rng.standard_normal((classes, d)) / np.sqrt(np.arange(1, classes + 1))[:, None]
    return rows.astype(np.float32)


KINDS = {"gaussian": gaussian, "power law": power_law}


def plain(rows: np.ndarray, i: int) -> bool:
    """A linear program for one class, in floating point."""
    classes, d = rows.shape
    differences = np.delete(rows, i, axis=0).astype(float) - rows[i]
    constraints = np.hstack([differences, np.ones((classes - 1, 1))])
    cost = np.zeros(d + 1)
    cost[-1] = -1
    found = linprog(cost, A_ub=constraints, b_ub=np.zeros(classes - 1), bounds=[(-1, 1)] * d + [(None, 1)])
    return bool(-found.fun > 1e-7)


def main() -> None:
    """Print a line for each layer."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--large", action="store_true", help="50,000 x 512 as well")
    parser.add_argument("--plain", type=int, default=6, help="classes that the plain way is run for")
    parser.add_argument("--seconds", type=float, default=1200.0, help="budget of each layer")
    options = parser.parse_args()
    console = Console(width=150)
    headings = "layer", "reachable", "not", "open", "first", "single", "seconds", "with check", "certified", "GB"
    table = Table(*headings, "plain s", "ratio", "differ", box=SIMPLE)
    for classes, d in SIZES + (LARGE if options.large else ()):
        for kind, make in KINDS.items():
            rows = make(classes, d, classes + d)
            start = time.perf_counter()
            answer = reachable(rows, budget=options.seconds)
            whole = time.perf_counter() - start
            sample = [0, PLANTED, 2 * PLANTED, *range(classes // 2, classes // 2 + max(0, options.plain - 3))]
            asked = sample[: options.plain if d < 512 else 1]
            start = time.perf_counter()
            said = [plain(rows, i) for i in asked]
            each = (time.perf_counter() - start) / len(asked)
            differ = sum(says != (answer.statuses[i] == "reachable") for i, says in zip(asked, said, strict=True))
            first = len(answer.first.which) / classes
            table.add_row(
                f"{kind} {classes} x {d}",
                *(str(len(found)) for found in (answer.reachable, answer.unreachable, answer.open)),
                f"{first:.1%}",
                f"{1 - first:.1%}",
                f"{answer.seconds:.3g}",
                f"{whole:.3g}",
                str(len(answer.certified_sets)),
                f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.2f}",
                f"{each * classes:.3g}",
                f"{each * classes / answer.seconds:.3g}",
                f"{differ} of {len(asked)}",
            )
            console.print(f"{kind} {classes} x {d} done", style="dim")
    console.print(table)


if __name__ == "__main__":
    main()
