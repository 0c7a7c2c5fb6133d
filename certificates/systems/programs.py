"""Linear programs over rectangles: a farkas proof of one is weights, or multipliers of its rows. Trusted.

A program minimises sum w[label, R] over w >= 0; R runs through the rectangles of the matrix that hold no entry
*banned*. With ``load[label](x, y)``, the sum of w[label, R] over the R that hold the entry (x, y), it requires

    sum over labels of c[label] * load[label](x, y)  >= b, or = b,

for each (x, y) and each row (c, sense, b) that the table has for what stands at (x, y). (Jain, Klauck 2010.)

*Weights* that satisfy every row: the program has a value <= sum w. *Multipliers* y of rows, y >= 0 but for ``=``, where
for each label every rectangle has sum over its entries and their rows of c[label] y <= 1: the value is >= sum y b, for

    sum y b <= sum y c load = sum_{label, R} w[label, R] (sum over R of c[label] y) <= sum w.

Discrepancy: 1 / disc is the value of its program, rectangles signed by labels. With weights, for any distribution mu,
1 = sum mu <= sum mu A (load[1] - load[0]) <= sum w * max_R |sum over R of mu A|, so disc >= 1 / sum w. Multipliers y,
divided by their sum, are a mu: disc <= 1 / sum y.
"""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from ..book import Book, Proved
from ..claims import Claim
from ..meaning.matrices import Rows, cells
from ..meaning.quantities import seen
from ..meter import Meter, walk
from ..refuse import need
from ..schema import ANYTHING, Record, Type, integer, many, pair, record, truth
from ..tree import no_rectangle_above

Row = tuple[tuple[int, ...], str, Fraction | int]


class Program(NamedTuple):
    """How many labels there are, the entry banned from rectangles (or none), and the rows for each entry."""

    labels: int
    banned: str
    rows: dict[str, tuple[Row, ...]]


def program_of(name: str, epsilon: Fraction | None) -> Program:
    """The program of a measure: its rows, at most two for each entry."""
    eps = epsilon or Fraction(0)
    over, least, whole = ((-1,), ">=", -eps), ((1,), ">=", 1 - eps), ((1, 1), "=", 1)
    zero, one = ((1, 0), ">=", 1 - eps), ((0, 1), ">=", 1 - eps)
    programs = {
        "fractional_cover1": Program(1, "0", {"0": (), "1": (((1,), ">=", 1),), "*": ()}),
        "fractional_partition1": Program(
            1, "", {"0": (((-1,), ">=", 0),), "1": (((1,), ">=", 1), ((-1,), ">=", -1)), "*": ()}
        ),
        "smooth_rectangle1": Program(1, "", {"0": (over,), "1": (least, ((-1,), ">=", -1)), "*": ()}),
        "partition_bound": Program(2, "", {"0": (whole, zero), "1": (whole, one), "*": (whole,)}),
        "disc": Program(2, "", {"0": (((1, -1), ">=", 1),), "1": (((-1, 1), ">=", 1),), "*": ()}),
    }
    need(name in programs, "no program of rectangles gives this measure")
    return programs[name]


NUMBERS = many(integer(0), 0, rule="increasing")
SYMMETRY = record({"rows": many(integer(0)), "columns": many(integer(0)), "transposed": truth()})
WEIGHTS = record(
    {
        "denominator": integer(1),
        "rectangles": many(pair(NUMBERS, NUMBERS), 0),
        "weights": many(integer(1), 0),
        "answers": many(integer(0), 0),
        "symmetries": many(SYMMETRY, 0),
    },
    {"answers": (), "symmetries": ()},
)
"""No rectangles are needed where no row asks for any: every row is looked at."""
MULTIPLIERS = record(
    {"denominator": integer(1), "tables": many(many(many(integer())), 1, 2), "light": many(ANYTHING, 1, 2)}
)
"""A table for each row of the program in turn, what is not listed being 0, and for each label a proof (rule tree)."""


def weights(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """Weighted rectangles; with ``symmetries`` of the matrix, their average over the group that these generate.

    Images of a rectangle are rectangles with the same entries, and hold each entry of an orbit O equally often: one of
    weight w that has k entries in O lays w k / |O| on each of them.
    """
    p, (name, rows), meter = _read(WEIGHTS, proof, book), seen(claim, book.meter), book.meter
    need(claim.side == ("lower" if name == "disc" else "upper"), "weights show the other side")
    program, labels = program_of(name, claim.quantity.parameter), p.answers or (0,) * len(p.weights)
    need(len(p.rectangles) == len(p.weights) == len(labels), "each rectangle has a weight, and a label if any has")
    orbits = orbits_of(p.symmetries, rows, meter)
    sizes = Counter(orbit for row in walk(meter, orbits, len(rows[0])) for orbit in row)
    load: list[Counter[int]] = [Counter() for _ in range(program.labels)]
    for (inside, across), label, weight in zip(p.rectangles, labels, walk(meter, p.weights, 30), strict=True):
        need(label < program.labels, "there is no such label")
        need(all(i < len(rows) for i in inside) and all(j < len(rows[0]) for j in across), "no such row or column")
        meter.charge(len(inside) * len(across) * (4 + weight.bit_length() // 64))
        for i, j in product(inside, across):
            need(rows[i][j] != program.banned, "a rectangle holds what it must not")
            load[label][orbits[i][j]] += weight
    long = p.denominator.bit_length() + max(map(int.bit_length, p.weights), default=0)
    meter.charge(cells(meter, rows) * (100 + (long + _bits(claim.quantity.parameter)) // 8))
    entries = "".join(rows)
    for orbit, size in sizes.items():
        for c, sense, number in program.rows[entries[orbit]]:
            found, least = sum(x * some[orbit] for x, some in zip(c, load, strict=True)), number * p.denominator * size
            need(found == least if sense == "=" else found >= least, "a row fails")
    total = Fraction(sum(p.weights), p.denominator)  # of disc some row asks for >= 1
    return Proved(1 / total if name == "disc" else total, f"{len(p.weights)} weighted rectangles")


def multipliers(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """Multipliers of rows, in units of 1 / denominator, under which no rectangle weighs more than 1."""
    p, (name, rows), meter = _read(MULTIPLIERS, proof, book), seen(claim, book.meter), book.meter
    need(claim.side == ("upper" if name == "disc" else "lower"), "multipliers show the other side")
    program = program_of(name, claim.quantity.parameter)
    need(len(p.light) == program.labels, "there must be a proof for each label")
    value, sums = Fraction(0), [[[0] * len(row) for row in rows] for _ in range(program.labels)]
    for k, table in enumerate(p.tables):
        need(len(table) == len(rows) and all(len(row) == len(rows[0]) for row in table), "a table has another shape")
        long = max(max(map(int.bit_length, row)) for row in table)
        meter.charge(cells(meter, rows) * (20 + long // 16))
        total: Counter[str] = Counter()
        for i, j in ((i, j) for i, row in enumerate(table) for j, y in enumerate(row) if y):
            entry, y = rows[i][j], table[i][j]
            need(k < len(program.rows[entry]), "a multiplier is of no row")
            c, sense, _ = program.rows[entry][k]
            need(y > 0 or sense == "=", "a multiplier has the wrong sign")
            total[entry] += y
            for x, some in zip(c, sums, strict=True):
                some[i][j] += x * y
        value += sum(y * program.rows[entry][k][2] for entry, y in total.items())
    for some, light in zip(sums, p.light, strict=True):
        below = -sum(x for row in some for x in row if x > 0) - 1  # no rectangle that holds this weighs anything
        both = (zip(*line, strict=True) for line in zip(rows, some, strict=True))
        table = [[below if entry == program.banned else x for entry, x in line] for line in both]
        no_rectangle_above(table, p.denominator, light, meter)
    value /= p.denominator
    need(name != "disc" or value > 0, "all multipliers are 0")
    return Proved(1 / value if name == "disc" else value, "multipliers under which no rectangle weighs more than 1")


SYSTEMS = {"rectangle-weights": weights, "rectangle-multipliers": multipliers}
"""Systems of the farkas rule that are linear programs over rectangles."""


def _read(form: Type, proof: dict[str, Any], book: Book) -> Record:
    found: Record = form.read({k: v for k, v in proof.items() if k not in ("rule", "system")}, "proof", book.meter)
    return found


def _bits(number: Fraction | None) -> int:
    return 0 if number is None else number.numerator.bit_length() + number.denominator.bit_length()


def orbits_of(symmetries: tuple[Record, ...], rows: Rows, meter: Meter) -> list[list[int]]:
    """For each entry its orbit, by the number of the first entry of it, counted row by row."""
    width, leader = len(rows[0]), list(range(cells(meter, rows)))

    def find(entry: int) -> int:
        while leader[entry] != entry:
            leader[entry] = leader[leader[entry]]
            entry = leader[entry]
        return entry

    for symmetry in walk(meter, symmetries, 30 * len(leader)):
        for entry, image in enumerate(_images(symmetry, rows)):
            one, two = sorted((find(entry), find(image)))
            leader[two] = one
    return [[find(entry) for entry in range(i * width, (i + 1) * width)] for i in range(len(rows))]


def _images(symmetry: Record, rows: Rows) -> list[int]:
    """The image of each entry, row by row: (rows[i], columns[j]), or (columns[j], rows[i]) where it is transposed."""
    height, width, images = len(rows), len(rows[0]), []
    need(sorted(symmetry.rows) == list(range(height)), "the rows are no permutation")
    need(sorted(symmetry.columns) == list(range(width)), "the columns are no permutation")
    need(not symmetry.transposed or height == width, "a matrix that is not square cannot be transposed")
    for i, j in product(range(height), range(width)):
        a, b = symmetry.rows[i], symmetry.columns[j]
        a, b = (b, a) if symmetry.transposed else (a, b)
        need(rows[a][b] == rows[i][j], "a symmetry changes the matrix")
        images.append(a * width + b)
    return images
