"""Theorems about sparse patterns against brute force on tiny and degenerate patterns: hops, and orders as paths."""

import random
from itertools import pairwise, product

import brute_sparse
from asking import accepts, named, proved


def sparse_pattern(rng):
    n = rng.randint(1, 9)

    def layer(deep=2):
        w, r = rng.randrange(n + 2), rng.randint(1, 4)
        lists = [sorted(rng.sample(range(n), rng.randrange(n + 1))) for _ in range(n)]
        named_layers = [
            {"name": "dense"}, {"name": "star"}, {"name": "window", "w": w}, {"name": "block", "w": w + 1},
            {"name": "dilated", "w": w, "r": r}, {"name": "stride", "w": w + 1}, {"name": "lists", "lists": lists},
            {"name": "summaries", "w": w + 1, "last": rng.random() < 0.5},
            {"name": "longformer", "w": rng.randrange(3), "g": rng.randint(0, n)},
        ]  # fmt: skip
        if deep and rng.random() < 0.3:
            inner = {"name": "union", "of": [layer(deep - 1) for _ in range(rng.randint(1, 2))]}
            return inner if rng.random() < 0.6 else {"name": "causal", "of": layer(deep - 1)}
        return rng.choice(named_layers)

    return {"task": "sparse-pattern", "n": n, "layers": [layer() for _ in range(rng.randint(1, 3))]}


def sparse_agrees(count, seed):
    rng, exact = random.Random(seed), 0
    for _ in range(count):
        statement = sparse_pattern(rng)
        layers = brute_sparse.stated(statement)
        least = brute_sparse.hops(layers)
        for side, name in product(("lower", "upper"), ("named layers", "reach", "least")):
            value = proved(statement, {"quantity": "hops", "side": side, "value": 3}, named(name))
            assert value is None or side == "upper" or least is None or value <= least, (statement, name, value, least)
            assert value is None or side == "lower" or (least is not None and value >= least), (statement, value, least)
            exact += value is not None and value == least and name != "least"
        for turned in (False, True):
            order = list(range(statement["n"]))[:: -1 if turned else 1]
            rows = brute_sparse.union_rows(layers)
            is_path = all(a in rows[b] for a, b in pairwise(order))
            shown = accepts(statement, {"claim": "path"}, named("in order", reversed=turned))
            assert shown == is_path, statement
            assert not accepts(statement, {"claim": "no-path"}, named("in order", reversed=turned))
    return exact


def test_pairs_of_layers():
    """Windows and strides, blocks and summaries, dilated windows: all small parameters, in both orders."""
    exact = 0
    for n, v, w, last in product(range(1, 9), range(4), range(1, 5), (False, True)):
        summaries = {"name": "summaries", "w": w, "last": last}
        pairs = [[{"name": "window", "w": v}, {"name": "stride", "w": w}], [{"name": "block", "w": v + 1}, summaries]]
        pairs += [[{"name": "dilated", "w": v, "r": w}, {"name": "window", "w": 1}], [{"name": "star"}, summaries]]
        for layers in [*pairs, *(pair[::-1] for pair in pairs)]:
            statement = {"task": "sparse-pattern", "n": n, "layers": layers}
            least = brute_sparse.hops(brute_sparse.stated(statement))
            claim = {"quantity": "hops", "side": "lower", "value": 3}
            low = proved(statement, claim, named("reach"))
            high = proved(statement, {**claim, "side": "upper"}, named("named layers"))
            assert low is None or least is None or low <= least, statement
            assert high is None or (least is not None and least <= high), statement
            exact += low == high == least
    assert exact > 200


def test_hops_and_orders_of_named_patterns():
    assert sparse_agrees(500, 3) > 300
