"""Attention units, and what they compute, exactly.

A *unit* has layers of integer tables, H heads each, and between two layers a read-out: an arbitrary function of token
and output row, listed by its values. A head of order s looks from a position at (s-1)-tuples of key positions; order 2
is ordinary attention. Queries, keys and values are any functions of position and token; in *relative* tables queries
are functions of the token, and the position of key j, seen from i, is j - i + N - 1. A *score* is the sum, over the
monomials and the m coordinates, of the product of the parts named (0 the query, 1 .. s-1 the keys); the value of a
tuple is the product of its parts' values, coordinate by coordinate; the output row of a head is the mean of the values
of all tuples by their weights. The *null token* is one more key, at no position, that every position sees.
Heads are summed or stand side by side (``concat``). With a mask a position sees the keys of its row alone, and
no tuple at all is refused: there the row would not be defined.

Weights are functions of the scores. *Fixed*, p bits: 2^(p - d) for a score d <= p below the highest, 0 further below.
Hard, by *ties*: 1 on the highest scores (``average``), or on the first or last of these alone (``leftmost``,
``rightmost``; the null token is before all others, tuples in lexicographic order), 0 elsewhere. *Rounded*, p bits: the
weights of fixed, but no sum is exact. [x] is x rounded towards 0 to p significant bits. A head goes through its tuples
in the order of positions, the null token last (of tuples in lexicographic order), from Z = S_c = 0: Z := [Z + weight],
S_c := [S_c + weight * value_c]; its row holds [S_c / Z]. Summed rows are added from the first head to the last, each
sum rounded.

What a score depends on is remembered, so the cost of an input is that of its look-ups, which is known before.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from operator import mul

from ..meter import ENTRY, Meter, product_steps, walk, words
from ..refuse import need
from ..schema import Record, fraction, integer, many, pair, record, word
from .pattern import NULL

Vector = tuple[int, ...]
Output = tuple[Fraction, ...]
Weigh = Callable[[Sequence[int]], list[int]]
Masks = Sequence[Sequence[Sequence[int]]]
"""For each layer, for each position, the positions that it sees."""

VECTOR = many(integer(), 0)
VECTORS = many(VECTOR, rule="equal")
OUTPUT = many(fraction())
TABLE = record({"by": word("token", "position", "both"), "rows": VECTORS})
NULLS = many(VECTOR, 0)
HEAD = record({"queries": TABLE, "keys": many(TABLE), "values": many(TABLE), "null_keys": NULLS, "null_values": NULLS})
MONOMIALS = many(many(integer(0, 7), rule="increasing"), 1, 256)
COMBINE = word("sum", "concat")
LAYER = record({"combine": COMBINE, "order": integer(2, 8), "monomials": MONOMIALS, "heads": many(HEAD, 1, 256)})
READ_OUT = record({"alphabet": integer(1), "symbols": many(pair(pair(integer(0), OUTPUT), integer(0)))})
UNIT = record({"layers": many(LAYER, 1, 256), "read_outs": many(READ_OUT, 0)})


def dot(a: Iterable[int], b: Iterable[int]) -> int:
    """The inner product."""
    return sum(map(mul, a, b))


def weights_of(bits: int, ties: str = "average") -> Weigh:
    """The weights cut to p bits; if p is 0, hard ones, by ties: the limit of softmax(t a), t to infinity, for average.

    >>> weights_of(3)([7, 6, 4, 3]), weights_of(0)([7, 6, 7]), weights_of(0, "rightmost")([7, 6, 7])
    ([8, 4, 1, 0], [1, 0, 1], [0, 0, 1])
    """

    def weigh(scores: Sequence[int]) -> list[int]:
        best = max(scores)
        weights = [1 << bits - best + score if best - score <= bits else 0 for score in scores]
        if ties == "average":
            return weights
        one = scores.index(best) if ties == "leftmost" else len(scores) - 1 - scores[::-1].index(best)
        return [int(k == one) for k in range(len(scores))]

    return weigh


def cut(x: int, bits: int) -> int:
    """[x] of an integer: its highest bits, the others 0.

    >>> cut(11, 2), cut(-11, 2), cut(3, 2), cut(0, 2)
    (8, -8, 3, 0)
    """
    spare = max(0, x.bit_length() - bits)
    return (abs(x) >> spare << spare) * (1 if x > 0 else -1)


def rounded(x: Fraction, bits: int) -> Fraction:
    """[x]: of the numbers s 2^e, s and e integers, |s| < 2^bits, the one next to x towards 0.

    With k as below, |x| 2^k > 2^(bits - 1) unless x = 0, and from there on such numbers are integers: the part of
    x 2^k after the point does not matter.

    >>> str(rounded(Fraction(5, 3), 2)), str(rounded(Fraction(-1, 3), 2))
    ('3/2', '-1/4')
    """
    k = max(0, bits + x.denominator.bit_length() - x.numerator.bit_length())
    return Fraction(cut(int(x * 2**k), bits), 2**k)


def rounded_mean(weighed: Iterable[tuple[int, Sequence[int]]], width: int, bits: int) -> Output:
    """The row of a head with rounded sums.

    >>> [str(x) for x in rounded_mean([(2, (1,)), (2, (1,)), (2, (1,)), (2, (0,))], 1, 1)]
    ['1']
    """
    total, sums = 0, [0] * width
    for weight, value in weighed:
        total = cut(total + weight, bits)
        sums = [cut(known + weight * x, bits) for known, x in zip(sums, value, strict=True)]
    return tuple(rounded(Fraction(x, total), bits) for x in sums)


def rounded_total(rows: Sequence[Output], bits: int) -> Output:
    """The sum of the heads' rows, rounded each time."""
    found, *others = rows
    for row in others:
        found = tuple(rounded(x + y, bits) for x, y in zip(found, row, strict=True))
    return found


def longest(vectors: Sequence[Sequence[int]]) -> int:
    """The bits of the longest number."""
    return max((x.bit_length() for vector in vectors for x in vector), default=0)


class Head:
    """A head of a layer on an alphabet, its shape checked."""

    def __init__(
        self, head: Record, layer: Record, alphabet: int, length: int, bits: int, meter: Meter, rounds: bool = False,
        ties: str = "average", relative: bool = False,
    ) -> None:  # fmt: skip
        self.head, self.alphabet, self.bits, self.rounds, self.meter = head, alphabet, bits, rounds, meter
        self.first = ties != "average"
        self.order, self.parts, self.monomials = layer.order, layer.order - 1, layer.monomials
        self.m, self.dv = len(head.queries.rows[0]), len(head.values[0].rows[0])
        need(len(head.keys) == len(head.values) == self.parts, "a head needs keys and values for each part of a tuple")
        need(self.dv, "values need a coordinate")
        need(max(map(max, self.monomials)) <= self.parts, "a monomial names a part that is not there")
        nulls = len(head.null_keys)
        need(nulls == len(head.null_values) in (0, self.parts), "a null token needs a key and a value for each part")
        tables = (head.queries, *head.keys, *head.values)
        need(not relative or head.queries.by == "token", "in relative tables queries are looked up by the token")
        for table in tables:
            places = 2 * length - 1 if relative else length
            rows = (places if table.by != "token" else 1) * (alphabet if table.by != "position" else 1)
            need(len(table.rows) == rows, "a table has another number of rows")
        keys = [*head.null_keys, *(v for table in (head.queries, *head.keys) for v in table.rows)]
        values = [*head.null_values, *(v for table in head.values for v in table.rows)]
        need({*map(len, keys)} == {self.m} and {*map(len, values)} == {self.dv}, "a vector is of a wrong width")
        self.vectors = [*keys, *values]
        meter.charge(sum(5 + 2 * len(v) for v in self.vectors))
        self.long, self.by_token = longest(self.vectors), all(table.by == "token" for table in tables)
        self.weigh, self.score, self.value = weights_of(bits, ties), cache(self._score), cache(self._value)

    def cost(self, seen: int) -> int:
        """Steps for the output row at a position that sees so many keys, if nothing is new."""
        tuples = (seen + bool(self.head.null_keys)) ** self.parts
        need(tuples, "a position has no key to attend to")
        self.meter.room(tuples * (80 + 8 * self.parts + self.bits // 8))
        each = 6 + self.parts + self.dv * product_steps(self.bits, self.parts * self.long) + words(self.bits)
        last = product_steps(self.bits + self.long, self.bits + self.parts * self.long)
        if self.rounds:  # sums are cut after each addition, and the quotient is a fraction three times
            each, last = each + (1 + self.dv) * (20 + 4 * words(self.bits + self.long)), 60 + 12 * last
        return int(20 + tuples * each + self.dv * (10 + last))

    def row(self, query: int, kinds: Sequence[int]) -> Output:
        """The output row where the query is of this kind and the keys seen are of those: position * A + token."""
        if self.by_token:  # the same scores at all positions, which are remembered once
            query, kinds = query % self.alphabet, [kind % self.alphabet for kind in kinds]
        null = (NULL,) if self.head.null_keys else ()
        tuples = list(product((*null, *kinds) if self.first else (*kinds, *null), repeat=self.parts))
        weights = self.weigh([self.score(query, chosen) for chosen in tuples])
        total = sum(weights)
        weighed = [(weight, self.value(chosen)) for weight, chosen in zip(weights, tuples, strict=True) if weight]
        if self.rounds:
            return rounded_mean(weighed, self.dv, self.bits)
        return tuple(Fraction(sum(weight * value[c] for weight, value in weighed), total) for c in range(self.dv))

    def _score(self, query: int, chosen: tuple[int, ...]) -> int:
        products = sum(map(len, self.monomials)) * self.m
        self.meter.charge(2 * ENTRY + products * product_steps(self.parts * self.long, self.long) + self.long)
        parts = [self._vector(self.head.queries, query), *self._vectors(self.head.keys, self.head.null_keys, chosen)]
        return sum(prod(parts[part][a] for part in monomial) for monomial in self.monomials for a in range(self.m))

    def _value(self, chosen: tuple[int, ...]) -> Vector:
        kept = self.parts * self.long
        self.meter.charge(ENTRY + self.dv * (20 + kept // 8 + self.parts * product_steps(kept, self.long)))
        return tuple(map(prod, zip(*self._vectors(self.head.values, self.head.null_values, chosen), strict=True)))

    def _vectors(self, tables: Sequence[Record], nulls: Sequence[Vector], chosen: tuple[int, ...]) -> list[Vector]:
        return [nulls[k] if kind == NULL else self._vector(tables[k], kind) for k, kind in enumerate(chosen)]

    def _vector(self, table: Record, kind: int) -> Vector:
        rows: tuple[Vector, ...] = table.rows
        return rows[{"token": kind % self.alphabet, "position": kind // self.alphabet, "both": kind}[table.by]]


class Unit:
    """A unit for words of a length over an alphabet, its shape checked; p is 0 where weights are hard.

    ``rounds``: sums are rounded, as in class ROUNDED.
    """

    def __init__(
        self, unit: Record, alphabet: int, length: int, bits: int, masks: Masks | None, meter: Meter,
        rounds: bool = False, ties: str = "average", relative: bool = False,
    ) -> None:  # fmt: skip
        need(len(unit.read_outs) == len(unit.layers) - 1, "a read-out is needed between each two layers")
        self.alphabets = [alphabet, *(read_out.alphabet for read_out in unit.read_outs)]
        self.layers, self.read_outs = unit.layers, [dict(walk(meter, r.symbols, ENTRY)) for r in unit.read_outs]
        self.masks, self.each, self.bits, self.rounds, self.relative = masks, 0, bits, rounds, relative
        self.heads: list[list[Head]] = []
        for t, layer in enumerate(unit.layers):
            of = self.alphabets[t], length, bits, meter, rounds, ties, relative
            heads = [Head(head, layer, *of) for head in layer.heads]
            concat, widths = layer.combine == "concat", [head.dv for head in heads]
            need(concat or len(set(widths)) == 1, "summed values differ in width")
            width = sum(widths) if concat else widths[0]
            for listed, read_out in zip(self.read_outs[t : t + 1], unit.read_outs[t : t + 1], strict=True):
                need(len(listed) == len(read_out.symbols), "a read-out lists something twice")
                fits = all(x < self.alphabets[t] and len(row) == width for x, row in listed)
                need(fits and max(listed.values()) < read_out.alphabet, "a read-out is of a wrong shape")
            meter.charge(length * (10 + 40 * len(heads)))
            for i in range(length):
                self.each += 10 + sum(head.cost(len(masks[t][i]) if masks else length) for head in heads)
            size = bits + max(head.parts * (head.long + length.bit_length()) for head in heads)
            sums = 10 if concat else 10 + len(heads) * (4 + 8 * rounds) * product_steps(len(heads) * size, size)
            self.each += length * width * (sums + words(size))
            self.heads.append(heads)
        self.all_heads = [head for heads in self.heads for head in heads]

    def rows(self, tokens: Vector) -> list[Output] | None:
        """The last output rows, ``each`` steps if nothing is new; None if a read-out lacks what occurs."""
        rows: list[Output] = []
        for t, heads in enumerate(self.heads):
            kinds = [j * self.alphabets[t] + token for j, token in enumerate(tokens)]
            rows = []
            for i, query in enumerate(kinds):
                seen = [kinds[j] for j in self.masks[t][i]] if self.masks else kinds
                if self.relative:
                    seen = [kind + (len(kinds) - 1 - i) * self.alphabets[t] for kind in seen]
                parts = [head.row(query, seen) for head in heads]
                rows.append(self.joined(parts, self.layers[t].combine))
            if t < len(self.read_outs):
                found = [self.read_outs[t].get(pair) for pair in zip(tokens, rows, strict=True)]
                if None in found:
                    return None
                tokens = tuple(symbol for symbol in found if symbol is not None)
        return rows

    def joined(self, parts: Sequence[Output], combine: str) -> Output:
        """The row of a layer from those of its heads."""
        if len(parts) == 1 or combine == "concat":
            return tuple(x for part in parts for x in part)
        if self.rounds:
            return rounded_total(parts, self.bits)
        return tuple([sum(x, Fraction(0)) for x in zip(*parts, strict=True)])
