"""A communication matrix and a measure, as a certificate states them.

``{"task": "communication", "of": "disj", "n": 3}``, or ``{"task": "communication", "of": "matrix", "rows": [..],
"name": ".."}``; the measure is a field of the claim, its parameter another one.
"""

from fractions import Fraction

from ..matrix import MAX_CELLS, CommunicationMatrix, MatrixError, too_large
from ..measure import MEASURES, Measure
from .names import read_name
from .node import Node


def read_matrix(node: Node) -> CommunicationMatrix:
    """The matrix of a certificate's question."""
    of = node.field("of")
    try:
        if of.text() != "matrix":
            n = node.fields(("task", "of", "n"))["n"].integer(1)
            node.meter.charge(min(20 * 4 ** min(n, 10), 20 * MAX_CELLS))  # larger ones are refused
            return CommunicationMatrix.named(of.text(), n)
        fields = node.fields(("task", "of", "rows"), ("name",))
        rows = tuple(row.text() for row in fields["rows"].entries())
        if rows and (reason := too_large(len(rows), len(rows[0]))):
            fields["rows"].fail(reason)
        if not set("".join(rows)) - {"*"}:
            fields["rows"].fail("must have some entry 0 or 1")
        return CommunicationMatrix(rows, read_name(fields))
    except MatrixError as error:
        node.fail(str(error))


def read_measure(node: Node, matrix: CommunicationMatrix) -> tuple[Measure, Fraction | None]:
    """The measure that a claim names, defined for this matrix, and its parameter."""
    name = node.field("measure")
    if not isinstance(name.value, str) or name.value not in MEASURES:
        name.fail("must be a measure such as D, cover1 or gamma2 (MEASURES lists them)")
    measure = MEASURES[name.text()]
    if not measure.promise and not matrix.total:
        name.fail(f"{measure.name} is defined for matrices without * only")
    if not measure.parameter:
        return measure, None
    parameter = node.field(measure.parameter).fraction()
    low, high = measure.parameter_range
    if not low <= parameter <= high:
        node.field(measure.parameter).fail(f"must be from {low} to {high}")
    return measure, parameter
