"""Rectangles with weights, and the total weight that they lay on each entry.

Evidence lists rectangles as ``[[rows], [columns], weight]``, or ``[[rows], [columns], label, weight]`` where rectangles
have labels (an answer, a sign). Weights are positive integers, to be divided by one ``denominator``.

``"symmetries": [{"rows": [..], "columns": [..], "transposed": false}, ..]`` may stand beside them: permutations under
which the matrix does not change: M[rows[i]][columns[j]] = M[i][j], or M[columns[j]][rows[i]] = M[i][j] if
``transposed``. They generate a finite group; what is meant then is the average of the listed rectangles over it. An
image of a rectangle is a rectangle with the same entries, and the images of a given one hold all entries of an orbit
equally often. So an entry of the orbit O gets weight w |R n O| / |O| from a rectangle R of weight w.
"""

from collections import Counter
from dataclasses import dataclass
from math import lcm

from ...messages import short_number
from ...reading import Node
from ...statement.matrix import CommunicationMatrix
from .rectangles import Rectangle, read_rectangle

MAX_WEIGHT = 2**2048
"""Largest weight, so that the loads of all entries fit into memory."""

Table = list[list[int]]


@dataclass(frozen=True)
class WeightedRectangle:
    """A rectangle, its label (0 if rectangles have none), and its weight before division by the denominator."""

    sides: Rectangle
    label: int
    weight: int
    node: Node


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
                for i in rectangle.sides.rows:
                    orbit = self.orbits[i]
                    for j in rectangle.sides.columns:
                        sums[orbit[j]] += rectangle.weight
        scale = self.scale
        shares = [total * (scale // size) for total, size in zip(sums, self.sizes, strict=True)]
        return [[shares[orbit] for orbit in row] for row in self.orbits]


def read_weighted(
    fields: dict[str, Node], matrix: CommunicationMatrix, labels: tuple[int, ...] = ()
) -> WeightedRectangles:
    """The field ``rectangles`` and, if there, ``denominator`` (else 1) and ``symmetries`` of evidence."""
    listed = []
    for node in fields["rectangles"].items():
        items = node.items(4 if labels else 3)
        label = items[2].integer() if labels else 0
        if labels and label not in labels:
            items[2].fail(f"must be one of {', '.join(map(str, labels))}, got {short_number(label)}")
        weight = items[-1].integer(1, MAX_WEIGHT)
        sides = read_rectangle(items[:2], matrix)
        node.meter.charge(len(sides.rows) * len(sides.columns) * (weight.bit_length() // 64))
        listed.append(WeightedRectangle(sides, label, weight, node))
    orbits, sizes = _orbits(fields.get("symmetries"), matrix)
    denominator = fields["denominator"].integer(1) if "denominator" in fields else 1
    weighted = WeightedRectangles(tuple(listed), denominator, orbits, sizes)
    length = weighted.scale.bit_length() + max((rectangle.weight.bit_length() for rectangle in listed), default=0)
    fields["rectangles"].meter.charge(4 * len(sizes) * (1 + length // 64))
    return weighted


def read_table(node: Node, matrix: CommunicationMatrix, allowed: str = "-+ -+ -+") -> Table:
    """Integers, one for each entry of the matrix; ``allowed`` signs at 0, 1 and ``*``, where 0 is always allowed."""
    signs = dict(zip("01*", allowed.split(), strict=True))
    rows = [list(row.integers(-MAX_WEIGHT, MAX_WEIGHT, matrix.shape[1])) for row in node.items(matrix.shape[0])]
    for i, (row, entries) in enumerate(zip(rows, matrix.rows, strict=True)):
        for j, (weight, entry) in enumerate(zip(row, entries, strict=True)):
            if weight and ("+" if weight > 0 else "-") not in signs[entry]:
                node.reject("constraint-violated", f"the weight at ({i}, {j}) has the wrong sign")
    return rows


def _orbits(node: Node | None, matrix: CommunicationMatrix) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """For each entry the number of its orbit, and the orbits' sizes."""
    rows, columns = matrix.shape
    if node is None:
        return tuple(tuple(range(i * columns, (i + 1) * columns)) for i in range(rows)), (1,) * (rows * columns)
    nodes = node.items()
    node.meter.charge(8 * len(nodes) * rows * columns)
    leader = list(range(rows * columns))

    def find(cell: int) -> int:
        while leader[cell] != cell:
            leader[cell] = leader[leader[cell]]
            cell = leader[cell]
        return cell

    for symmetry in nodes:
        for cell, image in enumerate(_images(symmetry, matrix)):
            leader[find(cell)] = find(image)
    sizes = Counter(map(find, range(rows * columns)))  # in the order of the first cells
    numbers = {root: number for number, root in enumerate(sizes)}
    table = (tuple(numbers[find(cell)] for cell in range(i * columns, (i + 1) * columns)) for i in range(rows))
    return tuple(table), tuple(sizes.values())


def _images(node: Node, matrix: CommunicationMatrix) -> list[int]:
    """The image of each cell, row by row; rejected unless the matrix is the same there."""
    fields = node.fields(("rows", "columns", "transposed"))
    flipped = fields["transposed"].truth()
    if flipped and matrix.shape[0] != matrix.shape[1]:
        fields["transposed"].fail("must be false, because the matrix is not square")
    rows, columns = fields["rows"].permutation(matrix.shape[0]), fields["columns"].permutation(matrix.shape[1])
    images = []
    for i, row in enumerate(matrix.rows):
        for j, entry in enumerate(row):
            a, b = (columns[j], rows[i]) if flipped else (rows[i], columns[j])
            if matrix.rows[a][b] != entry:
                reason = f"entry ({i}, {j}) is {entry}, its image ({a}, {b}) is {matrix.rows[a][b]}"
                node.reject("not-an-automorphism", reason)
            images.append(a * len(row) + b)
    return images
