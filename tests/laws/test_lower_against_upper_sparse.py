"""Sparse patterns on at most four positions: no lower bound of hops crosses an upper one, no fact its opposite.

For each cycle of layers all evidence of every kind is tried. The greatest accepted lower value must not exceed the
least accepted upper one, and both must be the truth where the kinds are complete; hops that are infinite have no upper
end; an order is accepted exactly where no evidence of ``no-path`` is. Layers are taken up to the names of the
positions, which no kind but closed forms and ``in-order`` looks at.
"""

import random
from itertools import combinations, permutations, product

import pytest

import brute_sparse as brute
import drafted


def accepted(question, claim):
    return drafted.accepts(question, claim)


def subsets(n, least=1):
    return [list(one) for size in range(least, n + 1) for one in combinations(range(n), size)]


def lowers(n):
    yield from ({"kind": "far-pair", "position": k, "token": j} for k, j in product(range(n), repeat=2))
    yield from ({"kind": "hops"}, {"kind": "named"})


def uppers(n, value):
    yield from ({"kind": "hops"}, {"kind": "named"})
    for c, to in product(range(n), range(1, value + 1)):
        yield {"kind": "centre", "position": c, "to": to, "from": value - to}


def greatest(question, most, kinds=("far-pair", "hops", "named")):
    """The greatest lower value that is accepted; one that is may stand above others that are not."""
    values = {1}
    for evidence in lowers(question["n"]):
        for value in range(2, most + 1):
            claim = {"quantity": "hops", "side": "lower", "value": value, "evidence": evidence}
            if evidence["kind"] in kinds and accepted(question, claim):
                values.add(value)
    return max(values)


def least(question, most):
    """The least upper value that is accepted; None if there is none."""
    for value in range(1, most + 1):
        for evidence in uppers(question["n"], value):
            if accepted(question, {"quantity": "hops", "side": "upper", "value": value, "evidence": evidence}):
                return value
    return None


def closed(question, cycles):
    """Whether hops are accepted to be infinite by some closed sets, one for each layer of so many cycles."""
    sets = subsets(question["n"])
    return any(
        accepted(question, {"claim": "hops-infinite", "evidence": {"kind": "closed-sets", "sets": list(some)}})
        for some in product(sets, repeat=cycles * len(question["layers"]))
    )


def compare_hops(layers, most):
    """Ends up to a number of layers."""
    question, true = brute.pattern_of(layers).to_json(), brute.hops(layers)
    low, high = greatest(question, most), least(question, most)
    assert high is None or low <= high, layers
    assert high == (None if true is None or true > most else true), layers
    assert low == min(true or most, most), layers
    infinite = closed(question, 1)
    assert not infinite or true is None, layers
    if all(i in row for layer in layers for i, row in enumerate(layer)):
        assert infinite == (true is None), layers
        assert greatest(question, most, ("far-pair",)) == low, layers


def compare_orders(layers):
    n, question = len(layers[0]), brute.pattern_of(layers).to_json()
    orders = [{"kind": "order", "order": list(order)} for order in permutations(range(n))]
    orders += [{"kind": "in-order", "reversed": turned} for turned in (False, True)]
    path = [accepted(question, {"claim": "path", "evidence": one}) for one in orders]
    assert any(path) == brute.has_path(layers), layers
    ends = [list(pair) for pair in product(subsets(n), repeat=2)]
    if n == 4:  # nested ones have been tried on fewer positions
        ends = [[one, other] for one, other in ends if one < other and set(one) - set(other) and set(other) - set(one)]
    trials = [{"kind": "two-ends", "side": side, "ends": pair} for pair in ends for side in ("attended", "attending")]
    trials += [{"kind": "components", "removed": removed} for removed in subsets(n, 0)]
    refuted = brute.refutation(layers)
    assert (refuted is None) == any(path), layers
    if refuted:
        assert accepted(question, {"claim": "no-path", "evidence": refuted}), layers
    else:
        assert not any(accepted(question, {"claim": "no-path", "evidence": one}) for one in trials), layers


def up_to_names(n):
    """One layer of each isomorphism class."""
    seen = set()
    for layer in brute.all_layers(n):
        edges = {(i, j) for i, row in enumerate(layer) for j in row}
        named = frozenset(frozenset((order[i], order[j]) for i, j in edges) for order in permutations(range(n)))
        if named not in seen:
            seen.add(named)
            yield layer


def test_layers_of_at_most_three_positions():
    """One layer needs at most (n - 1)^2 + 1 hops if they are finite (Wielandt)."""
    classes = [list(up_to_names(n)) for n in (1, 2, 3)]
    assert list(map(len, classes)) == [2, 10, 104]
    for layer in (layer for some in classes for layer in some):
        compare_orders([layer])
        compare_hops([layer], 6)


def test_cycles_of_two_layers():
    rng = random.Random(4)
    three, four = list(brute.all_layers(3)), [set(one) for one in subsets(4)]
    pairs = [
        *rng.sample(list(product(brute.all_layers(2), up_to_names(2))), 40),
        *(rng.sample(three, 2) for _ in range(15)),
    ]
    pairs += [[[rng.choice(four) for _ in range(4)] for _ in range(2)] for _ in range(2)]
    for layers in pairs:
        compare_hops(list(layers), 5)
        compare_orders(list(layers))


@pytest.mark.slow
def test_all_cycles_of_two_layers_of_two_positions():
    for layers in product(brute.all_layers(2), repeat=2):
        compare_hops(list(layers), 5)
        compare_orders(list(layers))


EVERY = 24
"""Of the layers of four positions: all take four minutes."""


@pytest.mark.slow
def test_layers_of_four_positions(rotating_seed):
    layers = list(up_to_names(4))
    assert len(layers) == 3044
    for layer in layers[rotating_seed % EVERY :: EVERY]:
        compare_hops([layer], 11)
        compare_orders([layer])
