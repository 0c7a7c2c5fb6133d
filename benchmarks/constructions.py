"""Sizes, margins and checks of every construction against N, q, M and K, next to the theorem's formula.

Run: ``python benchmarks/constructions.py`` (some minutes), ``--quick`` for the small half. Every figure is measured by
building the unit and running it; "all" in the column of inputs means that every input of that size was run, a number
that so many seeded random and near-miss inputs were. "formula" is the theorem's value for m and for p (for q-SA by
sign keys q ln N, without the constant); "certified" whether the checker replayed the unit at this size.
"""

import sys
import time

from headcount import check
from headcount.bounds.constructions.registry import construction_from_words
from headcount.certificates.verdict import Accepted

SMALL = (
    "qsa-moment-curve N=6 q=2",
    "qsa-moment-curve N=10 q=4",
    "qsa-sign-keys N=10 q=2",
    "qsa-superimposed-code N=10 q=2",
    "qsa-kerdock N=40 q=2",
    "qsa-linear-keys N=16 q=2",
    "qsa-multi-head N=8 q=4 H=2",
    "match2 M=5 N=6",
    "match2 M=12 N=4",
    "match3-third-order M=5 N=5",
    "match3-third-order M=12 N=4",
    "match order=4 M=5 N=4",
    "match order=5 M=3 N=4",
    "match3-histogram M=5 N=5",
    "match3-bigram M=5 N=5",
    "match3-local M=5 N=5 K=1",
    "match3-local-signs M=3 N=6 K=1",
    "cycle3-strassen N=4",
)
LARGE = (
    "qsa-moment-curve N=200 q=2",
    "qsa-moment-curve N=300 q=8",
    "qsa-moment-curve N=300 q=16",
    "qsa-sign-keys N=300 q=2",
    "qsa-sign-keys N=300 q=8",
    "qsa-sign-keys N=4096 q=8",
    "qsa-superimposed-code N=300 q=8",
    "qsa-superimposed-code N=65536 q=4",
    "qsa-kerdock N=2048 q=4",
    "qsa-linear-keys N=16384 q=4",
    "qsa-multi-head N=300 q=16 H=4",
    "qsa-multi-head N=300 q=16 H=16",
    "qsa-multi-head N=65536 q=16 H=16 keys=sign-keys",
    "match2 M=100 N=300",
    "match2 M=4096 N=300",
    "match2 M=4096 N=300 keys=circle",
    "match3-third-order M=100 N=128",
    "match3-third-order M=4096 N=64",
    "match order=4 M=50 N=20",
    "match3-histogram M=100 N=200",
    "match3-bigram M=50 N=200",
    "match3-local M=10 N=300 K=2",
    "match3-local-signs M=10 N=300 K=2",
    "cycle3-strassen N=12",
)
TITLES = (
    "construction", "m", "formula", "p", "formula", "q/k/v bits", "H", "dv", "m p H", "margin", "inputs", "certified",
    "s",
)  # fmt: skip


def row(words: str) -> tuple[str, ...]:
    """One construction, built, run and certified."""
    start = time.perf_counter()
    built = construction_from_words(words.split())
    verification = built.verify(samples=200)
    if not verification.passed:
        raise SystemExit(f"{words} is wrong on {verification.counterexample!r}")
    bundle = built.certificate()
    certified = "-" if bundle is None else "yes" if isinstance(check(bundle), Accepted) else "REFUSED"
    size = built.size
    formula = {name: "-" if value is None else f"{value:.3g}" for name, (_, value) in built.theorem.formula.items()}
    margin = "-" if verification.margin is None else short(verification.margin)
    return (
        words, str(size.m), formula.get("m", "-"), str(size.p), formula.get("p", "-"),
        f"{size.query_bits}/{size.key_bits}/{size.value_bits}", str(size.H),
        str(size.dv), str(size.bits), margin, "all" if verification.exhaustive else str(verification.inputs),
        certified, f"{time.perf_counter() - start:.1f}",
    )  # fmt: skip


def short(number: int) -> str:
    """A number that fits into a column."""
    return str(number) if abs(number) < 10**7 else f"{float(number):.1e}"


def table(rows: list[tuple[str, ...]]) -> str:
    """A table in reStructuredText."""
    widths = [max(len(line[column]) for line in rows) for column in range(len(TITLES))]
    rule = "  ".join("=" * width for width in widths)
    lines = ["  ".join(entry.ljust(width) for entry, width in zip(line, widths, strict=True)).rstrip() for line in rows]
    return "\n".join((rule, lines[0], rule, *lines[1:], rule))


def main() -> None:
    """Print the table."""
    questions = SMALL if "--quick" in sys.argv[1:] else SMALL + LARGE
    rows = [TITLES]
    for words in questions:
        rows.append(row(words))
        print("  ".join(rows[-1]), file=sys.stderr, flush=True)
    print(table(rows))


if __name__ == "__main__":
    main()
