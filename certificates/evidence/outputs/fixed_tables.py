"""The tables of a fixed-point unit for a finite task, as unknowns: types, entries, rows, symmetries.

One layer of order 2 with pairwise scores, class FIXED(p, grid): H heads, queries and keys of width m, values of width
dv. The tables are looked up by position and token (``both``: the most general kind) or by the token alone. A *key type*
is a pair of position and token that occurs in an input, or a token, or the null token; its entry is a key and a value
for every head (a head may go without the null token although others have one: then its part is empty). A *query type*
is such a pair at which an answer is asked for; its entry is a query for every head. The row that a query type sees on
an input depends on its own entry and on the entries of the input's key types: nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations, product
from math import gcd, prod
from typing import Any

from .finite_task import FiniteTask
from .unit import GRIDS
from .verdict import short_number

Entry = tuple[Any, ...]
"""A tuple over the heads: of (key, value) or () for a key type, of queries for a query type."""

Type = tuple[int, int]
"""Position and token; position ANYWHERE in tables by token, NULL_TYPE for the null token."""

ANYWHERE = -1
NULL_TYPE = (-1, -1)

MAX_ENTRIES = 100_000
"""Most entries that one type may choose from."""

MAX_PERMUTED = 6
"""Most coordinates, or heads, whose permutations are used as symmetries; more would take longer than they save."""


@dataclass(frozen=True)
class Case:
    """At position and token ``site``, whose query type is ``query``, an input with these key types has this answer."""

    query: Type
    site: Type
    keys: tuple[Type, ...]
    answer: int


@dataclass(frozen=True)
class Automorphism:
    """Position j goes to ``positions[j]``, token u there to ``tokens[j][u]``."""

    positions: tuple[int, ...]
    tokens: tuple[tuple[int, ...], ...]

    def image(self, word: Sequence[int]) -> tuple[int, ...]:
        """The input that an input goes to."""
        moved = [0] * len(word)
        for j, token in enumerate(word):
            moved[self.positions[j]] = self.tokens[j][token]
        return tuple(moved)


@dataclass(frozen=True)
class FixedTables:
    """What is searched for. An answer that is None is not asked for.

    Parameters
    ----------
    task : FiniteTask
    bits, grid : p >= 1 and the name of the grid
    m, heads, dv : m >= 0, H >= 1, dv >= 1
    read_out : "any" or "threshold"
    combine : "concat" or "sum"
    null : whether there may be a null token
    tables : "both" or "token"

    Raises
    ------
    ValueError
        If a type would have more than ``MAX_ENTRIES`` entries to choose from.
    """

    task: FiniteTask
    bits: int
    grid: str = "midrise"
    m: int = 1
    heads: int = 1
    dv: int = 1
    read_out: str = "any"
    combine: str = "concat"
    null: bool = False
    tables: str = "both"

    def __post_init__(self) -> None:
        exponent = self.bits * (self.m + self.dv) * self.heads
        if exponent >= MAX_ENTRIES.bit_length():
            raise ValueError(
                f"p (m + dv) H = {short_number(exponent)}: a key type would have 2^(p (m + dv) H) entries to choose "
                f"from, and at most {MAX_ENTRIES} are gone through; lower p, m, dv or H"
            )

    def type_of(self, position: int, token: int) -> Type:
        """The type of a token at a position."""
        return (position if self.tables == "both" else ANYWHERE, token)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """What has to be told apart; cases that no unit could tell apart are listed once."""
        found: dict[Case, None] = {}
        for tokens, answers in self.task.pairs():
            keys = tuple(sorted(self.type_of(j, token) for j, token in enumerate(tokens)))
            for i, answer in enumerate(answers):
                if answer is not None:
                    case = Case(self.type_of(i, tokens[i]), (i, tokens[i]), keys, answer)
                    found[case] = None
        null = (NULL_TYPE,) if self.null else ()
        return tuple(Case(case.query, case.site, case.keys + null, case.answer) for case in found)

    @cached_property
    def key_types(self) -> tuple[Type, ...]:
        """All key types, sorted."""
        return tuple(sorted({key for case in self.cases for key in case.keys}))

    @cached_property
    def query_types(self) -> tuple[Type, ...]:
        """All query types, sorted."""
        return tuple(sorted({case.query for case in self.cases}))

    def vectors(self, width: int) -> tuple[tuple[int, ...], ...]:
        """All vectors of a width over the grid, sorted."""
        return tuple(product(GRIDS[self.grid](self.bits), repeat=width))

    @cached_property
    def queries(self) -> tuple[Entry, ...]:
        """The entries of a query type, sorted."""
        return tuple(product(self.vectors(self.m), repeat=self.heads))

    @cached_property
    def symmetries(self) -> tuple[Callable[[Entry], Entry], ...]:
        """Maps of entries (of query types and of key types) that turn a unit for the task into another, one by one.

        A signed permutation of coordinates, applied to queries and keys of a head, changes no score; the grid has to
        hold the opposite numbers. Heads may be permuted. Where any read-out will do, so may the coordinates of values
        be, and their signs changed: a bijection of the rows (of each head for ``concat``, of all heads at once for
        ``sum``).
        """
        signs = (1, -1) if self.grid == "midrise" else (1,)
        maps: list[Callable[[Entry], Entry]] = []
        for h in range(self.heads):
            maps += [_on_head(h, move, None) for move in _signed_permutations(self.m, signs)]
        if self.read_out == "any":
            for move in _signed_permutations(self.dv, signs):
                if self.combine == "concat":
                    maps += [_on_head(h, None, move) for h in range(self.heads)]
                else:
                    maps.append(_on_all_heads(move))
        for order in list(permutations(range(self.heads)))[1:] if self.heads <= MAX_PERMUTED else []:
            if self.read_out == "any" or self.combine == "sum":
                maps.append(_on_order(order))
        return tuple(maps)

    def sums(self, queries: Entry, entries: Sequence[Entry]) -> list[tuple[int, ...]]:
        """For every head the weighted sums of values, and last the sum of weights (by the definition in unit.py)."""
        found = []
        for h, query in enumerate(queries):
            here = [entry[h] for entry in entries if entry[h]]
            scores = [sum(map(int.__mul__, query, key)) for key, _ in here]
            least = max(scores) - self.bits
            weights = [1 << (score - least) if score >= least else 0 for score in scores]
            sums = [sum(w * part[1][c] for w, part in zip(weights, here, strict=True)) for c in range(self.dv)]
            found.append((*sums, sum(weights)))
        return found

    def row(self, queries: Entry, entries: Sequence[Entry]) -> tuple[int, ...]:
        """The output row: numerators and denominator in lowest terms, of every head or of the sum of heads.

        >>> tables = FixedTables(FiniteTask("match", (("order", 2), ("M", 2), ("N", 2))), 2)
        >>> tables.row(((1,),), [(((1,), (3,)),), (((-1,), (1,)),)])
        (13, 5)
        """
        sums = self.sums(queries, entries)
        if self.combine == "concat":
            return tuple(number for part in sums for number in _lowest(part))
        common = prod(part[-1] for part in sums)
        total = [sum(part[c] * (common // part[-1]) for part in sums) for c in range(self.dv)]
        return _lowest((*total, common))

    def first_coordinate(self, queries: Entry, entries: Sequence[Entry]) -> Fraction:
        """The first coordinate of the sum of the heads, which a threshold is compared with."""
        return sum((Fraction(part[0], part[-1]) for part in self.sums(queries, entries)), Fraction(0))

    def respects(self, automorphism: Automorphism) -> bool:
        """Whether the map takes the inputs to the inputs, answers with them, and types to types."""
        listed = dict(self.task.pairs())
        if self.tables == "token" and len(set(automorphism.tokens)) > 1:
            return False
        for word, answers in listed.items():
            image = listed.get(automorphism.image(word))
            if image is None or any(image[automorphism.positions[i]] != a for i, a in enumerate(answers)):
                return False
        return True

    def moved(self, automorphism: Automorphism, moving: Type) -> Type:
        """Where an automorphism takes a type."""
        position, token = moving
        if moving == NULL_TYPE:
            return moving
        if position == ANYWHERE:
            return (ANYWHERE, automorphism.tokens[0][token])
        return (automorphism.positions[position], automorphism.tokens[position][token])


def _lowest(numbers: tuple[int, ...]) -> tuple[int, ...]:
    divisor = gcd(*numbers)
    return tuple(number // divisor for number in numbers)


Move = Callable[[tuple[int, ...]], tuple[int, ...]]


def _signed_permutations(width: int, signs: Iterable[int]) -> list[Move]:
    """All but the identity, which is the first; none if there are too many."""
    if width > MAX_PERMUTED:
        return []
    found = []
    for order in permutations(range(width)):
        for chosen in product(signs, repeat=width):
            found.append(_signed_permutation(order, chosen))
    return found[1:]


def _signed_permutation(order: tuple[int, ...], signs: tuple[int, ...]) -> Move:
    return lambda vector: tuple(sign * vector[a] for a, sign in zip(order, signs, strict=True))


def _moved_part(part: Any, vector: Move | None, value: Move | None) -> Any:
    if part and isinstance(part[0], tuple):  # key and value
        return (vector(part[0]) if vector else part[0], value(part[1]) if value else part[1])
    return vector(part) if part and vector else part


def _on_head(head: int, vector: Move | None, value: Move | None) -> Callable[[Entry], Entry]:
    return lambda entry: tuple(_moved_part(part, vector, value) if h == head else part for h, part in enumerate(entry))


def _on_all_heads(value: Move) -> Callable[[Entry], Entry]:
    return lambda entry: tuple(_moved_part(part, None, value) for part in entry)


def _on_order(order: tuple[int, ...]) -> Callable[[Entry], Entry]:
    return lambda entry: tuple(entry[h] for h in order)
