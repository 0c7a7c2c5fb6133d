"""Keys that are the words of a linear code, given by its columns: what they do for all subsets. Side ``upper``.

The columns c_1 .. c_n lie in Z_M^k, M = 2 or 4. *M = 2*: the 2^k keys are u_a = ((-1)^(a.c_t))_t, m = n. *M = 4*: let
z_a = (i^(a.c_t))_t; the 2 4^k keys are the real and imaginary parts of (1 + i) z_a and of (1 + i) i z_a, signs, m = 2 n
(Gray map). The statement is about any N of the keys: of fewer keys there is less to show.

*Inner products.* M = 2: <u_a, u_b> = S(a - b), S(d) the sum of (-1)^(d.c_t). M = 4: 2 Re(i^e S(d)), d the difference of
the two words, e in {-1, 0, 1}, S(d) the sum of i^(d.c_t); if d = 0 it is 0. So off the diagonal all are at most B in
absolute value, B the greatest of |S(d)|, or of 2 |Re S(d)| and 2 |Im S(d)|, over d other than 0.

``coherence``   (Class KEYS) (2 q - 1) B < m. *Thresholds.* w is the sum of the keys of y, |y| <= q: scores on y are at
                least m - (q - 1) B, all others at most q B. *Ties.* U U^T = m I + E, U the keys of y, and the absolute
                row sums of E are at most (q - 1) B < m, so x = (U U^T)^-1 1 exists, w = U^T x scores 1 on y, and |x|_1
                <= q / (m - (q - 1) B), so that all others score at most q B / (m - (q - 1) B) < 1. (Class GRID, all y
                of one size) Queries are w, or w / 2 if q is even: integers of at most q, q / 2 in absolute value, odd
                if q is; y scores above all others by m - (2 q - 1) B or half of that. Of q <= 2 keys all scores are
                equal.
``translates``  (M = 2, all y of one size, ties) Multiplication of the coordinates by those of u_c maps u_a to u_(a +
                c), and <w, u_a> = <w u_c, u_(a + c)>: so a query for y gives one for its translate, with the same
                scores. Each y is a translate of a set with 0: a query w, and -t, for each of these, in lexicographic
                order of the others; scores are integers, so the gap is 1.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

from ..claims import Claim
from ..meaning.pattern import word_of
from ..meaning.units import VECTORS
from ..meter import ENTRY, Meter, walk
from ..refuse import need
from ..schema import Record, integer, record
from .exhibit import Exhibit, Shown
from .vectors import shown, signs_hold

Word = tuple[int, int]
"""The lower and the upper digits (of i^x, x = lower + 2 upper) of the coordinates of z, as bits of two numbers."""


def code(p: Record, four: bool, meter: Meter) -> list[Word]:
    """All words, that of 0 first, then in lexicographic order of a."""
    modulus, k, n = (4 if four else 2), len(p.columns[0]), len(p.columns)
    meter.charge(n * k * (10 + n // 100))
    need(all(0 <= x < modulus for column in p.columns for x in column), "a column has another entry")
    meter.charge_power(modulus, k, 30 + n // 100)
    meter.room(ENTRY * modulus**k)
    found: list[Word] = [(0, 0)]
    for j in range(k):
        digits = [column[j] if four else 2 * column[j] for column in p.columns]
        low, high = (sum((x >> bit & 1) << t for t, x in enumerate(digits)) for bit in (0, 1))
        times: list[Word] = [(0, 0), (low, high), (0, low), (low, high ^ low)][:modulus]
        found = [(a ^ c, b ^ d ^ (a & c)) for a, b in found for c, d in times]
    return found


def products(words: list[Word], n: int, meter: Meter) -> Iterator[int]:
    """The absolute values of the real and the imaginary parts of the sums S(d), d other than 0."""
    for low, high in walk(meter, words[1:], 10 + n // 100):
        two, three = (high & ~low).bit_count(), (high & low).bit_count()
        yield abs(n - (high | low).bit_count() - two)
        yield abs((low & ~high).bit_count() - three)


def coherence(p: Record, claim: Claim, meter: Meter) -> Shown:
    """``{"modulus": 2 or 4, "columns": [..]}``."""
    s, cls, n = claim.statement, claim.quantity.unit_class, len(p.columns)
    four, q = p.modulus == 4, s.q if s.kind == "qsa" else s.most
    words = code(p, four, meter)
    times = 2 if four else 1
    room = times * (n - (2 * q - 1) * max(products(words, n, meter), default=0))
    need(p.modulus in (2, 4) and len(words) * times >= s.N, "there are not so many keys")
    need(room > 0, "keys are too much alike for subsets of this size")
    held: list[tuple[int, ...]] = [(1, -1)]
    if cls.name == "GRID":
        tied, even = s.kind == "qsa", q % 2 == 0
        need(q <= 2 if tied else s.least == q, "sums of keys tie two keys at most, and are for sets of one size")
        need(room >= (1 if tied else 2) * (1 + even) * cls.gap, "the gap is not kept")
        held += [(q // 2, -(q // 2), 0) if even else (q, -q)]
    return shown(claim, times * n, held)[0], f"the inner products of {len(words) * times} keys, words of a code"


def translates(p: Record, claim: Claim, meter: Meter) -> Shown:
    """``{"columns": [..], "queries": [..]}``."""
    s, cls, n = claim.statement, claim.quantity.unit_class, len(p.columns)
    q = s.q if s.kind == "qsa" else s.most
    need(s.kind == "qsa" or s.least == q, "the sets are not of one size")
    words = code(p, False, meter)
    count = len(words)
    need(count >= s.N, "there are not so many keys")
    meter.charge(count * n * 5)
    keys = [(*(1 - 2 * (high >> t & 1) for t in range(n)), 1) for _, high in words]
    few = min(q - 1, count - q) <= 30  # else there are more than 2^30 sets
    need(few and len(p.queries) == comb(count - 1, q - 1), "a query for each set with the key 0")
    meter.charge(len(p.queries) * (20 + q + count // 8))
    rows = (word_of(dict.fromkeys((0, *y), "0"), count) for y in combinations(range(1, count), q - 1))
    need(signs_hold(meter, rows, p.queries, keys), "a score is not as it should be")
    need(cls.gap <= (1 if s.kind == "qsa" else Fraction(1, 2)), "the gap is not kept")
    used = p.queries if cls.name == "GRID" else ()
    held = [(1, -1), *(tuple(sign * x for x in query[:-1]) for query in used for sign in (1, -1))]
    return shown(claim, n, held)[0], f"queries for the {len(p.queries)} sets with the key 0, the others are translates"


EXHIBITS = {
    "coherence": Exhibit(
        "upper size KEYS|GRID qsa|separation", record({"modulus": integer(2, 4), "columns": VECTORS}), coherence
    ),
    "translates": Exhibit(
        "upper size KEYS|GRID qsa|separation", record({"columns": VECTORS, "queries": VECTORS}), translates
    ),
}
"""The word of an exhibit -> what evaluates it."""
