"""A sparse pattern and sets of its positions, as a certificate states them; FORMAT.rst describes the fields."""

from collections.abc import Callable, Mapping

from ..named_patterns import Blocks, Dense, Dilated, Longformer, Star, Stride, Summaries, Window
from ..position_set import PositionSet
from ..sparse_pattern import Causal, LayerPattern, Lists, SparsePattern, Union
from .node import Node

MAX_POSITIONS = 10**9
"""Largest n, and largest parameter."""

MAX_CYCLE = 100
"""Most layers of a cycle."""

MAX_PARTS = 16
"""Most patterns side by side in a union."""

MAX_NESTED_PATTERNS = 4
"""How deep unions and causal patterns may lie in one another."""


def read_pattern(node: Node) -> SparsePattern:
    """The cycle of layers in the ``question`` field of a certificate."""
    node.field("task").word(("sparse-pattern",))
    fields = node.fields(("task", "n", "layers"))
    n = fields["n"].integer(1, MAX_POSITIONS)
    return SparsePattern(tuple(_layer(layer, n, MAX_NESTED_PATTERNS) for layer in fields["layers"].some(MAX_CYCLE)))


def read_set(node: Node, n: int) -> PositionSet:
    """A set that is not empty: a list of positions and of ranges ``[start, stop, step]``, stop excluded."""
    listed, ranges = [], []
    node.meter.charge(90 * len(node.value) if isinstance(node.value, list) else 0)  # kept
    for entry in node.entries():
        if isinstance(entry.value, list):
            start, stop, step = entry.items(3)
            first = start.integer(0, n - 1)
            ranges.append(range(first, stop.integer(first + 1, n), step.integer(1, n)))
        else:
            listed.append(entry.integer(0, n - 1))
    if not listed and not ranges:
        node.fail("must name a position")
    return PositionSet(frozenset(listed), tuple(ranges))


def _layer(node: Node, n: int, deeper: int) -> LayerPattern:
    name = node.field("name")
    if name.value == Lists.name:
        return _lists(node.fields(("name", "lists"))["lists"], n)
    if name.value in (Union.name, Causal.name):
        of = node.fields(("name", "of"))["of"]
        if not deeper:
            of.fail(f"must not lie in {MAX_NESTED_PATTERNS} other patterns")
        if name.value == Causal.name:
            return Causal(_layer(of, n, deeper - 1))
        return Union(n, tuple(_layer(part, n, deeper - 1) for part in of.some(MAX_PARTS)))
    make, ranges = NAMED_PATTERNS[name.word((*NAMED_PATTERNS, Lists.name, Union.name, Causal.name))]
    last = ("last",) if name.value == Summaries.name else ()
    fields = node.fields(("name", *ranges), last)
    parameters = [fields[key].integer(least, n if key == "g" else MAX_POSITIONS) for key, least in ranges.items()]
    return make(n, *parameters, *(fields[key].truth() for key in last if key in fields))


def _lists(node: Node, n: int) -> Lists:
    rows = node.entries()
    if len(node.value) != n:
        node.fail(f"must have a list for each of the {n} positions, got {len(node.value)}")
    node.meter.charge(50 * n)
    lists = []
    for row in rows:
        positions = row.increasing(0, n - 1)
        node.meter.charge(15 * len(positions))  # a statement counts them
        lists.append(positions)
    return Lists(n, tuple(lists))


NAMED_PATTERNS: Mapping[str, tuple[Callable[..., LayerPattern], dict[str, int]]] = {
    Dense.name: (Dense, {}),
    Window.name: (Window, {"w": 0}),
    Blocks.name: (Blocks, {"w": 1}),
    Dilated.name: (Dilated, {"w": 0, "r": 1}),
    Stride.name: (Stride, {"w": 1}),
    Summaries.name: (Summaries, {"w": 1}),
    Star.name: (Star, {}),
    Longformer.name: (Longformer, {"w": 0, "g": 0}),
}
"""Name -> its class, and the least value of each parameter."""
