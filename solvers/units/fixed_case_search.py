"""Is there a fixed-point unit for a finite task? All tables are gone through; that there is none is proved by cases.

Types get entries one by one. For every query type the *live* queries are kept: those whose rows, on the inputs all of
whose key types have an entry, do not refute the read-out. A branch ends where a query type has no live query, where no
threshold fits some live query of every type at once, or where a symmetry or lowered values lead to an earlier branch.
The proof is written down on the way, as ``certificates/evidence/outputs/fixed_cases.py`` replays it. Each branch also
says which types it rests on: a refutation that does not rest on the type branched on holds for all its entries, and is
told once (backjumping).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, permutations, product
from typing import Any

from ...certificates.evidence.outputs.fixed_cases import IMAGE, KEY, LOWER, QUERY, SIDE, SPLIT
from ...certificates.evidence.outputs.fixed_units import Symmetry
from ...certificates.meter import LIMIT
from ...certificates.statement.grid import GRIDS
from ..outcome import NotDecided
from .fixed_tables import NULL_TYPE, Automorphism, Case, FixedTables, Found, Type

MAX_REMEMBERED = 2**18
"""Most rows that are remembered at a time."""

MAX_GROUP = 400
"""Most symmetries of entries, and products of these with automorphisms; of larger groups generators are used."""


@dataclass(frozen=True)
class Branching:
    """A type to be given an entry: a key type, or a query type."""

    is_query: bool
    type: Type


@dataclass(frozen=True)
class Refuted:
    """There are no such tables; ``tree`` and ``symmetries`` as in the evidence ``fixed-cases``."""

    tree: list[int]
    symmetries: list[dict[str, Any]]
    nodes: int


def search_cases(
    tables: FixedTables,
    order: Sequence[Branching],
    automorphisms: Iterable[Automorphism] = (),
    *,
    deadline: float = float("inf"),
    most_nodes: int = 10**9,
) -> Refuted | Found | NotDecided:
    """Search through all tables.

    Parameters
    ----------
    tables : FixedTables
    order : sequence of Branching
        In which order types get their entries: all key types, and any query types.
    automorphisms : of the task (``FixedTables.respects``)
    deadline : value of ``time.monotonic()`` at which to give up
    most_nodes : nodes after which to give up

    Examples
    --------
    Two tokens, 1 iff they are equal, asked for at both positions: one head of width 0 over the 1-bit grid will do for
    two symbols, since the row then tells the sum of two signs.

    >>> from ...certificates.statement.finite_task import FiniteTask
    >>> def equal(alphabet):
    ...     words = product(range(alphabet), repeat=2)
    ...     listed = tuple(((x, y), (int(x == y),) * 2) for x, y in words)
    ...     return FixedTables(FiniteTask("table", (("alphabet", alphabet), ("length", 2)), listed), bits=1, m=0)
    >>> two, three = equal(2), equal(3)
    >>> type(search_cases(two, key_order(two))).__name__, type(search_cases(three, key_order(three))).__name__
    ('Found', 'Refuted')
    """
    search = _Search(tables, tuple(order), tuple(automorphisms), deadline, most_nodes)
    try:
        mask = search.extend(0, [(moved, 0) for moved in search.moves])
    except _LimitError:
        return NotDecided("the time or the number of nodes ran out", search.nodes)
    if mask is None:
        assert search.found is not None  # no mask is what the search returns with them
        return search.found
    return Refuted(search.out, [search.moves[k].stated for k in search.used], search.nodes)


def key_order(tables: FixedTables) -> tuple[Branching, ...]:
    """The order that takes the key types as they are sorted, and no query type."""
    return tuple(Branching(False, key) for key in tables.key_types)


class _LimitError(Exception):
    pass


class _Move:
    """A symmetry, as it moves places of the order, and numbers of entries."""

    def __init__(self, symmetry: Symmetry, stated: dict[str, Any], search: _Search) -> None:
        tables, self.symmetry, self.stated = search.tables, symmetry, stated
        self.units, self.order = tables.units, search.order
        place = {tables.numbered(b.type, is_query=b.is_query): d for d, b in enumerate(search.order)}
        self.types = list(place)
        self.there = [place.get(symmetry.of(self.units, of), len(place)) for of in place]
        self.moves_entries = not {"heads", "keys", "values"}.isdisjoint(stated)
        self.images: dict[tuple[int, int], int] = {}

    def image(self, depth: int, number: int) -> int:
        """The number of the entry that an entry of this place turns into."""
        if not self.moves_entries:
            return number
        is_query, absent = self.types[depth][0], self.types[depth][1] == self.units.types
        kind = is_query + 2 * absent
        if (kind, number) not in self.images:
            entry = self.symmetry.entry(self.units.entry(self.types[depth], number))
            self.images[kind, number] = _number(self.units, entry, is_query=is_query, absent=absent)
        return self.images[kind, number]


def _number(units: Any, entry: Sequence[Sequence[int]], *, is_query: bool, absent: bool) -> int:
    """The number of an entry."""
    grid, width = GRIDS[units.grid](units.bits), units.m if is_query else units.m + units.dv
    number = 0
    for part in entry:
        code = 0
        for x in part:
            code = (code << units.bits) + grid.index(x)
        number = number * ((1 << units.bits * width) + absent) + (code + absent if part or not absent else 0)
    return number


@dataclass
class _Query:
    """What is known of one query of one query type."""

    told: dict[Any, tuple[int, Case]]
    low: tuple[Fraction, Case] | None = None
    high: tuple[Fraction, Case] | None = None
    wrong: tuple[Case, Case] | None = None
    """The pair that refutes it; None while it is live."""

    def set_ends(self, low: tuple[Fraction, Case] | None, high: tuple[Fraction, Case] | None) -> None:
        """Forget what was told since."""
        self.low, self.high = low, high

    def revive(self) -> None:
        """Forget that it was refuted."""
        self.wrong = None


class _Search:
    """The state of one search: the entries given so far, by place in the order."""

    def __init__(
        self, tables: FixedTables, order: tuple[Branching, ...], automorphisms: tuple[Automorphism, ...],
        deadline: float, most_nodes: int,
    ) -> None:  # fmt: skip
        self.tables, self.order, self.deadline, self.most_nodes = tables, order, deadline, most_nodes
        self.most_numbers = 2 * LIMIT // (100 + 2 * tables.units.steps)  # a leaf is two numbers, and two rows
        self.place = {b: d for d, b in enumerate(order)}
        self.numbers: list[int] = []
        self.out: list[int] = []
        self.nodes = 0
        self.found: Found | None = None
        self.types = [tables.numbered(b.type, is_query=b.is_query) for b in order]
        self.choices = [tables.units.choices(of) for of in self.types]
        self.decoded = [[tables.units.entry(of, k) for k in range(tables.units.choices(of))] for of in self._kinds()]
        self.queries = {
            query: [_Query({}) for _ in range(tables.units.choices((True, 0)))] for query in tables.query_types
        }
        self.rows: dict[Any, Any] = {}
        self.key_places = {case: self._places(case.keys) for case in tables.cases}
        self.masks = {case: sum(1 << d for d in set(places)) for case, places in self.key_places.items()}
        self.ready: list[dict[Type, list[Case]]] = [{} for _ in order]
        for case in tables.cases:
            self.ready[max(self.key_places[case])].setdefault(case.query, []).append(case)
        self.together = self._together()
        self.moves: list[_Move] = []
        self.used: dict[int, int] = {}
        self.moves = [_Move(symmetry, stated, self) for symmetry, stated in _symmetries(tables, automorphisms)]
        self.rank = {id(move): k for k, move in enumerate(self.moves)}

    def _kinds(self) -> list[tuple[bool, int]]:
        """A type of each kind: key, query, null."""
        null = [(False, self.tables.units.types)] if self.tables.null else []
        return [(False, 0), (True, 0), *null]

    def _places(self, keys: Iterable[Type]) -> list[int]:
        return [self.place[Branching(False, key)] for key in keys]

    def _together(self) -> dict[int, list[int]]:
        """Where values could be lowered: last place of the types of a position -> all their places."""
        if self.tables.m:
            return {}
        positions = {t[0] for t in self.tables.key_types if t != NULL_TYPE}
        groups = [self._places(t for t in self.tables.key_types if t[0] == j and t != NULL_TYPE) for j in positions]
        return {max(places): sorted(places) for places in groups}

    # --- branching ----------------------------------------------------------------

    def extend(self, depth: int, moves: list[tuple[_Move, int]]) -> int | None:
        """Refute all continuations of ``numbers``: the places that this rests on, as bits. None if there are tables."""
        if depth == len(self.order):
            self.found = self._tables()
            return None
        branching, start, total = self.order[depth], len(self.out), 0
        of = self.types[depth]
        self.out += (QUERY if of[0] else KEY, of[1])
        for number in range(self.choices[depth]):
            self._count()
            child = len(self.out)
            self.numbers.append(number)
            mask = self._query_child(depth, branching, moves) if of[0] else self._key_child(depth, moves)
            if mask is None:
                return None
            self.numbers.pop()
            if not mask >> depth & 1:
                del self.out[start:child]
                return mask
            total |= mask
        return total & ~(1 << depth)

    def _query_child(self, depth: int, branching: Branching, moves: list[tuple[_Move, int]]) -> int | None:
        wrong = self.queries[branching.type][self.numbers[-1]].wrong
        if wrong is not None:
            self.out += (wrong[0].number, wrong[1].number)
            return self._pair_mask(*wrong)
        left, mask = self._still_first(depth, moves)
        if mask is None and self.tables.read_out == "threshold":
            mask = self._no_threshold()
        return self.extend(depth + 1, left) if mask is None else mask

    def _key_child(self, depth: int, moves: list[tuple[_Move, int]]) -> int | None:
        left, mask = self._still_first(depth, moves)
        if mask is None:
            mask = self._lowered(depth)
        if mask is not None:
            return mask
        undo: list[Any] = []
        mask = self._told(depth, undo)
        if mask is None and self.tables.read_out == "threshold" and self.ready[depth]:
            mask = self._no_threshold()
        result = self.extend(depth + 1, left) if mask is None else mask
        for take_back, *arguments in reversed(undo):
            take_back(*arguments)
        return result

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self.most_nodes or len(self.out) > self.most_numbers:
            raise _LimitError
        if self.nodes % 64 == 0 and time.monotonic() > self.deadline:
            raise _LimitError

    # --- what leads to an earlier branch ------------------------------------------

    def _still_first(self, depth: int, moves: list[tuple[_Move, int]]) -> tuple[list[tuple[_Move, int]], int | None]:
        """The symmetries whose images may still come to be earlier; or what an earlier image rests on."""
        left, numbers = [], self.numbers
        for move, k in moves:
            while k <= depth:
                there = move.there[k]
                if there > depth:
                    left.append((move, k))
                    break
                image = move.image(k, numbers[there])
                if image < numbers[k]:
                    used = self.used.setdefault(self.rank[id(move)], len(self.used))
                    self.out += (IMAGE, k, used)
                    return [], sum(1 << d for d in {*range(k + 1), *move.there[: k + 1]})
                if image > numbers[k]:
                    break
                k += 1
            else:
                left.append((move, k))
        return left, None

    def _lowered(self, depth: int) -> int | None:
        """What lowered values rest on, if m = 0 and all values at the position of this place can be lowered."""
        together = self.together.get(depth)
        if together is None:
            return None
        entries = [self.decoded[0][self.numbers[d]] for d in together]
        least = GRIDS[self.tables.grid](self.tables.bits)[0]
        for h, c in product(range(self.tables.heads), range(self.tables.dv)):
            if min(entry[h][c] for entry in entries) > least:
                self.out += (LOWER, together[0], h, c)
                return sum(1 << d for d in {*range(together[0]), *together})
        return None

    # --- what the rows say --------------------------------------------------------

    def _told(self, depth: int, undo: list[Any]) -> int | None:
        """Tell all live queries the cases that are ready; what the refutation of a query type rests on, if one is."""
        any_read_out, null = self.tables.read_out == "any", self.tables.null
        for query_type, cases in self.ready[depth].items():
            chosen = self._chosen(query_type)
            heard = []
            for case in cases:
                numbers = [self.numbers[d] for d in self.key_places[case]]
                heard.append((case, (*sorted(numbers[:-1]), -1, numbers[-1]) if null else tuple(sorted(numbers))))
            alive = False
            for k in chosen:
                query = self.queries[query_type][k]
                if query.wrong is not None:
                    continue
                if not any_read_out:
                    undo.append((query.set_ends, query.low, query.high))
                for case, key in heard:
                    row = self.rows.get((k, key))
                    row = self._row(k, key) if row is None else row
                    if any_read_out:
                        name = (case.site, row)
                        before = query.told.get(name)
                        if before is None:
                            query.told[name] = (case.answer, case)
                            undo.append((query.told.pop, name))
                        elif before[0] != case.answer:
                            query.wrong = (before[1], case)
                    elif case.answer:
                        if query.high is None or row < query.high[0]:
                            query.high = (row, case)
                    elif query.low is None or row > query.low[0]:
                        query.low = (row, case)
                    if query.low is not None and query.high is not None and query.low[0] >= query.high[0]:
                        query.wrong = (query.low[1], query.high[1])
                    if query.wrong is not None:
                        undo.append((query.revive,))
                        break
                alive = alive or query.wrong is None
            if not alive:
                return self._all_wrong(query_type)
        return None

    def _row(self, k: int, key: tuple[int, ...]) -> Any:
        """The row, or for a threshold its first coordinate, of a query on key entries with these numbers."""
        if self.tables.null:
            entries = [self.decoded[0][number] for number in key[:-2]] + [self.decoded[2][key[-1]]]
        else:
            entries = [self.decoded[0][number] for number in key]
        units = self.tables.units
        compute: Any = units.row if self.tables.read_out == "any" else units.first_coordinate
        row = compute(self.decoded[1][k], entries)
        if len(self.rows) > MAX_REMEMBERED:
            self.rows.clear()
        self.rows[k, key] = row
        return row

    def _chosen(self, query_type: Type) -> list[int]:
        """The queries that a type has to choose from here."""
        place = self.place.get(Branching(True, query_type), len(self.order))
        return [self.numbers[place]] if place < len(self.numbers) else list(range(len(self.queries[query_type])))

    def _pair_mask(self, first: Case, second: Case) -> int:
        mask = self.masks[first] | self.masks[second]
        for case in (first, second):
            place = self.place.get(Branching(True, case.query), len(self.order))
            mask |= 1 << place if place < len(self.numbers) else 0
        return mask

    def _each(self, query_type: Type, leaves: Mapping[int, tuple[tuple[int, ...], int]]) -> int:
        """Write a leaf for every query of the type, below a node that branches on it unless it has its query."""
        if self.place.get(Branching(True, query_type), len(self.order)) >= len(self.numbers):
            self.out += (QUERY, self.tables.numbered(query_type, is_query=True)[1])
        total = 0
        for k in sorted(leaves):
            self.out += leaves[k][0]
            total |= leaves[k][1]
        return total

    def _all_wrong(self, query_type: Type) -> int:
        leaves = {}
        for k in self._chosen(query_type):
            wrong = self.queries[query_type][k].wrong
            assert wrong is not None  # the caller has looked
            leaves[k] = ((wrong[0].number, wrong[1].number), self._pair_mask(*wrong))
        return self._each(query_type, leaves)

    # --- thresholds ---------------------------------------------------------------

    def _no_threshold(self) -> int | None:
        """If no number fits a live query of every type: splits into intervals, each of which misses one type."""
        low: Fraction | None = None
        pieces: list[tuple[Fraction | None, Type]] = []
        while not pieces or pieces[-1][0] is not None:
            reaches = [(self._reach(query_type, low), query_type) for query_type in self.queries]
            reach, query_type = max(reaches, key=lambda pair: (pair[0][0], pair[0][1] or 0))
            if reach[0] < 0:
                return None
            pieces.append((reach[1] if reach[0] == 0 else None, query_type))
            low = pieces[-1][0]
        total, low = 0, None
        for high, query_type in pieces:
            if high is not None:
                self.out += (SPLIT, high.numerator, high.denominator)
            total |= self._missed(query_type, low, high)
            low = high
        return total

    def _reach(self, query_type: Type, low: Fraction | None) -> tuple[int, Fraction | None]:
        """How far above low the type is missed: (1, None) for ever, (0, r) up to r, (-1, None) not at all."""
        reach: Fraction | None = None
        for k in self._chosen(query_type):
            query = self.queries[query_type][k]
            if query.wrong is not None or (query.high is not None and low is not None and query.high[0] <= low):
                continue
            if query.low is None or (low is not None and query.low[0] <= low):
                return (-1, None)
            reach = query.low[0] if reach is None else min(reach, query.low[0])
        return (1, None) if reach is None else (0, reach)

    def _missed(self, query_type: Type, low: Fraction | None, high: Fraction | None) -> int:
        leaves = {}
        for k in self._chosen(query_type):
            query = self.queries[query_type][k]
            if query.wrong is not None:
                leaves[k] = ((query.wrong[0].number, query.wrong[1].number), self._pair_mask(*query.wrong))
                continue
            above = query.high is not None and low is not None and query.high[0] <= low
            end = query.high if above else query.low
            assert end is not None  # as _reach has found
            leaves[k] = ((SIDE, end[1].number), self._pair_mask(end[1], end[1]))
        return self._each(query_type, leaves)

    # --- tables -------------------------------------------------------------------

    def _tables(self) -> Found:
        """The tables that the entries and some live queries make up."""
        m = self.tables.m
        keys = []
        for d, branching in enumerate(self.order):
            if not branching.is_query:
                entry = self.decoded[2 if branching.type == NULL_TYPE else 0][self.numbers[d]]
                keys.append((branching.type, tuple((part[:m], part[m:]) if part else () for part in entry)))
        live = {
            query_type: [k for k in self._chosen(query_type) if queries[k].wrong is None]
            for query_type, queries in self.queries.items()
        }
        at = self._threshold(live) if self.tables.read_out == "threshold" else Fraction(0)
        chosen = []
        for query_type, candidates in live.items():
            k = next(k for k in candidates if _fits(self.queries[query_type][k], at))
            chosen.append((query_type, self.decoded[1][k]))
        return Found(tuple(keys), tuple(chosen), at)

    def _threshold(self, live: dict[Type, list[int]]) -> Fraction:
        """A number that fits a live query of every type; there is one, as no node above was refuted."""
        groups = [[self.queries[query_type][k] for k in candidates] for query_type, candidates in live.items()]
        ends = sorted({end[0] for group in groups for q in group for end in (q.low, q.high) if end is not None})
        points = [(a + b) / 2 for a, b in pairwise(ends)]
        points += [ends[-1] + 1, ends[0] - 1] if ends else [Fraction(0)]
        return next(point for point in points if all(any(_fits(q, point) for q in group) for group in groups))


def _fits(query: _Query, at: Fraction) -> bool:
    return (query.low is None or query.low[0] < at) and (query.high is None or at < query.high[0])


def _symmetries(tables: FixedTables, automorphisms: tuple[Automorphism, ...]) -> list[tuple[Symmetry, dict[str, Any]]]:
    """Automorphisms, changes of entries, and products if they are few; each with what the evidence says of it."""
    of_entries = _entry_changes(tables)
    of_task: list[dict[str, Any]] = [
        {"positions": list(a.positions), "tokens": [list(row) for row in a.tokens]} for a in automorphisms
    ]
    stated = [*of_entries, *of_task]
    if len(of_entries) * len(of_task) <= MAX_GROUP:
        stated += [a | b for a in of_task for b in of_entries]
    units, heads = tables.units, range(tables.heads)
    found = []
    for parts in stated:
        symmetry = Symmetry(
            tuple(parts.get("positions", range(tables.task.length))),
            tuple(map(tuple, parts.get("tokens", [range(tables.task.alphabet)] * tables.task.length))),
            tuple(parts.get("heads", heads)),
            tuple(map(tuple, parts.get("keys", [range(1, units.m + 1)] * tables.heads))),
            tuple(map(tuple, parts.get("values", [range(1, units.dv + 1)] * tables.heads))),
        )
        found.append((symmetry, parts))
    return found


def _entry_changes(tables: FixedTables) -> list[dict[str, Any]]:
    """All symmetries of entries but the identity; if they are too many, those of one head and one kind."""
    H = tables.heads
    orders = [list(order) for order in permutations(range(H))] if H <= 4 else [list(range(H))]
    keys, key_units = _signed(tables, tables.m), [list(range(1, tables.m + 1))] * H
    values, value_units = _signed(tables, tables.dv), [list(range(1, tables.dv + 1))] * H
    per_head = [list(some) for some in product(keys, repeat=H)] if len(keys) ** H <= MAX_GROUP else []
    if tables.read_out != "any":
        of_values = [value_units]
    elif tables.combine == "sum":
        of_values = [[value] * H for value in values]
    else:
        of_values = [list(some) for some in product(values, repeat=H)] if len(values) ** H <= MAX_GROUP else []
    found: list[dict[str, Any]] = []
    if 0 < len(orders) * len(per_head) * len(of_values) <= MAX_GROUP:
        every = product(orders, per_head, of_values)
    else:

        def single(choices: list[list[int]], unit: list[list[int]]) -> list[list[list[int]]]:
            return [[*unit[:h], one, *unit[h + 1 :]] for h in range(H) for one in choices]

        of_values = of_values if tables.combine == "sum" or tables.read_out != "any" else single(values, value_units)
        every = iter(
            [(orders[0], some, value_units) for some in single(keys, key_units)]
            + [(orders[0], key_units, some) for some in of_values]
            + [(order, key_units, value_units) for order in orders]
        )
    for order, key_part, value_part in every:
        parts: dict[str, Any] = {}
        if order != list(range(H)):
            parts["heads"] = order
        if key_part != key_units:
            parts["keys"] = key_part
        if value_part != value_units:
            parts["values"] = value_part
        if parts and parts not in found:
            found.append(parts)
    return found


def _signed(tables: FixedTables, width: int) -> list[list[int]]:
    """Signed permutations of coordinates; of more than five, none but the identity."""
    signs = (1, -1) if tables.grid == "midrise" else (1,)
    if width > 5:
        return [list(range(1, width + 1))]
    return [
        [sign * (c + 1) for sign, c in zip(chosen, order, strict=True)]
        for order in permutations(range(width))
        for chosen in product(signs, repeat=width)
    ]
