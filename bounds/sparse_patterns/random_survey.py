"""How often random patterns satisfy Assumption 1, with confidence bands."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from scipy.stats import beta

from ...questions.sparse_pattern import SparsePattern
from ...solvers.sparse_patterns.rows import LazyRows
from ...solvers.sparse_patterns.sweeps import downwards, upwards
from .found import self_attention
from .hops_bracket import until
from .path import path_of


@dataclass(frozen=True)
class Share:
    """``count`` of ``total``; ``undecided`` of them are neither counted nor excluded.

    The band is that of Clopper and Pearson (1934): with probability 95 % or more it holds the share among all seeds.
    Undecided ones count as "no" for its lower bound and as "yes" for its upper bound.

    >>> Share(37, 60)
    62 % (48 % .. 74 %)
    >>> Share(0, 60), Share(60, 60)
    (0 % (0 % .. 6 %), 100 % (94 % .. 100 %))
    """

    count: int
    total: int
    undecided: int = 0

    @property
    def band(self) -> tuple[float, float]:
        """The band, as shares."""
        most = self.count + self.undecided
        lower = float(beta.ppf(0.025, self.count, self.total - self.count + 1)) if self.count else 0.0
        upper = float(beta.ppf(0.975, most + 1, self.total - most)) if most < self.total else 1.0
        return lower, upper

    def to_json(self) -> dict[str, int | list[float]]:
        """Counts and band."""
        return {"count": self.count, "total": self.total, "undecided": self.undecided, "band": list(self.band)}

    def __repr__(self) -> str:
        lower, upper = self.band
        open_ = f", {self.undecided} open" if self.undecided else ""
        return f"{self.count / self.total:.0%} ({lower:.0%} .. {upper:.0%}{open_})".replace("%", " %")


@dataclass(frozen=True)
class Survey:
    """Shares of the seeds whose pattern has a path, finite hops, and satisfies Assumption 1."""

    path: Share
    hops: Share
    assumption1: Share
    seconds: float


def random_survey(
    drawn: Callable[[int], SparsePattern],
    seeds: int,
    budget: float = 60.0,
    watch: Callable[[int], None] = lambda done: None,
) -> Survey:
    """Shares among the patterns ``drawn(0)``, .., ``drawn(seeds - 1)``, ``budget`` seconds for all of them.

    Nothing is certified here: a seed that matters can be asked for by itself.

    Examples
    --------
    >>> from ...questions.layer_patterns import Window
    >>> random_survey(lambda seed: SparsePattern((Window(9, 1),)), 20).hops
    100 % (83 % .. 100 %)
    """
    start = time.monotonic()
    tallies = [0, 0], [0, 0], [0, 0]  # yes and open, of path, hops and both
    for seed in range(seeds):
        pattern = drawn(seed)
        rows = LazyRows(pattern.layers)
        deadline = start + budget * (seed + 1) / seeds
        answer = path_of(pattern, rows, deadline, lambda words: None).answer
        late = until(deadline)
        loops = self_attention(pattern).holds
        finite = "open"
        if loops:
            cycle = rows.cycle
            sweeps = [downwards(cycle, 0, len(cycle), late), upwards(cycle, 0, late)]
            finite = "no" if any(one.stuck for one in sweeps) else "yes" if all(one.full for one in sweeps) else "open"
        answers = (answer, finite, "yes" if loops else "no")
        for tally, some in zip(tallies, (answers[:1], answers[1:2], answers), strict=True):
            tally[0] += all(one == "yes" for one in some)
            tally[1] += "no" not in some and "open" in some
        watch(seed + 1)
    path, hops, both = (Share(yes, seeds, unknown) for yes, unknown in tallies)
    return Survey(path, hops, both, time.monotonic() - start)
