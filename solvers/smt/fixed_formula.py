"""Class FIXED as a formula: tables of a fixed-point unit of given sizes that does a finite task.

Logic QF_BV. An entry of a table is its number in the grid, p bits; scores, weights and sums are signed bit-vectors wide
enough for all products that are compared. The weight of a key is 2^(p - d) at d <= p below the highest score, else 0. A
head may go without the null token. The read-out is

* any: two inputs with the same position and token and different answers have different rows. Side by side
  (``concat``) the rows of some head differ, S_a / Z_a != S_b / Z_b in some coordinate; of a sum of heads the sums do;
* threshold: for every pair of an answer 0 and an answer 1 the first coordinate of the sum is larger at the second.

Hard weights are 1 on the highest scores, or on the first or last of these. Additive tables satisfy linear equations.

Symmetry: the coordinates of a head's keys and queries may be permuted, and with midrise negated, together; the first
key type of a head is the lexicographic maximum (``grid_formula.py``).
"""

from collections.abc import Mapping
from itertools import product
from math import prod
from typing import Any

import z3

from ...questions.grid import GRIDS
from ..units.fixed_tables import NULL_TYPE, Case, FixedTables, Found, Type
from .formula import Formula, GridEntries

Sums = list[Any]
"""The weighted sums of a head's values, and last the sum of weights."""


def fixed_formula(tables: FixedTables) -> Formula:
    """The conditions on the tables of a unit of these sizes.

    Examples
    --------
    >>> from ...questions import computation_question
    >>> from ...solvers.units.fixed_units import FixedUnits
    >>> from .formula import ask_z3
    >>> task = computation_question("match", order=2, M=3, N=2).finite
    >>> [ask_z3(fixed_formula(FixedTables(FixedUnits(task, 1, m=m)))).status.existence for m in (0, 1)]
    ['infeasible', 'feasible']
    """
    made = _Unit(tables)
    rows = [made.row(case) for case in tables.cases]
    conditions = [fact for table in made.keys if table for fact in made.entries.largest_of_its_kind(table[0])]
    conditions += made.sums()
    if not tables.units.may_be_absent((False, tables.units.types)):
        conditions += made.there
    for a, b in tables.apart:
        conditions.append(
            made.in_order(rows[a], rows[b]) if tables.units.read_out == "threshold" else made.differ(rows[a], rows[b])
        )
    return Formula("QF_BV", tuple(conditions), made.entries.unknowns)


def fixed_tables(tables: FixedTables, values: Mapping[str, Any]) -> Found:
    """The tables of a model; for a threshold the number in the middle between the answers."""
    units, entries = tables.units, GridEntries(GRIDS[tables.units.grid](tables.units.bits), 0)

    def key(t: int, of: Type, h: int) -> tuple[int, ...]:
        if of == NULL_TYPE and not z3.is_true(values[f"null{h}"]):
            return ()
        return entries.read(values, f"k{h}", t, units.m) + entries.read(values, f"v{h}", t, units.dv)

    heads = range(units.heads)
    keys = {of: tuple(key(t, of, h) for h in heads) for t, of in enumerate(tables.key_types)}
    queries = {
        of: tuple(entries.read(values, f"q{h}", t, units.m) for h in heads) for t, of in enumerate(tables.query_types)
    }
    found = tables.exact(keys, queries)
    if found is None:
        raise RuntimeError("the solver's tables do not do the task; do not use this build of z3")
    return found


class _Unit:
    """The unknown tables, and rows computed from them."""

    def __init__(self, tables: FixedTables) -> None:
        self.tables, self.units = tables, tables.units
        units, grid = self.units, GRIDS[self.units.grid](self.units.bits)
        largest = max(map(abs, grid))
        keys = max((len(case.keys) for case in tables.cases), default=1)
        total = keys << units.bits  # a sum of weights is at most this
        score = 2 * units.m * largest * largest
        # S_a Z_b, and over a common denominator of H heads H times a product of H such sums, twice.
        widest = units.heads * largest * total ** (2 * (units.heads if units.combine == "sum" else 1))
        self.entries = GridEntries(grid, max(score, widest).bit_length() + 2)
        heads, table = range(units.heads), self.entries.table
        self.keys = [table(f"k{h}", len(tables.key_types), units.m) for h in heads]
        self.values = [table(f"v{h}", len(tables.key_types), units.dv) for h in heads]
        self.queries = [table(f"q{h}", len(tables.query_types), units.m) for h in heads]
        self.there = [z3.Bool(f"null{h}") for h in heads] if units.null else []
        self.entries.unknowns |= {f"null{h}": there for h, there in enumerate(self.there)}
        self.key_place = {of: t for t, of in enumerate(tables.key_types)}
        self.query_place = {of: t for t, of in enumerate(tables.query_types)}

    def row(self, case: Case) -> list[Sums]:
        """The sums of every head on a case."""
        return [self._head(h, case) for h in range(self.units.heads)]

    def _head(self, h: int, case: Case) -> Sums:
        query = self.queries[h][self.query_place[case.query]]
        places = [self.key_place[key] for key in case.keys]
        scores = [self.entries.dot(query, self.keys[h][place]) for place in places]
        here = [self.there[h] if key == NULL_TYPE else None for key in case.keys]
        best = scores[0]  # the null token comes last
        for score, there in zip(scores[1:], here[1:], strict=True):
            better = score > best if there is None else z3.And(there, score > best)
            best = z3.If(better, score, best)
        weights = [self._weight(best - score, there) for score, there in zip(scores, here, strict=True)]
        if self.units.unique:
            weights = self._alone(weights)
        columns = zip(*(self.values[h][place] for place in places), strict=True)
        terms = ([w * self.entries.term(x) for w, x in zip(weights, column, strict=True)] for column in columns)
        return [*map(self.entries.total, terms), self.entries.total(weights)]

    def _weight(self, below: Any, there: Any) -> Any:
        bits, none = 0 if self.units.ties else self.units.bits, z3.BitVecVal(0, self.entries.wide)
        weight = z3.If(below <= bits, z3.BitVecVal(1 << bits, self.entries.wide) >> below, none)
        return weight if there is None else z3.If(there, weight, none)

    def _alone(self, tied: list[Any]) -> list[Any]:
        """The weights with all but the first, or the last, of those that are not 0 set to 0."""
        none, turn = z3.BitVecVal(0, self.entries.wide), int(self.units.null)
        order = [*tied[len(tied) - turn :], *tied[: len(tied) - turn]]  # the null token is before all
        back = -1 if self.units.ties == "rightmost" else 1
        found: list[Any] = []
        for k, weight in enumerate(order[::back]):
            before = z3.Or([other != none for other in order[::back][:k]])
            found.append(z3.If(before, none, weight))
        found = found[::back]
        return [*found[turn:], *found[:turn]]

    def sums(self) -> list[Any]:
        """Of additive tables: any two tokens differ by the same at the first place and at another one."""
        if self.units.tables != "additive":
            return []
        found = []
        for tables, place in (
            (self.keys, self.key_place),
            (self.values, self.key_place),
            (self.queries, self.query_place),
        ):
            for table, j, x in product(tables, range(1, self.units.places), range(1, self.units.task.alphabet)):
                a, b, c, d = (table[place[of]] for of in ((j, x), (0, 0), (j, 0), (0, x)))
                term = self.entries.term
                found += [term(p) + term(q) == term(r) + term(s) for p, q, r, s in zip(a, b, c, d, strict=True)]
        return found

    def differ(self, one: list[Sums], other: list[Sums]) -> Any:
        """Whether two rows are different."""
        if self.units.combine == "sum":
            one, other = [self._added(one)], [self._added(other)]
        return z3.Or(
            [
                x * b[-1] != y * a[-1]
                for a, b in zip(one, other, strict=True)
                for x, y in zip(a[:-1], b[:-1], strict=True)
            ]
        )

    def in_order(self, low: list[Sums], high: list[Sums]) -> Any:
        """Whether the first coordinate is larger in the second row; sums of weights are positive."""
        a, b = self._added(low), self._added(high)
        return a[0] * b[-1] < b[0] * a[-1]

    def _added(self, row: list[Sums]) -> Sums:
        """The sum of the heads over a common denominator."""
        common = prod((part[-1] for part in row[1:]), start=row[0][-1])
        return [
            self.entries.total(
                [
                    prod((other[-1] for g, other in enumerate(row) if g != h), start=part[c])
                    for h, part in enumerate(row)
                ]
            )
            for c in range(self.units.dv)
        ] + [common]
