"""Margins of unit vectors, enclosed exactly, and the projections that follow from them."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import f

from headcount.bounds.margin import MarginError, margin, projected_dimension, projected_upper
from headcount.certificates import SignPattern, match2_question, pattern_question, qsa_question


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
        measured = projected_upper(found)
        assert measured.value <= projected_dimension(found)
        assert str(measured.evidence.status) == "CERTIFIED"
    found = margin(match2_question(5))
    t, m, pairs = Fraction(5, 11), projected_dimension(found), 25
    assert pairs * (1 - t * t) ** Fraction(m, 2) < 1.01 <= 1.01 * pairs * (1 - float(t) ** 2) ** ((m - 2) / 2)


def test_misuse():
    with pytest.raises(MarginError, match="ties"):
        projected_dimension(margin(qsa_question(4, 2)))
    with pytest.raises(MarginError, match="entry"):
        margin(pattern_question(SignPattern(("0*",), null=True)))
    with pytest.raises(MarginError, match="at most"):
        margin(match2_question(100))
