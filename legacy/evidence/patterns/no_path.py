"""Evidence that no order g of the positions has each g(i) in A_{g(i+1)} in some layer: no Hamiltonian path.

``two-ends``    two sets X, Y of which neither holds the other. *Attended*: no position outside X attends to one in X,
                nor outside Y to one in Y. If g(i) is in X, so is g(i+1), which attends to it; so both are ends g(i) ..
                g(n) of the order, of which one holds the other. *Attending*: no position in X attends to one outside
                X; likewise Y. If g(i+1) is in X, so is g(i); so both are beginnings.
``components``  take away c positions: what is left of a path has at most c + 1 pieces, each within one component of
                what is left of the graph, directions ignored. So more than c + 1 components are too many.
``refutation``  the clauses below, of which an order would be a solution, are contradictory.

Clauses. Variable i n + v + 1 says that g(i + 1) = v, for i, v = 0 .. n-1. In this order: for each i, some v; for each i
and v < u, not both; for each v, some i; for each v and i < j, not both; for i = 0 .. n-2, and each v and u != v such
that u attends to v in no layer, v ascending and then u: not v at i and u at i + 1.
"""

from collections.abc import Iterator
from itertools import combinations

from ...kernel.clauses import Clause
from ...meter import Meter
from ....questions.reading import Node
from ....questions.reading.sparse_patterns import read_set
from ....questions.position_set import PositionSet
from ....questions.sparse_pattern import SparsePattern
from ..matrices.clauses import replay_refutation
from .rows import attended, paid_row


def by_two_ends(node: Node, pattern: SparsePattern) -> str:
    """``{"kind": "two-ends", "side": "attended" | "attending", "ends": [a, b]}``: each a position or a set."""
    fields = node.fields(("kind", "ends", "side"))
    side = fields["side"].word(("attended", "attending"))
    sets = [_end(end, pattern.n) for end in fields["ends"].items(2)]
    one, other = sets
    node.meter.charge(one.length * other.steps + other.length * one.steps)
    if all(i in other for i in one) or all(i in one for i in other):
        fields["ends"].reject("nested-sets")
    for end, own in zip(fields["ends"].items(), sets, strict=True):
        if side == "attending":
            require_within(end, pattern, range(len(pattern.layers)), own, own)
        else:
            _require_unattended(end, pattern, own)
    both = "are attended to by no others" if side == "attended" else "attend to no others"
    return f"two ends: {_spell(one)} and {_spell(other)} {both}"


def require_within(node: Node, pattern: SparsePattern, phases: range, inside: PositionSet, target: PositionSet) -> None:
    """Reject unless each position of one set attends, in these layers of the cycle, to positions of the other only."""
    for phase in phases:
        for i in inside:
            for part in paid_row(node.meter, pattern.layers[phase], i):
                node.meter.charge(target.steps)
                if not target.holds_range(part):
                    node.meter.charge(len(part) * target.steps)
                    if not target.holds((part,)):
                        node.reject("attended", f"position {i} in layer {phase + 1} attends to one outside the set")


def _require_unattended(node: Node, pattern: SparsePattern, own: PositionSet) -> None:
    price = 5 + len(own.listed) + 30 * len(own.ranges)
    node.meter.charge(pattern.n * (10 + own.steps))
    for i in range(pattern.n):
        if i not in own:
            for phase, layer in enumerate(pattern.layers, start=1):
                row = paid_row(node.meter, layer, i)
                node.meter.charge(len(row) * price)
                if own.meets(row):
                    node.reject("attended", f"position {i} in layer {phase} attends to one of the set from outside")


def by_components(node: Node, pattern: SparsePattern) -> str:
    """``{"kind": "components", "removed": [..]}``: the positions taken away, increasing."""
    fields = node.fields(("kind", "removed"))
    removed = set(fields["removed"].increasing(0, pattern.n - 1))
    node.meter.charge(100 * pattern.n)
    node.meter.room(40 * pattern.n)
    parent = list(range(pattern.n))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = i = parent[parent[i]]
        return i

    for layer in pattern.layers:
        for i in range(pattern.n):
            if i not in removed:
                for part in paid_row(node.meter, layer, i):
                    node.meter.charge(25 * len(part))
                    for j in part:
                        if j not in removed:
                            parent[root(j)] = root(i)
    components = sum(parent[i] == i for i in range(pattern.n) if i not in removed)
    if components <= len(removed) + 1:
        node.reject("components-too-few", f"{components}, without the positions removed")
    return f"{components} components without the positions removed, whose number is {len(removed)}"


def by_refutation(node: Node, pattern: SparsePattern) -> str:
    """``{"kind": "refutation", "axioms": [..], "lemmas": [..]}``: the axioms are numbers of the clauses."""
    fields = node.fields(("kind", "axioms", "lemmas"))
    replay_refutation(fields, order_clauses(node.meter, pattern))
    return "that there is an order, written as clauses, is refuted"


def order_clauses(meter: Meter, pattern: SparsePattern) -> Iterator[Clause]:
    """The clauses, one after the other.

    >>> from ....questions.sparse_pattern import Lists
    >>> list(order_clauses(Meter(10**4), SparsePattern((Lists(2, ((0,), (1,))),))))[4:]
    [(1, 3), (2, 4), (-1, -3), (-2, -4), (-1, -4), (-2, -3)]
    """
    n = pattern.n
    meter.charge(2 * n**3)
    meter.room(80 * n * n)  # clauses 1 and 3, if all are named
    for i in range(n):
        yield tuple(range(i * n + 1, i * n + n + 1))
    for i in range(n):
        for v, u in combinations(range(1, n + 1), 2):
            yield -(i * n + v), -(i * n + u)
    for v in range(1, n + 1):
        yield tuple(range(v, n * n + 1, n))
    for v in range(1, n + 1):
        for i, j in combinations(range(n), 2):
            yield -(i * n + v), -(j * n + v)
    pairs = ((v, u) for v in range(n) for u in range(n) if u != v)
    missing = [(v, u) for v, u in pairs if not attended(meter, pattern.layers, u, v)]
    for i in range(n - 1):
        for v, u in missing:
            yield -(i * n + v + 1), -((i + 1) * n + u + 1)


def _end(node: Node, n: int) -> PositionSet:
    return read_set(node, n) if isinstance(node.value, list) else PositionSet(frozenset((node.integer(0, n - 1),)), ())


def _spell(end: PositionSet) -> str:
    return f"position {end.first}" if end.length == 1 else f"a set of positions from {end.first} on"
