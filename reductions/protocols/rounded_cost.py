"""How many bits a fixed-point unit with rounded sums costs across a cut at one point of the sequence.

Class ROUNDED(p, grid) (``attention.rounded``): running sums with p significant bits, rounded towards 0. The speaker's
tokens come before the answering party's, public ones may stand anywhere, and the output is at a public token. Per head,
as for exact sums: the answering party sends the highest score that it sees (l bits); the speaker sends its lead (bits
of p + 2, on midrise of p // 2 + 2), after which both know all weights on their side. Then, instead of exact sums, the
speaker sends the *state* of the running sums after its last token, n keys into the sequence (its own and the public
ones before), and the answering party goes on from there. Counting states:

- Z is 0 or positive with p significant bits, an integer (weights are), and at most n 2^p, because rounding towards 0
  never exceeds the exact sum. The integers from 0 to X with p significant bits are the 2^p below 2^p, and from there on
  2^(p-1) in each [2^k, 2^(k+1)): F(X) <= 2^(p-1) (floor(log2 X) - p + 3), so F(n 2^p) <= 2^(p-1) (floor(log2 n) + 3).
- S_c is an integer of either sign with p significant bits, of absolute value at most n 2^p V, V the largest absolute
  value in the grid (2^(p-1) on twos, 2^p - 1 on midrise): 2 F(n 2^p V) - 1 states, at most 2^p (floor(log2 n) + p + 3).

Altogether, F exact and computed,

    H (l + bits(p + 2) + bits(F(n 2^p)) + dv bits(2 F(n 2^p V) - 1)),

that is H (l + (dv + 1) (p + log2(p + log2 n) + O(1))) in place of H (l + (dv + 1) (2p + log2 n)): the log log N of
Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorem 7.

**By hand**: m = 2, p = 3, H = 1, dv = 1, twos, n = 4: l = 6, lead 3; Z up to 32: 0 .. 7, then 8, 10, 12, 14, 16, 20,
24, 28, 32: 17 numbers, 5 bits; S up to 128: 40, 48, 56, 64, 80, 96, 112, 128 more, 25, and 49 with signs, 6 bits:
6 + 3 + 5 + 6 = 20, where exact sums cost 23.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...attention.rounded import rounded_count
from .cost import Cost, bits_of_sums, times, words_of_sums


def rounded_sum_counts(p: int, keys: int, grid: str = "twos") -> tuple[int, int]:
    """How many states Z has after so many keys, and S_c.

    >>> rounded_sum_counts(3, 4), rounded_sum_counts(1, 1024)
    ((17, 49), (13, 25))
    """
    largest = 2 ** (p - 1) if grid == "twos" else 2**p - 1
    return rounded_count(keys * 2**p, p), 2 * rounded_count(keys * 2**p * largest, p) - 1


@dataclass(frozen=True)
class RoundedSumCost(Cost):
    """The cost as a function of m, p, H and dv, with n keys before the cut; it increases with each.

    Examples
    --------
    >>> cost = RoundedSumCost(4)
    >>> cost.bits(2, 3, 1, 1), cost.words
    (20, 'H (l + bits(p + 2) + bits(F(4 2^p)) + dv bits(2 F(4 2^p V) - 1))')
    """

    keys: int
    grid: str = "twos"
    family: ClassVar[str] = "ROUNDED"

    def of_a_head(self, m: int, p: int, dv: int) -> int:
        return bits_of_sums(m, p, dv, rounded_sum_counts(p, self.keys, self.grid), self.grid)

    @property
    def words(self) -> str:
        """The formula: l the bits of a score, F(X) the integers up to X of p significant bits, V the largest entry."""
        weights = times(self.keys, "2^p")
        return words_of_sums(f"F({weights})", f"2 F({weights} V) - 1", self.grid)
