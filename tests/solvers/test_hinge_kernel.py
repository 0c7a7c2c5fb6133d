"""The compiled loss and descent against those of NumPy."""

import numpy as np
import pytest

from headcount.compiling import COMPILED
from headcount.solvers.sign_rank.hinge_kernel import hinge_loss, minimised_hinge
from headcount.solvers.sign_rank.realisation import realise
from headcount.solvers.sign_rank.weighted_hinge import Solved
from headcount.solvers.sign_rank.worst_margin import _Hinge


@pytest.mark.parametrize("symbols", [(-1, 1), (-1, 0, 1), (-1, 1, 2), (-1, 0, 1, 2)])
def test_the_loss_is_that_of_numpy(symbols):
    rng = np.random.default_rng(3)
    plain = hinge_loss.py_func if COMPILED else hinge_loss
    for _ in range(40):
        rows, columns, d = rng.integers(1, 6, 3)
        pattern = rng.choice(symbols, (rows, columns)).astype(np.int8)
        objective = _Hinge(pattern, int(d), float("inf"))
        objective.weights = rng.random(pattern.shape) + 0.1
        x = rng.standard_normal((rows + columns) * d)
        gradient = np.empty_like(x)
        value, slack = plain(pattern, objective.weights, x, gradient, int(d))
        try:
            wanted, wanted_gradient = objective(x)
        except Solved:
            assert slack < 0.999
            continue
        assert slack >= 0.999
        assert value == pytest.approx(wanted)
        np.testing.assert_allclose(gradient, wanted_gradient, atol=1e-12)


@pytest.mark.slow  # the first call compiles
def test_the_descent_realises_a_pattern_that_is_realisable():
    rng = np.random.default_rng(0)
    pattern = np.sign(rng.standard_normal((9, 3)) @ rng.standard_normal((3, 9))).astype(np.int8)
    x = rng.standard_normal(18 * 4)
    evaluated, solved = minimised_hinge(pattern, np.ones(pattern.shape), x, 4, 500)
    assert solved and evaluated > 1
    assert (np.sign(x[:36].reshape(9, 4) @ x[36:].reshape(9, 4).T) == pattern).all()


@pytest.mark.slow
def test_the_cube_of_dimension_five_needs_five():
    """Vertices of the 5-cube that differ in one place: sign-rank 5 (no start of the loop in NumPy finds the tables)."""
    words = np.arange(32)
    pattern = np.where(np.bitwise_count(words[:, None] ^ words) == 1, 1, -1)
    assert realise(pattern, 5, compiled_from=1, restarts=8).found
