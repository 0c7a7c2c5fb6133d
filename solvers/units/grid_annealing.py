"""Integer keys that meet the rows of a problem, by simulated annealing: it never says that there are none.

The rows are those of ``certificates/problems/keys.py``: each a list of alternatives, an alternative a
word over ``0 - + *`` per head. Queries are not searched for: for given keys all queries of the lattice are tried at
once, as an array of scores, and a row is met if for some alternative every head has a query that meets its word.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import ceil

import numpy as np

ROUND = 3000
"""Steps of one cooling; then everything starts anew from random keys."""

MAX_POINTS = 2**18
"""Largest lattice for which the scores of all queries are formed."""

Vector = tuple[int, ...]
Row = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class GridTables:
    """Keys per head and column, queries per head and row."""

    keys: tuple[tuple[Vector, ...], ...]
    queries: tuple[tuple[Vector, ...], ...]


@dataclass(frozen=True)
class NotFound:
    """No keys were found in the time given; at best so many rows were missed. It says nothing about their existence."""

    rows_missed: int


class Scores:
    """Which queries of the lattice meet which words, for one table of keys."""

    def __init__(self, values: Sequence[int], width: int, gap: int | Fraction) -> None:
        if len(values) ** width > MAX_POINTS:
            raise ValueError(f"at most {MAX_POINTS} queries are tried, got {len(values)}^{width}")
        self.points = np.array(list(product(values, repeat=width)), dtype=np.int64).reshape(len(values) ** width, width)
        self.gap, self.spread = ceil(gap), int(2 * gap)  # from a score to a score; from below a threshold to above

        few = len(self.points) <= 4096  # then all products are formed once, transposed: a row for each key
        self.products = (self.points @ self.points.T).astype(np.int32) if few else None

    def of(self, keys: Sequence[int] | np.ndarray) -> np.ndarray:
        """The scores of the keys with these numbers: an array (queries, keys)."""
        if self.products is not None:
            return self.products[keys].T
        return self.points @ self.points[keys].T

    def meeting(self, keys: np.ndarray, symbols: np.ndarray) -> np.ndarray:
        """A Boolean array: query i meets word w; of words as ``symbols_of`` gives them."""
        scores = self.of(keys).astype(np.int64)
        far = np.int64(2**40)
        met = np.empty((len(scores), len(symbols)), dtype=bool)
        for w, (zero, low, high) in enumerate(symbols):
            least_high = scores[:, high].min(axis=1) if high.any() else far
            most_low = scores[:, low].max(axis=1) if low.any() else -far
            if zero.any():
                tied = scores[:, zero]
                level = tied[:, 0]
                fits = (tied == level[:, None]).all(axis=1)
                met[:, w] = fits & (level - most_low >= self.gap) & (least_high - level >= self.gap)
            else:
                met[:, w] = least_high - most_low >= self.spread
        return met


def symbols_of(words: Sequence[str]) -> np.ndarray:
    """Where words have a 0, a - and a +: a bool array (words, 3, columns)."""
    return np.array([[[s == name for s in word] for name in "0-+"] for word in words])


def anneal_keys(
    rows: Sequence[Row],
    values: Sequence[int],
    width: int,
    gap: int | Fraction,
    *,
    starts: float = float("inf"),
    deadline: float = float("inf"),
    seed: int = 0,
) -> GridTables | NotFound:
    """Tables over ``values`` that meet every row, if annealing finds them from so many starts before the deadline.

    Parameters
    ----------
    rows : at least one row; all words of one length
    values : the grid
    starts : how many random tables to begin with; what comes out is then a function of the arguments
    deadline : value of ``time.monotonic()`` after which to give up

    Guarantee
    ---------
    The tables meet every row (exact integers). ``NotFound`` proves nothing.

    Examples
    --------
    >>> rows = [(("0---",),), (("-0--",),), (("--0-",),), (("---0",),)]
    >>> found = anneal_keys(rows, (-1, 1), 2, 1, starts=100)
    >>> sorted(found.keys[0])
    [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    """
    rng = random.Random(seed)
    lattice = Scores(values, width, gap)
    heads, columns, count = len(rows[0][0]), len(rows[0][0][0]), len(lattice.points)
    words = [sorted({way[h] for row in rows for way in row}) for h in range(heads)]
    symbols = [symbols_of(words[h]) for h in range(heads)]
    place = [{word: k for k, word in enumerate(words[h])} for h in range(heads)]
    ways = np.array([[place[h][way[h]] for h in range(heads)] for row in rows for way in row])
    firsts = np.cumsum([0] + [len(row) for row in rows[:-1]])

    plain = [columns <= 16 and all(set(word) <= {"0", "-"} and "0" in word for word in words[h]) for h in range(heads)]
    chosen = [symbols[h][:, 0] @ (1 << np.arange(columns)) if plain[h] else np.empty(0) for h in range(heads)]

    def selectable(keys: list[int], h: int) -> np.ndarray:
        if plain[h]:
            return _tops(lattice, keys, chosen[h])
        return np.asarray(np.logical_or.reduce(lattice.meeting(np.array(keys), symbols[h]), axis=0))

    def missed(can: list[np.ndarray]) -> int:
        met = np.ones(len(ways), dtype=bool)
        for h in range(heads):
            met &= can[h][ways[:, h]]
        return len(rows) - int(np.logical_or.reduceat(met, firsts).sum())

    best, made = len(rows), 0
    while made < starts and time.monotonic() < deadline:
        made += 1
        keys = [[rng.randrange(count) for _ in range(columns)] for _ in range(heads)]
        can = [selectable(keys[h], h) for h in range(heads)]
        cost = missed(can)
        for step in range(ROUND):
            best = min(best, cost)
            if cost == 0:
                vectors = [[tuple(lattice.points[i].tolist()) for i in table] for table in keys]
                return with_queries(rows, vectors, values, gap)
            if time.monotonic() > deadline:
                break
            temperature = 1.2 * (1 - step / ROUND) + 0.05
            h, c = rng.randrange(heads), rng.randrange(columns)
            changed = list(keys[h])
            if rng.random() < 0.3:
                other = rng.randrange(columns)
                changed[c], changed[other] = changed[other], changed[c]
            else:
                changed[c] = rng.randrange(count)
            after = [selectable(changed, h) if k == h else table for k, table in enumerate(can)]
            new = missed(after)
            if new <= cost or rng.random() < np.exp((cost - new) / temperature):
                keys[h], can, cost = changed, after, new
    return NotFound(best)


def _tops(lattice: Scores, keys: list[int], sets_of_words: np.ndarray) -> np.ndarray:
    """The same for words over 0 and -: which sets of columns some query has at its top, the others a gap below."""
    scores = lattice.of(keys)
    top = scores.max(axis=1, keepdims=True)
    tied = scores == top
    below = np.where(tied, -(2**30), scores).max(axis=1)
    sets = (tied @ (1 << np.arange(len(keys))))[top[:, 0] - below >= lattice.gap]
    known = np.zeros(2 ** len(keys), dtype=bool)
    known[sets] = True
    return np.asarray(known[sets_of_words])


def with_queries(
    rows: Sequence[Row], keys: Sequence[Sequence[Vector]], values: Sequence[int], gap: int | Fraction
) -> GridTables:
    """The keys with, for each row, queries for its first alternative that can be met.

    Raises
    ------
    ValueError
        If the keys do not meet some row.
    """
    heads = len(keys)
    lattice = Scores(values, len(keys[0][0]), gap)
    number = {tuple(point): i for i, point in enumerate(lattice.points.tolist())}
    tables = [np.array([number[tuple(key)] for key in table]) for table in keys]
    queries: list[list[Vector]] = [[] for _ in range(heads)]
    for r, row in enumerate(rows):
        for way in row:
            meeting = [lattice.meeting(tables[h], symbols_of([way[h]]))[:, 0] for h in range(heads)]
            if all(met.any() for met in meeting):
                for h in range(heads):
                    queries[h].append(tuple(lattice.points[int(np.argmax(meeting[h]))].tolist()))
                break
        else:
            raise ValueError(f"keys must meet every row, but they do not meet row {r}: {row}")
    return GridTables(tuple(tuple(map(tuple, table)) for table in keys), tuple(map(tuple, queries)))
