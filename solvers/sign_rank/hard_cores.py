"""Parts of a pattern that are not realised in a rank, small in rows, and many of them that share few rows.

A part is told by a cycle (``cycles.py``) on few columns; then rows are left out as long as a cycle stays. Rows that are
alike on these columns stand in for one another, so the part takes those with the least *price*. Prices are the dual of
the packing: the most weight of parts such that at each row the weights add up to at most its count. So a part whose
rows have a price below 1 makes the packing better.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sparse
from scipy.optimize import linprog

from ..arrays import Ints, Signs
from ..sparse_signs.sparse_signs import SparseSigns
from .cycles import eliminated, up_to_sign

Floats = npt.NDArray[np.float64]

SCALE = 2**20
"""Weights are integers over this."""

MOST_WORDS = 400
"""Most different words of a part."""


@dataclass(frozen=True)
class Part:
    """Rows and columns of a part that is not realised."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(eq=False)
class Packing:
    """Parts, the best weights of these, and the prices of the rows."""

    counts: Floats
    parts: list[Part] = field(default_factory=list)
    weights: Floats = field(default_factory=lambda: np.zeros(0))
    prices: Floats = field(default_factory=lambda: np.zeros(0))
    left: Floats = field(default_factory=lambda: np.zeros(0))
    """What the first packing leaves of the counts."""
    failed: int = 0
    """Parts in turn that were no use."""
    width: int = 0
    """Columns of the parts that are looked at; 0: as few as there can be."""
    seen: set[frozenset[int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.prices = np.zeros(len(self.counts))
        self.left = self.counts.copy()

    @property
    def value(self) -> float:
        """The weight of all parts."""
        return float(self.weights.sum())

    def solve(self) -> None:
        """The best weights, and prices: minimise counts . prices such that the rows of each part have a price >= 1."""
        if not self.parts:
            return
        lengths = [len(part.rows) for part in self.parts]
        rows = np.concatenate([np.array(part.rows) for part in self.parts])
        columns = np.repeat(np.arange(len(self.parts)), lengths)
        used, place = np.unique(rows, return_inverse=True)
        held = sparse.csr_array((np.ones(len(rows)), (place, columns)), shape=(len(used), len(self.parts)))
        found = linprog(-np.ones(len(self.parts)), A_ub=held, b_ub=self.counts[used], method="highs")
        if found.x is not None:
            self.weights = np.maximum(found.x, 0)
            self.prices = np.zeros(len(self.counts))
            self.prices[used] = np.maximum(-found.ineqlin.marginals, 0)

    def integers(self) -> list[int]:
        """The weights times ``SCALE``, rounded down so that no row is given more than its count."""
        found = np.floor(self.weights * SCALE * (1 - 1e-9)).astype(np.int64)
        load = np.zeros(len(self.counts))
        for part, weight in zip(self.parts, found, strict=True):
            load[list(part.rows)] += weight
        for place, part in enumerate(self.parts):
            rows = list(part.rows)
            over = int(max(0, np.ceil((load[rows] - self.counts[rows] * SCALE).max())))
            if over:
                load[rows] -= min(over, found[place])
                found[place] -= min(over, found[place])
        return [int(weight) for weight in found]


def pack(
    signs: SparseSigns,
    counts: Sequence[int],
    rank: int,
    *,
    free: bool,
    rng: random.Random,
    stop: Callable[[], bool],
    enough: float = float("inf"),
    report: Callable[[str], None] = lambda text: None,
    tries: int = 10**9,
    packing: Packing | None = None,
) -> Packing:
    """Parts of a sign-rank above ``rank``, with weights that add up to as much as is found.

    Parameters
    ----------
    signs : SparseSigns, R x C
    counts : R integers
    rank : int >= 1
        With free thresholds one coordinate of it is that of the threshold.
    free : bool
        Whether each row has a threshold of its own.
    stop : asked every now and then whether to stop
    enough : a weight at which to stop
    tries : most parts that are looked at
    packing : what was found before, from which the search goes on
    """
    packing = packing or Packing(np.array(counts, dtype=np.float64))
    turned = signs.plus.T.tocsr()
    left, seen, failed, width = packing.left, packing.seen, packing.failed, packing.width or rank + 2
    since = 0
    for _ in range(tries):
        if stop() or packing.value >= enough:
            break
        greedy = left.any() and failed < PATIENCE
        price = np.where(left > 0, 0.0, 1.0) if greedy else packing.prices
        columns = _near(signs, turned, width + rng.randrange(3), price, rng)
        part = part_of(signs, columns, rank, price, free=free, rng=rng, stop=stop)
        if part is None or frozenset(part.rows) in seen:
            failed += 1
            if failed % GROWING == 0:
                width = width + 1 if width < min(signs.shape[1], rank + WIDEST) else rank + 2
            if not greedy and failed > 4 * PATIENCE:
                break
        else:
            seen.add(frozenset(part.rows))
            packing.parts.append(part)
            packing.weights = np.append(packing.weights, 0.0)
            rows = list(part.rows)
            if greedy:
                packing.weights[-1] = left[rows].min()
                left[rows] -= left[rows].min()
                failed = 0
            elif packing.prices[rows].sum() < 1 - 1e-6:
                failed = 0
            else:
                failed += 1
            since += 1
            report(f"{len(packing.parts)} cores, {packing.value:.4g} rows fail")
        if since and not greedy and (since >= BATCH or failed % BATCH == 0):
            packing.solve()
            since = 0
    packing.width = width
    packing.failed = failed if failed <= 4 * PATIENCE else PATIENCE
    packing.solve()
    return packing


GROWING = 10
"""Parts without a core after which they get wider."""
WIDEST = 8
"""Most columns of a part beyond the rank."""
PATIENCE = GROWING * (WIDEST + 1)
"""Parts without a core after which the first packing is over: of all widths."""
BATCH = 10
"""Cores between two programs."""


def _near(signs: SparseSigns, turned: Any, width: int, price: Floats, rng: random.Random) -> list[int]:
    """Columns that occur together in rows of low price."""
    columns = signs.shape[1]
    if width >= columns:
        return list(range(columns))
    if rng.random() < RANDOM:
        return sorted(rng.sample(range(columns), width))
    cheap = np.flatnonzero(price < 1)
    if not len(cheap):
        return sorted(rng.sample(range(columns), width))
    chosen: list[int] = []
    weight = np.zeros(columns)
    row = cheap[rng.randrange(len(cheap))]
    start = signs.plus.indices[signs.plus.indptr[row] : signs.plus.indptr[row + 1]].tolist()
    new = rng.sample(start, min(len(start), 2)) or [rng.randrange(columns)]
    while len(chosen) < width:
        for column in new:
            chosen.append(column)
            rows = turned.indices[turned.indptr[column] : turned.indptr[column + 1]]
            rows = rows[price[rows] < 1][:200]
            np.add.at(weight, np.concatenate([_row(signs, r) for r in rows]) if len(rows) else [], 1.0)
        weight[chosen] = -1
        top = np.flatnonzero(weight >= 0)
        if not len(top):
            break
        noisy = weight[top] + np.array([rng.random() for _ in top])
        new = [int(top[noisy.argmax()])]
    return sorted(chosen[:width])


RANDOM = 0.2
"""Share of the parts whose columns are drawn at random."""


def _row(signs: SparseSigns, row: int) -> Ints:
    found: Ints = signs.plus.indices[signs.plus.indptr[row] : signs.plus.indptr[row + 1]]
    return found


def part_of(
    signs: SparseSigns,
    columns: Sequence[int],
    rank: int,
    price: Floats,
    *,
    free: bool,
    rng: random.Random,
    stop: Callable[[], bool] = lambda: False,
) -> Part | None:
    """A part of these columns that is not realised in the rank, of rows of low price; None if none is found."""
    chosen = np.array(columns)
    words = 2 * signs.plus[:, chosen].toarray().astype(np.int8) - 1
    words[signs.free[:, chosen].toarray()] = 0
    asks = (words > 0).any(axis=1) & (words < 0).any(axis=1) if free else (words != 0).any(axis=1)
    rows = np.flatnonzero(asks & (price < 1))
    if len(rows) < 2:
        return None
    noise = np.array([rng.random() for _ in rows])
    order = rows[np.lexsort((noise, price[rows]))]
    first = np.array([order[i] for i in up_to_sign(words[order])])[:MOST_WORDS]
    kept = _smaller(words[first], rank, free, rng, stop)
    if kept is None:
        return None
    members, used = kept
    return Part(tuple(int(first[i]) for i in members), tuple(int(chosen[c]) for c in used))


def _smaller(
    words: Signs, rank: int, free: bool, rng: random.Random, stop: Callable[[], bool]
) -> tuple[list[int], list[int]] | None:
    """Rows and columns of a cycle; dearer rows, which come last, are left out first, as long as a cycle stays."""

    def tried(members: list[int]) -> tuple[list[int], list[int]] | None:
        lines = words[members]
        if free:
            lines = np.vstack([lines, np.ones((1, words.shape[1]), dtype=np.int8)])
        if len(lines) <= rank or words.shape[1] <= rank:
            return None
        cycle = eliminated(lines, rank, stop).cycle
        if cycle is None:
            return None
        used = sorted({r for r, *_ in cycle.members if r < len(members)})
        return [members[r] for r in used], list(cycle.columns)

    found = tried(list(range(len(words))))
    if found is None:
        return None
    least = rank  # fewer rows have no larger rank
    for row in reversed(found[0]):
        if row in found[0] and len(found[0]) > least and not stop():
            found = tried([r for r in found[0] if r != row]) or found
    return found
