"""q-sparse averaging, q-SA(N, q): position i averages the values at the q positions that it names.

Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Definition 4. A token is (z_i, y_i, i): a value and a q-subset of
the positions.
"""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import comb

from ..questions import Question, qsa_question
from .selection_task import SubsetTask
from .task import TaskError, plain_integers

Tokens = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]


@dataclass(frozen=True)
class SparseAveraging(SubsetTask):
    """q-SA(N, q) with scalar values: output i is the mean of z_j over j in y_i.

    Parameters
    ----------
    N : int >= 1
        Number of positions.
    q : int, 1 <= q <= N
        Number of positions averaged.

    Raises
    ------
    TaskError
        If a parameter is out of range.

    Examples
    --------
    >>> task = SparseAveraging(4, 2)
    >>> task.evaluate(((1, -1, 1, 1), ((0, 1), (0, 2), (1, 3), (2, 3))))
    (Fraction(0, 1), Fraction(1, 1), Fraction(0, 1), Fraction(1, 1))
    >>> task.disagreement() is None
    True
    """

    N: int
    q: int
    name = "qsa"

    def __post_init__(self) -> None:
        plain_integers(self, "N", "q")
        if type(self.N) is not int or type(self.q) is not int:
            raise TaskError(f"N and q must be integers, got N={self.N!r} and q={self.q!r}; try N=6 and q=2")
        if self.N < 1:
            raise TaskError(f"N, the number of positions, must be at least 1, got {self.N}; try N=6")
        if self.q < 1:
            raise TaskError(f"q, the number of positions averaged, must be at least 1, got {self.q}; try q=1")
        if self.q > self.N:
            raise TaskError(f"q must be at most N = {self.N}, got {self.q}; try q={self.N} or a larger N")

    @property
    def parameters(self) -> Mapping[str, int]:
        """N and q."""
        return {"N": self.N, "q": self.q}

    def named(self) -> Question:
        """The question by name; rows are the q-subsets in lexicographic order, 0 on the subset, - off it."""
        return qsa_question(self.N, self.q)

    @property
    def sizes(self) -> range:
        """q alone."""
        return range(self.q, self.q + 1)

    def evaluate(self, tokens: Tokens) -> tuple[Fraction, ...]:
        """The mean of the values named by each position."""
        values, subsets = tokens
        return tuple(Fraction(sum(values[j] for j in subset), len(subset)) for subset in subsets)

    def instances(self) -> Iterator[Tokens]:
        """Every z in {-1, 1}^N with every subset y, the same y at all positions.

        Output i depends on z and y_i only, so this covers every input with values +-1.
        """
        for values in product((-1, 1), repeat=self.N):
            for subset in combinations(range(self.N), self.q):
                yield values, (subset,) * self.N

    def samples(self, count: int, seed: int = 0) -> Iterator[Tokens]:
        """Random values; subsets are random, runs of neighbouring positions, or evenly spread, in turn."""
        rng = random.Random(seed)
        for number in range(count):
            values = tuple(rng.choices((-1, 1), k=self.N))
            yield values, tuple(self._sample_subset(rng, number + i) for i in range(self.N))

    def _sample_subset(self, rng: random.Random, kind: int) -> tuple[int, ...]:
        if kind % 3 == 0:
            return tuple(sorted(rng.sample(range(self.N), self.q)))
        start = rng.randrange(self.N)
        step = 1 if kind % 3 == 1 else self.N // self.q
        return tuple(sorted((start + step * k) % self.N for k in range(self.q)))

    @cached_property
    def alphabet(self) -> int:
        """2 C(N, q): a value in {-1, 1} and a subset."""
        return 2 * comb(self.N, self.q)

    def symbols(self, tokens: Tokens) -> tuple[int, ...]:
        """Token (z, y) as the number of y among the q-subsets, plus C(N, q) where z = 1."""
        values, subsets = tokens
        return tuple((z > 0) * comb(self.N, self.q) + self.number(y) for z, y in zip(values, subsets, strict=True))

    def query_type(self, tokens: Tokens, position: int) -> int:
        """The number of y_i among the q-subsets."""
        return self.number(tokens[1][position])

    def read_out(self, tokens: Tokens, position: int, selected: tuple[int, ...]) -> Fraction:
        """A saturated head averages what it selects."""
        return Fraction(sum(tokens[0][j] for j in selected), len(selected))
