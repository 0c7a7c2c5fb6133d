"""Discrepancy under the uniform distribution: repeated rows, named functions, sizes that are declined."""

from fractions import Fraction

import pytest

import brute_matrices
from engine_runs import drawn, exact
from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix


@pytest.mark.parametrize("shape", [(4, 5), (6, 3)])
def test_random(shape):
    for seed in range(4):
        rows = drawn(seed, shape).rows
        for some in (rows, (*rows, rows[0])):  # a repeated row counts
            value, _ = brute_matrices.disc_uniform(some)
            assert float(exact(some, "disc_uniform")) == pytest.approx(value)


def test_repeated_rows_are_merged():
    few = ("0011", "0101", "0110")
    assert exact(few * 30, "disc_uniform") == exact(few, "disc_uniform")


def test_named():
    assert exact(CommunicationMatrix.named("eq", 2), "disc_uniform") == Fraction(1, 2)
    assert exact(CommunicationMatrix.named("ip", 2), "disc_uniform") == Fraction(5, 16)


def test_a_large_matrix_gets_a_lower_bound_and_a_reason():
    matrix, found = CommunicationMatrix.named("ip", 6), []
    with pytest.raises(Declined, match=r"64x64 matrix.*2097152 sums"):
        for bound in ENGINES["disc_uniform"](matrix, Known(matrix), Effort()):
            found.append(bound)
    assert [bound.side for bound in found] == ["lower"]
    assert Fraction(1, 32) < found[0].value <= Fraction(1, 8)  # ||A|| / sqrt(R C) = 1/8
