"""Whether each position attends to itself in every layer of the cycle: i in A_i.

All named patterns have it by definition: dense, |i - i| = 0, i in the block of i, i = i + 0 r, i = i modulo w;
``summaries`` and ``star`` say so. A union misses what all its parts miss. As i <= i, ``causal`` misses what its pattern
misses.
"""

from ...meter import Meter
from ....questions.reading import Node
from ....questions.sparse_pattern import Causal, LayerPattern, Lists, SparsePattern, Union


def by_definition(node: Node, pattern: SparsePattern) -> str:
    """``{"kind": "trivial"}``: named patterns by their definitions, lists by looking."""
    node.fields(("kind",))
    for t, layer in enumerate(pattern.layers, start=1):
        if missing := _missing(node.meter, layer):
            node.reject("not-attended", f"position {min(missing)} does not attend to itself in layer {t}")
    return "named patterns by their definitions, lists by looking"


def _missing(meter: Meter, layer: LayerPattern) -> set[int]:
    """The positions that do not attend to themselves."""
    if isinstance(layer, Causal):
        return _missing(meter, layer.of)
    if isinstance(layer, Union):
        return set.intersection(*(_missing(meter, part) for part in layer.parts))
    if not isinstance(layer, Lists):
        return set()
    meter.charge(sum(100 + len(row) for row in layer.lists))
    return {i for i, row in enumerate(layer.lists) if i not in row}
