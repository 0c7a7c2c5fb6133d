"""q-SA within an error by real softmax: integer tables, all scores times one temperature tau.

**Temperature against gap.** Let a head tie its s keys at the top, all others at least g below. By the inequality of
``averaging_construction.py`` the weights exp(tau score) are off by at most 2 (N - s) x / (s + (N - s) x), x = e^(-tau
g), which is at most eps exactly if tau >= ln((N - s)(2 - eps) / (s eps)) / g: the *least scale*. If the g of every
subset is known, that is proved for all of them; the error itself is computed in balls, subset by subset.

**Bits.** tau is taken as the least power of two from the least scale on, so it moves the binary point of the tables and
costs no bits: p is that of the integers. For exact ties that is the p of exact averages; a curve whose tables are
rounded (``rounded_curve.py``) needs fewer bits the larger the error.

Source: Sanford, Hsu, Telgarsky 2023 (arXiv 2306.02896), Theorems 2 (few bits) and 3 (m = 2q), both with an error eps.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from math import comb, exp, log
from typing import Any

from ....questions import LeastSize, Unit, averaging_question, least_size
from ....tasks import SparseAveraging, TaskError
from ....tasks.words import integer_word, named_words
from ...averages import saturated_upper, softmax_gap
from ...bound import CheckerRefusedError, certificate, certified_bound
from ..construction import ConstructionError, Size, Theorem, Verification, require_averaging
from ..registry import MAX_PARAMETER, construction_from_words
from .averaging_construction import LARGEST_PRODUCTS, AveragingConstruction
from .averaging_head import AveragingHeads, Subset, hard_subsets
from .dual_certificate import NoExactTieError
from .rounded_curve import least_bits_when_rounded, rounded_curve_error, rounded_curve_head, softmax_error

ROUNDED = "qsa-rounded-curve"
"""The construction that exists with an error only."""

TRIED = 200
"""Subsets from which the gap, or the precision, is chosen; ``verify`` looks at others, too."""

MAX_WORK = 4_000_000
"""Default of ``verify``'s ``work``, in weights in balls: half a minute or so."""

LONGEST_WEIGHT = 40_000
"""Most bits of a weight in a certificate."""


@dataclass(frozen=True, eq=False)
class SoftmaxAverages(AveragingHeads):
    """Heads of real softmax that average every q-subset up to ``error``.

    Parameters
    ----------
    heads, divisor, sizes : as in ``AveragingConstruction``
    temperature : the factor of all scores, a rational
    error : what the output may be off by, for the worst values in the unit ball of any R^d
    exact : the construction with exact ties that it comes from; None for a rounded curve

    Examples
    --------
    >>> built = softmax_averages(["qsa-moment-curve", "N=6", "q=2"], Fraction(1, 4))
    >>> built.temperature, built.verify().error <= Fraction(1, 4)
    (Fraction(4, 1), True)
    """

    sizes: Size
    temperature: Fraction
    error: Fraction
    exact: AveragingConstruction | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def parameters(self) -> Mapping[str, Any]:  # type: ignore[override]
        """N, q, what else was chosen, and the error."""
        return {"N": self.task.N, "q": self.task.q, **self.options, "error": str(self.error)}

    @property
    def size(self) -> Size:
        """The sizes; the temperature costs no bits if it is a power of two."""
        return self.sizes

    @property
    def unit(self) -> Unit:
        """Integer tables have no weights of real softmax: with their scale they are a stored unit.

        Raises
        ------
        ConstructionError
            Always.
        """
        raise ConstructionError(
            "a unit of real softmax is tables with a scale, and its tables alone are none; take headcount.unit(built)"
        )

    def verify(
        self, *, samples: int = 200, seed: int = 0, work: int | None = None, seconds: float = float("inf")
    ) -> Verification:
        """The error in balls, of every subset if that takes at most ``work`` weights, else of hard and random ones."""
        N, q = self.task.N, self.task.q

        def look(subset: Subset) -> tuple[Fraction, bool]:
            scored = [(head.share, head.scores(subset)) for head in self.heads]
            error = softmax_error(subset, scored, self.divisor, self.temperature)
            return error, error <= self.error

        exhaustive = comb(N, q) * N * len(self.heads) <= (MAX_WORK if work is None else work)
        found, done = self.tried(samples, seed, exhaustive, seconds, look)
        seen = len(done) + bool(found.undecided)
        scope = f"all {seen} subsets" if found.exhaustive else f"{seen} subsets, sampled"
        error = max(done.values(), default=Fraction(0))
        return replace(found, scope=f"{scope}, real softmax in balls", inputs=seen, positions=seen, error=error)

    def certificate(self) -> dict[str, Any] | None:
        """The bundle with ``m <= ..`` in class SOFTMAX at this error; None where the checker cannot replay it.

        Weights in it are powers of a rational base near e^temperature; of the moment curve at any size, scores that are
        tied and multiplied up.
        """
        found = self.run_certificate()
        if found is None and self.name == "qsa-moment-curve":
            known = saturated_upper(self._asked)
            assert known is not None
            return certificate(known.question, known)
        return found

    @property
    def _asked(self) -> LeastSize:
        question = averaging_question(self.task.N, self.task.q)
        return least_size(question, "m", "SOFTMAX", heads=self.size.H, error=self.error)

    def run_certificate(self) -> dict[str, Any] | None:
        """The bundle for which the heads are run on all subsets; None where that is too much, or weights are long."""
        N, q = self.task.N, self.task.q
        if comb(N, q) * N * self.size.m * self.size.H <= LARGEST_PRODUCTS // 10:
            subsets = list(combinations(range(N), q))
            try:
                tables = [(head, [head.query(head.part(y)) for y in subsets]) for head in self.heads]
            except NoExactTieError:
                return None
            for base in self._bases():
                heads = [head.stated(queries) for head, queries in tables]
                evidence = {"kind": "averaging", "heads": heads, "divisor": self.divisor, "base": str(base)}
                try:
                    bound = certified_bound(self._asked, "upper", self.size.m, self.name, evidence)
                except CheckerRefusedError:
                    continue
                return certificate(bound.question, bound)
        return None

    def _bases(self) -> list[Fraction]:
        """Rational bases near e^temperature whose powers can be written out."""
        spread = 0
        for y in self.subsets(20, 0):
            for head in self.heads:
                scores = head.scores(y)
                spread = max(spread, int(max(scores)) - int(min(scores)))
        found = []
        if self.exact is not None:
            gap = _gap(self.exact)
            steps = max(1, -(-softmax_gap(self.task.N, _part(self.exact), self.error) // gap))
            found.append(Fraction(2**steps))
        if self.temperature < 20:
            found += [1 + Fraction(max(1, round(2**k * (exp(float(self.temperature)) - 1))), 2**k) for k in (3, 8)]
        return [base for base in found if spread * base.numerator.bit_length() <= LONGEST_WEIGHT]


def softmax_averages(words: list[str], error: Fraction, values: int = 1) -> SoftmaxAverages:
    """The construction of words such as ``qsa-sign-keys N=64 q=2``, within an error by real softmax.

    Parameters
    ----------
    words : list of str
        A construction of q-SA from the registry, or ``qsa-rounded-curve`` with N, q, and optionally bits (the least
        that keeps the error, if left out) and nodes (circle, chebyshev or centred).
    error : Fraction, 0 < error < 1
    values : int >= 1
        d', the dimension of the values: the width dv. The error is that of every d'.

    Raises
    ------
    TaskError, ConstructionError
        If there is no such construction of q-SA, a parameter does not fit, or no precision keeps the error.

    Examples
    --------
    >>> softmax_averages(["qsa-rounded-curve", "N=8", "q=1"], Fraction(1, 2)).size.p
    3
    """
    if words and words[0] == ROUNDED:
        rounded = _rounded(words[1:], error)
        return replace(rounded, sizes=replace(rounded.sizes, dv=values))
    exact = construction_from_words(words)
    if not isinstance(exact, AveragingConstruction):
        raise TaskError(
            f"‹error› is for constructions of qsa, which average, got {words[0]}; leave it out, or try {ROUNDED}"
        )
    N, s, gap = exact.task.N, _part(exact), _gap(exact)
    ratio = Fraction(N - s) * (2 - error) / (s * error)
    scale = max(log(ratio), 0.0) / gap if ratio > 0 else 0.0
    temperature = Fraction(1)
    while temperature < scale:
        temperature *= 2
    while temperature / 2 >= scale * (1 + 1e-12) and scale > 0:  # the error is computed again in balls
        temperature /= 2
    formula = {
        **exact.theorem.formula,
        "scale": (f"scores times {temperature}, the least power of two that gaps of {gap} need; costs no bits", None),
    }
    theorem = Theorem(exact.theorem.words, exact.theorem.source, formula)
    of, size = (exact.name, exact.task, theorem, exact.heads, exact.divisor), replace(exact.size, dv=values)
    return SoftmaxAverages(*of, size, temperature, error, exact, exact.options)


def _rounded(words: list[str], error: Fraction) -> SoftmaxAverages:
    given = named_words(words)
    for name in given:
        if name not in ("N", "q", "bits", "nodes"):
            raise TaskError(f"{ROUNDED} has no parameter {name}; it takes N, q, bits, nodes, as in: {ROUNDED} N=8 q=2")
    for name in ("N", "q"):
        if name not in given:
            raise TaskError(f"{ROUNDED} needs the parameter {name}; write for example: {ROUNDED} N=8 q=2")
    nodes = given.pop("nodes", "circle")
    sizes = {name: integer_word(name, value) for name, value in given.items()}
    N, q = sizes["N"], sizes["q"]
    require_averaging(N, q)
    if max(sizes.values()) > MAX_PARAMETER or N * q > 20_000:
        raise TaskError(f"N q must be at most 20000 for {ROUNDED}, got {N * q}; try a smaller N or q")
    if "bits" in sizes:
        head = rounded_curve_head(N, q, nodes, sizes["bits"])
        subsets = hard_subsets(N, q, TRIED, 0, head.scores)
        found = rounded_curve_error(N, q, nodes, sizes["bits"], tuple(subsets))
        if found.error > error:
            raise ConstructionError(
                f"bits must be enough for the error {error}, got {sizes['bits']}, with which it is "
                f"{float(found.error):.4g} at the best temperature; leave bits out for the least"
            )
    else:
        found = least_bits_when_rounded(N, q, nodes, min(TRIED, 40 if N > 64 else TRIED), 0, error)
        head = rounded_curve_head(N, q, nodes, found.bits)
    words_of = "one unit of embedding dimension 2q computes q-SA at unbounded precision"
    formula = {"m": ("2q", 2 * q), "scale": (f"scores times {float(found.temperature):.4g}", None)}
    theorem = Theorem(words_of, "Sanford, Hsu, Telgarsky 2023, arXiv 2306.02896, Theorem 3", formula)
    rows, bits, task = comb(N, q), found.bits, SparseAveraging(N, q)
    stored = rows * 2 * 2 * q + N * 2 * q + 2 * rows if rows * 2 * q <= LARGEST_PRODUCTS else None
    size = Size(head.keys.shape[1], bits, query_bits=bits, key_bits=bits, value_bits=2, parameters=stored)
    options = {"bits": bits, "nodes": nodes}
    return SoftmaxAverages(ROUNDED, task, theorem, (head,), 1, size, found.temperature, error, None, options)


def _part(exact: AveragingConstruction) -> int:
    """The fewest positions that a head selects."""
    return min(head.stop - head.start for head in exact.heads)


def _gap(exact: AveragingConstruction) -> int:
    """The least margin on hard subsets, or on all if there are few."""
    N, q = exact.task.N, exact.task.q
    every = comb(N, q) <= TRIED
    listed = combinations(range(N), q) if every else exact.subsets(TRIED, 0)
    margins: list[int] = []
    with suppress(NoExactTieError):  # ``verify`` names it
        margins.extend(exact.measured(y)[0] for y in listed)
    return max(1, min(margins, default=1))
