"""Problems of few lines for the tree rule: heavy rectangles, shattered sets, affine dependencies. Trusted."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import gcd

from ..claims import Claim
from ..meaning.pattern import Pattern, pattern_of
from ..meaning.quantities import seen
from ..meter import Meter, product_steps, walk, words
from ..refuse import need
from ..schema import Record, fraction, integer, many, record
from . import PERMUTATION, TREE, Case, Makers, Move, Problem, permutation

RECTANGLES_PART = record({"moves": many(PERMUTATION, 0), "tree": TREE}, {"moves": ()})
RECTANGLES = record({"most": integer(0), "parts": many(RECTANGLES_PART, 2, 2)})
SHATTERED = record({"size": integer(0, 20), "parts": many(record({"tree": TREE}), 1, 1)})
RADON_PART = record({"sums": many(many(integer(0)), 0), "tree": TREE})
SPREAD = fraction(0, 10**6, 4096)
RADON = record({"columns": many(integer(0), rule="increasing"), "spread": SPREAD, "parts": many(RADON_PART, 1, 1)})

Table = Sequence[Sequence[int]]


def rectangle_problems(proof: Record, claim: Claim, meter: Meter) -> tuple[Fraction, Makers]:
    """disc_uniform <= most / (R C): no rectangle of the sign matrix A, nor of -A, weighs more than ``most``."""
    name, rows = seen(claim, meter)
    need((name, claim.side) == ("disc_uniform", "upper"), "light rectangles are for upper bounds of disc_uniform")
    meter.charge(4 * len(rows) * len(rows[0]))
    tables = [[[{"1": sign, "0": -sign}.get(x, 0) for x in row] for row in rows] for sign in (1, -1)]
    value = Fraction(proof.most, len(rows) * len(rows[0]))
    return value, [partial(Rectangles, table, proof.most, meter=meter) for table in tables]


class Rectangles(Problem):
    """Variables: the rows, value 0 in, 1 out. A solution: rows that, on their best columns, weigh more than ``most``.

    Rows that are positive multiples of one another are added up first, then columns, and the longer side becomes the
    columns: for fixed columns the rows of a heaviest rectangle are those of positive sum, and sums of proportional rows
    have one sign. State: for each column the most that rows can bring. If the positive ones sum to ``most`` or less,
    there is no solution. Moves: permutations of the rows that leave the same columns, in some order.
    """

    def __init__(self, table: Table, most: int, part: Record, meter: Meter) -> None:
        need(table and table[0], "there is no table")
        bits = max(abs(x).bit_length() for row in walk(meter, table, len(table[0])) for x in row)
        meter.charge(len(table) * len(table[0]) * (4 + 4 * product_steps(bits, bits)))
        lines = merged(list(zip(*merged(table), strict=True)))
        self.table = lines if len(lines) < len(lines[0]) else list(zip(*lines, strict=True))
        self.most, self.meter, self.long = most, meter, 1 + 2 * words(bits + len(table).bit_length())
        self.state = [sum(max(0, x) for x in column) for column in zip(*self.table, strict=True)]
        self.kept = (40 + bits // 8) * len(self.state)
        columns = sorted(zip(*self.table, strict=True))
        for rows in part.moves:
            meter.charge(len(rows) * (10 + len(self.state) * (4 + self.long)))
            need(permutation(rows, len(self.table)), "a move is no permutation of the rows")
            need(sorted(zip(*map(self.table.__getitem__, rows), strict=True)) == columns, "a move changes the columns")
        same = [Move(dict(enumerate(rows)), lambda v, x: x, 2) for rows in part.moves]
        super().__init__([2] * len(self.table), same)

    def moved(self, state: list[int], v: int, before: int, after: int) -> list[int]:
        self.meter.charge(10 + len(state) * (1 + self.long))
        lost = -1 if after == 1 else 1  # in: what is below 0 has to be taken; out: what is above 0 is lost
        return [c - max(0, lost * x) for c, x in zip(state, self.table[v], strict=True)]

    def hopeless(self, case: Case, changed: Collection[int]) -> bool:
        self.meter.charge(len(case.state) * self.long)
        return bool(sum(c for c in case.state if c > 0) <= self.most)


def merged(table: Table) -> Table:
    """Rows that are positive multiples of one another added up, rows of zeros left out.

    >>> merged([(1, -2), (2, -4), (0, 0)])
    [[3, -6]]
    """
    sums: dict[tuple[int, ...], int] = {}
    for row in table:
        if divisor := gcd(*row):
            direction = tuple(x // divisor for x in row)
            sums[direction] = sums.get(direction, 0) + divisor
    return [[divisor * x for x in direction] for direction, divisor in sums.items()] or [[0]]


def shattered_problems(proof: Record, claim: Claim, meter: Meter) -> tuple[int, Makers]:
    """The VC dimension of the rows is at most ``size``: no ``size`` + 1 columns show all words."""
    name, rows = seen(claim, meter)
    need((name, claim.side) == ("vc_rows", "upper"), "shattered sets are for upper bounds of a VC dimension")
    return proof.size, [lambda part: Shattered(rows, proof.size + 1, meter)]


class Shattered(Problem):
    """Variables: the different columns, value 0 in, 1 out. A solution: k columns on which the rows show all words.

    Two equal columns are in no such set. State: how many are in, how many out. Step w: of 2^(k - j) rows that would
    have to show the word w on the j columns that are in (its last j bits, the first column first), there are fewer.
    """

    state = (0, 0)

    def __init__(self, rows: Sequence[str], k: int, meter: Meter) -> None:
        meter.charge(len(rows) * len(rows[0]))
        rows = list(dict.fromkeys(rows))
        self.columns = [int("".join(column), 2) for column in dict.fromkeys(zip(*rows, strict=True))]
        self.every, self.k, self.meter = (1 << len(rows)) - 1, k, meter
        super().__init__([2] * len(self.columns), [])

    def moved(self, state: tuple[int, int], v: int, before: int, after: int) -> tuple[int, int]:
        return (state[0] + (after == 1), state[1] + (after == 2))

    def hopeless(self, case: Case, changed: Collection[int]) -> bool:
        return bool(case.state[0] > self.k or len(self.columns) - case.state[1] < self.k)

    def step(self, case: Case, code: int) -> Mapping[int, int] | None:
        shown, inside = self.every, sorted(v for v, left in walk(self.meter, case.left.items(), 4) if left == 1)
        self.meter.charge(20 + (3 + len(inside)) * 2 * words(self.every.bit_length()))
        need(code >> len(inside) == 0, "the word is longer than the columns")
        for place, c in enumerate(reversed(inside)):
            shown &= self.columns[c] if code >> place & 1 else ~self.columns[c]
        need(shown.bit_count() < 1 << self.k - len(inside), "the word is shown often enough")
        return None


def radon_problems(proof: Record, claim: Claim, meter: Meter) -> tuple[int, Makers]:
    """A softmax needs m >= the number of columns less 1: in fewer coordinates their keys have an affine dependency."""
    q = claim.quantity
    need(q.kind == "size" and (q.unit_class.name, q.resource) == ("SOFTMAX", "m"), "these are keys of a softmax")
    need(claim.statement.kind == "attention-matrix", "these dependencies are about a matrix that is written out")
    (m,) = claim.refuted()
    pattern = pattern_of(claim.statement, meter)
    need(proof.columns[-1] < pattern.columns and len(proof.columns) >= m + 2, "too few columns, or none of that number")
    for weights in pattern.weights:
        bits = max(map(int.bit_length, walk(meter, weights, 4).values())) * proof.spread.denominator
        meter.charge(50 + 4 * product_steps(bits, bits))
        a, b = proof.spread.numerator, proof.spread.denominator
        least, most = min(weights.values()), max(weights.values())
        need(a > bits or most**b <= least**b << a, "two weights of a row are further apart than the spread")
    r = (pattern.within + proof.spread) / pattern.below
    return m + 1, [lambda part: Dependencies(pattern, proof.columns, r, part, meter)]


class Dependencies(Problem):
    """Variables: the signs of an affine dependency of keys, values 0, 1, 2 for -, 0, +. m + 2 keys have one.

    Less its least score on the support, and over ``below``, a row has scores 0 .. r on the support and at most -1 off
    it, r = (ratio + spread) / below. Let F be its columns off the support. Numbers L_j of sum 0, not all 0, with sum
    L_j k_j = 0 have sum L_j s_j = 0; so if all L_j < 0 are on the support, the sum over L_j > 0 of L_j times -1 (j in
    F) or r (j not in F) is at least 0. A solution is such L, for all rows, and with both signs exchanged; the one move
    exchanges them.

    Step 2 i (2 i + 1: with both signs exchanged): add up the rows of sum number i, as often as they stand there. No
        column of one of their F may be -; each that may be + has a coefficient <= 0, and one that is + has one below 0.
    """

    def __init__(self, pattern: Pattern, columns: Sequence[int], r: Fraction, part: Record, meter: Meter) -> None:
        self.meter, size = meter, len(columns)
        meter.charge(size * (10 + 4 * len(pattern.weights)))
        off = [frozenset(j for j, c in enumerate(columns) if c not in row) for row in pattern.weights]
        self.sums: list[list[tuple[int, Fraction]]] = []
        for named in part.sums:
            meter.charge(size * (40 + 4 * len(named)))
            need(max(named) < len(off), "a sum names a row that is not there")
            counts = [sum(j in off[i] for i in named) for j in range(size)]
            self.sums.append([(count, count * (1 + r) - len(named) * r) for count in counts])
        super().__init__([3] * size, [Move({}, lambda v, x: 2 - x, 2)])

    def hopeless(self, case: Case, changed: Collection[int]) -> bool:
        """Some number is positive and some negative, as not all are 0 and their sum is."""
        self.meter.charge(20 + 10 * len(self.sizes))
        signs = [self.values(case, v) for v in range(len(self.sizes))]
        return not any(left & 4 for left in signs) or not any(left & 1 for left in signs)

    def step(self, case: Case, code: int) -> Mapping[int, int] | None:
        i, other = divmod(code, 2)
        need(i < len(self.sums), "there is no such sum")
        plus, minus, below = (1, 4, False) if other else (4, 1, False)
        for v, (count, slack) in enumerate(walk(self.meter, self.sums[i], 20)):
            left = self.values(case, v)
            need(not count or not left & minus, "a column off the support of a row may have the other sign")
            need(slack >= 0 or not left & plus, "the sum has a coefficient above 0")
            below = below or (left == plus and slack > 0)
        need(below, "the sum is no contradiction")
        return None
