"""``approximate``: an input of fixed attention for a matrix, by one of five constructions, in the least d found.

    method         d                                      numbers
    projection     O(k ln(1/eps2)^2 delta^-2 ln L)        any, normal
    least-squares  O(k ln L), for all tolerances          keys +-1, few bits
    optimised      found by descent, often below 2k       floats
    convex         the same, from a convex program        floats
    polynomial     2k, for all matrices and tolerances    O(k log L) bits and more

The least d of all but the last is found by bisection over nested keys: it works, and d - 1 was tried and did not work
(or the search found nothing). Another seed, or a smaller d still, may do better; nothing is claimed below.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from ....tasks import TaskError
from ....tasks.attention_matrix import AttentionMatrix
from .convex_keys import MAX_CONVEX_ROWS, convex, convex_tables
from .fixed_attention import FixedAttention, Floats
from .least_squares_keys import LEAST_MARGIN, least_squares, proved_dimension
from .optimised_keys import MAX_ROWS, optimised
from .polynomial_keys import PolynomialAttention, PolynomialError, polynomial_keys
from .projection import guaranteed_dimension, projection
from .ratios import BALL_PRODUCTS, Ratios, exact_ratios, streamed_ratios
from .rounded_tables import least_bits

METHODS = ("projection", "least-squares", "optimised", "convex", "polynomial")

LEAST_DELTA = 1e-9
"""Of float tables: rounding takes up to 1e-10 of it at L = 16384."""

MOST_NUMBERS = 2**27
"""Entries of a table of floats: 1 GiB."""

Watch = Callable[[str], None]


class BudgetOverError(Exception):
    """The budget ran out before any dimension was found to work."""


class DimensionError(TaskError):
    """The dimension asked for does not do; the message says which does."""


@dataclass(frozen=True, eq=False)
class Approximation:
    """What was found.

    Attributes
    ----------
    matrix, method, delta, eps2, seed
        What was asked; delta and eps2 are the tolerances.
    unit : FixedAttention or PolynomialAttention
    ratios : Ratios
        Its worst ratios, all L^2 entries compared; in balls, from the numbers as stored, if they are few.
    failed : int
        The largest d below that was tried and did not work; 0 if none was.
    formula : int
        The d that the method's proof, or rule of thumb, gives; ``formula_words`` says which.
    bits : int or None
        Bits of an entry that are enough; None if that was not looked for, or 48 are not.
    seconds : float
    finished : bool
        Whether the search for a smaller d ended by itself.
    """

    matrix: AttentionMatrix
    method: str
    delta: float
    eps2: float
    seed: int
    unit: FixedAttention | PolynomialAttention
    ratios: Ratios
    failed: int
    formula: int
    bits: int | None
    seconds: float
    finished: bool

    @property
    def d(self) -> int:
        """The dimension of queries and keys."""
        return self.unit.d

    @property
    def formula_words(self) -> str:
        """What the formula says, and that it says nothing where it is above L - 1."""
        words = {
            "projection": "4 ln(8 L^2) / (t^2 - t^3), t = delta / (2 max |b_i|), proved for some keys",
            "least-squares": "k - 1 + 2 ln(L (L - k)) / ln(1 + 1/k), proved for normal keys, any delta and eps2",
            "optimised": "2k, by polynomials; what descent finds has no formula",
            "convex": "2k, by polynomials; what the convex program and descent find has no formula",
            "polynomial": "2k, proved",
        }[self.method]
        void = f"; void, as d = L - 1 = {self.matrix.L - 1} always works" if self.formula >= self.matrix.L else ""
        return words + void


def approximate(
    matrix: AttentionMatrix,
    delta: float = 0.1,
    eps2: float = 1e-3,
    method: str = "least-squares",
    *,
    dimension: int | None = None,
    seed: int = 0,
    budget: float = math.inf,
    bits: bool = True,
    watch: Watch = lambda words: None,
) -> Approximation:
    """An input of fixed attention for ``matrix``, in the dimension given or the least that is found.

    Parameters
    ----------
    matrix : AttentionMatrix
    delta : float >= 0
        Ratios of nonzeros of a row may be off by a factor e^delta. Float tables take at least ``LEAST_DELTA``;
        "polynomial" takes 0 where all ratios are powers of two.
    eps2 : float, 0 < eps2 < 1
        A zero over a nonzero of its row, at most.
    method : one of ``METHODS``
    dimension : int, optional
    seed : int
    budget : float
        Seconds after which the search for a smaller d ends.
    bits : bool
        Whether to look for the bits that are enough.
    watch : callable
        Told what is being tried.

    Raises
    ------
    TaskError
        If an argument is out of range. ``DimensionError``, a TaskError, if ``dimension`` does not do.
    BudgetOverError
        If the budget ran out before anything worked.

    Examples
    --------
    >>> from ....tasks.attention_matrix import permutations
    >>> found = approximate(permutations(64, 2), 0.1, 1e-3)
    >>> found.ratios.within(0.1, 1e-3), found.ratios.verified, 4 < found.d < 63
    (True, 4096, True)
    >>> approximate(permutations(64, 2), 0.1, 1e-3, "polynomial").d
    4
    """
    _require(matrix, delta, eps2, method, dimension, seed)
    search = _Search(matrix, delta, eps2, method, seed, time.monotonic(), budget, watch)
    if method == "polynomial":
        unit, ratios, failed, finished = *search.polynomial(dimension), 0, True
    elif dimension is not None:
        found = search.tried(dimension)
        if found is None:
            raise DimensionError(_too_small(search, dimension))
        unit, ratios, failed, finished = *found, 0, True
    else:
        unit, ratios, failed, finished = search.least()
    found_bits = search.bits(unit) if bits else None
    if isinstance(unit, FixedAttention) and matrix.L**2 * unit.d <= BALL_PRODUCTS:
        ratios = exact_ratios(unit)  # the bound with rounding was within the tolerances, so this one is
    seconds = time.monotonic() - search.started
    return Approximation(
        matrix, method, delta, eps2, seed, unit, ratios, failed, _formula(matrix, method, delta, eps2),
        found_bits, seconds, finished,
    )  # fmt: skip


@dataclass(eq=False)
class _Search:
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
        if time.monotonic() - self.started > self.budget:
            raise BudgetOverError

    def polynomial(self, dimension: int | None) -> tuple[PolynomialAttention, Ratios]:
        if dimension is not None and dimension != 2 * self.matrix.k:
            raise DimensionError(
                f"the polynomial construction has d = 2k = {2 * self.matrix.k}, got {dimension}; leave --dimension out"
            )
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
        return unit, ratios

    def tried(self, d: int) -> tuple[FixedAttention, Ratios] | None:
        """A unit of dimension d within the tolerances, if this seed gives one."""
        self.look()
        self.watch(f"d = {d}")
        unit: FixedAttention | None
        if self.method == "projection":
            unit = projection(self.matrix, d, self.delta, self.eps2, self.seed)
        elif self.method == "least-squares":
            unit = least_squares(self.matrix, d, self.eps2, self.seed)
        elif self.method == "optimised":
            unit = optimised(self.matrix, d, self.delta, self.eps2, self.seed, look=self.look)
        else:
            unit = self._convex(d)
        if unit is None:
            return None
        ratios = streamed_ratios(unit, (self.delta, self.eps2), self.look)
        return (unit, ratios) if ratios.within(self.delta, self.eps2) else None

    def _convex(self, d: int) -> FixedAttention | None:
        if self._tables is None:
            self.watch("convex programs")
            self._tables = convex_tables(self.matrix, self.delta, self.eps2, self.seed, look=self.look)
            if self._tables is None:
                raise TaskError("the convex solver found no Gram matrix; use --method optimised")
            self.watch(f"d = {d}")
        return convex(self.matrix, self._tables, d, self.delta, self.eps2, self.seed, look=self.look)

    def least(self) -> tuple[FixedAttention, Ratios, int, bool]:
        """The least d by doubling, then bisection: what works, what does not below it, whether the search ended."""
        low, high = 0, self._first()
        while (best := self.tried(high)) is None:
            low, high = high, 2 * high
            if high * self.matrix.L > MOST_NUMBERS:
                raise TaskError(
                    f"d = {low} does not do, and tables of {self.matrix.L} x {high} numbers are too large; allow "
                    "a larger delta or eps2, or use --method least-squares"
                )
        try:
            while high - low > 1:
                middle = (low + high) // 2
                found = self.tried(middle)
                if found is None:
                    low = middle
                else:
                    best, high = found, middle
        except BudgetOverError:
            return *best, low, False
        return *best, low, True

    def _first(self) -> int:
        """Where to start: near what is usual."""
        if self.method in ("optimised", "convex"):
            return max(1, 2 * self.matrix.k)
        if self.method == "least-squares":
            return max(1, _formula(self.matrix, self.method, self.delta, self.eps2))
        return max(1, guaranteed_dimension(self.matrix, self.delta, self.eps2) // 8)

    def bits(self, unit: FixedAttention | PolynomialAttention) -> int | None:
        self.watch("bits")
        if isinstance(unit, PolynomialAttention):
            return max(unit.bits, unit.key_bits)
        try:
            return least_bits(unit, self.delta, self.eps2, self.look)
        except BudgetOverError:
            return None


def _formula(matrix: AttentionMatrix, method: str, delta: float, eps2: float) -> int:
    if method == "projection":
        return guaranteed_dimension(matrix, delta, eps2)
    if method == "least-squares":
        return proved_dimension(matrix.L, matrix.k, 1 - LEAST_MARGIN)
    return 2 * matrix.k


def _too_small(search: _Search, dimension: int) -> str:
    said = f"d = {dimension} does not do with --method {search.method} and seed {search.seed}"
    polynomial = f"2k = {2 * search.matrix.k} does with --method polynomial"
    try:
        unit, _, _, _ = search.least()
    except (BudgetOverError, TaskError):
        return f"{said}, and no d was found that does within the budget; {polynomial}"
    return f"{said}; the least that worked is {unit.d}, and {polynomial}"


def _require(matrix: AttentionMatrix, delta: float, eps2: float, method: str, dimension: int | None, seed: int) -> None:
    if method not in METHODS:
        raise TaskError(f"the method must be one of {', '.join(METHODS)}, got {method!r}; try least-squares")
    if not 0 < eps2 < 1:
        raise TaskError(f"eps2, the largest zero over nonzero, must be above 0 and below 1, got {eps2:g}; try 1e-3")
    if not 0 <= delta < math.inf:
        raise TaskError(f"delta, the tolerance of ratios of nonzeros, must be >= 0, got {delta:g}; try 0.1")
    if method != "polynomial" and delta < LEAST_DELTA:
        raise TaskError(
            f"delta must be at least {LEAST_DELTA:g} for tables of floats, got {delta:g}; "
            "--method polynomial is exact where ratios of nonzeros are powers of two"
        )
    if dimension is not None and (type(dimension) is not int or dimension < 1):
        raise TaskError(f"the dimension must be an integer >= 1, got {dimension!r}; leave it out to have it found")
    if dimension is not None and method != "polynomial" and dimension * matrix.L > MOST_NUMBERS:
        raise TaskError(f"tables of {matrix.L} x {dimension} numbers are too large; try a smaller --dimension")
    if type(seed) is not int or seed < 0:
        raise TaskError(f"seed must be an integer >= 0, got {seed!r}; try seed 0")
    if method == "optimised" and matrix.L > MAX_ROWS:
        raise TaskError(
            f"descent takes at most {MAX_ROWS} positions, got {matrix.L}; use --method least-squares or polynomial"
        )
    if method == "convex" and matrix.L > MAX_CONVEX_ROWS:
        raise TaskError(
            f"convex programs take at most {MAX_CONVEX_ROWS} positions, got {matrix.L}; use --method optimised"
        )
    if method == "projection" and delta == 0:
        raise TaskError("delta must be above 0 for a projection, which keeps no ratio exactly; try 0.1")
