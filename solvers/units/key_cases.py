"""Keys of a p-bit grid by cases: which keys are left to each column, and what a row makes of that."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ...certificates.meter import UNLIMITED, Meter
from ...certificates.problems import MOST, members
from ...certificates.problems.points import Points, Sets

MAX_POINTS = MOST
"""Most points of a grid: sets of them are single numbers."""


Vector = tuple[int, ...]


Seen = tuple[tuple[str, int], ...]
"""What a word says of known keys: (symbol, point)."""


Alternative = tuple[str, ...]


Row = tuple[Alternative, ...]


Domains = tuple[tuple[int, ...], ...]
"""For each head and column the set of candidates: bit i stands for point i."""


Known = tuple[tuple[int, ...], ...]
"""For each head the columns whose key is known, in the order in which it became known."""


Case = tuple[Domains, Known]


class PointSets(Points):
    """The points of a width in a grid, at most ``MAX_POINTS``.

    >>> points = PointSets("midrise", 1, 2, 1)
    >>> points.listed[1], points.sides(1, 0, True), points.levels(1) == {-2: 4, 0: 9, 2: 2}
    ((-1, 1), (4, 9, 2), True)
    """

    def __init__(self, grid: str, bits: int, width: int, gap: int | Fraction) -> None:
        super().__init__(grid, bits, width, Fraction(gap), Meter(UNLIMITED))
        extremes = [a * b for a in (self.grid[0], self.grid[-1]) for b in (self.grid[0], self.grid[-1])]
        self.scores = range(width * min(extremes), width * max(extremes) + 1, 2 if self.signed else 1)

    def left(self, kind: str, seen: Seen) -> Sets:
        """t -> the queries w such that (w, t) agrees with what is seen; with nothing seen, for scores only."""
        if seen:
            return super().left(kind, seen)
        shift = {"0": 0, "-": self.free[0], "+": -self.free[1]}[kind]
        return {score + shift: (1 << self.size) - 1 for score in self.scores}

    def orbits(self, candidates: int, known: Sequence[int]) -> list[tuple[int, int]]:
        """The orbits of a set under the symmetries that fix the known points: the first point, and the set."""
        fixed = [self.listed[i] for i in known]
        blocks: dict[Vector, list[tuple[int, int]]] = {}  # coordinates that may be exchanged, with their signs
        for a in range(self.width):
            seen = tuple(vector[a] for vector in fixed)
            sign = -1 if self.signed and seen and seen[0] < 0 else 1
            blocks.setdefault(tuple(sign * x for x in seen), []).append((a, sign))
        either = self.signed and not fixed
        found: dict[tuple[tuple[int, ...], ...], list[int]] = {}
        for i in members(candidates):
            point = self.listed[i]
            key = tuple(
                tuple(sorted(abs(point[a]) if either else sign * point[a] for a, sign in block))
                for block in blocks.values()
            )
            found.setdefault(key, [i, 0])[1] |= 1 << i
        return [(first, orbit) for first, orbit in found.values()]


@dataclass(frozen=True)
class KeysFound:
    """A table of keys per head that meets every row."""

    keys: tuple[tuple[Vector, ...], ...]


@dataclass(frozen=True)
class CasesClosed:
    """There are no keys: the nodes of the tree, as the checker reads them, and how many cases were looked at."""

    tree: list[list[int]]
    cases: int


@dataclass(frozen=True)
class SearchStopped:
    """Neither, when the search was stopped or had looked at as many cases as it may."""

    cases: int


class KeyCases:
    """The rule that splits a case by a node ``[split, narrow, narrow, ..]`` of a tree.

    With H heads and C columns, ``split`` is head * C + column, the key that is tried; and then in each case, in turn
    until it is closed, ``narrow`` is row * H * C + head * C + column: the row narrows that column and its cell.

    Examples
    --------
    Three keys in one dimension cannot be selected one by one: the one in the middle is no vertex.

    >>> rows = [(("0--",),), (("-0-",),), (("--0",),)]
    >>> rule = KeyCases(rows, "midrise", 1, 1, 1)
    >>> list(rule.split([0, 1], rule.start))
    []
    """

    def __init__(self, rows: Sequence[Row], grid: str, bits: int, width: int, gap: int | Fraction) -> None:
        self.rows, self.points = rows, PointSets(grid, bits, width, gap)
        self.heads, self.columns = len(rows[0][0]), len(rows[0][0][0])
        self.names = alike(rows, Meter(UNLIMITED))
        self.differ = [{name for name in self.names if self._differs(head, name)} for head in range(self.heads)]
        everything = ((1 << self.points.size) - 1,) * self.columns
        self.asked = 0  # how often ``seen`` was called, which the time of a search goes by
        self.start: Case = ((everything,) * self.heads, ((),) * self.heads)

    def found(self, keys: Iterable[Iterable[int]]) -> KeysFound:
        """Keys by their numbers, per head."""
        return KeysFound(tuple(tuple(map(self.points.listed.__getitem__, table)) for table in keys))

    def split(self, node: Sequence[int], case: Case) -> Iterator[Case]:
        """The cases of a node that are not closed."""
        head, column = divmod(node[0], self.columns)
        cell = self.cell(case[0], column)
        left, needed = case[0][head][column], self.needed(cell, head)
        for first, orbit in self.orbits(*case, head, column):
            if left.bit_count() < needed:  # closed; there is a first orbit, or the case would be closed already
                break
            child = self.child(case, head, column, cell, left, first, node[1:])
            if child:
                yield child
            left &= ~orbit

    def child(
        self, case: Case, head: int, column: int, cell: list[int], left: int, first: int, numbers: Sequence[int]
    ) -> Case | None:
        """The case in which a column has a key and the others of its cell what is left, narrowed; None if it closes."""
        case = self.put(*case, head, [c for c in cell if c != column], left)
        found: Case | None = self.put(*case, head, [column], 1 << first)
        for number in numbers:
            found = found and self.narrowed(found, number)
        return found

    def put(self, domains: Domains, known: Known, head: int, cell: list[int], points: int) -> Case:
        """The case in which these columns have these candidates."""
        table = tuple(points if c in cell else old for c, old in enumerate(domains[head]))
        shown = [c for c in cell if c not in known[head]] if points & (points - 1) == 0 else []
        return (
            (*domains[:head], table, *domains[head + 1 :]),
            (*known[:head], (*known[head], *shown), *known[head + 1 :]),
        )

    def cell(self, domains: Domains, column: int) -> list[int]:
        """The columns alike to this one that have the same candidates in all heads."""
        same = [c for c in range(self.columns) if self.names[c] == self.names[column]]
        return [c for c in same if all(table[c] == table[column] for table in domains)]

    def orbits(self, domains: Domains, known: Known, head: int, column: int) -> list[tuple[int, int]]:
        """The orbits of the candidates: the first point, and the set."""
        fixed = [domains[head][c].bit_length() - 1 for c in known[head]]
        return self.points.orbits(domains[head][column], fixed)

    def narrowed(self, case: Case, number: int) -> Case | None:
        """The case once a row has narrowed a column and its cell; None if that closes it."""
        row, (head, column) = number // (self.heads * self.columns), divmod(number, self.columns)
        head %= self.heads
        domains, known = case
        before, cell = domains[head][column], self.cell(domains, column)
        points = self.allowed(domains, known, self.rows[row], head, column, cell)
        if points.bit_count() < self.needed(cell, head):
            return None
        return case if points == before else self.put(domains, known, head, cell, points)

    def needed(self, cell: list[int], head: int) -> int:
        """How many different keys a cell has at least."""
        return len(cell) if self.names[cell[0]] in self.differ[head] else 1

    def allowed(self, domains: Domains, known: Known, row: Row, head: int, column: int, cell: list[int]) -> int:
        """The candidates of a column that the known keys and a row do not rule out."""
        before, found = domains[head][column], 0
        for way in row:
            pairs = [self.points.left(*self.seen(domains, known, h, word)) for h, word in enumerate(way)]
            if not all(pairs):
                continue
            shown = [way[head][c] for c in cell] if self.needed(cell, head) > 1 else [way[head][column]]
            least = [(k, shown.count(symbol)) for k, symbol in enumerate("-0+") if symbol in shown]
            here = "-0+".find(way[head][column])
            for t, queries in pairs[head].items():
                for w in members(queries):
                    sides = self.points.sides(w, t, "0" in way[head])
                    points = before
                    for k, count in least:
                        some = before & sides[k]
                        if some.bit_count() < count:
                            break
                        if k == here:
                            points = some
                    else:
                        found |= points
                        if found == before:
                            return found
        return found

    def seen(self, domains: Domains, known: Known, head: int, word: str) -> tuple[str, Seen]:
        """The thresholds that a word may have, and what it says of known keys, a ``0`` in front if there is one."""
        self.asked += 1
        pairs = [(word[c], domains[head][c].bit_length() - 1) for c in known[head] if word[c] != "*"]
        tie = next((pair for pair in pairs if pair[0] == "0"), None)
        if tie:
            pairs.remove(tie)
            pairs.insert(0, tie)
        return "0" if "0" in word else "-" if "-" in word else "+", tuple(pairs)

    def _differs(self, head: int, name: int) -> bool:
        """Whether any two columns of a class (by name) have different keys: a row tells apart its first two."""
        members = [c for c, other in enumerate(self.names) if other == name][:2]
        if len(members) < 2:
            return False
        seen = ([(way[head][members[0]], way[head][members[1]]) for way in row] for row in self.rows)
        return any(all(one != other and "*" not in one + other for one, other in row) for row in seen)


def alike(rows: Sequence[Row], meter: Meter) -> tuple[int, ...]:
    """For each column the first column that it may be exchanged with.

    >>> alike([(("0-*",),), (("-0*",),)], Meter())
    (0, 0, 2)
    """
    columns = len(rows[0][0][0])
    size = sum(len(row) * (5 + len(row[0]) * (5 + columns)) for row in rows)
    whole = frozenset(frozenset(row) for row in rows)
    names: list[int] = []
    for c in range(columns):
        names.append(c)
        for b in sorted(set(names[:-1])):
            order = list(range(columns))
            order[b], order[c] = c, b
            meter.charge(size)
            moved = (
                frozenset(tuple("".join(map(word.__getitem__, order)) for word in way) for way in row) for row in rows
            )
            if frozenset(moved) == whole:
                names[c] = b
                break
    return tuple(names)
