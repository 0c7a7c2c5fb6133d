"""What units can tell: the factors of the number of their transcripts. Trusted.

Each message is one of a number of messages that is known in advance, so that transcripts are counted. A unit is too
small for a task if it can tell less than the task asks for (``needs.py``): *need > cost*. Every cost grows with m, p,
H and dv, so what is excluded at some size is excluded at all smaller ones. Scores are inner products, p bits are
numbers in a grid.

*Scores.* In the grid twos products lie between -2^(p-1) (2^(p-1) - 1) and 4^(p-1), so scores are among
m 2^(p-1) (2^p - 1) + 1 consecutive integers; midrise: products are odd, m (2^p - 1)^2 + 1 integers in steps of 2.

*Row sums.* FIXED, order 2, one layer, pairwise scores, tables of any kind. The answering party sends for each head the
highest score that it sees. The other sends by how much its highest score exceeds that: 0 if it does not, one message
for everything beyond p, so p + 2 messages (midrise, where scores differ by even numbers: floor(p/2) + 2). Both know
the common maximum, or that the weights of the first are all 0. The speaker sends the sum of its n weights, at most n
2^p, and for each coordinate the sum of weight times the number of the value in the grid (0 .. 2^p - 1). The answering
party now knows the row, if it knows the query.

*Rounded sums.* ROUNDED, order 2, one layer, pairwise scores. The output is at a public position; the first n keys are
the speaker's and public ones, and no later key is the speaker's. Highest scores are told as for row sums. Then the
speaker tells Z and each S_c after these n keys, and the answering party goes on with its own and public ones, the null
key last. Z is an integer of p significant bits from 0 to n 2^p, since rounding towards 0 adds nothing; S_c likewise, of
either sign, up to n 2^p V, V the largest absolute value in the grid.

*Rows.* What a head puts out at a position: weights are integers of which the greatest is 2^p, so that the sum of those
of n keys is one of 2^p .. n 2^p, and each sum of weight times the number of the value one of 0 .. n 2^p (2^p - 1). Hard
weights are 0 and 1: the sum of k <= n of them and the sums of k numbers of values are as many at most.

*Token and score.* What a token's own score and value, and its queries, tell; *token in each layer*: its key and value
for every head, layer by layer; *queries*: the queries of all heads alone.

*Cut.* The party that owns a position where the answer is read works out the row there (of public positions the party
whose row sums are the cheaper): row sums, n the number of the other's tokens, after the owner has sent its H queries,
one of 2^(p m H), unless the position is public. For several positions this is done for each. *In bits*, each message is
one of a power of 2.

*Tokens.* The party that speaks tells its n tokens to the other one, which owns all positions where an answer is read
but for public ones, and works out the rows there. They depend on the n tokens, in each head, by the multiset of their
keys and values alone, because every row is of all keys: one of C(2^(p (m + dv)) + n - 1, n), at most 2^(p (m + dv) n).

*Margin.* B is the largest absolute value in the grid, D the distance of its ends. With Z = 1/q on the subset and
-1/(N-q) off it, in each of the C(N, q) rows of q-SA, rows have sum 0, so thresholds may be subtracted, and the middle
of the grid from every coordinate of every key, which leaves numbers of at most D/2. One coordinate gives sum Z_rc a_r
b_c <= B sum_y |sum_c Z_yc b_c|, which is convex in b, so greatest where b_c = D/2 at j keys and -D/2 at the others:
then the inner sum is D (i N - j q) / (q (N - q)), i of the j keys being in y; over the C(j, i) C(N-j, q-i) such y.
"""

from collections.abc import Callable
from math import comb

from ..claims import Sizes
from ..grids import grid_of
from ..meaning.tasks import length_of
from ..meter import Meter, product_steps
from ..refuse import need
from .case import Case

Factors = list[tuple[int, int]]
"""Bases and exponents of a product."""


def scores(grid: str, z: Sizes) -> int:
    """How many scores there are."""
    return int(z.m * 2 ** (z.bits - 1) * (2**z.bits - 1) + 1 if grid == "twos" else z.m * (2**z.bits - 1) ** 2 + 1)


def row_sums(grid: str, z: Sizes, n: int) -> Factors:
    """Of the row sums of n tokens.

    >>> row_sums("twos", Sizes(2, 2, 1, 1), 3)
    [(13, 1), (4, 1), (13, 1), (37, 1)]
    """
    leads, sums = (z.bits if grid == "twos" else z.bits // 2) + 2, n * 2**z.bits
    told = [(scores(grid, z), z.heads), (leads, z.heads), (sums + 1, z.heads)]
    return [*told, (sums * (2**z.bits - 1) + 1, z.dv * z.heads)]


def kept(most: int, bits: int) -> int:
    """How many of 0 .. most have so many significant bits: those below 2^bits, then 2^(bits - 1) to each double.

    >>> [kept(most, 2) for most in (3, 4, 8, 11, 12)]
    [4, 5, 7, 7, 8]
    """
    spare = max(0, most.bit_length() - bits)
    return (most >> spare) + 1 + (spare << bits - 1)


def rounded_sums(grid: str, z: Sizes, n: int) -> Factors:
    """Of the running sums after n keys.

    >>> rounded_sums("twos", Sizes(2, 3, 1, 1), 4)
    [(4845, 1), (49, 1)]
    """
    leads, total, least = (z.bits if grid == "twos" else z.bits // 2) + 2, n * 2**z.bits, grid_of(grid, z.bits)[0]
    weights, values = kept(total, z.bits), 2 * kept(total * -least, z.bits) - 1
    return [(scores(grid, z) * leads * weights, z.heads), (values, z.dv * z.heads)]


def cut(x: Case, grid: str, z: Sizes) -> Factors:
    """Across the cut of the first premise."""
    e = x.found[0].statement
    owners = [e.owners[i] for i in e.position if e.owners[i] != "P"]
    need(len(set(owners)) < 2, "answers are read at positions of both parties")
    tokens = {party: e.owners.count(party) for party in "AB"}
    speaking = min(tokens, key=lambda party: (party in owners, tokens[party]))
    rows = row_sums(grid, z, max(1, tokens[speaking]))
    x.meter.charge(len(e.position) * product_steps(3 * z.bits, 3 * z.bits))
    return [*((base, power * len(e.position)) for base, power in rows), (2, z.bits * z.m * z.heads * len(owners))]


def tokens(x: Case, grid: str, z: Sizes) -> Factors:
    """Of the tokens of the party that speaks, which the second premise says."""
    e, speaker = x.found[0].statement, "AB"[x.found[1].quantity.name == "one_way_ba"]
    need(all(e.owners[i] != speaker for i in e.position), "an answer is read at a position of the party that speaks")
    n, bits = e.owners.count(speaker), z.bits * (z.m + z.dv)
    if not 0 < n * bits <= 4096:
        return [(2, n * bits * z.heads)]
    x.meter.charge(n * product_steps(n * bits, bits))
    return [(comb(2**bits + n - 1, n), z.heads)]


def spread(x: Case, grid: str, z: Sizes) -> Factors:
    """m B D max_j sum_i C(j, i) C(N-j, q-i) |i N - j q|, see *Margin*."""
    N, q, ends = x.s.N, x.s.q, grid_of(grid, z.bits)
    x.meter.charge((N + 1) * (q + 1) * (40 + q * (1 + N // 64) // 4))
    sums = (sum(comb(j, i) * comb(N - j, q - i) * abs(i * N - j * q) for i in range(q + 1)) for j in range(1, N))
    return [(z.m * max(-ends[0], ends[-1]) * (ends[-1] - ends[0]) * max([1, *sums]), 1)]


def rows(x: Case, grid: str, z: Sizes) -> Factors:
    """Of the last rows at a position, of heads that see all keys and a null key."""
    n = length_of(x.s) + 1
    return [((n - 1) * 2**z.bits + 1, z.heads), (n * 2**z.bits * (2**z.bits - 1) + 1, z.dv * z.heads)]


Cost = Callable[[Case, str, Sizes], Factors]
COSTS: dict[str, Cost] = {
    "row sums": lambda x, grid, z: row_sums(grid, z, x.k),
    "rounded sums": lambda x, grid, z: rounded_sums(grid, z, x.k + 1),
    "cut": cut,
    "cut in bits": lambda x, grid, z: [(1 << (base - 1).bit_length(), power) for base, power in cut(x, grid, z)],
    "tokens": tokens,
    "token and score": lambda x, grid, z: [(2, z.bits * (z.m + z.dv) * z.heads), (scores(grid, z), z.heads)],
    "token in each layer": lambda x, grid, z: [(2, z.bits * (z.m + z.dv) * z.heads * x.z.layers)],
    "rows": rows,
    "queries": lambda x, grid, z: [(2, z.bits * z.m * z.heads)],
    "margin": spread,
}
"""Name -> the most that units of these sizes can tell, or reach."""


def exceeds(needed: int, factors: Factors, meter: Meter) -> bool:
    """Whether the number is greater than the product; what is much longer is not computed.

    >>> [exceeds(n, [(3, 2), (2, 3)], Meter(10**4)) for n in (72, 73)], exceeds(3**99, [(2, 10**9)], Meter(10**4))
    ([False, True], False)
    """
    total = 1
    for base, power in factors:
        if power * (base.bit_length() - 1) > needed.bit_length():
            return False
        few = power if base > 1 else min(power, 1)
        bits = total.bit_length() + few * base.bit_length()
        meter.charge(20 + 8 * product_steps(bits, bits))
        total *= base**few
    return needed > total
