"""The smallest fixed-point units for small tasks: least m with one head, least H at m = 1, for p = 1, 2, 3.

Run: ``python benchmarks/fixed_units.py`` (about an hour), ``--read-out any|threshold``, ``--grid midrise|twos``,
``--seconds 10`` for each size up to the largest, ``--only eq``, ``--bits 2``. Every unit is run on all inputs by the
exact evaluator, every refutation is a proof by cases that the checker has replayed; what neither closes in time is
written as a range.
"""

import argparse
import time
from itertools import product

from headcount import Answer
from headcount.questions import Scope, UnitClass, least_size
from headcount.questions.finite_task import FiniteTask
from headcount.questions.outputs import Computation
from headcount.reductions.encoders.disj_to_match3 import match3_encoder
from headcount.search.ask import ask
from headcount.search.asked import Asked

MOST_M, MOST_H = 3, 3


def listed(name, alphabet, length, rows):
    """A question about a table; answers that are None are not asked for."""
    parameters = (("alphabet", alphabet), ("length", length))
    return Computation(FiniteTask("table", parameters, tuple(rows)), name)


def eq(symbols):
    """Two tokens; position 0 says whether they are equal."""
    rows = [((x, y), (int(x == y), None)) for x, y in product(range(symbols), repeat=2)]
    return listed(f"EQ A={symbols}", symbols, 2, rows)


def disjointness(n):
    """Match3 on the encodings of DISJ_n, N = 2n + 1, M = 2n + 2; position 0, the public token, is asked."""
    encoder = match3_encoder(n, 2 * n + 2)
    rows = []
    for a, b in product(product((0, 1), repeat=n), repeat=2):
        alice = [encoder.alice[i][bit] for i, bit in enumerate(a)]
        bob = [encoder.bob[i][bit] for i, bit in enumerate(b)]
        meet = int(any(x and y for x, y in zip(a, b, strict=True)))
        rows.append(((encoder.public, *alice, *bob), (meet,) + (None,) * (2 * n)))
    return listed(f"DISJ_{n} in Match3", 2 * n + 2, 2 * n + 1, rows)


def parity(k):
    """k bits after a blank at position 0, which says whether their sum is odd."""
    rows = [((0, *bits), (sum(bits) % 2,) + (None,) * k) for bits in product((0, 1), repeat=k)]
    return listed(f"parity k={k}", 2, k + 1, rows)


def match2(N, M):
    """All inputs, all positions."""
    parameters = (("order", 2), ("M", M), ("N", N))
    return Computation(FiniteTask("match", parameters))


TASKS = (
    *((f"EQ A={a}", eq(a)) for a in (2, 3, 4)),
    *((f"DISJ_{n} in Match3", disjointness(n)) for n in (1, 2, 3)),
    *((f"Match2 N={N} M={M}", match2(N, M)) for N, M in ((2, 2), (2, 3), (2, 4), (3, 2), (3, 3))),
    *((f"parity k={k}", parity(k)) for k in (2, 3, 4, 5)),
)


def least(asked: Asked, most: int, seconds: float) -> Answer:
    """The bracket of m or H; nothing above ``most`` is of interest."""
    return ask(asked, budget=seconds * (most + 1), enough=lambda lower, upper: lower > most)


def ends(found: Answer) -> str:
    """``2``, or ``1..2``, or ``>= 2``."""
    if found.closed:
        return str(found.lower.value)
    return f">= {found.lower.value}" if found.upper is None else f"{found.lower.value}..{found.upper.value}"


def main() -> None:
    """Print the table line by line."""
    options = argparse.ArgumentParser()
    options.add_argument("--read-out", choices=("any", "threshold"), action="append")
    options.add_argument("--grid", choices=("midrise", "twos"), default="midrise")
    options.add_argument("--seconds", type=float, default=20.0)
    options.add_argument("--only", default="")
    options.add_argument("--bits", type=int, action="append", help="p; 1, 2 and 3 if left out")
    options.add_argument("--null", action="store_true")
    chosen = options.parse_args()
    print(f"{'task':18} {'read-out':10} p  {'least m, H = 1':>15}  {'least H, m = 1':>15}  {'seconds':>8}")
    for read_out in chosen.read_out or ("any", "threshold"):
        for name, question in TASKS:
            if not name.lower().startswith(chosen.only.lower()):
                continue
            for p in chosen.bits or (1, 2, 3):
                start = time.monotonic()
                combine = "concat" if read_out == "any" else "sum"
                scope, unit_class = Scope(chosen.null, combine=combine), UnitClass("FIXED", p, chosen.grid)
                width, heads = (
                    Asked(least_size(question, resource, unit_class, m=1, read_out=read_out, scope=scope))
                    for resource in ("m", "H")
                )
                m = least(width, MOST_M, chosen.seconds)
                one = m.upper is not None and m.upper.value <= 1
                H = "1" if one else ends(least(heads, MOST_H, chosen.seconds))
                took = time.monotonic() - start
                print(f"{name:18} {read_out:10} {p}  {ends(m):>15}  {H:>15}  {took:8.1f}", flush=True)


if __name__ == "__main__":
    main()
