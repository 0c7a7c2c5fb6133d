"""Cost formulas: ranges against brute force, the sums by hand, the theory's looser form, what is refused."""

from itertools import product
from math import ceil, log2

import pytest

from headcount.questions import GRIDS, fixed_point
from headcount.reductions.protocols.cost import (
    CostError,
    OneWayCost,
    RowSumCost,
    grid_scores,
    lead_count,
    score_bits,
    sum_counts,
)
from headcount.reductions.protocols.layered_cost import LayeredCost, without_mask
from headcount.reductions.protocols.rounded_cost import RoundedSumCost
from headcount.reductions.protocols.transcript import ProtocolError, Reader, width_of, write_number


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize(("m", "p"), [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1), (4, 1)])
def test_scores_are_those_that_occur(grid, m, p):
    entries = GRIDS[grid](p)
    vectors = list(product(entries, repeat=m))
    seen = {sum(a * b for a, b in zip(q, k, strict=True)) for q in vectors for k in vectors}
    scores = grid_scores(m, p, grid)
    every = range(scores.least, scores.least + scores.step * scores.count, scores.step)
    assert seen <= set(every)
    assert min(seen) == every[0]  # both ends occur: the range cannot be cut
    assert max(seen) == every[-1]


@pytest.mark.parametrize("grid", GRIDS)
def test_score_bits_against_the_looser_form(grid):
    for m, p in product((*range(1, 40), 1000), range(1, 9)):
        loose = (m * 4**p).bit_length()  # ceil(log2(m 4^p + 1))
        assert score_bits(m, p, grid) <= loose
        if grid == "twos":
            assert score_bits(m, p, grid) <= loose - 1
        else:
            without_parity = (2 * m * (2**p - 1) ** 2).bit_length()
            assert without_parity == score_bits(m, p, grid) + 1


def test_without_parity_the_looser_form_is_too_short():
    """Midrise scores range over 2 m (2^p - 1)^2 + 1 integers: m 4^p + 1 numbers would not do without the steps of 2."""
    assert 2 * 3 * (2**4 - 1) ** 2 + 1 > 3 * 4**4 + 1


@pytest.mark.parametrize("p", [1, 2, 3])
@pytest.mark.parametrize("grid", GRIDS)
def test_sums_and_leads_are_those_that_occur(p, grid):
    entries = GRIDS[grid](p)
    step = grid_scores(1, p, grid).step
    weights, values = sum_counts(p, 2)
    seen_weights, seen_values = set(), set()
    for score in range(0, -2 * p - 3, -step):
        for other in range(0, -2 * p - 3, -step):
            w = fixed_point(p)([0, score, other])[1:]
            seen_weights.add(sum(w))
            for u in product(range(len(entries)), repeat=2):
                seen_values.add(w[0] * u[0] + w[1] * u[1])
    assert (min(seen_weights), max(seen_weights)) == (0, weights - 1)
    assert (min(seen_values), max(seen_values)) == (0, values - 1)
    leads = {min(lead, p + 1) for lead in range(0, 3 * p + 3, step)}
    assert len(leads | {p + 1}) == lead_count(p, grid)


def test_the_example_added_up_by_hand():
    """m = 2, p = 3, H = 2, dv = 1, twos: scores -24 .. 32 are 57, so l = 6."""
    query, score, value = 2 * 3, 6, 3
    assert OneWayCost().bits(2, 3, 2, 1) == 2 * (query + score + value) == 30
    lead, weights, weighted = 3, 6, 8  # out of 5, of 4*8 + 1 = 33, of 4*8*7 + 1 = 225
    assert RowSumCost(4).bits(2, 3, 2, 1) == 2 * (score + lead + weights + weighted) == 46
    assert RowSumCost(4, query_sent=True).bits(2, 3, 2, 1) == 46 + 2 * query
    # midrise: scores within 2*49 of 0 in steps of 2 are 99, l = 7; leads 0, 2, more: 2 bits
    assert RowSumCost(4, "midrise").bits(2, 3, 2, 1) == 2 * (7 + 2 + weights + weighted) == 46
    # another, at dv = 3 and one head: 4-bit entries, m = 1, scores -56 .. 64 are 121, l = 7
    assert RowSumCost(10).bits(1, 4, 1, 3) == 7 + 3 + ceil(log2(161)) + 3 * ceil(log2(2401)) == 54


COSTS = [
    OneWayCost(),
    OneWayCost("midrise"),
    RowSumCost(5),
    RowSumCost(3, "midrise", True),
    RoundedSumCost(9),
    without_mask(3, 2, 4, rows=2),
    LayeredCost(1, 0, 9, 1, "midrise", True),
]


@pytest.mark.parametrize("cost", COSTS)
def test_costs_increase_with_every_size(cost):
    """What ``least_m``, ``least_H`` and ``least_p`` rely on."""
    for m, p, H, dv in product((1, 2, 3, 7), (1, 2, 3, 6), (1, 2, 4), (1, 2, 5)):
        here = cost.bits(m, p, H, dv)
        assert cost.bits(m + 1, p, H, dv) >= here
        assert cost.bits(m, p + 1, H, dv) >= here
        assert cost.bits(m, p, H + 1, dv) > here
        assert cost.bits(m, p, H, dv + 1) > here


def test_numbers_and_bits():
    for count in range(1, 40):
        assert 2 ** width_of(count) >= count
        assert count == 1 or 2 ** (width_of(count) - 1) < count
        for number in range(count):
            bits = write_number(number, count)
            assert len(bits) == width_of(count)
            reader = Reader([bits[:1], bits[1:]])
            assert reader.number(count) == number
            reader.finish()
    with pytest.raises(ProtocolError, match="below 5, got 5"):
        Reader(["101"]).number(5)
    with pytest.raises(ProtocolError, match="3 bits here, got '10'"):
        Reader(["10"]).number(5)
    with pytest.raises(ProtocolError, match="3 bits here, got '1x1'"):
        Reader(["1x1"]).number(5)
    with pytest.raises(ProtocolError, match="1 bits more"):
        Reader(["1"]).finish()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: OneWayCost().bits(0, 1, 1, 1), "m must be an integer >= 1, got 0"),
        (lambda: OneWayCost().bits(1, 1, 1, 1.5), "dv must be an integer >= 1, got 1.5"),
        (lambda: RowSumCost(0), "speakers must be"),
        (lambda: RowSumCost(1).bits(1, -1, 1, 1), "p must be"),
        (lambda: RoundedSumCost(0), "keys must be"),
        (lambda: without_mask(0, 1, 1), "layers must be"),
        (lambda: OneWayCost("gray"), "grid must be one of midrise, twos, got 'gray'"),
    ],
)
def test_bad_sizes_are_refused(call, words):
    with pytest.raises(CostError, match=words):
        call()


@pytest.mark.parametrize(
    "cost", [lambda grid: RowSumCost(5, grid), lambda grid: RowSumCost(9, grid, query_sent=True), OneWayCost]
)
def test_the_grids_cost_at_most_a_bit_a_head_apart(cost):
    """As docs/howto/lower_bounds.rst says of row sums and of one way."""
    for m, p, H, dv in product((1, 2, 3, 50), (1, 2, 3, 8), (1, 2), (1, 7)):
        assert abs(cost("twos").bits(m, p, H, dv) - cost("midrise").bits(m, p, H, dv)) <= H
