"""Keys that are words of a code, and what keys of p bits need (sections 6 and 9)."""

from fractions import Fraction
from itertools import combinations, product
from math import comb

from .claims import rule
from .notation import form, need, small
from .vectors import dot, size_value


def words(columns, modulus):
    """The exponents of all words, a in lexicographic order."""
    k = len(columns[0])
    form(all(0 <= x < modulus for c in columns for x in c), "an entry of a column")
    small(modulus**k * len(columns) if k * modulus < 60 else 10**9)
    return [[dot(a, c) % modulus for c in columns] for a in product(range(modulus), repeat=k)]


def set_size(c):
    return c.s["q"] if c.task == "qsa" else c.s["most"]


@rule("evaluate", "coherence", of="KEYS|GRID qsa|separation upper", spec="modulus int 2..4, columns VECS")
def coherence(c, p):
    modulus, q, n = p.modulus, set_size(c), len(p.columns)
    need(modulus in (2, 4), "modulus 3")
    half, worst = modulus // 2, 0
    found = words(p.columns, modulus)
    for word in found[1:]:
        count = [word.count(x) for x in range(modulus)]
        parts = (count[0] - count[half], count[1] - count[3] if modulus == 4 else 0)
        worst = max(worst, *map(abs, parts))
    need(c.s["N"] <= half * len(found), "too few keys")
    margin = half * (n - (2 * q - 1) * worst)
    need(margin > 0, "too coherent")
    entries = [1, -1]
    if c.cls.kind == "GRID":
        need(q <= 2 if c.task == "qsa" else c.s["least"] == q, "no sums")
        e = 1 if q % 2 else 2
        need(margin >= e * c.cls.gap * (1 if c.task == "qsa" else 2), "the gap")
        entries += [q, -q] if e == 1 else [q // 2, 0, -(q // 2)]
    return size_value(c, half * n, entries)


@rule("evaluate", "translates", of="KEYS|GRID qsa|separation upper", spec="columns VECS, queries VECS")
def translates(c, p):
    q, n = set_size(c), len(p.columns)
    need(c.task == "qsa" or c.s["least"] == q, "sets of several sizes")
    keys = [[*((-1) ** x for x in word), 1] for word in words(p.columns, 2)]
    count = len(keys)
    need(c.s["N"] <= count, "too few keys")
    need(min(q - 1, count - q) < 60 and len(p.queries) == comb(count - 1, q - 1), "another number of queries")
    form(len(p.queries[0]) == n + 1, "queries of another width")
    small(count * len(p.queries) * (n + 1) // 10)
    for others, w in zip(combinations(range(1, count), q - 1), p.queries):
        y = {0, *others}
        scores = [dot(w, u) for u in keys]
        need(all(x == 0 if j in y else x < 0 for j, x in enumerate(scores)), "a score is wrong")
    entries = [1, -1]
    if c.cls.kind == "GRID":
        need(c.cls.gap <= (1 if c.task == "qsa" else Fraction(1, 2)), "the gap")
        entries += [s * x for w in p.queries for x in w[:-1] for s in (1, -1)]
    return size_value(c, n, entries)


def lo(x):
    s = max(0, x.bit_length() - 40)
    return ((x >> s) ** 256).bit_length() - 1 + 256 * s


def hi(x):
    s = max(0, x.bit_length() - 40)
    return (((x >> s) + (1 if s else 0)) ** 256).bit_length() + 256 * s


@rule("theorem", "sums", "sums of bits", of="KEYS lower qsa|separation m", spec="k nat")
def sums(c, p):
    n, k, bits = c.s["N"], p.k, c.cls.p
    least, most = (c.s["q"],) * 2 if c.task == "qsa" else (c.s["least"], c.s["most"])
    need(least <= k <= most, "sets of another size")
    r = min(k, n - k)
    small(r * n.bit_length() * 100)
    whole = comb(n, r)
    if p.word == "sums":
        small(bits)
        return Fraction(lo(whole), hi(r * (2**bits - 1) + 1))
    need(bits == 1, "keys of more bits")
    small(n * (r + 1) * 10)
    worst = 1
    for ones in range(1, n // 2 + 1):
        ways = [comb(ones, i) * comb(n - ones, r - i) for i in range(r + 1)]
        worst = max(worst, sum(w * (hi(whole) - lo(w)) for w in ways if w))
    return Fraction(whole * lo(whole), worst)
