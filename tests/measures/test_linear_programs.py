"""Fractional covers, partition bound, smooth rectangle bounds, discrepancy: against the programs with all rectangles.

The oracle writes every nonempty rectangle out and gives the primal program (weights of rectangles) to SciPy.
"""

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.measures.discrepancy import discrepancy_bounds
from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.measured import bundle
from headcount.measures.rectangle_measures import GRID
from headcount.measures.registry import ENGINES as RUN
from headcount.questions import CommunicationMatrix

PARTITION_BOUNDS = ("partition_bound", "smooth_rectangle0", "smooth_rectangle1")
ENGINES = {name: RUN[name] for name in ("disc", "fractional_cover0", "fractional_cover1", *PARTITION_BOUNDS)}


def ends(measure, rows, epsilon=None):
    matrix = rows if isinstance(rows, CommunicationMatrix) else CommunicationMatrix(tuple(rows))
    known = Known(matrix, {measure: epsilon} if epsilon is not None else None)
    found = {}
    for bound in ENGINES[measure](matrix, known, Effort()):
        found[bound.side] = bound
    assert isinstance(check(bundle(matrix, found.values())), Accepted)
    return found["lower"].value, found["upper"].value


def exact(measure, rows, epsilon=None):
    lower, upper = ends(measure, rows, epsilon)
    assert lower == upper
    return lower


def subsets(size):
    return [s for k in range(1, size + 1) for s in itertools.combinations(range(size), k)]


def oracle(measure, rows, epsilon=Fraction(1, 3)):
    """The value by the program over all rectangles, in floats."""
    size, width = len(rows), len(rows[0])
    cells = list(itertools.product(range(size), range(width)))
    rectangles = [set(itertools.product(s, t)) for s in subsets(size) for t in subsets(width)]
    inside = np.array([[float(cell in r) for r in rectangles] for cell in cells])
    values = [rows[i][j] for i, j in cells]
    eps = float(epsilon)
    a, b, a_eq, b_eq = [], [], None, None
    if measure.startswith("fractional"):
        value = measure[-1]
        other = "10"[int(value)]
        allowed = [all(rows[i][j] != other for i, j in r) for r in rectangles]
        cost = [1.0] * len(rectangles)
        limits = [(0, None if ok else 0) for ok in allowed]
        a = [-row for row, x in zip(inside, values, strict=True) if x == value]
        b = [-1.0] * len(a)
    elif measure == "partition_bound":
        cost, limits = [1.0] * (2 * len(rectangles)), [(0, None)] * (2 * len(rectangles))
        zero = np.zeros(len(rectangles))
        a = [
            -np.concatenate([row, zero] if x == "0" else [zero, row])
            for row, x in zip(inside, values, strict=True)
            if x != "*"
        ]
        b = [-(1 - eps)] * len(a)
        a_eq, b_eq = np.hstack([inside, inside]), np.ones(len(cells))
    elif measure.startswith("smooth"):
        value = measure[-1]
        cost, limits = [1.0] * len(rectangles), [(0, None)] * len(rectangles)
        for row, x in zip(inside, values, strict=True):
            if x == value:
                a += [row, -row]
                b += [1.0, -(1 - eps)]
            elif x != "*":
                a.append(row)
                b.append(eps)
    else:  # disc: least t with -t <= sum of mu A <= t
        signs = np.array([{"0": -1.0, "1": 1.0, "*": 0.0}[x] for x in values])
        cost = [0.0] * len(cells) + [1.0]
        limits = [(0, 0 if x == "*" else None) for x in values] + [(0, None)]
        for sign in (1, -1):
            a += [np.append(sign * signs * column, -1.0) for column in inside.T]
        b = [0.0] * len(a)
        a_eq, b_eq = np.append(np.ones(len(cells)), 0.0)[None], [1.0]
    if not a:
        return 0.0
    solved = linprog(cost, A_ub=np.array(a), b_ub=b, A_eq=a_eq, b_eq=b_eq, bounds=limits)
    assert solved.status == 0
    return solved.fun


def random_rows(rng, size, width, entries="01"):
    return tuple("".join(rng.choice(entries) for _ in range(width)) for _ in range(size))


@pytest.mark.parametrize("measure", ENGINES)
@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (3, 4), (4, 3)])
def test_agrees_with_the_program_over_all_rectangles(measure, shape):
    rng = random.Random(f"{measure}{shape}")
    for k in range(8):
        rows = random_rows(rng, *shape, "01*" if k % 2 else "01")
        if set("".join(rows)) == {"*"}:
            continue
        assert float(exact(measure, rows)) == pytest.approx(oracle(measure, rows), abs=1e-7), rows


@pytest.mark.parametrize("measure", PARTITION_BOUNDS)
@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 10), Fraction(2, 5), Fraction(1, 2)])
def test_agrees_at_other_errors(measure, epsilon):
    rng = random.Random(f"{measure}{epsilon}")
    for k in range(4):
        rows = random_rows(rng, 3, 4, "01*" if k % 2 else "01")
        assert float(exact(measure, rows, epsilon)) == pytest.approx(oracle(measure, rows, epsilon), abs=1e-7), rows


@pytest.mark.parametrize("measure", ENGINES)
def test_matrices_of_size_two(measure):
    for word in itertools.islice(itertools.product("01*", repeat=4), 0, None, 2):
        rows = ("".join(word[:2]), "".join(word[2:]))
        if rows != ("**", "**"):
            assert float(exact(measure, rows)) == pytest.approx(oracle(measure, rows), abs=1e-7), rows


@pytest.mark.parametrize("measure", ENGINES)
def test_invariance(measure):
    rng = random.Random(measure)
    for k in range(3):
        rows = random_rows(rng, 4, 5, "01*" if k == 1 else "01")
        value = exact(measure, rows)
        order, others = rng.sample(range(4), 4), rng.sample(range(5), 5)
        assert exact(measure, ["".join(rows[i][j] for j in others) for i in order]) == value
        assert exact(measure, ["".join(column) for column in zip(*rows, strict=True)]) == value
        assert exact(measure, [*rows, rows[2], rows[0], rows[2]]) == value
        assert exact(measure, [row + row[1] for row in rows]) == value


@pytest.mark.parametrize("measure", ["fractional_cover", "smooth_rectangle"])
def test_complement_exchanges_the_values(measure):
    rows = random_rows(random.Random(3), 5, 5, "01*")
    turned = [row.translate(str.maketrans("01", "10")) for row in rows]
    assert exact(measure + "0", rows) == exact(measure + "1", turned)


def test_known_values():
    def named(name, n):
        return CommunicationMatrix.named(name, n)

    # N (N - 1) zeros outside the diagonal; a 0-rectangle of EQ holds at most (N/2)^2 of them, and all are alike.
    assert [exact("fractional_cover0", named("eq", n)) for n in (1, 2, 3)] == [2, 3, Fraction(7, 2)]
    assert exact("fractional_cover1", named("eq", 3)) == 8  # the diagonal is a fooling set
    assert exact("fractional_cover0", named("disj", 3)) == 3
    assert exact("disc", named("eq", 1)) == Fraction(1, 4)
    assert [exact("disc", named("ip", n)) for n in (1, 2, 3)] == [Fraction(1, 3), Fraction(1, 6), Fraction(5, 56)]
    assert exact("partition_bound", ("11", "11")) == 1
    assert exact("partition_bound", named("disj", 2)) == Fraction(109, 48)
    assert exact("disc", ("1",)) == exact("disc", ("0*",)) == 1
    # 1-entries that nothing else touches: each bound is what the entries alone need.
    assert exact("smooth_rectangle1", ("00", "00")) == exact("fractional_cover1", ("00", "0*")) == 0


def test_partition_bound_of_a_constant_promise_is_one():
    assert exact("partition_bound", ("1*", "*1")) == 1


def test_measures_are_ordered():
    rng = random.Random(5)
    for _ in range(3):
        rows = random_rows(rng, 5, 5)
        whole = exact("partition_bound", rows)
        assert exact("smooth_rectangle0", rows) <= whole
        assert exact("smooth_rectangle1", rows) <= whole


def test_without_symmetries_the_value_is_the_same(monkeypatch):
    matrix = CommunicationMatrix.named("disj", 2)
    values = {measure: exact(measure, matrix) for measure in ENGINES}
    monkeypatch.setattr("headcount.measures.reduced_matrix.MAX_CELLS", 0)
    assert values == {measure: exact(measure, matrix) for measure in ENGINES}


@pytest.mark.parametrize("measure", ENGINES)
def test_solutions_that_are_not_exact_are_repaired(measure, monkeypatch):
    """Without the exact basis the two ends are certified all the same, and near each other."""
    monkeypatch.setattr(
        "headcount.solvers.rectangles.rectangle_program._Master.exact_solution", lambda self, rounds: None
    )
    for rows in (CommunicationMatrix.named("gt", 2), ("01*10", "1101*", "00101", "11*00", "10110")):
        lower, upper = ends(measure, rows)
        assert 0 <= upper - lower < Fraction(GRID, 10**18)


def test_no_time_gives_bounds_that_hold():
    rows = random_rows(random.Random(9), 6, 6)
    for measure in ENGINES:
        matrix, found = CommunicationMatrix(rows), {}
        with pytest.raises(Declined, match="time was over"):
            for bound in ENGINES[measure](matrix, Known(matrix), Effort(0)):
                found[bound.side] = bound.value
        assert found["lower"] <= exact(measure, rows) <= found["upper"]


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
        list(discrepancy_bounds(matrix, Known(matrix), Effort()))


@pytest.mark.slow
@pytest.mark.parametrize("measure", ["disc", "fractional_cover0", "smooth_rectangle1", "partition_bound"])
def test_eight_by_eight_and_disjointness_of_four_bits(measure):
    rows = random_rows(random.Random(4), 8, 8, "011*")
    assert exact(measure, rows) > 0
    assert ends(measure, CommunicationMatrix.named("disj", 4))[0] > 0
