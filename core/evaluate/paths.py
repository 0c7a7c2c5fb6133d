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
from itertools import compress
from typing import Any

from ..book import Book, Proved
from ..claims import Claim
from ..meaning.masks import attends, row_of
from ..meaning.tasks import Word, task_of
from ..meter import ENTRY, Meter
from ..refuse import need
from ..schema import Record, many, record, truth, word
from .exhibit import read
from .graphs import PLACE, SET, about, back, flags_of, need_places, sets_of, within

PATH = record({"order": many(PLACE, rule="distinct"), "reversed": truth()}, {"order": None, "reversed": False})


def path(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """A Hamiltonian path."""
    p, pattern, meter = read(PATH, proof, book), about(claim, "path", "fact"), book.meter
    n, layers = pattern.n, pattern.layers
    order = range(n)[:: -1 if p.reversed else 1] if p.order is None else p.order
    need(len(order) == n and max(order[0], order[-1], *(p.order or ())) < n, "it is no order of the positions")
    meter.charge(20 * n)
    for i in range(n - 1):
        seen = any(attends(layer, order[i + 1], order[i], n, meter) for layer in layers)
        need(seen, "a position does not attend to the one before it")
    return Proved(None, "an order of the positions, in which each is attended to by the next")


ENDS = record({"side": word("attended", "attending"), "ends": many(SET, 2, 2)})


def two_ends(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """No Hamiltonian path."""
    p, pattern, meter = read(ENDS, proof, book), about(claim, "no-path", "fact"), book.meter
    X, Y = (flags_of(places, pattern.n, meter) for places in p.ends)
    meter.charge(10 * pattern.n)
    pairs = list(zip(X, Y, strict=True))
    need((1, 0) in pairs and (0, 1) in pairs, "one of the sets holds the other")
    for own in (X, Y):
        meter.charge(10 * pattern.n)
        outside = bytearray(1 - x for x in own)
        here, there = (own, own) if p.side == "attending" else (outside, outside)
        shut = all(within(pattern, t, here, there, meter) for t in range(len(pattern.layers)))
        need(shut, "a position attends into, or out of, a set that it should not")
    return Proved(None, f"two sets of positions are {p.side} by themselves alone, as two ends of an order")


def components(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """No Hamiltonian path."""
    p = read(record({"removed": many(PLACE, 0, rule="increasing")}), proof, book)
    pattern, meter, removed = (
        about(claim, "no-path", "fact"),
        book.meter,
        set(p.removed),
    )  # others than positions do no good
    n = pattern.n
    meter.charge(150 * n)
    parent = list(range(n))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = i = parent[parent[i]]
        return i

    left = [i for i in range(n) if i not in removed]
    for layer in pattern.layers:
        meter.charge(20 * n)
        for i in left:
            for part in row_of(layer, i, n, meter):
                meter.charge(25 * len(part))
                for j in part:
                    if j not in removed:
                        parent[root(j)] = root(i)
    found = sum(parent[i] == i for i in left)
    need(found > len(removed) + 1, "there are too few components")
    return Proved(None, f"{found} components without {len(removed)} positions")


def self_attending(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """Every position attends to itself, or one does not."""
    read(record({}), proof, book)
    if claim.quantity.kind == "not-self-attending":
        q, s = claim.quantity, claim.statement
        need(not attends(s.layers[q.layer - 1], q.position, q.position, s.n, book.meter), "it attends to itself")
        return Proved(None, "its row")
    for layer in about(claim, "self-attending", "fact").layers:
        need(not _missing(layer, book.meter), "some position does not attend to itself")
    return Proved(None, "named layers by their definitions, lists by looking")


def _missing(layer: Record, meter: Meter) -> set[int]:
    """The positions that do not attend to themselves."""
    if layer.kind == "causal":
        return _missing(layer.of, meter)
    if layer.kind == "union":
        return set.intersection(*(_missing(part, meter) for part in layer.of))
    lists = layer.lists if layer.kind == "lists" else ()
    meter.charge(sum(100 + len(row) for row in lists))
    return {i for i, row in enumerate(lists) if i not in row}


INPUTS = record({"position": PLACE, "layers": PLACE, "inputs": many(many(PLACE), 2, 2)})


def two_inputs(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """Depth >= T + 1."""
    p, pattern = read(INPUTS, proof, book), about(claim, "depth", "lower")
    need_places(pattern, p.position)
    task = task_of(claim.statement, book.meter)
    wanted = [task.wanted(x) for x in p.inputs]
    answers = [None if one is None else one[p.position] for one in wanted]
    need(None not in answers, "no answer is asked for there")
    need(answers[0] != answers[1], "the answers are the same")
    reached, _ = back(pattern, p.position, p.layers, True, book.meter)
    x, y = p.inputs
    need(
        all(x[j] == y[j] for j in compress(range(pattern.n), reached)),
        "the inputs differ at a position that is reached",
    )
    return Proved(p.layers + 1, f"a position does not reach in {p.layers} layers what tells two inputs apart")


def uniform_heads(proof: dict[str, Any], claim: Claim, book: Book) -> Proved:
    """Depth <= D."""
    p, pattern, meter = read(record({"layers": PLACE}), proof, book), about(claim, "depth", "upper"), book.meter
    n, task = pattern.n, task_of(claim.statement, meter)
    sets = deque(sets_of(pattern, p.layers, True, meter), 1).pop()  # the last ones
    meter.charge(n * n)
    places = [[j for j in range(n) if own >> j & 1] for own in sets]
    known: list[dict[Word, int]] = [{} for _ in range(n)]
    for x, wanted in task.inputs(n * (10 + 2 * n)):
        for k, answer in enumerate(wanted):
            if answer is not None:
                seen = tuple(x[j] for j in places[k])
                if seen not in known[k]:
                    meter.charge(ENTRY + 8 * len(seen))
                need(
                    known[k].setdefault(seen, answer) == answer,
                    "inputs that agree at all that is reached differ in the answer",
                )
    return Proved(p.layers, "every answer is a function of the tokens reached; uniform heads gather them")


EXHIBITS = {
    "path": path,
    "two-ends": two_ends,
    "components": components,
    "self": self_attending,
    "two-inputs": two_inputs,
    "uniform-heads": uniform_heads,
}
