"""Functions and moduli that a universal network is built for: what is exact, what is assumed, and what is refused."""

import random
from fractions import Fraction

import numpy as np
import pytest

from headcount.bounds.constructions.construction import ConstructionError
from headcount.bounds.constructions.universal.blocks import hardmax_weights
from headcount.bounds.constructions.universal.continuous_function import ContinuousFunction
from headcount.bounds.constructions.universal.modulus import Modulus, root_up
from headcount.bounds.constructions.universal.network import universal_network


def half(X):
    """f_k = max_j x_j - x_k / 2."""
    return X.max(axis=0) - X / 2


def refuse(*_):
    pytest.fail("f was evaluated")


@pytest.mark.parametrize(
    ("function", "given", "words"),
    [
        (refuse, {"error": "0.1", "d": 2}, r"error 1/10, 19 levels, needs more than 10\^6 layers, and nothing"),
        (refuse, {"error": "1e-9"}, r"more than 10\^6 layers, and nothing was built: even cells"),
        (refuse, {"error": 0}, "error must be a finite number above 0, got '0'"),
        (refuse, {"error": "-1"}, "error must be a finite number above 0"),
        (refuse, {"error": "nan"}, "error must be a finite number above 0"),
        (refuse, {}, "error is needed"),
        (refuse, {"error": 1, "modulus": "3/2"}, "modulus must use t"),
        (refuse, {"error": 1, "modulus": "__import__('os')"}, "modulus must use t"),
        (refuse, {"error": 1, "modulus": "t.real"}, "numbers, t, .* only"),
        (refuse, {"error": 1, "modulus": "t**-1"}, "exponents between 0 and 100"),
        (refuse, {"error": 1, "modulus": "1/t"}, "at t = 0 it divides by 0"),
        (refuse, {"error": 1, "modulus": "t*(1-t)"}, "must not decrease, but it falls"),
        (refuse, {"error": 1, "modulus": "t-1"}, "at least 0, but it is -1"),
        (refuse, {"error": 1, "modulus": "t +"}, "must be an expression in t"),
        (refuse, {"error": 1, "n": 1}, "n must be an integer of at least 2"),
        (refuse, {"error": 1, "norm": 0}, "norm must be an integer of at least 1"),
        (refuse, {"error": "0.1", "levels": 2}, "needs more than 2 levels"),
        (refuse, {"error": 1, "pattern": "block w=1"}, "does not exist"),
        (refuse, {"error": 1, "pattern": "fixed w=2"}, "position 0 never reaches position 2"),
        (lambda X: (X > 0.5) * 1.0, {"error": 1}, r"between X = \[\[.*, it changes by 1, from"),
        (lambda X: X.sum(), {"error": 1}, r"shape \(3, 1\), .* got shape \(\)"),
        (lambda X: X[:2], {"error": 1}, r"got shape \(2, 1\)"),
        (lambda X: X * np.nan, {"error": 1}, "finite numbers of at most"),
        (lambda X: X / 0, {"error": 1}, "finite numbers of at most"),
        (lambda X: X[9], {"error": 1}, "raised IndexError at X ="),
        (lambda X: "a", {"error": 1}, "must return 3 rows of 1 numbers, but raised ValueError"),
        (half, {"error": 1, "bound": "1/2"}, "bound must be at least"),
        (lambda X: X**2, {"levels": 2, "modulus": "2*t", "pieces": "linear"}, "but <lambda> is not at"),
        (lambda X: np.sin(X), {"levels": 2, "modulus": "2*t", "pieces": "linear"}, "computes with fractions"),
        (refuse, {"error": 1, "pieces": "quadratic"}, "pieces must be linear"),
        (refuse, {"error": 1, "pieces": "linear", "norm": 1}, "pieces must be linear, for norm=2"),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_what_is_refused(function, given, words):
    given = {"modulus": "3/2*t", "pattern": "star", "n": 3, **given}
    with pytest.raises(ConstructionError, match=words):
        universal_network(function, given.pop("modulus"), given.pop("error", None), **given)


@pytest.mark.parametrize(("pattern", "n", "L", "exactly"), [("dense", 2, 2, "1/32"), ("dense", 2, 3, "1/72")])
def test_the_exact_integral_of_a_piecewise_linear_function(pattern, n, L, exactly):
    """Against sums of midpoints, and the bound from the modulus, which is nine times as large."""
    h = universal_network(half, "3/2*t", pattern=pattern, n=n, levels=L, bound=1, pieces="linear")
    assert h.error.rho == 0 and h.error.exactly == Fraction(exactly)
    assert h.error.integral == Fraction(exactly) + h.error.faces < h.error.quantisation / 8
    axis = (np.arange(60 * L) + 0.5) / (60 * L)
    Xs = np.stack(np.meshgrid(*[axis] * n), axis=-1).reshape(-1, n, 1)
    off = (h(Xs) - half(Xs.transpose(1, 0, 2)).transpose(1, 0, 2)) ** 2
    assert off.sum(axis=(1, 2)).mean() == pytest.approx(float(Fraction(exactly)), rel=1e-3)


def test_values_are_exact_where_f_computes_with_fractions():
    exact = universal_network(half, "3/2*t", pattern="dense", n=2, levels=3)
    floats = universal_network(lambda X: np.asarray(half(X), dtype=float), "3/2*t", pattern="dense", n=2, levels=3)
    assert exact.error.rho == 0 < floats.error.rho < exact.error.omega / 10**6
    X = [[Fraction(1, 2)], [Fraction(1, 2)]]
    assert exact.built.network.run(X, hardmax_weights) == [[Fraction(1, 4)], [Fraction(1, 4)]]
    corner = [[Fraction(0)], [Fraction(2, 3)]]
    assert exact.built.network.run(corner, hardmax_weights)[1] == [Fraction(5, 12)]
    assert floats.built.network.run(corner, hardmax_weights)[1] != [Fraction(5, 12)]


def test_a_modulus_is_evaluated_upwards():
    assert Modulus("3/2*t")(Fraction(1, 6)) == Fraction(1, 4)
    assert Modulus("max(0.1*t, t**2)")(Fraction(1, 2)) == Fraction(1, 4)
    low, high = Modulus("2*sqrt(t) - t**1.5/2").range(Fraction(1, 2))
    assert low < high < low + Fraction(1, 10**14)
    assert abs(float(high) - (2 * 0.5**0.5 - 0.5**1.5 / 2)) < 1e-12
    assert root_up(Fraction(2), 2) ** 2 > 2 > (root_up(Fraction(2), 2) - Fraction(1, 10**15)) ** 2
    rng = random.Random(1)
    for _ in range(50):
        t, k = Fraction(rng.randrange(1, 1000), rng.randrange(1, 1000)), rng.randrange(1, 5)
        assert 0 <= root_up(t, k) ** k - t < Fraction(1, 10**9)


def test_a_modulus_that_dips_at_the_distance_of_centres_is_refused():
    dips = "t*min(1,100000*max(t-1/6,1/6-t))"
    with pytest.raises(ConstructionError, match="must not decrease"):
        universal_network(lambda X: X, dips, pattern="dense", n=2, levels=3)


def test_a_function_that_changes_its_mind_is_refused():
    """What is sampled after all centres is compared with what the modulus allows, input by input."""
    calls = []

    def moody(X):
        calls.append(X)
        return 0 * X + (len(calls) > 2020)

    with pytest.raises(ConstructionError, match="differs from its value at the centre"):
        universal_network(moody, "t/100", pattern="dense", n=2, levels=2)


def test_steep_moduli_pay_for_the_float_beside_a_centre():
    steep, flat = (ContinuousFunction(lambda X: X, 1, 1, Modulus(text)).rho for text in ("t**(1/8)", "t"))
    assert float(steep) >= 2.0 ** (-53 / 8) and flat == Fraction(1, 10**8)


def test_complex_values_are_refused():
    with pytest.raises(ConstructionError, match="complex"):
        universal_network(lambda X: X * (1 + 1j), "t", pattern="dense", n=2, error="1/2")
