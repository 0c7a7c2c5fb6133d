"""D: a protocol tree proves an upper end, parts of the matrix that exclude all shallower trees a lower end.

In a tree each inner node belongs to Alice or Bob, who sends one bit that depends on her row (his column) and on the
node; a leaf is an answer. The inputs that come to a node make a rectangle: it holds at the root, and a node of Alice's
splits the rows only, one of Bob's the columns only. A tree is right if no leaf's rectangle holds the other value. Its
depth is the number of bits on the longest path. (Yao 1979; Kushilevitz, Nisan 1997, section 1.2.)
"""

from ...kernel.bit_sets import bit_set, members
from ....questions.reading import Node
from ....questions.least_size import MeasureOf
from ....questions.matrix import CommunicationMatrix
from ..proof import Proved

MAX_TREE_DEPTH = 64
"""Deepest tree that is read; no matrix that can be read needs more than 11 bits."""


def tree_depth(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "tree", "root": node}``, a node 0 or 1 (an answer) or ``{"owner", "zero", "children": [node, node]}``.

    ``owner`` is ``A`` or ``B``; ``zero`` lists the rows (columns for B) that send 0 and go to the first child, the
    others go to the second; numbers of rows that do not come to the node may be listed, and mean nothing. The
    rectangles of the leaves are disjoint, so all tests together look at each cell once.
    """
    rows, columns = matrix.shape
    others = matrix.masks(1), matrix.masks(0)
    deepest = 0
    waiting = [(evidence.fields(("kind", "root"))["root"], (1 << rows) - 1, (1 << columns) - 1, 0)]
    while waiting:
        node, here, there, depth = waiting.pop()
        node.meter.charge(2 + (rows + columns) // 32)
        if not isinstance(node.value, dict):
            answer = node.integer(0, 1)
            deepest = max(deepest, depth)
            node.meter.charge(here.bit_count() * (1 + columns // 64))
            for r in members(here) if there else ():
                if others[answer][r] & there:
                    node.reject("leaf-not-constant", f"row {r} has a {1 - answer} at a leaf")
            continue
        if depth == MAX_TREE_DEPTH:
            node.fail(f"is deeper than {MAX_TREE_DEPTH}")
        fields = node.fields(("owner", "zero", "children"))
        owner = fields["owner"].word("AB")
        zero = bit_set(fields["zero"].increasing(0, (rows if owner == "A" else columns) - 1))
        left, right = fields["children"].items(2)
        if owner == "A":
            waiting += [(left, here & zero, there, depth + 1), (right, here & ~zero, there, depth + 1)]
        else:
            waiting += [(left, here, there & zero, depth + 1), (right, here, there & ~zero, depth + 1)]
    return Proved(deepest, f"a protocol tree of depth {deepest}, all leaves constant")


def no_bits(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "trivial"}``: a depth is at least 0."""
    evidence.fields(("kind",))
    return Proved(0, "a number of bits is not negative")
