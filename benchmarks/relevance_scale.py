"""How wide embeddings have to be, as relevance data grow: lower and upper bounds, time and memory.

    python benchmarks/relevance_scale.py            # half an hour on two cores, with the usual 30 seconds
    python benchmarks/relevance_scale.py sparse     # one table: sparse, limit, planted, dense or large

Each row is measured in a process of its own, with a budget of so many seconds (--seconds, 30 if left out; 240 for the
largest). Ends are certified: the checker has accepted both.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np
import scipy.sparse as sparse
from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from headcount import dimension
from headcount.tasks.relevance import relevance


def k_sparse(n: int, k: int) -> sparse.csr_array:
    """n queries, each with k random items of n."""
    rng = np.random.default_rng(n + k)
    chosen = np.concatenate([rng.choice(n, k, replace=False) for _ in range(n)])
    return sparse.csr_array((np.ones(n * k), (np.repeat(np.arange(n), k), chosen)), shape=(n, n))


def half_spaces(n: int, d: int) -> np.ndarray:
    """n random unit vectors, and for n random queries the half-space through 0: threshold 0."""
    rng = np.random.default_rng(d)
    return (rng.standard_normal((n, d)) @ rng.standard_normal((d, n)) > 0).astype(np.int8)


def top(n: int, d: int, count: int) -> sparse.csr_array:
    """n random unit vectors in R^d, and for n random queries the items with the highest scores."""
    rng = np.random.default_rng(d)
    items = rng.standard_normal((n, d))
    items /= np.linalg.norm(items, axis=1, keepdims=True)
    queries = rng.standard_normal((n, d))
    chosen = [np.argpartition(-(query @ items.T), count - 1)[:count] for query in queries]
    return sparse.csr_array((np.ones(n * count), (np.repeat(np.arange(n), count), np.concatenate(chosen))), (n, n))


def limit(never: int) -> object:
    """Every pair of 46 items (1000 of them), and so many items that are never relevant."""
    pairs = [(i, j) for j in range(46) for i in range(j)][:1000]
    told = ((f"q{r}", f"d{item}", 1.0) for r, pair in enumerate(pairs) for item in pair)
    return relevance(told, "pairs", items=[f"never{k}" for k in range(never)])


MAKERS = {"k_sparse": k_sparse, "half_spaces": half_spaces, "top": top, "limit": limit}


def measured(maker: str, *sizes: int, threshold: str = "free", seconds: float) -> dict[str, object]:
    """The bracket, time and memory, from a process of its own."""
    call = json.dumps([maker, list(sizes), threshold, seconds])
    done = subprocess.run([sys.executable, __file__, "--one", call], capture_output=True, text=True, check=False)
    return json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else {"failed": done.stderr[-300:]}


def one(maker: str, sizes: list[int], threshold: str, seconds: float) -> dict[str, object]:
    """What such a process does."""
    data = MAKERS[maker](*sizes)
    start = time.monotonic()
    answer = dimension(data, threshold=threshold, budget=seconds)
    spent = time.monotonic() - start
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return {
        "pairs": answer.data.pairs, "lower": answer.lower.value, "upper": answer.upper.value,
        "certified": answer.certified, "seconds": round(spent, 1), "MB": peak // 1024,
        "lower_by": answer.lower.evidence.method, "upper_by": answer.upper.evidence.method,
    }  # fmt: skip


def rows_of(table: str, seconds: float) -> Iterator[tuple[str, dict[str, object]]]:
    """Name and measurement of each row of a table."""
    if table == "sparse":
        for n in (100, 1000, 10_000):
            for k in range(1, 6):
                yield f"{n} x {n}, k = {k}", measured("k_sparse", n, k, seconds=seconds)
    if table == "limit":
        for never in (0, 50_000 - 46):
            yield f"1000 pairs of 46 items, {never} never relevant", measured("limit", never, seconds=seconds)
    if table == "dense":
        for d in (3, 5, 10):
            found = measured("half_spaces", 2000, d, threshold="zero", seconds=4 * seconds)
            yield f"half-spaces, d = {d}", found
    if table == "planted":
        for d in (3, 5, 10):
            yield f"top 20 of 2000, d = {d}", measured("top", 2000, d, 20, seconds=4 * seconds)
    if table == "large":
        yield "top 100 of 10^4, d = 10", measured("top", 10_000, 10, 100, seconds=8 * seconds)
        yield "100 random of 10^4", measured("k_sparse", 10_000, 100, seconds=8 * seconds)


TITLES = {
    "sparse": "k random items for each query",
    "limit": "all pairs, and items that are never relevant",
    "dense": "planted, 2000 x 2000, threshold 0",
    "planted": "planted, 2000 x 2000, a threshold per query",
    "large": "10^4 x 10^4, 10^6 pairs",
}


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", nargs="*", choices=[*TITLES, []], help="which tables; all if left out")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(one(*json.loads(given.one))))
        return
    console = Console(width=130)
    for name in given.table or TITLES:
        table = Table(title=TITLES[name], box=SIMPLE)
        for column in ("data", "pairs", "lower", "upper", "seconds", "MB", "upper bound by"):
            table.add_column(column, justify="left" if column in ("data", "upper bound by") else "right")
        for words, found in rows_of(name, given.seconds):
            if "failed" in found:
                table.add_row(words, "", "", "", "", "", str(found["failed"]))
                continue
            shown = [found[key] for key in ("pairs", "lower", "upper", "seconds", "MB")]
            table.add_row(words, *map(str, shown), str(found["upper_by"])[:50])
        console.print(table)


if __name__ == "__main__":
    main()
