"""One head of a q-SA construction: keys by position, a query rule by subset, exact scores.

Subsets on which a selection of q among N positions is likely to fail: the adversaries of the q-SA constructions.

In turn: runs of neighbouring positions (at both ends and inside), every second position, evenly spread ones, the first
and the last together, two clusters with one position missing between them; subsets into which the strongest
off-subset key has been exchanged (a climb towards near misses); and random ones. All seeded.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, islice
from typing import Any

import numpy as np

from ....tasks import SparseAveraging
from ..construction import Construction, Theorem, Verification
from .dual_certificate import NoExactTieError

Subset = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class AveragingHead:
    """One head: a key per position, a query per part, and the part of a subset that it selects.

    ``keys`` is an (N, m) integer array (``dtype=object`` for large integers); ``query`` maps a part to m integers; the
    part is ``y[start:stop]`` of the increasing subset y; ``share`` is c_h, the weight of the head in the output.
    ``query_range`` is (least, greatest) entry that ``query`` can return, None if only the queries themselves tell.
    """

    keys: np.ndarray
    query: Callable[[Subset], np.ndarray]
    start: int
    stop: int
    share: int
    query_range: tuple[int, int] | None = None

    def part(self, subset: Subset) -> Subset:
        """The positions of the subset that this head selects."""
        return subset[self.start : self.stop]

    def scores(self, subset: Subset) -> np.ndarray:
        """The N integer scores: int64 where no sum can overflow, Python integers elsewhere."""
        query = self.query(self.part(subset))
        scores: np.ndarray
        if self.keys.dtype != object and query.dtype != object:
            peak = int(np.abs(query).max(initial=0)) * self._largest_key
            if peak * self.keys.shape[1] < 2**24:  # every partial sum is exact in single precision
                scores = self._single @ query.astype(np.float32)
                return scores.astype(np.int64)
            if peak * self.keys.shape[1] < 2**62:
                return self.keys.astype(np.int64) @ query.astype(np.int64)
        scores = self.keys.astype(object) @ query.astype(object)
        return scores

    def stated(self, queries: Iterable[Iterable[int]]) -> dict[str, Any]:
        """The head as evidence states it, with these queries."""
        tables = {"queries": queries, "keys": self.keys}
        return {**{name: [[*map(int, row)] for row in rows] for name, rows in tables.items()}, "share": int(self.share)}

    @cached_property
    def _largest_key(self) -> int:
        return int(np.abs(self.keys.astype(object if self.keys.dtype == object else np.int64)).max(initial=0))

    @cached_property
    def _single(self) -> np.ndarray:
        return self.keys.astype(np.float32)


def hard_subsets(
    positions: int, q: int, count: int, seed: int, scores: Callable[[Subset], np.ndarray]
) -> Iterator[Subset]:
    """At least ``count`` different subsets (or all there are, if the draws repeat), the structured ones first.

    Parameters
    ----------
    scores : the scores of all positions for a subset's query; used to exchange a member for the strongest outsider

    Examples
    --------
    >>> found = list(hard_subsets(9, 2, 20, 0, lambda y: np.arange(9)))
    >>> found[:3], len(found) >= 20
    ([(0, 1), (7, 8), (3, 4)], True)
    """
    seen: set[Subset] = set()
    draws = _draws(positions, q, random.Random(seed), scores)
    structured = [y for y in _structured(positions, q) if len(y) == q]
    for subset in chain(structured, islice(draws, 4 * count)):
        if subset not in seen:
            seen.add(subset)
            yield subset
        if len(seen) >= max(count, len(set(structured))):
            return


def _structured(positions: int, q: int) -> Iterator[Subset]:
    middle = (positions - q) // 2
    for start in (0, positions - q, middle):
        yield tuple(range(start, start + q))
    step = positions // q
    yield tuple(range(0, positions, step))[:q]
    yield tuple(range(step // 2, positions, step))[:q]
    if 2 * q <= positions:
        yield tuple(range(0, 2 * q, 2))
        yield tuple(range(positions - 2 * q, positions, 2))
    yield tuple(sorted({*range((q + 1) // 2), *range(positions - q // 2, positions)}))
    if q < positions:
        left = (q + 1) // 2
        yield tuple(j for j in range(middle, middle + q + 1) if j != middle + left)


def _draws(positions: int, q: int, rng: random.Random, scores: Callable[[Subset], np.ndarray]) -> Iterator[Subset]:
    while True:
        subset = tuple(sorted(rng.sample(range(positions), q)))
        yield subset
        if q < positions:
            start = rng.randrange(positions - q + 1)
            yield tuple(range(start, start + q))
            found = scores(subset)
            outsiders = np.delete(np.arange(positions), list(subset))
            strongest = int(outsiders[int(np.argmax(found[outsiders]))])
            yield tuple(sorted({*subset, strongest} - {rng.choice(subset)}))


@dataclass(frozen=True, eq=False)
class AveragingHeads(Construction):
    """What constructions of q-SA have in common: heads whose sum, over a divisor, averages any subset."""

    name: str
    task: SparseAveraging
    theorem: Theorem
    heads: tuple[AveragingHead, ...]
    divisor: int

    def subsets(self, samples: int, seed: int) -> Iterator[Subset]:
        """At least ``samples`` seeded subsets, the adversarial ones first (``hard_subsets``)."""
        return hard_subsets(self.task.N, self.task.q, samples, seed, lambda y: self.heads[0].scores(y))

    def tried(
        self, samples: int, seed: int, exhaustive: bool, seconds: float, look: Callable[[Subset], tuple[Any, bool]]
    ) -> tuple[Verification, dict[Subset, Any]]:
        """What a look says of each subset, until one is wrong: of ``subsets``, and then of all if ``exhaustive``.

        A look returns what is kept of a subset, and whether it is right. Margins and errors are the caller's.
        """
        N, q, start, done = self.task.N, self.task.q, time.perf_counter(), dict[Subset, Any]()
        wrong, undecided = None, ""
        for subset in chain(self.subsets(samples, seed), combinations(range(N), q) if exhaustive else ()):
            if subset in done:
                continue
            if done and time.perf_counter() - start > seconds:
                exhaustive = False
                break
            try:
                done[subset], right = look(subset)
            except NoExactTieError:
                wrong, undecided = subset, "no query with exact ties was found for one more"
                break
            if not right:
                wrong = subset
                break
        spent, count = time.perf_counter() - start, len(done)
        complete = exhaustive and wrong is None
        return Verification("", count, count, complete, wrong, seconds=spent, undecided=undecided), done
