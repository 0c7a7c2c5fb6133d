"""Questions about the q-subsets of N positions: what they have in common, and how many subsets there are."""

from dataclasses import dataclass

from .question import MAX_CELLS, Question


@dataclass(frozen=True)
class SubsetQuestion(Question):
    """A question about each q-subset of N positions, 1 <= q <= N: a key for each position, and no null token."""

    N: int
    q: int
    null = False

    @property
    def columns(self) -> int:
        return self.N

    @property
    def cells(self) -> int:
        return subsets_up_to(self.N, self.q, MAX_CELLS + 1) * self.N


def subsets_up_to(positions: int, q: int, most: int) -> int:
    """C(N, q), or some number above ``most`` if it is larger: the number need not be computed whole.

    >>> subsets_up_to(6, 2, 100), subsets_up_to(10**9, 10**8, 100) > 100
    (15, True)
    """
    count = 1
    for k in range(min(q, positions - q)):
        count = count * (positions - k) // (k + 1)
        if count > most:
            return count
    return count
