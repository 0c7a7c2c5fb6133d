"""Rounded sums across a cut: answers equal, bits at most the formula, states counted, and what DISJ excludes."""

import random
from itertools import product
from math import log2

import pytest

from headcount.questions import GRIDS
from headcount.questions.rounded import rounded
from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
from headcount.reductions.excluded_sizes.disjointness_lower import match3_disjointness_lower
from headcount.reductions.excluded_sizes.lower_bounds import rounded_lower_bounds
from headcount.reductions.excluded_sizes.rounded_lower import match3_rounded_lower
from headcount.reductions.protocols.cut import Cut
from headcount.reductions.protocols.random_unit import random_fixed_point_unit
from headcount.reductions.protocols.rounded_cost import RoundedSumCost, rounded_sum_counts
from headcount.reductions.protocols.rounded_cut_protocol import RoundedCutProtocol
from headcount.reductions.protocols.transcript import ProtocolError
from headcount.reductions.reduction import Owner

OWNERS = {"P": Owner.PUBLIC, "A": Owner.ALICE, "B": Owner.BOB}


def cut(word):
    return Cut(tuple(OWNERS[letter] for letter in word))


@pytest.mark.parametrize("word", ["PAAABBB", "APABBPB", "PPABB", "PAAA", "PBBB", "PAAAABBBBP"])
@pytest.mark.parametrize("grid", ["twos", "midrise"])
def test_answers_are_equal_and_bits_are_at_most_the_formula(word, grid):
    """Random units of every shape: one or two heads, summed or side by side, with and without a null token."""
    rng = random.Random(5)
    for seed, (p, H, combine, null) in enumerate(product((1, 2, 3), (1, 2), ("sum", "concat"), (False, True))):
        how = {"dv": rng.randint(1, 3), "seed": seed, "grid": grid, "combine": combine, "null": null}
        unit = random_fixed_point_unit(len(word), 3, rng.randint(1, 3), p, H, **how)
        protocol = RoundedCutProtocol(unit, cut(word), word.index("P") + 1, grid)
        for _ in range(3):
            tokens = tuple(rng.randrange(3) for _ in word)
            run = protocol.run(tokens)
            assert run.answer == protocol.reference(tokens)
            assert run.total <= protocol.formula_bits


def test_on_the_encoding_of_disj():
    sized = disj_to_match3.at(3)
    unit = random_fixed_point_unit(7, sized.target.alphabet, 3, 1, 2, dv=3, seed=1)
    protocol = RoundedCutProtocol(unit, Cut(sized.owners), 1)
    differ = 0
    for a, b in product(sized.source.alice_inputs(), sized.source.bob_inputs()):
        tokens = sized.target.symbols(sized.encode(a, b).task_input)
        run = protocol.run(tokens)
        assert run.answer == protocol.reference(tokens)
        assert run.total == protocol.formula_bits  # n + 1 keys before the cut, dv sums a head
        differ += run.answer != unit.outputs(tokens)[0]
    assert differ  # rounding is no small matter at p = 1


@pytest.mark.parametrize("grid", ["twos", "midrise"])
@pytest.mark.parametrize("p", [1, 2])
def test_running_sums_have_no_more_states_than_counted(p, grid):
    """All states that sums of 4 weights, and of weights times values, can reach in any order."""
    weights = [0, *(2**k for k in range(p + 1))]
    totals, sums = {0}, {0}
    for keys in range(1, 5):
        totals = {rounded(z + w, p) for z in totals for w in weights}
        sums = {rounded(s + w * v, p) for s in sums for w in weights for v in GRIDS[grid](p)}
        counted = rounded_sum_counts(p, keys, grid)
        assert len(totals) <= counted[0]
        assert len(sums) <= counted[1]
        assert max(totals) <= keys * 2**p


def test_cost_by_hand_and_its_growth():
    """m = 2, p = 3, twos, n = 4: 6 + 3 + 5 + 6; a state of Z takes p + log2 log2 n bits or so."""
    assert RoundedSumCost(4).bits(2, 3, 1, 1) == 20
    for n, p in product((2**4, 2**10, 2**40), (1, 2, 8)):
        assert log2(rounded_sum_counts(p, n)[0]) <= p - 1 + log2(log2(n) + 3) + 1e-9
        assert log2(rounded_sum_counts(p, n)[1]) <= p + log2(log2(n) + p + 3) + 1e-9


def test_the_bound_gains_the_factor():
    """p = 1, H = 1, dv = m: the gain over exact sums grows with N, and N / log log N stays within constants."""
    gains, shares = [], []
    for k in (8, 12, 16, 20):
        N = 2**k + 1
        exact, wide = match3_disjointness_lower(N).least_m(1, 1), match3_rounded_lower(N).least_m(1, 1)
        gains.append(wide / exact)
        shares.append(wide * log2(k) / N)
    assert gains == sorted(gains)
    assert gains[0] > 1.5
    assert gains[-1] > 2.9
    assert max(shares) < 1.7 * min(shares)
    region = match3_rounded_lower(65)
    assert region.unit_class == "ROUNDED(p, twos)"
    assert region.excludes(region.least_m(1, 1) - 1, 1, 1)
    assert not region.excludes(region.least_m(1, 1), 1, 1)
    assert region.record()["unit_class"] == "ROUNDED(p, twos)"


def test_where_it_does_not_apply():
    unit = random_fixed_point_unit(3, 2, 1, 1)
    with pytest.raises(ProtocolError, match="must be public"):
        RoundedCutProtocol(unit, cut("APB"), 1)
    with pytest.raises(ProtocolError, match="must come before"):
        RoundedCutProtocol(unit, cut("PBA"), 1)
    assert rounded_lower_bounds("match3", {"N": 65, "M": 7}) == ()
    assert rounded_lower_bounds("match3", {"N": 2}) == ()
