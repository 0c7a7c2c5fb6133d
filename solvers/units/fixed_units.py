"""All units in a grid of given sizes for a finite task: types, their entries by number, rows, symmetries.

Class FIXED, or ROUNDED: then rows depend on the order of the keys, and positions may not be exchanged; or hard weights.

One layer of order 2 with pairwise scores: H heads, queries and keys of width m, values of width dv. A *key type* is a
token at a place, or the null token; its *entry* is a key and a value for every head (a head may go without the null
token although others have one, if each position sees another key: then its part is empty). A *query type* is a token at
a place as well; its entry is a query for every head. The place of key j seen from i is j (``both``, ``additive``), 0
(``token``) or j - i + N - 1 (``relative``), that of the query is that of key i. The row at a position depends on the
entry of its query type and on those of the key types that it sees, all of the input unless there is a mask: nothing
else.

Types are numbered place * A + token, the null token comes last. Entries of a type are numbered in
lexicographic order: heads first to last, in each the key's coordinates and then the value's, numbers of the grid
ascending, no null token before all others.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, prod

from ...questions.attention import WEIGHTS, Output, Scores
from ...questions.finite_task import FiniteTask
from ...questions.grid import GRIDS
from ...questions.least_size import LeastSize
from ...questions.outputs import Computation
from ...questions.rounded import rounded_mean
from ...questions.scope import Scope

Vector = tuple[int, ...]


Entry = tuple[Vector, ...]
"""A vector for every head: a query, or a key followed by a value, or () where a head has no null token."""


Type = tuple[bool, int]
"""Whether it is a query type, and its number."""


@dataclass(frozen=True)
class FixedUnits:
    """The units: p bits, widths m and dv, H heads; ``read_out``, ``combine``, ``null``, ``tables`` as in a ``Scope``.

    ``mask`` lists for each position the positions that it sees; None: all. ``rounds``: sums are rounded, as in class
    ROUNDED, whose units have any read-out and their heads side by side. ``ties``: "" for weights cut to p bits, else
    hard ones: average, leftmost or rightmost.

    Examples
    --------
    >>> units = FixedUnits(FiniteTask("match", (("order", 2), ("M", 2), ("N", 2))), bits=2)
    >>> units.types, units.choices((False, 3)), units.entry((False, 3), 7)
    (4, 16, ((-1, 3),))
    >>> units.row(((1,),), [((1, 3),), ((-1, 1),)])
    (13, 5)
    """

    task: FiniteTask
    bits: int
    grid: str = "midrise"
    m: int = 1
    heads: int = 1
    dv: int = 1
    read_out: str = "any"
    combine: str = "concat"
    null: bool = False
    tables: str = "both"
    mask: tuple[tuple[int, ...], ...] | None = None
    rounds: bool = False
    ties: str = ""

    def seen(self, position: int) -> Sequence[int]:
        """The positions that a position sees."""
        return range(self.task.length) if self.mask is None else self.mask[position]

    def may_be_absent(self, of: Type) -> bool:
        """Whether a head may go without it: the null token, unless some position sees nothing else."""
        return of == (False, self.types) and (self.mask is None or all(self.mask))

    @property
    def places(self) -> int:
        """How many places there are."""
        return {"token": 1, "relative": 2 * self.task.length - 1}.get(self.tables, self.task.length)

    @property
    def types(self) -> int:
        """The number of types without the null token, which is the number of the null token."""
        return self.task.alphabet * self.places

    @property
    def ordered(self) -> bool:
        """Whether it counts which key comes first."""
        return self.rounds or self.unique

    @property
    def unique(self) -> bool:
        """Whether all weight is on one key."""
        return self.ties in ("leftmost", "rightmost")

    def place(self, i: int, j: int) -> int:
        """The place of key j, seen from i.

        >>> task = FiniteTask("match", (("order", 2), ("M", 2), ("N", 3)))
        >>> [FixedUnits(task, 1, tables=tables).place(2, 1) for tables in ("both", "token", "relative")]
        [1, 0, 1]
        """
        return {"token": 0, "relative": j - i + self.task.length - 1}.get(self.tables, j)

    def type_of(self, place: int, token: int) -> int:
        """The number of the type of a token at a place."""
        return place * self.task.alphabet + token if self.tables != "token" else token

    def exponent(self, of: Type) -> int:
        """A type has at least 2 to this power entries to choose from, and with a null token at most twice as many."""
        return self.bits * (self.m if of[0] else self.m + self.dv) * self.heads

    def choices(self, of: Type) -> int:
        """How many entries a type has to choose from."""
        return int(((1 << self.exponent(of) // self.heads) + self.may_be_absent(of)) ** self.heads)

    def entry(self, of: Type, number: int) -> Entry:
        """The entry of a type with this number."""
        width, absent = self.m if of[0] else self.m + self.dv, int(self.may_be_absent(of))
        parts: list[Vector] = []
        for _ in range(self.heads):
            number, part = divmod(number, (1 << self.bits * width) + absent)
            digits = (part - absent >> self.bits * c & (1 << self.bits) - 1 for c in reversed(range(width)))
            parts.append(tuple(self._grid[digit] for digit in digits) if part >= absent else ())
        return tuple(reversed(parts))

    @cached_property
    def _grid(self) -> range:
        return GRIDS[self.grid](self.bits)

    def row(self, queries: Entry, entries: Sequence[Entry]) -> Vector:
        """The output row: numerators and denominator in lowest terms, of every head or of the sum of heads.

        Of rounded sums a numerator and a denominator for each coordinate. ``entries`` are those of the keys in the
        order of their positions, and last that of the null token, which is first where ties are broken.
        """
        if self.rounds:
            rows = [
                self._rounded(query, [entry[h] for entry in entries if entry[h]]) for h, query in enumerate(queries)
            ]
            return tuple(number for row in rows for x in row for number in (x.numerator, x.denominator))
        if self.unique and self.null:
            entries = [entries[-1], *entries[:-1]]
        sums = [self._sums(query, [entry[h] for entry in entries if entry[h]]) for h, query in enumerate(queries)]
        if self.combine == "concat":
            return tuple(number for part in sums for number in _lowest(part))
        common = prod(part[-1] for part in sums)
        total = [sum(part[c] * (common // part[-1]) for part in sums) for c in range(self.dv)]
        return _lowest([*total, common])

    def _sums(self, query: Vector, here: list[Vector]) -> list[int]:
        """The weighted sums of values, and last the sum of weights."""
        scores = [sum(map(int.__mul__, query, part)) for part in here]  # ends with the query: no value is multiplied
        weights = self._weigh(scores)
        values = list(zip(*here, strict=True))[self.m :]
        return [*(sum(map(int.__mul__, weights, column)) for column in values), sum(weights)]

    def _rounded(self, query: Vector, here: list[Vector]) -> Output:
        """The row of a head with rounded sums."""
        weights = self._weigh([sum(map(int.__mul__, query, part)) for part in here])
        return rounded_mean(weights, [part[self.m :] for part in here], self.bits)

    def fractions(self, row: Vector) -> Output:
        """The outputs that a row says: heads side by side."""
        if self.rounds:
            return tuple(Fraction(*pair) for pair in zip(row[::2], row[1::2], strict=True))
        width = self.dv + 1
        heads = [row[k : k + width] for k in range(0, len(row), width)]
        return tuple(Fraction(number, head[-1]) for head in heads for number in head[:-1])

    def first_coordinate(self, queries: Entry, entries: Sequence[Entry]) -> Fraction:
        """The first coordinate of the row, which a threshold is compared with."""
        row = self.row(queries, entries)
        return Fraction(row[0], row[self.dv])

    @cached_property
    def _weigh(self) -> Callable[[Scores], list[int]]:
        """The weights: 2^(p - d) at d below the highest score, or hard ones."""
        return WEIGHTS[{"": "fixed", "average": "saturated"}.get(self.ties, self.ties)](self.bits)

    @cached_property
    def steps(self) -> int:
        """About how many steps it takes to find the answer and the row of one input at one position."""
        keys, row = self.task.length + self.null, self.heads * (20 + self.heads * self.dv)
        return 10 + self.task.steps + keys * (13 + self.heads * (8 + self.m + self.dv)) + row


def units_of(quantity: LeastSize, size: int) -> FixedUnits:
    """The units that a claim is about, where its resource has this size; without a scope, those of the widest use."""
    (m, bits, heads), read_out = quantity.sizes_at(size), quantity.read_out
    scope = quantity.scope or Scope(null=False)
    assert isinstance(quantity.question, Computation)
    combine = "sum" if read_out == "threshold" else scope.combine  # only the first head of concat is compared
    task, grid, dv = quantity.question.of, quantity.unit_class.grid, quantity.dv_at(size)
    mask = None if quantity.pattern is None else quantity.pattern.layer(1).written
    rounds, ties = quantity.unit_class.family.rounds, quantity.unit_class.family.ties
    return FixedUnits(task, bits, grid, m, heads, dv, read_out, combine, scope.null, scope.tables, mask, rounds, ties)


def _lowest(numbers: list[int]) -> Vector:
    divisor = gcd(*numbers)
    return tuple(number // divisor for number in numbers)


@dataclass(frozen=True)
class Symmetry:
    """Other tables for the same task: type T gets the entry that ``of(T)`` had, changed by ``entry``.

    Parameters
    ----------
    positions, tokens : position j looks at ``positions[j]``, token u there at ``tokens[j][u]``
    heads : head h looks at ``heads[h]``
    keys : for every head a signed permutation: coordinate c looks at abs(number) - 1, with the sign of the number
    values : the same for values
    """

    positions: Sequence[int]
    tokens: Sequence[Sequence[int]]
    heads: Sequence[int]
    keys: Sequence[Sequence[int]]
    values: Sequence[Sequence[int]]

    def of(self, units: FixedUnits, of: Type) -> Type:
        """The type that a type looks at."""
        if of[1] == units.types:
            return of
        place, token = divmod(of[1], units.task.alphabet)
        if units.tables in ("token", "relative"):  # tokens are renamed alike, and offsets stay
            return (of[0], units.type_of(place, self.tokens[0][token]))
        return (of[0], units.type_of(self.positions[place], self.tokens[place][token]))

    def entry(self, entry: Entry) -> Entry:
        """An entry, changed."""
        found = []
        for h, (keys, values) in enumerate(zip(self.keys, self.values, strict=True)):
            part = entry[self.heads[h]]
            moved = [part[abs(c) - 1] * (1 if c > 0 else -1) for c in keys] if part else []
            if len(part) > len(keys):
                moved += [part[len(keys) + abs(c) - 1] * (1 if c > 0 else -1) for c in values]
            found.append(tuple(moved))
        return tuple(found)
