"""The squared hinge loss of scores that are to have the signs of a pattern, with weights that grow where they have not.

What is minimised over a flat vector x, from which a subclass computes scores, is

    sum_ij  weight_ij * max(0, 1 - P_ij score_ij)^2   +   sum_{P_ij = 0} weight_ij * score_ij^2 .

Its local minima are escaped by *reweighting*: after a short L-BFGS run the entries that are still wrong get twice the
weight, vectors are rescaled to one length, and the run goes on ("breakout" search: Morris, AAAI 1993). Near the least
feasible dimension this succeeds ten times as often as fresh starts or random perturbations of the same cost.
"""

import time
from collections.abc import Iterator

import numpy as np

from ..arrays import Bools, Floats, Signs
from .descent import OutOfTime, minimised

ROUNDS = 25
"""Rounds of reweighting before a fresh start."""

LENGTH = 1.5
"""Length of vectors after each round: a score can reach the hinge's 1 with room to spare."""


class Solved(Exception):
    """Raised inside the objective to leave L-BFGS as soon as every sign holds."""


class WeightedHinge:
    """The loss of a pattern over -1, 0, 1 and 2 (no condition)."""

    def __init__(self, pattern: Signs, deadline: float) -> None:
        self.pattern, self.deadline = np.ascontiguousarray(pattern, dtype=np.int8), deadline
        self.signed, self.zeros = np.abs(pattern) == 1, pattern == 0
        self.signs = np.where(self.signed, pattern, 0).astype(np.float64)
        self.any_zeros = bool(self.zeros.any())
        self.weights = np.ones(pattern.shape)

    def scores(self, x: Floats) -> Floats:
        """The scores at x."""
        raise NotImplementedError

    def gradient(self, x: Floats, pull: Floats) -> Floats:
        """The gradient at x, where ``scores`` was asked last, if that in the scores is ``pull``."""
        raise NotImplementedError

    def rescaled(self, x: Floats) -> Floats:
        """The same signs, vectors of one length."""
        raise NotImplementedError

    def __call__(self, x: Floats) -> tuple[float, Floats]:
        if time.monotonic() > self.deadline:
            raise OutOfTime
        scores = self.scores(x)
        slack = np.where(self.signed, np.maximum(1.0 - self.signs * scores, 0.0), 0.0)
        if not self.any_zeros and slack.max() < 0.999:
            raise Solved(x.copy())
        missed = -self.signs * slack
        if self.any_zeros:
            missed += self.zeros * scores
        pull = self.weights * missed
        return 0.5 * float(np.vdot(pull, missed)), self.gradient(x, pull)

    def wrong(self, x: Floats) -> Bools:
        """The entries whose sign does not hold."""
        scores = self.scores(x)
        return np.where(self.zeros, np.abs(scores) > 0.05, self.signed & (self.signs * scores <= 1e-3))

    def run(self, x: Floats) -> tuple[Floats, bool]:
        """A run of L-BFGS from x: where it ends, and whether that was because every sign holds."""
        try:
            return minimised(self, x), False
        except Solved as solved:
            return solved.args[0], True

    def reweighted(self, x: Floats, rounds: int = ROUNDS) -> Iterator[Floats]:
        """Runs from x with reweighting; yields the points worth a closer look, the last one in any case."""
        self.weights = np.ones(self.pattern.shape)
        for left in range(rounds, 0, -1):
            x, solved = self.run(x)
            if solved:
                yield x
                return
            wrong = self.wrong(x)
            if not wrong.any() or left == 1:
                yield x
            self.weights = self.weights * np.where(wrong, 2.0, 1.0)
            self.weights /= self.weights.mean()
            x = self.rescaled(x)


def spectral_start(pattern: Signs, d: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Truncated singular vectors of the pattern plus Gaussian noise (noise alone where there is no condition)."""
    n_rows, n_columns = pattern.shape
    noisy = np.where(pattern == 2, 0, pattern) + rng.standard_normal(pattern.shape)
    left, values, right = np.linalg.svd(noisy, full_matrices=False)
    k = min(d, len(values))
    rows = 0.1 * rng.standard_normal((n_rows, d))
    columns = 0.1 * rng.standard_normal((n_columns, d))
    rows[:, :k] += left[:, :k] * np.sqrt(values[:k])
    columns[:, :k] += right[:k].T * np.sqrt(values[:k])
    return rows, columns


def unit_rows(table: Floats) -> Floats:
    """Rows scaled to length one; zero rows stay zero."""
    lengths = np.linalg.norm(table, axis=1, keepdims=True)
    return table / np.where(lengths > 1e-12, lengths, 1.0)
