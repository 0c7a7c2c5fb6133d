"""Retrieval of the top k of N keys: every small set has to be the set that some query scores above all others.

The least m is the least dimension in which queries can single out each set of at most k documents by inner products:
the "minimal embeddable dimension" of arXiv 2601.20844. A token is a set of positions, the set that it asks for.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any

from ..questions import Question, separation_question
from .selection_task import SubsetTask
from .task import TaskError, integer

Subset = tuple[int, ...]
Tokens = tuple[Subset, ...]


@dataclass(frozen=True)
class TopK(SubsetTask):
    """Output i is the set of ``least`` to k positions that token i names: all above a threshold, no other.

    Parameters
    ----------
    N : int >= 1
        Number of positions (documents).
    k : int, 1 <= k <= N
        Most members of a set.
    least : int, 1 <= least <= k
        Fewest members; k for sets of exactly k.

    Raises
    ------
    TaskError
        If a parameter is out of range.

    Examples
    --------
    >>> TopK(7, 2).question().words
    'the top 1 to 2 of N=7 keys above a threshold'
    >>> TopK(3, 2).disagreement() is None
    True
    """

    N: int = field(metadata=integer("the number of positions", least=1, example=7))
    k: int = field(metadata=integer("the most members of a set", least=1, example=2))
    least: int = field(default=1, metadata=integer("the fewest members of a set", least=1, example=1))
    name = "topk"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.k > self.N:
            raise TaskError(f"k must be at most N = {self.N}, got {self.k}; try k={self.N} or a larger N")
        if self.least > self.k:
            raise TaskError(f"least must be at most k = {self.k}, got {self.least}; try least={self.k}")

    def named(self) -> Question:
        """The question by name; rows are the sets by size, + on the set, - off it."""
        return separation_question(self.N, self.least, self.k)

    def evaluate(self, tokens: Tokens) -> tuple[Subset, ...]:
        """The set that each token names."""
        return tokens

    def selections(self, tokens: Any, position: int) -> tuple[Subset, ...]:
        """The keys above the threshold."""
        row = self.pattern().rows[self.query_type(tokens, position)]
        return (tuple(j for j, symbol in enumerate(row) if symbol == "+"),)

    def instances(self) -> Iterator[Tokens]:
        """Every set, the same at all positions."""
        for size in self.sizes:
            for subset in combinations(range(self.N), size):
                yield (subset,) * self.N

    def samples(self, count: int, seed: int = 0) -> Iterator[Tokens]:
        """Random sets of random sizes."""
        rng = random.Random(seed)
        for _ in range(count):
            yield tuple(tuple(sorted(rng.sample(range(self.N), rng.choice(self.sizes)))) for _ in range(self.N))

    @cached_property
    def alphabet(self) -> int:
        """The number of sets."""
        return sum(comb(self.N, size) for size in self.sizes)

    def symbols(self, tokens: Tokens) -> tuple[int, ...]:
        """Every set as its number."""
        return tuple(map(self.number, tokens))

    def query_type(self, tokens: Tokens, position: int) -> int:
        """The number of the set."""
        return self.number(tokens[position])

    def read_out(self, tokens: Tokens, position: int, selected: Subset) -> Subset:
        """What is selected."""
        return selected

    @property
    def sizes(self) -> range:
        """From the least to k."""
        return range(self.least, self.k + 1)
