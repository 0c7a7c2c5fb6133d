"""The compiled inner loop of ``worst_margin.py``: L-BFGS on the weighted hinge.

Loss and minimiser are those of ``worst_margin.py`` and ``descent.py``, written in loops: on patterns of 13 to 24 lines
a step takes some microseconds instead of two hundred, nearly all of which was the cost of calling NumPy on small
arrays. Import it only when a search has turned out long (``compiling.py``).
"""

import numpy as np

from ...compiling import compiled
from ..arrays import Floats, Signs

MEMORY = 10
"""Pairs of moves and changes that are kept."""

BACKTRACKS = 12
"""Most trials along a line."""


@compiled
def hinge_loss(pattern: Signs, weights: Floats, x: Floats, gradient: Floats, d: int) -> tuple[float, float]:
    """The loss at x (rows, then columns), its gradient written into ``gradient``; and the largest slack.

    The largest slack is that of signed entries, 1 or more while one of them is wrong, or infinite if there are zeros.
    """
    n_rows, n_columns = pattern.shape
    gradient[:] = 0.0
    value, largest = 0.0, 0.0
    offset = n_rows * d
    for i in range(n_rows):
        for j in range(n_columns):
            sign = pattern[i, j]
            if sign == 2:
                continue
            product = 0.0
            for k in range(d):
                product += x[i * d + k] * x[offset + j * d + k]
            if sign == 0:
                pull = product
                largest = np.inf
            else:
                slack = 1.0 - sign * product
                if slack <= 0.0:
                    continue
                largest = max(largest, slack)
                pull = -sign * slack
            weighted = weights[i, j] * pull
            value += 0.5 * weighted * pull
            for k in range(d):
                gradient[i * d + k] += weighted * x[offset + j * d + k]
                gradient[offset + j * d + k] += weighted * x[i * d + k]
    return value, largest


@compiled
def minimised_hinge(pattern: Signs, weights: Floats, x: Floats, d: int, iterations: int) -> tuple[int, bool]:
    """L-BFGS from x, which is overwritten; the number of losses computed, and whether every signed entry holds."""
    n = len(x)
    moves, changes = np.empty((MEMORY, n)), np.empty((MEMORY, n))
    inverses, scales = np.empty(MEMORY), np.empty(MEMORY)
    gradient, trial, trial_gradient = np.empty(n), np.empty(n), np.empty(n)
    kept, newest = 0, -1
    value, slack = hinge_loss(pattern, weights, x, gradient, d)
    evaluated = 1
    if slack < 0.999:
        return evaluated, True
    for _ in range(iterations):
        step = gradient.copy()
        for back in range(kept):
            place = (newest - back) % MEMORY
            scales[place] = inverses[place] * np.sum(moves[place] * step)
            step -= scales[place] * changes[place]
        if kept:
            step /= inverses[newest] * np.sum(changes[newest] * changes[newest])
        else:
            step /= max(1.0, np.sqrt(np.sum(gradient * gradient)))
        for back in range(kept - 1, -1, -1):
            place = (newest - back) % MEMORY
            step += (scales[place] - inverses[place] * np.sum(changes[place] * step)) * moves[place]
        slope = -np.sum(gradient * step)
        if -slope < 1e-16 * (1.0 + value):
            break
        length, fell = 1.0, False
        trial_value = value
        for _ in range(BACKTRACKS):
            for k in range(n):
                trial[k] = x[k] - length * step[k]
            trial_value, slack = hinge_loss(pattern, weights, trial, trial_gradient, d)
            evaluated += 1
            if slack < 0.999:
                x[:] = trial
                return evaluated, True
            if trial_value <= value + 1e-4 * length * slope:
                fell = True
                break
            parabola = -slope * length**2 / (2.0 * (trial_value - value - slope * length))
            length = max(0.1 * length, min(0.5 * length, parabola))
        if not fell:
            break
        place = (newest + 1) % MEMORY
        curvature, steepness = 0.0, 0.0
        for k in range(n):
            moves[place, k] = trial[k] - x[k]
            changes[place, k] = trial_gradient[k] - gradient[k]
            curvature += moves[place, k] * changes[place, k]
            steepness += changes[place, k] * changes[place, k]
        if curvature > 1e-10 * steepness:
            inverses[place] = 1.0 / curvature
            newest = place
            kept = min(kept + 1, MEMORY)
        gained = value - trial_value
        x[:] = trial
        gradient[:] = trial_gradient
        value = trial_value
        if gained < 2e-9 * max(value, 1.0):
            break
    return evaluated, False
