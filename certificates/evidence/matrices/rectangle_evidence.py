"""Evidence for cover and partition numbers of the 1-entries; those of 0-entries are those of the complement.

A 1-rectangle holds no 0. ``cover1``: fewest 1-rectangles that hold every 1 (an entry ``*`` may be held).
``partition1``: the same with disjoint rectangles, of matrices without ``*``.

Upper ends list rectangles, or take a rectangle for each different line. Lower ends: lines that differ, or of which none
contains another (Sperner's theorem: de Caen, Gregory, Pullman 1981), and refutations of the clauses of
``rectangle_clauses.py``.
"""

from math import comb

from ...reading import Node
from ...statement.least_size import MeasureOf
from ...statement.matrix import CommunicationMatrix
from ..proof import Proved
from .clauses import replay_refutation
from .one_way_evidence import conflicting_rows
from .rectangle_clauses import read_order, slot_clauses
from .rectangles import first_place, read_rectangle, require_no_zero

SPERNER = "Sperner 1928: subsets of k elements of which none contains another are at most C(k, floor(k/2))"


def listed_rectangles(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "rectangles", "rectangles": [[[rows], [columns]], ..]}``: a cover, or a partition."""
    nodes = evidence.fields(("kind", "rectangles"))["rectangles"].items()
    disjoint = _disjoint(of)
    zeros = matrix.masks(0)
    held = [0] * matrix.shape[0]
    for node in nodes:
        rectangle = read_rectangle(node.items(2), matrix)
        require_no_zero(node, rectangle, zeros)
        columns = rectangle.mask
        for i in rectangle.rows:
            if disjoint and columns & held[i]:
                node.reject("entry-covered-twice", first_place(i, columns & held[i]))
            held[i] |= columns
    for i, wanted in enumerate(matrix.masks(1)):  # no rectangles are enough where no entry is 1
        if missing := wanted & ~held[i]:
            evidence.reject("entry-not-covered", first_place(i, missing))
    return Proved(len(nodes), f"{len(nodes)} {disjoint}rectangles that hold every entry")


def lines(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "lines", "of": "rows"}``: one rectangle for each different row (or column) that has a 1.

    Equal rows times the columns where they have 1 are a rectangle; different ones are disjoint.
    """
    fields = evidence.fields(("kind", "of"))
    different = set(_lines(fields["of"], matrix).masks(1)) - {0}
    text = f"equal {fields['of'].text()} times the places where they have the value: {len(different)} rectangles"
    return Proved(len(different), text)


def different_lines(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "different", "of": "rows", "lines": [..]}``: N lines, any two different, need log2 N rectangles.

    Given a cover, let S_i be the set of rectangles that meet row i. If rows i and j have 1 and 0 in a column, the
    rectangle that holds the 1 meets row i and not row j, so S_i and S_j differ: N <= 2^k for k rectangles.
    """
    count = len(conflicting_rows(*_listed_lines(evidence, matrix)))
    how = f"{count} different {evidence.field('of').text()}, at most 2^k for k rectangles"
    return Proved((count - 1).bit_length(), how)


def antichain(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "antichain", "of": "rows", "lines": [..]}``: N lines of which none contains another one.

    For any two listed rows i, j some column has 1 in row i and 0 in row j. As in ``different_lines`` S_i is no subset
    of S_j: the S_i are an antichain of subsets of the k rectangles, so N <= C(k, floor(k/2)) (Sperner 1928).
    """
    node, turned = _listed_lines(evidence, matrix)
    numbers = node.increasing(0, turned.shape[0] - 1)
    node.meter.charge(len(numbers) ** 2 * (1 + turned.shape[1] // 64))
    ones, zeros = turned.masks(1), turned.masks(0)
    for a in numbers:  # of one line nothing is compared: it needs no rectangle
        for b in numbers:
            if a != b and not ones[a] & zeros[b]:
                node.reject("value-not-proved", f"line {a} may be below line {b}")
    how = f"{len(numbers)} incomparable {evidence.field('of').text()}, by Sperner's theorem"
    return Proved(least_for_antichain(len(numbers)), how, (SPERNER,))


def least_for_antichain(size: int) -> int:
    """The least k such that a set of k elements has ``size`` subsets of which none contains another.

    >>> [least_for_antichain(n) for n in (1, 2, 3, 6, 7, 10, 16)]
    [0, 2, 3, 4, 5, 5, 6]
    """
    k = 0
    while comb(k, k // 2) < size:
        k += 1
    return k


def refutation(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "cover-refutation", "slots": k, "order": [[r, c], ..], "axioms": .., "lemmas": ..}``: more than k.

    A cover by at most k rectangles, filled up with empty ones, would satisfy the clauses for k slots. Of a partition
    the kind is ``partition-refutation``.
    """
    fields = evidence.fields(("kind", "slots", "order", "axioms", "lemmas"))
    slots = fields["slots"].integer(0, min(matrix.shape))
    order = read_order(fields["order"], matrix, slots)
    replay_refutation(fields, slot_clauses(matrix, slots, order, bool(_disjoint(of))))
    return Proved(slots + 1, f"{slots} {_disjoint(of)}rectangles refuted")


def _disjoint(of: MeasureOf) -> str:
    """A word that is empty if rectangles may overlap."""
    return "disjoint " if of.measure.name.startswith("partition") else ""


def _listed_lines(evidence: Node, matrix: CommunicationMatrix) -> tuple[Node, CommunicationMatrix]:
    """Where the numbers of lines are listed, one at least, and the matrix whose rows they are."""
    fields = evidence.fields(("kind", "of", "lines"))
    if fields["lines"].value == []:
        fields["lines"].fail("must name at least one line")
    return fields["lines"], _lines(fields["of"], matrix)


def _lines(node: Node, matrix: CommunicationMatrix) -> CommunicationMatrix:
    """The matrix whose rows are meant."""
    return matrix if node.word(("rows", "columns")) == "rows" else matrix.transposed
