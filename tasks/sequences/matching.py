"""Does my token, with others, sum to 0 mod M? Match-s (Match2, Match3: s = 2, 3), and two of its relatives.

Match2, Match3, Match3Local, Match3Bigram: Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896).
"""

import random
from dataclasses import dataclass, field

from ..sequence_task import NamedTask, Tokens
from ..task import integer


@dataclass(frozen=True)
class MatchS(NamedTask):
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
    advice = "a unit of that order is built by: headcount construct match order={order} M={M} N={N}"

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
    of = "match"
    advice = "a third-order unit is built by: headcount construct match3-third-order M={M} N={N}"


@dataclass(frozen=True)
class Match3Local(NamedTask):
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
    advice = "a unit is built by: headcount construct match3-local M={M} N={N} K={K}"

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


@dataclass(frozen=True)
class Match3Bigram(NamedTask):
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
    advice = "a unit of two layers is built by: headcount construct match3-bigram M={M} N={N}"

    def near_miss(self, kind: int, rng: random.Random) -> Tokens:
        """Tokens without a match, one replaced to match with a neighbour (kind 0) or with one further on (kind 1)."""
        tokens = list(match_free_tokens(3, self.M, self.N, rng))
        step = 1 + kind
        if step < self.N:
            j = rng.randrange(self.N - step)
            i = rng.choice([k for k in range(self.N) if k != j + step])
            tokens[j + step] = -(tokens[i] + tokens[j]) % self.M
        return tuple(tokens)


ATTEMPTS = 20
"""Candidates tried for each new token before an old one is repeated."""


def match_free_tokens(order: int, M: int, count: int, rng: random.Random) -> tuple[int, ...]:
    """``count`` tokens of Z_M of which no ``order``, repeats allowed, sum to 0 mod M, but some to +1 or -1 if possible.

    Greedy: the set S grows by tokens z that bring some sum of ``order`` tokens to +1 or -1. Let R_k be the set of sums
    of k tokens of S (R_0 = {0}). Adding z to S makes the new sums t z + r with r in R_(order-t), t >= 1; so there is
    still no match if and only if -t z is not in R_(order-t) for t = 1 .. order. Tokens with order * z = 0 mod M are
    matches by themselves; where all tokens are (M divides ``order``), any tokens are returned.

    Examples
    --------
    >>> tokens = match_free_tokens(3, 10, 4, random.Random(0))
    >>> any((x + y + z) % 10 == 0 for x in tokens for y in tokens for z in tokens)
    False
    """
    single = [z for z in range(M) if order * z % M]
    if not single:
        return tuple(rng.randrange(M) for _ in range(count))
    chosen: list[int] = []
    sums: list[set[int]] = [{0}, *(set[int]() for _ in range(order))]
    _add(rng.choice(single), chosen, sums, M)
    while len(chosen) < count:
        z = _next_token(order, M, chosen, sums, rng)
        if z in chosen:
            chosen.append(z)
        else:
            _add(z, chosen, sums, M)
    rng.shuffle(chosen)
    return tuple(chosen)


def _next_token(order: int, M: int, chosen: list[int], sums: list[set[int]], rng: random.Random) -> int:
    for attempt in range(ATTEMPTS):
        z = rng.choice((-1, 1)) - sum(rng.choices(chosen, k=order - 1)) if attempt % 4 else rng.randrange(M)
        if all(-t * z % M not in sums[order - t] for t in range(1, order + 1)):
            return z % M
    return rng.choice(chosen)


def _add(z: int, chosen: list[int], sums: list[set[int]], M: int) -> None:
    chosen.append(z)
    for k in range(len(sums) - 1, 0, -1):  # downwards, so that sums[k - t] are still those without z
        for t in range(1, k + 1):
            sums[k] |= {(r + t * z) % M for r in sums[k - t]}
