"""Cycle3: does my vertex lie on a directed triangle? Token i is row i of the adjacency matrix.

Posed for third-order attention by Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), and for Strassen attention
by Kozachinskiy et al. (arXiv 2501.19215).
"""

import random
from dataclasses import dataclass, field
from functools import cached_property

from ..sequence_task import WHOLE_UNITS, SequenceTask, Tokens
from ..task import integer


@dataclass(frozen=True)
class Cycle3(SequenceTask):
    """Output i is 1 if there are vertices j, k with edges i -> j, j -> k, k -> i, else 0.

    The token of vertex i is an integer whose bit j (value 2^j) says whether there is an edge i -> j. Vertices may be
    equal as far as the edges allow it: a loop i -> i counts.

    Parameters
    ----------
    N : int >= 1
        The number of vertices.

    Raises
    ------
    TaskError
        If N is out of range.

    Examples
    --------
    >>> Cycle3(4).evaluate((0b0010, 0b0100, 0b1001, 0b0000))  # 0 -> 1 -> 2 -> 0, 2 -> 3
    (1, 1, 1, 0)
    """

    N: int = field(metadata=integer("the number of vertices", least=1, example=3))
    name = "cycle3"
    kinds = 3

    @property
    def instead(self) -> str:
        """The construction of its own."""
        more = f"a Strassen unit is built by: headcount construct cycle3-strassen N={self.N}"
        return f"{WHOLE_UNITS}; {more}"

    @cached_property
    def alphabet(self) -> int:
        """2^N rows of an adjacency matrix."""
        return 1 << self.N

    def evaluate(self, tokens: Tokens) -> tuple[int, ...]:
        """1 where two vertices close a triangle."""
        vertices = range(len(tokens))
        edge = [[bool(token >> j & 1) for j in vertices] for token in tokens]
        return tuple(
            int(any(edge[i][j] and edge[j][k] and edge[k][i] for j in vertices for k in vertices)) for i in vertices
        )

    def near_miss(self, kind: int, rng: random.Random) -> Tokens:
        """Kind 0: a random order's edges, so paths but no cycle. Kind 1: the same and one edge back. Kind 2: sparse."""
        order = list(range(self.N))
        rng.shuffle(order)
        edges = set()
        for place, i in enumerate(order):
            for j in order[place + 1 :]:
                if rng.random() < (0.8 if kind < 2 else 0.3):
                    edges.add((i, j))
        if kind == 1 and self.N >= 3:
            first, *_, last = sorted(rng.sample(range(self.N), 3))
            edges.add((order[last], order[first]))
        elif kind == 2:
            edges |= {(rng.randrange(self.N), rng.randrange(self.N)) for _ in range(2)}
        return tuple(sum(2**j for j in range(self.N) if (i, j) in edges) for i in range(self.N))
