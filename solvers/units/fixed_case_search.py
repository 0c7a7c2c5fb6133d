"""Is there a fixed-point unit for a finite task? All tables are gone through; that there is none is proved by cases.

Types get entries one by one. For every query type the *live* queries are kept: those whose rows, on the inputs all of
whose key types have an entry, do not refute the read-out. A branch ends where a query type has no live query, where no
threshold fits some live query of every type at once, or where a symmetry or lowered values lead to an earlier branch.
The proof is written down on the way, as ``certificates/problems/units.py`` replays it. Each branch also
says which types it rests on: a refutation that does not rest on the type branched on holds for all its entries, and is
told once (backjumping).
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from ...certificates.meter import LIMIT
from ...questions.grid import GRIDS
from ..outcome import NotDecided
from .fixed_case_symmetries import KEY, LOWER, QUERY, SIDE, SPLIT, SUMS, Compared, Leaf, Symmetries
from .fixed_tables import NULL_TYPE, Automorphism, Case, FixedTables, Found, Type
from .live_query import LiveQuery, common_threshold

MAX_REMEMBERED = 2**18
"""Most rows that are remembered at a time."""


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
    automorphisms : of the task, that take types to types
    deadline : value of ``time.monotonic()`` at which to give up
    most_nodes : nodes after which to give up

    Examples
    --------
    Two tokens, 1 iff they are equal, asked for at both positions: one head of width 0 over the 1-bit grid will do for
    two symbols, since the row then tells the sum of two signs.

    >>> from ...solvers.units.fixed_units import FixedUnits
    >>> from ...questions.finite_task import FiniteTask
    >>> def equal(alphabet):
    ...     words = product(range(alphabet), repeat=2)
    ...     listed = tuple(((x, y), (int(x == y),) * 2) for x, y in words)
    ...     task = FiniteTask("table", (("alphabet", alphabet), ("length", 2)), listed)
    ...     return FixedTables(FixedUnits(task, bits=1, m=0))
    >>> two, three = equal(2), equal(3)
    >>> type(search_cases(two, key_order(two))).__name__, type(search_cases(three, key_order(three))).__name__
    ('Found', 'Refuted')
    """
    if tables.seen is not None:
        raise ValueError("tables must be of a single layer: cases of two query types are not compared here")
    search = _Search(tables, tuple(order), automorphisms, deadline, most_nodes)
    try:
        mask = search.extend(0, search.symmetries.from_the_start)
    except _LimitError:
        return NotDecided("the time or the number of nodes ran out", search.nodes)
    if mask is None:
        assert search.found is not None  # no mask is what the search returns with them
        return search.found
    return Refuted(search.out, search.symmetries.used, search.nodes)


def key_order(tables: FixedTables) -> tuple[Branching, ...]:
    """The order that takes the key types as they are sorted, and no query type."""
    return tuple(Branching(False, key) for key in tables.key_types)


class _LimitError(Exception):
    pass


class _Search:
    """The state of one search: the entries given so far, by place in the order."""

    def __init__(
        self, tables: FixedTables, order: tuple[Branching, ...], automorphisms: Iterable[Automorphism],
        deadline: float, most_nodes: int,
    ) -> None:  # fmt: skip
        self.tables, self.units, self.order = tables, tables.units, order
        self.deadline, self.most_nodes = deadline, most_nodes
        self.most_numbers = 2 * LIMIT // (100 + 2 * self.units.steps)  # a leaf is two numbers, and two rows
        self.place = {b: d for d, b in enumerate(order)}
        self.numbers: list[int] = []
        self.out: list[int] = []
        self.nodes = 0
        self.found: Found | None = None
        self.types = [tables.numbered(b.type, is_query=b.is_query) for b in order]
        self.choices = [self.units.choices(of) for of in self.types]
        kinds = [(False, 0), (True, 0), *([(False, self.units.types)] if self.units.null else [])]  # key, query, null
        self.decoded = [[self.units.entry(of, k) for k in range(self.units.choices(of))] for of in kinds]
        self.queries = {
            query: [LiveQuery() for _ in range(self.units.choices((True, 0)))] for query in tables.query_types
        }
        self.row = lru_cache(MAX_REMEMBERED)(self._row)
        self.key_places = {case: self._places(case.keys) for case in tables.cases}
        self.masks = {case: sum(1 << d for d in set(places)) for case, places in self.key_places.items()}
        self.ready: list[dict[Type, list[Case]]] = [{} for _ in order]
        for case in tables.cases:
            self.ready[max(self.key_places[case])].setdefault(case.query, []).append(case)
        self.together = self._together()
        self.symmetries = Symmetries(self.units, self.types, automorphisms)

    def _places(self, keys: Iterable[Type]) -> list[int]:
        return [self.place[Branching(False, key)] for key in keys]

    def _together(self) -> dict[int, list[int]]:
        """Where values could be lowered: last place of the types of a position -> all their places."""
        masked = self.units.mask is not None and self.units.read_out == "threshold"
        if self.units.m or self.units.rounds or masked or self.units.tables not in ("both", "token"):
            return {}
        positions = {t[0] for t in self.tables.key_types if t != NULL_TYPE}
        groups = [self._places(t for t in self.tables.key_types if t[0] == j and t != NULL_TYPE) for j in positions]
        return {max(places): sorted(places) for places in groups}

    # --- branching ----------------------------------------------------------------

    def extend(self, depth: int, moves: list[Compared]) -> int | None:
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

    def _query_child(self, depth: int, branching: Branching, moves: list[Compared]) -> int | None:
        wrong = self.queries[branching.type][self.numbers[-1]].wrong
        if wrong is not None:
            return self._close(self._leaf(*wrong))
        left, mask = self._still_first(moves)
        if mask is None:
            mask = self._no_sum(depth)
        if mask is None and self.units.read_out == "threshold":
            mask = self._no_threshold()
        return self.extend(depth + 1, left) if mask is None else mask

    def _key_child(self, depth: int, moves: list[Compared]) -> int | None:
        left, mask = self._still_first(moves)
        if mask is None:
            mask = self._no_sum(depth)
        if mask is None:
            mask = self._lowered(depth)
        if mask is not None:
            return mask
        undo: list[Any] = []
        mask = self._told(depth, undo)
        if mask is None and self.units.read_out == "threshold" and self.ready[depth]:
            mask = self._no_threshold()
        result = self.extend(depth + 1, left) if mask is None else mask
        for query, mark in reversed(undo):
            query.restore(mark)
        return result

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes > self.most_nodes or len(self.out) > self.most_numbers:
            raise _LimitError
        if self.nodes % 64 == 0 and time.monotonic() > self.deadline:
            raise _LimitError

    # --- what leads to an earlier branch ------------------------------------------

    def _still_first(self, moves: list[Compared]) -> tuple[list[Compared], int | None]:
        """The symmetries whose images may still come to be earlier; or what an earlier image rests on."""
        left, leaf = self.symmetries.still_first(self.numbers, moves)
        return left, None if leaf is None else self._close(leaf)

    def _lowered(self, depth: int) -> int | None:
        """What lowered values rest on, if m = 0 and all values at the position of this place can be lowered."""
        together = self.together.get(depth)
        if together is None:
            return None
        entries = [self.decoded[0][self.numbers[d]] for d in together]
        least = GRIDS[self.units.grid](self.units.bits)[0]
        for h, c in product(range(self.units.heads), range(self.units.dv)):
            if min(entry[h][c] for entry in entries) > least:
                rests_on = sum(1 << d for d in {*range(together[0]), *together})
                return self._close(Leaf((LOWER, together[0], h, c), rests_on))
        return None

    # --- additive tables ----------------------------------------------------------

    def _no_sum(self, depth: int) -> int | None:
        """What it rests on that the entry of this place is no u + v beside those given; None if it may be one."""
        here = self.order[depth]
        if self.units.tables != "additive" or here.type == NULL_TYPE:
            return None
        kind, (j, x) = self.decoded[int(here.is_query)], here.type

        def given(place: int, token: int) -> int | None:
            found = self.place.get(Branching(here.is_query, (place, token)))
            return found if found is not None and found <= depth else None

        for k, y in product(range(self.units.places), range(self.units.task.alphabet)):
            others = given(k, y), given(j, y), given(k, x)
            if k == j or y == x or None in others:
                continue
            places = (depth, *(d for d in others if d is not None))
            a, b, c, d = (sum(kind[self.numbers[place]], ()) for place in places)
            if any(p + q != r + s for p, q, r, s in zip(a, b, c, d, strict=True)):
                one, two = (here.is_query * self.units.types + self.units.type_of(*t) for t in ((j, x), (k, y)))
                return self._close(Leaf((SUMS, one, two), sum(1 << place for place in places)))
        return None

    # --- what the rows say --------------------------------------------------------

    def _told(self, depth: int, undo: list[Any]) -> int | None:
        """Tell all live queries the cases that are ready; what the refutation of a query type rests on, if one is."""
        threshold = self.units.read_out == "threshold"
        for query_type, cases in self.ready[depth].items():
            heard = []
            for case in cases:
                numbers, null = [self.numbers[d] for d in self.key_places[case]], []
                if self.units.null:
                    numbers, null = numbers[:-1], [-1, numbers[-1]]
                if not self.units.ordered:
                    numbers.sort()
                heard.append((case, (*numbers, *null)))
            alive = False
            for k in self._chosen(query_type):
                query = self.queries[query_type][k]
                if query.wrong is None:
                    undo.append((query, query.mark()))
                    for case, key in heard:
                        query.hear(case, self.row(k, key), threshold)
                        if query.wrong is not None:
                            break
                    else:
                        alive = True
            if not alive:
                return self._missed(query_type)
        return None

    def _row(self, k: int, key: tuple[int, ...]) -> Any:
        """The row, or for a threshold its first coordinate, of a query on key entries with these numbers."""
        if self.units.null:
            entries = [self.decoded[0][number] for number in key[:-2]] + [self.decoded[2][key[-1]]]
        else:
            entries = [self.decoded[0][number] for number in key]
        compute: Any = self.units.row if self.units.read_out == "any" else self.units.first_coordinate
        return compute(self.decoded[1][k], entries)

    def _chosen(self, query_type: Type) -> list[int]:
        """The queries that a type has to choose from here."""
        place = self._place(query_type)
        return [self.numbers[place]] if place < len(self.numbers) else list(range(len(self.queries[query_type])))

    def _place(self, query_type: Type) -> int:
        """The place of a query type in the order; beyond the last if it is not branched on."""
        return self.place.get(Branching(True, query_type), len(self.order))

    def _leaf(self, *cases: Case) -> Leaf:
        """The leaf that these cases make: all that their rows rest on."""
        mask = 0
        for case in cases:
            place = self._place(case.query)
            mask |= self.masks[case] | (1 << place if place < len(self.numbers) else 0)
        return Leaf(tuple(case.number for case in cases), mask)

    def _close(self, leaf: Leaf) -> int:
        """Write a leaf; what it rests on."""
        self.out += leaf.numbers
        return leaf.rests_on

    def _each(self, query_type: Type, leaves: Mapping[int, Leaf]) -> int:
        """Write a leaf for every query of the type, below a node that branches on it unless it has its query."""
        if self._place(query_type) >= len(self.numbers):
            self.out += (QUERY, self.tables.numbered(query_type, is_query=True)[1])
        total = 0
        for k in sorted(leaves):
            total |= self._close(leaves[k])
        return total

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

    def _missed(self, query_type: Type, low: Fraction | None = None, high: Fraction | None = None) -> int:
        """Write that all queries of a type are wrong, or miss a threshold above low and up to high."""
        leaves = {}
        for k in self._chosen(query_type):
            query = self.queries[query_type][k]
            if query.wrong is not None:
                leaves[k] = self._leaf(*query.wrong)
                continue
            above = query.high is not None and low is not None and query.high[0] <= low
            end = query.high if above else query.low
            assert end is not None  # as _reach has found
            numbers, rests_on = self._leaf(end[1])
            leaves[k] = Leaf((SIDE, *numbers), rests_on)
        return self._each(query_type, leaves)

    # --- tables -------------------------------------------------------------------

    def _tables(self) -> Found:
        """The tables that the entries and some live queries make up."""
        keys = []
        for d, branching in enumerate(self.order):
            if not branching.is_query:
                decoded = self.decoded[2 if branching.type == NULL_TYPE else 0]
                keys.append((branching.type, decoded[self.numbers[d]]))
        live = {
            query_type: {k: queries[k] for k in self._chosen(query_type) if queries[k].wrong is None}
            for query_type, queries in self.queries.items()
        }  # as no node above was refuted, a threshold fits
        threshold = self.units.read_out == "threshold"
        at = common_threshold([list(queries.values()) for queries in live.values()]) if threshold else Fraction(0)
        chosen = []
        for query_type, queries in live.items():
            k = next(k for k, query in queries.items() if query.fits(at))
            chosen.append((query_type, self.decoded[1][k]))
        return Found(tuple(keys), tuple(chosen), at)
