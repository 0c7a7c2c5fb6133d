"""Keys in a p-bit grid that meet all rows of a problem, or a proof by cases that there are none.

Depth first; the cases, their symmetries and what a row rules out are those of the checker (``KeyCases``, with its
words), so a tree found is one that it accepts. What the checker does not do is done here: to choose the key that is
tried next, and the rows that narrow the candidates. The key is one with fewest candidates. Of the rows, as few as
close a case are named, by a greedy choice; as the cases of one node are close to each other, those that have closed one
are tried on the next before others are looked for; and before all, a row that the known keys alone rule out is looked
for, which is cheap. For cases that stay open all rows are named that rule anything out.

A search that is long begins again in compiled code (``key_case_kernel.py``), which does the same some 40 times as fast:
the answer, and the tree, are the same. Whether it is long is counted, not timed (``_Search.is_long``): work is how
often a word was asked what it says of the known keys, and what is left follows from the part of the tree that is done.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from .key_cases import Case, CasesClosed, KeyCases, KeysFound, Row, SearchStopped, Seen

MOST_PAIRS = 200
"""A row with more pairs of a query and a threshold left rules next to nothing out, and says so slowly: not asked."""

LOADING = 40_000
"""Words asked in Python in about the time in which compiled code is loaded."""

BEGUN = 1_000
"""Words asked before compiled code goes on that has been loaded already: what it takes to lay out its arrays."""

KERNEL = f"{__package__}.key_case_kernel"


class _StoppedError(Exception):
    """Raised to leave the recursion."""


class _LongError(Exception):
    """Raised to go on in compiled code."""


def search_cases(
    rows: Sequence[Row],
    grid: str,
    bits: int,
    width: int,
    gap: int | Fraction,
    *,
    limit: int = 10**9,
    stop: Callable[[], bool] = lambda: False,
    loading: float | None = None,
) -> KeysFound | CasesClosed | SearchStopped:
    """Decide whether there are keys that meet the rows.

    Parameters
    ----------
    rows : at least one row, each with at least one alternative, all words of one length
    grid, bits, width, gap : G, m and g of the class
    limit : most cases that are looked at
    stop : asked before each case; in compiled code some ten times a second
    loading : what it takes to load compiled code, in words asked; 0: compiled at once, infinite: never; by default
        ``LOADING``, or ``BEGUN`` once it has been loaded

    Examples
    --------
    Four keys of one bit in two dimensions can be selected one by one, five cannot.

    >>> single = lambda n: [(("".join("0" if j == i else "-" for j in range(n)),),) for i in range(n)]
    >>> search_cases(single(4), "midrise", 1, 2, 1).keys
    (((-1, -1), (-1, 1), (1, -1), (1, 1)),)
    >>> len(search_cases(single(5), "midrise", 1, 2, 1).tree)
    1
    """
    rule = KeyCases(rows, grid, bits, width, gap)
    if loading is None:
        loading = BEGUN if KERNEL in sys.modules else LOADING
    search = _Search(rule, limit, stop, loading)
    try:
        found = search.extend(rule.start)
    except _StoppedError:
        return SearchStopped(search.cases)
    except _LongError:
        from ...compiling import COMPILED  # numba takes a third of a second to import

        if COMPILED:
            from .key_case_arrays import compiled_search

            if again := compiled_search(rule, search.turn, MOST_PAIRS, limit, stop):
                return again
        return search_cases(rows, grid, bits, width, gap, limit=limit, stop=stop, loading=float("inf"))
    if found is None:
        return CasesClosed(search.tree, search.cases)
    return rule.found([key.bit_length() - 1 for key in table] for table in found[0])


class _Search:
    def __init__(self, rule: KeyCases, limit: int, stop: Callable[[], bool], loading: float) -> None:
        self.rule, self.limit, self.stop, self.loading = rule, limit, stop, loading
        self.path: list[tuple[int, int]] = []
        self.tree: list[list[int]] = []
        self.cases = 0
        # Columns that are 0 in more words first: a threshold that is known leaves fewer pairs of query and threshold.
        zeros = [sum(word[c] == "0" for row in rule.rows for way in row for word in way) for c in range(rule.columns)]
        self.turn = sorted(range(rule.columns), key=lambda c: (-zeros[c], c))

    def extend(self, case: Case) -> Case | None:
        """The case with all keys known and all rows met, or None once its tree has been written."""
        domains, known = case
        places = [
            (domains[head][column].bit_count(), head, k, column)
            for head in range(self.rule.heads)
            for k, column in enumerate(self.turn)
            if column not in known[head]
        ]
        if not places:
            return case
        _, head, _, column = min(places)
        place = head * self.rule.columns + column
        numbers, still_open = self._rows(case, head, column)
        node = [place, *numbers]
        self.tree.append(node)
        for k, child in enumerate(self.rule.split(node, case)):
            self.path.append((k, still_open))
            found = self.extend(child)
            if found is not None:
                return found
            self.path.pop()
        return None

    def is_long(self) -> bool:
        """Whether what is left is expected to take longer than to load compiled code.

        Each open case of a node is taken for an equal share of the node. Not asked before half of the loading time has
        been spent, since the first shares say little; true after eight times of it, since shares may be unequal.
        """
        if 2 * self.rule.asked < self.loading:
            return False
        if self.rule.asked >= 8 * self.loading:
            return True
        done, share = 0.0, 1.0
        for k, count in self.path:
            share /= count
            done += k * share
        return self.rule.asked * (1 - done) > self.loading * done

    def _rows(self, case: Case, head: int, column: int) -> tuple[list[int], int]:
        """What to narrow in each of the cases of a split, and by which rows; how many cases stay open."""
        still_open = 0
        closing: list[int] = []
        useful: dict[int, None] = {}
        cell = self.rule.cell(case[0], column)
        left, needed = case[0][head][column], self.rule.needed(cell, head)
        for first, orbit in self.rule.orbits(*case, head, column):
            self.cases += 1
            if self.cases > self.limit or self.stop():
                raise _StoppedError
            if self.is_long():
                raise _LongError
            if left.bit_count() < needed:
                break
            child = self.rule.child(case, head, column, cell, left, first, closing)
            closed, numbers = self._narrowing(child) if child else (True, [])
            if closed:
                closing += numbers
            else:
                still_open += 1
                useful.update(dict.fromkeys(numbers))
            left &= ~orbit
        return [*closing, *(number for number in useful if number not in closing)], still_open

    def _narrowing(self, case: Case) -> tuple[bool, list[int]]:
        """Whether the rows close a case, and the narrowings that do; if not, all that rule anything out."""
        dead = self._dead(case)
        if dead is not None:
            return True, [dead]
        applied: list[int] = []
        start = case[1]
        while True:
            known = case[1]
            for head, column in self._targets(case):
                domains = case[0]
                points, cell = domains[head][column], self.rule.cell(domains, column)
                ruled = self._ruled(case, head, column, cell)
                chosen = []
                while ruled:
                    left, number = min(((points & allowed).bit_count(), number) for allowed, number in ruled)
                    if left == points.bit_count():
                        break
                    chosen.append(number)
                    points &= next(allowed for allowed, other in ruled if other == number)
                    if left < self.rule.needed(cell, head):
                        return True, chosen if case[1] == start else [*applied, *chosen]
                if chosen:
                    case = self.rule.put(*case, head, cell, points)
                    applied += chosen
            if case[1] == known:
                return False, applied

    def _dead(self, case: Case) -> int | None:
        """A narrowing by a row none of whose alternatives has a pair left, if there is such a row."""
        domains, known = case
        alive: dict[tuple[int, str], bool] = {}
        for r, row in enumerate(self.rule.rows):
            for way in row:
                for h, word in enumerate(way):
                    if (h, word) not in alive:
                        alive[h, word] = bool(self.rule.points.left(*self.rule.seen(domains, known, h, word)))
                if all(alive[h, word] for h, word in enumerate(way)):
                    break
            else:
                return r * self.rule.heads * self.rule.columns
        return None

    def _targets(self, case: Case) -> list[tuple[int, int]]:
        """A column of each cell whose key is not known, per head, few candidates first; any column if there is none."""
        domains, known = case
        found: dict[tuple[int, ...], tuple[int, int, int]] = {}
        for head in range(self.rule.heads):
            for c in self.turn:
                if c not in known[head]:
                    cell = (head, self.rule.names[c], *(table[c] for table in domains))
                    found.setdefault(cell, (domains[head][c].bit_count(), head, c))
        return [(head, c) for _, head, c in sorted(found.values())] or [(0, self.turn[0])]

    def _ruled(self, case: Case, head: int, column: int, cell: list[int]) -> list[tuple[int, int]]:
        """What each row allows a column, with the number of the narrowing; rows that say the same are asked once."""
        domains, known = case
        seen: dict[tuple[int, str], tuple[str, Seen]] = {}
        asked = set()
        found = []
        for r, row in enumerate(self.rule.rows):
            says: list[tuple[str, Seen] | str] = []
            for way in row:
                for h, word in enumerate(way):
                    if (h, word) not in seen:
                        seen[h, word] = self.rule.seen(domains, known, h, word)
                    says.append(seen[h, word])
                says.append(way[head][column])
            if tuple(says) not in asked:
                asked.add(tuple(says))
                left = (self.rule.points.left(*seen[head, way[head]]).values() for way in row)
                if sum(queries.bit_count() for pairs in left for queries in pairs) > MOST_PAIRS:
                    continue
                allowed = self.rule.allowed(domains, known, row, head, column, cell)
                if domains[head][column] & ~allowed:
                    places = self.rule.heads * self.rule.columns
                    found.append((allowed, r * places + head * self.rule.columns + column))
        return found
