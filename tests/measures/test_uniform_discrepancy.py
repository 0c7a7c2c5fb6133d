"""Discrepancy under the uniform distribution, against all rectangles."""

import itertools
import random
from fractions import Fraction

import pytest

from headcount.measures.discrepancy import uniform_discrepancy_bounds
from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.questions import CommunicationMatrix


def measured(rows):
    matrix = rows if isinstance(rows, CommunicationMatrix) else CommunicationMatrix(tuple(rows))
    found = {b.side: b.value for b in uniform_discrepancy_bounds(matrix, Known(matrix), Effort(1e18))}
    assert found["lower"] == found["upper"]
    return found["lower"]


def brute(rows):
    best, width = 0, len(rows[0])
    for chosen in itertools.product((0, 1), repeat=len(rows)):
        for columns in itertools.product((0, 1), repeat=width):
            total = sum(
                2 * int(row[j]) - 1
                for row, c in zip(rows, chosen, strict=True)
                if c
                for j in range(width)
                if columns[j]
            )
            best = max(best, abs(total))
    return Fraction(best, len(rows) * width)


def test_all_matrices_of_size_two_by_three():
    for word in itertools.product("01", repeat=6):
        rows = ("".join(word[:3]), "".join(word[3:]))
        assert measured(rows) == brute(rows), rows


@pytest.mark.parametrize("shape", [(3, 3), (4, 5), (5, 4), (6, 3)])
def test_random(shape):
    rng = random.Random(str(shape))
    for _ in range(8):
        rows = tuple("".join(rng.choice("01") for _ in range(shape[1])) for _ in range(shape[0]))
        assert measured(rows) == brute(rows), rows
        assert measured([*rows, rows[0]]) == brute([*rows, rows[0]])  # a repeated row counts
        assert measured(["".join(column) for column in zip(*rows, strict=True)]) == brute(rows)


def test_repeated_rows_are_merged():
    matrix = CommunicationMatrix(("0011", "0101", "0110") * 30)
    assert measured(matrix) == brute(("0011", "0101", "0110"))


def test_named():
    assert measured(CommunicationMatrix.named("eq", 2)) == Fraction(1, 2)
    assert (
        measured(CommunicationMatrix.named("ip", 2))
        == brute(CommunicationMatrix.named("ip", 2).rows)
        == Fraction(5, 16)
    )


def test_a_large_matrix_gets_a_lower_end_and_a_reason():
    matrix, found = CommunicationMatrix.named("ip", 6), []
    with pytest.raises(Declined, match=r"64x64 matrix.*2097152 sums"):
        for bound in uniform_discrepancy_bounds(matrix, Known(matrix), Effort(1e18)):
            found.append(bound)
    assert [bound.side for bound in found] == ["lower"]
    assert Fraction(1, 32) < found[0].value <= Fraction(1, 8)  # ||A|| / sqrt(R C) = 1/8
