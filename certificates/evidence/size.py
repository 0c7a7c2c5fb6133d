"""From a unit that is shown to exist to the upper end that it proves."""

from ..reading import Node
from ..statement.least_size import LeastSize, StatedBound
from ..verdict import RejectionError
from .proof import Proved


def size_proved(
    node: Node, claim: StatedBound, m: int, how: str, *, heads: int = 1, order: int = 2, layers: int = 1, dv: int = 1
) -> Proved:
    """The value of the resource that a unit of this size needs; one that exceeds what is held fixed is rejected.

    Where p is asked for, the unit has been found to be in the class with the p that is claimed.
    """
    quantity = claim.quantity
    assert isinstance(quantity, LeastSize)  # a unit says nothing about a measure
    sizes = (
        ("m", m, quantity.m),
        ("H", heads, quantity.heads),
        ("order", order, quantity.order),
        ("layers", layers, quantity.layers),
        ("dv", dv, quantity.dv),
    )
    for name, needed, fixed in sizes:
        if name != quantity.resource and fixed is not None and needed > fixed:
            raise RejectionError("size-exceeded", node.path, f"{name} <= {fixed} held fixed, {needed} used")
    if quantity.resource == "p":
        return Proved(claim.value, how)
    return Proved(m if quantity.resource == "m" else heads, how)
