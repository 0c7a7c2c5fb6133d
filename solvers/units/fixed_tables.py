"""The tables of a fixed-point unit for a finite task, as unknowns of a search, and what they are to tell apart.

Types and entries are those of ``certificates/evidence/outputs/fixed_units.py``; here a type is a pair of position and
token, and the entry of a key type a pair of key and value for every head (or () where a head has no null token).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from ...certificates.evidence.outputs.fixed_units import FixedUnits
from ...certificates.evidence.outputs.fixed_units import Type as NumberedType
from ...certificates.statement.finite_task import FiniteTask
from ...certificates.statement.grid import GRIDS
from ...certificates.verdict import short_number

Entry = tuple[Any, ...]
"""A tuple over the heads: of (key, value) or () for a key type, of queries for a query type."""

Type = tuple[int, int]
"""Position and token; position ANYWHERE in tables by token, NULL_TYPE for the null token."""

ANYWHERE = -1
NULL_TYPE = (-1, -1)

MAX_ENTRIES = 100_000
"""Most entries that one type may choose from."""

MAX_CASES = 20_000
"""Most pairs of an input and a position at which an answer is asked for."""


@dataclass(frozen=True)
class Case:
    """At position and token ``site``, whose query type is ``query``, an input with these key types has this answer.

    ``number`` is the number of the input times N, plus the position.
    """

    query: Type
    site: Type
    keys: tuple[Type, ...]
    answer: int
    number: int


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
class Found:
    """Tables: an entry for each key type and for each query type; ``at`` fits a threshold."""

    keys: tuple[tuple[Type, Entry], ...]
    queries: tuple[tuple[Type, Entry], ...]
    at: Fraction


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

    Examples
    --------
    >>> tables = FixedTables(FiniteTask("match", (("order", 2), ("M", 2), ("N", 2))), 2)
    >>> tables.row(((1,),), [(((1,), (3,)),), (((-1,), (1,)),)])
    (13, 5)
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

    @cached_property
    def units(self) -> FixedUnits:
        """The units, as the checker numbers their types and entries."""
        return FixedUnits(
            self.task, self.bits, self.grid, self.m, self.heads, self.dv, self.read_out, self.combine, self.null,
            self.tables,
        )  # fmt: skip

    def type_of(self, position: int, token: int) -> Type:
        """The type of a token at a position."""
        return (position if self.tables == "both" else ANYWHERE, token)

    def numbered(self, of: Type, *, is_query: bool) -> NumberedType:
        """The type as the checker numbers it."""
        return (is_query, self.units.types if of == NULL_TYPE else self.units.type_of(*of))

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """What has to be told apart; of cases that no unit could tell apart, the first."""
        found: dict[Any, Case] = {}
        null = (NULL_TYPE,) if self.null else ()
        for index, (tokens, answers) in enumerate(self.task.pairs()):
            keys = tuple(sorted(self.type_of(j, token) for j, token in enumerate(tokens)))
            for i, answer in enumerate(answers):
                if answer is not None:
                    query, site = self.type_of(i, tokens[i]), (i, tokens[i])
                    case = Case(query, site, keys + null, answer, index * self.task.length + i)
                    found.setdefault((site, keys, answer), case)
        return tuple(found.values())

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

    def row(self, queries: Entry, entries: Sequence[Entry]) -> tuple[int, ...]:
        """The output row: numerators and denominator in lowest terms, of every head or of the sum of heads."""
        return self.units.row(queries, [tuple(part[0] + part[1] if part else () for part in e) for e in entries])

    def first_coordinate(self, queries: Entry, entries: Sequence[Entry]) -> Fraction:
        """The first coordinate of the row, which a threshold is compared with."""
        row = self.row(queries, entries)
        return Fraction(row[0], row[self.dv])

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
