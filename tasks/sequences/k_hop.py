"""k-hop induction heads: k times in a row, the symbol that followed mine when mine last occurred before.

Symbols: N tokens from an alphabet of A symbols, k hops. Source: Sanford, Hsu, Telgarsky 2024 (arXiv 2402.09268), who
show that about log2 k layers do this, and that fewer do not unless a conjecture about parallel computation fails.
"""

import random
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from ..sequence_task import WHOLE_UNITS, SequenceTask, Tokens
from ..task import integer


@dataclass(frozen=True)
class KHop(SequenceTask):
    """Output i is x_j where j comes from i by k hops, or A (no symbol) if a hop leads nowhere.

    A hop leads from i to the largest j <= i with x_(j-1) = x_i: the place after the last earlier occurrence of x_i.
    With k = 1 this is ``InductionHeads``.

    Parameters
    ----------
    A : int >= 1
        The number of symbols; tokens are 0 .. A-1.
    N : int >= 1
        The length of every sequence.
    k : int >= 1
        The number of hops.

    Raises
    ------
    TaskError
        If a parameter is out of range.

    Examples
    --------
    From the last 2 to the 1 after the 2 before it, from there to the 0 after the first 1.

    >>> KHop(3, 6, 1).evaluate((1, 0, 2, 1, 0, 2))
    (3, 3, 3, 0, 2, 1)
    >>> KHop(3, 6, 2).evaluate((1, 0, 2, 1, 0, 2))
    (3, 3, 3, 3, 3, 0)
    """

    A: int = field(metadata=integer("the number of symbols", least=1, example=3))
    N: int = field(default=6, metadata=integer("the length of the sequences", least=1, example=6))
    k: int = field(default=2, metadata=integer("the number of hops", least=1, example=2))
    name = "k-hop"
    kinds = 2

    @property
    def instead(self) -> str:
        """The reduction that bounds it."""
        more = "what bounds it is shown by: headcount reduce index k-hop n=4"
        return f"{WHOLE_UNITS}; {more}"

    @cached_property
    def alphabet(self) -> int:
        """A."""
        return self.A

    def evaluate(self, tokens: Tokens) -> tuple[int, ...]:
        """The symbol k hops away from each position."""
        return tuple(self._after(tokens, i) for i in range(len(tokens)))

    def _after(self, tokens: Tokens, i: int) -> int:
        for _ in range(self.k):
            earlier = [j for j in range(i) if tokens[j] == tokens[i]]
            if not earlier:
                return self.A
            i = earlier[-1] + 1
        return tokens[i]

    def near_miss(self, kind: int, rng: random.Random) -> Tokens:
        """Kind 0: a chain of k hops if there is room, else a part of it. Kind 1: the same, one token changed."""
        tokens = [rng.randrange(self.A) for _ in range(self.N)]
        chain = [rng.randrange(self.A) for _ in range(self.k + 1)]
        tokens[-1], place = chain[0], self.N - 1
        for mine, following in pairwise(chain):
            place -= 2
            if place < 0:
                break
            tokens[place : place + 2] = (mine, following)
        if kind == 1:
            tokens[rng.randrange(self.N)] = rng.randrange(self.A)
        return tuple(tokens)
