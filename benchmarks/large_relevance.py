"""Brackets of large relevance data in so many seconds: stand-ins for ratings, graphs and graded judgements.

    python benchmarks/large_relevance.py --seconds 60 [ratings web code graded]

The data are made here, with fixed seeds. *ratings*: 943 users, 1682 films, 55,000 ratings from 4 stars on, by taste in
ten dimensions, activity and a popularity by Zipf's law. *web*: 3000 pages that copy links of earlier ones (Kumar et
al., Stochastic models for the web graph, 2000). *code*: 2500 functions in files, which call neighbours, and library
functions by Zipf's law. *graded*: 323 queries with 1 to 300 documents of two nested grades among 3128. Every bracket is
checked again.
"""

import argparse
import os
import sys
import time

import numpy as np
import scipy.sparse as sparse

from headcount import Accepted, check, dimension

THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def ratings(
    users: int = 943, films: int = 1682, pairs: int = 55_000, rank: int = 10, seed: int = 0
) -> sparse.csr_array:
    """Who likes what: of the pairs that were rated the ones of the best taste."""
    rng = np.random.default_rng(seed)
    taste = rng.standard_normal((users, rank)) @ rng.standard_normal((rank, films)) / rank**0.5
    popular = -np.log(1 + rng.permutation(films))
    active = rng.standard_normal(users)
    chance = 0.8 * popular + active[:, None] + 0.5 * taste + rng.gumbel(size=taste.shape)
    rated = np.argpartition(-chance.ravel(), int(pairs / 0.55))[: int(pairs / 0.55)]
    liked = (taste + 0.7 * rng.standard_normal(taste.shape)).ravel()[rated]
    best = rated[np.argsort(-liked)[:pairs]]
    return _array(best // films, best % films, (users, films))


def web(pages: int = 3000, copied: float = 0.6, seed: int = 0) -> sparse.csr_array:
    """Links of pages: a page takes so much from one earlier page, and the rest by popularity."""
    rng = np.random.default_rng(seed)
    links: list[set[int]] = [{1}, {0}]
    ends = [0, 1]
    for page in range(2, pages):
        wanted = min(page, int(min(120, 2 * rng.pareto(1.2) + 1)))
        model = sorted(links[int(rng.integers(page))])
        mine: set[int] = set()
        while len(mine) < wanted:
            if model and rng.random() < copied:
                mine.add(model.pop(int(rng.integers(len(model)))))
            elif rng.random() < 0.5:
                mine.add(ends[int(rng.integers(len(ends)))])
            else:
                mine.add(int(rng.integers(page)))
        links.append(mine)
        ends += mine
    return _array(*zip(*((p, to) for p, each in enumerate(links) for to in each), strict=True), (pages, pages))


def code(functions: int = 2500, library: int = 60, seed: int = 0) -> sparse.csr_array:
    """Calls of functions: of a file's own, and of a library."""
    rng = np.random.default_rng(seed)
    weights = 1 / np.arange(1, library + 1)
    calls = set()
    for caller in range(library, functions):
        for _ in range(min(18, 1 + int(rng.pareto(1.5)))):
            near = caller + int(rng.geometric(0.15)) * int(rng.choice((-1, 1)))
            if rng.random() < 0.6 and library <= near < functions:
                calls.add((caller, near))
            else:
                calls.add((caller, int(rng.choice(library, p=weights / weights.sum()))))
    return _array(*zip(*sorted(calls), strict=True), (functions, functions))


def graded(queries: int = 323, documents: int = 3128, seed: int = 0) -> sparse.csr_array:
    """Judgements of two grades, nested: a lognormal number for each query, documents by Zipf's law."""
    rng = np.random.default_rng(seed)
    chance = 1 / np.arange(1, documents + 1) ** 0.7
    rows, columns, grades = [], [], []
    for query in range(queries):
        count = int(min(300, max(1, rng.lognormal(2.7, 1.2))))
        columns += rng.choice(documents, count, replace=False, p=chance / chance.sum()).tolist()
        rows += [query] * count
        grades += rng.choice([1.0, 2.0], count, p=[0.9, 0.1]).tolist()
    return sparse.csr_array((grades, (rows, columns)), shape=(queries, documents))


def _array(rows: object, columns: object, shape: tuple[int, int]) -> sparse.csr_array:
    rows = np.asarray(rows)
    return sparse.csr_array((np.ones(len(rows)), (rows, np.asarray(columns))), shape=shape)


DATA = {"ratings": ratings, "web": web, "code": code, "graded": graded}


def main() -> None:
    """Print a line for each data set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="*", help=f"of {', '.join(DATA)}; all if left out")
    parser.add_argument("--seconds", type=float, default=60.0)
    chosen = parser.parse_args()
    for name in chosen.data or DATA:
        table = DATA[name]()
        most = int(np.diff(table.indptr).max())
        began = time.monotonic()
        answer = dimension(table, budget=chosen.seconds)
        took = time.monotonic() - began
        if not isinstance(check(answer.certificate()), Accepted):
            raise SystemExit(f"the checker refused {name}")
        size = f"{table.shape[0]} x {table.shape[1]}, {table.nnz} pairs, k = {most}"
        assert answer.upper is not None
        print(f"{name:<9}{size:<38}{answer.lower.value:>4} ..{answer.upper.value:>4}{took:>8.1f}   "
              f"{answer.lower.evidence.method}; {answer.upper.evidence.method}", flush=True)  # fmt: skip


if __name__ == "__main__":
    if not all(name in os.environ for name in THREADS):  # two engines on two cores: NumPy reads this when it is loaded
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, **dict.fromkeys(THREADS, "1")})
    main()
