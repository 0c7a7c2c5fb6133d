"""Rectangles with weights, and the total weight that they lay on each entry; the heaviest rectangle of any weights.

Evidence lists rectangles as ``[[rows], [columns], weight]``, or ``[[rows], [columns], label, weight]`` where rectangles
have labels (an answer, a sign). Weights are positive integers, to be divided by one ``denominator``.

``"symmetries": [{"rows": [..], "columns": [..], "transposed": false}, ..]`` may stand beside them: permutations under
which the matrix does not change: M[rows[i]][columns[j]] = M[i][j], or M[columns[j]][rows[i]] = M[i][j] if
``transposed``. They generate a finite group; what is meant then is the average of the listed rectangles over it. An
image of a rectangle is a rectangle with the same entries, and the images of a given one hold all entries of an orbit
equally often. So an entry of the orbit O gets weight w |R n O| / |O| from a rectangle R of weight w.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, lcm

from ...reading import Node
from ...statement.matrix import CommunicationMatrix
from ...verdict import RejectionError
from .rectangles import MAX_ROW_SETS, heaviest_rectangle

MAX_LISTED = 4 * 10**7
"""Most entries of all listed rectangles together, some seconds."""

MAX_SYMMETRIES = 64
"""Most generators of a group; as many as anyone needs, since every chain of subgroups is short."""

MAX_WEIGHT = 2**2048
"""Largest weight, so that the loads of all entries fit into memory."""

MAX_IMAGES = 2**22
"""Most entries, over all symmetries, whose images are looked at."""

MAX_STEPS = 2**25
"""Most additions of the search for a heaviest rectangle, some seconds: 2^18 row sets of 128 columns."""

Table = list[list[int]]


@dataclass(frozen=True)
class WeightedRectangle:
    """A rectangle, its label (0 if rectangles have none), and its weight before division by the denominator."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    label: int
    weight: int
    path: str


@dataclass(frozen=True)
class WeightedRectangles:
    """Listed rectangles with their orbits: ``unit`` is what a total weight of 1 on an entry is in ``loads``."""

    listed: tuple[WeightedRectangle, ...]
    denominator: int
    orbits: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of all weights, times the denominator."""
        return sum(rectangle.weight for rectangle in self.listed)

    @property
    def scale(self) -> int:
        """A common multiple of the sizes of all orbits."""
        return lcm(*set(self.sizes))

    @property
    def unit(self) -> int:
        """Denominator of ``loads``."""
        return self.denominator * self.scale

    def loads(self, label: int) -> Table:
        """The total weight on each entry from the rectangles of this label, times ``unit``."""
        sums = [0] * len(self.sizes)
        for rectangle in self.listed:
            if rectangle.label == label:
                for i in rectangle.rows:
                    orbit = self.orbits[i]
                    for j in rectangle.columns:
                        sums[orbit[j]] += rectangle.weight
        scale = self.scale
        shares = [total * (scale // size) for total, size in zip(sums, self.sizes, strict=True)]
        return [[shares[orbit] for orbit in row] for row in self.orbits]


def read_weighted(
    fields: dict[str, Node], matrix: CommunicationMatrix, labels: tuple[int, ...] = ()
) -> WeightedRectangles:
    """The fields ``denominator``, ``rectangles`` and, if there, ``symmetries`` of evidence."""
    listed = []
    cells = 0
    for node in fields["rectangles"].items():
        items = node.items(4 if labels else 3)
        rows, columns = items[0].increasing(0, matrix.shape[0] - 1), items[1].increasing(0, matrix.shape[1] - 1)
        label = items[2].integer() if labels else 0
        if labels and label not in labels:
            items[2].fail(f"must be one of {', '.join(map(str, labels))}, got {str(label)[:40]}")
        cells += len(rows) * len(columns)
        if cells > MAX_LISTED:
            fields["rectangles"].fail(f"must hold at most {MAX_LISTED} entries in all")
        listed.append(WeightedRectangle(rows, columns, label, items[-1].integer(1, MAX_WEIGHT), node.path))
    orbits, sizes = _orbits(fields.get("symmetries"), matrix)
    return WeightedRectangles(tuple(listed), fields["denominator"].integer(1), orbits, sizes)


def read_table(node: Node, matrix: CommunicationMatrix) -> Table:
    """Integers, one for each entry of the matrix."""
    rows = [list(row.integers(-MAX_WEIGHT, MAX_WEIGHT)) for row in node.items(matrix.shape[0])]
    for i, row in enumerate(rows):
        if len(row) != matrix.shape[1]:
            node.items()[i].fail(f"must have {matrix.shape[1]} entries, got {len(row)}")
    return rows


def heaviest_weight(node: Node, weights: Sequence[Sequence[int]]) -> int:
    """The largest total weight of a rectangle, at least 0 (that of the empty one).

    Rows that are positive multiples of one another are added up, and rows of zeros left out, then columns likewise: for
    fixed columns, a row belongs to a heaviest rectangle if its sum over them is positive, and these sums have the same
    sign. What is left is gone through.
    """
    merged = _merged(_transposed(_merged([list(row) for row in weights])))
    if not merged:
        return 0
    small, large = sorted((len(merged), len(merged[0])))
    if 2**small > MAX_ROW_SETS or 2**small * large > MAX_STEPS:
        node.fail(
            f"leaves a {small}x{large} matrix of weights when proportional vectors are merged; all sets of the smaller"
            f" side are gone through, so it must be at most {MAX_ROW_SETS.bit_length() - 1}, and the steps {MAX_STEPS}"
        )
    return heaviest_rectangle(merged)[0]


def heaviest_constant(node: Node, weights: Table, matrix: CommunicationMatrix, value: int) -> int:
    """The largest total of nonnegative weights on a rectangle without entries 1 - value.

    An entry 1 - value gets a weight below minus the sum of all others: a rectangle that holds it weighs less than 0.
    But first the column sets of maximal such rectangles are listed, if they are few: they are intersections, over the
    rows of the rectangle, of the sets of columns without entry 1 - value. Rows without weight need not be in it.
    """
    below = -sum(map(sum, weights)) - 1
    if below == -1:
        return 0
    other = [[below if x == "10"[value] else w for x, w in zip(*pair, strict=True)]
             for pair in zip(matrix.rows, weights, strict=True)]  # fmt: skip
    everything = 2 ** matrix.shape[1] - 1
    allowed = [everything & ~mask for mask in matrix.masks(1 - value)]
    bits = [1 << j for j in range(matrix.shape[1])]
    support = [
        (i, [(bit, w) for bit, w in zip(bits, row, strict=True) if w]) for i, row in enumerate(weights) if any(row)
    ]
    cells = sum(len(entries) for _, entries in support)
    closed = {everything}
    for i, _ in support:
        closed |= {columns & allowed[i] for columns in closed}
        if len(closed) * cells > MAX_STEPS // 16:  # a step here is slower
            return heaviest_weight(node, other)
    best = 0
    for columns in closed:
        held = [entries for i, entries in support if not columns & ~allowed[i]]
        best = max(best, sum(w for entries in held for bit, w in entries if columns & bit))
    return best


def _transposed(table: Table) -> Table:
    return [list(column) for column in zip(*table, strict=True)]


def _merged(table: Table) -> Table:
    sums: dict[tuple[int, ...], int] = {}
    for row in table:
        if divisor := gcd(*row):
            direction = tuple(x // divisor for x in row)
            sums[direction] = sums.get(direction, 0) + divisor
    return [[divisor * x for x in direction] for direction, divisor in sums.items()]


def _orbits(node: Node | None, matrix: CommunicationMatrix) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """For each entry the number of its orbit, and the orbits' sizes."""
    rows, columns = matrix.shape
    if node is None:
        return tuple(tuple(range(i * columns, (i + 1) * columns)) for i in range(rows)), (1,) * (rows * columns)
    nodes = node.items()
    if len(nodes) > MAX_SYMMETRIES:
        node.fail(f"must be at most {MAX_SYMMETRIES}, got {len(nodes)}")
    if len(nodes) * rows * columns > MAX_IMAGES:
        node.fail(f"times {rows * columns} entries must be at most {MAX_IMAGES} images, got {len(nodes)} symmetries")
    leader = list(range(rows * columns))

    def find(cell: int) -> int:
        while leader[cell] != cell:
            leader[cell] = leader[leader[cell]]
            cell = leader[cell]
        return cell

    for symmetry in nodes:
        for cell, image in enumerate(_images(symmetry, matrix)):
            leader[find(cell)] = find(image)
    numbers: dict[int, int] = {}
    sizes: list[int] = []
    table = []
    for i in range(rows):
        row = []
        for j in range(columns):
            root = find(i * columns + j)
            if root not in numbers:
                numbers[root] = len(sizes)
                sizes.append(0)
            sizes[numbers[root]] += 1
            row.append(numbers[root])
        table.append(tuple(row))
    return tuple(table), tuple(sizes)


def _images(node: Node, matrix: CommunicationMatrix) -> list[int]:
    """The image of each cell, row by row; rejected unless the matrix is the same there."""
    fields = node.fields(("rows", "columns", "transposed"))
    flipped = fields["transposed"].truth()
    sides = matrix.shape[::-1] if flipped else matrix.shape
    permutations = []
    for name, length, range_ in zip(("rows", "columns"), matrix.shape, sides, strict=True):
        permutation = fields[name].integers(0, range_ - 1)
        if length != range_ or len(permutation) != length or len(set(permutation)) != length:
            fields[name].fail(f"must be a permutation of 0 .. {length - 1}; a transposed one needs a square matrix")
        permutations.append(permutation)
    rows, columns = permutations
    images = []
    for i, row in enumerate(matrix.rows):
        for j, entry in enumerate(row):
            a, b = (columns[j], rows[i]) if flipped else (rows[i], columns[j])
            if matrix.rows[a][b] != entry:
                reason = f"entry ({i}, {j}) is {entry}, its image ({a}, {b}) is {matrix.rows[a][b]}"
                raise RejectionError("not-an-automorphism", node.path, reason)
            images.append(a * len(row) + b)
    return images
