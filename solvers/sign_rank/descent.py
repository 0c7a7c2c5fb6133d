"""L-BFGS, the minimiser behind the numerical searches for tables."""

from collections.abc import Callable

import numpy as np

from ..arrays import Floats

ITERATIONS = 60
"""Steps, if not said otherwise."""

MEMORY = 10
"""Pairs of moves and changes that are kept."""


class OutOfTime(Exception):
    """Raised inside an objective when its deadline has passed."""


def minimised(objective: Callable[[Floats], tuple[float, Floats]], x: Floats, iterations: int = ITERATIONS) -> Floats:
    """L-BFGS with Armijo backtracking.

    Written out because SciPy's calls a threaded BLAS on vectors of length 100: on a busy machine ten times slower.
    """
    value, gradient = objective(x)
    pairs: list[tuple[Floats, Floats, float]] = []
    for _ in range(iterations):
        step = gradient.copy()
        scales = []
        for move, change, inverse in reversed(pairs):
            scales.append(inverse * move.dot(step))
            step -= scales[-1] * change
        size = pairs[-1][2] * pairs[-1][1].dot(pairs[-1][1]) if pairs else max(1.0, float(np.linalg.norm(gradient)))
        step /= size
        for (move, change, inverse), scale in zip(pairs, reversed(scales), strict=True):
            step += (scale - inverse * change.dot(step)) * move
        slope = -float(gradient.dot(step))
        if -slope < 1e-16 * (1.0 + value):
            break
        length = 1.0
        for _ in range(12):
            trial = x - length * step
            trial_value, trial_gradient = objective(trial)
            if trial_value <= value + 1e-4 * length * slope:
                break
            parabola = -slope * length**2 / (2.0 * (trial_value - value - slope * length))
            length = max(0.1 * length, min(0.5 * length, parabola))
        else:
            break
        move, change = trial - x, trial_gradient - gradient
        curvature = float(move.dot(change))
        if curvature > 1e-10 * change.dot(change):
            pairs = [*pairs[1 - MEMORY :], (move, change, 1.0 / curvature)]
        gained = value - trial_value
        x, value, gradient = trial, trial_value, trial_gradient
        if gained < 2e-9 * max(value, 1.0):
            break
    return x
