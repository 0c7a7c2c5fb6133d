"""Clauses that say: k slots, each a 1-rectangle, hold every 1-entry of a matrix (at least once, or exactly once).

Variables, in this order, for the slots s = 0 .. k-1: x(s, r), row r belongs to slot s; y(s, c), column c does; z(s, e),
slot s holds the 1-entry number e (row by row). They are numbered slot by slot, first all rows, then all columns, then
all 1-entries.

Clauses, in this order:

1. for each slot and each entry 0 at (r, c): not x(s, r) or not y(s, c);
2. for each slot and each 1-entry e at (r, c): not z or x; not z or y; in a partition also z or not x or not y;
3. for each 1-entry: it is in some slot;
4. for number i of the entries of ``order``: it is in one of the slots 0 .. i;
5. in a partition, for each 1-entry and two slots: it is not in both.

Clauses 4 remove the symmetry between slots at no loss. Take a cover by at most k rectangles and number them: go
through ``order``, and if no rectangle that holds the entry has a number yet, give the next number to one that does.
Before entry number i at most i numbers are given, so then it is held by one of the rectangles 0 .. i. The rest is
numbered at will, and empty rectangles fill up to k. (Entries of a fooling set lie in different rectangles: if they
come first in ``order``, unit propagation puts number i into slot i.)
"""

from collections.abc import Iterator
from itertools import combinations

from ...kernel.clauses import Clause
from ....questions.reading import Node
from ....questions.matrix import CommunicationMatrix

Cell = tuple[int, int]


def read_order(node: Node, matrix: CommunicationMatrix, slots: int) -> list[int]:
    """Numbers of the 1-entries listed as ``[[row, column], ..]``."""
    numbers = {cell: number for number, cell in enumerate(matrix.cells(1))}
    order = []
    for item in node.items():
        row, column = item.items(2)
        cell = row.integer(0, matrix.shape[0] - 1), column.integer(0, matrix.shape[1] - 1)
        if cell not in numbers:
            item.fail("must be an entry of the value in question")
        order.append(numbers[cell])
    if len(order) > slots:
        node.fail(f"must have at most {slots} entries, one for each slot")
    return order


def slot_clauses(matrix: CommunicationMatrix, slots: int, order: list[int], disjoint: bool) -> Iterator[Clause]:
    """The clauses of a cover or a partition; ``order`` has numbers of 1-entries.

    >>> list(slot_clauses(CommunicationMatrix(("10", "01")), 1, [0], disjoint=False))[:2]
    [(-1, -4), (-2, -3)]
    """
    cells, other = matrix.cells(1), matrix.cells(0)
    rows, columns = matrix.shape
    size = rows + columns + len(cells)
    firsts = [s * size + 1 for s in range(slots)]
    for first in firsts:
        for r, c in other:
            yield -(first + r), -(first + rows + c)
    for first in firsts:
        for e, (r, c) in enumerate(cells, start=first + rows + columns):
            yield -e, first + r
            yield -e, first + rows + c
            if disjoint:
                yield e, -(first + r), -(first + rows + c)
    start = rows + columns
    for e in range(len(cells)):
        yield tuple(first + start + e for first in firsts)
    for i, e in enumerate(order):
        yield tuple(first + start + e for first in firsts[: i + 1])
    if disjoint:
        for e in range(len(cells)):
            for one, two in combinations(firsts, 2):
                yield -(one + start + e), -(two + start + e)
