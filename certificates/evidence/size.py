"""From a unit that is shown to exist to the upper end that it proves."""

from ..messages import short_number
from ..reading import Node
from ..statement.least_size import LeastSize
from ..statement.size import Size
from .proof import Proved


def size_proved(node: Node, quantity: LeastSize, value: int, size: Size, how: str) -> Proved:
    """The value of the resource that a unit of this size needs; one that exceeds what is held fixed is rejected.

    Where p is asked for, the unit has been found to be in the class with the p that is claimed, ``value``. Where values
    may be as wide as queries, the width of both counts.
    """
    for name in ("m", "heads", "order", "layers", "dv"):
        needed, fixed = getattr(size, name), getattr(quantity, name)
        if fixed is not None and needed > fixed:  # it is None where it is what is asked for
            node.reject("size-exceeded", f"{name} <= {short_number(fixed)} held fixed, {short_number(needed)} used")
    width = size.m if quantity.dv is not None else max(size.m, size.dv)
    return Proved({"m": width, "H": size.heads, "p": value}[quantity.resource], how)
