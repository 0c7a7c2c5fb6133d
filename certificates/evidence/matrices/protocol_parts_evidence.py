"""D > k from parts of the matrix without a protocol of some depth: by rank, or because each split leaves a bad half.

``{"kind": "parts", "parts": [..]}``, parts in an order in which each rests on earlier ones; the last is the claim's.
``[j, rows, columns]`` says that the rectangle has D > j because of its ranks, ``[j, rows, columns, A, B]`` because of
the parts numbered in A and B (counted from 0). Proof that each part says something true, in order:

*Ranks, j >= 1, no * in the part.* The leaves of a tree of depth j are at most 2^j disjoint rectangles; those with
answer 1 add up to the part's M, those with answer 0 to J - M, and a rectangle has rank 1 modulo any prime. So
rank M + rank (J - M) > 2^j, modulo ``PRIME``, gives D > j. For j = 0: a part with both values is not constant.

*Splits, j >= 1.* Suppose a tree of depth at most j; its root may be taken as an inner node. If Alice owns it, it splits
the rows in two, and both halves (with all columns) have trees of depth j - 1. Each part in A lies inside this part and
has D > j - 1, so its rows lie in neither half: the halves are a colouring of the rows with two colours in which no part
of A has rows of one colour only. If there is no such colouring, Alice does not own the root; if the same holds for the
columns of the parts in B, Bob does not either, so D > j. The checker looks for colourings by an exhaustive search.
"""

from fractions import Fraction

from ...reading import Node
from ...statement.matrix import CommunicationMatrix
from ...verdict import RejectionError
from .proof import Proved
from .rank_evidence import rank_modulo

PRIME = 2**31 - 1
"""Ranks are taken modulo this prime."""

MAX_STEPS = 3 * 10**7
"""Most steps (entries eliminated, parts looked at in a colouring) of one certificate, half a minute at worst."""

Part = tuple[int, int, int]


def parts_without_trees(evidence: Node, matrix: CommunicationMatrix, parameter: Fraction | None = None) -> Proved:
    """D > j, for the j of the last part."""
    nodes = evidence.fields(("kind", "parts"))["parts"].items()
    if not nodes:
        evidence.field("parts").fail("must hold at least one part")
    masks = matrix.masks(0), matrix.masks(1)
    proved: list[Part] = []
    steps = _Steps(evidence)
    for node in nodes:
        fields = node.items()
        if len(fields) not in (3, 5):
            node.fail(f"must have 3 or 5 entries, got {len(fields)}")
        depth = fields[0].integer(0, 64)
        rows = fields[1].increasing(0, matrix.shape[0] - 1)
        columns = fields[2].increasing(0, matrix.shape[1] - 1)
        part = depth, _mask(rows), _mask(columns)
        if len(fields) == 3:
            worse = _worse_by_rank(matrix, masks, part, rows, columns, steps)
        elif depth == 0:
            fields[0].fail("must be at least 1 where a part is split")
        else:
            worse = all(_every_split_is_bad(part, ids, proved, side, steps) for side, ids in enumerate(fields[3:], 1))
        if not worse:
            raise RejectionError("value-not-proved", node.path, f"a protocol of depth {depth} is not excluded")
        proved.append(part)
    return Proved(Fraction(proved[-1][0] + 1), f"{len(proved)} parts, each with too high a rank or only bad splits")


def two_colouring_exists(edges: list[int], steps: "_Steps | None" = None) -> bool:
    """Whether the elements can get two colours so that each edge (a bit set) has both; by exhaustive search.

    If an edge lacks a colour, one of its open elements gets it: take the first one that does, those before it get the
    other colour. These cases are all.

    >>> two_colouring_exists([0b011, 0b110]), two_colouring_exists([0b011, 0b110, 0b101])
    (True, False)
    """
    waiting = [(0, 0)]
    while waiting:
        colours = waiting.pop()
        if steps is not None:
            steps.spend(2 * len(edges) + 1)
        tightest: tuple[int, int, int] | None = None
        for edge in edges:
            for lacking in (0, 1):
                if not edge & colours[lacking]:
                    free = edge & ~colours[1 - lacking]
                    if tightest is None or free.bit_count() < tightest[0]:
                        tightest = free.bit_count(), free, lacking
        if tightest is None:
            return True
        _, free, lacking = tightest
        if steps is not None:  # as many cases, each with bit sets of so many words
            steps.spend(free.bit_count() * (1 + free.bit_length() // 64))
        before = 0
        while free:
            first = free & -free
            case = [colours[0], colours[1]]
            case[lacking] |= first
            case[1 - lacking] |= before
            waiting.append((case[0], case[1]))
            before |= first
            free ^= first
    return False


class _Steps:
    """What is left of the steps that one certificate may take."""

    def __init__(self, evidence: Node) -> None:
        self.evidence, self.left = evidence, MAX_STEPS

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            self.evidence.fail(f"takes more than {MAX_STEPS} steps to check; split it into smaller parts")


def _worse_by_rank(
    matrix: CommunicationMatrix,
    masks: tuple[tuple[int, ...], tuple[int, ...]],
    part: Part,
    rows: tuple[int, ...],
    columns: tuple[int, ...],
    steps: _Steps,
) -> bool:
    depth, _, across = part
    if depth == 0:
        return all(any(mask[r] & across for r in rows) for mask in masks)
    steps.spend(2 * len(rows) * len(columns) * min(len(rows), len(columns)))
    words = [[matrix.rows[r][c] for c in columns] for r in rows]
    if any("*" in word for word in words):
        return False
    ones = [[int(x == "1") for x in word] for word in words]
    zeros = [[int(x == "0") for x in word] for word in words]
    return rank_modulo(ones, PRIME) + rank_modulo(zeros, PRIME) > 1 << depth


def _every_split_is_bad(part: Part, numbers: Node, proved: list[Part], side: int, steps: _Steps) -> bool:
    """Side 1: no split of the rows, 2: of the columns, leaves all parts named undamaged by either half."""
    edges = []
    for item in numbers.items():
        inner = proved[item.integer(0, len(proved) - 1)]
        if inner[0] < part[0] - 1 or inner[1] & ~part[1] or inner[2] & ~part[2]:
            raise RejectionError("value-not-proved", item.path, "the part named is not inside, or of too small a depth")
        edges.append(inner[side])
    return not two_colouring_exists(edges, steps)


def _mask(numbers: tuple[int, ...]) -> int:
    return sum(1 << i for i in numbers)
