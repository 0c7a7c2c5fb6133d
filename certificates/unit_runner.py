"""``Unit.outputs`` for many inputs: the same numbers, with scores and products of values remembered.

The score of a query with a tuple of keys depends on the tuple's *types* only: its tokens, or its pairs of position and
token if a table needs the position. So does the product of the values. Both are computed when first met. Everything
else is as ``Unit.outputs`` defines it, and the tests compare the two.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from .unit import Head, Layer, Output, Unit

Word = tuple[int, ...]


def remembering(unit: Unit) -> Callable[[Word], tuple[Output, ...]]:
    """``unit.outputs`` for a unit without masks, as a function that remembers scores and products of values."""
    alphabets = [unit.alphabet, *(read_out.alphabet for read_out in unit.read_outs)]
    runners = []
    for layer, alphabet in zip(unit.layers, alphabets, strict=True):
        heads = [_RememberingHead(head, layer, alphabet) for head in layer.heads]
        runners.append((layer.combine, heads))
    read_outs = [dict(read_out.symbols) for read_out in unit.read_outs]

    def outputs(tokens: Word) -> tuple[Output, ...]:
        for k, (combine, heads) in enumerate(runners):
            parts = [head.rows(tokens) for head in heads]
            rows: list[Output] = []
            for of_heads in zip(*parts, strict=True):
                if combine == "concat":
                    rows.append(tuple(entry for part in of_heads for entry in part))
                else:
                    rows.append(tuple(sum(column, Fraction(0)) for column in zip(*of_heads, strict=True)))
            if k < len(read_outs):
                tokens = tuple(read_outs[k][token, row] for token, row in zip(tokens, rows, strict=True))
        return tuple(rows)

    return outputs


def by_token(head: Head) -> bool:
    """Whether keys and values are looked up by the token alone."""
    return all(table.by == "token" for table in (*head.keys, *head.values))


class _Remembered(dict[tuple[int, ...], Any]):
    """A function of tuples of types, with what it gave before."""

    def __init__(self, function: Callable[[tuple[int, ...]], Any]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, chosen: tuple[int, ...]) -> Any:
        self[chosen] = result = self.function(chosen)
        return result


NULL_TYPE = -1


class _RememberingHead:
    """One head; scores are remembered by query vector and types, products of values by types."""

    def __init__(self, head: Head, layer: Layer, alphabet: int) -> None:
        self.head, self.layer, self.alphabet = head, layer, alphabet
        self.by_token = by_token(head)
        self.scores: dict[tuple[int, ...], _Remembered] = {}
        self.values = _Remembered(self._value)

    def rows(self, tokens: Word) -> list[Output]:
        """The head's output row at every position."""
        types = [token if self.by_token else j * self.alphabet + token for j, token in enumerate(tokens)]
        if self.head.null_keys:
            types.append(NULL_TYPE)
        tuples = list(product(types, repeat=self.layer.polynomial.order - 1))
        return [self._row(self.head.queries.vector(i, token, self.alphabet), tuples) for i, token in enumerate(tokens)]

    def _row(self, query: tuple[int, ...], tuples: list[tuple[int, ...]]) -> Output:
        if query not in self.scores:
            self.scores[query] = _Remembered(lambda chosen: self._score(query, chosen))
        scores = self.scores[query]
        weights = self.layer.weigh([scores[chosen] for chosen in tuples])
        total = sum(weights)
        weighed = [(weight, self.values[chosen]) for weight, chosen in zip(weights, tuples, strict=True) if weight]
        width = self.head.value_width
        return tuple(Fraction(sum(weight * value[c] for weight, value in weighed), total) for c in range(width))

    def _score(self, query: tuple[int, ...], chosen: tuple[int, ...]) -> int:
        keys = self._vectors(self.head.keys, self.head.null_keys, chosen)
        return int(self.layer.polynomial.score((query, *keys)))

    def _value(self, chosen: tuple[int, ...]) -> tuple[int, ...]:
        values = self._vectors(self.head.values, self.head.null_values, chosen)
        return tuple(prod(column) for column in zip(*values, strict=True))

    def _vectors(self, tables: Any, nulls: Any, chosen: tuple[int, ...]) -> list[tuple[int, ...]]:
        found = []
        for k, kind in enumerate(chosen):
            position, token = (0, kind) if self.by_token else divmod(kind, self.alphabet)
            found.append(nulls[k] if kind == NULL_TYPE else tables[k].vector(position, token, self.alphabet))
        return found
