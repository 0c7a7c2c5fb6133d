"""Maps from scores to weights, and how far scores have to be stretched until a leading key takes all but eta.

Assumption 2 on a map rho (after Yun et al. 2020, arXiv 2006.04862): for every gap zeta > 0 and every eta in (0, 1]
there is a t > 0 such that a key whose score leads all others by at least zeta gets weight at least 1 - eta in rho(t v).
What the least such t is, for n keys, is proved here.

**alpha-entmax**, alpha >= 1: alpha = 1 is softmax, alpha = 2 sparsemax (Peters, Niculae, Martins 2019, arXiv
1905.05702). With L(x) = (x^(alpha - 1) - 1) / (alpha - 1), for alpha = 1 the limit L(x) = ln x, the weights p of scores
v are the distribution for which a number c exists with L(p_i) = v_i - c where p_i > 0, and L(0) >= v_i - c where
p_i = 0. So a higher score has no lower weight, and L increases strictly.

*Theorem.* Let n >= 2 and 0 <= eta < 1, and eta > 0 if alpha = 1. The least t >= 0 that is enough is

    t = max(0, L(1 - eta) - L(eta / (n - 1))) / zeta;

where this is 0, every t > 0 is enough.

*Proof.* Let score 1 lead by zeta and its weight p_1 be below 1 - eta. The others' weights sum to more than eta, so one
has p_j > eta / (n - 1) >= 0. Then t zeta <= t v_1 - t v_j = L(p_1) - L(p_j) < L(1 - eta) - L(eta / (n - 1)): p_1 is
positive, having the highest score. So no t at or above the one stated fails. At v = (zeta, 0, .., 0) the weights of
the others are equal, x / (n - 1) each, and p_1 = 1 - x; if x <= eta then t zeta >= L(1 - x) - L(x / (n - 1)), with
equality where x > 0, and this is at least its value at x = eta, because it decreases in x. So no smaller t is enough.

For softmax this is ln((n - 1)(1 - eta) / eta) / zeta. For alpha > 1 and eta = 0 it is 1 / ((alpha - 1) zeta), whatever
n is: the weight is exactly 1. For sparsemax it is (1 - eta - eta / (n - 1)) / zeta.

**Hardmax**, uniform on the highest scores: t = 1, weight 1, for every zeta > 0.

**The share of positive parts**, v_i^+ / (sum of the v_j^+) (uniform if no score is positive): Assumption 2 fails. The
weights of t v are those of v for every t > 0, and the scores (2 zeta, zeta) give the leading key 2/3.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from .balls import ball_of, fraction_of
from .masks import AttentionError, require_integer

Number = int | Fraction


@dataclass(frozen=True)
class Sharpness:
    """Assumption 2 for a map with n keys, a gap and an eta.

    Parameters
    ----------
    holds : whether some t is enough
    temperature : a rational t > 0 that is enough; None if none is
    least : a ball around the least one; 0 where every t > 0 is enough; None if none is
    worst : scores whose first leads by at least the gap: no others give it less; if nothing is enough, these show it
    """

    map: str
    keys: int
    gap: Fraction
    eta: Fraction
    holds: bool
    temperature: Fraction | None
    least: arb | None
    worst: tuple[Fraction, ...]

    @property
    def words(self) -> str:
        """The statement in words."""
        lead = f"a key that leads {self.keys - 1} others by {self.gap} gets weight"
        if not self.holds:
            return f"{self.map}: with no temperature {lead} at least {1 - self.eta} for all scores"
        rest = "1" if self.eta == 0 else f"at least {1 - self.eta}"
        assert self.temperature is not None
        shown = self.temperature if self.temperature.denominator < 1000 else f"{float(self.temperature):.6g}"
        return f"{self.map}: at temperature {shown} {lead} {rest}"


class ProbabilityMap(ABC):
    """A map from n scores to n weights that sum to 1."""

    @property
    @abstractmethod
    def name(self) -> str:
        """How it is called."""

    @abstractmethod
    def weights(self, scores: Sequence[Number], precision: int = 128) -> tuple[Any, ...]:
        """The weights of exact scores: Fractions, or balls that hold them."""

    @abstractmethod
    def sharpness(self, keys: int, gap: Number, eta: Number) -> Sharpness:
        """How far to stretch scores such that a key which leads by ``gap`` among ``keys`` takes all but ``eta``.

        Raises
        ------
        AttentionError
            If keys < 1, gap <= 0, or eta is not in 0 .. 1 (softmax: eta = 0).
        """


@dataclass(frozen=True)
class Entmax(ProbabilityMap):
    """alpha-entmax for a rational alpha >= 1; softmax at alpha = 1, sparsemax at alpha = 2.

    Raises
    ------
    AttentionError
        If alpha is below 1.

    Examples
    --------
    >>> Entmax(2).weights((Fraction(3, 4), Fraction(1, 2), 0))
    (Fraction(5, 8), Fraction(3, 8), Fraction(0, 1))
    >>> Entmax(2).sharpness(keys=5, gap=1, eta=0).temperature
    Fraction(1, 1)
    >>> Entmax(1).sharpness(keys=10, gap=2, eta=Fraction(1, 10)).words
    'softmax: at temperature 2.19722 a key that leads 9 others by 2 gets weight at least 9/10'
    """

    alpha: Number = 1

    def __post_init__(self) -> None:
        if isinstance(self.alpha, bool) or not isinstance(self.alpha, int | Fraction) or self.alpha < 1:
            raise AttentionError(f"alpha must be an int or Fraction of at least 1, got {self.alpha!r}; softmax is 1")

    @property
    def name(self) -> str:
        """softmax, sparsemax, or entmax with its alpha."""
        named: dict[Number, str] = {1: "softmax", 2: "sparsemax"}
        return named.get(self.alpha, f"entmax({self.alpha})")

    def weights(self, scores: Sequence[Number], precision: int = 128) -> tuple[Any, ...]:
        """Balls; exact Fractions for sparsemax, and wherever one key gets weight 1."""
        given = _scores(scores)
        best = max(given)
        with ctx.workprec(precision):
            if self.alpha == 1:
                parts = [ball_of(score - best).exp() for score in given]
                total = sum(parts, arb(0))
                return tuple(part / total for part in parts)
            stretched = [(self.alpha - 1) * (score - best) for score in given]
            if sum(score > -1 for score in stretched) == 1:
                return tuple(Fraction(score == 0) for score in stretched)
            return _sparsemax(stretched) if self.alpha == 2 else self._by_bisection(stretched, precision)

    def _by_bisection(self, stretched: list[Fraction], precision: int) -> tuple[arb, ...]:
        """p_i = (w_i - tau)^+ ^ (1 / (alpha - 1)) for the tau in -1 .. 0 at which they sum to 1.

        The sum decreases in tau. ``low`` and ``high`` have sums proved to be at least and at most 1, so each p_i lies
        between its values there.
        """
        power = ball_of(Fraction(1) / (self.alpha - 1))

        def parts(tau: Fraction) -> list[arb]:
            return [ball_of(score - tau) ** power if score > tau else arb(0) for score in stretched]

        low, not_low, high, not_high = Fraction(-1), Fraction(0), Fraction(0), Fraction(-1)
        for _ in range(precision):
            middle = (low + not_low) / 2
            low, not_low = (middle, not_low) if sum(parts(middle), arb(0)) > 1 else (low, middle)
            middle = (high + not_high) / 2
            high, not_high = (middle, not_high) if sum(parts(middle), arb(0)) < 1 else (high, middle)
        return tuple(one.union(other) for one, other in zip(parts(low), parts(high), strict=True))

    def sharpness(self, keys: int, gap: Number, eta: Number) -> Sharpness:
        """The least temperature of the theorem above, in closed form."""
        gap, eta = _asked(keys, gap, eta)
        if eta == 0 and self.alpha == 1:
            raise AttentionError("eta must be positive for softmax, whose weights are never 0, got 0; try 1/100")
        worst = (gap, *(Fraction(0),) * (keys - 1))
        if keys == 1 or eta >= Fraction(keys - 1, keys):  # the highest score has weight 1/keys at least
            return Sharpness(self.name, keys, gap, eta, True, Fraction(1), arb(0), worst)
        with ctx.workprec(128):
            least = self._least(keys, gap, eta)
            exact = least if isinstance(least, Fraction) else _at_least(least)
            return Sharpness(self.name, keys, gap, eta, True, exact, ball_of(least), worst)

    def _least(self, keys: int, gap: Fraction, eta: Fraction) -> Fraction | arb:
        if self.alpha == 1:
            return ball_of((keys - 1) * (1 - eta) / eta).log() / ball_of(gap)
        if eta == 0:
            return 1 / ((self.alpha - 1) * gap)
        if self.alpha == 2:
            return (1 - eta - eta / (keys - 1)) / gap
        power = ball_of(Fraction(self.alpha - 1))
        return (ball_of(1 - eta) ** power - ball_of(eta / (keys - 1)) ** power) / power / ball_of(gap)


@dataclass(frozen=True)
class Hardmax(ProbabilityMap):
    """Uniform weight on the highest scores: the limit of softmax at high temperature factors (saturated attention).

    >>> Hardmax().weights((1, 3, 3))
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 2))
    """

    name: str = "hardmax"

    def weights(self, scores: Sequence[Number], precision: int = 128) -> tuple[Any, ...]:
        """Exact Fractions."""
        given = _scores(scores)
        best = max(given)
        return tuple(Fraction(score == best, given.count(best)) for score in given)

    def sharpness(self, keys: int, gap: Number, eta: Number) -> Sharpness:
        """Temperature 1; any other positive one is as good."""
        gap, eta = _asked(keys, gap, eta)
        worst = (gap, *(Fraction(0),) * (keys - 1))
        return Sharpness(self.name, keys, gap, eta, True, Fraction(1), arb(0), worst)


@dataclass(frozen=True)
class PositiveShare(ProbabilityMap):
    """v_i^+ / (sum of the v_j^+): the map for which Assumption 2 fails, because temperature does not change it.

    >>> PositiveShare().weights((20, 10)), PositiveShare().sharpness(2, 10, Fraction(1, 10)).holds
    ((Fraction(2, 3), Fraction(1, 3)), False)
    """

    name: str = "share of positive parts"

    def weights(self, scores: Sequence[Number], precision: int = 128) -> tuple[Any, ...]:
        """Exact Fractions; uniform if no score is positive."""
        given = [max(score, Fraction(0)) for score in _scores(scores)]
        total = sum(given, Fraction(0))
        return tuple(part / total if total else Fraction(1, len(given)) for part in given)

    def sharpness(self, keys: int, gap: Number, eta: Number) -> Sharpness:
        """It holds only where the least weight of a leading key, 1/n, is already enough.

        The scores (gap + b, b, .., b) give (gap + b) / (gap + n b), as near to 1/n as wanted for large b; and a leading
        key never gets less than 1/n. So with eta = 1 - 1/n or above everything is enough, with less nothing is.
        """
        gap, eta = _asked(keys, gap, eta)
        if keys == 1 or eta >= Fraction(keys - 1, keys):
            return Sharpness(self.name, keys, gap, eta, True, Fraction(1), arb(0), (gap, *(Fraction(0),) * (keys - 1)))
        # (gap + b) < (1 - eta) (gap + n b) iff eta gap < b (n (1 - eta) - 1)
        other = eta * gap / (keys * (1 - eta) - 1) + gap
        return Sharpness(self.name, keys, gap, eta, False, None, None, (gap + other, *(other,) * (keys - 1)))


PROBABILITY_MAPS: Mapping[str, ProbabilityMap] = {
    "hardmax": Hardmax(),
    "softmax": Entmax(1),
    "entmax": Entmax(Fraction(3, 2)),
    "sparsemax": Entmax(2),
    "positive-share": PositiveShare(),
}
"""The maps by name; ``Entmax`` takes any alpha, ``entmax`` is its usual one, 3/2."""


def _sparsemax(stretched: list[Fraction]) -> tuple[Fraction, ...]:
    """tau = (sum of the k highest - 1) / k for the largest k whose k-th highest score exceeds it."""
    total, tau = Fraction(0), Fraction(-1)
    for k, score in enumerate(sorted(stretched, reverse=True), start=1):
        total += score
        if k * score > total - 1:
            tau = (total - 1) / k
    return tuple(max(score - tau, Fraction(0)) for score in stretched)


def _scores(scores: Sequence[Number]) -> list[Fraction]:
    if not len(scores):
        raise AttentionError("scores must not be empty; a position has to attend to some key")
    for score in scores:
        if isinstance(score, bool) or not isinstance(score, int | Fraction):
            raise AttentionError(f"scores must be ints or Fractions, got {score!r}; write Fraction(1, 2) for 0.5")
    return [Fraction(score) for score in scores]


def _asked(keys: int, gap: Number, eta: Number) -> tuple[Fraction, Fraction]:
    require_integer("keys", keys, 1)
    for name, value in (("gap", gap), ("eta", eta)):
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            raise AttentionError(f"{name} must be an int or a Fraction, got {value!r}; write Fraction(1, 10) for 0.1")
    if gap <= 0:
        raise AttentionError(f"gap must be positive, got {gap}; equal scores cannot be told apart")
    if not 0 <= eta <= 1:
        raise AttentionError(f"eta must lie in 0 .. 1, got {eta}")
    return Fraction(gap), Fraction(eta)


def _at_least(ball: arb) -> Fraction:
    """A rational at least what the ball holds, above it by less than 2^-40 of it or so."""
    upper = fraction_of(ball.upper())
    scale = Fraction(2) ** (40 - (upper.numerator.bit_length() - upper.denominator.bit_length()))
    return Fraction(-(-upper * scale // 1)) / scale
