"""Codes whose words are sign keys that select every q-subset: Kerdock, dual BCH, and intersecting codes.

A ``LinearCode`` is given by its columns in Z_M^k. M = 2: 2^k keys ((-1)^(a.c))_c, m the number of columns. M = 4: the
keys are the Gray images of (a.c + b)_c, a in Z_4^k, b in {0, 1}; m is twice the number of columns.

**Coherence.** Off the diagonal inner products are at most B. If (2q - 1) B < m, every q-subset is tied above all other
keys by least squares, and put above them by the plain sum of its keys (``certificates/evaluate/linear_keys.py`` has the
proof, and computes B from the words, N of them in place of N^2 products).

*Kerdock* (Hammons, Kumar, Calderbank, Sloane, Sole 1994): r even, m = 2^r, N = m^2 / 2 keys, B = sqrt m, so all q <=
sqrt(m) / 2. The columns are 0 and the powers of a root of the Hensel lift to Z_4 of a primitive polynomial of degree r
- 1: h = e(x) - o(x), even and odd powers, is lifted to H with H(x^2) = +-(e(x)^2 - o(x)^2).

*Dual BCH*: columns (x, x^3), x the elements of F_(2^r) other than 0: m = 2^r - 1, N = 2^(2r), B = 1 + 2^((r +
1)/2) for odd r, 1 + 2^(r/2 + 1) for even r.

**Intersecting codes.** q = 2: linear keys do all pairs iff no word's support lies in another's, that is, iff any two
words other than 0 have a 1 in common. If supp b lies in supp a then u_b + u_(a + b) = u_0 + u_a, so {0, a} is no edge
of the hull; else w = u_0 + u_a ties these two at the top. Those listed were found by annealing columns (bad pairs are
the cost), and the greedy choice (``intersecting_columns``) covers all k: the column that most of the pairs still alive
have in common. A random column kills a quarter of the pairs, so that it ends after at most log(pairs) / log(4/3)
columns.

For q >= 3 those listed were annealed for least squares to work on as many of the subsets that hold the key 0 as
possible; a linear program has queries for the others. Translation by a key takes every subset to one of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb

import numpy as np

PRIMITIVE = {
    2: 0b111, 3: 0b1011, 4: 0b10011, 5: 0b100101, 6: 0b1000011, 7: 0b10000011, 8: 0b100011101, 9: 0b1000010001,
}  # fmt: skip
"""Primitive polynomials over F_2 by their degree, the coefficient of x^i as bit i."""

LARGEST_KERDOCK, LARGEST_BCH = 10, 9
"""Largest r of the two families whose words the checker goes through within its limit."""

LARGEST_SIMPLEX = 12
"""Largest k for which all 2^k columns are written down."""

MOST_WRITTEN = 2_000_000
"""Most numbers of the queries of all subsets with the key 0 that are written into a certificate."""

MOST_GREEDY = 10
"""Largest k for which columns are chosen greedily: all pairs of 2^k words are kept."""


@dataclass(frozen=True)
class LinearCode:
    """A code by its columns; key number a, written in base M, first digit first, is that of word a.

    For M = 4 key number 2 a + b has the b of the Gray image.

    Examples
    --------
    >>> code = kerdock(4)
    >>> code.m, code.count, code.coherence, code.keys(3).tolist()[0][:4]
    (16, 128, 4, [1, 1, 1, 1])
    """

    name: str
    modulus: int
    columns: tuple[tuple[int, ...], ...]

    @property
    def k(self) -> int:
        """How many digits a word has."""
        return len(self.columns[0])

    @property
    def m(self) -> int:
        """The width of the keys."""
        return len(self.columns) * (self.modulus // 2)

    @property
    def count(self) -> int:
        """The number of keys."""
        return int(self.modulus**self.k) * (self.modulus // 2)

    def keys(self, N: int) -> np.ndarray:
        """The first N keys: an (N, m) int8 array of signs."""
        columns, words = np.array(self.columns, dtype=np.float32).T, -(-N // (self.modulus // 2))
        digits = np.arange(words)[:, None] // self.modulus ** np.arange(self.k - 1, -1, -1) % self.modulus
        exponents = (digits.astype(np.float32) @ columns).astype(np.int8) % self.modulus  # exact: sums are below 128
        if self.modulus == 2:
            return 1 - 2 * exponents
        shifted = (exponents[:, None, :] + np.arange(2, dtype=np.int8)[:, None]) % 4
        parts = [np.array(signs, dtype=np.int8)[shifted] for signs in ((1, -1, -1, 1), (1, 1, -1, -1))]
        return np.concatenate(parts, axis=2).reshape(-1, self.m)[:N]  # real and imaginary parts of (1 + i) i^x

    @cached_property
    def products(self) -> tuple[int, ...]:
        """The absolute values of the inner products of two different keys."""
        sums: np.ndarray = np.zeros((self.modulus,) * self.k, dtype=np.complex128)
        np.add.at(sums, tuple(np.array(self.columns).T), 1)
        found = np.rint(np.fft.fftn(sums).view(np.float64)).reshape(-1, 2)[1:]  # sums of fewer than 2^20 roots of unity
        parts = found if self.modulus == 4 else found[:, 0]
        return tuple(int(x) * (self.modulus // 2) for x in np.unique(np.abs(parts)))

    @cached_property
    def coherence(self) -> int:
        """The largest of them."""
        return max(self.products, default=0)

    def selects(self, q: int) -> bool:
        """Whether the coherence is small enough for all q-subsets."""
        return (2 * q - 1) * self.coherence < self.m


@cache
def kerdock(r: int) -> LinearCode:
    """The Kerdock code of 2^(2r - 1) keys of width 2^r, r even.

    >>> kerdock(6).coherence, kerdock(6).selects(4), kerdock(6).selects(5)
    (8, True, False)
    """
    degree = r - 1
    lifted = _hensel_lift([PRIMITIVE[degree] >> i & 1 for i in range(degree + 1)])
    columns, power = [(0,) * degree], [1] + [0] * (degree - 1)
    for _ in range(2**degree - 1):
        columns.append(tuple(power))
        top = power[-1]
        power = [(x - top * h) % 4 for x, h in zip([0, *power[:-1]], lifted, strict=False)]
    return LinearCode("Kerdock code", 4, tuple(columns))


def _hensel_lift(binary: list[int]) -> list[int]:
    """The monic polynomial over Z_4 that is the binary one mod 2 and divides a power of x, less 1."""
    even, odd = ([x if i % 2 == rest else 0 for i, x in enumerate(binary)] for rest in (0, 1))
    square = (np.convolve(even, even) - np.convolve(odd, odd))[::2]
    return [int(x * square[-1]) % 4 for x in square]


@cache
def dual_bch(r: int) -> LinearCode:
    """The dual of the BCH code that corrects two errors: 2^(2r) keys of width 2^r - 1.

    >>> [(dual_bch(r).m, dual_bch(r).count, dual_bch(r).coherence) for r in (5, 6, 7)]
    [(31, 1024, 9), (63, 4096, 17), (127, 16384, 17)]
    """
    powers = [1]
    while len(powers) < 2**r - 1:
        double = 2 * powers[-1]
        powers.append(double ^ PRIMITIVE[r] if double >> r else double)
    pairs = [(x, powers[3 * j % len(powers)]) for j, x in enumerate(powers)]
    return LinearCode("dual BCH code", 2, tuple(tuple(x >> i & 1 for x in pair for i in range(r)) for pair in pairs))


LISTED: Mapping[tuple[int, int], tuple[int, ...]] = {
    (6, 2): (1, 6, 11, 17, 19, 20, 26, 37, 45, 51, 53, 54, 57, 58, 59),
    (7, 2): (1, 10, 16, 35, 39, 48, 54, 66, 69, 71, 73, 89, 91, 92, 93, 94, 99, 113, 114, 124),
    (8, 2): (
        8, 16, 20, 33, 35, 38, 40, 53, 56, 57, 58, 80, 94, 95, 96, 100, 147, 163, 165, 176, 214, 222, 241, 250,
    ),
    (4, 3): (1, 2, 5, 8, 9, 10, 11, 12, 13, 15),
    (5, 3): (2, 3, 6, 9, 10, 12, 13, 16, 19, 20, 21, 22, 27, 29, 30),
    (6, 3): (1, 2, 4, 9, 10, 15, 20, 25, 26, 28, 30, 36, 40, 43, 51, 55, 57, 59, 62, 63),
    (7, 3): (
        5, 6, 9, 10, 13, 14, 17, 24, 26, 37, 42, 44, 50, 54, 55, 68, 69, 71, 77, 82, 83, 102, 106, 109, 116, 118, 123,
    ),
    (8, 3): (
        13, 14, 16, 32, 40, 48, 53, 68, 88, 95, 96, 107, 109, 114, 115, 116, 133, 138, 150, 158, 168, 172, 174, 193,
        194, 198, 201, 216, 217, 221, 226, 227, 229, 242, 248, 252,
    ),
}  # fmt: skip
"""Columns that were found, by k and q, as numbers whose bits are their entries."""


def listed(k: int, q: int) -> LinearCode:
    """The code of the list.

    >>> listed(6, 2).m
    15
    """
    name = "intersecting code" if q == 2 else f"linear code for q = {q}"
    return LinearCode(name, 2, tuple(tuple(c >> i & 1 for i in range(k)) for c in LISTED[k, q]))


@cache
def intersecting_columns(k: int) -> LinearCode:
    """An intersecting code of 2^k words, its columns chosen greedily.

    Examples
    --------
    >>> [intersecting_columns(k).m for k in (2, 4, 6)]
    [3, 9, 16]
    """
    numbers = np.arange(2**k)
    odd = np.array([int(x).bit_count() & 1 for x in numbers], dtype=bool)
    ones = odd[numbers[:, None] & numbers]  # [column, word]
    alive = np.ones((2**k, 2**k), dtype=np.float32)
    alive[0] = alive[:, 0] = 0
    chosen: list[int] = []
    while alive.any():
        killed = ((ones.astype(np.float32) @ alive) * ones).sum(axis=1)
        chosen.append(int(np.argmax(killed)))
        alive[np.outer(ones[chosen[-1]], ones[chosen[-1]])] = 0
    return LinearCode("intersecting code", 2, tuple(tuple(c >> i & 1 for i in range(k)) for c in chosen))


def binary_digits(k: int) -> LinearCode:
    """All words of k digits, for q = 1: of different sign vectors each is closest to itself.

    >>> binary_digits(3).keys(2).tolist()
    [[1, 1, 1], [1, 1, -1]]
    """
    return LinearCode("code of binary digits", 2, tuple(tuple(int(i == j) for i in range(k)) for j in range(k)))


def all_columns(k: int, zero: bool) -> LinearCode:
    """The simplex code, of all columns but 0 (inner products -1), or with it the Hadamard code (orthogonal keys).

    >>> [(code.m, code.coherence) for code in (all_columns(3, False), all_columns(3, True))]
    [(7, 1), (8, 0)]
    """
    columns = tuple(tuple(c >> i & 1 for i in range(k)) for c in range(not zero, 2**k))
    return LinearCode("Hadamard code" if zero else "simplex code", 2, columns)


def codes_for(N: int, q: int) -> Iterator[LinearCode]:
    """The codes of at least N keys that select every q-subset, without duplicates, the narrowest first.

    >>> [(code.name, code.m) for code in codes_for(128, 2)][:3]
    [('Kerdock code', 16), ('intersecting code', 20), ('intersecting code', 24)]
    >>> next(codes_for(2048, 4)).m, [code.m for code in codes_for(10**7, 2)]
    (64, [])
    """
    least = max(1, (N - 1).bit_length())
    found = [kerdock(r) for r in range(4, LARGEST_KERDOCK + 1, 2) if 2 ** (2 * r - 1) >= N]
    found += [dual_bch(r) for r in range(3, LARGEST_BCH + 1) if 4**r >= N]
    found += [all_columns(least, whole) for whole in (False, True) if least <= LARGEST_SIMPLEX]
    sure = [listed(*key) for key in LISTED if key[1] == q and 2 ** key[0] >= N]
    if least <= LARGEST_SIMPLEX and q <= 2**least and comb(2**least - 1, q - 1) << least <= MOST_WRITTEN:
        sure.append(all_columns(least, False))  # a simplex: the Hadamard code without its constant column
    if q == 1:
        sure.append(binary_digits(least))
    if q == 2 and least <= MOST_GREEDY and (least, q) not in LISTED:
        sure.append(intersecting_columns(least))
    for code in sorted(dict.fromkeys([*found, *sure]), key=lambda code: code.m):
        if code in sure or code.selects(q):
            yield code
