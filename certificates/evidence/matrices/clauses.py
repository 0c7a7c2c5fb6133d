"""Replay of a refutation of clauses that the checker itself builds from the matrix.

``{"kind": .., "within": {"rows": [..], "columns": [..]}, "axioms": [..], "lemmas": [..]}``: ``axioms`` are numbers of
clauses, counted from 0 in the order in which the checker builds them for the part of the matrix given by ``within``
(the whole matrix without it); lemmas are those of ``refutation.py``, which count the named axioms only.
"""

from collections.abc import Sequence

from ...kernel.clauses import replay
from ...reading import Node
from ...statement.matrix import CommunicationMatrix

Clauses = Sequence[tuple[int, ...]]
MAX_CLAUSES = 4_000_000


def part_within(fields: dict[str, Node], matrix: CommunicationMatrix) -> CommunicationMatrix:
    """The part of the matrix that the evidence argues about: the measure of a part is at most that of the whole."""
    if "within" not in fields:
        return matrix
    sides = fields["within"].fields(("rows", "columns"))
    rows = sides["rows"].increasing(0, matrix.shape[0] - 1)
    columns = sides["columns"].increasing(0, matrix.shape[1] - 1)
    if not rows or not columns:
        fields["within"].fail("must leave at least one row and one column")
    return matrix.part(rows, columns)


def replay_refutation(fields: dict[str, Node], clauses: Clauses) -> None:
    """Return if the named clauses are contradictory by the lemmas; raise ``RejectionError`` if not."""
    axioms = [clauses[number] for number in fields["axioms"].integers(0, len(clauses) - 1)]
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    replay(axioms, fields["lemmas"], variables)
