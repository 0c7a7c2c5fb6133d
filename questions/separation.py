"""Questions about thresholds: which sets of keys have to score above all others.

``Separation(N, least, most)``  rows are the sets y of ``least`` to ``most`` of N positions, by size and then in
                                lexicographic order: ``+`` on y, ``-`` off y; no null token, so each row has a free
                                threshold.

With ``least = 1`` this is retrieval of the top k (``most`` = k) by inner products: the least m is the "minimal
embeddable dimension" of arXiv 2601.20844. With ``least = most = q`` it is what q-SA asks of a unit whose error is below
1/q (``evidence/outputs/separated_weights.py``).
"""

from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from .question import MAX_CELLS, Question
from .sign_pattern import SignPattern, marked
from .subsets import subsets_up_to


@dataclass(frozen=True)
class Separation(Question):
    """Each set of ``least`` to ``most`` of N keys scores above the rest, 1 <= least <= most <= N.

    >>> Separation(3, 1, 2).rows
    ('+--', '-+-', '--+', '++-', '+-+', '-++', '+++')
    >>> Separation(9, 1, 3).words
    'the top 1 to 3 of N=9 keys above a threshold'
    """

    N: int
    least: int
    most: int
    task: ClassVar[str] = "separation"
    is_pattern = True

    @property
    def words(self) -> str:
        sizes = str(self.most) if self.least == self.most else f"{self.least} to {self.most}"
        return f"the top {sizes} of N={self.N} keys above a threshold"

    @property
    def columns(self) -> int:
        return self.N

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
