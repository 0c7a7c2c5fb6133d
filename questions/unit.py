"""Attention units: layers of integer tables, everything that is stored and nothing else; and what they compute.

Symbols: N positions, A symbols in the alphabet, m width of queries and keys, dv of values, p bits, H heads, order s.
``Unit.outputs`` evaluates ``attention.attend`` for every position; what a score or a product of values depends on is
the *types* of the keys only (their tokens, or positions and tokens), so a ``Run`` over many inputs remembers them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from ..certificates.meter import ENTRY, UNLIMITED, Meter, product_steps, words
from .attention import NO_KEY, Output, Vector
from .layer import NULL, Head, Layer, ReadOut, Table

Word = tuple[int, ...]


@dataclass(frozen=True)
class Unit:
    """Layers of integer tables: everything that is stored, and nothing else.

    Between layers a ``ReadOut`` turns tokens and output rows into the next layer's symbols. The last layer's rows are
    the unit's output; what is read off them is the business of the claim that is made about the unit.

    Parameters
    ----------
    alphabet : A, the symbols being 0 .. A-1
    layers : at least one
    read_outs : one between each two layers

    Examples
    --------
    >>> keys = Table("token", ((0,), (1,)))
    >>> highest = Unit(2, (Layer((Head(Table("token", ((1,), (1,))), (keys,), (keys,)),)),))
    >>> [str(row[0]) for row in highest.outputs((0, 1, 0))]
    ['1', '1', '1']
    >>> highest.m, highest.H, highest.order, highest.parameters
    (1, 1, 2, 6)
    """

    alphabet: int
    layers: tuple[Layer, ...]
    read_outs: tuple[ReadOut, ...] = ()

    def outputs(self, tokens: Sequence[int]) -> tuple[Output, ...]:
        """The last layer's output rows on a sequence of symbols, exact."""
        return Run(self).outputs(tuple(tokens))

    @property
    def m(self) -> int:
        """The largest width of queries and keys."""
        return max(head.width for layer in self.layers for head in layer.heads)

    @property
    def dv(self) -> int:
        """The largest width of values."""
        return max(head.value_width for layer in self.layers for head in layer.heads)

    @property
    def H(self) -> int:
        """The largest number of heads of a layer."""
        return max(len(layer.heads) for layer in self.layers)

    @property
    def order(self) -> int:
        """The largest order of a layer."""
        return max(layer.polynomial.order for layer in self.layers)

    @property
    def entries(self) -> tuple[int, ...]:
        """Every integer stored in a table of queries, keys or values, null tokens included."""
        return tuple(entry for vector in self.vectors for entry in vector)

    @property
    def vectors(self) -> tuple[Vector, ...]:
        """Every vector stored."""
        found: list[Vector] = []
        for layer in self.layers:
            for head in layer.heads:
                for table in (head.queries, *head.keys, *head.values):
                    found += table.rows
                found += (*head.null_keys, *head.null_values)
        return tuple(found)

    @property
    def parameters(self) -> int:
        """How many numbers are stored."""
        return len(self.entries)

    @property
    def length(self) -> int | None:
        """The length of the sequences that tables by position and masks are for; None if there are neither."""
        alphabets = [self.alphabet, *(read_out.alphabet for read_out in self.read_outs)]
        for layer, alphabet in zip(self.layers, alphabets, strict=True):
            if layer.mask is not None:
                return len(layer.mask)
            for head in layer.heads:
                for table in (head.queries, *head.keys, *head.values):
                    if table.by != "token":
                        return len(table.rows) // (alphabet if table.by == "both" else 1)
        return None


class Run:
    """A unit run on inputs, one after the other, all work charged to a meter; the same numbers as ``Unit.outputs``.

    Raises
    ------
    KeyError
        From ``outputs``, if a read-out between two layers lacks a pair of token and row that occurs.

    Examples
    --------
    >>> from .attention import PAIRWISE, attend, saturated
    >>> keys = Table("token", ((0,), (3,)))
    >>> unit = Unit(2, (Layer((Head(Table("token", ((1,), (-1,))), (keys,), (keys,)),)),))
    >>> run = Run(unit)
    >>> run.outputs((0, 1)) == tuple(
    ...     attend(PAIRWISE, saturated, query, [[(0,), (3,)]], [[(0,), (3,)]], range(2)) for query in [(1,), (-1,)])
    True
    """

    def __init__(self, unit: Unit, meter: Meter | None = None) -> None:
        meter = Meter(UNLIMITED) if meter is None else meter
        alphabets = [unit.alphabet, *(read_out.alphabet for read_out in unit.read_outs)]
        self.layers = [
            (layer, [_RunningHead(head, layer, alphabet, meter) for head in layer.heads])
            for layer, alphabet in zip(unit.layers, alphabets, strict=True)
        ]
        self.read_outs = [dict(read_out.symbols) for read_out in unit.read_outs]

    def outputs(self, tokens: Word) -> tuple[Output, ...]:
        """The last layer's output row at every position."""
        *_, (_, rows) = self.stages(tokens)
        return rows

    def stages(self, tokens: Word) -> Iterator[tuple[Word, tuple[Output, ...]]]:
        """For each layer in turn the symbols that it is given, and its output row at every position."""
        for k, (layer, heads) in enumerate(self.layers):
            parts = [head.rows(tokens) for head in heads]
            rows: list[Output] = []
            for of_heads in zip(*parts, strict=True):
                if layer.combine == "concat":
                    rows.append(tuple(entry for part in of_heads for entry in part))
                elif len(of_heads) == 1:
                    rows.append(of_heads[0])
                else:
                    rows.append(tuple(sum(column, Fraction(0)) for column in zip(*of_heads, strict=True)))
            yield tokens, tuple(rows)
            if k < len(self.read_outs):
                tokens = tuple(self.read_outs[k][token, row] for token, row in zip(tokens, rows, strict=True))


class _RunningHead:
    """One head; scores are remembered by query vector and types, products of values by types."""

    def __init__(self, head: Head, layer: Layer, alphabet: int, meter: Meter) -> None:
        self.head, self.layer, self.alphabet, self.meter = head, layer, alphabet, meter
        self.by_token = all(table.by == "token" for table in (*head.keys, *head.values))
        self.scores: dict[Vector, dict[Word, int]] = {}
        self.values: dict[Word, Vector] = {}
        tables = (head.queries, *head.keys, *head.values)
        entries = [*(v for table in tables for v in table.rows), *head.null_keys, *head.null_values]
        longest = max((entry.bit_length() for vector in entries for entry in vector), default=0)
        parts = layer.polynomial.order - 1
        products = sum(map(len, layer.polynomial.monomials)) * head.width + parts * head.value_width
        # A new score and value: products of up to ``order`` entries; a known one: a look-up.
        self.new = products * product_steps(parts * longest, longest) + 2 * ENTRY + (parts + 1) * longest // 4
        # A weight of up to p bits (2^score: as many bits as the largest score) times a value, the sum in lowest terms.
        bits = layer.bits
        if layer.weights == "base_two":
            bits = head.width * 4 ** min(longest, 40)
        self.held = 80 + 8 * parts + bits // 8  # bytes of a tuple and its weight
        self.known = 8 + head.value_width * (1 + product_steps(bits, parts * longest)) + words(bits)
        self.row = 40 + head.value_width * (50 + product_steps(bits + longest, bits + longest))  # a sum of heads, too

    def rows(self, tokens: Word) -> list[Output]:
        """The head's output row at every position."""
        types = [token if self.by_token else j * self.alphabet + token for j, token in enumerate(tokens)]
        rows = []
        shared: list[Word] | None = None
        for i, token in enumerate(tokens):
            if self.layer.mask is None and shared is not None:
                tuples = shared
            else:
                here = types if self.layer.mask is None else [types[j] for j in self.layer.mask[i]]
                tuples = shared = self._tuples([*here, NULL] if self.head.null_keys else here)
            rows.append(self._row(self.head.queries.vector(i, token, self.alphabet), tuples))
        return rows

    def _tuples(self, types: list[int]) -> list[Word]:
        parts = self.layer.polynomial.order - 1
        self.meter.charge_power(len(types), parts, 2 + parts)
        self.meter.room(len(types) ** parts * self.held)
        return list(product(types, repeat=parts))

    def _row(self, query: Vector, tuples: list[Word]) -> Output:
        if not tuples:
            raise ValueError(NO_KEY)
        self.meter.charge(self.row + self.known * len(tuples))
        if query not in self.scores:
            self.meter.charge(ENTRY)
            self.scores[query] = {}
        scores = self.scores[query]
        found = []
        for chosen in tuples:
            if chosen not in scores or chosen not in self.values:
                self.meter.charge(self.new)
                scores[chosen], self.values[chosen] = self._score(query, chosen), self._value(chosen)
            found.append(scores[chosen])
        weights = self.layer.weigh(found)
        total = sum(weights)
        weighed = [(weight, self.values[chosen]) for weight, chosen in zip(weights, tuples, strict=True) if weight]
        width = self.head.value_width
        return tuple(Fraction(sum(weight * value[c] for weight, value in weighed), total) for c in range(width))

    def _score(self, query: Vector, chosen: Word) -> int:
        keys = self._vectors(self.head.keys, self.head.null_keys, chosen)
        return int(self.layer.polynomial.score((query, *keys)))

    def _value(self, chosen: Word) -> Vector:
        values = self._vectors(self.head.values, self.head.null_values, chosen)
        return tuple(prod(column) for column in zip(*values, strict=True))

    def _vectors(self, tables: tuple[Table, ...], nulls: tuple[Vector, ...], chosen: Word) -> list[Vector]:
        found = []
        for k, kind in enumerate(chosen):
            position, token = (0, kind) if self.by_token else divmod(kind, self.alphabet)
            found.append(nulls[k] if kind == NULL else tables[k].vector(position, token, self.alphabet))
        return found
