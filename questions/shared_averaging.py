"""The question how H heads share out the q-subsets of N positions, each selecting its part exactly."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from .question import SubsetQuestion

COMBINES = ("sum", "concat")
"""How the rows of several heads are combined: added, or side by side."""


@dataclass(frozen=True)
class SharedAveraging(SubsetQuestion):
    """The q-subsets of N positions, each shared out by exactly H heads, 1 <= H <= q <= N.

    Every head has its own N keys and a query for each q-subset y; the parts P_1(y), .., P_H(y) are not empty and
    partition y; head h ties its part at the top and puts all other positions at least the gap below. For ``sum`` the
    part sizes are the same for all y, since the sum of the heads weighs each by a constant; for ``concat`` the network
    after attention knows y and may weigh the parts anew, so any partition will do.

    >>> SharedAveraging(6, 2, 2, "concat").words
    'q-SA(N=6, q=2) shared out by 2 heads (concat: any parts)'
    """

    number_of_heads: int
    combine: str
    task: ClassVar[str] = "shared"

    def __post_init__(self) -> None:
        if not 1 <= self.q <= self.N:
            raise ValueError(f"q must be between 1 and N = {self.N}, got {self.q}")
        if not 1 <= self.number_of_heads <= self.q:
            raise ValueError(
                f"heads must be between 1 and q = {self.q}, since each selects a part of the q positions; "
                f"got {self.number_of_heads}"
            )
        if self.combine not in COMBINES:
            raise ValueError(f"combine must be sum or concat, got {self.combine!r:.40}")

    @property
    def words(self) -> str:
        parts = {"sum": "parts of the same sizes for all subsets", "concat": "any parts"}[self.combine]
        heads = "one head" if self.heads == 1 else f"{self.heads} heads"
        return f"q-SA(N={self.N}, q={self.q}) shared out by {heads} ({self.combine}: {parts})"

    @property
    def parameters(self) -> tuple[tuple[str, int], ...]:
        return ("N", self.N), ("q", self.q), ("heads", self.number_of_heads)

    @property
    def heads(self) -> int:
        return self.number_of_heads

    def to_json(self) -> dict[str, object]:
        return {**super().to_json(), "combine": self.combine}


def divided(y: tuple[int, ...], heads: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to cut y into so many parts, in order, none of them empty.

    >>> list(divided((0, 3), 2))
    [((0,), (3,)), ((3,), (0,))]
    """
    if heads == 1:
        yield (y,)
        return
    for size in range(1, len(y) - heads + 2):
        for part in combinations(y, size):
            for others in divided(tuple(j for j in y if j not in part), heads - 1):
                yield (part, *others)
