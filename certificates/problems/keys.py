"""Keys of a p-bit grid that select as a pattern asks, as a problem: class GRID, width m, H heads. Trusted.

A *row* is a list of alternatives, an alternative a word for each head (``points.py``). One alternative of each row has
to be met, in each head by a query and a number t of their own. A null key is a column that is ``0`` in every row. Heads
that share out subsets: an alternative for each way to divide the subset into H parts, none empty; for ``sum`` a problem
for each choice of part sizes, of which the largest come first, as heads may be renamed. ``columns`` n: only the first n
columns are argued about, or the statement for n positions; a unit for all of them restricts to one for these.

Variables h C + c: the key of column c in head h, by the number of its point. Moves: *swap* of two columns in all heads,
that takes the rows to the rows; *turn* of the coordinates in one head, with signs if G = -G: it is orthogonal and takes
L to L, so if keys and queries are turned, no score changes.

*Cells.* Columns that the swaps of the proof connect are alike: all their permutations take solutions to solutions.
Alike columns with the same points left in all heads form a cell: its permutations take solutions in the case to such.

*Differing.* If some row gives two alike columns different symbols in each alternative at a head, no ``*`` among them,
their keys differ there, and so do those of any two columns alike to them. A cell with fewer points than columns that
differ has no solution.

Step (row H C + v): the row narrows variable v. An alternative is dead if at one of its heads no (w, t) agrees with the
known keys. A pair (w, t) serves the column if the points left to its cell are enough for the symbols of the cell, at
least one for each; if the cell's keys differ, as many as there are columns with the symbol. What is, for no living
alternative and no pair that serves it, on the side of its symbol, is struck off, and off its whole cell.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import pairwise, product

from ..claims import Claim
from ..meaning.pattern import pattern_of
from ..meter import Meter, walk
from ..refuse import need
from ..schema import Record, integer, many, record
from . import TREE, Case, Makers, Move, Problem, members, signed, turned
from .points import Points

TURN = {"turn": many(integer(), 0), "head": integer(0)}
MOVE = record({"swap": many(integer(0), 2, 2, "distinct"), **TURN}, {"swap": None, "turn": None, "head": 0})
PART = record({"moves": many(MOVE, 0), "tree": TREE}, {"moves": ()})
KEYS = record({"columns": integer(1), "parts": many(PART)}, {"columns": None})

Way = tuple[str, ...]
Rows = list[list[Way]]


def key_problems(proof: Record, claim: Claim, meter: Meter) -> tuple[int, Makers]:
    """No keys of the size below the claim's meet the rows."""
    q = claim.quantity
    need(q.kind == "size" and q.unit_class.name == "GRID", "keys of a grid are of class GRID")
    (refuted,) = claim.refuted()
    size, lists = claim.sizes(refuted), rows_of(claim.statement, proof.columns, meter)
    return refuted + 1, [partial(Keys, rows, claim, size.bits, size.m, meter=meter) for rows in lists]


def rows_of(statement: Record, columns: int | None, meter: Meter) -> list[Rows]:
    """The lists of rows, one of which has to be met."""
    if columns is not None and statement.kind in ("qsa", "shared"):
        need(statement.q <= columns <= statement.N, "there are fewer columns, or fewer than a subset has")
        statement = Record(statement.kind, {**statement.fields, "N": columns})
    pattern = pattern_of(statement, meter)
    kept = pattern.columns if columns is None else columns
    need(kept <= pattern.columns, "there are fewer columns")
    need(not pattern.norm and not pattern.group and not pattern.weights, "other scores have no keys of a grid")
    meter.charge(pattern.count * (kept + 10))
    words = dict.fromkeys(word[:kept] + "0" * pattern.null for word in pattern.words())
    if pattern.heads == 1:
        return [[[(word,)] for word in words]]
    part = next(iter(words)).count("0")
    meter.charge_power(pattern.heads, part, len(words) * pattern.heads * (20 + 2 * kept))
    owners = [found for found in product(range(pattern.heads), repeat=part) if len(set(found)) == pattern.heads]
    rows = [[divided(word, found, pattern.heads) for found in owners] for word in words]
    if pattern.combine == "concat":
        return [rows]
    sizes = {tuple(map(found.count, range(pattern.heads))) for found in owners}
    falling = [size for size in sorted(sizes, reverse=True) if all(a >= b for a, b in pairwise(size))]
    return [[[way for way in row if tuple(w.count("0") for w in way) == size] for row in rows] for size in falling]


def divided(word: str, owners: Sequence[int], heads: int) -> Way:
    """For each head the word in which only its own columns are ``0``.

    >>> divided("0-00", (1, 0, 1), 2)
    ('--0-', '0--0')
    """
    own = iter(owners)
    of = [next(own) if symbol == "0" else heads for symbol in word]
    return tuple("".join("0" if owner == head else "-" for owner in of) for head in range(heads))


class Keys(Problem):
    """The keys of a width and p bits for a list of rows."""

    def __init__(self, rows: Rows, claim: Claim, bits: int, width: int, part: Record, meter: Meter) -> None:
        q = claim.quantity.unit_class
        self.rows, self.meter, self.points = rows, meter, Points(q.grid, bits, width, q.gap, meter)
        self.heads, self.columns = len(rows[0][0]), len(rows[0][0][0])
        self.alike = list(range(self.columns))
        fit = all((m.swap is None) != (m.turn is None) and m.head < self.heads for m in walk(meter, part.moves, 5))
        need(fit, "a move is a swap, or a turn in one of the heads")
        moves = [self.swap(*item.swap) if item.swap else self.turn(item.head, item.turn) for item in part.moves]
        super().__init__([self.points.size] * self.heads * self.columns, moves)
        self.differ = [[self.differing(h, c) for c in range(self.columns)] for h in range(self.heads)]

    def swap(self, b: int, c: int) -> Move:
        need(max(b, c) < self.columns, "there is no such column")
        order = list(range(self.columns))
        order[b], order[c] = c, b
        self.meter.charge(sum(len(row) * (20 + self.heads * (20 + 4 * self.columns)) for row in self.rows))
        moved = {frozenset(tuple("".join(map(w.__getitem__, order)) for w in way) for way in row) for row in self.rows}
        need(moved == set(map(frozenset, self.rows)), "a move changes the rows")
        self.alike = [self.alike[b] if name == self.alike[c] else name for name in self.alike]
        places = [h * self.columns for h in range(self.heads)]
        return Move({h + old: h + new for h in places for old, new in ((b, c), (c, b))}, lambda v, x: x, 2)

    def turn(self, head: int, turn: Sequence[int]) -> Move:
        signed(turn, self.points.width, self.points.grid)
        self.meter.charge(self.points.size * (100 + 20 * len(turn)))
        number = {point: x for x, point in enumerate(self.points.listed)}
        images = [number[turned(point, turn)] for point in self.points.listed]
        return Move({}, lambda v, x: images[x] if v // self.columns == head else x, 4)

    def differing(self, head: int, c: int) -> bool:
        """Whether the columns alike to one differ: a row tells it from one of them in each alternative at the head."""
        others = [b for b in range(self.columns) if self.alike[b] == self.alike[c] and b != c]
        self.meter.charge(self.columns + len(others) * sum(5 + 5 * len(row) for row in self.rows))
        pairs = product(others, self.rows)
        return any(all("*" != way[head][b] != way[head][c] != "*" for way in row) for b, row in pairs)

    def cell(self, case: Case, v: int) -> list[int]:
        """The columns alike to that of a variable which have the same points left in all heads."""
        column, C = v % self.columns, self.columns
        self.meter.charge(10 + C * (6 + self.heads * (6 + self.points.cost)))
        same = [c for c in range(C) if self.alike[c] == self.alike[column]]
        left, heads = case.left.get, range(0, self.heads * C, C)
        return [c for c in same if all(left(h + c) == left(h + column) for h in heads)]

    def hopeless(self, case: Case, changed: Collection[int]) -> bool:
        crowded = (v for v in changed if self.differ[v // self.columns][v % self.columns])
        return any(self.values(case, v).bit_count() < len(self.cell(case, v)) for v in crowded)

    def step(self, case: Case, code: int) -> Mapping[int, int]:
        row, v = divmod(code, self.heads * self.columns)
        need(row < len(self.rows), "there is no such row")
        cell = self.cell(case, v)
        left = self.allowed(case, self.rows[row], *divmod(v, self.columns), cell, self.values(case, v))
        return {v - v % self.columns + c: left for c in cell}

    def allowed(self, case: Case, row: Sequence[Way], head: int, column: int, cell: Sequence[int], before: int) -> int:
        """What a row leaves of the points of a column."""
        found, points = 0, self.points
        for way in walk(self.meter, row, 30):
            known = [points.left(*self.seen(case, h, word)) for h, word in enumerate(way)]
            if not all(known):
                continue
            word = way[head]
            shown = [word[c] for c in cell] if self.differ[head][column] else word[column]
            least = [(k, shown.count(symbol)) for k, symbol in enumerate("-0+") if symbol in shown]
            here = "-0+".find(word[column])
            for t, queries in known[head].items():
                self.meter.charge(10 + points.size + queries.bit_count() * (5 + len(least) * (3 + points.cost)))
                for w in members(queries):
                    sides = points.sides(w, t, "0" in word)
                    if all((before & sides[k]).bit_count() >= count for k, count in least):
                        found |= before & (sides[here] if here >= 0 else before)
                    if found == before:
                        return found
        return found

    def seen(self, case: Case, head: int, word: str) -> tuple[str, tuple[tuple[str, int], ...]]:
        """What a word asks of t, and what it says of the keys that are known, a tie first."""
        self.meter.charge(20 + self.columns * (5 + self.points.cost))
        found = []
        for c, symbol in enumerate(word):
            left = case.left.get(head * self.columns + c, int(self.points.size == 1))
            if symbol != "*" and left and not left & left - 1:
                found.append((symbol, left.bit_length() - 1))
        found.sort(key=lambda pair: ("0-+".index(pair[0]), pair[1]))
        return "0" if "0" in word else "-" if "-" in word else "+", tuple(found)
