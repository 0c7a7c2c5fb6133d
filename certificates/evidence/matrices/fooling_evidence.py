"""Evidence for fooling sets, the value b of the entries being in the measure's name.

A *fooling set* for b is a set of b-entries of which no two lie in one b-rectangle: of two of them, (r, c) and (r', c'),
M[r][c'] or M[r'][c] is 1 - b. ``fooling_b`` is the largest size of one.

Upper ends, where no cover or rank gives them: a refutation of the clauses below. *Groups*: each listed rectangle, in
order, gets the b-entries that it holds and no earlier one does; every b-entry must be in a group. Two entries of a
group lie in one b-rectangle, so a fooling set has at most one in each of the G groups. Suppose that one has at least
k + 1 entries, and that equal rows are replaced by the first of them, likewise columns: the entries stay different and
a fooling set, because two entries in equal rows lie in one rectangle. So only first rows and columns are looked at.

Variables: v(e) for each such b-entry, row by row (numbers 1 ..), then, for groups g = 1 .. G and t = 1 .. k + 1,
s(g, t): at least t of the groups 1 .. g have an entry of the set; group by group. Clauses, in this order:

1. for any two entries e < f that lie in one b-rectangle: not v(e) or not v(f) (e in the outer loop);
2. group by group, for t = 1 .. k + 1: not s(g, t) or s(g-1, t) or some v(e) of the group; not s(g, t) or s(g-1, t) or
   s(g-1, t-1). Where s(g-1, t) or s(g-1, t-1) has an index t > g - 1 it is false and left out; where t - 1 = 0 it is
   true and there is no second clause;
3. s(G, k + 1); the empty clause if G < k + 1.

All of them hold for such a fooling set, with s(g, t) read as said.
"""

from fractions import Fraction

from ...reading import Node
from ...statement.matrix import CommunicationMatrix
from ...verdict import RejectionError
from .clauses import MAX_CLAUSES, replay_refutation
from .proof import Proved, Prover, Provers
from .rectangles import Rectangle, read_rectangle

Clause = tuple[int, ...]
Cell = tuple[int, int]


def pairs_prover(value: int) -> Prover:
    """``{"kind": "pairs", "pairs": [[row, column], ..]}``: the entries are a fooling set."""

    def prove(evidence: Node, matrix: CommunicationMatrix, parameter: Fraction | None) -> Proved:
        node = evidence.fields(("kind", "pairs"))["pairs"]
        items = [item.items(2) for item in node.items()]
        pairs = [(r.integer(0, matrix.shape[0] - 1), c.integer(0, matrix.shape[1] - 1)) for r, c in items]
        if len({r for r, _ in pairs}) < len(pairs):
            raise RejectionError("not-a-fooling-set", node.path, "two entries lie in one row")
        other = matrix.masks(1 - value)
        for k, (r, c) in enumerate(pairs):
            if matrix.rows[r][c] != "01"[value]:
                raise RejectionError("not-a-fooling-set", f"{node.path}[{k}]", f"({r}, {c}) is {matrix.rows[r][c]}")
            for i, j in pairs[:k]:
                if not (other[r] >> j & 1 or other[i] >> c & 1):
                    raise RejectionError("not-a-fooling-set", f"{node.path}[{k}]", f"({i}, {j}) and ({r}, {c})")
        return Proved(Fraction(len(pairs)), f"a fooling set of {len(pairs)} entries {value}")

    return prove


def refutation_prover(value: int) -> Prover:
    """``{"kind": "fooling-refutation", "size": k, "rectangles": [..], "axioms": [..], "lemmas": [..]}``: at most k."""

    def prove(evidence: Node, matrix: CommunicationMatrix, parameter: Fraction | None) -> Proved:
        fields = evidence.fields(("kind", "size", "rectangles", "axioms", "lemmas"))
        size = fields["size"].integer(0, min(matrix.shape))
        nodes = fields["rectangles"].items()
        cells = first_cells(matrix, value)
        if len(nodes) > len(cells):
            fields["rectangles"].fail(f"must be at most {len(cells)}, one for each entry that is looked at")
        if (pairs := len(cells) * (len(cells) - 1) // 2 + 2 * len(nodes) * (size + 1)) > MAX_CLAUSES:
            evidence.fail(f"makes up to {pairs} clauses; at most {MAX_CLAUSES} are built")
        rectangles = [read_rectangle(node, matrix) for node in nodes]
        other = matrix.masks(1 - value)
        for node, rectangle in zip(nodes, rectangles, strict=True):
            columns = sum(1 << j for j in rectangle.columns)
            for i in rectangle.rows:
                if columns & other[i]:
                    raise RejectionError("rectangle-not-constant", node.path, f"it holds a {1 - value} in row {i}")
        groups, missing = grouped(cells, rectangles)
        if missing:
            row, column = missing[0]
            raise RejectionError("entry-not-covered", evidence.path, f"row {row}, column {column}")
        replay_refutation(fields, fooling_clauses(matrix, value, cells, groups, size))
        return Proved(Fraction(size), f"a fooling set of {size + 1} entries {value} refuted")

    return prove


def first_cells(matrix: CommunicationMatrix, value: int) -> tuple[Cell, ...]:
    """The b-entries in rows and columns that are the first of those equal to them, row by row.

    >>> first_cells(CommunicationMatrix(("101", "101", "010")), 1)
    ((0, 0), (2, 1))
    """
    sides = []
    for words in (matrix.rows, matrix.transposed.rows):
        first: dict[str, int] = {}
        for number, word in enumerate(words):
            first.setdefault(word, number)
        sides.append(set(first.values()))
    return tuple((r, c) for r, c in matrix.cells(value) if r in sides[0] and c in sides[1])


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
    matrix: CommunicationMatrix, value: int, cells: tuple[Cell, ...], groups: list[list[int]], size: int
) -> list[Clause]:
    """The clauses that a fooling set of ``size + 1`` entries would satisfy; see the head of this file."""
    other = matrix.masks(1 - value)
    clauses: list[Clause] = []
    for e, (r, c) in enumerate(cells, start=1):
        mine, bit = other[r], 1 << c
        clauses += [
            (-e, -f) for f, (i, j) in enumerate(cells[e:], start=e + 1) if not (mine >> j & 1 or other[i] & bit)
        ]
    most = size + 1

    def at_least(g: int, t: int) -> list[int]:
        """The literal s(g, t), none if it is false; t >= 1."""
        return [len(cells) + (g - 1) * most + t] if t <= g else []

    for g, group in enumerate(groups, start=1):
        for t in range(1, min(g, most) + 1):
            start = [-at_least(g, t)[0], *at_least(g - 1, t)]
            clauses.append((*start, *(e + 1 for e in group)))
            if t > 1:
                clauses.append((*start, *at_least(g - 1, t - 1)))
    clauses.append(tuple(at_least(len(groups), most)))
    return clauses


LOWER: Provers = {
    "fooling0": {"pairs": pairs_prover(0)},
    "fooling1": {"pairs": pairs_prover(1)},
}
UPPER: Provers = {
    "fooling0": {"fooling-refutation": refutation_prover(0)},
    "fooling1": {"fooling-refutation": refutation_prover(1)},
}
