"""Scores of all tuples, a tile at a time: never more than a tile of the N x Nk^(s-1) scores is held.

A tuple is a prefix (j_2 .. j_(s-1)) and a last key l. For any score polynomial the score is linear in the last key:

    score = sum_a P[a] k_last[l, a] + c,

where P[a] is the sum, over the monomials that name the last part, of the product of their other parts at coordinate a,
and c the sum over a of the monomials that do not name it. So a tile, some queries and prefixes against some last keys,
is one matrix product [P, c] [K_last, 1]^T of inner width m + 1, whatever the order and the polynomial. Its weighted
values are a matrix product too: W V_last, times the Hadamard product of the prefix's values, summed over prefixes.
"""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from math import prod

import numpy as np

from ..blas_threads import UNSHARED_PRODUCT, one_blas_thread
from .arguments import Arguments
from .masks import SparseMask
from .prefixes import positions_of, prefixes_of

TILE_CELLS = 2**17
"""Scores in a tile: 1 MiB of float64, about what a second-level cache holds; of float32 numbers it is twice as many.
Measured at orders 2 and 3 from 2^16 scores in all on: 2^14 takes a fifth to a half longer, 2^16 up to a tenth, 2^18 as
long."""

LAST_KEYS = 2048
"""Last keys in a tile, at most: beyond it the last axis is cut too, so that a tile still has several rows."""

LEAST_TILE = 2**14
"""Scores in the smallest tile: 128 KiB of float64, what an allocator serves without new pages from the system."""

TILES_AT_LEAST = 4
"""A tile holds at most this part of all scores, unless ``LEAST_TILE`` is more: first use of new pages costs as much as
the scores in them. Measured at order 3, N = 64: sixteen tiles take a fifth longer than four."""

SHARED_SCORES = 2**21
"""From so many scores on, some milliseconds of work, threads share it."""


@dataclass(frozen=True, eq=False)
class Tile:
    """Scores of shape (b, n, t, l): batches, queries, prefixes, last keys; -inf where the mask forbids the tuple."""

    scores: np.ndarray
    prefixes: np.ndarray
    last: slice


@dataclass(frozen=True, eq=False)
class Block:
    """Some batches and queries, whose tiles may be walked through as often as needed.

    ``factors`` gives each monomial a factor (None: 1 each), ``scale`` multiplies every score. All tiles of all blocks
    share one ``buffer``: a tile is good until the next one is asked for, and may be overwritten. (Fresh memory for
    each tile costs more, in page faults, than the scores themselves.)
    """

    given: Arguments
    batches: slice
    queries: slice
    prefix_step: int
    last_step: int
    buffer: np.ndarray
    scale: float = 1.0
    factors: tuple[float, ...] | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """How many batches and queries."""
        return self.given.queries[self.batches, self.queries].shape[:2]

    def prefix_parts(self, prefixes: np.ndarray) -> tuple[np.ndarray, ...]:
        """The key positions j_2 .. j_(s-1) of flat prefix numbers."""
        return positions_of(self.given, prefixes)

    def tiles(self) -> Iterator[Tile]:
        """All tuples of keys, a tile at a time, in a fixed order."""
        given = self.given
        count = given.keys[-1].shape[1]
        total = count ** (given.polynomial.order - 2)
        last_keys = given.keys[-1][self.batches]
        queries, width = given.queries[self.batches, self.queries], given.queries.shape[-1] + 1
        columns = np.swapaxes(with_ones(last_keys), -1, -2).copy()
        allowed = None
        assert not isinstance(given.allowed, SparseMask), "patterns are gathered first: Arguments.pieces"
        if given.allowed is not None:
            chosen = given.allowed if len(given.allowed) == 1 else given.allowed[self.batches]
            allowed = chosen[:, self.queries]
        for start in range(0, total, self.prefix_step):
            prefixes = np.arange(start, min(total, start + self.prefix_step))
            rows = prefixes_of(given, self.batches, prefixes, self.scale, self.factors).rows(queries, width)
            b, n, t, _ = rows.shape
            for first in range(0, count, self.last_step):
                last = slice(first, min(count, first + self.last_step))
                size = last.stop - last.start
                scores = self.buffer[: b * n * t * size].reshape(b, n, t, size)
                np.matmul(rows.reshape(b, n * t, width), columns[:, :, last], out=scores.reshape(b, n * t, size))
                if allowed is not None:
                    fits = np.broadcast_to(allowed[:, :, None, last], scores.shape)
                    for part in self.prefix_parts(prefixes):
                        fits = fits & allowed[:, :, part, None]
                    np.copyto(scores, -np.inf, where=~fits)
                yield Tile(scores, prefixes, last)

    def peaks(self) -> list[np.ndarray]:
        """The highest score of each query in each tile."""
        b, n = self.shape
        return [tile.scores.reshape(b, n, -1).max(axis=-1) for tile in self.tiles()]

    def value_sums(self, tile: Tile, weights: np.ndarray) -> np.ndarray:
        """Sum over the tile's tuples of weight times (value, 1): shape (b, n, dv + 1); the last entry sums weights."""
        given = self.given
        b, n, t, size = weights.shape
        last = given.values[-1][self.batches, tile.last]
        sums = np.matmul(weights.reshape(b, n * t, size), with_ones(last)).reshape(b, n, t, -1)
        for table, chosen in zip(given.values, self.prefix_parts(tile.prefixes), strict=False):
            sums[..., :-1] *= table[self.batches][:, chosen][:, None]
        total: np.ndarray = sums.sum(axis=2)
        return total


def with_ones(table: np.ndarray) -> np.ndarray:
    """The table with a column of ones at its end."""
    return np.concatenate([table, np.ones_like(table, shape=(*table.shape[:-1], 1))], axis=-1)


@dataclass(frozen=True)
class Steps:
    """How many batches, queries, prefixes and last keys a tile has at most."""

    batches: int
    queries: int
    prefixes: int
    last: int

    @property
    def cells(self) -> int:
        """Scores in a tile, at most."""
        return self.batches * self.queries * self.prefixes * self.last


def tile_steps(given: Arguments) -> Steps:
    """As many last keys in a tile as may be, then prefixes, queries, batches."""
    (batches, n, _), count = given.queries.shape, given.keys[-1].shape[1]
    most = max(LEAST_TILE, batches * n * count ** len(given.keys) // TILES_AT_LEAST)
    cells = min(TILE_CELLS * 8 // given.queries.dtype.itemsize, most)
    last = min(count, max(1, min(LAST_KEYS, cells)))
    prefixes = min(count ** (given.polynomial.order - 2), max(1, cells // last))
    queries = min(n, max(1, cells // (last * prefixes)))
    return Steps(min(batches, max(1, cells // prod((last, prefixes, queries)))), queries, prefixes, last)


def blocks(given: Arguments, *, scale: float = 1.0, factors: tuple[float, ...] | None = None) -> Iterator[Block]:
    """Blocks that cover all batches and queries once."""
    steps = tile_steps(given)
    (batches, n, _) = given.queries.shape
    buffer = np.empty(steps.cells, dtype=given.queries.dtype)
    for batch in range(0, batches, steps.batches):
        for query in range(0, n, steps.queries):
            of_batches = slice(batch, min(batches, batch + steps.batches))
            queries = slice(query, min(n, query + steps.queries))
            yield Block(given, of_batches, queries, steps.prefixes, steps.last, buffer, scale, factors)


@contextmanager
def threads_for(given: Arguments, workers: int | None) -> Iterator[int]:
    """How many threads to share the scores between; the BLAS has one meanwhile, if it would take more."""
    scores = given.queries.shape[0] * given.queries.shape[1] * given.keys[0].shape[1] ** len(given.keys)
    width = 1 + max(given.queries.shape[-1], given.values[0].shape[-1])
    with nullcontext(1) if scores * width <= UNSHARED_PRODUCT else one_blas_thread() as threads:
        yield workers or (threads if scores >= SHARED_SCORES else 1)
