"""The VC dimension of the rows of a matrix without ``*``.

A set of columns is *shattered* if the rows show all words over 0 and 1 on it.
"""

from ...kernel.case_tree import replay_preorder
from ...reading import Node
from ...statement.least_size import MeasureOf
from ...statement.matrix import CommunicationMatrix
from ..proof import Proved

MAX_SIZE = 20
"""A matrix of at most 2^20 cells shatters no more."""

Case = tuple[int, ...]


def shattered(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "shattered", "set": [..]}``: columns on which the rows show all words; at least their number."""
    node = evidence.fields(("kind", "set"))["set"]
    columns = node.increasing(0, matrix.shape[1] - 1)
    words = {"".join(row[j] for j in columns) for row in matrix.rows}  # of no columns: the empty word
    if len(words) < 2 ** len(columns):
        node.reject("not-shattered", f"the rows show {len(words)} words on {len(columns)} columns")
    return Proved(len(columns), f"{len(columns)} columns are shattered")


def no_larger_set(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "rare-words", "size": k, "cases": [..]}``: no k + 1 columns are shattered.

    Different columns are numbered in their order; equal ones are never in one shattered set. A case is an increasing
    set of j of them, the first the empty one. -1 splits it: a shattered set of k + 1 columns that begins with it has a
    next column, one that leaves room for the others. A number w >= 0 closes it: fewer than 2^(k + 1 - j) different rows
    show the word w (binary, the first column the highest of j bits), but in a shattered set as many continue it.
    """
    fields = evidence.fields(("kind", "size", "cases"))
    size = fields["size"].integer(0, MAX_SIZE)
    rows = dict.fromkeys(matrix.rows)
    columns = [int("".join(column), 2) for column in dict.fromkeys(zip(*rows, strict=True))]

    def split(node: Node, chosen: Case) -> list[Case]:
        word = node.integer(-1, 2 ** (size + 1) - 1)
        evidence.meter.charge(5 + size * (1 + len(rows) // 64))
        missing = size + 1 - len(chosen)
        if word < 0 and missing:
            evidence.meter.charge(len(columns))
            start = chosen[-1] + 1 if chosen else 0
            return [(*chosen, c) for c in range(start, len(columns) - missing + 1)]  # none: no such set
        shown = 2 ** len(rows) - 1
        for place, c in enumerate(reversed(chosen)):
            shown &= columns[c] if word >> place & 1 else ~columns[c]
        if word >> len(chosen) or shown.bit_count() >= 2**missing:
            node.reject("case-not-closed", f"columns {', '.join(map(str, chosen))}")
        return []

    empty: Case = ()
    replay_preorder(fields["cases"], empty, split)
    return Proved(size, f"no {size + 1} columns are shattered")
