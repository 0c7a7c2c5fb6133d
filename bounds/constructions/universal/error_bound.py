"""How far a network is from its function: the bound, its constants, and the levels that an error needs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from ..construction import ConstructionError, halved
from .continuous_function import RHO, ContinuousFunction
from .modulus import root_up

MOST_BLOCKS = 10**6
FOR_FACES = Fraction(1, 16)
"""The part of error^P that is left to the inputs near faces."""


@dataclass(frozen=True)
class ErrorBound:
    """The bound of the theorem, term by term.

    Attributes
    ----------
    norm : P
    entries : n d
    levels : L
    beta, omega, rho, range : Fraction
        omega is the bound of omega(1/(2L)); range is R.
    exactly : Fraction or None
        ``int |f - step|^2``, where it is known (P = 2); it takes the place of the first term, since h is the step
        function on the good inputs.
    """

    norm: int
    entries: int
    levels: int
    beta: Fraction
    omega: Fraction
    rho: Fraction
    range: Fraction
    exactly: Fraction | None = None

    @property
    def quantisation(self) -> Fraction:
        """n d (omega(1/(2L)) + rho)^P."""
        return self.entries * (self.omega + self.rho) ** self.norm

    @property
    def faces(self) -> Fraction:
        """n d R^P (1 - (1 - L beta)^(n d))."""
        measure = 1 - (1 - self.levels * self.beta) ** self.entries
        return self.entries * self.range**self.norm * measure

    @property
    def integral(self) -> Fraction:
        """The bound of ``int |f - h|_P^P``."""
        first = self.quantisation if self.exactly is None else min(self.exactly, self.quantisation)
        return first + self.faces

    @property
    def distance(self) -> Fraction:
        """The bound of ``||f - h||_P``."""
        return root_up(self.integral, self.norm)


def least_levels(f: ContinuousFunction, P: int, wanted: Fraction | None, levels: int | None) -> int:
    """L: as given, or the least that the error needs; refused if the error, or the blocks, cannot be had."""
    n, d = f.n, f.d

    def blocks(L: int) -> int:
        return d * (n * L - 1) + n * L ** (d * n) if L < 2 or d * n * (L.bit_length() - 1) < 64 else MOST_BLOCKS + 1

    def quantisation(L: int) -> Fraction:
        return n * d * (f.modulus(Fraction(1, 2 * L)) + f.rho) ** P / (1 - FOR_FACES)

    def enough(L: int) -> bool:
        return wanted is None or quantisation(L) <= wanted**P

    if levels is None:
        if wanted is None:
            raise ConstructionError("‹error› is needed, or the number of levels; write ‹error=0.1›")
        if not enough(MOST_BLOCKS):
            raise ConstructionError(
                f"‹error› {short(wanted)} needs more than 10^6 layers, and nothing was built: even cells of side "
                f"10^-6 leave {up(root_up(quantisation(MOST_BLOCKS), P))} for the modulus {f.modulus.text}; ask for a "
                "larger error"
            )
        levels = 2 if enough(2) else halved(enough, 2, MOST_BLOCKS)
    elif isinstance(levels, bool) or levels < 2:
        raise ConstructionError(f"levels must be an integer of at least 2, got {levels!r}; try levels=2")
    elif not enough(levels):
        raise ConstructionError(
            f"‹error› {short(wanted or Fraction(0))} needs more than {levels} levels, with which the bound is "
            f"{up(root_up(quantisation(levels), P))}; leave levels out"
        )
    if blocks(levels) > MOST_BLOCKS:
        most = halved(lambda L: blocks(L) > MOST_BLOCKS, 1, MOST_BLOCKS) - 1
        said = f"{levels} levels" if wanted is None else f"‹error› {short(wanted)}, {levels} levels,"
        exact = f"n L^(dn) = {n} * {levels}^{d * n} look-ups"
        less = root_up(quantisation(most), P) if most >= 2 else None
        remedy = "take fewer positions or coordinates"
        if less is not None:
            remedy = f"with {most} levels ‹error={up(Fraction(ceil(less * 1000), 1000))}› can be had; or {remedy}"
        raise ConstructionError(f"{said} needs more than 10^6 layers, and nothing was built: {exact}; {remedy}")
    return levels


def beta_for(wanted: Fraction, P: int, entries: int, L: int, off: Fraction, reach: Fraction) -> Fraction:
    """A power of 1/2 with which the faces have no more than what quantisation leaves: 1 - (1 - a)^k <= k a."""
    left = wanted**P - entries * off**P
    most = left / (entries * max(reach, RHO) ** P * entries * L)
    return Fraction(1, 2 ** max(ceil(1 / most).bit_length(), (2 * L).bit_length()))


def up(value: Fraction) -> str:
    """A bound in four digits after the first, rounded up.

    >>> up(Fraction(1, 3)), up(Fraction(2)), up(Fraction(1, 3 * 10**6))
    ('0.33334', '2', '3.3334e-07')
    """
    if value <= 0:
        return "0"
    first = len(str(value.numerator)) - len(str(value.denominator))
    scale = Fraction(10) ** (5 - first)
    return f"{float(ceil(value * scale) / scale):.6g}"


def short(value: Fraction) -> str:
    """A number as it is, or in six digits if it is long."""
    return str(value) if len(str(value)) <= 12 else f"{float(value):.6g}"
