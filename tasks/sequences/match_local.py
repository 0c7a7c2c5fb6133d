"""Match3Local: triples that sum to 0 mod M within a distance K (Sanford, Hsu, Telgarsky 2023, arXiv 2306.02896)."""

import random
from dataclasses import dataclass, field
from functools import cached_property

from ..sequence_task import WHOLE_UNITS, SequenceTask, Tokens
from ..task import integer
from .match_free import match_free_tokens


@dataclass(frozen=True)
class Match3Local(SequenceTask):
    """Output i is 1 if x_i + x_j + x_l = 0 mod M for some j, l with ``|i-j| <= K`` and ``|i-l| <= K``, else 0.

    Equal positions are allowed; so with M = 3 (or 1) every output is 1, because x + x + x = 0.

    Parameters
    ----------
    M : int >= 1
        The modulus; tokens are 0 .. M-1.
    K : int >= 0
        The largest distance.
    N : int >= 1
        The length of every sequence.

    Raises
    ------
    TaskError
        If a parameter is out of range.

    Examples
    --------
    >>> Match3Local(7, K=1, N=4).evaluate((1, 2, 3, 4))  # 2 + 2 + 3 = 7; 1 + 2 + 4 = 7 is too far apart
    (0, 1, 1, 0)
    """

    M: int = field(metadata=integer("the modulus", least=1, example=5))
    K: int = field(metadata=integer("the largest distance", least=0, example=1))
    N: int = field(default=4, metadata=integer("the length of the sequences", least=1, example=6))
    name = "match3-local"
    kinds = 2

    @property
    def instead(self) -> str:
        """The construction of its own."""
        more = f"a unit is built by: headcount construct match3-local M={self.M} N={self.N} K={self.K}"
        return f"{WHOLE_UNITS}; {more}"

    @cached_property
    def alphabet(self) -> int:
        """M."""
        return self.M

    def evaluate(self, tokens: Tokens) -> tuple[int, ...]:
        """1 where two positions within K complete the sum."""
        outputs = []
        for i, x in enumerate(tokens):
            near = [tokens[j] for j in range(len(tokens)) if abs(i - j) <= self.K]
            outputs.append(int(any((x + y + z) % self.M == 0 for y in near for z in near)))
        return tuple(outputs)

    def near_miss(self, kind: int, rng: random.Random) -> Tokens:
        """Tokens without a match anywhere, one replaced so that it matches at distance K (kind 0) or K + 1 (kind 1)."""
        tokens = list(match_free_tokens(3, self.M, self.N, rng))
        i = rng.randrange(self.N)
        inside = [j for j in range(self.N) if abs(i - j) <= self.K]
        at = [j for j in range(self.N) if abs(i - j) == self.K + kind]
        if at:
            j = rng.choice(at)
            # The third token not so near to j that it sees both; none is left only if K = 0: a token by itself.
            others = [k for k in inside if k != j and (kind == 0 or abs(j - k) > self.K)]
            tokens[j] = -(tokens[i] + tokens[rng.choice(others)]) % self.M if others else 0
        return tuple(tokens)
