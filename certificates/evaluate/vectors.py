"""Vectors that do what a pattern asks: all scores are computed. For m and p, side ``upper``.

``points``  (SIGN) integer vectors, scores compared with 0. *Null key*: it is 0, a key is k less it, at any scale, as
            signs do not change; m is the width. *None*: a last query u with <u, k> > 0 at every key is given, or is the
            last coordinate where norms count. The points k / <u, k> lie in an affine space of one dimension less than
            the width, and <q, k> / <u, k> is an affine function on it: an inner product less a number t. *Sphere*: keys
            (v, w) stand for v / w, and |v|^2 = w^2 (in no dimension all keys are 0). *Distance*: a row is (q, s, t),
            s < 0, and <q, v> w + s |v|^2 + t w^2 > 0 iff v / w lies in the ball with centre -q / 2s and a square of the
            radius that may be negative: then no key does. Rows with one query differ in t only.
``tables``  (GRID, KEYS) for each head queries, keys and a null key if there is one, in the grid, and the gap is kept;
            in KEYS queries may be any integers, and any gap is as good as 1/2.
``tuples``  (SIGN, GRID; order s >= 3) a table of keys, and a null key, for each part: sum_a q[a] k1[a] k2[a] ..
``maxsim``  (SIGN; late interaction) for each row up to t queries, for each column up to S keys: the score is the sum
            over the queries of the largest <q, k> among the keys. Fewer stand for t queries of which some are 0, and
            for S keys of which some are equal.
``ratios``  (SOFTMAX) scores S = <q, k> / D, and integers that enclose c log2 w: all S - log2 w of a row lie in an
            interval no longer than ``within``.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain, product
from math import prod

from ..claims import Claim
from ..meaning.pattern import NULL, pattern_of, stands, tuple_symbol
from ..meaning.units import VECTOR, VECTORS, Vector, dot, longest
from ..meter import Meter, product_steps, walk
from ..refuse import need
from ..schema import Record, integer, many, record
from .exhibit import Exhibit, Shown, bits_needed, sized

FAST = 2048
"""Bits of a long number that one step multiplies by a number of up to 30 bits, and adds to another one."""
TOP = {symbol: bytes(0x80 * (code == ord(symbol)) for code in range(256)) for symbol in "+-0"}
"""Letters to bytes: the top bit where the letter is the symbol."""


def shown(claim: Claim, width: int, *held: Sequence[Vector]) -> Shown:
    """The bound of a unit of this width; ``held``: tables that have to be in the grid, if the class has one."""
    q = claim.quantity
    bits = bits_needed(q.unit_class.grid, (vector for table in held for vector in table))
    need(q.resource == "p" or bits <= q.unit_class.bits, "an entry is not in the grid")
    return sized(claim, bits, width), f"vectors of width {width}, every row met"


def require_shape(meter: Meter, heights: Sequence[int], width: int, *tables: Sequence[Vector]) -> int:
    """Refuse tables of another height or width; the bits of the longest entry. Pays for a few walks over them."""
    fits = all(len(table) == height for table, height in zip(tables, heights, strict=True))
    need(fits, "a table has another height")
    meter.charge(sum(heights) * (2 + 6 * width))
    need(all(len(vector) == width for table in tables for vector in table), "a table has another width")
    return max(map(longest, tables))


def points(p: Record, claim: Claim, meter: Meter) -> Shown:
    """``{"queries": [..], "keys": [..]}``."""
    pattern, queries, keys, width = pattern_of(claim.statement, meter), p.queries, p.keys, len(p.keys[0])
    scored, ball = bool(pattern.norm or pattern.group), pattern.norm == "distance"
    need(width >= pattern.offset, "keys have no coordinate")
    require_shape(meter, (pattern.count + pattern.offset - scored,), width + ball, queries)
    long = require_shape(meter, (pattern.columns,), width, keys)
    meter.charge(3 * len(keys) * (2 + width * product_steps(long, long)))
    if scored:
        first: dict[int, Vector] = {}
        alike = (row[:-1] == first.setdefault(of, row[:-1]) for of, row in zip(pattern.group, queries, strict=False))
        need(all(alike), "rows of one query differ in more than t")
        queries = [*queries, (0,) * (width + ball - 1) + (1,)]
    if pattern.norm == "sphere" and width > 1:
        need(all(dot(key[:-1], key[:-1]) == key[-1] ** 2 for key in keys), "a key is not on the sphere")
    if ball:
        need(all(row[-2] < 0 for row in p.queries), "a ball is none")
        keys = [(*(key[-1] * x for x in key[:-1]), dot(key[:-1], key[:-1]), key[-1] ** 2) for key in keys]
    need(signs_hold(meter, pattern.homogeneous(), queries, keys), "a score has another sign than is wanted")
    return shown(claim, width - pattern.offset)


def signs_hold(meter: Meter, rows: Iterable[str], queries: Sequence[Vector], keys: Sequence[Vector]) -> bool:
    """Whether the scores of each query with all keys have the signs of its row.

    *Packing.* Let |<q, k_c>| < 2^(b-1), and K_i = sum_c k_c[i] 2^(b c). Then A = sum_i q[i] K_i + sum_c 2^(b-1) 2^(b c)
    has the digits 2^(b-1) + <q, k_c> in base 2^b, between 1 and 2^b - 1, so that nothing is carried: the top bit of
    digit c is 1 iff <q, k_c> >= 0. That of A - sum_c 2^(b c) is 1 iff <q, k_c> >= 1.

    >>> signs_hold(Meter(), ["+-+", "0*-"], [(1, -1), (0, 5)], [(1, 0), (0, 1), (1, -1)])
    True
    """
    width, count = len(keys[0]), len(keys)
    long = require_shape(meter, (len(queries), count), width, queries, keys)
    meter.charge(width * product_steps(long, long))
    x, y = ([max(abs(vector[i]) for vector in table) for i in range(width)] for table in (queries, keys))
    size = 1 + dot(x, y).bit_length() // 8
    bits = 8 * size * count
    products = sum(2 + bits * (1 + a.bit_length() // 30) // FAST for a in x)
    meter.charge(bits // 8 * (width + 16) + len(queries) * (20 + 10 * (count + bits) // FAST + products))
    half, tops = 1 << 8 * size - 1, int.from_bytes((bytes(size - 1) + b"\x80") * count, "little")
    ones = int.from_bytes((b"\x01" + bytes(size - 1)) * count, "little")
    packed = [0] * width  # where all x_i are 0 nothing bounds y_i, and nothing is needed
    for i in (i for i in range(width) if x[i]):
        digits = b"".join((key[i] + half).to_bytes(size, "little") for key in keys)
        packed[i] = int.from_bytes(digits, "little") - tops
    for row, query in zip(rows, queries, strict=True):
        at = {}
        for symbol, top in TOP.items():
            mask = bytearray(size * count)
            mask[size - 1 :: size] = row.encode().translate(top)
            at[symbol] = int.from_bytes(mask, "little")
        a = tops + dot(query, packed)
        b = a - ones
        if b & at["+"] != at["+"] or a & at["-"] or a & at["0"] != at["0"] or b & at["0"]:
            return False
    return True


def tables(p: Record, claim: Claim, meter: Meter) -> Shown:
    """``{"heads": [{"queries": [..], "keys": [..], "null_key": [..]}, ..]}``."""
    pattern, gap = pattern_of(claim.statement, meter), claim.quantity.unit_class.gap or Fraction(1, 2)
    need(len(p.heads) == pattern.heads, "another number of heads")
    parts: dict[int, list[tuple[int, ...]]] = {}
    held: list[Sequence[Vector]] = []
    for h in walk(meter, p.heads):
        need((h.null_key is not None) == pattern.null, "a null key more or less")
        keys, width = [*h.keys, *([h.null_key] if pattern.null else [])], len(h.keys[0])
        long = require_shape(meter, (pattern.count, pattern.columns + pattern.null), width, h.queries, keys)
        held += [keys] if claim.quantity.unit_class.name == "KEYS" else [h.queries, keys]
        meter.charge(pattern.count * (100 + (pattern.columns + 1) * (20 + width * product_steps(long, long))))
        for r, (row, query) in enumerate(zip(pattern.words(), h.queries, strict=True)):
            scores = [dot(query, key) for key in keys]
            if pattern.heads == 1:
                need(stands(row + "0" * pattern.null, scores, gap), "a row fails")
            else:
                best = max(scores)
                need(all(x == best or x <= best - gap for x in scores), "a score is too near the greatest")
                parts.setdefault(r, []).append(tuple(c for c, x in enumerate(scores) if x == best))
    for row, shares in zip(pattern.words(), parts.values(), strict=True) if parts else ():
        tied = [c for c, symbol in enumerate(row) if symbol == "0"]
        need(sorted(c for part in shares for c in part) == tied, "the parts of a set are no partition of it")
        alike = pattern.combine != "sum" or [*map(len, shares)] == [*map(len, parts[0])]
        need(alike, "the parts of a set are of other sizes")
    return shown(claim, max(len(h.keys[0]) for h in p.heads), *held)


def tuples(p: Record, claim: Claim, meter: Meter) -> Shown:
    """``{"queries": [..], "keys": [[..], ..], "null_keys": [..]}``."""
    s, k, width, gap = claim.statement, len(p.keys), len(p.queries[0]), claim.quantity.unit_class.gap or 1
    need(k == s.order - 1, "tuples of another order")
    long = require_shape(meter, (s.M, k, *[s.M] * k), width, p.queries, p.null_keys, *p.keys)
    meter.charge_power(s.M + 1, k, s.M * (50 + width * s.order * product_steps(k * long, long)))
    keys = [(*table, null) for table, null in zip(p.keys, p.null_keys, strict=True)]  # the last one is number NULL
    for x, query in enumerate(p.queries):
        null = sum(map(prod, zip(query, *p.null_keys, strict=True)))
        for chosen in product((*range(s.M), NULL), repeat=k):
            score = sum(map(prod, zip(query, *(table[c] for table, c in zip(keys, chosen, strict=True)), strict=True)))
            need(stands(tuple_symbol((x, *chosen), s.M) + "0", [score, null], gap), "the score of a tuple fails")
    return shown(claim, width, p.queries, p.null_keys, *p.keys)


def maxsim(p: Record, claim: Claim, meter: Meter) -> Shown:
    """``{"queries": [[..], ..], "keys": [[..], ..]}``."""
    s, pattern, width = claim.statement, pattern_of(claim.statement.of, meter), len(p.keys[0][0])
    sides = ((p.queries, pattern.count, s.query_vectors), (p.keys, pattern.columns, s.document_vectors))
    fits = all(len(side) == count and max(map(len, side)) <= most for side, count, most in sides)
    need(fits, "a row or a column has no vectors, or too many")
    queries, keys = (list(chain.from_iterable(side)) for side, _, _ in sides)
    long = require_shape(meter, (len(queries), len(keys)), width, queries, keys)
    meter.charge(len(queries) * len(keys) * (20 + width * product_steps(long, long)))
    for row, query in zip(pattern.words(), p.queries, strict=True):
        scores = [sum(max(dot(q, k) for k in key) for q in query) for key in p.keys]
        need(stands(row, scores, Fraction(1, 2)), "a score is on the wrong side")
    return shown(claim, width)


def ratios(p: Record, claim: Claim, meter: Meter) -> Shown:
    """``{"denominator": D, "precision": c, "queries": [..], "keys": [..]}``."""
    pattern, D, c, width = pattern_of(claim.statement, meter), p.denominator, p.precision, len(p.keys[0])
    need(pattern.weights, "for attention matrices that are written out")
    long = require_shape(meter, (pattern.count, pattern.columns), width, p.queries, p.keys)
    step = product_steps(long + 12, D.bit_length())
    meter.charge(pattern.count * pattern.columns * (20 + width * product_steps(long, long) + 4 * step))
    for weights, query in zip(pattern.weights, p.queries, strict=True):
        scores = [dot(query, key) for key in p.keys]
        high = max((x for column, x in enumerate(scores) if column not in weights), default=None)
        lowest = min(scores[column] for column in weights)
        need(high is None or lowest - high >= pattern.below * D, "a zero scores too high")
        logs = {w: _logarithm(w, c, meter) for w in set(weights.values())}
        least = min(scores[column] * c - logs[w][1] * D for column, w in weights.items())
        most = max(scores[column] * c - logs[w][0] * D for column, w in weights.items())
        need(most - least <= pattern.within * c * D, "a ratio is missed")
    return shown(claim, width)


def _logarithm(w: int, c: int, meter: Meter) -> tuple[int, int]:
    """Integers below and above c log2 w, one apart at most."""
    bits = w.bit_length() * c
    meter.charge(50 + 2 * product_steps(bits, bits))
    power = w**c
    low = power.bit_length() - 1
    return low, low + (power != 1 << low)


SCORED = {"queries": VECTORS, "keys": VECTORS}
HEADS = many(record({**SCORED, "null_key": VECTOR}, {"null_key": None}))
TUPLES = {"queries": VECTORS, "keys": many(VECTORS), "null_keys": VECTORS}
MAXSIM = {"queries": many(VECTORS), "keys": many(VECTORS)}
RATIOS = {"denominator": integer(1), "precision": integer(1, 4096), **SCORED}
EXHIBITS = {
    "points": Exhibit("upper size SIGN", record(SCORED), points),
    "tables": Exhibit("upper size GRID|KEYS", record({"heads": HEADS}), tables),
    "tuples": Exhibit("upper size SIGN|GRID match", record(TUPLES), tuples),
    "maxsim": Exhibit("upper size SIGN maxsim", record(MAXSIM), maxsim),
    "ratios": Exhibit("upper size SOFTMAX", record(RATIOS), ratios),
}
"""The word of an exhibit -> what evaluates it."""
