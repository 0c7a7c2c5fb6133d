"""Hard instances of Match3: independent tokens modulo N^4, and the same with one planted triple.

Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896) conjecture that small transformers of several layers cannot do Match3;
these two distributions are the reason to believe it. Each token by itself, and each pair of tokens, is distributed in
one as in the other: only a triple of tokens shows which it is.
"""

import random
from dataclasses import dataclass

from ..task import TaskError, require_integer
from .matching import Match3


@dataclass(frozen=True)
class Match3Instance:
    """A sequence of tokens for ``Match3(M, N)``; ``planted`` are the positions of the planted triple, from 0, or ()."""

    M: int
    tokens: tuple[int, ...]
    planted: tuple[int, ...]

    @property
    def task(self) -> Match3:
        """Match3 at this modulus and length."""
        return Match3(self.M, len(self.tokens))

    @property
    def answer(self) -> int:
        """1 if some three tokens, repeats allowed, sum to 0 mod M: the greatest output of the task."""
        return max(self.task.evaluate(self.tokens))


def match3_instance(N: int, *, planted: bool, seed: int = 0) -> Match3Instance:
    """An instance with M = N^4: N independent uniform tokens; with ``planted``, a random triple of them sums to 0.

    Parameters
    ----------
    N : int >= 3
        The number of tokens.
    planted : bool
        Whether there is a triple; the planted triple is at three different positions.
    seed : int

    Guarantee
    ---------
    With ``planted`` the answer is 1. Without, it is 0 but with probability at most 1/N: the C(N, 3) triples of
    different positions and the N (N - 1) of two sum to 0 with probability 1/M each (the sum is uniform, given all but
    one token that occurs once), and 3x = 0 has at most 3 solutions; C(N, 3) + N (N - 1) + 3N <= N^3 for N >= 3. Any two
    tokens, also of a planted triple, are independent and uniform.

    Raises
    ------
    TaskError
        If N is not an integer >= 3.

    Examples
    --------
    >>> yes, no = match3_instance(5, planted=True), match3_instance(5, planted=False)
    >>> yes.M, yes.answer, no.answer, sum(yes.tokens[i] for i in yes.planted) % 625
    (625, 1, 0, 0)
    """
    require_integer("N", "the number of tokens", N, 3, "N=5")
    if type(planted) is not bool:
        raise TaskError(f"planted must be True or False, got {planted!r:.40}; try planted=True")
    rng, M = random.Random(seed), N**4
    tokens = [rng.randrange(M) for _ in range(N)]
    triple = tuple(sorted(rng.sample(range(N), 3))) if planted else ()
    if planted:
        i, j, k = triple
        tokens[k] = -(tokens[i] + tokens[j]) % M
    return Match3Instance(M, tuple(tokens), triple)
