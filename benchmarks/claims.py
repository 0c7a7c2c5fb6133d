"""Claims searched for and claims replayed: the ledger's, once with an empty store and once with what was kept.

What one would otherwise do is to search again at every run of the tests. Both runs are made here, one after the other,
claim by claim; the second one rebuilds every statement from its function and replays the certificates in the store.

    python benchmarks/claims.py
    python benchmarks/claims.py match2-width ip3-sign-rank
"""

import argparse
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from headcount.claims import ClaimStore
from headcount.claims.effort import accepted
from headcount.ledger.registry import THEOREMS


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="theorems; all if left out")
    names = parser.parse_args().names
    table = Table("topic", "claims", "instances", "searched", "replayed", "ratio", "slowest search", "its ratio")
    rows = {}
    for theorem in THEOREMS:
        if names and theorem.name not in names:
            continue
        rows.setdefault(theorem.topic, []).append((theorem.name, *timed(theorem.claim)))
    rows["all"] = [row for group in rows.values() for row in group]
    for topic, group in rows.items():
        count, searched, replayed = (sum(row[place] for row in group) for place in (1, 2, 3))
        name, _, longest, again = max(group, key=lambda row: row[2])
        slowest = f"{name} {longest:.1f} s"
        ratios = [f"{a / b:.0f}" for a, b in ((searched, replayed), (longest, again))]
        cells = (len(group), count, f"{searched:.1f} s", f"{replayed:.2f} s", ratios[0], slowest, ratios[1])
        table.add_row(topic, *map(str, cells))
    Console(width=130).print(table)


def timed(claim):
    """Instances, seconds with an empty store, seconds with a full one."""
    with tempfile.TemporaryDirectory() as folder:
        store = ClaimStore(Path(folder))
        seconds, verdicts = [], []
        for _ in range(2):
            accepted.cache_clear()  # verdicts of the checker are remembered within a process
            start = time.perf_counter()
            report = claim.run(store=store)
            seconds.append(time.perf_counter() - start)
            verdicts.append([outcome.verdict for outcome in report.outcomes])
    if verdicts[0] != verdicts[1]:
        raise RuntimeError(f"{claim.name}: the store changed a verdict")
    return len(verdicts[0]), *seconds


if __name__ == "__main__":
    main()
