"""Evidence for fooling sets of 1-entries; those of 0-entries are those of the complement.

A *fooling set* is a set of 1-entries of which no two lie in one 1-rectangle, one without 0: of two of them, (r, c) and
(r', c'), M[r][c'] or M[r'][c] is 0. ``fooling1`` is the largest size of one.

Upper ends, where no cover or rank gives them: a refutation of the clauses below. *Groups*: each listed rectangle, in
order, gets the 1-entries that it holds and no earlier one does; every 1-entry must be in a group. Two entries of a
group lie in one 1-rectangle, so a fooling set has at most one in each of the G groups. Suppose that one has at least
k + 1 entries, and that equal rows are replaced by the first of them, likewise columns: the entries stay different and
a fooling set, because two entries in equal rows lie in one rectangle. So only first rows and columns are looked at.

Variables: v(e) for each such 1-entry, row by row (numbers 1 ..), then, for groups g = 1 .. G and t = 1 .. k + 1,
s(g, t): at least t of the groups 1 .. g have an entry of the set; group by group. Clauses, in this order:

1. for any two entries e < f that lie in one 1-rectangle: not v(e) or not v(f) (e in the outer loop);
2. group by group, for t = 1 .. k + 1: not s(g, t) or s(g-1, t) or some v(e) of the group; not s(g, t) or s(g-1, t) or
   s(g-1, t-1). Where s(g-1, t) or s(g-1, t-1) has an index t > g - 1 it is false and left out; where t - 1 = 0 it is
   true and there is no second clause;
3. s(G, k + 1); the empty clause if G < k + 1.

All of them hold for such a fooling set, with s(g, t) read as said.
"""

from collections.abc import Iterator

from ...kernel.clauses import Clause
from ...reading import Node
from ...statement.least_size import MeasureOf
from ...statement.matrix import CommunicationMatrix
from ..proof import Proved
from .clauses import replay_refutation
from .rectangles import Rectangle, read_rectangle, require_no_zero

Cell = tuple[int, int]


def fooling_set(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "pairs", "pairs": [[row, column], ..]}``: the entries are a fooling set."""
    node = evidence.fields(("kind", "pairs"))["pairs"]
    items = [item.items(2) for item in node.items()]
    pairs = [(r.integer(0, matrix.shape[0] - 1), c.integer(0, matrix.shape[1] - 1)) for r, c in items]
    if len({r for r, _ in pairs}) < len(pairs):
        node.reject("not-a-fooling-set", "two entries lie in one row")
    node.meter.charge(len(pairs) ** 2)
    zeros = matrix.masks(0)
    for k, (r, c) in enumerate(pairs):  # no entries: a fooling set of none
        if matrix.rows[r][c] != "1":
            node.reject("not-a-fooling-set", f"({r}, {c}) has not the value", at=f"[{k}]")
        for i, j in pairs[:k]:
            if not (zeros[r] >> j & 1 or zeros[i] >> c & 1):
                node.reject("not-a-fooling-set", f"({i}, {j}) and ({r}, {c})", at=f"[{k}]")
    return Proved(len(pairs), f"a fooling set of {len(pairs)} entries")


def no_larger_set(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "fooling-refutation", "size": k, "rectangles": [..], "axioms": [..], "lemmas": [..]}``: at most k."""
    fields = evidence.fields(("kind", "size", "rectangles", "axioms", "lemmas"))
    size = fields["size"].integer(0, min(matrix.shape))
    cells = first_cells(matrix)
    nodes = fields["rectangles"].items()
    evidence.meter.charge(len(cells) ** 2 + 2 * len(nodes) * (size + 1) + len(nodes) * len(cells))
    zeros, rectangles = matrix.masks(0), []
    for node in nodes:
        rectangles.append(read_rectangle(node.items(2), matrix))
        require_no_zero(node, rectangles[-1], zeros)
    groups, missing = grouped(cells, rectangles)  # without cells nothing is missing, and no set has an entry
    if missing:
        row, column = missing[0]
        evidence.reject("entry-not-covered", f"row {row}, column {column}")
    replay_refutation(fields, fooling_clauses(matrix, cells, groups, size))
    return Proved(size, f"a fooling set of {size + 1} entries refuted")


def first_cells(matrix: CommunicationMatrix) -> tuple[Cell, ...]:
    """The 1-entries in rows and columns that are the first of those equal to them, row by row.

    >>> first_cells(CommunicationMatrix(("101", "101", "010")))
    ((0, 0), (2, 1))
    """
    sides = []
    for words in (matrix.rows, matrix.transposed.rows):
        first: dict[str, int] = {}
        for number, word in enumerate(words):
            first.setdefault(word, number)
        sides.append(set(first.values()))
    return tuple((r, c) for r, c in matrix.cells(1) if r in sides[0] and c in sides[1])


def grouped(cells: tuple[Cell, ...], rectangles: list[Rectangle]) -> tuple[list[list[int]], list[Cell]]:
    """For each rectangle the numbers of the cells that no earlier one holds; and the cells that none holds."""
    sides = [(set(rectangle.rows), set(rectangle.columns)) for rectangle in rectangles]
    groups: list[list[int]] = [[] for _ in rectangles]
    missing = []
    for number, (r, c) in enumerate(cells):
        for group, (rows, columns) in zip(groups, sides, strict=True):
            if r in rows and c in columns:
                group.append(number)
                break
        else:
            missing.append((r, c))
    return groups, missing


def fooling_clauses(
    matrix: CommunicationMatrix, cells: tuple[Cell, ...], groups: list[list[int]], size: int
) -> Iterator[Clause]:
    """The clauses that a fooling set of ``size + 1`` entries would satisfy; see the head of this file."""
    zeros = matrix.masks(0)
    for e, (r, c) in enumerate(cells, start=1):
        mine, bit = zeros[r], 1 << c
        for f, (i, j) in enumerate(cells[e:], start=e + 1):
            if not (mine >> j & 1 or zeros[i] & bit):
                yield -e, -f
    most = size + 1

    def at_least(g: int, t: int) -> list[int]:
        """The literal s(g, t), none if it is false; t >= 1."""
        return [len(cells) + (g - 1) * most + t] if t <= g else []

    for g, group in enumerate(groups, start=1):
        for t in range(1, min(g, most) + 1):
            start = [-at_least(g, t)[0], *at_least(g - 1, t)]
            yield (*start, *(e + 1 for e in group))
            if t > 1:
                yield (*start, *at_least(g - 1, t - 1))
    yield tuple(at_least(len(groups), most))
