"""How many bits a fixed-point unit costs across a cut: explicit integers, with their derivation.

Symbols: m width of queries and keys, p bits of an entry and of a weight, H heads, dv width of values, n_S the number of
keys that only the speaking party knows. Class FIXED(p, grid), order 2, one layer: every stored entry is in the p-bit
grid, the weight of a key whose score lies d below the highest is 2^(p-d) for d <= p and 0 beyond. "Bits of c" is
ceil(log2 c), the bits of a number out of c.

**An entry** is one of 2^p: p bits. Write it as offset + step u with u = 0 .. 2^p - 1.

**A score** is a sum of m products of two entries.

    twos      entries -2^(p-1) .. 2^(p-1) - 1: a product is at most 4^(p-1) and at least -2^(p-1) (2^(p-1) - 1), so
              a score is one of m 2^(p-1) (2^p - 1) + 1 consecutive integers;
    midrise   odd entries up to 2^p - 1 in absolute value: a score is within m (2^p - 1)^2 of 0, and it is m mod 2
              because each product is odd: one of m (2^p - 1)^2 + 1 integers, in steps of 2.

l is the bits of that count. Both counts are at most m 4^p + 1, so ceil(log2(m 4^p + 1)) bits are enough on either grid;
on twos it is always at least one bit more than l, because 2 (m 2^(p-1) (2^p - 1) + 1) <= m 4^p + 1 (as m 2^p >= 1).
Without the remark on parity midrise would need the bits of 2 m (2^p - 1)^2 + 1, one more.

**One way** (the query cut: the speaker holds the output's token only). Per head the query (m p), the score of that
token with itself (l) and its value (dv p); the other party has all other scores and values and computes the row:

    H (m p + l + dv p).

**Row sums** (the half cut, two rounds). Per head: the answering party sends the highest of the scores that it sees (l).
The speaker sends how far its own highest score exceeds that, 0 if it does not, and p + 1 for everything beyond p, when
all weights of the other side vanish: bits of p + 2 (on midrise scores differ by even numbers: bits of p // 2 + 2). Both
now know all weights on their side relative to the common highest score. The speaker sends Z = sum of its n_S weights,
at most n_S 2^p: bits of n_S 2^p + 1; and for each coordinate the sum of weight times u, u the number of the value's
entry in the grid, at most n_S 2^p (2^p - 1): bits of n_S 2^p (2^p - 1) + 1. The sum of weights times values is offset Z
+ step times that. Altogether

    H (l + bits(p + 2) + bits(n_S 2^p + 1) + dv bits(n_S 2^p (2^p - 1) + 1)),

plus H m p if the output's token is not public and its owner first sends the queries. (Sending the sums relative to
one's own highest score, without hearing the other's, does not work: weights are cut at p below the *common* highest
score, and what is cut cannot be told from a sum.)

**Tokens** (one way: the speaker holds n tokens, and none whose output is read). Each row that is read depends on the
speaker's tokens only by the multiset of their keys and values in each head, since every row is of all keys, whatever
their order. A key with its value is one of 2^(p (m + dv)), of which there are so many multisets:

    bits of C(2^(p (m + dv)) + n - 1, n)^H,  which is H (m + dv) p for one token.

The other party then knows all rows that are read and their tokens, so every read-out is allowed, and any number of
outputs. With masks that depend on the position, n H (m + dv) p would be right.

**An example by hand**: m = 2, p = 3, H = 2, dv = 1, grid twos. Entries -4 .. 3, products -12 .. 16, scores -24 .. 32:
57 numbers, l = 6 (while m 4^p + 1 = 129 numbers would take 8). One way: query 2*3 = 6, score 6, value 3: 15 a head, 30.
Row sums with n_S = 4: the highest score 6; the lead out of 5 numbers 3; Z <= 4*8 = 32, 33 numbers, 6; the sum of
weights times u <= 4*8*7 = 224, 225 numbers, 8: 6 + 3 + 6 + 8 = 23 a head, 46.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import ClassVar

from ...display.input_error import InputError
from ...questions import GRIDS
from .transcript import width_of


class CostError(InputError):
    """A size is impossible; the message names it, with what was required, given, and what to try."""


@dataclass(frozen=True)
class Scores:
    """The scores that can occur: ``least``, ``least + step``, .., ``count`` of them."""

    least: int
    step: int
    count: int


def grid_scores(m: int, p: int, grid: str = "twos") -> Scores:
    """A superset of the scores of m-vectors over the p-bit grid, as in the module's docstring.

    Examples
    --------
    >>> grid_scores(2, 3), grid_scores(2, 2, "midrise")
    (Scores(least=-24, step=1, count=57), Scores(least=-18, step=2, count=19))
    """
    require_sizes(m=m, p=p)
    require_grid(grid)
    if grid == "twos":
        half = 2 ** (p - 1)
        return Scores(-m * half * (half - 1), 1, m * half * (2**p - 1) + 1)
    return Scores(-m * (2**p - 1) ** 2, 2, m * (2**p - 1) ** 2 + 1)


def score_bits(m: int, p: int, grid: str = "twos") -> int:
    """l, the bits of a score.

    >>> score_bits(2, 3), score_bits(2, 3, "midrise")
    (6, 7)
    """
    return width_of(grid_scores(m, p, grid).count)


def lead_count(p: int, grid: str = "twos") -> int:
    """How many leads are told apart: those up to p in steps of the scores, and "more than p".

    >>> lead_count(3), lead_count(3, "midrise")
    (5, 3)
    """
    require_grid(grid)
    return (p if grid == "twos" else p // 2) + 2


def sum_counts(p: int, speakers: int) -> tuple[int, int]:
    """How many values the sum of ``speakers`` weights has, and the sum of weights times entry numbers.

    >>> sum_counts(3, 4)
    (33, 225)
    """
    return speakers * 2**p + 1, speakers * 2**p * (2**p - 1) + 1


class Cost:
    """Bits as a function of m, p, H and dv that increases with each, the numbers of a cut filled in.

    Raises
    ------
    CostError
        If a number is not an integer >= 1, or the grid is unknown.
    """

    family: ClassVar[str] = "FIXED"
    """The family of unit classes that the formula is about."""
    grid: str

    def __post_init__(self) -> None:
        numbers = {name: x for name, x in vars(self).items() if name not in ("grid", "exchanged")}
        require_sizes(**{name: x for name, x in numbers.items() if not isinstance(x, bool)})
        require_grid(self.grid)

    def bits(self, m: int, p: int, H: int, dv: int) -> int:
        """The formula's value."""
        require_sizes(m=m, p=p, H=H, dv=dv)
        return H * self.of_a_head(m, p, dv)

    def of_a_head(self, m: int, p: int, dv: int) -> int:
        """The bits for one head."""
        raise NotImplementedError

    def messages(self, m: int, p: int, H: int, dv: int) -> int:
        """The most messages that are told apart."""
        return 1 << self.bits(m, p, H, dv)

    @property
    def words(self) -> str:
        """The formula, with l = the bits of a score."""
        raise NotImplementedError


@dataclass(frozen=True)
class OneWayCost(Cost):
    """H (m p + l + dv p), the query cut: one way, from the owner of the output's token, who holds nothing else.

    The example by hand.

    >>> OneWayCost().bits(2, 3, 2, 1), OneWayCost().words
    (30, 'H (m p + l + dv p)')
    """

    grid: str = "twos"

    def of_a_head(self, m: int, p: int, dv: int) -> int:
        return m * p + score_bits(m, p, self.grid) + dv * p

    @property
    def words(self) -> str:
        return "H (m p + l + dv p)"


@dataclass(frozen=True)
class ToldCost(Cost):
    """The bits of C(2^(p (m + dv)) + n - 1, n)^H messages: one way, the keys and values of n tokens, of any read-out.

    Parameters
    ----------
    tokens : int >= 1
        n, the tokens of the party that speaks.
    grid : "twos" or "midrise"

    Examples
    --------
    One token at m = p = dv = 1 is one of 4, two are one of 10 pairs.

    >>> ToldCost(1).bits(1, 1, 1, 1), ToldCost(2).bits(1, 1, 1, 1), ToldCost(2).messages(1, 1, 1, 1), ToldCost(1).words
    (2, 4, 10, 'H (m + dv) p')
    """

    tokens: int
    grid: str = "twos"

    def bits(self, m: int, p: int, H: int, dv: int) -> int:
        require_sizes(m=m, p=p, H=H, dv=dv)
        each = p * (m + dv)
        if self.tokens == 1 or self.tokens * each * H > MOST_COUNTED:
            return self.tokens * each * H
        return width_of(self.messages(m, p, H, dv))

    def messages(self, m: int, p: int, H: int, dv: int) -> int:
        each = p * (m + dv)
        if self.tokens == 1 or self.tokens * each * H > MOST_COUNTED:
            return 1 << self.tokens * each * H
        messages: int = comb(2**each + self.tokens - 1, self.tokens) ** H
        return messages

    @property
    def words(self) -> str:
        if self.tokens == 1:
            return "H (m + dv) p"
        return f"bits({self.counted})"

    @property
    def counted(self) -> str:
        """The number of messages."""
        return f"C(2^((m + dv) p) + {self.tokens - 1}, {self.tokens})^H"


MOST_COUNTED = 4096
"""Bits up to which multisets are counted; beyond, ordered tuples are, which is a little more."""


def bits_of_sums(m: int, p: int, dv: int, counts: tuple[int, int], grid: str) -> int:
    """l + lead + Z + dv sums, where Z and each of the sums have so many values."""
    weights, values = map(width_of, counts)
    return score_bits(m, p, grid) + width_of(lead_count(p, grid)) + weights + dv * values


def words_of_sums(weights: str, values: str, grid: str, query: str = "") -> str:
    """The same as a formula, for H heads."""
    lead = "p + 2" if grid == "twos" else "p // 2 + 2"
    return f"H ({query}l + bits({lead}) + bits({weights}) + dv bits({values}))"


@dataclass(frozen=True)
class RowSumCost(Cost):
    """H (l + lead + Z + dv sums), plus H m p where the query is sent: two rounds (three, if the speaker sends it).

    Parameters
    ----------
    speakers : int >= 1
        n_S, the keys that only the speaking party knows.
    grid : "twos" or "midrise"
    query_sent : bool
        Whether the output's token belongs to a party (False: it is public).

    Examples
    --------
    The example by hand.

    >>> cost = RowSumCost(4)
    >>> cost.bits(2, 3, 2, 1), RowSumCost(4, query_sent=True).bits(2, 3, 2, 1), cost.words
    (46, 58, 'H (l + bits(p + 2) + bits(4 2^p + 1) + dv bits(4 2^p (2^p - 1) + 1))')
    """

    speakers: int
    grid: str = "twos"
    query_sent: bool = False

    def of_a_head(self, m: int, p: int, dv: int) -> int:
        return bits_of_sums(m, p, dv, sum_counts(p, self.speakers), self.grid) + m * p * self.query_sent

    @property
    def words(self) -> str:
        weights = times(self.speakers, "2^p")
        return words_of_sums(f"{weights} + 1", f"{weights} (2^p - 1) + 1", self.grid, "m p + " * self.query_sent)


def times(count: int, words: str) -> str:
    """So many times, in words.

    >>> times(1, "2^p"), times(3, "2^p")
    ('2^p', '3 2^p')
    """
    return words if count == 1 else f"{count} {words}"


def require_sizes(**sizes: object) -> None:
    """Refuse a size that is not an integer >= 1.

    Raises
    ------
    CostError
        Which one, what was required, given, and what to try.
    """
    for name, size in sizes.items():
        if type(size) is not int or size < 1:
            raise CostError(f"{name} must be an integer >= 1, got {size!r:.40}; try {name}=1")


def require_grid(grid: str) -> None:
    """Refuse a grid that does not exist.

    Raises
    ------
    CostError
        If there is none of that name.
    """
    if grid not in GRIDS:
        raise CostError(f"grid must be one of {', '.join(GRIDS)}, got {grid!r:.40}")
