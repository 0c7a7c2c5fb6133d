"""Evidence about the number of hops: the least t >= 1 with S^t_k = [n] for all k (``statement/sparse_pattern.py``).

``far-pair``     a position k and a token j with j not in S^T_k, where T = t - 1: hops >= t. Let F_T = {k}, and F_(s-1)
                 all that some member of F_s attends to in layer s: S^T_k is the union of the S^s_i over i in F_s, for
                 each s. If all F_s with 1 <= s <= T have a member, and S^s_i were [n] for all i, S^T_k would be [n],
                 too. So no s <= T is enough. (Where a row is empty, S^s may be full and S^T not.)
``centre``       a position c with S^a_c = [n], to which each k attends through the last b of a + b layers: S^(a+b)_k
                 holds S^a_c, for all k, so hops <= a + b.
``hops``         all S^t_k for t = 1, 2, .., as numbers of n bits, up to the first t at which all are full.
``closed-sets``  sets C_1 .. C_R, none empty, R a multiple of the cycle's length, such that in layer s a member of C_s
                 attends to members of C_(s-1) only, where C_0 = C_R, which is not [n]. By induction on t, S^t_k lies in
                 C_0 for the members k of C_s, s = t modulo R: no t is enough.
"""

from functools import reduce
from operator import or_

from ...messages import short_number
from ...meter import Meter, words
from ...reading import Node
from ...reading.sparse_patterns import read_set
from ...statement.sparse_pattern import LayerPattern, SparsePattern
from ..proof import Proved
from .no_path import require_within
from .rows import attended, flagged, paid_row, seen_from


def by_far_pair(node: Node, pattern: SparsePattern, value: int) -> Proved:
    """``{"kind": "far-pair", "position": k, "token": j}``: k does not reach j in value - 1 layers."""
    fields = node.fields(("kind", "position", "token"))
    position, token = (fields[name].integer(0, pattern.n - 1) for name in ("position", "token"))
    last = value - 1
    if last == 0:
        return Proved(1, "a number of layers is positive")
    before = {position} if last == 1 else flagged(_members(node, pattern, position, last))
    if any(attended(node.meter, pattern.layers[:1], i, token) for i in before):  # it has a member
        node.reject("reached", f"token {token} from position {position} by layer {short_number(last)}")
    return Proved(value, f"after layer {short_number(last)} position {position} has not reached token {token}")


def _members(node: Node, pattern: SparsePattern, position: int, last: int) -> bytes:
    """F_1."""
    here, all_met = seen_from(node.meter, pattern, position, 2, last)
    if not all_met or 1 not in here:
        node.reject("nothing-attended", f"on the way from position {position} in layer {short_number(last)} to layer 1")
    return here


def by_centre(node: Node, pattern: SparsePattern, value: int) -> Proved:
    """``{"kind": "centre", "position": c, "to": a, "from": b}``: S^a_c = [n], and all reach c through b more layers."""
    fields = node.fields(("kind", "position", "to", "from"))
    centre, n, meter = fields["position"].integer(0, pattern.n - 1), pattern.n, node.meter
    to, further = fields["to"].integer(1), fields["from"].integer(0)
    if 0 in seen_from(meter, pattern, centre, 1, to)[0]:
        fields["to"].reject("not-reached", f"some token from position {centre} by layer {short_number(to)}")
    meter.charge(20 * n)
    reaching = bytes(i == centre for i in range(n))
    for t in range(to + 1, to + further + 1):
        layer = pattern.layer(t)
        meter.charge(20 * n)
        if t == to + 1:
            reaching = bytes(attended(meter, (layer,), i, centre) for i in range(n))
        else:
            reaching = bytes(_meets(meter, layer, i, reaching) for i in range(n))
    last = short_number(to + further)
    if 0 in reaching:
        fields["from"].reject("not-reached", f"position {centre} in layers {short_number(to + 1)} to {last}")
    return Proved(
        to + further,
        f"position {centre} reaches all by layer {short_number(to)}, and all reach it from layer {last} down to that",
    )


def _meets(meter: Meter, layer: LayerPattern, i: int, chosen: bytes) -> bool:
    for part in paid_row(meter, layer, i):
        meter.charge(5 + len(part) // 8)
        if 1 in chosen[part.start : part.stop : part.step]:
            return True
    return False


def by_hops_lower(node: Node, pattern: SparsePattern, value: int) -> Proved:
    """``{"kind": "hops"}``: everything, layer by layer, through one layer less."""
    found = _first_full(node, pattern, value - 1)
    return Proved(
        value if found is None else found, f"layer by layer, not all is reached after layer {short_number(value - 1)}"
    )


def by_hops_upper(node: Node, pattern: SparsePattern, value: int) -> Proved:
    """``{"kind": "hops"}``: everything, layer by layer."""
    found = _first_full(node, pattern, value)
    if found is None:
        node.reject("not-reached", f"some token from some position by layer {short_number(value)}")
    return Proved(found, f"layer by layer, all is reached after layer {short_number(found)}")


def _first_full(node: Node, pattern: SparsePattern, most: int) -> int | None:
    """The least t <= most with S^t_k = [n] for all k."""
    node.fields(("kind",))
    n, meter = pattern.n, node.meter
    meter.room(n * (n + 200) // 4)
    meter.charge(n * (20 + words(n)))
    full, sets = (1 << n) - 1, [1 << k for k in range(n)]
    for t in range(1, most + 1):  # after no layer nothing is known: hops >= 1 by definition
        sets = _next_sets(meter, pattern.layer(t), sets)
        if all(reached == full for reached in sets):
            return t
    return None


def _next_sets(meter: Meter, layer: LayerPattern, sets: list[int]) -> list[int]:
    n = len(sets)
    meter.charge(n * (20 + words(n)))
    unions: dict[range, int] = {}  # many rows share a range
    found = []
    for i in range(n):
        row = paid_row(meter, layer, i)
        for part in row:
            if part not in unions:
                meter.charge(20 + len(part) * words(n))
                meter.room((2 * n + len(unions)) * (50 + n // 8))
                unions[part] = reduce(or_, sets[part.start : part.stop : part.step])
        meter.charge(len(row) * words(n))
        found.append(reduce(or_, (unions[part] for part in row), 0))
    return found


def by_closed_sets(node: Node, pattern: SparsePattern) -> str:
    """``{"kind": "closed-sets", "sets": [[..], ..]}``: one for each layer of the cycle, or of several cycles."""
    listed = node.fields(("kind", "sets"))["sets"]
    nodes, cycle = listed.items(), len(pattern.layers)
    if not nodes or len(nodes) % cycle:
        listed.fail(f"must have {cycle} sets, or a multiple of that, got {len(nodes)}")
    sets = [read_set(one, pattern.n) for one in nodes]
    most = sets[-1].length
    if most >= pattern.n:
        node.meter.charge(5 * most)
        node.meter.room(2 * most)
    if sets[-1].holds_all(pattern.n):
        nodes[-1].reject("reached", "the last set holds all positions")
    for s, (one, own) in enumerate(zip(nodes, sets, strict=True)):
        require_within(one, pattern, range(s % cycle, s % cycle + 1), own, sets[s - 1])
    return f"after any number of layers, some position depends on no position outside a set of at most {most}"
