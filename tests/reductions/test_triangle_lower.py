"""Cycle3 by several layers: the reduction with many outputs, the inequality by brute force, its constants by hand."""

from fractions import Fraction
from itertools import product

import pytest

from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.reductions import ReductionError, find_reduction, reduction_certificate, verify_exhaustive
from headcount.reductions.excluded_sizes.excluded_region import ExcludedRegionError
from headcount.reductions.excluded_sizes.layered_bounds import layered_bounds
from headcount.reductions.excluded_sizes.triangle_lower import best_rows, cycle3_square_lower, cycle3_triangle_lower
from headcount.reductions.protocols.cut import Cut
from headcount.reductions.protocols.layered_protocol import LayeredProtocol
from headcount.reductions.protocols.random_layered_unit import random_layered_unit
from headcount.tasks import Cycle3
from telling_units import telling_unit

TRIANGLES = find_reduction("disj", "cycle3")


@pytest.mark.parametrize(("n", "rows"), [(1, 1), (2, 1), (2, 2), (4, 2), (6, 2), (6, 3), (4, 4)])
def test_all_pairs_by_the_definition_of_a_triangle(n, rows):
    """Without the laws' code: is there a directed triangle at all?"""
    sized = TRIANGLES.at(n, rows=rows)
    N = len(sized.owners)
    assert N == 2 * rows + n // rows == sized.target.N
    for a, b in product(product((0, 1), repeat=n), repeat=2):
        tokens = sized.tokens(a, b)
        edge = [[token >> j & 1 for j in range(N)] for token in tokens]
        found = any(edge[i][j] and edge[j][k] and edge[k][i] for i, j, k in product(range(N), repeat=3))
        assert found == any(x and y for x, y in zip(a, b, strict=True))
        assert sized.encode(a, b).answer == 1 - found


def test_one_row_is_the_encoder_with_one_output():
    sized = TRIANGLES.at(3)
    assert sized.tokens((1, 0, 1), (0, 1, 1)) == (0b10, 0b10100, 0, 1, 1)
    assert sized.read_positions == (1,)
    assert TRIANGLES.at(4, rows=2).read_positions == (1, 2)


def test_one_output_of_two_is_not_enough():
    sized = TRIANGLES.at(4, rows=2)
    for position in (1, 2):
        assert any(
            1 - sized.target.evaluate(sized.tokens(a, b))[position - 1] != sized.source.evaluate(a, b)
            for a, b in product(product((0, 1), repeat=4), repeat=2)
        )


def test_it_is_certified_at_six_vertices():
    sized = TRIANGLES.at(4, rows=2)
    verdict = check(reduction_certificate(sized))
    assert isinstance(verdict, Accepted)
    assert len(reduction_certificate(sized)["question"]["position"]) == 2
    assert verdict.claims == ("correct: evaluated at 81 pairs with value 1 and 175 with value 0",)


@pytest.mark.slow
def test_it_is_certified_at_nine_vertices():
    """Within the usual limit of steps."""
    verdict = check(reduction_certificate(TRIANGLES.at(9, rows=3)))
    assert isinstance(verdict, Accepted)
    assert verdict.claims == ("correct: evaluated at 19683 pairs with value 1 and 242461 with value 0",)
    assert verdict.steps < 400_000_000


@pytest.mark.parametrize(("n", "rows", "D"), [(4, 2, 1), (4, 2, 2), (4, 2, 3), (3, 1, 2), (2, 2, 4)])
def test_random_units_on_the_encoded_pairs(n, rows, D):
    """All pairs at D = 1: the rows at all positions read are the unit's, for (2D - 1) k H (m + dv) p bits."""
    sized = TRIANGLES.at(n, rows=rows)
    words = [sized.tokens(a, b) for a, b in product(product((0, 1), repeat=n), repeat=2)][:: 2 * D - 1]
    unit = random_layered_unit(words, sized.target.alphabet, 2, 2, 1, D=D, seed=n + D)
    protocol = LayeredProtocol(unit, Cut(sized.owners), sized.read_positions)
    bits = set()
    for tokens in words:
        run, rows_of = protocol.run(tokens), unit.outputs(tokens)
        assert run.answer == tuple(rows_of[i - 1][0] for i in sized.read_positions)
        bits.add(run.total)
    assert max(bits) <= protocol.formula_bits
    if (n, rows) == (4, 2):
        assert bits == {(2 * D - 1) * 2 * 1 * (2 + 1) * 2}


@pytest.mark.parametrize("D", [1, 2, 3])
def test_a_unit_that_does_it_is_not_excluded(D):
    """It answers DISJ_4 on all pairs by what Bob hears, and its size is outside every region.

    The row tells all 8 bits, Alice's of positions 3 and 4, Bob's of 5 and 6: m = 1, dv = 8.
    """

    def columns(position):
        return () if position < 2 else (4, 5) if position < 4 else (0, 1)

    sized, unit = TRIANGLES.at(4, rows=2), telling_unit(6, 64, 1, D, columns, 8)
    protocol = LayeredProtocol(unit, Cut(sized.owners), sized.read_positions)
    for a, b in product(product((0, 1), repeat=4), repeat=2):
        run = protocol.run(sized.tokens(a, b))
        told = [-6 * x for x in run.answer[:8]]
        met = any(told[2 * i + j] and told[4 + 2 * j + i] for i in range(2) for j in range(2))
        assert 1 - met == sized.source.evaluate(a, b)
        assert run.total >= 4
    for region in layered_bounds("cycle3", {"N": 6}, D, dv=unit.dv):
        assert not region.excludes(unit.m, 1, unit.H)


def test_the_square_by_hand():
    """(2D - 1) k H (m + dv) p >= k^2, and by row sums only where that is less."""
    for D, k in product(range(1, 9), (1, 2, 5, 30)):
        region = cycle3_square_lower(3 * k, D, dv=1)
        assert region.required == k * k
        for m, p, H in product((1, 3), (1, 2), (1, 2)):
            assert region.bits(m, p, H) <= (2 * D - 1) * k * H * (m + 1) * p
            if (2 * D - 1) * H * (m + 1) * p < k:
                assert region.excludes(m, p, H)
    assert cycle3_square_lower(11, 2).required == 9


def test_the_best_rectangle():
    assert [best_rows(N, 1) for N in (3, 10, 301)] == [1, 1, 1]
    assert best_rows(400, 2) == 100
    assert abs(best_rows(1000, 64) - 293) <= 2  # (1 - 1/sqrt 2) N
    for N, D in product((3, 7, 30, 31), (1, 2, 5)):
        square, best = cycle3_square_lower(N, D), cycle3_triangle_lower(N, D)
        tokens = lambda region: region.cost.exchanged + region.cost.speakers  # noqa: E731
        assert Fraction(best.required, tokens(best)) >= Fraction(square.required, tokens(square))
    assert cycle3_triangle_lower(400, 2).required / 400 == 400 / 8 / 1  # H (m + dv) p >= N / 8


def test_no_region_excludes_what_passes_the_communication():
    """Telling everything costs no more than what is required, at every size: the inequality is consistent."""
    for N, D in product(range(3, 30), (1, 2, 3)):
        region = cycle3_triangle_lower(N, D)
        assert not region.excludes(N, 1, 1)


def test_refusals():
    with pytest.raises(ReductionError, match="rows must divide n = 4, got 3"):
        TRIANGLES.at(4, rows=3)
    with pytest.raises(ReductionError, match="rows must be an integer from 1 to 4"):
        TRIANGLES.at(4, rows=5)
    with pytest.raises(ExcludedRegionError, match="N must be at least 3"):
        cycle3_triangle_lower(2, 1)
    assert Cycle3(3).evaluate((2, 4, 1)) == (1, 1, 1)
    assert verify_exhaustive(TRIANGLES.at(2, rows=2)).holds
