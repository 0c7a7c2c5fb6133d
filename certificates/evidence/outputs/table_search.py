"""Is there a fixed-point unit for a finite task? An exhaustive search through its tables, plain enough to be trusted.

The search gives entries to the key types (and to query types, where the order of branching names them) one by one. For
each query type it keeps the *live* candidates: the queries whose rows, on the inputs all of whose key types have an
entry by then, do not refute the read-out. ``any``: no two such inputs have the same position, token and row but
different answers. ``threshold``: the first coordinate is less on every such input with answer 0 than on every one with
answer 1. A query type without a live candidate ends the branch; for ``threshold`` so does it if no number fits between
the answers for some live candidate of every query type at once. But for that number, query types that are not branched
on do not concern each other, so keys and values for all types with live candidates are a unit.

**What is left out.** Suppose that there are tables for the task, and take those whose entries, read in the order of
branching, come first (tuples are compared lexicographically). Each rule below leaves out only what is not that first
one, so together they lose nothing.

* *Symmetry.* A symmetry of entries (``FixedTables.symmetries``) or an automorphism of the task turns such tables into
  such tables. A branch ends if its image certainly comes earlier: where, read in the order of branching, the first
  difference is at a place at which both are known, and the image is smaller there.
* *Values of heads of width 0.* If m = 0, all weights are equal. If a coordinate of the values at one position (in
  tables by token: of all tokens) is above the least number of the grid for every token, it can be lowered by the same
  amount for all of them: all rows change by one constant, and the entries come earlier.
* *Representatives.* Two entries of a key type that have, in every head, equal values and equal scores with all queries
  of live candidates, give the same rows from there on; the larger one is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

from .fixed_tables import NULL_TYPE, Automorphism, Case, Entry, FixedTables, Type


@dataclass(frozen=True)
class Branching:
    """A type to be given an entry: a key type, or a query type."""

    is_query: bool
    type: Type


@dataclass(frozen=True)
class Refuted:
    """There are no such tables; ``scores`` were computed on the way."""

    scores: int


@dataclass(frozen=True)
class Found:
    """Tables: an entry for each key type of the order, and for each query type; ``at`` fits a threshold."""

    keys: tuple[tuple[Type, Entry], ...]
    queries: tuple[tuple[Type, Entry], ...]
    at: Fraction
    scores: int


@dataclass(frozen=True)
class LimitReached:
    """Neither, within the number of scores allowed."""

    scores: int


MAX_REMEMBERED = 2**16
"""Most rows that are remembered at a time."""

Symmetry = Callable[[Entry], Entry]
Live = dict[Type, list[tuple[Entry, Any]]]
"""Query type -> candidates, each with what its rows said: (position and token, row) -> answer, or the two ends between
which a threshold has to lie."""

UNKNOWN: tuple[Fraction | None, Fraction | None] = (None, None)


def first_tables(
    tables: FixedTables,
    order: Sequence[Branching],
    automorphisms: Sequence[Automorphism] = (),
    limit: int = 10**7,
) -> Refuted | Found | LimitReached:
    """Search through all tables.

    Parameters
    ----------
    tables : FixedTables
    order : sequence of Branching
        In which order types get their entries, no type twice. If a key type is missing, inputs with it are ignored:
        a refutation is one of the task all the same, and what is found need not be a unit.
    automorphisms : sequence of Automorphism
        Each one has to be respected by the task (``FixedTables.respects``), which is not checked here.
    limit : int
        Most scores that are computed; images under symmetries are limited by ``IMAGES_A_SCORE``.

    Examples
    --------
    Two tokens, 1 iff they are equal, asked for at both positions: one head of width 0 over the 1-bit grid will do for
    two symbols, since the row then tells the sum of two signs.

    >>> from .finite_task import FiniteTask
    >>> def equal(alphabet):
    ...     words = product(range(alphabet), repeat=2)
    ...     listed = tuple(((x, y), (int(x == y),) * 2) for x, y in words)
    ...     return FixedTables(FiniteTask("table", (("alphabet", alphabet), ("length", 2)), listed), bits=1, m=0)
    >>> two, three = equal(2), equal(3)
    >>> type(first_tables(two, key_order(two))).__name__, type(first_tables(three, key_order(three))).__name__
    ('Found', 'Refuted')
    """
    search = _Search(tables, tuple(order), tuple(automorphisms), limit)
    nothing: Any = {} if tables.read_out == "any" else UNKNOWN  # is replaced, never changed
    live: Live = {query: [(entry, nothing) for entry in tables.queries] for query in tables.query_types}
    try:
        found = search.extend(0, live, tables.symmetries)
    except _LimitError:
        return LimitReached(search.scores)
    if found is None:
        return Refuted(search.scores)
    keys = tuple((b.type, search.entries[b]) for b in search.order if not b.is_query)
    ends = [[ends for _, ends in candidates] for candidates in found.values()]
    at = Fraction(0) if tables.read_out == "any" else _number_between(ends)
    queries = []
    for query, candidates in found.items():
        fitting = (entry for entry, ends in candidates if tables.read_out == "any" or _fits(at, ends))
        queries.append((query, next(fitting)))
    return Found(keys, tuple(queries), at, search.scores)


def key_order(tables: FixedTables) -> tuple[Branching, ...]:
    """The order that takes the key types as they are sorted, and no query type."""
    return tuple(Branching(False, key) for key in tables.key_types)


IMAGES_A_SCORE = 5
"""Images of entries may be this many times as many as scores, and a million at least: they are that much cheaper."""


class _LimitError(Exception):
    pass


class _Search:
    """The state of one search: the entries given so far."""

    def __init__(
        self, tables: FixedTables, order: tuple[Branching, ...], automorphisms: tuple[Automorphism, ...], limit: int
    ) -> None:
        self.tables, self.order, self.limit = tables, order, limit
        self.entries: dict[Branching, Entry] = {}
        self.scores = self.symmetric_images = 0
        self.images = [
            [(b, Branching(b.is_query, tables.moved(automorphism, b.type))) for b in order]
            for automorphism in automorphisms
        ]
        self.ready = _ready(tables, order)
        self.choices: dict[Any, list[Any]] = {}
        self.row = lru_cache(MAX_REMEMBERED)(tables.row)
        self.first = lru_cache(MAX_REMEMBERED)(tables.first_coordinate)

    def extend(self, depth: int, live: Live, tied: Sequence[Symmetry]) -> Live | None:
        """The live candidates of the first tables that continue ``entries``; None if there are none.

        ``tied`` are the symmetries of entries under which all entries so far are fixed.
        """
        if depth == len(self.order):
            return live
        branching = self.order[depth]
        for entry in self._choose(branching, live):
            self._count_images(len(tied))
            images = [(symmetry, symmetry(entry)) for symmetry in tied]
            if any(image < entry for _, image in images):
                continue
            self.entries[branching] = entry
            if not self._earlier_image_exists() and not self._could_be_lowered(branching):
                if branching.is_query:
                    kept = [candidate for candidate in live[branching.type] if candidate[0] == entry]
                    remaining: Live | None = {**live, branching.type: kept}
                else:
                    remaining = self._filter(self.ready[depth], live)
                if remaining is not None:
                    still = [symmetry for symmetry, image in images if image == entry]
                    found = self.extend(depth + 1, remaining, still)
                    if found is not None:
                        return found
            del self.entries[branching]
        return None

    def _earlier_image_exists(self) -> bool:
        """Whether some automorphism's image of the entries certainly comes before them."""
        for pairs in self.images:
            for here, there in pairs:
                if here not in self.entries or there not in self.entries:
                    break
                if self.entries[here] != self.entries[there]:
                    if self.entries[there] < self.entries[here]:
                        return True
                    break
        return False

    def _could_be_lowered(self, branching: Branching) -> bool:
        """Whether m = 0, all values at the position are known, and a coordinate of theirs is above the least number."""
        if self.tables.m or branching.is_query or branching.type == NULL_TYPE:
            return False
        types = [t for t in self.tables.key_types if t[0] == branching.type[0] and t != NULL_TYPE]
        if any(Branching(False, t) not in self.entries for t in types):
            return False
        least = self.tables.vectors(1)[0][0]
        here = [self.entries[Branching(False, t)] for t in types]
        return any(
            min(entry[h][1][c] for entry in here) > least
            for h in range(self.tables.heads)
            for c in range(self.tables.dv)
        )

    def _choose(self, branching: Branching, live: Live) -> Iterator[Entry]:
        """The entries to be tried, in increasing order."""
        if branching.is_query:
            return iter([entry for entry, _ in live[branching.type]])
        parts = []
        for h in range(self.tables.heads):
            queries = frozenset(entry[h] for candidates in live.values() for entry, _ in candidates)
            name = (queries, branching.type == NULL_TYPE)
            if name not in self.choices:
                self.choices[name] = self._representatives(queries, branching.type == NULL_TYPE)
            parts.append(self.choices[name])
        # A null token that no head has is the same as none, and is among the choices.
        return product(*parts)

    def _representatives(self, queries: frozenset[tuple[int, ...]], null: bool) -> list[Any]:
        """Pairs of a key, the first one with its scores, and a value; increasing; () first for the null token."""
        keys: dict[tuple[int, ...], tuple[int, ...]] = {}
        for key in self.tables.vectors(self.tables.m):
            keys.setdefault(tuple(sum(map(int.__mul__, query, key)) for query in queries), key)
            self._count(len(queries))
        pairs = list(product(sorted(keys.values()), self.tables.vectors(self.tables.dv)))
        return [(), *pairs] if null else pairs

    def _filter(self, ready: list[Case], live: Live) -> Live | None:
        """The candidates that survive the cases; None if a query type has none left, or no threshold fits."""
        if not ready:
            return live
        keys = [tuple(self.entries[Branching(False, key)] for key in case.keys) for case in ready]
        remaining = dict(live)
        for query in {case.query for case in ready}:
            here = [(case, entries) for case, entries in zip(ready, keys, strict=True) if case.query == query]
            kept = []
            for candidate, said in live[query]:
                after = self._told(candidate, said, here)
                if after is not None:
                    kept.append((candidate, after))
            if not kept:
                return None
            remaining[query] = kept
        if self.tables.read_out == "threshold":
            ends = [[ends for _, ends in candidates] for candidates in remaining.values()]
            return remaining if _number_exists(ends) else None
        return remaining

    def _told(self, candidate: Entry, said: Any, cases: list[tuple[Case, tuple[Entry, ...]]]) -> Any:
        """What the candidate's rows said before and say on these cases; None if the read-out is refuted."""
        if self.tables.read_out == "any":
            answers = dict(said)
            for case, entries in cases:
                self._count(len(entries) * len(candidate))
                row = self.row(candidate, entries)
                if answers.setdefault((case.site, row), case.answer) != case.answer:
                    return None
            return answers
        low, high = said
        for case, entries in cases:
            self._count(len(entries) * len(candidate))
            first = self.first(candidate, entries)
            if case.answer:
                high = first if high is None else min(high, first)
            else:
                low = first if low is None else max(low, first)
            if low is not None and high is not None and low >= high:
                return None
        return low, high

    def _count_images(self, images: int) -> None:
        self.symmetric_images += images
        if self.symmetric_images > max(10**6, IMAGES_A_SCORE * self.limit):
            raise _LimitError

    def _count(self, scores: int) -> None:
        self.scores += scores
        if self.scores > self.limit:
            raise _LimitError


def _ready(tables: FixedTables, order: tuple[Branching, ...]) -> list[list[Case]]:
    """For each place of the order the cases whose last key type gets its entry there."""
    place = {b.type: d for d, b in enumerate(order) if not b.is_query}
    ready: list[list[Case]] = [[] for _ in order]
    for case in tables.cases:
        if all(key in place for key in case.keys):
            ready[max(place[key] for key in case.keys)].append(case)
    return ready


Ends = tuple[Fraction | None, Fraction | None]


def _number_exists(ends: list[list[Ends]]) -> bool:
    """Whether one number lies strictly between the ends of some candidate, for every query type.

    If so, slightly above the greatest of the chosen lower ends will do, or anything low enough if there is none.
    """
    return any(_fits_above(low, ends) for low in {low for candidates in ends for low, _ in candidates})


def _fits_above(number: Fraction | None, ends: list[list[Ends]]) -> bool:
    """Whether everything slightly above the number (None: low enough) fits a candidate of every query type."""

    def fits(low: Fraction | None, high: Fraction | None) -> bool:
        if number is None:
            return low is None
        return (low is None or low <= number) and (high is None or number < high)

    return all(any(fits(*pair) for pair in candidates) for candidates in ends)


def _number_between(ends: list[list[Ends]]) -> Fraction:
    """A number as in ``_number_exists``, which has said that there is one."""
    numbers = sorted({end for candidates in ends for pair in candidates for end in pair if end is not None})
    points = [(a + b) / 2 for a, b in pairwise(numbers)]
    for point in [*points, *(numbers[-1:] and [numbers[-1] + 1, numbers[0] - 1]), Fraction(0)]:
        if all(any(_fits(point, pair) for pair in candidates) for candidates in ends):
            return point
    raise AssertionError("the search ends with tables only if some threshold fits")


def _fits(point: Fraction, ends: Ends) -> bool:
    low, high = ends
    return (low is None or low < point) and (high is None or point < high)
