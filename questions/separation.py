"""Questions about thresholds: which sets of keys have to score above all others, by inner products or another score.

``Separation(N, least, most)``        rows are the sets y of ``least`` to ``most`` of N positions, by size and then in
                                      lexicographic order: ``+`` on y, ``-`` off y; no null token, so each row has a
                                      free threshold.
``Retrieval(N, least, most, score)``  each such set of N keys in R^m is what some query retrieves:

    ``cosine``     <q, k_j> is above a threshold of the query for j in y, and below it for the others, and all keys have
                   one norm (0 as well, where m = 0 is enough)
    ``euclidean``  |q - k_j| is below a threshold of the query for j in y, and above it for the others

With ``least = 1`` this is retrieval of the top k (``most`` = k): by inner products the least m is the "minimal
embeddable dimension" of arXiv 2601.20844. With ``least = most = q`` a separation is what q-SA asks of a unit whose
error is below 1/q. A separation is a sign pattern; the other scores are none.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from .question import MAX_CELLS, Question, subsets_up_to
from .sign_pattern import SignPattern, marked

SCORES = ("cosine", "euclidean")
"""The scores besides the inner product."""


@dataclass(frozen=True)
class _TopSets(Question):
    """A question about each set of ``least`` to ``most`` of N keys, 1 <= least <= most <= N."""

    N: int
    least: int
    most: int

    @property
    def sizes(self) -> str:
        """How many members a set may have, in words."""
        return str(self.most) if self.least == self.most else f"{self.least} to {self.most}"

    @property
    def columns(self) -> int:
        return self.N


@dataclass(frozen=True)
class Separation(_TopSets):
    """Each set of ``least`` to ``most`` of N keys scores above the rest, 1 <= least <= most <= N.

    >>> Separation(3, 1, 2).rows
    ('+--', '-+-', '--+', '++-', '+-+', '-++', '+++')
    >>> Separation(9, 1, 3).words
    'the top 1 to 3 of N=9 keys above a threshold'
    """

    task: ClassVar[str] = "separation"
    is_pattern = True

    @property
    def words(self) -> str:
        return f"the top {self.sizes} of N={self.N} keys above a threshold"

    @property
    def cells(self) -> int:
        count = 0
        for size in range(self.least, self.most + 1):
            count += subsets_up_to(self.N, size, MAX_CELLS)
            if count * self.N > MAX_CELLS:
                return MAX_CELLS + 1
        return count * self.N

    def _written_out(self) -> SignPattern:
        sets = (y for size in range(self.least, self.most + 1) for y in combinations(range(self.N), size))
        return SignPattern(tuple(marked(self.N, {"+": y}) for y in sets), null=False)


def separation_question(positions: int, least: int, most: int) -> Question:
    """The question for sets of ``least`` to ``most`` of N positions, 1 <= least <= most <= N."""
    return Separation(positions, least, most)


@dataclass(frozen=True)
class Retrieval(_TopSets):
    """Each set of ``least`` to ``most`` of N keys is retrieved, 1 <= least <= most <= N.

    >>> Retrieval(9, 1, 3, "euclidean").words
    'the top 1 to 3 of N=9 keys by Euclidean distance'
    """

    score: str
    task: ClassVar[str] = "retrieval"

    @property
    def words(self) -> str:
        score = {"cosine": "cosine", "euclidean": "Euclidean distance"}[self.score]
        return f"the top {self.sizes} of N={self.N} keys by {score}"

    @property
    def spoken(self) -> tuple[str, dict[str, int]]:
        return f"retrieval by {self.score}", dict(self.parameters)

    def to_json(self) -> dict[str, object]:
        return {**super().to_json(), "score": self.score}


def retrieval_question(positions: int, least: int, most: int, score: str) -> Question:
    """The question for sets of ``least`` to ``most`` of N positions, 1 <= least <= most <= N, by a score of SCORES."""
    return Retrieval(positions, least, most, score)
