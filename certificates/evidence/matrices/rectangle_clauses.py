"""Clauses that say: k slots, each a b-rectangle, hold every b-entry of a matrix (at least once, or exactly once).

Variables, in this order, for the slots s = 0 .. k-1: x(s, r), row r belongs to slot s; y(s, c), column c does; z(s, e),
slot s holds the b-entry number e (row by row). They are numbered slot by slot, first all rows, then all columns, then
all b-entries.

Clauses, in this order:

1. for each slot and each entry 1 - b at (r, c): not x(s, r) or not y(s, c);
2. for each slot and each b-entry e at (r, c): not z or x; not z or y; in a partition also z or not x or not y;
3. for each b-entry: it is in some slot;
4. for number i of the entries of ``order``: it is in one of the slots 0 .. i;
5. in a partition, for each b-entry and two slots: it is not in both.

Clauses 4 remove the symmetry between slots at no loss. Take a cover by at most k rectangles and number them: go
through ``order``, and if no rectangle that holds the entry has a number yet, give the next number to one that does.
Before entry number i at most i numbers are given, so then it is held by one of the rectangles 0 .. i. The rest is
numbered at will, and empty rectangles fill up to k. (Entries of a fooling set lie in different rectangles: if they
come first in ``order``, unit propagation puts number i into slot i.)
"""

from itertools import combinations

from ...reading import Node
from ...statement.matrix import CommunicationMatrix
from .clauses import MAX_CLAUSES

Cell = tuple[int, int]
Clause = tuple[int, ...]


def cover_clauses(node: Node, matrix: CommunicationMatrix, value: int, slots: int, order: list[int]) -> list[Clause]:
    """The clauses of a cover; ``order`` has numbers of b-entries.

    >>> equality = CommunicationMatrix(("10", "01"))
    >>> cover_clauses(Node(1, "slots"), equality, 1, 1, [0])[:2]
    [(-1, -4), (-2, -3)]
    """
    return _clauses(node, matrix, value, slots, order, disjoint=False)


def partition_clauses(
    node: Node, matrix: CommunicationMatrix, value: int, slots: int, order: list[int]
) -> list[Clause]:
    """The clauses of a partition; ``order`` has numbers of b-entries."""
    return _clauses(node, matrix, value, slots, order, disjoint=True)


def read_order(node: Node, matrix: CommunicationMatrix, value: int, slots: int) -> list[int]:
    """Numbers of the b-entries listed as ``[[row, column], ..]``, in the part of the matrix that is argued about."""
    numbers = {cell: number for number, cell in enumerate(matrix.cells(value))}
    order = []
    for item in node.items():
        row, column = item.items(2)
        cell = row.integer(0, matrix.shape[0] - 1), column.integer(0, matrix.shape[1] - 1)
        if cell not in numbers:
            item.fail(f"must be an entry {value}")
        order.append(numbers[cell])
    if len(order) > slots:
        node.fail(f"must have at most {slots} entries, one for each slot")
    return order


def _clauses(
    node: Node, matrix: CommunicationMatrix, value: int, slots: int, order: list[int], disjoint: bool
) -> list[Clause]:
    cells, other = matrix.cells(value), matrix.cells(1 - value)
    rows, columns = matrix.shape
    size = rows + columns + len(cells)
    count = slots * (len(other) + (2 + disjoint) * len(cells)) + disjoint * len(cells) * slots * (slots - 1) // 2
    if count + len(cells) + len(order) > MAX_CLAUSES:
        node.fail(f"makes {count} clauses; at most {MAX_CLAUSES} are built")
    clauses: list[Clause] = []
    for s in range(slots):
        first = s * size + 1
        clauses += [(-(first + r), -(first + rows + c)) for r, c in other]
    for s in range(slots):
        first = s * size + 1
        for e, (r, c) in enumerate(cells, start=first + rows + columns):
            clauses += [(-e, first + r), (-e, first + rows + c)]
            if disjoint:
                clauses.append((e, -(first + r), -(first + rows + c)))
    holds = [[s * size + 1 + rows + columns + e for s in range(slots)] for e in range(len(cells))]
    clauses += [tuple(slots_of) for slots_of in holds]
    clauses += [tuple(holds[e][: i + 1]) for i, e in enumerate(order)]
    if disjoint:
        clauses += [(-one, -two) for slots_of in holds for one, two in combinations(slots_of, 2)]
    return clauses
