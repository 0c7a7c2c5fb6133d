"""The contextual mapping as a unit of integer tables, after which any function is a look-up.

State. A symbol below B is a token whose position has not moved: its id is the position's embedding and the token. Any
other symbol stands for an id that some position of some input has. Tables of the shifting layers are by position and
symbol; before the first spreading layer g(1) alone has not moved, so tables of the spreading layers are by symbol.

Heads (``contextual_mapping``): two of size m = dv = 1 in a layer that shifts, summed; one elsewhere. A read-out between
two layers adds the row to the id and does nothing else: (symbol, row) becomes the symbol of id + row.

After the last layer the row is C times the greatest id attended to. Position and row determine the input, because the
greatest id before spreading does and the row tells it (Lemma 3); with C = G + 1 and s >= 2 this is checked on all
inputs. So the answer at each position is looked up by position, token and row.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from ....questions import Head, Layer, ReadOut, Table, Unit
from ....questions.finite_task import Wanted, Word
from ..construction import ConstructionError
from .contextual_mapping import ContextualMapping, Idle, Ids, Shift, Spread

MAX_IDS = 4_000_000
"""Most ids that are gone through (layers x inputs x positions): some ten seconds."""

Seen = tuple[int, int, Fraction]
"""A position, its token, and the row after the last layer."""

Rows = Sequence[Sequence[int]]


@dataclass(frozen=True)
class UniversalUnit:
    """The unit, and what it makes of every input.

    Parameters
    ----------
    mapping : ContextualMapping
    unit : Unit
    rows : for each input the row of the last layer, at each position
    first_ids, final_ids : the greatest id before and after spreading
    """

    mapping: ContextualMapping
    unit: Unit = field(repr=False)
    rows: Mapping[Word, Ids] = field(repr=False)
    first_ids: int
    final_ids: int

    def look_up(self, function: Mapping[Word, Wanted]) -> dict[Seen, int]:
        """The answers of a function by position, token and row; those that are not asked for are left out.

        Raises
        ------
        ConstructionError
            If an input of the function is none of the unit.
        """
        found: dict[Seen, int] = {}
        for tokens, wanted in function.items():
            if tokens not in self.rows:
                raise ConstructionError(
                    f"inputs must have {self.mapping.n} tokens 0 .. {self.mapping.tokens - 1}, got {list(tokens)[:40]}"
                )
            for position, (token, row, answer) in enumerate(zip(tokens, self.rows[tokens], wanted, strict=True)):
                if answer is not None:
                    found[position, token, Fraction(row)] = answer
        return found


def universal_unit(mapping: ContextualMapping) -> UniversalUnit:
    """The unit, with C = G + 1 if that makes all final ids different, else with the mapping's own C.

    Raises
    ------
    ConstructionError
        If there are too many inputs and layers to go through.

    Examples
    --------
    >>> from ....questions.sparse_pattern import SparsePattern, Star
    >>> from .contextual_mapping import contextual_mapping
    >>> built = universal_unit(contextual_mapping(SparsePattern((Star(4),)), range(4), levels=2))
    >>> len(built.unit.layers), built.unit.m, built.unit.dv, built.unit.H
    (7, 1, 1, 2)
    >>> [int(row[0]) for row in built.unit.outputs((0, 1, 0, 0))] == list(built.rows[0, 1, 0, 0])
    True
    """
    count = (mapping.layers + 1) * mapping.n * mapping.tokens**mapping.n
    if count > MAX_IDS:
        raise ConstructionError(
            f"the construction has {mapping.layers} layers and {mapping.tokens}^{mapping.n} inputs, more than "
            f"{MAX_IDS} ids in all; take fewer positions, levels or coordinates"
        )
    unit = _built(replace(mapping, factor=mapping.greatest + 1)) or _built(mapping)
    assert unit is not None  # the ids differ with the proved factor
    return unit


def _built(mapping: ContextualMapping) -> UniversalUnit | None:
    """The unit; None if two final ids are equal, or two inputs give one row at one position."""
    inputs = list(mapping.inputs())
    state = _State(mapping, inputs)
    layers, read_outs = [], []
    for t, step in enumerate(mapping.steps):
        mask = mapping.rows[t % len(mapping.rows)]
        heads = state.heads(step)
        layers.append(Layer(heads, mask=mask))
        before = state.ids
        read_outs.append(state.advance(step, mask))
    rows = [tuple(b - a for a, b in zip(one, other, strict=True)) for one, other in zip(before, state.ids, strict=True)]
    final = {own for ids in state.ids for own in ids}
    told = {(position, row) for here in rows for position, row in enumerate(here)}
    if not len(final) == len(told) == mapping.n * len(inputs):
        return None
    unit = Unit(mapping.tokens, tuple(layers), tuple(read_outs[:-1]))
    return UniversalUnit(mapping, unit, dict(zip(inputs, rows, strict=True)), mapping.greatest, max(final))


class _State:
    """Ids and symbols of all positions of all inputs, layer after layer; ``known`` has the ids of symbols from B on."""

    def __init__(self, mapping: ContextualMapping, inputs: Sequence[Word]) -> None:
        self.mapping = mapping
        self.ids = [mapping.first_ids(tokens) for tokens in inputs]
        self.symbols = [tuple(tokens) for tokens in inputs]
        self.known: list[int] = []
        self.moved = False
        """Whether symbols below B are ids, too: after the first spreading layer."""

    @property
    def alphabet(self) -> int:
        return len(self.known) + (0 if self.moved else self.mapping.tokens)

    def heads(self, step: Shift | Idle | Spread) -> tuple[Head, ...]:
        if isinstance(step, Idle):
            nothing = Table("token", ((0,),) * self.alphabet)
            return (Head(nothing, (nothing,), (nothing,)),)
        if isinstance(step, Spread):
            ids = self._by_symbol()
            ones, keys = Table("token", ((1,),) * len(ids)), Table("token", tuple((own,) for own in ids))
            return (Head(ones, (keys,), (Table("token", tuple((step.factor * own,) for own in ids)),)),)
        tokens = range(self.mapping.tokens)
        ids = [own for first in self.mapping.embedding for own in (*(first + token for token in tokens), *self.known)]
        keys = Table("both", tuple((own,) for own in ids))
        found = []
        for sign in (1, -1):
            queries = Table("both", tuple((2 * (own - step.bucket) + sign,) for own in ids))
            values = Table("both", tuple((sign * self.mapping.tokens * own,) for own in ids))
            found.append(Head(queries, (keys,), (values,)))
        return tuple(found)

    def _by_symbol(self) -> list[int]:
        if self.moved:
            return self.known
        first = self.mapping.embedding[self.mapping.order[0]]
        return [*(first + token for token in range(self.mapping.tokens)), *self.known]

    def advance(self, step: Shift | Idle | Spread, mask: Rows) -> ReadOut:
        """The read-out after a layer; ids and symbols are then those after it."""
        ids = [self.mapping.after(step, mask, own) for own in self.ids]
        pairs: dict[tuple[int, int], int] = {}
        if not isinstance(step, Spread):
            pairs = {(symbol, 0): symbol for symbol in range(self.alphabet)}
            numbers = {own: self.mapping.tokens + k for k, own in enumerate(self.known)}
        else:
            numbers, self.known, self.moved = {}, [], True
        base = 0 if self.moved else self.mapping.tokens
        symbols = []
        for old, new, before in zip(self.ids, ids, self.symbols, strict=True):
            after = list(before)
            for k, (a, b) in enumerate(zip(old, new, strict=True)):
                if a != b:
                    if b not in numbers:
                        numbers[b] = base + len(self.known)
                        self.known.append(b)
                    after[k] = numbers[b]
                    # Lemma 1: one position moves in a shifting layer, from one token, and its row is not 0.
                    assert pairs.setdefault((before[k], b - a), after[k]) == after[k]
            symbols.append(tuple(after))
        self.ids, self.symbols = ids, symbols
        listed = tuple(((symbol, (Fraction(row),)), number) for (symbol, row), number in pairs.items())
        return ReadOut(listed, self.alphabet)
