"""Fixed attention for sparse matrices: constructions against the definition, ratios against brute force."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from headcount.attention import ball_attention, error_upper, softmax_attention
from headcount.bounds.constructions.attention_matrices import (
    METHODS,
    BudgetOverError,
    FixedAttention,
    any_scores,
    any_scores_dimension,
    approximate,
    exact_ratios,
    guaranteed_dimension,
    least_squares,
    optimised,
    polynomial_keys,
    projection,
    proved_dimension,
    rounded_tables,
    streamed_ratios,
)
from headcount.bounds.constructions.attention_matrices.any_scores import any_scores_ratios
from headcount.bounds.constructions.attention_matrices.approximate import Tolerances
from headcount.bounds.constructions.attention_matrices.random_keys import random_keys, worst_overlap
from headcount.tasks import TaskError
from headcount.tasks.attention_matrix import AttentionMatrix, attention_matrix, generated

TESTED = [method if method != "convex" else pytest.param(method, marks=pytest.mark.slow) for method in METHODS]
"""The methods; convex programs take a while."""


ALL_KINDS = (
    "permutations L=9 k=2",
    "band L=7 k=3",
    "blocks L=7 k=3",
    "others L=6",
    "ranged L=8 k=3",
    "dirichlet L=9 k=2",
)
UNEVEN = AttentionMatrix(((0, 2, 3), (1,), (0, 1, 2, 3), (2, 3)), ((1, 5, 2), (1,), (1, 2, 4, 8), (3, 4)))


def matrices():
    return [generated(words.split()) for words in ALL_KINDS] + [UNEVEN]


def by_definition(matrix, score):
    """delta and ln(zero/nonzero) from the definition, slowly; ``score(i, j)`` is any number."""
    delta, zero = 0.0, -math.inf
    for i in range(matrix.L):
        for j in range(matrix.L):
            for t in range(matrix.L):
                here, there = matrix.entry(i, j), matrix.entry(i, t)
                difference = float(score(i, j) - score(i, t))
                if here and there:
                    delta = max(delta, abs(difference - math.log(here / there)))
                elif there and not here:
                    zero = max(zero, difference)
    return delta, zero


@pytest.mark.parametrize("matrix", matrices(), ids=lambda one: one.name)
def test_both_checks_are_the_definition(matrix):
    rng = np.random.default_rng(matrix.L)
    unit = FixedAttention(matrix, rng.standard_normal((matrix.L, 3)), rng.standard_normal((matrix.L, 3)), "random")
    scores = unit.X @ unit.W_Q @ (unit.X @ unit.W_K).T
    delta, zero = by_definition(matrix, lambda i, j: scores[i, j])
    exact, streamed = exact_ratios(unit), streamed_ratios(unit)
    assert exact.delta == pytest.approx(delta) and exact.zero_log == pytest.approx(zero)
    assert exact.delta <= streamed.delta <= exact.delta + 1e-12
    assert exact.zero_log <= streamed.zero_log <= exact.zero_log + 1e-12
    assert exact.verified == streamed.verified == matrix.L**2
    assert not streamed.within(delta - 1e-6, 0.999) and exact.within(delta + 1e-6, 0.999) == (zero < 0)


def test_a_single_wrong_entry_is_seen_wherever_it_is():
    matrix = generated(["permutations", "L=40", "k=2"])
    target = np.where(matrix.sparse().toarray() > 0, 5.0, 0.0)
    for i, j in ((0, 0), (17, 39), (39, 38)):
        wrong = target.copy()
        wrong[i, j] += 2.5
        before, after = (streamed_ratios(FixedAttention(matrix, np.eye(40), s.T.copy(), "")) for s in (target, wrong))
        assert before.within(1e-9, math.exp(-4.9))
        assert not after.within(1e-9, math.exp(-4.9))


@pytest.mark.parametrize("entry", [1e200, math.inf, math.nan])
def test_scores_beyond_floats_are_never_within(entry):
    matrix = generated(["band", "L=8", "k=2"])
    unit = FixedAttention(matrix, np.full((8, 2), entry), np.full((8, 2), entry), "")
    assert not streamed_ratios(unit).within(1e300, 0.999)


def test_it_stops_early_and_says_how_far_it_came(monkeypatch):
    monkeypatch.setattr("headcount.bounds.constructions.attention_matrices.ratios.BLOCK_CELLS", 400)
    matrix = generated(["permutations", "L=40"])
    unit = FixedAttention(matrix, np.zeros((40, 1)), np.zeros((40, 1)), "")
    assert streamed_ratios(unit, (0.1, 0.1)).verified == 400
    assert streamed_ratios(unit).verified == 1600


@pytest.mark.parametrize("matrix", matrices(), ids=lambda one: one.name)
def test_polynomials_are_exact_in_2k_dimensions(matrix):
    """The tables, multiplied in integers, and the product form of the check say the same."""
    delta, eps2 = 1e-4, 1e-3
    unit = polynomial_keys(matrix, delta, eps2)
    queries = [unit.query(i) for i in range(matrix.L)]
    keys = [unit.key(j) for j in range(matrix.L)]
    assert unit.d == 2 * matrix.k == len(queries[0]) == len(keys[0])
    natural = Fraction(math.log(2))
    found = by_definition(matrix, lambda i, j: natural * sum(map(Fraction.__mul__, queries[i], map(Fraction, keys[j]))))
    ratios = unit.ratios()
    assert ratios.within(delta, eps2)
    assert found[0] <= ratios.delta + 1e-12 <= delta + 1e-12
    assert ratios.zero_log - 1e-6 <= found[1] <= ratios.zero_log + 1e-12 or ratios.zero_log == -math.inf
    assert (ratios.delta == 0) == all(w & (w - 1) == 0 for row in matrix.weights for w in row)
    weights = unit.weights(matrix.L)
    assert np.abs(weights - matrix.sparse().toarray()).max() < 0.01


def test_polynomials_with_delta_0_need_powers_of_two():
    assert polynomial_keys(AttentionMatrix(((0, 1), (1,)), ((1, 4), (1,))), 0.0, 0.1).ratios().delta == 0
    with pytest.raises(ValueError, match="delta must be > 0 for this matrix"):
        polynomial_keys(AttentionMatrix(((0, 1), (1,)), ((1, 3), (1,))), 0.0, 0.1)


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("words", ["dirichlet L=48 k=3", "permutations L=48 k=2", "ranged L=32 k=2 gamma=1000"])
@pytest.mark.parametrize("method", TESTED)
def test_every_method_within_the_tolerances(words, method):
    delta, eps2 = (1.0, 0.3) if method == "projection" else (0.1, 1e-3)
    if method == "convex":
        words = words.replace("L=48", "L=10").replace("L=32", "L=34")
    found = approximate(generated(words.split()), delta, eps2, method)
    assert found.ratios.within(delta, eps2)
    assert found.ratios.verified == found.matrix.L**2
    assert found.failed == found.d - 1 or method == "polynomial"
    if method in ("optimised", "convex"):
        assert found.d <= 2 * found.matrix.k
    if isinstance(found.unit, FixedAttention):
        assert exact_ratios(rounded_tables(found.unit, found.bits)).within(delta, eps2)
        assert not streamed_ratios(rounded_tables(found.unit, found.bits - 1)).within(delta, eps2)


def test_the_values_play_no_part_for_least_squares():
    """The same supports and keys: the same least d for all values and tolerances."""
    found = {
        approximate(generated([name, "L=64", "k=3", *more]), 0.01, eps2, bits=False).d
        for name, more in (("permutations", ()), ("ranged", ("gamma=1000",)), ("dirichlet", ()))
        for eps2 in (0.5, 1e-12)
    }
    assert len(found) == 1


@pytest.mark.parametrize(("k", "h"), [(1, 1.0), (3, 1.0), (2, 0.5)])
def test_the_dimension_proved_for_normal_keys(k, h):
    """The proof promises half of the seeds. It loses at most a factor two: at half of d most seeds fail."""
    matrix = generated(["permutations", "L=64", f"k={k}"])
    d = proved_dimension(64, k, h)
    assert sum(worst_overlap(matrix, random_keys(64, d, seed, signs=False)) < h for seed in range(10)) >= 5
    assert sum(worst_overlap(matrix, random_keys(64, d // 2, seed, signs=False)) < h for seed in range(10)) <= 5


def test_a_projection_of_the_guaranteed_dimension():
    """At d = formula with t as in the proof; the proof promises half of the seeds, and it is far from tight."""
    matrix = generated(["dirichlet", "L=32", "k=2"])
    assert streamed_ratios(projection(matrix, guaranteed_dimension(matrix, 2.0, 0.5), 2.0, 0.5)).within(2.0, 0.5)
    assert not streamed_ratios(projection(matrix, 3, 2.0, 0.5)).within(2.0, 0.5)


@pytest.mark.parametrize("build", [least_squares, optimised])
def test_a_comes_back_through_softmax(build):
    """L = 1024, every entry; the enclosure is that of ``fixed_attention``."""
    matrix, delta, eps2 = generated(["dirichlet", "L=1024", "k=2"]), 1e-6, 1e-5
    d = 120 if build is least_squares else 24
    unit = build(matrix, d, eps2) if build is least_squares else build(matrix, d, delta, eps2, steps=200)
    assert streamed_ratios(unit).within(delta, eps2)
    wanted = matrix.sparse().toarray()
    came = softmax_attention(unit.queries, unit.keys, np.eye(1024))
    low = wanted * math.exp(-delta) / (1 + (1024 - 2) * eps2 / 2)
    assert (came >= low - 1e-12).all()
    assert (came <= np.where(wanted > 0, wanted * math.exp(delta), eps2 / 2) + 1e-12).all()


def test_a_comes_back_in_balls():
    matrix, delta, eps2 = generated(["dirichlet", "L=64", "k=2"]), 0.1, 1e-6
    unit = approximate(matrix, delta, eps2).unit
    values = np.random.default_rng(0).integers(-3, 4, (64, 2)).tolist()
    came = ball_attention(unit.queries.tolist(), [unit.keys.tolist()], [values])
    wanted = [[sum(matrix.entry(i, j) * values[j][c] for j in matrix.supports[i]) for c in range(2)] for i in range(64)]
    # An output is off by at most 3 times the sum of the errors of the weights.
    assert float(error_upper(came, wanted)) <= 3 * (math.expm1(delta) + 2 * 64 * eps2)
    assert all(isinstance(entry, arb) for row in came for entry in row)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"eps2": 1.0}, "eps2, the largest zero over nonzero, must be above 0 and below 1, got 1"),
        ({"eps2": 0.0}, "must be above 0"),
        ({"eps2": math.nan}, "must be above 0"),
        ({"delta": -1.0}, "delta, the tolerance of ratios of nonzeros, must be >= 0, got -1"),
        ({"delta": 0.0}, "delta must be at least 1e-09 for tables of floats"),
        ({"delta": 0.0, "method": "polynomial"}, "no rational number"),
        ({"method": "magic"}, "the method must be one of projection, least-squares"),
        ({"dimension": 0}, "the dimension must be an integer >= 1"),
        ({"dimension": 10**9}, "too large"),
        ({"dimension": 5, "method": "polynomial"}, r"has d = 2k = 4, got 5"),
        (
            {"dimension": 3},
            r"d = 3 does not do .* the least that worked is \d+, and 2k = 4 does with method='polynomial'",
        ),
        ({"seed": -1}, "seed must be an integer >= 0"),
        ({"delta": 710}, "delta must be at most 700"),
        ({"delta": 1e308, "method": "polynomial"}, "delta must be at most 700"),
        ({"delta": "3^2"}, r"try 0.1, or 2\^3/4"),
        ({"eps2": "1/0"}, "eps2 must be a number or a power of two, got '1/0'"),
        ({"eps2": "1" * 101}, "eps2 may have at most 100 characters, got 101"),
        ({"eps2": True}, "eps2 must be a number"),
        ({"delta": None}, "delta must be a number"),
        ({"delta": 10**400}, "delta must be a number"),
    ],
)
def test_bad_requests(given, said):
    with pytest.raises(TaskError, match=said):
        approximate(generated(["dirichlet", "L=24", "k=2"]), **given)


def test_tolerances_as_text_are_rounded_to_the_stricter_side():
    for text, exponent in (("2^3/4", Fraction(3, 4)), ("2^1/3", Fraction(1, 3)), ("2^(5)", Fraction(5))):
        given = Tolerances.read(text, f"2^-{exponent}")
        with ctx.workprec(200):
            power, log = arb(2) ** fmpq(*exponent.as_integer_ratio()), arb.const_log2()
            assert arb(given.delta) < log * fmpq(*exponent.as_integer_ratio()) < arb(given.delta) * (1 + 1e-14)
            assert arb(given.eps2) <= 1 / power and 1 / power < arb(given.eps2) * (1 + 1e-14)
    assert Tolerances.read("1/3", Fraction(1, 1000)).given == (1 / 3, 1e-3)
    assert Fraction(Tolerances.read("1/3", "0.5").delta) <= Fraction(1, 3)
    assert approximate([[0.5, 0.5], [0, 1]], "1/8", "2^-10").given == (0.125, "2^-10")
    assert approximate(np.eye(3), 0.1, 1e-3).ratios.within(0.1, 1e-3)


@pytest.mark.parametrize("matrix", matrices(), ids=lambda one: one.name)
def test_scores_of_their_own_are_the_definition(matrix):
    unit = any_scores(matrix, 0.01)
    assert unit.d == any_scores_dimension(matrix) == min(matrix.L - 1, matrix.L - matrix.repeated_rows)
    scores = unit.queries @ unit.keys.T
    delta, zero = by_definition(matrix, lambda i, j: scores[i, j])
    found = any_scores_ratios(unit)
    assert found.within(1e-12, 0.01) and found.verified == matrix.L**2
    assert delta <= found.delta and found.zero_log == pytest.approx(zero)
    wrong = replace(unit, queries=unit.queries[::-1].copy())
    if unit.method == "simplex" and matrix.supports[0] != matrix.supports[-1]:
        assert not any_scores_ratios(wrong).within(1e-12, 0.01)


@pytest.mark.parametrize("method", TESTED)
@pytest.mark.parametrize(
    ("matrix", "always"),
    [
        (AttentionMatrix(((0, 1, 2, 3),) * 4, ((1, 1, 1, 1),) * 4), 1),
        (generated(["band", "L=1", "k=1"]), 1),
        (generated(["dirichlet", "L=6", "k=6"]), 5),
        (generated(["others", "L=4"]), 3),
        (attention_matrix([[1 - 1e-300, 1e-300, 0], [0, 0.5, 0.5], [1, 0, 0]]), 2),
    ],
    ids=["dense", "one", "full", "others", "tiny"],
)
def test_no_method_takes_more_than_always_works(method, matrix, always):
    for delta, eps2 in ((0.1, 1e-3), (1e-5, 1e-320), (0.1, 0.9999999999999999)):
        found = approximate(matrix, delta, eps2, method, bits=False)
        assert found.d <= always and found.ratios.within(delta, eps2)
        assert (found.construction == method) == (not found.construction_words)


@pytest.mark.parametrize("words", ["permutations L=64 k=64", "blocks L=6 k=6", "band L=1 k=1"])
def test_polynomials_of_rows_without_a_zero(words):
    unit = polynomial_keys(generated(words.split()), 0.0, 0.1)
    assert unit.ratios().within(0.0, 0.1) and unit.ratios().zero_log == -math.inf
    with pytest.raises(ValueError, match=r"of degree 2k = 200 on 100 points are beyond floats"):
        polynomial_keys(generated(["band", "L=100", "k=100"]), 0.0, 0.1)


def test_many_keys_of_a_row_are_taken_in_blocks(monkeypatch):
    """Blocks of one row give what one block of all rows gives, and the search can be stopped between them."""
    matrix, seen = generated(["dirichlet", "L=40", "k=3"]), []
    whole = least_squares(matrix, 60, 1e-3)
    monkeypatch.setattr("headcount.bounds.constructions.attention_matrices.random_keys.BLOCK_KEYS", 1)
    single = least_squares(matrix, 60, 1e-3, look=lambda: seen.append(1))
    assert len(seen) == 40 and np.abs(whole.queries - single.queries).max() < 1e-9
    found = approximate(generated(["others", "L=300"]), bits=False)  # keys of a row at once: 300 x 299 x 3000
    assert found.d == 299 and found.failed == 298 and found.construction == "simplex"


def test_ctrl_c_keeps_what_was_found():
    said = []

    def watch(words):
        said.append(words)
        if len(said) == 4:
            raise KeyboardInterrupt

    found = approximate(generated(["permutations", "L=64", "k=2"]), watch=watch)
    assert found.interrupted and not found.finished and found.bits is None
    assert found.ratios.within(0.1, 1e-3) and found.failed < found.d - 1


def test_a_budget_that_is_over_leaves_what_always_works():
    for words, d, construction in (
        (["permutations", "L=64"], 63, "simplex"),
        (["blocks", "L=12", "k=3"], 4, "different rows"),
    ):
        found = approximate(generated(words), method="optimised", budget=-1.0)
        assert (found.d, found.construction, found.finished, found.interrupted) == (d, construction, False, False)
        assert found.ratios.within(0.1, 1e-3)
    with pytest.raises(BudgetOverError):  # a dimension that was asked for is tried, and nothing else
        approximate(generated(["permutations", "L=64"]), dimension=8, budget=-1.0)
    with pytest.raises(BudgetOverError):  # too large to be written out
        approximate(generated(["permutations", "L=20000"]), method="least-squares", budget=-1.0)
