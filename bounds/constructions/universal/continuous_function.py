"""A continuous function of n positions with d coordinates each: a Python function with its modulus of continuity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ..construction import ConstructionError
from .modulus import Modulus

ROUNDED = 2**30
"""Values are rounded to multiples of 1/ROUNDED, so that weights stay short."""
RHO = Fraction(1, 10**8)
"""Allowed for that rounding, and for f being evaluated in floats at the float next to a centre."""
MOST_VALUE = 10**6
TOLERANCE = 1e-9
"""Above omega a difference of sampled values is a violation."""


@dataclass(frozen=True)
class ContinuousFunction:
    """f: [0, 1]^(n x d) -> R^(n x d) with |f(X) - f(Y)| <= omega(|X - Y|) in the maximum norm.

    Parameters
    ----------
    function : callable
        Takes a float array of shape (n, d), returns numbers of this shape.
    n, d : int
    modulus : Modulus
        omega; it is assumed, and tried on sampled pairs by ``require_modulus``.
    name : str

    Examples
    --------
    >>> mean = ContinuousFunction(lambda X: X.mean(0) + 0 * X, 2, 1, Modulus("t"), "mean")
    >>> mean.rational(np.array([[0.25], [0.75]]))
    ((Fraction(1, 2),), (Fraction(1, 2),))
    """

    function: Callable[[Any], Any]
    n: int
    d: int
    modulus: Modulus
    name: str = "f"

    def value(self, X: np.ndarray) -> np.ndarray:
        """f(X) as a float array of shape (n, d).

        Raises
        ------
        ConstructionError
            If f raises, or returns another shape or what are no finite numbers of at most 10^6.
        """
        try:
            found = np.asarray(self.function(X.copy()), dtype=float)
        except (TypeError, ValueError) as error:
            raise ConstructionError(
                f"{self.name} must return {self.n} rows of {self.d} numbers, but raised {type(error).__name__} at "
                f"X = {shown(X)}: {error}; X is a float array of shape ({self.n}, {self.d})"
            ) from None
        except Exception as error:  # the user's code, not ours
            raise ConstructionError(
                f"{self.name} raised {type(error).__name__} at X = {shown(X)}: {error}; it is called with float arrays "
                f"of shape ({self.n}, {self.d}), entries in [0, 1]"
            ) from None
        if found.shape != (self.n, self.d):
            raise ConstructionError(
                f"{self.name} must return an array of shape ({self.n}, {self.d}), a row of d numbers for each of the n "
                f"positions, got shape {found.shape} at X = {shown(X)}; reshape it, or give another n or d"
            )
        if not np.isfinite(found).all() or np.abs(found).max() > MOST_VALUE:
            raise ConstructionError(
                f"{self.name} must return finite numbers of at most 10^6, got {shown(found)} at X = {shown(X)}; "
                "look at f there, or divide it by a constant"
            )
        return found

    def values(self, Xs: np.ndarray) -> np.ndarray:
        """f at each of several inputs."""
        return np.array([self.value(X) for X in Xs])

    def rational(self, X: np.ndarray) -> tuple[tuple[Fraction, ...], ...]:
        """f(X), rounded to multiples of 2^-30."""
        return tuple(tuple(Fraction(round(x * ROUNDED), ROUNDED) for x in row) for row in self.value(X).tolist())

    def require_modulus(self, levels: int, pairs: int, seed: int) -> None:
        """Refuse f if it changes by more than omega between the inputs of a sampled pair.

        Half of the pairs are an input and the centre of its cell, the others are near and far ones.

        Raises
        ------
        ConstructionError
            The pair, its distance, both values.
        """
        rng = np.random.default_rng(seed)
        Xs = rng.random((pairs, self.n, self.d))
        Ys = (np.floor(Xs * levels) + 0.5) / levels
        scales = 10.0 ** -rng.uniform(0, 3, (pairs - pairs // 2, 1, 1))
        moved = Xs[pairs // 2 :] + scales * rng.uniform(-1, 1, (len(scales), self.n, self.d))
        Ys[pairs // 2 :] = moved.clip(0, 1)
        for X, Y in zip(Xs, Ys, strict=True):
            distance, one, other = float(np.abs(X - Y).max()), self.value(X), self.value(Y)
            change, allowed = float(np.abs(one - other).max()), float(self.modulus(Fraction(distance)))
            if change > allowed + TOLERANCE:
                raise ConstructionError(
                    f"‹modulus› must bound how {self.name} changes, but between X = {shown(X)} and Y = {shown(Y)}, "
                    f"at distance t = {distance:.4g}, it changes by {change:.4g}, from {shown(one)} to {shown(other)}, "
                    f"and {self.modulus.text} is {allowed:.4g} there; give a larger modulus (a function that jumps has "
                    "none that tends to 0)"
                )


def shown(X: np.ndarray) -> Sequence[Any]:
    """An array as short nested lists."""
    return [[float(f"{x:.4g}") for x in np.ravel(row)[:8]] for row in X[:8]] if X.ndim > 1 else X.tolist()[:8]
