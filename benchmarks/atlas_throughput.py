"""Sign-ranks of small matrices: classes a second by ``probe``, one after the other, and by the batch of the catalogue.

Both get the same classes in turns, ten at a time, so that whatever else the machine does is shared. Both give
certificates for both bounds that the checker has accepted.

    python benchmarks/atlas_throughput.py                    # n = 8, some minutes
    python benchmarks/atlas_throughput.py --n 6 7 8 --classes 200
"""

import argparse
import random
import resource
import sys
import time
from collections.abc import Callable

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount import Accepted, SignPattern, check, probe
from headcount.catalogues.sign_matrices import rows_of, words_of
from headcount.catalogues.sign_ranks import SIGN_RANKS

TURN = 10
"""Classes in a turn."""

Settle = Callable[[int, list[str]], list[list[int]]]
"""The brackets of some classes."""


def by_probe(n: int, keys: list[str]) -> list[list[int]]:
    """One question after the other."""
    found = []
    for key in keys:
        bracket = probe(SignPattern(tuple(words_of(*rows_of(key))), null=True), budget=60)
        assert isinstance(check(bracket.certificate()), Accepted)
        found.append([bracket.lower.value, bracket.upper.value])
    return found


def by_batch(n: int, keys: list[str]) -> list[list[int]]:
    """All at once, in this process."""
    return [entry.fields["sign_rank"] for entry in SIGN_RANKS.settle(n, keys, None)]


def processor_seconds() -> float:
    """Of this process and those that it has started."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--n", type=int, nargs="+", default=[8])
    parser.add_argument("--classes", type=int, default=200)
    arguments = parser.parse_args()
    table = Table(
        "n", "classes", "by", "s", "CPU s", "CPU ms a class", "classes a CPU second", box=SIMPLE, pad_edge=False
    )
    for n in arguments.n:
        keys = SIGN_RANKS.keys(n)
        keys = random.Random(0).sample(keys, min(len(keys), arguments.classes))
        ways: dict[str, Settle] = {"probe, one by one": by_probe, "batch": by_batch}
        spent = {name: [0.0, 0.0] for name in ways}
        for settle in ways.values():
            settle(n, keys[:2])  # what is loaded and compiled once is not counted
        for first in range(0, len(keys), TURN):
            answers = []
            for name, settle in ways.items():
                began, used = time.monotonic(), processor_seconds()
                answers.append(settle(n, keys[first : first + TURN]))
                spent[name][0] += time.monotonic() - began
                spent[name][1] += processor_seconds() - used
            if answers[0] != answers[1]:
                sys.exit(f"the answers differ: {keys[first : first + TURN]}, {answers}")
        for name, (seconds, used) in spent.items():
            each = used / len(keys)
            shown = (f"{seconds:.1f}", f"{used:.1f}", f"{1000 * each:.2f}", f"{1 / each:.0f}")
            table.add_row(f"{n}", f"{len(keys)}", name, *shown)
    (Console() if sys.stdout.isatty() else Console(width=110)).print(table)


if __name__ == "__main__":
    main()
