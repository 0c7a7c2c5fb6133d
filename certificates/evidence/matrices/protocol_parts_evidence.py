"""D > k from parts of the matrix without a protocol of some depth: by rank, or because each split leaves a bad half.

``{"kind": "parts", "parts": [..]}``, parts in an order in which each rests on earlier ones; the last is the claim's.
``[j, rows, columns]`` says that the rectangle has D > j because of its ranks, ``[j, rows, columns, [A, steps], [B,
steps]]`` because of the parts numbered in A and B (counted from 0). Proof that each part says something true, in order:

*Ranks, j >= 1, no * in the part.* The leaves of a tree of depth j are at most 2^j disjoint rectangles; those with
answer 1 add up to the part's M, those with answer 0 to J - M, and a rectangle has rank 1 modulo any prime. So
rank M + rank (J - M) > 2^j, modulo ``PRIME``, gives D > j. For j = 0: a part with both values is not constant.

*Splits, j >= 1.* Suppose a tree of depth at most j; its root may be taken as an inner node. If Alice owns it, it splits
the rows in two, and both halves (with all columns) have trees of depth j - 1. Each part in A lies inside this part and
has D > j - 1, so its rows lie in neither half: the halves are a colouring of the rows with two colours in which no part
of A has rows of one colour only. If there is no such colouring, Alice does not own the root; if the same holds for the
columns of the parts in B, Bob does not either, so D > j. That there is none is shown by a tree of cases, ``steps``.
"""

from ...kernel.bit_sets import bit_set, members
from ...kernel.case_tree import replay_preorder
from ...reading import Node
from ...statement.least_size import MeasureOf
from ...statement.matrix import CommunicationMatrix
from ..proof import Proved
from .rank_evidence import rank_modulo

PRIME = 2**31 - 1
"""Ranks are taken modulo this prime."""

Part = tuple[int, int, int]
"""A depth, and rows and columns as bit sets."""
Colours = tuple[int, int]
"""The elements of colour 0 and those of colour 1, as bit sets."""


def parts_without_trees(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """D > j, for the j of the last part."""
    nodes = evidence.fields(("kind", "parts"))["parts"].items()
    if not nodes:
        evidence.field("parts").fail("must hold at least one part")
    proved: list[Part] = []
    for node in nodes:
        fields = node.items()
        if len(fields) not in (3, 5):
            node.fail(f"must have 3 or 5 entries, got {len(fields)}")
        depth = fields[0].integer(0, 64)
        rows = fields[1].increasing(0, matrix.shape[0] - 1)
        columns = fields[2].increasing(0, matrix.shape[1] - 1)
        part = depth, bit_set(rows), bit_set(columns)
        if len(fields) == 3:
            _require_worse(node, matrix, depth, rows, columns)
        elif depth == 0:
            fields[0].fail("must be at least 1 where a part is split")
        else:
            for side, split in enumerate(fields[3:], start=1):
                _require_bad_splits(split, part, proved, side)
        proved.append(part)
    return Proved(proved[-1][0] + 1, f"{len(proved)} parts, each with too high a rank or only bad splits")


def refute_colourings(steps: Node, edges: list[int]) -> None:
    """Return if no colouring with two colours gives each edge (a bit set) both; ``steps`` is the tree of cases.

    In a case some elements have a colour. Step 2 e + c says that edge e has no element of colour c yet; one of those
    without a colour has to get it. The cases are: the first of them does, or the second and the first has the other
    colour, and so on. None is left where all elements of the edge have the other colour.

    >>> refute_colourings(Node([0, 1, 2, 5, 3, 4], "steps"), [0b011, 0b110, 0b101])
    """

    def split(node: Node, colours: Colours) -> list[Colours]:
        step = node.integer(0, 2 * len(edges) - 1)
        edge, lacking = edges[step >> 1], step & 1
        if edge & colours[lacking]:
            node.reject("case-not-closed", f"edge {step >> 1} has an element of colour {lacking}")
        free = edge & ~colours[1 - lacking]
        node.meter.charge((1 + free.bit_count()) * (1 + edge.bit_length() // 64))
        cases, before = [], 0
        for element in members(free):
            case = [colours[0], colours[1]]
            case[lacking] |= 1 << element
            case[1 - lacking] |= before
            cases.append((case[0], case[1]))
            before |= 1 << element
        return cases

    nothing: Colours = 0, 0
    replay_preorder(steps, nothing, split)


def _require_worse(
    node: Node, matrix: CommunicationMatrix, depth: int, rows: tuple[int, ...], columns: tuple[int, ...]
) -> None:
    node.meter.charge(2 * (1 + len(rows) * len(columns)) * (1 + min(len(rows), len(columns))))
    words = ["".join(matrix.rows[r][c] for c in columns) for r in rows]
    if depth == 0:
        worse = {"0", "1"} <= set("".join(words))
    else:
        ranks = [rank_modulo([[int(x == value) for x in word] for word in words], PRIME) for value in "01"]
        worse = sum(ranks) > 1 << depth and "*" not in "".join(words)
    if not worse:
        node.reject("value-not-proved", f"a protocol of depth {depth} is not excluded")


def _require_bad_splits(split: Node, part: Part, proved: list[Part], side: int) -> None:
    """``[[numbers], [steps]]``: no split of the rows (side 1; columns: 2) avoids that a half holds a part named."""
    numbers, steps = split.items(2)
    edges = []
    for item in numbers.items():
        inner = proved[item.integer(0, len(proved) - 1)]
        if inner[0] < part[0] - 1 or inner[1] & ~part[1] or inner[2] & ~part[2]:
            item.reject("value-not-proved", "the part named is not inside, or of too small a depth")
        edges.append(inner[side])  # not empty: of a part without rows or columns nothing has been proved
    refute_colourings(steps, edges)
