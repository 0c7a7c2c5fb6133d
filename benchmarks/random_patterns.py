"""How many seeded random patterns does ``headcount.probe`` close within a budget each, and how fast?

Four kinds: signs only; a third zeros; 15 % zeros; 20 % stars (no zeros). Seed k gives the k-th pattern of each kind
and size (``numpy.random.default_rng(k)``), with a null token, so that m is the sign-rank. Every closed bracket is
checked again from its certificate.

    python benchmarks/random_patterns.py                          # 10 of each, 10 s each
    python benchmarks/random_patterns.py --count 100 --kinds signs --sizes 8 10 12 14 16
"""

import argparse
from collections.abc import Callable

import numpy as np
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount import Accepted, SignPattern, check, probe

KINDS: dict[str, Callable[[np.random.Generator, int], np.ndarray]] = {
    "signs": lambda rng, n: rng.choice([-1, 1], (n, n)),
    "third-zeros": lambda rng, n: rng.choice([-1, 0, 1], (n, n)),
    "few-zeros": lambda rng, n: rng.choice([-1, 0, 1], (n, n), p=[0.425, 0.15, 0.425]),
    "stars": lambda rng, n: rng.choice([-1, 1, 2], (n, n), p=[0.4, 0.4, 0.2]),
}


def random_pattern(kind: str, size: int, seed: int) -> SignPattern:
    """The seed-th pattern of a kind and size."""
    entries = KINDS[kind](np.random.default_rng(seed), size)
    return SignPattern(tuple("".join("-0+*"[x + 1] for x in row) for row in entries.tolist()), null=True)


def main() -> None:
    """Print a line per kind and size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10, help="patterns of each kind and size")
    parser.add_argument("--seconds", type=float, default=10.0, help="budget for each pattern")
    parser.add_argument("--kinds", nargs="+", choices=list(KINDS), default=list(KINDS))
    parser.add_argument("--sizes", nargs="+", type=int, default=[8, 10, 12, 14, 16])
    options = parser.parse_args()
    console = Console(width=100)
    table = Table("pattern", "closed", "median s", "slowest closed s", "values", "open (lower..upper)", box=SIMPLE)
    for kind in options.kinds:
        for size in options.sizes:
            table.add_row(*_row(kind, size, options.count, options.seconds))
            console.print(f"{kind} {size}x{size} done", style="dim")
    console.print(table)


def _row(kind: str, size: int, count: int, seconds: float) -> list[str]:
    brackets = [probe(random_pattern(kind, size, seed), budget=seconds) for seed in range(count)]
    for bracket in brackets:
        verdict = check(bracket.certificate())
        if not isinstance(verdict, Accepted):
            raise SystemExit(f"the checker refused a bracket: {verdict}")
    closed = [bracket for bracket in brackets if bracket.closed]
    still_open = [f"{b.lower.value}..{b.upper.value}" for b in brackets if not b.closed]
    values = [b.lower.value for b in closed]
    return [
        f"{kind} {size}x{size}",
        f"{len(closed)} of {count}",
        f"{np.median([b.seconds for b in brackets]):.2f}",
        f"{max((b.seconds for b in closed), default=0.0):.2f}",
        ", ".join(f"{v}: {values.count(v)}" for v in sorted(set(values))),
        ", ".join(f"{ends} ({still_open.count(ends)})" for ends in sorted(set(still_open))),
    ]


if __name__ == "__main__":
    main()
