"""One head of a q-SA construction: keys by position, a query rule by subset, exact scores."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

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

    @cached_property
    def _largest_key(self) -> int:
        return int(np.abs(self.keys.astype(object if self.keys.dtype == object else np.int64)).max(initial=0))

    @cached_property
    def _single(self) -> np.ndarray:
        return self.keys.astype(np.float32)
