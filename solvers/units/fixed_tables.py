"""The tables of a fixed-point unit for a finite task, as unknowns of a search, and what they are to tell apart.

The units and the entries of their types are those of ``solvers/units/fixed_units.py``; here a type is a
pair of position and token.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from ...certificates.text import short as short_number
from ...questions.grid import GRIDS
from ...solvers.units.fixed_units import Entry, FixedUnits
from ...solvers.units.fixed_units import Type as NumberedType

Type = tuple[int, int]
"""Place and token; place ANYWHERE in tables by token, NULL_TYPE for the null token."""

ANYWHERE = -1
NULL_TYPE = (-1, -1)

MAX_ENTRIES = 100_000
"""Most entries that one type may choose from."""


@dataclass(frozen=True)
class Case:
    """An input with these key types, query type ``query``, has this answer where the read-out sees ``site``.

    ``site`` is the position, and the token there.

    ``number`` is the number of the input times N, plus the position.
    """

    query: Type
    site: Type
    keys: tuple[Type, ...]
    answer: int
    number: int


@dataclass(frozen=True)
class Automorphism:
    """Position j goes to ``positions[j]``, token u there to ``tokens[j][u]``: inputs to inputs, answers with them."""

    positions: tuple[int, ...]
    tokens: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Found:
    """Tables: an entry for each key type and for each query type; ``at`` fits a threshold."""

    keys: tuple[tuple[Type, Entry], ...]
    queries: tuple[tuple[Type, Entry], ...]
    at: Fraction


@dataclass(frozen=True)
class FixedTables:
    """The tables of these units, and what they have to tell apart. An answer that is None is not asked for.

    Parameters
    ----------
    units : FixedUnits
        The task and the sizes: p >= 1, m >= 0, H >= 1, dv >= 1.
    seen : tuple of int, optional
        For each symbol what the read-out sees of it beside the row; by default the symbol itself.

    Raises
    ------
    ValueError
        If a type would have more than ``MAX_ENTRIES`` entries to choose from.

    Examples
    --------
    >>> from ...questions.finite_task import FiniteTask
    >>> tables = FixedTables(FixedUnits(FiniteTask("match", (("order", 2), ("M", 2), ("N", 2))), bits=2))
    >>> tables.key_types, len(tables.cases)
    (((0, 0), (0, 1), (1, 0), (1, 1)), 8)
    """

    units: FixedUnits
    seen: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        exponent = self.units.exponent((False, 0))
        if exponent >= MAX_ENTRIES.bit_length():
            raise ValueError(
                f"p (m + dv) H = {short_number(exponent)}: a key type would have 2^(p (m + dv) H) entries to choose "
                f"from, and at most {MAX_ENTRIES} are gone through; lower p, m, dv or H"
            )

    def type_of(self, i: int, j: int, token: int) -> Type:
        """The type of the token at position j, seen from i."""
        return (self.units.place(i, j) if self.units.tables != "token" else ANYWHERE, token)

    def numbered(self, of: Type, *, is_query: bool) -> NumberedType:
        """The type as the checker numbers it."""
        return (is_query, self.units.types if of == NULL_TYPE else self.units.type_of(*of))

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """What has to be told apart; of cases that no unit could tell apart, the first."""
        found: dict[Any, Case] = {}
        null = (NULL_TYPE,) if self.units.null else ()
        for index, (tokens, answers) in enumerate(self.units.task.pairs()):
            for i, answer in enumerate(answers):
                if answer is not None:
                    here, token = [self.type_of(i, j, tokens[j]) for j in self.units.seen(i)], tokens[i]
                    keys, query = tuple(here if self.units.ordered else sorted(here)), self.type_of(i, i, token)
                    site = (i, self.seen[token] if self.seen else token)
                    case = Case(query, site, keys + null, answer, index * self.units.task.length + i)
                    found.setdefault((site, query, keys, answer), case)
        return tuple(found.values())

    @cached_property
    def key_types(self) -> tuple[Type, ...]:
        """All key types, sorted; of additive tables, where all pairs are sums in the grid, those never seen as well."""
        null = [NULL_TYPE] if self.units.null else []
        return self._whole(null) or tuple(sorted({key for case in self.cases for key in case.keys}))

    @cached_property
    def query_types(self) -> tuple[Type, ...]:
        """All query types, sorted; of additive tables those never asked as well."""
        return self._whole([]) or tuple(sorted({case.query for case in self.cases}))

    def _whole(self, null: list[Type]) -> tuple[Type, ...]:
        if self.units.tables != "additive":
            return ()
        return (*null, *product(range(self.units.task.length), range(self.units.task.alphabet)))

    def vectors(self, width: int) -> tuple[tuple[int, ...], ...]:
        """All vectors of a width over the grid, sorted."""
        return tuple(product(GRIDS[self.units.grid](self.units.bits), repeat=width))

    @cached_property
    def apart(self) -> list[tuple[int, int]]:
        """Numbers of cases that the read-out has to tell apart; for a threshold answer 0 first."""
        cases = self.cases
        if self.units.read_out == "threshold":
            return [(a, b) for a, x in enumerate(cases) for b, y in enumerate(cases) if x.answer < y.answer]
        return [
            (a, b)
            for a, x in enumerate(cases)
            for b, y in enumerate(cases[:a])
            if x.site == y.site and x.answer != y.answer
        ]

    def exact(self, keys: Mapping[Type, Entry], queries: Mapping[Type, Entry]) -> Found | None:
        """These tables, ``at`` in the middle between the answers; None if they do not do the task."""
        told: dict[object, int] = {}
        first: dict[int, list[Fraction]] = {0: [], 1: []}
        for case in self.cases:
            entries = tuple(keys[key] for key in case.keys)
            if self.units.read_out == "threshold":
                first[case.answer].append(self.units.first_coordinate(queries[case.query], entries))
            elif told.setdefault((case.site, self.units.row(queries[case.query], entries)), case.answer) != case.answer:
                return None
        high = min(first[1], default=max(first[0], default=Fraction(0)) + 2)
        low = max(first[0], default=high - 2 if first[1] else high - 4)
        return Found(tuple(keys.items()), tuple(queries.items()), (low + high) / 2) if low < high else None
