"""That no rectangle of a weighted matrix is heavier than a number: a tree of cases, each closed by a sum.

Rows that are positive multiples of one another are added up and rows of zeros left out, then columns likewise: for
fixed columns, a row belongs to a heaviest rectangle exactly if its sum over them is positive (or may as well, if it is
0), and these sums have the same sign. If more rows than columns are left, the matrix is transposed.

The tree decides rows one after the other: in the rectangle, or out. If I are the rows in it and O those that are not
decided yet, a rectangle has at most

    sum_j max(0, c_j),    c_j = sum_{i in I} W_ij + sum_{i in O} max(0, W_ij),

and a case is closed if that is small enough. Putting row i in takes max(0, -W_ij) from every c_j, leaving it out takes
max(0, W_ij). The evidence names, in preorder (first the case in, then out), the row that is decided in each case that
is not closed so: row i by the character with the code 48 + i, ``0`` for row 0.

*Symmetries*, if there are any, are permutations of the rows that only change the order of the columns. Those that keep
the rows in and the rows out, both as sets, in a case and in those that it comes from, generate a group. If a rectangle
of the case has a row of the orbit of row i, an image of it has row i, the same weight, and is one of the case. So the
second case is that the whole orbit is out (orbital branching: Ostrowski, Linderoth, Rossi, Smriglio 2011).
"""

from collections.abc import Iterable, Sequence
from math import gcd

from ...kernel.case_tree import replay_preorder
from ...reading import Node

FIRST = ord("0")
"""The character code of row 0."""

Table = list[list[int]]
Permutation = tuple[int, ...]
Case = tuple[list[int], frozenset[int], frozenset[int], list[Permutation]]
"""The sums c_j, the rows in, the rows out, and the symmetries that have kept both so far."""


def require_light(node: Node, weights: Sequence[Sequence[int]], most: int) -> None:
    """Return if ``{"steps": ".."}``, perhaps with ``symmetries``, shows that no rectangle weighs more than ``most``."""
    fields = node.fields(("steps",), ("symmetries",))
    length = max((abs(x).bit_length() for row in weights for x in row), default=0)
    node.meter.charge(4 * len(weights) * len(weights[0]) * (1 + length // 64))
    table = decided_lines(weights)
    gains = [[max(0, x) for x in row] for row in table]
    losses = [[max(0, -x) for x in row] for row in table]
    start = [sum(column) for column in zip(*gains, strict=True)]
    symmetries = _read_symmetries(fields["symmetries"], table) if "symmetries" in fields else []
    steps = Node([ord(character) - FIRST for character in fields["steps"].text()], "steps", node.meter, node)
    step_cost = 4 * len(start) * (1 + sum(start).bit_length() // 64) + 4 * len(table) * (1 + len(symmetries))

    def still_open(*cases: Case) -> list[Case]:
        return [case for case in cases if sum([c for c in case[0] if c > 0]) > most]

    def split(step: Node, case: Case) -> list[Case]:
        row = step.integer(0, len(table) - 1)
        node.meter.charge(step_cost)
        sums, inside, outside, given = case
        if row in inside or row in outside:
            step.fail(f"decides row {row} twice in one case")
        kept = [p for p in given if all(p[i] in inside for i in inside) and all(p[i] in outside for i in outside)]
        orbit = orbit_of(row, kept)
        without = sums
        node.meter.charge((1 + len(orbit)) * len(sums) * (1 + length // 64))
        for i in orbit:
            without = [c - x for c, x in zip(without, gains[i], strict=True)]
        left = still_open(
            ([c - x for c, x in zip(sums, losses[row], strict=True)], inside | {row}, outside, kept),
            (without, inside, outside | orbit, kept),
        )
        if any(len(rows_in) + len(rows_out) == len(table) for _, rows_in, rows_out, _ in left):
            step.reject("rectangle-too-heavy", "all rows of a case are decided, and it is open")
        return left

    for case in still_open((start, frozenset(), frozenset(), symmetries)):
        replay_preorder(steps, case, split)
        return
    if steps.value:
        steps.fail("must be empty, because the first case is closed")


def orbit_of(row: int, permutations: Iterable[Permutation]) -> frozenset[int]:
    """The images of a row under the group that the permutations generate.

    >>> sorted(orbit_of(0, [(1, 2, 0, 3)]))
    [0, 1, 2]
    """
    permutations = tuple(permutations)
    orbit, waiting = {row}, [row]
    while waiting:
        i = waiting.pop()
        images = {p[i] for p in permutations} - orbit
        orbit |= images
        waiting += images
    return frozenset(orbit)


def _read_symmetries(node: Node, table: Table) -> list[Permutation]:
    """Permutations of the rows of the table; moving row i to place p[i] leaves the same columns, in some order."""
    columns = sorted(zip(*table, strict=True))
    symmetries = []
    for item in node.items():
        permutation = item.permutation(len(table))
        node.meter.charge(4 * len(table) * len(columns))
        if sorted(zip(*(table[i] for i in permutation), strict=True)) != columns:
            item.reject("not-an-automorphism", "it changes the columns")
        symmetries.append(permutation)
    return symmetries


def decided_lines(weights: Sequence[Sequence[int]]) -> Table:
    """The rows that a tree decides: proportional ones added up, and as few of them as there are columns, or fewer.

    >>> decided_lines([[1, -2, 0], [2, -4, 0], [0, 1, 0]])
    [[3, -6], [0, 1]]
    """
    table = _transposed(_merged(_transposed(_merged([list(row) for row in weights]))))
    return table if len(table) <= len(table[0]) else _transposed(table)


def without_zeros(weights: Table, entries: Sequence[str]) -> Table:
    """Nonnegative weights, entries 0 made so heavy below 0 that a rectangle which holds one weighs less than 0."""
    below = -sum(map(sum, weights)) - 1
    return [
        [below if entry == "0" else weight for weight, entry in zip(row, word, strict=True)]
        for row, word in zip(weights, entries, strict=True)
    ]


def _transposed(table: Table) -> Table:
    return [list(column) for column in zip(*table, strict=True)]


def _merged(table: Table) -> Table:
    sums: dict[tuple[int, ...], int] = {}
    for row in table:
        if divisor := gcd(*row):
            direction = tuple(x // divisor for x in row)
            sums[direction] = sums.get(direction, 0) + divisor
    return [[divisor * x for x in direction] for direction, divisor in sums.items()] or [[0]]
