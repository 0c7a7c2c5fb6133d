"""A bound of a measure that follows from bounds of others by a cited inequality: ``theorem``."""

from ...messages import plain
from ...reading import Node
from ...statement.least_size import MeasureOf, StatedBound
from ...theorems import find_reading
from ..proof import Premises, Proved


def by_theorem(node: Node, claim: StatedBound, premises: Premises) -> Proved:
    """``{"kind": "theorem", "name": "cover1 <= partition1", "from": [0]}``: premises in the order of the inequality."""
    assert isinstance(claim.quantity, MeasureOf)  # the table of kinds says so
    fields = node.fields(("kind", "name", "from"))
    matrix = claim.quantity.matrix
    found = [premises.premise(item) for item in fields["from"].items()]
    bounds = [(bound, bound.quantity) for bound in found if isinstance(bound.quantity, MeasureOf)]
    if len(bounds) < len(found) or any(quantity.matrix != matrix for _, quantity in bounds):
        node.reject("rule-not-applicable", "a premise is about something else")
    shape = tuple((quantity.measure.name, bound.side) for bound, quantity in bounds)
    reading = find_reading(fields["name"].text(), (claim.quantity.measure.name, claim.side), shape)
    if reading is None or not reading.applies(matrix.total):
        node.reject("rule-not-applicable", f"'{plain(fields['name'].text(), 60)}'")
    parameters = {quantity.parameter for _, quantity in bounds if quantity.parameter is not None}
    if claim.quantity.parameter is not None and parameters - {claim.quantity.parameter}:
        node.reject("rule-not-applicable", "the parameters differ")
    values = tuple(bound.value for bound, _ in bounds)
    parameter = next(iter(parameters), claim.quantity.parameter)
    value = reading.conclude(values, matrix.shape[0] * matrix.shape[1], parameter)
    if value is None:
        node.reject("value-not-proved", f"nothing follows about {claim.quantity.measure.name}")
    return Proved(value, reading.words, (reading.words,))
