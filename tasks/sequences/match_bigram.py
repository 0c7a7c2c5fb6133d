"""Match3Bigram: my token and two neighbours sum to 0 mod M (Sanford, Hsu, Telgarsky 2023, arXiv 2306.02896)."""

import random
from dataclasses import dataclass, field
from functools import cached_property

from ..sequence_task import WHOLE_UNITS, SequenceTask, Tokens
from ..task import integer
from .match_free import match_free_tokens


@dataclass(frozen=True)
class Match3Bigram(SequenceTask):
    """Output i is 1 if x_i + x_j + x_(j+1) = 0 mod M for some j in 1 .. N-1 (anywhere, i itself allowed), else 0.

    Parameters
    ----------
    M : int >= 1
        The modulus; tokens are 0 .. M-1.
    N : int >= 1
        The length of every sequence.

    Raises
    ------
    TaskError
        If a parameter is out of range.

    Examples
    --------
    >>> Match3Bigram(7, N=4).evaluate((1, 2, 4, 3))  # pairs sum to 3, 6, 0
    (1, 0, 1, 0)
    """

    M: int = field(metadata=integer("the modulus", least=1, example=5))
    N: int = field(default=4, metadata=integer("the length of the sequences", least=1, example=4))
    name = "match3-bigram"
    kinds = 2

    @property
    def instead(self) -> str:
        """The construction of its own."""
        more = f"a unit of two layers is built by: headcount construct match3-bigram M={self.M} N={self.N}"
        return f"{WHOLE_UNITS}; {more}"

    @cached_property
    def alphabet(self) -> int:
        """M."""
        return self.M

    def evaluate(self, tokens: Tokens) -> tuple[int, ...]:
        """1 where two neighbours complete the sum."""
        neighbours = range(len(tokens) - 1)
        return tuple(int(any((x + tokens[j] + tokens[j + 1]) % self.M == 0 for j in neighbours)) for x in tokens)

    def near_miss(self, kind: int, rng: random.Random) -> Tokens:
        """Tokens without a match, one replaced to match with a neighbour (kind 0) or with one further on (kind 1)."""
        tokens = list(match_free_tokens(3, self.M, self.N, rng))
        step = 1 + kind
        if step < self.N:
            j = rng.randrange(self.N - step)
            i = rng.choice([k for k in range(self.N) if k != j + step])
            tokens[j + step] = -(tokens[i] + tokens[j]) % self.M
        return tuple(tokens)
