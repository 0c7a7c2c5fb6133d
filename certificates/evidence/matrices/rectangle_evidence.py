"""Evidence for cover and partition numbers, the value b of the entries being in the measure's name.

A b-rectangle holds no entry 1 - b. ``cover_b``: fewest b-rectangles that hold every b-entry (an entry ``*`` may be
held). ``partition_b``: the same with disjoint rectangles, of matrices without ``*``.

Upper ends list rectangles, or take a rectangle for each different line. Lower ends: lines that differ, or of which none
contains another (Sperner's theorem: de Caen, Gregory, Pullman 1981), and refutations of the clauses of
``rectangle_clauses.py``.
"""

from fractions import Fraction
from math import comb

from ...reading import Node
from ...statement.matrix import CommunicationMatrix
from ...verdict import RejectionError
from .clauses import part_within, replay_refutation
from .proof import Proved, Prover, Provers
from .rectangle_clauses import cover_clauses, partition_clauses, read_order
from .rectangles import read_rectangle


def rectangles_prover(value: int, disjoint: bool) -> Prover:
    """``{"kind": "rectangles", "rectangles": [[[rows], [columns]], ..]}``: the listed rectangles are a cover."""

    def prove(evidence: Node, matrix: CommunicationMatrix, parameter: Fraction | None) -> Proved:
        nodes = evidence.fields(("kind", "rectangles"))["rectangles"].items()
        other = matrix.masks(1 - value)
        held = [0] * matrix.shape[0]
        for node in nodes:
            rectangle = read_rectangle(node, matrix)
            columns = sum(1 << j for j in rectangle.columns)
            for i in rectangle.rows:
                if columns & other[i]:
                    raise RejectionError("rectangle-not-constant", node.path, _first(i, columns & other[i]))
                if disjoint and columns & held[i]:
                    raise RejectionError("entry-covered-twice", node.path, _first(i, columns & held[i]))
                held[i] |= columns
        for i, wanted in enumerate(matrix.masks(value)):
            if wanted & ~held[i]:
                raise RejectionError("entry-not-covered", evidence.path, _first(i, wanted & ~held[i]))
        kind = "disjoint " if disjoint else ""
        return Proved(Fraction(len(nodes)), f"{len(nodes)} {kind}{value}-rectangles that hold every {value}-entry")

    return prove


def lines_prover(value: int) -> Prover:
    """``{"kind": "lines", "of": "rows"}``: one rectangle for each different row (or column) that has the value.

    Equal rows times the columns where they have the value are a rectangle; different ones are disjoint.
    """

    def prove(evidence: Node, matrix: CommunicationMatrix, parameter: Fraction | None) -> Proved:
        fields = evidence.fields(("kind", "of"))
        lines = set(_lines(fields["of"], matrix).masks(value)) - {0}
        text = f"equal {fields['of'].text()} times the places where they are {value}: {len(lines)} rectangles"
        return Proved(Fraction(len(lines)), text)

    return prove


def different_prover(value: int) -> Prover:
    """``{"kind": "different", "of": "rows", "lines": [..]}``: N lines, any two different, need log2 N rectangles.

    Given a cover, let S_i be the set of rectangles that meet row i. If rows i and j have b and 1 - b in a column, the
    rectangle that holds the b meets row i and not row j, so S_i and S_j differ: N <= 2^k for k rectangles.
    """

    def prove(evidence: Node, matrix: CommunicationMatrix, parameter: Fraction | None) -> Proved:
        has, lacks, path = _listed(evidence, matrix, value)
        for a in range(len(has)):
            for b in range(a):
                if not (has[a] & lacks[b] or has[b] & lacks[a]):
                    raise RejectionError("value-not-proved", path, f"entries {b} and {a} of the list may be alike")
        k = (len(has) - 1).bit_length()
        return Proved(Fraction(k), f"{len(has)} different {evidence.field('of').text()}, at most 2^k for k rectangles")

    return prove


def antichain_prover(value: int) -> Prover:
    """``{"kind": "antichain", "of": "rows", "lines": [..]}``: N lines of which none contains another one.

    For any two listed rows i, j some column has b in row i and 1 - b in row j. As in ``different_prover`` S_i is no
    subset of S_j: the S_i are an antichain of subsets of the k rectangles, so N <= C(k, floor(k/2)) (Sperner 1928).
    """

    def prove(evidence: Node, matrix: CommunicationMatrix, parameter: Fraction | None) -> Proved:
        has, lacks, path = _listed(evidence, matrix, value)
        for a, mine in enumerate(has):
            for b, theirs in enumerate(lacks):
                if a != b and not mine & theirs:
                    raise RejectionError("value-not-proved", path, f"entry {a} of the list may be below entry {b}")
        k = least_for_antichain(len(has))
        return Proved(Fraction(k), f"{len(has)} incomparable {evidence.field('of').text()}, by Sperner's theorem")

    return prove


def least_for_antichain(size: int) -> int:
    """The least k such that a set of k elements has ``size`` subsets of which none contains another.

    >>> [least_for_antichain(n) for n in (1, 2, 3, 6, 7, 10, 16)]
    [0, 2, 3, 4, 5, 5, 6]
    """
    k = 0
    while comb(k, k // 2) < size:
        k += 1
    return k


def refutation_prover(value: int, disjoint: bool) -> Prover:
    """``{"kind": "cover-refutation", "slots": k, "order": [[r, c], ..], "axioms": .., "lemmas": ..}``: more than k.

    A cover (partition) of the whole matrix, cut down to the part ``within``, is one of the part. If the part had one by
    at most k rectangles, filled up with empty ones, the clauses for k slots would be satisfied.
    """

    def prove(evidence: Node, matrix: CommunicationMatrix, parameter: Fraction | None) -> Proved:
        fields = evidence.fields(("kind", "slots", "order", "axioms", "lemmas"), ("within",))
        part = part_within(fields, matrix)
        slots = fields["slots"].integer(0, min(part.shape))
        order = read_order(fields["order"], part, value, slots)
        clauses = (partition_clauses if disjoint else cover_clauses)(fields["slots"], part, value, slots, order)
        replay_refutation(fields, clauses)
        return Proved(Fraction(slots + 1), f"{slots} {'disjoint ' * disjoint}{value}-rectangles refuted")

    return prove


def _listed(evidence: Node, matrix: CommunicationMatrix, value: int) -> tuple[list[int], list[int], str]:
    """For each listed line, the places where it has the value and where it has the other one."""
    fields = evidence.fields(("kind", "of", "lines"))
    turned = _lines(fields["of"], matrix)
    numbers = fields["lines"].increasing(0, turned.shape[0] - 1)
    if not numbers:
        fields["lines"].fail("must name at least one line")
    has, lacks = turned.masks(value), turned.masks(1 - value)
    return [has[i] for i in numbers], [lacks[i] for i in numbers], fields["lines"].path


def _lines(node: Node, matrix: CommunicationMatrix) -> CommunicationMatrix:
    """The matrix whose rows are meant."""
    if node.text() not in ("rows", "columns"):
        node.fail("must be rows or columns")
    return matrix if node.text() == "rows" else matrix.transposed


def _first(row: int, columns: int) -> str:
    return f"row {row}, column {(columns & -columns).bit_length() - 1}"


def _lower(value: int) -> dict[str, Prover]:
    return {
        "different": different_prover(value),
        "antichain": antichain_prover(value),
        "cover-refutation": refutation_prover(value, disjoint=False),
    }


LOWER: Provers = {
    "cover0": _lower(0),
    "cover1": _lower(1),
    "partition0": {"partition-refutation": refutation_prover(0, disjoint=True)},
    "partition1": {"partition-refutation": refutation_prover(1, disjoint=True)},
}
UPPER: Provers = {
    "cover0": {"rectangles": rectangles_prover(0, disjoint=False), "lines": lines_prover(0)},
    "cover1": {"rectangles": rectangles_prover(1, disjoint=False), "lines": lines_prover(1)},
    "partition0": {"rectangles": rectangles_prover(0, disjoint=True), "lines": lines_prover(0)},
    "partition1": {"rectangles": rectangles_prover(1, disjoint=True), "lines": lines_prover(1)},
}
