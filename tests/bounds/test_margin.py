"""Margins of unit vectors, enclosed exactly, and the projections that follow from them.

The most margin that unit vectors have: against the semidefinite program, found vectors, and its closed form.
"""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import f

from draws import until
from headcount.bounds.lower.grid import margin_lower
from headcount.bounds.margin import MarginError, margin, projected_dimension
from headcount.bounds.unit_classes.grid_thresholds import decide_grid
from headcount.bounds.unit_margins.above import ceiling_upper
from headcount.bounds.unit_margins.ceiling_weights import margin_of_subsets
from headcount.bounds.upper.tables import projected_upper
from headcount.questions import (
    SignPattern,
    least_size,
    match2_question,
    pattern_question,
    qsa_question,
    separation_question,
)
from headcount.solvers.outcome import Verdict


def relaxed(positions, q):
    """q-SA with scores above a threshold in place of ties."""
    rows = tuple(row.replace("0", "+") for row in qsa_question(positions, q).pattern.rows)
    return pattern_question(SignPattern(rows, null=False))


def encloses(found, value):
    return found.lower <= value <= found.upper and found.upper - found.lower < Fraction(1, 10**5)


@pytest.mark.parametrize("M", [2, 3, 4, 5, 7])
def test_diagonal_patterns_are_the_inverse_of_gamma_2(M):
    """gamma_2^inf of EQ on M symbols is 3 - 4/M for M >= 2 (gamma_2 is, and its optimum has all entries tight)."""
    assert encloses(margin(match2_question(M)), 1 / (3 - Fraction(4, M)))


@pytest.mark.parametrize("N", [2, 3, 5])
def test_the_simplex_is_best_for_one_selected_key(N):
    """|w| <= 1, <w, u_i - u_j> >= t for j != i; averaged over all pairs the u_i span a simplex: t = N/(N-1)."""
    assert encloses(margin(qsa_question(N, 1)), Fraction(N, N - 1))


def test_stars_zeros_and_single_entries():
    assert encloses(margin(pattern_question(SignPattern(("+*", "*-"), null=True))), 1)
    assert encloses(margin(pattern_question(SignPattern(("+0", "0+"), null=True))), 1)
    assert encloses(margin(pattern_question(SignPattern(("+-",), null=False))), 1)  # keys w and -w, threshold 0
    three = margin(pattern_question(SignPattern(("++-", "+-+", "-++", "---"), null=True)))
    assert 0 < three.lower <= three.upper < 1


def test_ties_cost_margin():
    for positions, q in ((4, 2), (5, 2)):
        assert margin(qsa_question(positions, q)).lower <= 2 * margin(relaxed(positions, q)).upper


def test_the_tail_bound_of_the_null_case_against_the_exact_tail():
    """<Rw, Ru> <= 0 iff X/Y <= (1-r)/(1+r) for independent chi-squared X, Y with m degrees of freedom."""
    for r in np.linspace(0.01, 0.99, 40):
        for m in (1, 2, 5, 20, 80):
            assert f.cdf((1 - r) / (1 + r), m, m) <= (1 - r * r) ** (m / 2) + 1e-12


def test_the_moment_bound_of_the_affine_case():
    for r in np.linspace(-1, 1, 41):
        for rate in np.linspace(0.001, 0.49, 40):
            x, y = rate * (1 + r), rate * (1 - r)
            exponent = -(np.log1p(-x) + x) / 2 - (np.log1p(y) - y) / 2
            assert exponent <= rate**2 / (1 - 2 * rate) + 1e-12


def test_dimensions_by_projection():
    for question in (match2_question(4), relaxed(5, 1), relaxed(5, 2)):
        found = margin(question)
        most, rng = projected_dimension(found), np.random.default_rng(0)
        measured = next(filter(None, (projected_upper(found, most, rng) for _ in range(100))))
        assert (measured.value, str(measured.evidence.status)) == (most, "CERTIFIED")
        assert measured.evidence.method == "a random projection of the vectors of best margin"
    found = margin(match2_question(5))
    t, m, pairs = Fraction(5, 11), projected_dimension(found), 25
    assert pairs * (1 - t * t) ** Fraction(m, 2) < 1.01 <= 1.01 * pairs * (1 - float(t) ** 2) ** ((m - 2) / 2)


def symmetric_margin(N, q, gap, B, D):
    """The inequality of FORMAT.rst for q-SA, in fractions and by probabilities instead of counts."""
    ways = math.comb(N, q)
    one = max(
        sum(
            Fraction(math.comb(j, i) * math.comb(N - j, q - i), ways) * abs(Fraction(i, q) - Fraction(j - i, N - q))
            for i in range(q + 1)
        )
        for j in range(N + 1)
    )
    # One coordinate moves the mean score on the subset from that off it by at most B D times as much.
    return math.ceil(gap / (B * D * one))


@pytest.mark.parametrize(("N", "q"), [(5, 1), (6, 2), (9, 3), (64, 16)])
@pytest.mark.parametrize("gap", [1, 3, 8])
def test_grids_have_little_margin(N, q, gap):
    """By symmetry, both grids; midrise scores differ by even numbers."""
    for p in (1, 2):
        for grid, B, D, g in (
            ("midrise", 2**p - 1, 2 * (2**p - 1), gap + gap % 2),
            ("twos", 2 ** (p - 1), 2**p - 1, gap),
        ):
            found = margin_lower(least_size(qsa_question(N, q), "m", f"GRID({p}, {grid}, gap {gap})"))
            assert found.value == symmetric_margin(N, q, g, B, D)
            assert found.evidence.kind == "margin"


@pytest.mark.parametrize("gap", [1, 2, 4])
@pytest.mark.parametrize("grid", ["midrise", "twos"])
def test_dual_weights_against_symmetry_and_units(grid, gap):
    """Written out as a pattern q-SA has the norm in place of the mean: no more, and at least 2/3 of it (Krivine)."""
    question = qsa_question(4, 2)
    written = pattern_question(question.pattern)
    named, general = (
        margin_lower(least_size(q, "m", f"GRID(1, {grid}, gap {gap})")).value for q in (question, written)
    )
    assert general <= named <= 2 * general + 1
    asked = least_size(written, "m", f"GRID(1, {grid}, gap {gap})")
    assert decide_grid(asked, general - 1, 1000).status is Verdict.INFEASIBLE


def test_margins_of_bits():
    """The least p at a width held fixed: one bit has too little margin for gap 3 at m = 3."""
    asked = least_size(match2_question(5), "p", "GRID(p, midrise, gap 3)", m=3)
    assert margin_lower(asked).value == 2
    assert margin_lower(least_size(match2_question(5), "p", "GRID(p, midrise, gap 3)", m=40)) is None
    assert margin_lower(least_size(match2_question(70), "m", "GRID(1, midrise, gap 1)")) is None  # too many vectors


def test_misuse():
    with pytest.raises(MarginError, match="ties"):
        projected_dimension(margin(qsa_question(4, 2)))
    with pytest.raises(MarginError, match="entry"):
        margin(pattern_question(SignPattern(("0*",), null=True)))
    with pytest.raises(MarginError, match="no bound"):
        margin(pattern_question(SignPattern(("++", "-*"), null=False)))
    with pytest.raises(MarginError, match="at most"):
        margin(match2_question(100))


@pytest.mark.parametrize("null", [False, True])
def test_rows_that_occur_again_have_no_weight(null):
    """They ask for nothing more: the bound is that of the different rows."""
    once = ("+-+-", "-++-", "++--", "+---")
    for grid in ("midrise", "twos"):
        asked = [
            least_size(pattern_question(SignPattern(rows, null=null)), "m", f"GRID(1, {grid}, gap 4)")
            for rows in (once, (once[0], *once, once[2]))
        ]
        first, second = (margin_lower(one) for one in asked)
        assert first.value == second.value >= 1


def simplex_margin(n, k):
    """Of the simplex with queries mean inside less mean outside: every set by the definition."""
    items = np.eye(n) - 1 / n
    items /= np.linalg.norm(items, axis=1, keepdims=True)
    least = math.inf
    for chosen in combinations(range(n), k):
        inside = np.isin(np.arange(n), chosen)
        query = items[inside].mean(axis=0) - items[~inside].mean(axis=0)
        scores = items @ query / np.linalg.norm(query)
        least = min(least, scores[inside].min() - scores[~inside].max())
    return least / 2


@pytest.mark.parametrize(("n", "k"), [(2, 1), (4, 2), (5, 1), (5, 2), (5, 4), (6, 3)])
def test_all_subsets(n, k):
    """The closed form is attained by the simplex, is what the program finds, and what the weights prove."""
    closed = math.sqrt(margin_of_subsets(n, k))
    assert abs(simplex_margin(n, k) - closed) < 1e-12
    question = separation_question(n, k, k)
    program = margin(question)
    assert float(program.lower) - 1e-9 <= closed <= float(program.upper) + 1e-9
    assert closed - 1e-12 <= ceiling_upper(question, n).margin < closed + 1e-6


def test_never_below_what_vectors_have(rotating_seed):
    rng = np.random.default_rng(rotating_seed)
    compared = Counter()
    for _ in until(compared, {True}, 8):
        rows = tuple("".join(rng.choice(list("+--*"), 5)) for _ in range(6))
        if not any("+" in row and "-" in row for row in rows):
            continue
        question = pattern_question(SignPattern(rows, null=False))
        assert ceiling_upper(question, 5).margin >= min(1, float(margin(question).lower)) - 1e-9, rows
        compared[True] += 1


def test_sizes_of_subsets():
    with pytest.raises(ValueError, match="k must be"):
        margin_of_subsets(4, 4)
