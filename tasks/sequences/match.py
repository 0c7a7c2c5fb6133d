"""Match-s: does my token, with s-1 others, sum to 0 mod M? Match2 and Match3 are s = 2 and s = 3.

Match2 and Match3: Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896).
"""

import random
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from ..sequence_task import WHOLE_UNITS, SequenceTask, Tokens
from ..task import integer
from .match_free import match_free_tokens


@dataclass(frozen=True)
class MatchS(SequenceTask):
    """Output i is 1 if there are j_2 .. j_s with x_i + x_(j_2) + .. + x_(j_s) = 0 mod M, else 0.

    The positions are any, equal ones and i itself allowed; so if M divides s, every output is 1 (x + .. + x = 0).

    Parameters
    ----------
    order : int >= 2
        s, the number of tokens summed.
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
    >>> MatchS(4, M=7, N=3).evaluate((1, 5, 5)), MatchS(3, M=7, N=3).evaluate((1, 5, 5))
    ((0, 0, 0), (1, 1, 1))
    """

    order: int = field(metadata=integer("the number of tokens summed", least=2, example=3))
    M: int = field(metadata=integer("the modulus", least=1, example=7))
    N: int = field(default=4, metadata=integer("the length of the sequences", least=1, example=4))
    name = "match"
    kinds = 2

    @property
    def instead(self) -> str:
        """Where to look, since a sum of s tokens is no relation between two."""
        more = f"a unit of that order is built by: headcount construct match order={self.order} M={self.M} N={self.N}"
        return f"{WHOLE_UNITS}; {more}"

    @cached_property
    def alphabet(self) -> int:
        """M."""
        return self.M

    def evaluate(self, tokens: Tokens) -> tuple[int, ...]:
        """1 where some choice of s-1 positions completes the sum."""
        others = self.order - 1
        return tuple(
            int(any((x + sum(chosen)) % self.M == 0 for chosen in product(tokens, repeat=others))) for x in tokens
        )

    def near_miss(self, kind: int, rng: random.Random) -> Tokens:
        """Kind 0: no match, but sums of +1 and -1 where possible. Kind 1: such tokens, one replaced to make a match."""
        tokens = list(match_free_tokens(self.order, self.M, self.N, rng))
        if kind == 1:
            j = rng.randrange(self.N)
            others = tokens[:j] + tokens[j + 1 :]
            tokens[j] = -sum(rng.choices(others, k=self.order - 1)) % self.M if others else 0
        return tuple(tokens)


@dataclass(frozen=True)
class Match3(MatchS):
    """Match3(N, M): output i is 1 if some j, l have x_i + x_j + x_l = 0 mod M (j, l any, equal allowed).

    Parameters
    ----------
    M : int >= 1
        The modulus; tokens are 0 .. M-1.
    N : int >= 1
        The length of every sequence.

    Examples
    --------
    >>> Match3(5, 3).evaluate((1, 1, 3))
    (1, 1, 1)
    >>> Match3(5, 3).evaluate((1, 1, 4))  # 1 + 1 + 4 = 6, and no sum is 5, 10 or 15
    (0, 0, 0)
    """

    order: int = field(default=3, init=False)
    name = "match3"

    @property
    def instead(self) -> str:
        """The construction of its own."""
        more = f"a third-order unit is built by: headcount construct match3-third-order M={self.M} N={self.N}"
        return f"{WHOLE_UNITS}; {more}"
