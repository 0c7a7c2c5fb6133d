"""A continuous function of n positions with d coordinates each: a Python function with its modulus of continuity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

import numpy as np

from ..construction import ConstructionError
from .modulus import Modulus

Rows = Sequence[Sequence[Fraction]]
Rational = tuple[tuple[Fraction, ...], ...]

ROUNDED = 2**30
"""Values in floats are rounded to multiples of 1/ROUNDED, so that weights stay short."""
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
        Takes a float array of shape (n, d), returns numbers of this shape. If it takes an array of fractions as well
        (``X.max(axis=0) - X / 2`` does), its values at centres are exact.
    n, d : int
    modulus : Modulus
        omega; it is assumed, and tried on sampled pairs by ``require_modulus``.
    name : str

    Examples
    --------
    >>> mean = ContinuousFunction(lambda X: X.mean(0) + 0 * X, 2, 1, Modulus("t"), "mean")
    >>> centres = [[[Fraction(1, 6)], [Fraction(1, 2)]]]
    >>> mean.at(centres)
    ([((Fraction(1, 3),), (Fraction(1, 3),))], Fraction(0, 1))
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
            raw = np.asarray(self.function(X.copy()))
            if np.iscomplexobj(raw):
                raise TypeError("they are complex")
            found = raw.astype(float)
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

    def at(self, inputs: Sequence[Rows]) -> tuple[list[Rational], Fraction]:
        """f at rational inputs, and rho: how far the values are from f.

        They are exact, and rho is 0, if f computes with fractions at all of them; else f is evaluated in floats, and
        the values are rounded to multiples of 2^-30.
        """
        exact: list[Rational] = []
        for rows in inputs:
            if (found := self.exactly(rows)) is None:
                break
            exact.append(found)
        else:
            return exact, Fraction(0)
        floats = self.values(np.array([[[float(x) for x in row] for row in rows] for rows in inputs]))
        return [tuple(tuple(_rounded(x) for x in row) for row in rows) for rows in floats.tolist()], self.rho

    @property
    def rho(self) -> Fraction:
        """``RHO``, or more if omega(2^-53) is, which the float next to a centre may cost."""
        needed = self.modulus(Fraction(1, 2**53)) + Fraction(1, 2 * ROUNDED)
        return max(RHO, Fraction(ceil(needed * 10**9), 10**9))

    def exactly(self, rows: Rows) -> Rational | None:
        """f at a rational input, called with an array of Fraction objects; None if it does not take these."""
        X = np.array([[Fraction(x) for x in row] for row in rows], dtype=object)
        try:
            found = np.asarray(self.function(X))
        except Exception:  # written for floats, which is as good
            return None
        if found.shape != X.shape or not all(type(y) in (Fraction, int) for y in found.flat):
            return None
        if np.abs(found.astype(float) - self.value(X.astype(float))).max() > TOLERANCE:
            return None
        return tuple(tuple(Fraction(y) for y in row) for row in found.tolist())

    def require_modulus(self, levels: int, pairs: int, seed: int, bound: Fraction | None = None) -> None:
        """Refuse f if it changes by more than omega between the inputs of a sampled pair, or exceeds its bound.

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
            if bound is not None and np.abs(one).max() > float(bound) + TOLERANCE:
                raise ConstructionError(
                    f"bound must be at least |f|, but {self.name} is {shown(one)} at X = {shown(X)}, got {bound}; give "
                    "a larger bound, or none"
                )
            change, allowed = float(np.abs(one - other).max()), float(self.modulus(Fraction(distance)))
            if change > allowed + TOLERANCE:
                raise ConstructionError(
                    f"‹modulus› must bound how {self.name} changes, but between X = {shown(X)} and Y = {shown(Y)}, "
                    f"at distance t = {distance:.4g}, it changes by {change:.4g}, from {shown(one)} to {shown(other)}, "
                    f"and {self.modulus.text} is {allowed:.4g} there; give a larger modulus (a function that jumps has "
                    "none that tends to 0)"
                )


def _rounded(value: float) -> Fraction:
    return Fraction(round(value * ROUNDED), ROUNDED)


def shown(X: np.ndarray) -> Sequence[Any]:
    """An array as short nested lists."""
    return [[float(f"{x:.4g}") for x in np.ravel(row)[:8]] for row in X[:8]] if X.ndim > 1 else X.tolist()[:8]
