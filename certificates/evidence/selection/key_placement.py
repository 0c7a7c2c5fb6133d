"""Exhaustive search for the keys of grid units: what the checker repeats to see that there are none.

Symbols: G a grid of 2^p integers, m the width, g the gap, L = G^m the lattice of possible keys and of possible
queries. A *demand* is a word over ``0 - + *`` with a symbol per column; keys u_c meet it if some query w in L has

    <w, u_a> = <w, u_b>       for a, b both 0,
    <w, u_a> >= <w, u_b> + g  for a at 0 and b at -, or a at + and b at 0,
    <w, u_a> >= <w, u_b> + 2g for a at + and b at -.

These are the conditions of ``grid_evidence.py``, a null key being a column that is ``0`` in every row. A *row* is a
list of alternatives, an alternative a demand for each head, and the question is whether H tables of keys meet some
alternative of each row. All conditions are about pairs of columns, so keys placed in part leave a set of queries for
each demand, and once a row has no alternative whose sets are all non-empty, no completion exists.

Soundness of what is left out:

* *Coordinates.* A signed permutation of the coordinates (midrise) or a permutation (twos) that fixes the keys placed
  in a head may be applied to all keys and queries of that head. So only one point of each orbit is tried.
* *Columns.* Two columns are alike if exchanging them maps the rows to the rows; then this holds for all permutations
  of a class. Columns of a class whose keys so far and whose candidates agree in all heads form a *cell*. Either some
  column of the cell has its key in an orbit O, and it may be the first and the key any chosen point of O; or none
  has, and O is struck off the candidates of the whole cell. Candidates are unions of orbits of a group that only
  shrinks, so both moves may be made together.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from .unit import GRIDS, Vector

Alternative = tuple[str, ...]
Row = tuple[Alternative, ...]
Tables = tuple[tuple[Vector, ...], ...]

MAX_POINTS = 4096
"""Most points of a lattice that is gone through: p m <= 12."""


class OutOfTestsError(Exception):
    """The search has made as many tests as it may."""


@dataclass(frozen=True)
class Lattice:
    """The points of G^m, and which of them, as queries, put a difference of keys at a level or above it.

    A set of queries is an integer: bit i stands for ``points[i]``.

    Examples
    --------
    >>> lattice = Lattice("midrise", 1, 2)
    >>> lattice.points
    ((-1, -1), (-1, 1), (1, -1), (1, 1))
    >>> bin(lattice.equal(lattice.code((2, 2)))), bin(lattice.above(lattice.code((2, 2)), 1))
    ('0b110', '0b1000')
    """

    grid: str
    bits: int
    width: int

    def __post_init__(self) -> None:
        if self.bits * self.width > MAX_POINTS.bit_length() - 1:
            raise ValueError(f"at most {MAX_POINTS} points are gone through, got 2^{self.bits * self.width}")
        object.__setattr__(self, "_levels", {})
        object.__setattr__(self, "_above", {})

    @cached_property
    def points(self) -> tuple[Vector, ...]:
        """G^m in lexicographic order."""
        return tuple(product(GRIDS[self.grid](self.bits), repeat=self.width))

    @property
    def everything(self) -> int:
        """The set of all queries."""
        return (1 << len(self.points)) - 1

    @property
    def _base(self) -> int:
        return 1 << self.bits + 2  # differences lie between -2^(p+1) and 2^(p+1), so codes are unique

    def code(self, vector: Sequence[int]) -> int:
        """A vector as a number, such that the code of a difference is the difference of the codes."""
        total = 0
        for entry in vector:
            total = total * self._base + entry
        return total

    def equal(self, difference: int) -> int:
        """The queries w with <w, d> = 0, for the code of d."""
        return self._by_level(difference)[1].get(0, 0)

    def above(self, difference: int, level: int) -> int:
        """The queries w with <w, d> >= level, for the code of d."""
        known: dict[tuple[int, int], int] = self._above  # type: ignore[attr-defined]
        if (difference, level) not in known:
            found = 0
            for score, queries in self._by_level(difference)[1].items():
                if score >= level:
                    found |= queries
            known[difference, level] = found
        return known[difference, level]

    def _by_level(self, difference: int) -> tuple[int, dict[int, int]]:
        """How many points the coordinates of d span, and the queries for each score that occurs."""
        known: dict[tuple[int, int], tuple[int, dict[int, int]]] = self._levels  # type: ignore[attr-defined]

        def over(code: int, width: int) -> tuple[int, dict[int, int]]:
            if width == 0:
                return 1, {0: 1}
            if (code, width) in known:
                return known[code, width]
            unit = self._base ** (width - 1)
            first = (code + unit // 2) // unit
            count, others = over(code - first * unit, width - 1)
            # The first coordinate runs slowest: query number j * count + i has the first entry G[j].
            values = GRIDS[self.grid](self.bits)
            spread: dict[int, int] = {}
            for score, queries in others.items():
                for j, value in enumerate(values):
                    total = score + value * first
                    spread[total] = spread.get(total, 0) | queries << j * count
            known[code, width] = count * len(values), spread
            return known[code, width]

        return over(difference, self.width)

    def orbit_key(self, placed: Sequence[Vector], point: Vector) -> tuple[tuple[int, ...], ...]:
        """Equal for two points iff a symmetry of the grid that fixes the placed points maps one to the other.

        Coordinates at which the placed points agree may be exchanged; in midrise, which has no 0, a coordinate may be
        negated, so each is first given the sign that makes its first placed entry (if none, the point's) positive.

        >>> Lattice("midrise", 2, 3).orbit_key([(1, -1, 3)], (3, 1, -1))
        ((-1, 3), (-1,))
        >>> Lattice("midrise", 2, 2).orbit_key([], (3, -1)), Lattice("twos", 2, 2).orbit_key([], (1, -2))
        (((1, 3),), ((-2, 1),))
        """
        blocks: dict[tuple[int, ...], list[int]] = {}
        for a, entry in enumerate(point):
            column = tuple(other[a] for other in placed)
            sign = -1 if self.grid == "midrise" and (column[0] if column else entry) < 0 else 1
            blocks.setdefault(tuple(sign * x for x in column), []).append(sign * entry)
        return tuple(tuple(sorted(blocks[column])) for column in sorted(blocks))


def alike(rows: Sequence[Row]) -> tuple[int, ...]:
    """For each column the first column that it may be exchanged with.

    >>> alike([(("0-*",),), (("-0*",),)])
    (0, 0, 2)
    """
    columns = len(rows[0][0][0])
    whole = frozenset(frozenset(row) for row in rows)
    names: list[int] = []
    for c in range(columns):
        names.append(c)
        for b in range(c):
            swap = list(range(columns))
            swap[b], swap[c] = c, b
            moved = frozenset(
                frozenset(tuple("".join(word[k] for k in swap) for word in alternative) for alternative in row)
                for row in rows
            )
            if moved == whole:
                names[c] = names[b]
                break
    return tuple(names)


class KeySearch:
    """The search: a placement of all keys that meets every row, or the certainty that there is none.

    Parameters
    ----------
    rows : at least one row, each with at least one alternative, all words of one length
    lattice : the points for keys and queries
    gap : g >= 1
    limit : most tests (of one more key against all rows) that are made
    arrange : puts the orbits that are left into the order in which they are tried; the verdict does not depend on it

    Examples
    --------
    Four keys of one bit in two dimensions can be selected one by one, five cannot.

    >>> single = lambda n: [(("".join("0" if j == i else "-" for j in range(n)),),) for i in range(n)]
    >>> KeySearch(single(4), Lattice("midrise", 1, 2), 1, 1000).run()
    (((-1, -1), (-1, 1), (1, -1), (1, 1)),)
    >>> KeySearch(single(5), Lattice("midrise", 1, 2), 1, 1000).run() is None
    True
    """

    def __init__(
        self,
        rows: Sequence[Row],
        lattice: Lattice,
        gap: int,
        limit: int,
        arrange: Callable[[list[list[int]]], None] = lambda orbits: None,
    ) -> None:
        self.lattice, self.gap, self.limit, self.arrange = lattice, gap, limit, arrange
        self.heads, self.columns = len(rows[0][0]), len(rows[0][0][0])
        self.names = alike(rows)
        self.rows = tuple(dict.fromkeys(rows))
        self.codes = [lattice.code(point) for point in lattice.points]
        self.tests = 0
        # Columns that are 0 in more demands first: a threshold that is known narrows more queries.
        zeros = [sum(word[c] == "0" for row in rows for way in row for word in way) for c in range(self.columns)]
        self.turn = sorted(range(self.columns), key=lambda c: (-zeros[c], c))

    def run(self) -> Tables | None:
        """Tables of keys (per head, in the order of the columns), or None if there are none.

        Raises
        ------
        OutOfTestsError
            If more than ``limit`` tests would be made.
        """
        every = tuple(range(len(self.codes)))
        placed: list[dict[int, int]] = [{} for _ in range(self.heads)]
        candidates = [[every] * self.columns for _ in range(self.heads)]
        words = [sorted({way[h] for row in self.rows for way in row}) for h in range(self.heads)]
        queries = [dict.fromkeys(words[h], self.lattice.everything) for h in range(self.heads)]
        found = self._extend(placed, candidates, queries, self.rows)
        if found is None:
            return None
        points = self.lattice.points
        return tuple(tuple(points[table[c]] for c in range(self.columns)) for table in found)

    def _extend(
        self,
        placed: list[dict[int, int]],
        candidates: list[list[tuple[int, ...]]],
        queries: list[dict[str, int]],
        rows: tuple[Row, ...],
    ) -> list[dict[int, int]] | None:
        open_heads = [h for h in range(self.heads) if len(placed[h]) < self.columns]
        if not open_heads:
            return placed
        head = open_heads[0]
        column = next(c for c in self.turn if c not in placed[head])
        here = self._situation(placed, candidates, column)
        cell = [c for c in self.turn if self._situation(placed, candidates, c) == here]
        relations = self._relations(head, column, placed[head], queries[head])
        orbits: dict[object, list[int]] = {}
        before = [self.lattice.points[i] for i in placed[head].values()]
        for i in candidates[head][column]:
            orbits.setdefault(self.lattice.orbit_key(before, self.lattice.points[i]), []).append(i)
        fitting = []
        for orbit in orbits.values():
            if self._test(head, orbit[0], relations, queries, rows) is not None:
                fitting.append(orbit)
        self.arrange(fitting)
        left = {i for orbit in fitting for i in orbit}
        for orbit in fitting:
            after = self._test(head, orbit[0], relations, queries, rows, count=False)
            assert after is not None  # it has passed this test before
            rest = tuple(sorted(left))
            narrowed = [list(table) for table in candidates]
            for c in cell:
                narrowed[head][c] = rest
            extended = [dict(table) for table in placed]
            extended[head][column] = orbit[0]
            found = self._extend(extended, narrowed, *after)
            if found is not None:
                return found
            left -= set(orbit)
        return None

    def _situation(
        self, placed: list[dict[int, int]], candidates: list[list[tuple[int, ...]]], column: int
    ) -> tuple[object, ...]:
        """What has to agree for two columns to be of one cell."""
        keys = tuple(table.get(column) for table in placed)
        return self.names[column], keys, tuple(table[column] for table in candidates)

    def _relations(
        self, head: int, column: int, placed: dict[int, int], queries: dict[str, int]
    ) -> list[tuple[list[str], int, list[tuple[int, int, int]]]]:
        """The demands by what they say of the columns placed and of this one: (demands, queries, relations).

        A relation (sign, code, level) of a key u says <w, sign * (u - v)> >= level for the placed key v with that code;
        level 0 stands for equality.
        """
        shown: dict[str, list[str]] = {}
        for word in queries:
            shown.setdefault("".join(word[c] for c in placed) + word[column], []).append(word)
        grouped = []
        for seen, words in shown.items():
            symbol, pairs = seen[-1], list(zip(seen, (self.codes[i] for i in placed.values()), strict=False))
            zeros = [code for other, code in pairs if other == "0"]
            if symbol == "*":
                relations = []
            elif zeros:  # the others keep their distance from this one already
                relations = [({"-": -1}.get(symbol, 1), zeros[0], 0 if symbol == "0" else self.gap)]
            elif symbol == "0":
                relations = [(1 if other == "-" else -1, code, self.gap) for other, code in pairs if other in "+-"]
            else:
                opposite, sign = ("-", 1) if symbol == "+" else ("+", -1)
                relations = [(sign, code, 2 * self.gap) for other, code in pairs if other == opposite]
            grouped.append((words, queries[words[0]], relations))
        grouped.sort(key=lambda group: len(group[2]), reverse=True)
        return grouped

    def _test(
        self,
        head: int,
        point: int,
        relations: list[tuple[list[str], int, list[tuple[int, int, int]]]],
        queries: list[dict[str, int]],
        rows: tuple[Row, ...],
        count: bool = True,
    ) -> tuple[list[dict[str, int]], tuple[Row, ...]] | None:
        """The queries and alternatives left with a key at this point; None if some row has no alternative left."""
        self.tests += count
        if self.tests > self.limit:
            raise OutOfTestsError
        code, lattice = self.codes[point], self.lattice
        narrowed: dict[str, int] = {}
        lost = False
        for words, left, pairs in relations:
            for sign, other, level in pairs:
                if level:
                    left &= lattice.above(sign * (code - other), level)
                else:
                    left &= lattice.equal(code - other)
            if left:
                narrowed.update(dict.fromkeys(words, left))
            elif self.heads == 1 and all(len(row) == 1 for row in rows):
                return None  # every demand is the only one of some row
            else:
                lost = True
        after = [narrowed if h == head else queries[h] for h in range(self.heads)]
        if not lost:
            return after, rows
        kept = tuple(tuple(way for way in row if way[head] in narrowed) for row in rows)
        return (after, kept) if all(kept) else None
