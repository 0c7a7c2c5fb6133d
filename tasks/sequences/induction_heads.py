"""Induction heads: the symbol that followed mine when mine last occurred before.

Symbols: N tokens from an alphabet of A symbols. Source: Sanford, Hsu, Telgarsky 2024 (arXiv 2408.14332), who show that
one layer of attention must be large to do this; the name is from Elhage et al. 2021 and Olsson et al. 2022.
"""

import random
from dataclasses import dataclass, field
from functools import cached_property

from ..sequence_task import WHOLE_UNITS, SequenceTask, Tokens
from ..task import integer


@dataclass(frozen=True)
class InductionHeads(SequenceTask):
    """Output i is x_(j+1) for the largest j < i with x_j = x_i, or A (no symbol) if there is no such j.

    j + 1 = i is possible: then the output is x_i itself.

    Parameters
    ----------
    A : int >= 1
        The number of symbols; tokens are 0 .. A-1.
    N : int >= 1
        The length of every sequence.

    Raises
    ------
    TaskError
        If a parameter is out of range.

    Examples
    --------
    >>> InductionHeads(3, 5).evaluate((2, 1, 0, 2, 2))  # before the fourth, 2 was followed by 1; before the fifth, by 2
    (3, 3, 3, 1, 2)
    """

    A: int = field(metadata=integer("the number of symbols", least=1, example=3))
    N: int = field(default=5, metadata=integer("the length of the sequences", least=1, example=5))
    name = "induction-heads"
    kinds = 2

    @property
    def instead(self) -> str:
        """The reduction that bounds it."""
        more = "what bounds it is shown by: headcount reduce index induction-heads n=4"
        return f"{WHOLE_UNITS}; {more}"

    @cached_property
    def alphabet(self) -> int:
        """A."""
        return self.A

    def evaluate(self, tokens: Tokens) -> tuple[int, ...]:
        """The successor of the last earlier occurrence of each symbol."""
        outputs = []
        for i, x in enumerate(tokens):
            earlier = [j for j in range(i) if tokens[j] == x]
            outputs.append(tokens[earlier[-1] + 1] if earlier else self.A)
        return tuple(outputs)

    def near_miss(self, kind: int, rng: random.Random) -> Tokens:
        """Kind 0: the last symbol occurs nowhere else (if A > 1). Kind 1: exactly twice before, if there is room."""
        last = rng.randrange(self.A)
        others = [x for x in range(self.A) if x != last] or [last]
        tokens = [rng.choice(others) for _ in range(self.N - 1)]
        if kind == 1:
            for j in rng.sample(range(self.N - 1), min(2, self.N - 1)):
                tokens[j] = last
        return (*tokens, last)
