"""Attention units: layers of integer tables, everything that is stored and nothing else; and what they compute.

Symbols: N positions, A symbols in the alphabet, m width of queries and keys, dv of values, p bits, H heads, order s.
``Unit.outputs`` evaluates ``attention.attend`` for every position; what a score or a product of values depends on is
the *types* of the keys only (their tokens, or positions and tokens), so a ``Run`` over many inputs remembers them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, product
from math import prod

from .attention import NO_KEY, Output, Vector
from .layer import NULL, Head, Layer, ReadOut, Table
from .rounded import rounded_mean, rounded_sum

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
    def alphabets(self) -> list[int]:
        """A of each layer."""
        return [self.alphabet, *(read_out.alphabet for read_out in self.read_outs)]

    @property
    def length(self) -> int | None:
        """The length of the sequences that tables by position and masks are for; None if there are neither."""
        for layer, alphabet in zip(self.layers, self.alphabets, strict=True):
            if layer.mask is not None:
                return len(layer.mask)
            for head in layer.heads:
                for table in (head.queries, *head.keys, *head.values):
                    if table.by != "token":
                        places = len(table.rows) // (alphabet if table.by == "both" else 1)
                        return (places + 1) // 2 if layer.relative else places
        return None


class Run:
    """A unit run on inputs, one after the other; the same numbers as ``Unit.outputs``.

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

    def __init__(self, unit: Unit) -> None:
        self.layers = [
            (layer, [_RunningHead(head, layer, alphabet) for head in layer.heads])
            for layer, alphabet in zip(unit.layers, unit.alphabets, strict=True)
        ]
        self.read_outs = [dict(read_out.symbols) for read_out in unit.read_outs]

    def outputs(self, tokens: Word) -> tuple[Output, ...]:
        """The last layer's output row at every position."""
        *_, (_, rows) = self.stages(tokens)
        return rows

    def stages(self, tokens: Word) -> Iterator[tuple[Word, tuple[Output, ...]]]:
        """For each layer in turn the symbols that it is given, and its output row at every position."""
        for k, (layer, heads) in enumerate(self.layers):
            rows: list[Output] = []
            for of_heads in zip(*(head.rows(tokens) for head in heads), strict=True):
                if layer.combine == "concat" or len(of_heads) == 1:
                    rows.append(tuple(chain(*of_heads)))
                elif layer.weights == "rounded":
                    rows.append(rounded_sum(of_heads, layer.bits))
                else:
                    rows.append(tuple(sum(column, Fraction(0)) for column in zip(*of_heads, strict=True)))
            yield tokens, tuple(rows)
            if k < len(self.read_outs):
                tokens = tuple(self.read_outs[k][pair] for pair in zip(tokens, rows, strict=True))


class _RunningHead:
    """One head; scores are remembered by query vector and types, products of values by types."""

    def __init__(self, head: Head, layer: Layer, alphabet: int) -> None:
        self.head, self.layer, self.alphabet = head, layer, alphabet
        self.by_token = all(table.by == "token" for table in (*head.keys, *head.values))
        self.score, self.value = cache(self._score), cache(self._value)

    def rows(self, tokens: Word) -> list[Output]:
        """The head's output row at every position."""
        types = [token if self.by_token else j * self.alphabet + token for j, token in enumerate(tokens)]
        nulls = [NULL] if self.head.null_keys else []
        parts, mask = self.layer.polynomial.order - 1, self.layer.mask
        shifted = self.layer.relative and not self.by_token
        first = self.layer.weights in ("leftmost", "rightmost")

        def tuples_of(seen: list[int]) -> list[Word]:
            return list(product([*nulls, *seen] if first else [*seen, *nulls], repeat=parts))

        tuples = tuples_of(types) if mask is None else []
        rows = []
        for i, token in enumerate(tokens):
            if mask is not None or shifted:
                shift = (len(tokens) - 1 - i) * self.alphabet * shifted
                seen = [types[j] + shift for j in (range(len(tokens)) if mask is None else mask[i])]
                tuples = tuples_of(seen)
            rows.append(self._row(self.head.queries.vector(i, token, self.alphabet), tuples))
        return rows

    def _row(self, query: Vector, tuples: list[Word]) -> Output:
        if not tuples:
            raise ValueError(NO_KEY)
        weights = self.layer.weigh([self.score(query, chosen) for chosen in tuples])
        if self.layer.weights == "rounded":
            return rounded_mean(weights, list(map(self.value, tuples)), self.layer.bits)
        total = sum(weights)
        weighed = [(weight, self.value(chosen)) for weight, chosen in zip(weights, tuples, strict=True) if weight]
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
