"""Fractional covers, partition bound, smooth rectangle bounds, discrepancy: known values, errors, limits."""

from fractions import Fraction

import pytest
from scipy.optimize import linprog

import brute_matrices
from engine_runs import drawn, ends, exact
from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.rectangle_measures import GRID
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix

PARTITION_BOUNDS = ("partition_bound", "smooth_rectangle0", "smooth_rectangle1")
FRACTIONAL = ("fractional_cover0", "fractional_cover1", "fractional_partition0", "fractional_partition1")
PROGRAMS = ("disc", *FRACTIONAL, *PARTITION_BOUNDS)


@pytest.mark.parametrize("measure", PARTITION_BOUNDS)
@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 10), Fraction(2, 5), Fraction(1, 2)])
def test_agrees_with_the_program_over_all_rectangles_at_other_errors(measure, epsilon):
    for seed in range(4):
        rows = drawn(seed, (3, 4), "01*" if seed % 2 else "01").rows
        value = brute_matrices.measure(rows, measure, epsilon)
        assert float(exact(rows, measure, parameters={measure: epsilon})) == pytest.approx(value, abs=1e-7), rows


@pytest.mark.parametrize("value", [0, 1])
def test_fractional_partitions_are_weights_of_sum_one(value):
    """By a program of its own: only rectangles without the other value, and weight exactly 1 at each entry."""
    for seed in range(8):
        rows = drawn(seed, (3, 3), "01*" if seed % 2 else "01").rows
        entries, held = brute_matrices.cells(rows, value), brute_matrices.rectangles(rows, value)
        if not entries:
            assert exact(rows, f"fractional_partition{value}") == 0
            continue
        table = [[float(entry in one) for one in held] for entry in entries]
        least = linprog([1.0] * len(held), A_eq=table, b_eq=[1.0] * len(entries)).fun
        assert float(exact(rows, f"fractional_partition{value}")) == pytest.approx(least, abs=1e-7), rows


def test_known_values():
    def named(name, n):
        return CommunicationMatrix.named(name, n)

    # N (N - 1) zeros outside the diagonal; a 0-rectangle of EQ holds at most (N/2)^2 of them, and all are alike.
    assert [exact(named("eq", n), "fractional_cover0") for n in (1, 2, 3)] == [2, 3, Fraction(7, 2)]
    assert exact(named("disj", 2), "fractional_partition0") == Fraction(5, 2)  # between 2, the cover, and 3
    assert exact(named("eq", 3), "fractional_cover1") == 8  # the diagonal is a fooling set
    assert exact(named("disj", 3), "fractional_cover0") == 3
    assert exact(named("eq", 1), "disc") == Fraction(1, 4)
    assert [exact(named("ip", n), "disc") for n in (1, 2, 3)] == [Fraction(1, 3), Fraction(1, 6), Fraction(5, 56)]
    assert exact(("11", "11"), "partition_bound") == 1
    assert exact(named("disj", 2), "partition_bound") == Fraction(109, 48)
    assert exact(("1",), "disc") == exact(("0*",), "disc") == 1
    # 1-entries that nothing else touches: each bound is what the entries alone need.
    assert exact(("00", "00"), "smooth_rectangle1") == exact(("00", "0*"), "fractional_cover1") == 0


def test_partition_bound_of_a_constant_promise_is_one():
    assert exact(("1*", "*1"), "partition_bound") == 1


def test_measures_are_ordered():
    for seed in range(3):
        whole, *smooth = exact(drawn(seed, (5, 5)), *PARTITION_BOUNDS)
        assert max(smooth) <= whole


def test_without_symmetries_the_value_is_the_same(monkeypatch):
    matrix = CommunicationMatrix.named("disj", 2)
    values = [exact(matrix, measure) for measure in PROGRAMS]
    monkeypatch.setattr("headcount.measures.reduced_matrix.MAX_CELLS", 0)
    assert values == [exact(matrix, measure) for measure in PROGRAMS]


@pytest.mark.parametrize("measure", PROGRAMS)
def test_solutions_that_are_not_exact_are_repaired(measure, monkeypatch):
    """Without the exact basis the two ends are certified all the same, and near each other."""
    monkeypatch.setattr(
        "headcount.solvers.rectangles.rectangle_program._Master.exact_solution", lambda self, rounds: None
    )
    for rows in (CommunicationMatrix.named("gt", 2), ("01*10", "1101*", "00101", "11*00", "10110")):
        lower, upper = ends(rows, measure)
        assert 0 <= upper - lower < Fraction(GRID, 10**18)


def test_no_time_gives_bounds_that_hold():
    matrix = drawn(9, (6, 6))
    for measure in PROGRAMS:
        found = {}
        with pytest.raises(Declined, match="time was over"):
            for bound in ENGINES[measure](matrix, Known(matrix), Effort(0)):
                found[bound.side] = bound.value
        assert found["lower"] <= exact(matrix, measure) <= found["upper"]


def test_a_large_matrix_is_declined_after_bounds_that_hold():
    matrix = CommunicationMatrix.named("disj", 6)
    for measure in ("disc", "fractional_cover0", "smooth_rectangle1"):
        found = {}
        with pytest.raises(Declined, match=r"at most 2097152.*give a smaller part"):
            for bound in ENGINES[measure](matrix, Known(matrix), Effort()):
                found[bound.side] = bound.value
        assert found["lower"] < found["upper"]
        assert found["lower"] <= {"disc": Fraction(13, 109), "fractional_cover0": 6, "smooth_rectangle1": 64}[measure]


def test_a_matrix_of_stars_has_no_discrepancy():
    matrix = CommunicationMatrix(("**",))
    with pytest.raises(Declined, match="there is none"):
        list(ENGINES["disc"](matrix, Known(matrix), Effort()))


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["disc", "fractional_cover0", "smooth_rectangle1", "partition_bound"])
def test_eight_by_eight_and_disjointness_of_four_bits(measure):
    assert exact(drawn(4, (8, 8), "011*"), measure) > 0
    assert ends(CommunicationMatrix.named("disj", 4), measure)[0] > 0
