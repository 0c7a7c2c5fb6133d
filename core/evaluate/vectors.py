"""Vectors that do what a pattern asks: all scores are computed. For m and p, side ``upper``.

``points``  (SIGN) integer vectors, scores compared with 0. *Null key*: it is 0, a key is k less it, at any scale, as
            signs do not change; m is the width. *None*: a last query u with <u, k> > 0 at every key is given, or is the
            last coordinate where norms count. The points k / <u, k> lie in an affine space of one dimension less than
            the width, and <q, k> / <u, k> is an affine function on it: an inner product less a number t. *Sphere*: keys
            (v, w) stand for v / w, and |v|^2 = w^2 (in no dimension all keys are 0). *Distance*: a row is (q, s, t),
            s < 0, and <q, v> w + s |v|^2 + t w^2 > 0 iff v / w lies in the ball with centre -q / 2s and a square of the
            radius that may be negative: then no key does. Rows with one query differ in t only.
``tables``  (GRID) for each head queries, keys and a null key if there is one, in the grid, and the gap is kept.
``tuples``  (SIGN, GRID; order s >= 3) a table of keys, and a null key, for each part: sum_a q[a] k1[a] k2[a] ..
``ratios``  (SOFTMAX) scores <q, k> / D. Of weights v, w between bounds of c log2 v and c log2 w the scores differ by
            log2 v - log2 w, up to ``within``.
"""

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from operator import mul
from typing import Any

from ..book import Book, Proved
from ..claims import Claim
from ..grids import grid_of
from ..meaning.pattern import NULL, pattern_of, stands, tuple_symbol
from ..meter import Meter, product_steps, walk
from ..refuse import need
from ..schema import Record, Type, integer, many, record

Vector = tuple[int, ...]
VECTOR = many(integer(), 0)
TABLE = many(VECTOR, rule="equal")
FAST = 2048
"""Bits of a long number that one step multiplies by a number of up to 30 bits, and adds to another one."""
TOP = {symbol: bytes(0x80 * (code == ord(symbol)) for code in range(256)) for symbol in "+-0"}
"""Letters to bytes: the top bit where the letter is the symbol."""


def read(form: Type, proof: dict[str, Any], claim: Claim, classes: str, book: Book) -> Record:
    """The fields of an exhibit that is to prove an upper bound of a size in one of the classes."""
    fits = claim.side == "upper" and claim.quantity.kind == "size" and claim.quantity.unit_class.name in classes.split()
    need(fits, "the exhibit is for upper bounds in another class")
    return form.read({name: x for name, x in proof.items() if name not in ("rule", "exhibit")}, "proof", book.meter)


def proved(claim: Claim, width: int, how: str, held: Sequence[Sequence[Vector]] = ()) -> Proved:
    """The bound of a unit of this width; ``held``: the tables that have to be in the grid, if the class has one."""
    q = claim.quantity
    need(q.m is None or width <= q.m, "the vectors are wider than m, which is held fixed")
    bits = bits_needed(q.unit_class.grid, held) if q.unit_class.grid else 0
    need(q.resource == "p" or bits <= q.unit_class.bits, "an entry is not in the grid")
    return Proved(width if q.resource == "m" else bits, how)


def bits_needed(grid: str, held: Sequence[Sequence[Vector]]) -> int:
    """The least p such that the grid holds every entry; grids of more bits hold those of fewer.

    >>> bits_needed("midrise", [[(3, -5)]]), bits_needed("twos", [[(3, -4)]]), bits_needed("twos", [[(4,)]])
    (3, 3, 4)
    """
    found = {x for table in held for vector in table for x in vector} or {1}
    bits = max(1, min(found).bit_length(), max(found).bit_length())
    bits += not {min(found), max(found)}.issubset(grid_of(grid, bits))
    within = grid_of(grid, bits)
    need(all(x in within for x in found), "an entry is not in the grid")
    return bits


def longest(meter: Meter, *tables: Sequence[Vector]) -> int:
    """The bits of the longest entry; pays for a few walks over all of them."""
    meter.charge(sum(len(table) * (2 + 4 * len(table[0])) for table in tables))
    return max((x.bit_length() for table in tables for vector in table for x in vector), default=0)


def dot(a: Iterable[int], b: Iterable[int]) -> int:
    """The inner product."""
    return sum(map(mul, a, b))


def points(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"queries": [..], "keys": [..]}``."""
    p, meter = read(record({"queries": TABLE, "keys": TABLE}), proof, claim, "SIGN", book), book.meter
    pattern, queries, keys = pattern_of(claim.statement, meter), p.queries, p.keys
    scored, ball, width = bool(pattern.norm or pattern.group), pattern.norm == "distance", len(p.keys[0])
    fits = len(keys) == pattern.columns and len(queries) + scored == pattern.count + pattern.offset
    need(fits and len(queries[0]) == width + ball, "the tables have another height or width")
    long = longest(meter, queries, keys)
    meter.charge(3 * len(keys) * (2 + width * product_steps(long, long)) + len(queries) * (4 + width))
    if scored:
        need(all(key[-1:] > (0,) for key in keys), "the last entry of a key is not positive")
        first: dict[int, tuple[int, ...]] = {}
        alike = (
            row[:-1] == first.setdefault(query, row[:-1]) for query, row in zip(pattern.group, queries, strict=False)
        )
        need(all(alike), "rows of one query differ in more than t")
        queries = [*queries, (0,) * (width + ball - 1) + (1,)]
    if pattern.norm == "sphere" and width > 1:
        need(all(dot(key[:-1], key[:-1]) == key[-1] ** 2 for key in keys), "a key is not on the sphere")
    if ball:
        need(all(row[-2] < 0 for row in p.queries), "a ball is none")
        keys = [(*(key[-1] * x for x in key[:-1]), dot(key[:-1], key[:-1]), key[-1] ** 2) for key in keys]
    need(signs_hold(meter, pattern.homogeneous(), queries, keys), "a score has another sign than is wanted")
    return proved(claim, width - pattern.offset, f"integer vectors of {width} coordinates, every score computed")


def signs_hold(meter: Meter, rows: Iterable[str], queries: Sequence[Vector], keys: Sequence[Vector]) -> bool:
    """Whether the scores of each query with all keys have the signs of its row.

    *Packing.* Let |<q, k_c>| < 2^(b-1), and K_i = sum_c k_c[i] 2^(b c). Then A = sum_i q[i] K_i + sum_c 2^(b-1) 2^(b c)
    has the digits 2^(b-1) + <q, k_c> in base 2^b, between 1 and 2^b - 1, so that nothing is carried: the top bit of
    digit c is 1 iff <q, k_c> >= 0. That of A - sum_c 2^(b c) is 1 iff <q, k_c> >= 1.

    >>> signs_hold(Meter(), ["+-+", "0*-"], [(1, -1), (0, 5)], [(1, 0), (0, 1), (1, -1)])
    True
    """
    width, count, long = len(keys[0]), len(keys), longest(meter, queries, keys)
    meter.charge(2 * (len(queries) + count) * width + width * product_steps(long, long))
    x, y = ([max(abs(vector[i]) for vector in table) for i in range(width)] for table in (queries, keys))
    size = 1 + dot(x, y).bit_length() // 8
    bits = 8 * size * count
    products = sum(2 + bits * (1 + a.bit_length() // 30) // FAST for a in x)
    meter.charge(bits // 8 * (width + 16) + len(queries) * (20 + 10 * (count + bits) // FAST + products))
    half, tops = 1 << 8 * size - 1, int.from_bytes((bytes(size - 1) + b"\x80") * count, "little")
    ones = int.from_bytes((b"\x01" + bytes(size - 1)) * count, "little")
    packed = [  # where all x_i are 0 nothing bounds y_i, and nothing is needed
        int.from_bytes(b"".join((key[i] + half).to_bytes(size, "little") for key in keys), "little") - tops
        if x[i]
        else 0
        for i in range(width)
    ]
    for row, query in zip(rows, queries, strict=True):
        a = tops + sum(entry * column for entry, column in zip(query, packed, strict=True) if entry)
        b = a - ones
        plus, minus, zero = (_mask(row, symbol, size) for symbol in "+-0")
        if b & plus != plus or a & minus or a & zero != zero or b & zero:
            return False
    return True


def _mask(row: str, symbol: str, size: int) -> int:
    """The top bit of digit c for each place c of the row that holds the symbol."""
    digits = bytearray(size * len(row))
    digits[size - 1 :: size] = row.encode().translate(TOP[symbol])
    return int.from_bytes(digits, "little") if symbol in row else 0


def tables(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"heads": [{"queries": [..], "keys": [..], "null_key": [..]}, ..]}``."""
    head = record({"queries": TABLE, "keys": TABLE, "null_key": VECTOR}, {"null_key": None})
    p, meter = read(record({"heads": many(head)}), proof, claim, "GRID", book), book.meter
    pattern, gap = pattern_of(claim.statement, meter), claim.quantity.unit_class.gap
    need(len(p.heads) == pattern.heads, "another number of heads")
    parts: dict[int, list[tuple[int, ...]]] = {}
    for h in walk(meter, p.heads):
        keys = [*h.keys, *([] if h.null_key is None else [h.null_key])]
        fits = (
            len(h.queries) == pattern.count
            and len(h.keys) == pattern.columns
            and len(keys) == len(h.keys) + pattern.null
        )
        need(fits and len(h.queries[0]) == len(keys[0]) == len(keys[-1]), "the tables have another height or width")
        long = longest(meter, h.queries, keys)
        meter.charge(len(h.queries) * (100 + len(keys) * (20 + len(keys[0]) * product_steps(long, long))))
        for r, (row, query) in enumerate(zip(pattern.words(), h.queries, strict=True)):
            scores = [dot(query, key) for key in keys]
            null = scores.pop() if pattern.null else None
            if pattern.heads == 1:
                need(stands(row, scores, null, gap), "a row fails")
            else:
                best = max(scores)
                need(all(x == best or x <= best - gap for x in scores), "a score is too near the greatest")
                parts.setdefault(r, []).append(tuple(c for c, x in enumerate(scores) if x == best))
    for row, shares in zip(pattern.words(), parts.values(), strict=True) if parts else ():
        tied = [c for c, symbol in enumerate(row) if symbol == "0"]
        need(sorted(c for part in shares for c in part) == tied, "the parts of a set are no partition of it")
        alike = pattern.combine != "sum" or list(map(len, shares)) == list(map(len, parts[0]))
        need(alike, "the parts of a set are of other sizes")
    width, held = (
        max(len(h.keys[0]) for h in p.heads),
        [t for h in p.heads for t in (h.queries, h.keys, [h.null_key or ()])],
    )
    return proved(claim, width, f"tables of width {width} in the grid, every score computed", held)


def tuples(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"queries": [..], "keys": [[..], ..], "null_keys": [..]}``."""
    form = record({"queries": TABLE, "keys": many(TABLE), "null_keys": TABLE})
    p, meter, s = read(form, proof, claim, "SIGN GRID", book), book.meter, claim.statement
    need(s.kind == "match" and s.order > 2, "not for tuples of a higher order")
    width, gap, others = len(p.queries[0]), claim.quantity.unit_class.gap or 1, s.order - 1
    fits = len(p.queries) == s.M and len(p.keys) == len(p.null_keys) == others and all(len(t) == s.M for t in p.keys)
    need(fits and all(len(t[0]) == width for t in (*p.keys, p.null_keys)), "the tables have another height or width")
    long = longest(meter, p.queries, p.null_keys, *p.keys)
    meter.charge_power(s.M + 1, others, s.M * (50 + width * s.order * product_steps(others * long, long)))
    keys = [(*table, null) for table, null in zip(p.keys, p.null_keys, strict=True)]  # the last one is number NULL
    for x, query in enumerate(p.queries):
        null = sum(map(prod, zip(query, *p.null_keys, strict=True)))
        for chosen in product((*range(s.M), NULL), repeat=others):
            score = sum(map(prod, zip(query, *(table[c] for table, c in zip(keys, chosen, strict=True)), strict=True)))
            need(stands(tuple_symbol((x, *chosen), s.M), [score], null, gap), "the score of a tuple fails")
    how = f"tables of width {width}, the score of every tuple computed"
    return proved(claim, width, how, (p.queries, p.null_keys, *p.keys))


def ratios(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """``{"denominator": D, "precision": c, "queries": [..], "keys": [..]}``."""
    form = record({"denominator": integer(1), "precision": integer(1, 4096), "queries": TABLE, "keys": TABLE})
    p, meter = read(form, proof, claim, "SOFTMAX", book), book.meter
    pattern, D, c, width = pattern_of(claim.statement, meter), p.denominator, p.precision, len(p.keys[0])
    need(pattern.weights, "for attention matrices that are written out")
    fits = len(p.queries) == pattern.count and len(p.keys) == pattern.columns and len(p.queries[0]) == width
    need(fits, "the tables have another height or width")
    long = longest(meter, p.queries, p.keys)
    meter.charge(len(p.queries) * len(p.keys) * (20 + width * product_steps(long, long)))
    for weights, query in zip(pattern.weights, p.queries, strict=True):
        scores = [dot(query, key) for key in p.keys]
        lowest = min(scores[column] for column in weights)
        high = max((x for column, x in enumerate(scores) if column not in weights), default=None)
        need(high is None or lowest - high >= pattern.below * D, "a zero scores too high")
        ends: dict[int, tuple[int, int]] = {}
        for column, w in weights.items():
            least, most = ends.get(w, (scores[column], scores[column]))
            ends[w] = min(least, scores[column]), max(most, scores[column])
        logs = {w: _logarithm(w, c, meter) for w in ends}
        meter.charge(60 * len(ends) ** 2 * product_steps(2 * long + c, D.bit_length()))
        for (v, (_, most)), (w, (least, _)) in product(ends.items(), repeat=2):
            off = 0 if v == w else logs[v][0] - logs[w][1]
            need((most - least) * c - off * D <= pattern.within * c * D, "a ratio is missed")
    return proved(claim, width, f"scores of width {width}, every ratio checked")


def _logarithm(w: int, c: int, meter: Meter) -> tuple[int, int]:
    """Integers below and above c log2 w, one apart at most."""
    bits = w.bit_length() * c
    meter.charge(50 + 2 * product_steps(bits, bits))
    power = w**c
    low = power.bit_length() - 1
    return low, low + (power != 1 << low)


EXHIBITS = {"points": points, "tables": tables, "tuples": tuples, "ratios": ratios}
"""The word of an exhibit -> what evaluates it."""
