"""Free embeddings trained by gradients, as arXiv 2508.21038 does it, against ``headcount dimension``, on the same data.

    python benchmarks/free_embeddings.py            # some minutes
    python benchmarks/free_embeddings.py --quick    # a quarter of a minute

No encoder: a vector of length 1 for each query and each document, all of them free. The loss is InfoNCE over all
documents: with scores s = <q, u> / T, the mean over relevant pairs of ln(1 + sum over irrelevant documents of
exp(s_- - s_+)). Adam on the whole batch; a run stops when all relevant documents of all queries are on top, or when the
best recall so far has not risen for ``PATIENCE`` steps. *Growing*: d = 2, 3, .. until a run succeeds. *Shrinking*: from
twice that on downwards while runs succeed. The median of the seeds is printed, and beside it what is proved.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import median

import numpy as np
from numpy.typing import NDArray

from headcount import dimension
from headcount.tasks.relevance import Relevance, relevance_from

TEMPERATURE = 0.05
STEP = 0.05
STEPS = 3000
PATIENCE = 300
SEEDS = (0, 1, 2)
SHOWN = (0.05, 0.01, 0.0001)
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Trained:
    """What a run came to: the share of queries with all relevant documents on top, its vectors, its steps."""

    recall: float
    queries: Floats
    items: Floats
    steps: int


def trained(relevant: NDArray[np.bool_], d: int, seed: int) -> Trained:
    """Train free vectors of width d."""
    rng = np.random.default_rng(seed)
    tables = [unit(rng.standard_normal((count, d)).astype(np.float32)) for count in relevant.shape]
    moments = [(np.zeros_like(table), np.zeros_like(table)) for table in tables]
    best, since = -1.0, 0
    for step in range(1, STEPS + 1):
        scores = tables[0] @ tables[1].T / TEMPERATURE
        recall = float((gaps(scores, relevant) > 0).mean())
        best, since = (recall, 0) if recall > best else (best, since + 1)
        if recall == 1 or since > PATIENCE:
            break
        pull = gradient(scores, relevant) / TEMPERATURE
        for k, slope in enumerate((pull @ tables[1], pull.T @ tables[0])):
            mean, square = moments[k]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            move = (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
            tables[k] = unit(tables[k] - np.float32(STEP) * move)
    return Trained(best, tables[0], tables[1], step)


def gaps(scores: Floats, relevant: NDArray[np.bool_]) -> Floats:
    """Lowest relevant score less highest irrelevant one."""
    low = np.where(relevant, scores, np.inf).min(axis=1)
    high = np.where(relevant, -np.inf, scores).max(axis=1)
    return np.asarray(low - high)


def gradient(scores: Floats, relevant: NDArray[np.bool_]) -> Floats:
    """Of the loss, with respect to the scores divided by the temperature."""
    top = scores.max(axis=1, keepdims=True)
    powers = np.exp(scores - top)
    others = np.where(relevant, 0, powers).sum(axis=1, keepdims=True)
    wrong = np.where(relevant, others / (others + powers), 0)  # of each relevant pair
    shared = np.where(relevant, wrong / np.maximum(others, 1e-30), 0).sum(axis=1, keepdims=True)
    return np.asarray((np.where(relevant, 0, powers * shared) - wrong) / relevant.sum(), dtype=np.float32)


def unit(table: Floats) -> Floats:
    return np.asarray(table / np.linalg.norm(table, axis=1, keepdims=True), dtype=np.float32)


def growing(relevant: NDArray[np.bool_], seed: int) -> tuple[int, float]:
    """The first d at which a run succeeds, and the margin of its vectors: half the gap."""
    for d in range(2, relevant.shape[1] + 1):
        found = trained(relevant, d, seed)
        if found.recall == 1:
            return d, float(gaps(found.queries @ found.items.T, relevant).min()) / 2
    return relevant.shape[1], float("nan")


def shrinking(relevant: NDArray[np.bool_], start: int, seed: int) -> int:
    """The last d at which a run succeeds, from ``start`` down, each run beginning anew."""
    d = start
    while d > 2 and trained(relevant, d - 1, seed).recall == 1:
        d -= 1
    return d


def inputs(quick: bool) -> list[tuple[str, Relevance]]:
    """The data."""
    rng = np.random.default_rng(7)
    found = [(f"all pairs of {n}", all_pairs(n)) for n in ((8, 12) if quick else (8, 16, 24, 32))]
    if quick:
        return found
    limit = Path(__file__).parents[1] / "notebooks" / "limit" / "qrels.jsonl"
    if limit.exists():
        found.append(("LIMIT, 1000 of the pairs of 46", relevance_from(limit)))
    pairs = np.array(list(combinations(range(46), 2)))
    some = np.zeros((200, 46), dtype=int)
    for row, pair in enumerate(pairs[rng.permutation(len(pairs))[:200]]):
        some[row, pair] = 1
    found.append(("200 random pairs of 46", relevance_from(some)))
    for d in (3, 5):
        scores = rng.standard_normal((200, d)) @ rng.standard_normal((40, d)).T
        found.append(
            (f"top 3 of 40, planted in d = {d}", relevance_from((scores.argsort().argsort() >= 37).astype(int)))
        )
    return found


def loss(queries: Floats, items: Floats, relevant: NDArray[np.bool_], temperature: float) -> float:
    """InfoNCE of unit vectors."""
    scores = (queries @ items.T).astype(np.float64) / temperature
    others = np.where(relevant, -np.inf, scores)
    top = others.max(axis=1, keepdims=True)
    total = top + np.log(np.exp(others - top).sum(axis=1, keepdims=True))  # of the irrelevant ones
    return float(np.where(relevant, np.logaddexp(0, total - scores), 0).sum() / relevant.sum())


def why(data: Relevance) -> None:
    """The loss of vectors that rank everything, against the loss of trained ones that do not, in the same width."""
    relevant = data.grades.toarray() > 0
    answer = dimension(data, budget=30)
    assert answer.upper is not None
    exact = answer.embeddings("float64")
    ranked = [unit(table) for table in (exact.queries, exact.items)]
    d = answer.upper.value
    found = trained(relevant, d, 0)
    print(f"\n{'in d = ' + str(d):32}{'queries right':>14}" + "".join(f"{f'loss, T = {t:g}':>18}" for t in SHOWN))
    rows = {
        "no training: all scores equal": (0.0, [np.ones((count, 1), dtype=np.float32) for count in relevant.shape]),
        "vectors that rank everything": (1.0, ranked),
        "trained": (found.recall, [found.queries, found.items]),
    }
    for name, (recall, (queries, items)) in rows.items():
        losses = "".join(f"{loss(queries, items, relevant, t):>18.4f}" for t in SHOWN)
        print(f"{name:32}{recall:>14.1%}{losses}")


def all_pairs(items: int) -> Relevance:
    table = np.zeros((items * (items - 1) // 2, items), dtype=int)
    for row, pair in enumerate(combinations(range(items), 2)):
        table[row, list(pair)] = 1
    return relevance_from(table)


WIDTHS = (31, 10, 10, 9, 9, 9, 9, 9, 7)


def show(*cells: str) -> None:
    first, *others = zip(cells, WIDTHS, strict=True)
    print(f"{first[0]:{first[1]}}" + "".join(f"{cell:>{width}}" for cell, width in others), flush=True)


def main(quick: bool) -> None:
    show("", "trained d", "shrinking", "margin", "seconds", "proved d", "margin", "seconds", "ratio")
    for name, data in inputs(quick):
        relevant = data.grades.toarray() > 0
        began = time.perf_counter()
        grown = [growing(relevant, seed) for seed in SEEDS]
        spent = (time.perf_counter() - began) / len(SEEDS)
        down = [shrinking(relevant, 2 * d, seed) for (d, _), seed in zip(grown, SEEDS, strict=True)]
        began = time.perf_counter()
        answer = dimension(data, budget=10 if quick else 30)
        proved = time.perf_counter() - began
        upper = answer.upper
        assert upper is not None
        exact = answer.embeddings("float64").margin
        span = f"{answer.lower.value}" if answer.closed else f"{answer.lower.value}..{upper.value}"
        d, margin = median(d for d, _ in grown), median(m for _, m in grown)
        cells = f"{d:g}", f"{median(down):g}", f"{margin:.2g}", f"{spent:.1f}"
        show(name, *cells, span, f"{exact:.2g}", f"{proved:.1f}", f"{d / upper.value:.2g}")
    why(all_pairs(12 if quick else 46))


if __name__ == "__main__":
    main("--quick" in sys.argv)
