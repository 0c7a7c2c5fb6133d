"""Pair detection: does some token stand in a given relation to mine? Match2 is the case x + y = 0 mod M."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from numbers import Integral

from ..questions import Question, SignPattern, match2_question
from .selection_task import NamedSelection, SelectionTask
from .task import TaskError

Tokens = tuple[int, ...]


@dataclass(frozen=True)
class PairDetection(SelectionTask):
    """Output i is 1 if some j (j = i allowed) has ``relation(x_i, x_j)``, else 0; tokens are 0 .. alphabet-1.

    One head with a null token does it if matching keys beat the null token and the others lose to it.

    Parameters
    ----------
    alphabet : int >= 1
        Number of tokens.
    relation : function of two tokens to bool
    name : str

    Examples
    --------
    >>> smaller = PairDetection(4, lambda x, y: y < x, name="someone-smaller")
    >>> smaller.evaluate((2, 0, 3))
    (1, 0, 1)
    >>> smaller.pattern().rows
    ('----', '+---', '++--', '+++-')
    """

    alphabet: int = field()  # field(), so that the property of the base class is not taken for a default
    relation: Callable[[int, int], bool] = field(repr=False)
    name: str = "pair-detection"
    longest: int = 3

    def __post_init__(self) -> None:
        if self.alphabet < 1:
            raise TaskError(f"alphabet must hold at least 1 token, got {self.alphabet}; try alphabet=4")

    def pattern(self) -> SignPattern:
        """+ where the relation holds, - elsewhere; null token."""
        tokens = range(self.alphabet)
        rows = ("".join("+" if self.relation(x, y) else "-" for y in tokens) for x in tokens)
        return SignPattern(tuple(rows), null=True)

    def evaluate(self, tokens: Tokens) -> tuple[int, ...]:
        """1 where some token is related."""
        return tuple(int(any(self.relation(x, y) for y in tokens)) for x in tokens)

    def instances(self) -> Iterator[Tokens]:
        """All sequences of up to ``longest`` tokens."""
        for length in range(1, self.longest + 1):
            yield from product(range(self.alphabet), repeat=length)

    def samples(self, count: int, seed: int = 0) -> Iterator[Tokens]:
        """Random sequences of up to ``longest`` tokens, and, every second time, one with few different tokens."""
        rng = random.Random(seed)
        for number in range(count):
            pool = rng.choices(range(self.alphabet), k=2) if number % 2 else range(self.alphabet)
            yield tuple(rng.choices(pool, k=rng.randint(1, self.longest)))

    def length(self, tokens: Tokens) -> int:
        """The number of tokens."""
        return len(tokens)

    def query_type(self, tokens: Tokens, position: int) -> int:
        """The token."""
        return tokens[position]

    def key_type(self, tokens: Tokens, position: int) -> int:
        """The token."""
        return tokens[position]

    def read_out(self, tokens: Tokens, position: int, selected: tuple[int, ...]) -> int:
        """1 if any key beats the null token."""
        return int(bool(selected))


class Match2(NamedSelection, PairDetection):
    """Match2 over Z_M: output i is 1 if some j has x_i + x_j = 0 mod M (Sanford, Hsu, Telgarsky 2023).

    The pattern asks for the selection itself: exactly the matching keys beat the null token. That is what a bracket for
    ``match2`` is about. Since j = i is allowed, a token with 2x = 0 mod M always finds a match in its own position, so
    the output alone asks less: + at itself and stars elsewhere in such a row. Up to M = 9 this changes the least m at
    M = 4 only (2 instead of 3).

    Parameters
    ----------
    M : int >= 1
        The modulus.

    Raises
    ------
    TaskError
        If M < 1.

    Examples
    --------
    >>> Match2(5).evaluate((1, 3, 4))
    (1, 0, 1)
    >>> Match2(5).disagreement() is None
    True
    """

    def __init__(self, M: int) -> None:
        if not isinstance(M, Integral) or isinstance(M, bool) or M < 1:
            raise TaskError(f"M, the modulus, must be an integer >= 1, got {M!r:.40}; try M=7")
        M = int(M)
        super().__init__(M, lambda x, y: (x + y) % M == 0, "match2")

    @property
    def parameters(self) -> Mapping[str, int]:
        """M."""
        return {"M": self.alphabet}

    def named(self) -> Question:
        """The question by name."""
        return match2_question(self.alphabet)
