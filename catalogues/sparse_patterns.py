"""Sparse attention patterns on few positions: after how many layers each position depends on all, and Assumption 1.

A pattern is a directed graph in which every position attends to itself, the same in every layer. ``hops`` is the number
of layers after which every position depends on all tokens, "none" if no number is enough; it is the least depth that
computes every function on a finite grid. ``path``: in some order of the positions each is attended to by the next.
``assumption1``: both, the sufficient condition of Yun et al. 2020 (arXiv 2006.04862).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from .catalogue import Bracket, Certificate, Entry, Stated
from .entries import over
from .point_sets import PointSets, classes_on

PATIENCE = 1000.0
"""Seconds after which a search is stopped. None takes so long."""


@dataclass(frozen=True, slots=True)
class SparsePatterns:
    """The catalogue; a key is the code of the arrows between different positions, in hexadecimal digits."""

    name = "sparse_patterns"
    title = "Depth of sparse attention patterns"
    says = (
        "After how many layers every position of a sparse attention pattern, in which positions attend to themselves, "
        "depends on all tokens, and whether a path goes through all positions; up to renaming the positions."
    )
    objects = "sparse attention patterns on n positions that attend to themselves, up to renaming"
    sizes = (1, 2, 3, 4, 5, 6)
    quantities = ("hops", "path", "assumption1")

    def keys(self, n: int) -> list[str]:
        """All patterns on n positions, by their codes."""
        return [f"{code:x}" for code in classes_on(arrow_sets, n).tolist()]

    def count(self, n: int) -> int:
        """Their number, by Burnside's lemma."""
        return arrow_sets(n).count()

    def settle(self, n: int, keys: Sequence[str], until: float | None) -> list[Entry]:
        """The entries of some patterns."""
        from ..bounds.sparse_patterns.assumption_one import assumption_one  # here, since it takes long to load

        found = []
        for key in keys:
            if over(until):
                break
            seen = np.zeros((n, n), dtype=np.int8)
            for i, row in enumerate(rows_of(n, key)):
                seen[i, row] = 1
            claims = [assumption_one(seen, budget=PATIENCE).certificate()]
            brackets = {name: stated.bracket(claims) for name, stated in self.stated(n, key).items()}
            found.append(Entry(key, self.fields(n, key, brackets), claims))
        return found

    def stated(self, n: int, key: str) -> Mapping[str, Stated]:
        """The number of hops, and two facts: 1 if it holds, 0 if not."""
        question = {"task": "sparse-pattern", "n": n, "layers": [{"name": "lists", "lists": rows_of(n, key)}]}
        return {
            "hops": _Hops(question, {"quantity": "hops"}),
            "path": _Fact(question, {"claim": "path"}, "no-path"),
            "loops": _Fact(question, {"claim": "self-attending"}, "not-self-attending"),
        }

    def fields(self, n: int, key: str, brackets: Mapping[str, Bracket]) -> dict[str, Any]:
        """To which positions each attends, the hops, the path, Assumption 1."""
        hops, path = brackets["hops"], brackets["path"] == [1, 1]
        holds = path and hops[1] not in (None, "none") and brackets["loops"] == [1, 1]
        return {"attends_to": rows_of(n, key), "hops": hops, "path": path, "assumption1": holds}


SPARSE_PATTERNS = SparsePatterns()


@dataclass(frozen=True)
class _Hops(Stated):
    """A number that may be infinite, which is a claim of its own."""

    def bracket(self, accepted: Sequence[Certificate]) -> Bracket:
        """The bounds, or "none" where hops are infinite."""
        if any(claim.get("claim") == "hops-infinite" for claim in self.about(accepted)):
            return ["none", "none"]
        return super().bracket(accepted)


@dataclass(frozen=True)
class _Fact(Stated):
    """A fact, which is claimed, or its opposite is."""

    opposite: str

    def bracket(self, accepted: Sequence[Certificate]) -> Bracket:
        """1 if it is claimed, 0 if its opposite is, None where nothing is."""
        said = {claim.get("claim") for claim in self.about(accepted)}
        values = [value for value, claim in enumerate((self.opposite, self.claim["claim"])) if claim in said]
        return [max(values, default=None), min(values, default=None)]


@cache
def arrow_sets(n: int) -> PointSets:
    """Arrows (i, j), i attends to j, between different positions.

    >>> [arrow_sets(n).count() for n in range(1, 6)]
    [1, 3, 16, 218, 9608]
    """
    arrows = [arrow for j in range(n) for i in range(j) for arrow in ((i, j), (j, i))]
    return PointSets(n, arrows, lambda to, arrow: (to[arrow[0]], to[arrow[1]]))


def rows_of(n: int, key: str) -> list[list[int]]:
    """The positions to which each attends, itself among them.

    >>> rows_of(3, "2b")
    [[0, 1], [0, 1], [0, 1, 2]]
    """
    arrows = arrow_sets(n).members(int(key, 16))
    return [[j for j in range(n) if i == j or (i, j) in arrows] for i in range(n)]
