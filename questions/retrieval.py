"""Retrieval by other scores than inner products: which sets of keys can be those nearest to a query.

``Retrieval(N, least, most, score)``  each set y of ``least`` to ``most`` of N keys in R^m is what some query retrieves:

    ``cosine``     <q, k_j> is above a threshold of the query for j in y, and below it for the others, and all keys have
                   one norm (0 as well, where m = 0 is enough)
    ``euclidean``  |q - k_j| is below a threshold of the query for j in y, and above it for the others

By inner products the question is ``Separation``, which is a sign pattern; these two are none.
"""

from dataclasses import dataclass
from typing import ClassVar

from .question import Question

SCORES = ("cosine", "euclidean")
"""The scores besides the inner product."""


@dataclass(frozen=True)
class Retrieval(Question):
    """Each set of ``least`` to ``most`` of N keys is retrieved, 1 <= least <= most <= N.

    >>> Retrieval(9, 1, 3, "euclidean").words
    'the top 1 to 3 of N=9 keys by Euclidean distance'
    """

    N: int
    least: int
    most: int
    score: str
    task: ClassVar[str] = "retrieval"

    @property
    def words(self) -> str:
        sizes = str(self.most) if self.least == self.most else f"{self.least} to {self.most}"
        score = {"cosine": "cosine", "euclidean": "Euclidean distance"}[self.score]
        return f"the top {sizes} of N={self.N} keys by {score}"

    @property
    def spoken(self) -> tuple[str, dict[str, int]]:
        return f"retrieval by {self.score}", dict(self.parameters)

    @property
    def columns(self) -> int:
        return self.N

    def to_json(self) -> dict[str, object]:
        return {**super().to_json(), "score": self.score}


def retrieval_question(positions: int, least: int, most: int, score: str) -> Question:
    """The question for sets of ``least`` to ``most`` of N positions, 1 <= least <= most <= N, by a score of SCORES."""
    return Retrieval(positions, least, most, score)
