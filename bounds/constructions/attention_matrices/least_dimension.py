"""The least d that a construction reaches: doubling, then bisection, at most where every matrix has a unit."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ....tasks import TaskError
from ....tasks.attention_matrix import AttentionMatrix
from .any_scores import any_scores, any_scores_dimension, any_scores_ratios
from .descent import MAX_GRAM_ROWS, convex, convex_tables, optimised
from .fixed_attention import FixedAttention, Floats
from .polynomial_keys import PolynomialAttention, PolynomialError, polynomial_keys
from .random_keys import LEAST_MARGIN, guaranteed_dimension, least_squares, projection, proved_dimension
from .ratios import Ratios, least_bits, streamed_ratios

LEAST_DELTA = 1e-9
"""Of float tables: rounding takes up to 1e-10 of it at L = 16384."""

MOST_NUMBERS = 2**27
"""Entries of a table of floats: 1 GiB."""

Watch = Callable[[str], None]

Unit = FixedAttention | PolynomialAttention


class BudgetOverError(Exception):
    """The budget ran out before any dimension was found to work."""


class DimensionError(TaskError):
    """The dimension asked for does not do; the message says which does."""


class Least(NamedTuple):
    """What worked, the largest d below that was tried and did not (0: none), and whether the search ended by itself."""

    unit: Unit
    ratios: Ratios
    failed: int = 0
    finished: bool = True
    interrupted: bool = False


@dataclass(eq=False)
class LeastDimensionSearch:
    """The search of ``approximate``, with its arguments."""

    matrix: AttentionMatrix
    delta: float
    eps2: float
    method: str
    seed: int
    started: float
    budget: float
    watch: Watch
    _tables: tuple[Floats, Floats] | None = None

    def look(self) -> None:
        """End with ``BudgetOverError`` if the time is over."""
        if time.monotonic() - self.started > self.budget:
            raise BudgetOverError

    def polynomial(self, dimension: int | None) -> Least:
        """Polynomials in 2k dimensions; in fewer what works for all scores, if that is fewer."""
        double, always = 2 * self.matrix.k, any_scores_dimension(self.matrix)
        wanted = dimension or min(double, always)
        if wanted not in (double, always):
            fewer = f", and any scores have one of d = {always}" if always < double else ""
            raise DimensionError(
                f"the polynomial construction has d = 2k = {double}{fewer}, got {dimension}; leave ‹dimension› out"
            )
        if wanted == always and wanted != double and (found := self.always()) is not None:
            return found
        self.watch("polynomials")
        try:
            unit = polynomial_keys(self.matrix, self.delta, self.eps2)
        except PolynomialError as error:
            raise TaskError(str(error)) from None
        ratios = unit.ratios()
        if not ratios.within(self.delta, self.eps2):
            raise TaskError(
                "the values differ too much for floats to verify the polynomials; try a smaller L, k or gamma"
            )
        return Least(unit, ratios)

    def always(self) -> Least | None:
        """The unit that every matrix has, if it is not too large and floats are within the tolerances."""
        if self.delta < LEAST_DELTA:
            return None
        unit = any_scores(self.matrix, self.eps2)
        if unit is None:
            return None
        ratios = any_scores_ratios(unit)
        return Least(unit, ratios) if ratios.within(self.delta, self.eps2) else None

    def tried(self, d: int) -> Least | None:
        """A unit of dimension d within the tolerances, if this seed gives one."""
        self.look()
        self.watch(f"d = {d}")
        matrix, delta, eps2, seed, look = self.matrix, self.delta, self.eps2, self.seed, self.look
        made: dict[str, Callable[[], FixedAttention | None]] = {
            "projection": lambda: projection(matrix, d, delta, eps2, seed),
            "least-squares": lambda: least_squares(matrix, d, eps2, seed, look=look),
            "optimised": lambda: optimised(matrix, d, delta, eps2, seed, look=look),
            "convex": lambda: self._convex(d),
        }
        unit = made[self.method]()
        if unit is None:
            return None
        ratios = streamed_ratios(unit, (self.delta, self.eps2), self.look)
        return Least(unit, ratios) if ratios.within(self.delta, self.eps2) else None

    def _convex(self, d: int) -> FixedAttention | None:
        if self._tables is None and self.matrix.L <= MAX_GRAM_ROWS:
            self.watch("a Gram matrix of low rank")
            self._tables = convex_tables(self.matrix, self.delta, self.eps2, self.seed, look=self.look)
            self.watch(f"d = {d}")
        return convex(self.matrix, self._tables, d, self.delta, self.eps2, self.seed, look=self.look)

    def least(self) -> Least:
        """The least d found: what works, what does not below it, whether the search ended.

        Every matrix has a unit of ``any_scores_dimension``; so the search starts there, if it does not start below, and
        that is the answer where the time is over before anything less was found to work.
        """
        always = any_scores_dimension(self.matrix)
        low, high, best = 0, self._first(), None
        try:
            while best is None:
                if high >= always and (best := self.always()) is not None:
                    high = always
                else:
                    self._require_size(low, high)
                    best = self.tried(high)
                if best is None:
                    low, high = high, 2 * high
        except (BudgetOverError, KeyboardInterrupt) as over:
            if (best := self.always()) is None:
                raise
            return best._replace(failed=low, finished=False, interrupted=isinstance(over, KeyboardInterrupt))
        try:
            while high - low > 1:
                middle = (low + high) // 2
                found = self.tried(middle)
                if found is None:
                    low = middle
                else:
                    best, high = found, middle
        except BudgetOverError:
            return best._replace(failed=low, finished=False)
        except KeyboardInterrupt:
            return best._replace(failed=low, finished=False, interrupted=True)
        return best._replace(failed=low)

    def _require_size(self, low: int, high: int) -> None:
        if high * self.matrix.L > MOST_NUMBERS:
            tried = f"d = {low} does not do, and " if low else ""
            others = ["a larger delta or eps2", "‹method=polynomial›"]
            if self.method != "least-squares":
                others.insert(1, "‹method=least-squares›")
            raise TaskError(f"{tried}tables of {self.matrix.L} x {high} numbers are too large; try {', '.join(others)}")

    def _first(self) -> int:
        """Where to start: near what is usual, and at most where it cannot fail."""
        wanted = formula(self.matrix, self.method, self.delta, self.eps2) // (8 if self.method == "projection" else 1)
        return max(1, min(wanted, any_scores_dimension(self.matrix)))

    def bits(self, unit: Unit) -> int | None:
        """Bits of a number that are enough; None if that is not known, or the time is over."""
        self.watch("bits")
        if isinstance(unit, PolynomialAttention):
            return max(unit.bits, unit.key_bits)
        try:
            return least_bits(unit, self.delta, self.eps2, self.look)
        except (BudgetOverError, KeyboardInterrupt):  # what was found is the answer
            return None


def formula(matrix: AttentionMatrix, method: str, delta: float, eps2: float) -> int:
    """The d that the method's proof, or rule of thumb, gives."""
    if method == "projection":
        return guaranteed_dimension(matrix, delta, eps2)
    if method == "least-squares":
        return proved_dimension(matrix.L, matrix.k, 1 - LEAST_MARGIN)
    return 2 * matrix.k


def too_small(search: LeastDimensionSearch, dimension: int) -> str:
    """What to say of a dimension that does not do."""
    said = f"d = {dimension} does not do with ‹method={search.method}› and seed {search.seed}"
    fewest = min(2 * search.matrix.k, any_scores_dimension(search.matrix))
    name = "2k" if fewest == 2 * search.matrix.k else "d"
    polynomial = f"{name} = {fewest} does with ‹method=polynomial›"
    try:
        least = search.least().unit.d
    except (BudgetOverError, TaskError):
        return f"{said}, and no d was found that does within the budget; {polynomial}"
    return f"{said}; the least that worked is {least}, and {polynomial}"
