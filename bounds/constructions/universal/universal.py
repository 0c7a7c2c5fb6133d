"""The contextual mapping as a unit of integer tables, after which any function is a look-up.

State. A symbol below B is a token whose position has not moved: its id is the position's embedding and the token. Any
other symbol stands for an id that some position of some input has. Tables of the shifting layers are by position and
symbol; before the first spreading layer g(1) alone has not moved, so tables of the spreading layers are by symbol.

Heads (``contextual_mapping``): two of size m = dv = 1 in a layer that shifts, summed; one elsewhere. A read-out between
two layers adds the row to the id and does nothing else: (symbol, row) becomes the symbol of id + row.

After the last layer the row is C times the greatest id attended to. Position and row determine the input, because the
greatest id before spreading does and the row tells it (Lemma 3); with C = G + 1 and s >= 2 this is checked on all
inputs. So the answer at each position is looked up by position, token and row.

Any table on a grid, computed by attention under a sparse pattern: the construction with its certificate.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from ....questions import Head, Layer, Question, ReadOut, Table, Unit, computation_question, least_size, unit_to_json
from ....questions.attention import Output
from ....questions.finite_task import FiniteTask, Wanted, Word
from ....questions.outputs import Computation
from ....questions.sparse_pattern import SparsePattern
from ....tasks import SequenceTask
from ...bound import TooLongToCheckError, certificate, certified_bound
from ...sparse_patterns.depth import LeastDepth, least_depth
from ..construction import ConstructionError, Theorem
from ..explicit_construction import ExplicitConstruction
from .contextual_mapping import ContextualMapping, Idle, Ids, Shift, Spread, contextual_mapping

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
    >>> from ....questions.layer_patterns import Star
    >>> from ....questions.sparse_pattern import SparsePattern
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


MAX_CERTIFIED = 300_000
"""Most numbers stored by a unit in a certificate: the checker takes about a thousand steps for each."""


class FiniteTable(SequenceTask):
    """A finite task as a ``SequenceTask``; where no answer is asked for, it is None."""

    kinds = 1

    def __init__(self, finite: FiniteTask, name: str) -> None:
        self.finite, self.name, self.N = finite, name, finite.length
        self._answers = dict(finite.pairs())

    @property
    def parameters(self) -> Mapping[str, int]:
        """The alphabet and the length, or what its name needs."""
        return dict(self.finite.parameters)

    @cached_property
    def alphabet(self) -> int:
        """A."""
        return self.finite.alphabet

    def evaluate(self, tokens: Word) -> Wanted:
        """The answers listed; None at all positions of an input that is not."""
        return self._answers.get(tuple(tokens), (None,) * self.N)

    def near_miss(self, kind: int, rng: random.Random) -> Word:
        """A listed input with one token changed."""
        tokens = list(rng.choice(list(self._answers)))
        tokens[rng.randrange(self.N)] = rng.randrange(self.alphabet)
        return tuple(tokens)


@dataclass(frozen=True, kw_only=True)
class UniversalConstruction(ExplicitConstruction):
    """The unit for a table.

    ``universal`` has the mapping and the rows, ``look_up`` the answers, ``depth`` the least number of layers with which
    attention under the pattern computes the table if nothing else is held fixed.
    """

    universal: UniversalUnit = field(repr=False)
    question: Question = field(repr=False)
    look_up: Mapping[Seen, int] = field(repr=False, hash=False)
    depth: LeastDepth = field(repr=False)

    def certificate(self) -> dict[str, Any] | None:
        """That the unit, with this look-up, computes the table, and the least depth; None if too long to check.

        Both are about the pattern that they name: units whose layers see what the pattern says, and no others.
        """
        unit, pattern = self.unit, self.universal.mapping.pattern
        if unit.parameters > MAX_CERTIFIED:
            return None
        sizes: dict[str, Any] = {"heads": unit.H, "layers": len(unit.layers), "dv": unit.dv}
        asked = least_size(self.question, "m", "SATURATED", read_out="any", pattern=pattern, **sizes)
        listed = [[k, token, [str(row)], answer] for (k, token, row), answer in sorted(self.look_up.items())]
        evidence = {"kind": "unit", "unit": unit_to_json(unit), "look_up": listed}
        try:
            bound = certified_bound(asked, "upper", unit.m, "contextual mapping and a look-up", evidence)
        except TooLongToCheckError:
            return None
        stated = certificate(self.question, bound)
        return {**stated, "claims": [*stated["claims"], *self.depth.certificate["claims"]]}


def universal(
    question: Question, pattern: SparsePattern, order: Sequence[int], levels: int, coordinates: int = 1
) -> UniversalConstruction:
    """A unit under a sparse pattern that computes a finite task.

    Parameters
    ----------
    question : the computation of a finite task on n = ``pattern.n`` tokens below L^d
    pattern : each position attends to itself in every layer, and reaches all others
    order : a path: each position is attended to by the next one in some layer of the cycle
    levels, coordinates : L >= 2 and d >= 1

    Guarantee
    ---------
    p (n-1) L^d + s attention layers of at most two hardmax heads of size 1 (m = dv = 1), read-outs between them that
    add the row to the id, and a look-up: after Yun et al. 2020; the proof is in ``contextual_mapping``.

    Raises
    ------
    ConstructionError
        If the sizes do not fit, the pattern does not satisfy the conditions, or there are too many inputs.

    Examples
    --------
    >>> from ....questions.layer_patterns import Window
    >>> from ....tasks.finite_questions import finite_question
    >>> parity = finite_question(["parity", "k=2"])
    >>> built = universal(parity, SparsePattern((Window(3, 1),)), range(3), levels=2)
    >>> built.size.layers, built.verify().passed
    (6, True)
    """
    if not isinstance(question, Computation):
        raise ConstructionError(f"question must be the computation of a finite task, got {question.words}")
    finite = question.of
    if finite.length != pattern.n:
        raise ConstructionError(f"the table has {finite.length} positions and the pattern {pattern.n}; they must agree")
    mapping = contextual_mapping(pattern, order, levels, coordinates)
    if finite.alphabet != mapping.tokens:
        raise ConstructionError(
            f"the table has {finite.alphabet} symbols, but {levels} levels of {coordinates} coordinates are "
            f"{levels}^{coordinates} = {mapping.tokens}; give levels and coordinates whose power is {finite.alphabet}"
        )
    built = universal_unit(mapping)
    mapping = built.mapping
    look_up = built.look_up(dict(finite.pairs()))

    def answer(position: int, token: int, row: Output) -> int:
        return look_up.get((position, token, Fraction(row[0])))  # type: ignore[return-value]

    bits = f"{built.first_ids.bit_length()} before spreading, {built.final_ids.bit_length()} after"
    words = "hardmax heads of size 1, two in a layer, and a look-up compute every function on a grid of tokens"
    theorem = Theorem(
        f"{words}, under {pattern.words}",
        "after arXiv 2006.04862",
        {
            "layers": ("p (n-1) L^d + s", mapping.layers),
            "layers that move an id": ("(n-1) L^d + s", mapping.moving_layers),
            "hops": ("s", mapping.hops),
            "different ids": ("n L^(dn)", mapping.n * mapping.tokens**mapping.n),
            "bits of an id": (bits, None),
        },
    )
    sizes = {"n": mapping.n, "levels": levels, "d": coordinates}
    task = FiniteTable(finite, question.spoken[0])
    found: dict[str, Any] = {"universal": built, "question": question, "look_up": look_up}
    depth = least_depth(question, pattern)
    return UniversalConstruction("universal", sizes, task, theorem, built.unit, None, answer, depth=depth, **found)


def every_table(
    pattern: SparsePattern, order: Sequence[int], levels: int, coordinates: int = 1
) -> UniversalConstruction:
    """The construction for the table whose answer, at every position, is the number of the whole input.

    Every other table of the size is a function of this answer: the same unit computes it, by another look-up. So its
    certificate is one for all of them.

    Examples
    --------
    >>> from ....questions.layer_patterns import Star
    >>> built = every_table(SparsePattern((Star(3),)), range(3), levels=2)
    >>> sorted(built.look_up.values()) == sorted(3 * list(range(8)))
    True
    """
    return universal(whole_input(levels**coordinates, pattern.n), pattern, order, levels, coordinates)


def whole_input(symbols: int, n: int) -> Computation:
    """The table of all inputs of n tokens whose answer, at every position, is the number of the input.

    >>> list(whole_input(2, 2).of.pairs())[2]
    ((1, 0), (2, 2))
    """
    inputs = product(range(symbols), repeat=n)
    answers = tuple((tokens, (number,) * n) for number, tokens in enumerate(inputs))
    question = computation_question("table", answers=answers, alphabet=symbols, length=n)
    assert isinstance(question, Computation)
    return question
