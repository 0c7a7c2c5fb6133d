"""gamma_2 and its relatives, spectral and trace norm: closed forms, invariances, and other ways to compute them."""

from fractions import Fraction
from itertools import pairwise, permutations, product
from math import factorial, pi, sin, sqrt

import cvxpy  # a second opinion, of the dev extras
import numpy as np
import pytest

from engine_runs import drawn, known_after
from engine_runs import ends as measured
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.measures.engines import Declined, Effort
from headcount.measures.factorisation_norms import intervals, is_blocky
from headcount.measures.known import Known
from headcount.measures.measured import bundle
from headcount.measures.rational_repair import LARGEST_DENOMINATOR, _denominators, nearby_fraction
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix
from headcount.search import measure as asked_measures
from headcount.search.measure import measures_answer
from headcount.search.measures_asked import MeasuresAsked
from headcount.solvers.factorisation_path import _State, central_path

NORMS = ("gamma2", "gamma2_01", "gamma2_alpha", "gamma2_inf", "spectral_norm", "trace_norm")


def spread(ends):
    return float(ends[1] - ends[0])


def greater_than(size):
    return sum(1 / sin((2 * j - 1) * pi / (2 * size)) for j in range(1, size + 1)) / size


IRRATIONAL = [("gt", 2, greater_than(4)), ("gt", 3, greater_than(8)), ("ip", 3, sqrt(8)), ("disj", 2, 1.869693845670)]


@pytest.mark.parametrize(
    ("name", "n", "value"), [*IRRATIONAL, ("disj", 3, 2.380510777088), ("gt", 4, greater_than(16))]
)
def test_reference_values_of_gamma2(name, n, value):
    lower, upper = measured(CommunicationMatrix.named(name, n), "gamma2")
    assert upper - lower < 1e-9
    assert float(lower) - 1e-9 < value < float(upper) + 1e-9


@pytest.mark.parametrize("measure", ["gamma2", "gamma2_alpha", "gamma2_inf"])
@pytest.mark.parametrize(
    ("name", "n", "value"),
    [("eq", 1, 1), ("eq", 2, 2), ("eq", 3, Fraction(5, 2)), ("eq", 4, Fraction(11, 4)), ("ip", 2, 2), ("ip", 4, 4)],
)
def test_rational_values_close(measure, name, n, value):
    assert measured(CommunicationMatrix.named(name, n), measure) == (value, value)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_gamma2_of_the_0_1_matrix_of_disjointness(n):
    """The n-th tensor power of [[1, 1], [1, 0]], so (2 / sqrt 3)^n; rational for even n."""
    ends = measured(CommunicationMatrix.named("disj", n), "gamma2_01")
    assert spread(ends) < 1e-9
    assert abs(float(ends[0]) - (2 / sqrt(3)) ** n) < 1e-9
    if n % 2 == 0:
        assert ends == (Fraction(4, 3) ** (n // 2),) * 2


def test_a_real_matrix_by_the_core():
    """Inner products of unit vectors with themselves have gamma_2 = 1; rows times 3, columns times 2 make it 6."""
    angles = np.array([0.0, 0.4, 1.1])
    matrix = 6 * np.cos(angles[:, None] - angles)
    *_, last = central_path(matrix, matrix)
    assert abs(last.upper - 6) < 1e-9
    assert abs(last.lower - 6) < 1e-9


@pytest.mark.parametrize("measure", NORMS)
@pytest.mark.parametrize("shape", [(4, 4), (3, 7), (8, 8), (1, 5), (6, 1)])
def test_enclosures_are_narrow_and_certified(measure, shape):
    matrix = drawn(shape[0] * 10 + shape[1], shape)
    known = known_after(matrix, measure)
    ends = known.value(measure, "lower"), known.value(measure, "upper")
    assert spread(ends) < 1e-9
    assert isinstance(check(bundle(matrix, [known.bound(measure, "lower"), known.bound(measure, "upper")])), Accepted)
    singular = np.linalg.svd(np.array(matrix.signs), compute_uv=False)
    if measure == "trace_norm":
        assert abs(float(ends[0]) - singular.sum()) < 1e-9
    if measure == "spectral_norm":
        assert abs(float(ends[0]) - singular[0]) < 1e-9


def test_gamma2_alpha_falls_from_gamma2_to_gamma2_inf():
    matrix = CommunicationMatrix.named("disj", 3)
    ends = [measured(matrix, "gamma2")]
    for alpha in ("1", "101/100", "21/20", "11/10", "5/4", "2", "1000000"):
        ends.append(measured(matrix, "gamma2_alpha", {"gamma2_alpha": Fraction(alpha)}))
    ends.append(measured(matrix, "gamma2_inf"))
    assert all(upper - lower < 1e-9 for lower, upper in ends)
    assert abs(ends[0][0] - ends[1][0]) < 1e-9
    assert abs(ends[-2][0] - ends[-1][0]) < 1e-9
    for (_, above), (below, _) in pairwise(ends):
        assert below <= above
    strictly = [float(lower) for lower, _ in ends[1:5]]
    assert all(a - b > 1e-4 for a, b in pairwise(strictly))


def solved_by_cvxpy(matrix, measure, alpha):
    values = np.array([[{"0": 0.0, "1": 1.0, "*": np.nan}[x] for x in row] for row in matrix.rows])
    low, high = intervals(values, measure, alpha)
    rows, columns = low.shape
    gram, bound = cvxpy.Variable((rows + columns,) * 2, PSD=True), cvxpy.Variable()
    block = gram[:rows, rows:]
    conditions = [cvxpy.diag(gram) <= bound]
    for i, j in product(range(rows), range(columns)):
        conditions += [block[i, j] >= low[i, j]] if np.isfinite(low[i, j]) else []
        conditions += [block[i, j] <= high[i, j]] if np.isfinite(high[i, j]) else []
    problem = cvxpy.Problem(cvxpy.Minimize(bound), conditions)
    problem.solve(solver="CLARABEL")
    return problem.value


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("alpha", [Fraction(11, 10), Fraction(3, 2)])
@pytest.mark.parametrize("entries", ["01", "01*"])
def test_against_cvxpy(alpha, entries):
    for seed, shape in enumerate([(3, 3), (4, 6), (7, 5)]):
        matrix = drawn(seed, shape, entries)
        for measure in ("gamma2_alpha", "gamma2_inf") + (("gamma2", "gamma2_01") if matrix.total else ()):
            parameter = alpha if measure == "gamma2_alpha" else None
            lower, upper = measured(matrix, measure, {"gamma2_alpha": alpha})
            value = solved_by_cvxpy(matrix, measure, parameter)
            assert float(lower) - 1e-6 < value < float(upper) + 1e-6


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("entries", ["01*", "0*", "1*", "*"])
def test_promise_matrices(entries):
    for seed in range(2):
        matrix = drawn(seed, (3, 4), entries)
        for measure in ("gamma2_inf", "gamma2_alpha"):
            words = set("".join(matrix.rows))
            if words == {"*"}:
                with pytest.raises(Declined, match="no entry"):
                    measured(matrix, measure)
                continue
            lower, upper = measured(matrix, measure)
            assert upper - lower < 2e-6
            if words <= {"0", "*"} or words <= {"1", "*"}:
                assert lower <= 1 <= upper < 1 + Fraction(1, 10**5)


def test_gamma2_inf_of_a_promise_is_that_of_the_best_filling():
    """gamma_2^inf of [[1, *], [0, 1]] is 1: with * = 0 it is equality; [[1, 1], [0, 1]] has more."""
    filled, free = CommunicationMatrix(("11", "01")), CommunicationMatrix(("1*", "01"))
    assert measured(filled, "gamma2_inf")[0] > Fraction(7, 5)
    assert measured(free, "gamma2_inf")[1] < Fraction(100001, 100000)


def test_blocky_by_definition():
    """All 3 x 3 matrices: a union of rectangles with different rows and columns, found by trying all."""
    blocky = {frozenset()}
    cells = [(r, c) for r in range(1, 8) for c in range(1, 8)]
    for parts in ([], *([a] for a in cells), *([a, b] for a in cells for b in cells), [(1, 1), (2, 2), (4, 4)]):
        apart = all(not (a[0] & b[0] or a[1] & b[1]) for k, a in enumerate(parts) for b in parts[:k])
        if apart:
            held = {(i, j) for r, c in parts for i in range(3) for j in range(3) if r >> i & 1 and c >> j & 1}
            blocky.add(frozenset(held))
    for order in permutations(range(3)):
        blocky.add(frozenset(enumerate(order)))
    for word in product("01", repeat=9):
        rows = tuple("".join(word[3 * i : 3 * i + 3]) for i in range(3))
        ones = frozenset((i, j) for i in range(3) for j in range(3) if rows[i][j] == "1")
        assert is_blocky(CommunicationMatrix(rows)) == (ones in blocky)


def reduced_words(number):
    rows = [tuple(number >> (4 * i + j) & 1 for j in range(4)) for i in range(4)]
    rows = sorted(set(rows))
    columns = sorted(set(zip(*rows, strict=True)))
    return tuple(sorted("".join(map(str, row)) for row in zip(*columns, strict=True)))


def test_blocky_exactly_if_gamma2_is_at_most_1_on_all_4x4_matrices():
    """Every matrix without its repeated vectors, 65536 in all: the claim is certified for each class, either way."""
    pattern = CommunicationMatrix(("01", "11"))
    assert measured(pattern, "gamma2_01")[0] > Fraction(115, 100)
    seen = {}
    count = {True: 0, False: 0}
    for number in range(2**16):
        words = reduced_words(number)
        if words not in seen:
            matrix = CommunicationMatrix(words)
            seen[words] = is_blocky(matrix)
            if seen[words]:
                lower, upper = measured(matrix, "gamma2_01")
                assert lower == upper <= 1
            else:
                assert holds_pattern(words)
        count[seen[words]] += 1
    # k blocks: partition 4 rows and one for "none" into k + 1 classes, the columns too, and match k with k classes.
    stirling = {0: 1, 1: 15, 2: 25, 3: 10, 4: 1}
    blocky = sum(ways**2 * factorial(k) for k, ways in stirling.items())
    assert count == {True: blocky, False: 2**16 - blocky}


def holds_pattern(words):
    """Whether rows i, k and columns j, l have ones but for the entry (k, l)."""
    pairs = [(i, k) for i in range(len(words)) for k in range(len(words)) if i != k]
    places = [(j, n) for j in range(len(words[0])) for n in range(len(words[0])) if j != n]
    return any(
        words[i][j] == words[i][n] == words[k][j] == "1" and words[k][n] == "0" for i, k in pairs for j, n in places
    )


def test_repeated_vectors_weigh_in_norms():
    small = drawn(3, (3, 4))
    generator = np.random.default_rng(1)
    large = small.part(generator.integers(0, 3, 40).tolist(), generator.integers(0, 4, 30).tolist())
    singular = np.linalg.svd(np.array(large.signs), compute_uv=False)
    for measure, value in (("trace_norm", singular.sum()), ("spectral_norm", singular[0])):
        lower, upper = measured(large, measure)
        assert upper - lower < 1e-8
        assert abs(float(lower) - value) < 1e-8
    assert measured(small, "gamma2")[1] >= measured(large, "gamma2")[0]


def test_sizes_beyond_the_limit_are_declined_with_a_bound():
    for matrix, measure in ((drawn(0, (300, 300)), "gamma2"), (drawn(0, (60, 60)), "gamma2_inf")):
        bounds = []
        with pytest.raises(Declined, match="take a part of the matrix"):
            for bound in ENGINES[measure](matrix, Known(matrix), Effort()):
                bounds.append(bound)
        assert {bound.side for bound in bounds} == {"lower", "upper"}


def test_deadline_is_kept(counted_clock, monkeypatch):
    """No Newton step is begun after it."""
    clock, begun, newton = counted_clock(0.25), [], _State.newton
    monkeypatch.setattr(_State, "newton", lambda state: (begun.append(clock.looks), newton(state))[1])
    matrix = drawn(1, (36, 36))
    ends = measured(matrix, "gamma2_inf", effort=Effort(2.0))
    assert clock.late(2.0) > 0
    assert 1 <= len(begun) <= max(begun) < 8
    assert ends[0] < ends[1] <= 6


@pytest.mark.slow
def test_random_16x16_to_1e_9():
    for seed in range(3):
        matrix = drawn(seed, (16, 16))
        for measure in ("gamma2", "gamma2_01", "gamma2_alpha"):
            assert spread(measured(matrix, measure)) < 1e-9
        assert spread(measured(matrix, "gamma2_inf")) < 1e-7


def test_nearby_fraction_of_large_values():
    assert nearby_fraction(64.0) == 64
    assert nearby_fraction(pi) == 0


def test_few_newton_steps_where_all_entries_are_fixed(monkeypatch):
    """Two to three for a factor of 1000 in mu; most matrices of few rows fall back to shorter steps."""
    newton, begun = _State.newton, []
    monkeypatch.setattr(_State, "newton", lambda state: (begun.append(1), newton(state))[1])
    for seed in range(4):
        signs = np.array(drawn(seed, (16, 16)).signs, dtype=float)
        centres = list(central_path(signs, signs))
        assert min(c.upper for c in centres) - max(c.lower for c in centres) < 1e-11
    assert len(begun) <= 4 * 24


def test_the_least_denominator_is_found():
    """By the definition, one after the other."""

    def by_definition(values):
        for q in range(1, LARGEST_DENOMINATOR + 1):
            if max(abs(x * q - round(x * q)) for x in values) <= 1e-6 * q**0.5:
                return [q]
        return []

    rng = np.random.default_rng(5)
    for most in (1, 7, 40, 2000):
        for count in (1, 3, 12):
            values = rng.integers(-most, most + 1, count) / rng.integers(1, most + 1) + 1e-9 * rng.standard_normal(
                count
            )
            rounded = np.unique(np.round(values, 9)).tolist()
            assert list(_denominators((values,))) == by_definition(rounded)
    assert list(_denominators((np.array([pi, 0.5]),))) == by_definition([pi, 0.5])


def test_what_is_solved_alone_loses_nothing(monkeypatch):
    """Exact where it was exact with the trace norm and the rank run first, and elsewhere as narrow up to rounding."""
    rng = np.random.default_rng(11)
    tables = [rng.integers(0, 2, rng.integers(1, 8, 2)) for _ in range(20)]
    tables += [np.eye(4, dtype=int), np.ones((3, 2), int), np.array([[1, 1], [1, 0]]), np.tri(5, dtype=int)]
    matrices = [CommunicationMatrix(tuple("".join(map(str, row)) for row in table.tolist())) for table in tables]
    matrices += [CommunicationMatrix.named("ip", 2), CommunicationMatrix.named("disj", 2)]

    def enclosures():
        asked = (MeasuresAsked(matrix, ("gamma2",)) for matrix in matrices)
        found = [measures_answer(one, budget=100, processes=False)["gamma2"] for one in asked]
        return [(one.lower.value, one.upper.value) for one in found]

    alone = enclosures()
    monkeypatch.setattr(asked_measures, "SOLVED_ALONE", {})
    for found, helped in zip(alone, enclosures(), strict=True):
        assert (found[0] == found[1]) == (helped[0] == helped[1])
        assert abs(spread(found) - spread(helped)) < 1e-11
        assert max(found[0], helped[0]) <= min(found[1], helped[1])
    assert sum(lower == upper for lower, upper in alone) > 3
