"""Units of several layers run across cuts: every input of many random units, masks, cost by hand, refusals."""

import random
from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from altered_messages import altered, flipped
from draws import until
from headcount.questions import GRIDS, ReadOut, Unit
from headcount.questions.layer import Head, Layer, Table
from headcount.reductions.protocols.cost import RowSumCost
from headcount.reductions.protocols.cut import Cut
from headcount.reductions.protocols.layered_cost import LayeredCost, without_mask
from headcount.reductions.protocols.layered_protocol import LayeredProtocol
from headcount.reductions.protocols.level_sum_protocol import LevelSumProtocol
from headcount.reductions.protocols.random_layered_unit import random_layered_unit
from headcount.reductions.protocols.transcript import ProtocolError
from headcount.reductions.reduction import Owner
from headcount.tasks import TaskError

A, B, P = Owner.ALICE, Owner.BOB, Owner.PUBLIC


def drawn(rng):
    """A unit, a cut, positions to ask for and the inputs: all sizes small, all of them random."""
    N, alphabet, D = rng.randint(2, 5), rng.randint(2, 3), rng.randint(1, 4)
    inputs = [tuple(rng.randrange(alphabet) for _ in range(N)) for _ in range(4)]
    m, p, H, dv = rng.choice((1, 2, 9)), rng.randint(1, 3), rng.randint(1, 2), rng.randint(1, 3)
    grid, combine = rng.choice(("twos", "midrise")), rng.choice(("sum", "concat"))
    how = {"dv": dv, "seed": rng.randrange(10**6), "grid": grid, "combine": combine, "null": rng.random() < 0.3}
    unit = random_layered_unit(inputs, alphabet, m, p, H, D=D, **how)
    cut = Cut(tuple(rng.choice((A, B, P)) for _ in range(N)))
    answering = rng.choice((A, B))
    owner = rng.choice([x for x in (P, answering) if cut.positions(x)] or [None])
    if owner is None:
        return drawn(rng)
    mine = cut.positions(owner)
    asked = tuple(sorted(rng.sample(mine, rng.randint(1, len(mine)))))
    one_way = D == 1 and owner is P and bool(cut.positions(A if answering is B else B)) and rng.random() < 0.5
    return LayeredProtocol(unit, cut, asked, grid, answering, one_way), inputs


def agree(protocol, inputs):
    """Answers equal the unit's own rows, bits are within the formula; without masks they are the formula."""
    for tokens in inputs:
        run = protocol.run(tokens)
        rows = protocol.unit.outputs(tokens)
        assert run.answer == tuple(entry for j in protocol.positions for entry in rows[j - 1])
        assert run.total <= protocol.formula_bits
    if protocol.one_way:
        assert run.by_sender(protocol.answering) == 0
    both = all(protocol.cut.positions(x) for x in (A, B))
    plain = not any(layer.mask for layer in protocol.unit.layers)
    if both and plain and not protocol.by_sums:
        assert run.total == protocol.formula_bits
    return protocol.layers, protocol.by_sums, protocol.one_way


def test_random_units(rotating_seed):
    rng = random.Random(rotating_seed)
    seen = Counter()
    for _ in until(seen, {"1 deep", "2 deep", "3 deep", "4 deep", "by sums", "by rows"}, 120):
        depth, by_sums, one_way = agree(*drawn(rng))
        seen[f"{depth} deep"] += 1
        if not one_way:
            seen["by sums" if by_sums else "by rows"] += 1


def test_level_sums_on_every_input():
    """All scores around the highest on both sides: what is cut on one side depends on the other's highest score."""
    rng = random.Random(7)
    for k, grid, combine in product(range(6), ("twos", "midrise"), ("sum", "concat")):
        how = {"dv": 1 + k % 3, "seed": k, "grid": grid, "combine": combine, "null": k % 2 == 1}
        unit = random_layered_unit([(0, 0, 0, 0)], 3, 1 + k % 2, 1 + k % 4, 1 + k % 2, D=1, **how)
        answering = rng.choice((A, B))
        protocol = LevelSumProtocol(unit, Cut((P, A, B, A if answering is B else B)), 1, grid, answering)
        totals = set()
        for tokens in product(range(3), repeat=4):
            run = protocol.run(tokens)
            assert run.answer == unit.outputs(tokens)[0]
            assert run.by_sender(answering) == 0
            totals.add(run.total)
        assert totals == {protocol.formula_bits}


@pytest.mark.slow
def test_a_thousand_random_units():
    rng = random.Random(14)
    for _ in range(1000):
        agree(*drawn(rng))


def test_a_layer_alone_costs_what_it_cost():
    """D = 1: the minimum of keys and values, and of the row sums of ``cost``."""
    for m, p, H, dv in product((1, 3), repeat=4):
        cost = without_mask(1, 2, 5)
        assert cost.bits(m, p, H, dv) == min(2 * H * (m + dv) * p, RowSumCost(2).bits(m, p, H, dv))
        assert without_mask(4, 2, 5).bits(m, p, H, dv) == cost.bits(m, p, H, dv) + 21 * H * (m + dv) * p
    assert without_mask(3, 4, 4, rows=4).bits(2, 2, 1, 1) == (2 * 8 + 4) * 3 * 2  # (2D - 1) n H (m + dv) p


def test_which_way_is_cheaper():
    for m, p, grid, n in product((1, 2, 5, 16), (1, 2, 5, 16), ("twos", "midrise"), (1, 2, 6, 9, 40, 200)):
        one, many = LayeredCost(1, 0, n, 1, grid), LayeredCost(1, 0, n, n, grid)
        if n > 5:
            assert one.by_sums(m, p, 1, m) < one.by_keys(m, p, 1, m)
        assert many.by_keys(m, p, 1, m) < many.by_sums(m, p, 1, m)


def masked(rng, N, D, allowed):
    """A random unit of D layers over two symbols with the mask ``allowed(i)``, and all inputs."""
    inputs = list(product(range(2), repeat=N))
    unit = random_layered_unit(inputs, 2, 2, 2, 2, D=1, dv=1, seed=rng.randrange(10**6))
    mask = tuple(tuple(allowed(i)) for i in range(N))
    layers, read_outs, words, symbols = [], [], inputs, 2
    for number in range(D):
        one = replace(random_layered_unit(words, symbols, 2, 2, 2, D=1, seed=rng.randrange(10**6)).layers[0], mask=mask)
        layers.append(one)
        if number < D - 1:
            states = {}
            stage = Unit(symbols, (one,))
            words = [
                tuple(states.setdefault(pair, len(states)) for pair in zip(word, stage.outputs(word), strict=True))
                for word in words
            ]
            symbols = len(states)
            read_outs.append(ReadOut(tuple(states.items()), symbols))
    return Unit(unit.alphabet, tuple(layers), tuple(read_outs)), inputs


@pytest.mark.parametrize("D", [1, 2, 3])
def test_a_causal_mask_makes_it_one_way(D):
    """Alice's tokens first: nothing goes from Bob to Alice, and D n_A H (m + dv) p bits go to Bob."""
    unit, inputs = masked(random.Random(D), 4, D, lambda i: range(i + 1))
    agree(LayeredProtocol(unit, Cut((A, A, B, B)), (4,)), inputs)
    protocol = LayeredProtocol(unit, Cut((A, A, B, P)), (4,))
    agree(protocol, inputs)
    if D > 1:  # row sums would need Alice to know the query at position 4
        runs = [protocol.run(tokens) for tokens in inputs]
        assert all(run.by_sender(B) == 0 for run in runs)
        assert agree(LayeredProtocol(unit, Cut((A, A, B, P)), (4,), one_way=True), inputs) == (D, False, True)
        assert {run.total for run in runs} == {D * 2 * 2 * (2 + 1) * 2} == {protocol.formula_bits}
        assert protocol.cost.words == f"{2 * D} H (m + dv) p"


def test_other_masks():
    rng = random.Random(5)
    for _ in range(12):
        seen = [sorted(rng.sample(range(4), rng.randint(1, 4))) for _ in range(4)]
        unit, inputs = masked(rng, 4, rng.randint(1, 3), lambda i, seen=seen: seen[i])
        for owners in ((A, B, P, P), (A, A, B, B), (P, B, A, B)):
            cut = Cut(owners)
            position = (cut.positions(P) or cut.positions(B))[0]
            agree(LayeredProtocol(unit, cut, (position,)), inputs)


def test_a_party_uses_nothing_that_it_was_not_told():
    """Transcripts are rectangles: the same bits for (a, b) and (c, d) are the bits of (a, d)."""
    inputs = list(product(range(2), repeat=3))
    for seed in range(6):
        unit = random_layered_unit(inputs, 2, 1, 1, D=2, seed=seed)
        protocol = LayeredProtocol(unit, Cut((A, B, P)), (3,))
        said = {tokens: [(m.sender, m.bits) for m in protocol.run(tokens).messages] for tokens in inputs}
        for (a, b, z), (c, d, y) in product(inputs, repeat=2):
            if z == y and said[a, b, z] == said[c, d, y]:
                assert said[a, d, z] == said[a, b, z]


def test_changed_messages_change_the_answer_or_are_noticed():
    """Every message matters on some input; one that is cut short is noticed on every input."""
    inputs = list(product(range(2), repeat=3))
    unit = random_layered_unit(inputs, 2, 2, 3, D=2, dv=2, seed=3)
    protocol = LayeredProtocol(unit, Cut((A, B, P)), (3,))
    matters = set()
    for tokens in inputs:
        right = protocol.run(tokens)
        for number, message in enumerate(right.messages):
            assert altered(protocol, tokens, number, lambda bits: bits[:-1]) == "broken"
            for k in range(len(message)):
                if altered(protocol, tokens, number, lambda bits, k=k: flipped(bits, k)) != right.answer:
                    matters.add(number)
    assert matters == set(range(len(right.messages)))


def test_refusals():
    unit = random_layered_unit([(0, 1, 1)], 2, 1, 2, D=2)
    cut = Cut((A, B, P))
    with pytest.raises(ProtocolError, match="must name at least one row"):
        LayeredProtocol(unit, cut, ())
    with pytest.raises(ProtocolError, match="got 1, which is Alice's; let Alice answer"):
        LayeredProtocol(unit, cut, (1,))
    with pytest.raises(ProtocolError, match="all public or all Bob's"):
        LayeredProtocol(unit, cut, (2, 3))
    with pytest.raises(ProtocolError, match="same bits p in all layers"):
        LayeredProtocol(replace(unit, layers=(unit.layers[0], replace(unit.layers[1], bits=3))), cut, (3,))
    with pytest.raises(ProtocolError, match="weights 'fixed', got 'saturated'"):
        LayeredProtocol(replace(unit, layers=(unit.layers[0], replace(unit.layers[1], weights="saturated"))), cut, (3,))
    with pytest.raises(ProtocolError, match="one way, Alice must not need keys of Bob"):
        LayeredProtocol(unit, cut, (3,), one_way=True)
    single = replace(unit, layers=unit.layers[:1], read_outs=())
    with pytest.raises(ProtocolError, match="position 2 must be public"):
        LevelSumProtocol(single, cut, 2)
    with pytest.raises(ProtocolError, match="Alice must own a key"):
        LevelSumProtocol(single, Cut((P, B, P)), 3)
    with pytest.raises(ProtocolError, match="read-out after layer 1 must have a symbol"):
        LayeredProtocol(unit, cut, (3,)).run((1, 1, 1))
    with pytest.raises(ProtocolError, match=r"symbols 0 .. 1, got 2"):
        LayeredProtocol(unit, cut, (3,)).run((0, 1, 2))
    for D, said in ((0, "D, the number of layers, must be an integer >= 1, got 0"), (65, "at most 64, got 65")):
        with pytest.raises(TaskError, match=said):
            random_layered_unit([(0, 1)], 2, 1, 1, D=D)
    with pytest.raises(TaskError, match="at least one, all of one length"):
        random_layered_unit([(0, 1), (0,)], 2, 1, 1, D=1)


def test_a_unit_by_hand():
    """Two layers look up a lookup: position 3 asks, layer 1 copies its bit's position, layer 2 reads there."""
    assert GRIDS["twos"](2) == range(-2, 2)
    one = Table("position", ((1,), (1,), (1,)))
    keys, values = Table("position", ((-2,), (1,), (-2,))), Table("token", ((0,), (1,)))
    first = Layer((Head(one, (keys,), (values,)),), weights="fixed", bits=2)
    unit = Unit(2, (first,))
    protocol = LayeredProtocol(unit, Cut((A, B, P)), (3,))
    run = protocol.run((1, 0, 1))
    assert run.answer == unit.outputs((1, 0, 1))[2]
    assert run.total == protocol.formula_bits == min(1 * 2 * 2, RowSumCost(1).bits(1, 2, 1, 1))
