"""Evidence that an order g of the positions has g(i) in A_{g(i+1)} in some layer of the cycle: a Hamiltonian path.

The edges go from the position attended to to the one that attends; the condition is compared for each i.
"""

from collections.abc import Sequence

from ...reading import Node
from ...statement.sparse_pattern import SparsePattern
from .rows import attended


def by_order(node: Node, pattern: SparsePattern) -> str:
    """``{"kind": "order", "order": [..]}``: the positions in their order, from the first."""
    order = node.fields(("kind", "order"))["order"]
    numbers = order.integers(0, pattern.n - 1)
    if len(numbers) != pattern.n or len(set(numbers)) != pattern.n:
        order.reject("order-not-a-permutation")
    _require_path(order, pattern, numbers)
    return "an order of the positions, in which each is attended to by the next"


def by_own_order(node: Node, pattern: SparsePattern) -> str:
    """``{"kind": "in-order", ["reversed": true]}``: 0, 1, .., n-1, or the other way round."""
    fields = node.fields(("kind",), ("reversed",))
    turned = "reversed" in fields and fields["reversed"].truth()
    node.meter.charge(30 * pattern.n)
    _require_path(node, pattern, range(pattern.n)[:: -1 if turned else 1])
    first, last = (pattern.n - 1, 0) if turned else (0, pattern.n - 1)
    return f"the positions from {first} to {last}, in which each is attended to by the next"


def _require_path(node: Node, pattern: SparsePattern, order: Sequence[int]) -> None:
    node.meter.charge(5 * len(order))  # of one position nothing is asked
    for i in range(len(order) - 1):
        if not attended(node.meter, pattern.layers, order[i + 1], order[i]):
            node.reject("not-attended", f"position {order[i + 1]} does not attend to {order[i]}, the one before it")
