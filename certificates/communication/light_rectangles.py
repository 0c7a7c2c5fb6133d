"""That no rectangle of a weighted matrix is heavier than a number: a tree of cases, each closed by a sum.

Rows that are positive multiples of one another are added up and rows of zeros left out, then columns likewise: for
fixed columns, a row belongs to a heaviest rectangle exactly if its sum over them is positive (or may as well, if it is
0), and these sums have the same sign. If more rows than columns are left, the matrix is transposed.

The tree decides rows one after the other: in the rectangle, or out. If I are the rows in it and O those that are not
decided yet, a rectangle has at most

    sum_j max(0, c_j),    c_j = sum_{i in I} W_ij + sum_{i in O} max(0, W_ij),

and a case is closed if that is small enough. Putting row i in takes max(0, -W_ij) from every c_j, leaving it out takes
max(0, W_ij). The evidence lists, in preorder (first the case in, then out), the row that is decided in each case that
is not closed so.
"""

from collections.abc import Sequence
from math import gcd

from ..reading import Node
from ..verdict import RejectionError
from .case_tree import replay_cases

Table = list[list[int]]
Case = tuple[list[int], int]
"""The sums c_j, and the rows that are not decided as a bit set."""


def require_light(node: Node, weights: Sequence[Sequence[int]], most: int) -> None:
    """Return if the tree in ``node`` shows that every rectangle weighs at most ``most``; else raise."""
    table = decided_lines(weights)
    gains = [[max(0, x) for x in row] for row in table]
    losses = [[max(0, -x) for x in row] for row in table]
    start = [sum(column) for column in zip(*gains, strict=True)]
    steps = node.integers(0, len(table) - 1)
    node.meter.charge(len(steps) * 4 * (len(start) + 1) * (1 + sum(start).bit_length() // 64))

    def still_open(*cases: Case) -> list[Case]:
        return [case for case in cases if sum([c for c in case[0] if c > 0]) > most]

    def split(case: Case, row: int) -> list[Case]:
        sums, undecided = case
        if not undecided >> row & 1:
            node.fail(f"decides row {row} twice in one case")
        undecided ^= 1 << row
        left = still_open(
            *(([c - x for c, x in zip(sums, part[row], strict=True)], undecided) for part in (losses, gains))
        )
        if left and not undecided:
            raise RejectionError("rectangle-too-heavy", node.path, "all rows of a case are decided, and it is open")
        return left

    replay_cases(node, steps, still_open((start, 2 ** len(table) - 1)), split)


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
