"""Tables of a fixed-point unit by local search: one entry after the other is chosen anew, mostly for the best.

The cost of tables is the number of pairs of inputs that the read-out would have to tell apart and cannot: ``any``
compares inputs with the same position and token, different answers and equal rows; ``threshold`` counts all pairs of
an answer 0 and an answer 1 whose rows are not in this order. Cost 0 is proposed by machine numbers and confirmed in
exact arithmetic here; the checker runs the unit once more. Nothing follows from not finding any.

Of additive tables not one entry is chosen anew but one summand: all entries of a token, or of a position, are moved by
the same vector.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from ..arrays import Floats, Ints
from .fixed_tables import NULL_TYPE, FixedTables, Found, Type
from .fixed_units import Entry

EVERY = slice(None)

MAX_MOVES = 400
"""Moves before the search starts afresh, per type of the tables."""


@dataclass(frozen=True)
class NotFound:
    """No tables were found from this many starts."""

    starts: int


def search_fixed_unit(
    tables: FixedTables, deadline: float = float("inf"), seed: int = 0, *, starts: float = float("inf")
) -> Found | NotFound:
    """Tables for the task, if the local search meets some.

    Parameters
    ----------
    tables : FixedTables
    deadline : value of ``time.monotonic()`` at which to give up
    seed : int
    starts : number of random tables to start from; what comes out is then a function of the arguments

    Examples
    --------
    >>> from ...questions import computation_question
    >>> from ...solvers.units.fixed_units import FixedUnits
    >>> task = computation_question("match", order=2, M=3, N=2).finite
    >>> found = search_fixed_unit(FixedTables(FixedUnits(task, bits=1)), starts=100)
    >>> type(found).__name__, len(found.keys), len(found.queries)
    ('Found', 6, 6)
    """
    walk = TableWalk(tables, np.random.default_rng(seed))
    made = 0
    while made < starts and time.monotonic() < deadline:
        made += 1
        walk.restart()
        if walk.descend(deadline) and (found := walk.found()):
            return found
    return NotFound(made)


class TableWalk:
    """Current tables, as indices: ``held[h, t]`` of a pair of key and value, and behind these of queries.

    ``left`` is how many pairs the best tables so far could not tell apart.
    """

    def __init__(self, tables: FixedTables, random: np.random.Generator) -> None:
        self.tables, self.units, self.random = tables, tables.units, random
        self.vectors, self.values = tables.vectors(self.units.m), tables.vectors(self.units.dv)
        table = np.array(self.vectors, dtype=np.int64).reshape(len(self.vectors), self.units.m)
        self.dots: Ints = table @ table.T
        self.value_table: Ints = np.array(self.values, dtype=np.int64)
        key_place = {key: t for t, key in enumerate(tables.key_types)}
        query_place = {query: q for q, query in enumerate(tables.query_types)}
        most = max((len(case.keys) for case in tables.cases), default=0)
        padded = [[*(key_place[key] for key in case.keys), *[-1] * (most - len(case.keys))] for case in tables.cases]
        self.cases: Ints = np.array(padded)  # -1: under a mask some see fewer keys
        self.case_query: Ints = np.array([query_place[case.query] for case in tables.cases])
        self.apart: Ints = np.array(tables.apart, dtype=np.int64).reshape(-1, 2)
        self.null, self.types = key_place.get(NULL_TYPE), len(key_place)
        self.absent = self.null if self.units.may_be_absent((False, self.units.types)) else None
        self.left = len(self.apart)
        self.groups = self._groups()
        self.touched = [self._touched(group) for group in self.groups]
        self.equal: Any = None
        self.restart()

    def _touched(self, group: Ints) -> tuple[Ints, Ints]:
        """The cases whose rows change if the entries of a group do, and the pairs with such a case."""
        keys, queries = group[group < self.types], group[group >= self.types] - self.types
        hit = np.isin(self.cases, keys).any(axis=-1) | np.isin(self.case_query, queries)
        return np.flatnonzero(hit), np.flatnonzero(hit[self.apart].any(axis=-1))

    def _groups(self) -> list[Ints]:
        """The columns of ``held`` that are moved together."""
        types = [*self.tables.key_types, *self.tables.query_types]
        columns = np.arange(len(types))
        if self.units.tables != "additive":
            return list(columns[:, None])
        found = []
        for part in (columns[: self.types], columns[self.types :]):
            for axis in (0, 1):
                names = sorted({types[c][axis] for c in part if types[c] != NULL_TYPE})
                found += [
                    np.array([c for c in part if types[c] != NULL_TYPE and types[c][axis] == name]) for name in names
                ]
        return [*found, *([np.array([self.null])] if self.null is not None else [])]

    def restart(self) -> None:
        """Random tables."""
        pairs, heads = len(self.vectors) * len(self.values), self.units.heads
        keys = self.random.integers(pairs, size=(heads, self.types))
        queries = self.random.integers(len(self.vectors), size=(heads, len(self.tables.query_types)))
        self.held: Ints = np.hstack([keys, queries])
        if self.units.tables == "additive":  # one entry in all, then each summand anew
            for part in (slice(int(self.null is not None), self.types), slice(self.types, None)):
                self.held[:, part] = self.held[:, part][:, :1]
            for h, group in product(range(heads), self.groups):
                self.held[h] = self.random.choice(self._moved(h, group))
        self.start_from(self.held)

    def start_from(self, held: Ints) -> None:
        """These tables: their rows, and which pairs they do not tell apart, if heads tell each by itself."""
        self.held = held
        self.rows = [self._rows(held) for held in self.held]
        together = self.units.read_out == "threshold" or (self.units.combine == "sum" and self.units.heads > 1)
        self.equal = None if together else self._equal(self.rows, self.apart[:, 0], self.apart[:, 1])

    @property
    def places(self) -> list[tuple[bool, Type]]:
        """For each column of ``held`` whether it is of queries, and the type."""
        return [*((False, key) for key in self.tables.key_types), *((True, of) for of in self.tables.query_types)]

    def take(self, known: Mapping[tuple[bool, Type], Ints]) -> None:
        """Tables that have these columns where they are known."""
        for t, place in enumerate(self.places):
            if place in known:
                self.held[:, t] = known[place]
        self.start_from(self.held)

    def descend(self, deadline: float, moves: int = MAX_MOVES) -> bool:
        """Improve the tables until the cost is 0 (True), or until so many moves per type have not helped."""
        for move in range(moves * len(self.groups)):
            if move % 16 == 0 and time.monotonic() > deadline:
                return False
            h = int(self.random.integers(self.units.heads))
            g = int(self.random.integers(len(self.groups)))
            held, (changed, pairs) = self._moved(h, self.groups[g]), self.touched[g]
            rows = self._rows(held, changed)
            told = None if self.equal is None else self._told_alike(h, rows, changed, pairs)
            costs = self._costs(self._with(h, rows, changed)) if told is None else self._after(told, pairs)
            temperature = 0.3 + 0.7 * self.random.random()
            likely = np.exp((costs.min() - costs) / temperature)
            pick = int(self.random.choice(len(held), p=likely / likely.sum()))
            self.held[h] = held[pick]
            self.rows[h][changed] = rows[pick]
            if told is not None:
                self.equal[pairs] = told[pick]
            self.left = min(self.left, int(costs[pick]))
            if costs[pick] == 0:
                return True
        return False

    def _moved(self, h: int, group: Ints) -> Ints:
        """The tables of a head with the entries of a group chosen anew: an entry, or a vector that all are moved by."""
        is_key = group[0] < self.types
        size = len(self.vectors) * (len(self.values) if is_key else 1)
        if self.units.tables != "additive" or group[0] == self.null:
            choices: Ints = np.arange(size + (group[0] == self.absent))[:, None]  # the last: no null token
        else:
            base, shifts = 1 << self.units.bits, np.zeros(1, dtype=np.int64)
            for c in range(self.units.m + self.units.dv * is_key):
                digits = self.held[h, group] // base**c % base
                steps = np.arange(-digits.min(), base - digits.max()) * base**c
                shifts = (shifts[:, None] + steps).ravel()
            choices = self.held[h, group] + shifts[:, None]
        held = np.repeat(self.held[h][None], len(choices), axis=0)
        held[:, group] = choices
        return held

    def _rows(self, held: Ints, chosen: Ints | slice = EVERY) -> Any:
        """(.., cases, dv + 1): weighted sums of values, and last the sum of weights, of one head; in chosen cases."""
        count, keys, queries = len(self.values), held[..., : self.types], held[..., self.types :]
        absent, cases = keys == len(self.vectors) * count, self.cases[chosen]
        held = np.where(absent, 0, keys)
        scores = self.dots[queries[..., self.case_query[chosen]][..., None], (held // count)[..., cases]]
        gone = absent[..., cases] | (cases < 0)
        scores = np.where(gone, np.iinfo(np.int32).min, scores)
        lead = scores.max(axis=-1, keepdims=True) - scores
        bits = 0 if self.units.ties else self.units.bits
        weights = np.where(lead <= bits, 1 << np.clip(bits - lead, 0, bits), 0)
        if self.units.unique:
            weights = self._alone(weights)
        values = self.value_table[(held % count)[..., cases]]
        if self.units.rounds:
            return _rounded_rows(weights, values, bits)
        sums = (weights[..., None] * values).sum(axis=-2)
        return np.concatenate([sums, np.broadcast_to(weights.sum(axis=-1), sums.shape[:-1])[..., None]], axis=-1)

    def _alone(self, tied: Ints) -> Ints:
        """Weight 1 at the first or last key of those that are tied; the null token, the last column, is before all."""
        turn, back = int(self.null is not None), -1 if self.units.ties == "rightmost" else 1
        first = np.roll(tied, turn, axis=-1)[..., ::back].argmax(axis=-1)
        one = (np.arange(tied.shape[-1]) == first[..., None])[..., ::back]
        found: Ints = np.roll(one, -turn, axis=-1).astype(np.int64)
        return found

    def _costs(self, rows: list[Ints]) -> Floats:
        """The number of pairs that cannot be told apart, for each alternative."""
        first, second = self.apart[:, 0], self.apart[:, 1]
        if self.units.read_out == "threshold":
            sums = rows[0][..., 0] / rows[0][..., -1]
            for part in rows[1:]:
                sums = sums + part[..., 0] / part[..., -1]
            return np.asarray((sums[..., first] >= sums[..., second] - 1e-9).sum(axis=-1), dtype=np.float64)
        if self.units.combine == "sum":
            rows = [_sum_of(rows)]
        return np.asarray(np.atleast_2d(self._equal(rows, first, second)).sum(axis=-1), dtype=np.float64)

    def _equal(self, rows: list[Ints], first: Ints, second: Ints) -> Any:
        """Whether two cases have equal rows in every head, for each alternative."""
        equal: Any = np.ones(len(first), dtype=bool)
        for part in rows:
            equal = equal & _alike(part[..., first, :], part[..., second, :])
        return equal

    def _with(self, h: int, rows: Any, changed: Ints) -> list[Ints]:
        """The rows of all heads, those of one with alternatives in the cases that change."""
        whole = np.repeat(self.rows[h][None], len(rows), axis=0)
        whole[:, changed] = rows
        return [whole if g == h else self.rows[g] for g in range(self.units.heads)]

    def _told_alike(self, h: int, rows: Any, changed: Ints, pairs: Ints) -> Any:
        """Of the pairs that a move concerns, which are not told apart, for each alternative."""
        place = np.full(len(self.cases), -1)
        place[changed] = np.arange(len(changed))
        ends = []
        for cases in self.apart[pairs].T:
            moved = place[cases] >= 0
            end = np.repeat(self.rows[h][cases][None], len(rows), axis=0)
            end[:, moved] = rows[:, place[cases][moved]]
            ends.append(end)
        others = [self.rows[g] for g in range(self.units.heads) if g != h]
        return _alike(*ends) & self._equal(others, *self.apart[pairs].T)

    def _after(self, told: Any, pairs: Ints) -> Floats:
        """The number of pairs that are not told apart, for each alternative of the pairs that a move concerns."""
        left = int(self.equal.sum()) - int(self.equal[pairs].sum())
        return np.asarray(left + told.sum(axis=-1), dtype=np.float64)

    def found(self) -> Found | None:
        """The current tables, if exact arithmetic agrees that they do the task."""
        tables, count = self.tables, len(self.values)

        def entry(t: int) -> Entry:
            pairs = [divmod(int(k), count) for k in self.held[:, t]]
            return tuple(() if k == len(self.vectors) else self.vectors[k] + self.values[v] for k, v in pairs)

        keys = {key: entry(t) for t, key in enumerate(tables.key_types)}
        queries = {
            query: tuple(self.vectors[k] for k in self.held[:, self.types + q])
            for q, query in enumerate(tables.query_types)
        }
        return tables.exact(keys, queries)


def _alike(left: Ints, right: Ints) -> Any:
    """Whether quotients of sums of values and a sum of weights agree in every coordinate."""
    return (left[..., :-1] * right[..., -1:] == right[..., :-1] * left[..., -1:]).all(axis=-1)


def _rounded_rows(weights: Ints, values: Ints, p: int) -> Floats:
    """The rows of rounded sums and, as a denominator, 1: machine numbers, exact since few bits are kept of each."""
    sums: Floats = np.zeros((*weights.shape[:-1], values.shape[-1] + 1))
    for j in range(weights.shape[-1]):  # in the order of the keys; the last sum is that of weights
        weight = weights[..., j, None]
        sums = _rounded(sums + np.concatenate([weight * values[..., j, :], weight], axis=-1), p)
    return np.concatenate([_rounded(sums[..., :-1] / sums[..., -1:], p), np.ones_like(sums[..., -1:])], axis=-1)


def _rounded(numbers: Floats, p: int) -> Floats:
    mantissa, exponent = np.frexp(numbers)
    found: Floats = np.ldexp(np.trunc(np.ldexp(mantissa, p)), exponent - p)
    return found


def _sum_of(rows: list[Ints]) -> Ints:
    """The sum of the heads, brought to a common denominator."""
    total = rows[0]
    for part in rows[1:]:
        sums = total[..., :-1] * part[..., -1:] + part[..., :-1] * total[..., -1:]
        total = np.concatenate([sums, total[..., -1:] * part[..., -1:]], axis=-1)
    return total
