"""How many transcripts a fixed-point unit's row costs across a cut: factors of an integer that is compared.

Class FIXED(p, grid), order 2, one layer: m, p, H, dv as usual; n keys that only the speaking party knows. Each message
is one of a number of messages that is known in advance, so that the transcripts are counted.

*Scores* are among m 2^(p-1) (2^p - 1) + 1 consecutive integers (twos: products lie between -2^(p-1) (2^(p-1) - 1) and
4^(p-1)), or m (2^p - 1)^2 + 1 integers in steps of 2 (midrise: products are odd).

*Row sums*, per head: the answering party sends the highest score that it sees. The other sends by how much its highest
score exceeds that: 0 if it does not, one message for everything beyond p, so p + 2 messages (midrise, where scores
differ by even numbers: floor(p/2) + 2). Both know the common maximum, or that the weights of the first are all 0. The
speaker sends the sum of its n weights, at most n 2^p, and for each coordinate the sum of weight times the number of the
value in the grid (0 .. 2^p - 1). The answering party now knows the row, if it knows the query. So at most

    T = (scores * leads * (n 2^p + 1) * (n 2^p (2^p - 1) + 1)^dv)^H.
"""

from ....questions.unit_class import UnitClass

Powers = list[tuple[int, int]]
"""Bases and exponents of the factors of a number."""


def score_count(unit_class: UnitClass, m: int, p: int) -> int:
    """How many scores there are."""
    if unit_class.grid == "twos":
        return int(m * 2 ** (p - 1) * (2**p - 1) + 1)
    return int(m * (2**p - 1) ** 2 + 1)


def row_sums(unit_class: UnitClass, n: int, m: int, p: int, heads: int, dv: int) -> Powers:
    """T."""
    leads = (p if unit_class.grid == "twos" else p // 2) + 2
    sums = n * 2**p
    once = score_count(unit_class, m, p) * leads * (sums + 1)
    return [(once, heads), (sums * (2**p - 1) + 1, dv * heads)]


def reaches(powers: Powers, needed: int) -> bool:
    """Whether the product is at least ``needed``; numbers much longer than that are not computed.

    >>> reaches([(3, 2), (2, 3)], 72), reaches([(3, 2), (2, 3)], 73), reaches([(1, 10**9), (2, 10**9)], 3**99)
    (True, False, True)
    """
    total = 1
    for base, exponent in powers:
        if exponent * (base.bit_length() - 1) >= needed.bit_length():
            return True
        total *= base**exponent if base > 1 else 1
    return total >= needed
