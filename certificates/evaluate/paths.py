"""Exhibits about sparse patterns: paths, positions that attend to themselves, and the depth that a task needs.

A *path* is an order g of the positions such that g(i+1) attends to g(i) in some layer. The *depth* of a task is the
least number of layers that compute it, if the state of a position may be any function of what it knows.

``path``           an order, or the positions as they are, perhaps reversed.
``two-ends``       sets X, Y of which neither holds the other. *Attended*: no position outside X attends to one in X: if
                   g(i) is in X, so is g(i+1), and X is an end of the order; likewise Y. But of two ends one holds the
                   other. *Attending*: no position in X attends to one outside X, so that X is a beginning.
``components``     without c positions a path has at most c + 1 pieces, each within one component of what is left.
``self``           i in A_i: named rows hold i; unions miss what all parts miss, causal layers what their layer misses.
``two-inputs``     depth >= T + 1: inputs that agree on R^T_k (``graphs.py``) and have different answers at k. By
                   induction the state of k after t layers is a function of k and of the tokens at R^t_k.
``uniform-heads``  depth <= D: at each k inputs that agree on R^D_k have one answer. Number the states after t - 1
                   layers below b; one head with m = 0, hence uniform weights, and value b^j (state of j) tells k, which
                   knows its row, all states of its row. (A position with an empty row keeps its state.)
"""

from collections import deque
from itertools import chain, compress, product

from ..claims import Claim
from ..meaning.masks import attends, parts, row_of
from ..meaning.tasks import Word, task_of
from ..meter import ENTRY, Meter
from ..refuse import need
from ..schema import Record, many, record, truth, word
from .exhibit import Exhibit, Shown
from .graphs import PLACE, SET, back, flags_of, sets_of, within


def path(p: Record, claim: Claim, meter: Meter) -> Shown:
    """A Hamiltonian path."""
    n, layers = claim.statement.n, claim.statement.layers
    order = range(n)[:: -1 if p.reversed else 1] if p.order is None else p.order
    meter.charge(20 * len(order))
    need(len(order) == n and max(order) < n, "it is no order of the positions")
    for i in range(n - 1):
        seen = any(attends(layer, order[i + 1], order[i], n, meter) for layer in layers)
        need(seen, "a position does not attend to the one before it")
    return None, "an order of the positions, in which each is attended to by the next"


def two_ends(p: Record, claim: Claim, meter: Meter) -> Shown:
    """No Hamiltonian path."""
    pattern, n = claim.statement, claim.statement.n
    X, Y = (flags_of(places, n, meter) for places in p.ends)
    meter.charge(30 * n)
    need({(1, 0), (0, 1)} <= set(zip(X, Y, strict=True)), "one of the sets holds the other")
    for own in (X, Y):
        shut = own if p.side == "attending" else bytearray(1 - x for x in own)
        for t in range(len(pattern.layers)):
            need(within(pattern, t, compress(range(n), shut), shut, meter), "a set is left, or entered")
    return None, f"two sets of positions are {p.side} by themselves alone, as two ends of an order"


def components(p: Record, claim: Claim, meter: Meter) -> Shown:
    """No Hamiltonian path."""
    pattern, n, removed = claim.statement, claim.statement.n, set(p.removed)
    need(max(removed, default=0) < n, "what is removed is no position")
    meter.charge(n * (150 + 20 * len(pattern.layers)))
    parent = list(range(n))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = i = parent[parent[i]]
        return i

    left = [i for i in range(n) if i not in removed]
    for layer, i in product(pattern.layers, left):
        row = row_of(layer, i, n, meter)
        meter.charge(25 * sum(map(len, row)))
        for j in chain(*row):
            if j not in removed:
                parent[root(j)] = root(i)
    found = sum(parent[i] == i for i in left)
    need(found > len(removed) + 1, "there are too few components")
    return None, f"{found} components without {len(removed)} positions"


def self_attending(p: Record, claim: Claim, meter: Meter) -> Shown:
    """Every position attends to itself, or one does not."""
    q, s = claim.quantity, claim.statement
    if q.kind == "not-self-attending":
        need(not attends(s.layers[q.layer - 1], q.position, q.position, s.n, meter), "it attends to itself")
        return None, "its row"
    need(not any(_missing(layer, meter) for layer in s.layers), "some position does not attend to itself")
    return None, "named layers by their definitions, lists by looking"


def _missing(layer: Record, meter: Meter) -> set[int]:
    """The positions that do not attend to themselves."""
    if parts(layer):
        return set.intersection(*(_missing(part, meter) for part in parts(layer)))
    lists = layer.lists if layer.kind == "lists" else ()
    meter.charge(sum(100 + len(row) for row in lists))
    return {i for i, row in enumerate(lists) if i not in row}


def two_inputs(p: Record, claim: Claim, meter: Meter) -> Shown:
    """Depth >= T + 1."""
    pattern, task, k = claim.quantity.pattern, task_of(claim.statement, meter), p.position
    need(k < pattern.n, "there is no such position")
    one, other = (wanted and wanted[k] for wanted in map(task.wanted, p.inputs))
    need(one is not None and other is not None, "no answer is asked for there")
    need(one != other, "the answers are the same")
    reached, _ = back(pattern, k, p.layers, True, meter)
    x, y = (tuple(compress(word, reached)) for word in p.inputs)
    need(x == y, "the inputs differ at a position that is reached")
    return p.layers + 1, f"a position does not reach in {p.layers} layers what tells two inputs apart"


def uniform_heads(p: Record, claim: Claim, meter: Meter) -> Shown:
    """Depth <= D."""
    pattern, n, task = claim.quantity.pattern, claim.quantity.pattern.n, task_of(claim.statement, meter)
    sets = deque(sets_of(pattern, p.layers, True, meter), 1).pop()  # the last ones
    meter.charge(n * n)
    places = [[j for j in range(n) if own >> j & 1] for own in sets]
    known: dict[tuple[int, Word], int] = {}
    for x, wanted in task.inputs(n * (10 + 2 * n)):
        for k, answer in enumerate(wanted):
            if answer is not None:
                seen = k, tuple(x[j] for j in places[k])
                if seen not in known:
                    meter.charge(ENTRY + 60 + 8 * len(places[k]))
                need(known.setdefault(seen, answer) == answer, "inputs that agree at all that is reached differ")
    return p.layers, "every answer is a function of the tokens reached; uniform heads gather them"


PATH = record({"order": many(PLACE, rule="distinct"), "reversed": truth()}, {"order": None, "reversed": False})
ENDS = record({"side": word("attended", "attending"), "ends": many(SET, 2, 2)})
REMOVED = record({"removed": many(PLACE, 0, rule="increasing")})
INPUTS = record({"position": PLACE, "layers": PLACE, "inputs": many(many(PLACE), 2, 2)})
EXHIBITS = {
    "path": Exhibit("path", PATH, path),
    "two-ends": Exhibit("no-path", ENDS, two_ends),
    "components": Exhibit("no-path", REMOVED, components),
    "self": Exhibit("self-attending|not-self-attending", record({}), self_attending),
    "two-inputs": Exhibit("depth lower", INPUTS, two_inputs),
    "uniform-heads": Exhibit("depth upper", record({"layers": PLACE}), uniform_heads),
}
