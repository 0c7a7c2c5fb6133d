"""Rule evaluate (section 6): sparse patterns, and the depth of computations under them."""

from itertools import pairwise

from .claims import rule
from .computations import cases
from .notation import form, need, small
from .sparse import attends, graph
from .units import answers_at


def named_only(layer):
    """Whether each position attends to itself, since no part is a list."""
    if layer["name"] in ("union", "causal"):
        parts = layer["of"] if layer["name"] == "union" else [layer["of"]]
        return all(map(named_only, parts))
    return layer["name"] != "lists"


def hops_claim(c, *sides):
    need(c.kind == "quantity" and c.task == "sparse-pattern" and c.side in sides, "for hops")
    return c.s["n"], graph(c.s)


@rule("evaluate", "far-pair", of="quantity sparse-pattern lower", spec="position nat, token nat, layers nat")
def far_pair(c, p):
    n, layers, reach = c.s["n"], c.s["layers"], {p.position}
    form(p.position < n and p.token < n, "no such position")
    for t in range(p.layers, 0, -1):
        small(p.layers * n * min(n, len(reach)))
        reach = set().union(*(attends(layers[(t - 1) % len(layers)], i, n) for i in reach))
        need(reach, "a position attends to nothing")
    need(p.layers == 0 or p.token not in reach, "the token is reached")
    return p.layers + 1


def spread(layers, n, state, t):
    """States after layer t, as sets of bits."""
    layer = layers[(t - 1) % len(layers)]
    result = []
    for k in range(n):
        bits = 0
        for j in layer[k]:
            bits |= state[j]
        result.append(bits)
    return result


@rule("evaluate", "centre", spec="position nat, to pos, from nat")
def centre(c, p):
    n, layers = hops_claim(c, "upper")
    form(p.position < n, "no such position")
    first, then = p.to, getattr(p, "from")
    small((first + then) * n)
    state = [1 << k for k in range(n)]
    for t in range(1, first + 1):
        state = spread(layers, n, state, t)
    need(state[p.position] == (1 << n) - 1, "the centre has not heard of all")
    state = [1 << k for k in range(n)]
    for t in range(first + 1, first + then + 1):
        state = spread(layers, n, state, t)
    need(all(x >> p.position & 1 for x in state), "a position does not hear the centre")
    return first + then


@rule("evaluate", "hops", spec="layers nat")
def hops(c, p):
    n, layers = hops_claim(c, "lower", "upper")
    small(p.layers * n)
    state = [1 << k for k in range(n)]
    for t in range(1, p.layers + 1):
        state = spread(layers, n, state, t)
        if all(x == (1 << n) - 1 for x in state):
            need(c.side == "upper", "all is known")
            return t
    need(c.side == "lower", "not all is known")
    return p.layers + 1


def read_set(items, n):
    result = set()
    for x in items:
        if isinstance(x, list):
            form(x[0] < x[1] <= n and x[2] >= 1, "a range")
            result |= set(range(*x))
        else:
            form(x < n, "no such position")
            result.add(x)
    return result


@rule("evaluate", "closed-sets", of="hops-infinite", spec="sets [SET]")
def closed_sets(c, p):
    n, layers = c.s["n"], graph(c.s)
    sets = [read_set(x, n) for x in p.sets]
    form(len(sets) % len(layers) == 0, "not a multiple of the cycle")
    for t, members in enumerate(sets):
        need(all(layers[t % len(layers)][i] <= sets[t - 1] for i in members), "a set is left")
    need(len(sets[-1]) < n, "the last set is everything")


def merged(s):
    layers = graph(s)
    return [set().union(*(layer[i] for layer in layers)) for i in range(s["n"])]


@rule("evaluate", "path", of="path", spec="order? [nat] dist, reversed=false bool")
def path(c, p):
    n, edges = c.s["n"], merged(c.s)
    order = getattr(p, "order", list(range(n)))
    form(sorted(order) == list(range(n)), "not an order of all positions")
    if p.reversed and not hasattr(p, "order"):
        order.reverse()
    need(all(a in edges[b] for a, b in pairwise(order)), "a position is not attended to by the next one")


@rule("evaluate", "two-ends", of="no-path", spec='side "attended"|"attending", ends [SET]2')
def two_ends(c, p):
    n, edges = c.s["n"], merged(c.s)
    a, b = ends = [read_set(x, n) for x in p.ends]
    need(not a <= b and not b <= a, "one end holds the other")
    for end in ends:
        for i in range(n):
            if p.side == "attended":
                need(i in end or not edges[i] & end, "an end is attended to from outside")
            else:
                need(i not in end or edges[i] <= end, "an end attends out of it")


@rule("evaluate", "components", of="no-path", spec="removed [nat]* inc")
def components(c, p):
    n, edges = c.s["n"], merged(c.s)
    form(max(p.removed, default=0) < n, "no such position")
    left, count = set(range(n)) - set(p.removed), 0
    both = [set(x) for x in edges]
    for i, x in enumerate(edges):
        for j in x:
            both[j].add(i)
    while left:
        todo, count = [left.pop()], count + 1
        while todo:
            new = both[todo.pop()] & left
            left -= new
            todo += new
    need(count > len(p.removed) + 1, "too few components")


@rule("evaluate", "self", of="self-attending|not-self-attending")
def self_attending(c, p):
    if c.fact == "self-attending":
        if not all(map(named_only, c.s["layers"])):
            need(all(i in layer[i] for layer in graph(c.s) for i in range(c.s["n"])), "a position misses itself")
        return
    layer = c.s["layers"][c.body["layer"] - 1]
    i = c.body["position"]
    need(not named_only(layer) and i not in attends(layer, i, c.s["n"]), "the position attends to itself")


def kept(c, layers, k):
    """R^T_k: the positions of which k has heard after so many layers."""
    graphs, known, still = graph(c.pattern), {k}, 0
    for t in range(layers, 0, -1):
        more = known.union(*(graphs[(t - 1) % len(graphs)][j] for j in known))
        still = still + 1 if len(more) == len(known) else 0
        known = more
        if still == len(graphs) or len(known) == c.pattern["n"]:  # nothing is new any more
            break
    return sorted(known)


@rule("evaluate", "two-inputs", of="quantity computation lower", spec="position nat, layers nat, inputs [[nat]]2")
def two_inputs(c, p):
    form(p.position < c.pattern["n"], "no such position")
    x, y = p.inputs
    a, b = answers_at(c.s, x)[p.position], answers_at(c.s, y)[p.position]
    need(all(x[j] == y[j] for j in kept(c, p.layers, p.position)), "the inputs differ where the position looks")
    need(a is not None and b is not None and a != b, "the answers are not different")
    return p.layers + 1


@rule("evaluate", "uniform-heads", of="quantity computation upper", spec="layers nat")
def uniform_heads(c, p):
    known, found = [kept(c, p.layers, k) for k in range(c.pattern["n"])], {}
    for word, answers in cases(c.s):
        for k, answer in enumerate(answers):
            if answer is not None:
                key = (k, *(word[j] for j in known[k]))
                need(found.setdefault(key, answer) == answer, "inputs that look alike have two answers")
    return p.layers
