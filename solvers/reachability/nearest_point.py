"""One set: a point that reaches it, or positive weights that show that none does; both verified in integers.

Let U be the vectors u that <u, z> > 0 is asked for: +-(row, -2^k if the threshold is free), + in S and - off it, and
the unit vector of the scale if there is a bias. Let p = sum_u mu_u u be the point of their hull nearest to 0. If p is
not 0, <u, p> >= |p|^2 > 0 for all u: p reaches S. If it is 0, mu are weights as wanted (Gordan). So one problem of
non-negative least squares decides, with a further row of ones: minimise |sum mu_u u|^2 + (1 - sum mu)^2.

*Columns.* Few u matter: start with some and add those that p violates most, until there is none.

*Exactly.* The vectors with positive mu are independent but for one relation, if p = 0. So their weights are the only
solution of linear equations, solved in integers (p-adic lifting if they are long), and verified by a product. A point
is rounded to as few bits as do, and all its scores are computed exactly.

*Near the boundary.* Rows that were rounded after they had been made of others lie at a distance of 1e-8 of the hull, or
1e-17, inside or outside. Let F be the vectors of weight then, and y the point nearest to 0 of the flat through F, in
rational numbers, a mean of F. Of h orthogonal to the differences in F all of F ask the same, <y, h> > 0; so the problem
is the same with these differences projected away and y in place of F. If it is solved by h, a multiple of each vector
of F is added, exactly, such that all have the product <y, h> with the sum. If 0 is in the hull, some of the others add
up to -y, and these and F have a relation. What is still open then and small goes to ``exact_simplex.py``.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from flint import fmpq, fmpq_mat, fmpz, fmpz_mat
from scipy.linalg import qr
from scipy.optimize import nnls

from ..arrays import Floats, Ints
from .exact_simplex import weights_or_point
from .score_table import ScoreTable

ROUNDING = (4, 6, 8, 11, 16, 24, 36, 52)
FINE = 60
"""Bits of a direction that is made exact."""

FINER = (52, 80, 120, 200, 400)
"""Bits to which it is rounded then."""

NEAR = 1e-5
"""Length of p (rows have length 1 or so) below which weights are tried before points."""

MOST_TIED = 160
"""Vectors of a flat whose nearest point is computed in rational numbers."""

MOST_CELLS = 4000
"""Entries of all vectors for which a linear program is solved in rational numbers."""


@dataclass(frozen=True)
class Decision:
    """A point (integers: coordinates of the state, scale, threshold), or weights by class, or neither and why."""

    point: tuple[int, ...] = ()
    weights: tuple[tuple[int, int], ...] = ()
    reason: str = ""


def decide_set(table: ScoreTable, chosen: Sequence[int], *, stop: Callable[[], bool] = lambda: False) -> Decision:
    """Decide whether a set of classes is reachable.

    Parameters
    ----------
        table : ScoreTable
        chosen : classes
        stop : asked before each problem of least squares

    Returns
    -------
        Decision
            With neither point nor weights if floating point leads nowhere, or ``stop`` says so.

        Guarantee
        ---------
        Points and weights are verified in integers.

    Examples
    --------
    >>> from .score_table import score_table
    >>> table = score_table(np.array([[1.0, 0], [0, 1], [-1, -1], [0.125, 0.125]]), None, free=True)
    >>> decide_set(table, [0]).point, decide_set(table, [3]).weights
    ((32, -6, 141), ((0, 3), (1, 3), (2, 2), (3, 8)))
    """
    return _Search(table, sorted(chosen), stop).run()


@dataclass(frozen=True, eq=False)
class _Nearest:
    """The vectors that were looked at, their weights, the point of their hull nearest to 0, and its length."""

    which: Ints
    weights: Floats
    point: Floats
    size: float


class _Search:
    def __init__(self, table: ScoreTable, chosen: list[int], stop: Callable[[], bool]) -> None:
        self.table, self.chosen, self.stop = table, chosen, stop
        self.sign = np.full(table.classes, -1.0)
        self.sign[chosen] = 1.0
        self.rows = table.rows - table.rows.mean(axis=1, keepdims=True) if table.centred else table.rows
        middle = float(np.sqrt((self.rows**2).sum() / table.classes)) or 1.0
        self.power = max(0, table.bits + math.frexp(middle)[1])
        self.mean = np.zeros(table.width + table.free)  # number n + 1: y
        self.unit = math.ldexp(1.0, self.power - table.bits)  # of a free threshold, about as long as a row

    def run(self) -> Decision:
        flat = np.flatnonzero(~self.table.rows.any(axis=1))
        if len(flat) and not self.table.free:  # a score that is always 0, at the threshold
            return Decision(weights=((int(flat[0]), 1),))
        found = self._nearest(None, self._first())
        if isinstance(found, str):
            return Decision(reason=found)
        if found.size < NEAR and (weights := self._any_combination(found)):
            return Decision(weights=weights)
        if point := self._in_few_bits(found.point.tolist(), ROUNDING, lambda x, bits: round(math.ldexp(x, bits))):
            return Decision(point=point)
        return self._near_the_boundary(found)

    def _nearest(self, away: Floats | None, active: Ints, left_out: Ints | None = None) -> _Nearest | str:
        """The nearest point of the hull of U, with the columns of ``away`` (orthonormal) projected away; or why not."""
        while not self.stop():
            columns = self._columns(active, away)
            target = np.zeros(len(columns) + 1)
            target[-1] = 1.0
            stacked = np.vstack([columns, np.ones(columns.shape[1])])
            try:
                weights, _ = nnls(stacked, target, maxiter=40 * columns.shape[1] + 400)
            except RuntimeError:
                return "non-negative least squares did not converge"
            point = columns @ weights
            found = _Nearest(active, weights, point, float(np.linalg.norm(point)) / float(weights.sum()))
            if away is None and found.size < 1e-12:
                return found
            scores = self._scores(point)
            scores[active[active < self.table.classes]] = np.inf
            scores[[] if left_out is None else left_out[left_out < self.table.classes]] = np.inf
            bad = np.flatnonzero(scores <= 0)
            if not len(bad):
                return found
            worst = bad[np.argsort(scores[bad])[: max(30, self.table.width)]]
            active = np.concatenate([active, worst])
        return "the time was over"

    def _first(self) -> Ints:
        """A few members of the set, and those of the others that come closest to them; the scale is number n."""
        table = self.table
        mean = self.rows.mean(axis=0)
        direction = self.rows[self.chosen].mean(axis=0) - mean if self.chosen else -mean
        scores = self.rows @ direction
        many = 2 * table.width + 20
        inside = np.array(self.chosen, dtype=np.int64)
        inside = inside[np.argsort(scores[inside])[:many]]
        outside = np.flatnonzero(self.sign < 0)
        outside = outside[np.argsort(-scores[outside])[:many]]
        scale = [table.classes] if table.bias else []
        return np.concatenate([inside, outside, np.array(scale, dtype=np.int64)])

    def _columns(self, which: Ints, away: Floats | None = None) -> Floats:
        """The vectors u, as columns."""
        table = self.table
        columns = np.zeros((table.width + table.free, len(which)))
        real = which < table.classes
        chosen = which[real]
        columns[: table.width, real] = (self.rows[chosen] * self.sign[chosen][:, None]).T
        if table.free:
            columns[-1, real] = -self.unit * self.sign[chosen]
        columns[table.width - 1, which == table.classes] = 1.0
        columns[:, which > table.classes] = self.mean[:, None]
        return columns if away is None else columns - away @ (away.T @ columns)

    def _scores(self, point: Floats) -> Floats:
        """<u, p> for the vectors of all classes."""
        scores = self.rows @ point[: self.table.width]
        return self.sign * (scores - self.unit * point[-1] if self.table.free else scores)

    def _any_combination(self, found: _Nearest) -> tuple[tuple[int, int], ...]:
        """A combination of the vectors that have weights, or of those with larger ones only; empty if there is none."""
        for support in _supports(found.weights):
            if weights := self._combination(found.which[support]):
                return weights
        return ()

    def _combination(self, which: Ints) -> tuple[tuple[int, int], ...]:
        """Integer weights of these vectors that add up to nothing; empty if there are none."""
        weights = _relation(self._vectors(which), self._columns(which))
        return tuple(sorted((int(j), w) for j, w in zip(which, weights, strict=False) if j < self.table.classes))

    def _vectors(self, which: Ints) -> list[list[int]]:
        """The vectors in integers, times 2^bits; if centred, times d as well, less their mean."""
        table = self.table
        vectors = []
        for j, row in zip(which.tolist(), table.integers(np.minimum(which, table.classes - 1)), strict=True):
            if j == table.classes:
                vectors.append([0] * (table.width - 1) + [1 << table.bits] + [0] * table.free)
                continue
            if table.centred:
                total = sum(row)
                row = [table.width * entry - total for entry in row]
            if table.free:
                row = [*row, -(table.width if table.centred else 1) << self.power]
            vectors.append(row if self.sign[j] > 0 else [-entry for entry in row])
        return vectors

    def _in_few_bits(
        self, point: Sequence[Any], allowed: Sequence[int], rounded: Callable[[Any, int], int]
    ) -> tuple[int, ...]:
        """The point with as few bits as do, verified; empty if none of these numbers of bits does."""
        state = point[: self.table.width]
        size = max(map(abs, state))
        for bits in allowed if size else ():
            if found := self._verified([rounded(entry / size, bits) for entry in state]):
                return found
        return ()

    def _verified(self, point: list[int]) -> tuple[int, ...]:
        """The point with a positive scale, or with sum 0, where that is asked, if it then reaches the set."""
        if self.table.bias:
            point[-1] = max(1, point[-1])
        if self.table.centred:
            point[-1] -= sum(point)
        return verified_point(self.table, self.chosen, point)

    def _near_the_boundary(self, found: _Nearest) -> Decision:
        """A combination, or the flat's nearest point beside a direction that is orthogonal to it."""
        if weights := self._any_combination(found):
            return Decision(weights=weights)
        for support in reversed(_supports(found.weights)):
            tied = found.which[support]
            vectors = self._vectors(tied) if len(tied) <= MOST_TIED else []
            flat = _nearest_of_flat(vectors)
            if flat is None:
                continue
            self.mean = flat / np.linalg.norm(flat)
            columns = self._columns(tied)
            away = qr(columns[:, 1:] - columns[:, :1], mode="economic")[0]
            others = found.which[~np.isin(found.which, tied)]
            far = self._nearest(away, np.append(others, self.table.classes + 1), tied)
            if isinstance(far, str):
                return Decision(reason=far)
            if far.size < NEAR:
                others = far.which[far.which <= self.table.classes]
                opposite, _ = nnls(self._columns(others, away), -self.mean, maxiter=40 * len(others) + 400)
                for more in _supports(opposite):
                    if weights := self._combination(np.concatenate([tied, others[more]])):
                        return Decision(weights=weights)
            elif point := self._balanced(vectors, far.point):
                return Decision(point=point)
        return self._by_simplex(found.which)

    def _by_simplex(self, which: Ints) -> Decision:
        """In rational numbers, with all vectors or those looked at, if they are few."""
        everything = np.arange(self.table.classes + self.table.bias)
        which = everything if len(everything) <= MOST_TIED else which
        if len(which) * self.table.width > MOST_CELLS:
            return Decision(reason="it is nearer to the boundary than floating point can tell")
        weights, point = weights_or_point(self._vectors(which), stop=self.stop)
        if weights:
            common = math.lcm(*(int(weight.q) for weight in weights))
            numbers = ((int(j), int(weight * common)) for j, weight in zip(which, weights, strict=True))
            return Decision(weights=tuple((j, number) for j, number in numbers if number and j < self.table.classes))
        if point and self.table.centred:  # the vectors have sum 0, so a constant makes no difference
            mean = sum(point[: self.table.width], fmpq(0)) / self.table.width
            point = [entry - mean for entry in point[: self.table.width]]
        if point and (found := self._in_few_bits(point, FINER, _nearest_integer)):
            return Decision(point=found)
        return Decision(reason="the time was over" if not point else "its hidden state has too many digits")

    def _balanced(self, vectors: list[list[int]], direction: Floats) -> tuple[int, ...]:
        """A direction to which multiples of the vectors are added such that all have one product with the sum."""
        table = self.table
        largest = float(np.abs(direction).max())
        start = [round(math.ldexp(entry / largest, FINE)) for entry in direction.tolist()]
        if table.centred:
            start[table.width - 1] -= sum(start[: table.width])
        matrix, ones = fmpz_mat(vectors), fmpz_mat([[1]] * len(vectors))
        have = matrix * fmpz_mat([[entry] for entry in start])
        square = fmpq_mat(matrix * matrix.transpose())
        shares = square.solve(fmpq_mat(ones))  # multiples of the weights of y
        total = sum((shares[k, 0] for k in range(len(vectors))), fmpq(0))
        product = sum((shares[k, 0] * have[k, 0] for k in range(len(vectors))), fmpq(0)) / total
        wanted = fmpq_mat([[product - have[k, 0]] for k in range(len(vectors))])
        added = fmpq_mat(matrix.transpose()) * square.solve(wanted)
        exact = [fmpq(entry) + added[k, 0] for k, entry in enumerate(start)]
        return self._in_few_bits(exact, FINER, _nearest_integer)


def verified_point(table: ScoreTable, chosen: Sequence[int], point: list[int]) -> tuple[int, ...]:
    """The point, with a threshold behind it if that is free, if it reaches the set; else nothing."""
    scores = table.exact_scores(point)
    members = set(chosen)
    inside = [scores[j] for j in members]
    outside = [score for j, score in enumerate(scores) if j not in members]
    if table.bias and point[-1] < 1:
        return ()
    if not table.free:
        return tuple(point) if min(inside, default=1) > 0 > max(outside, default=-1) else ()
    if not inside or not outside or min(inside) <= max(outside):
        return ()
    # In the middle, after doubling, and times 2^bits, as scores are.
    return (*(2 * entry for entry in point), min(inside) + max(outside))


def _supports(weights: Floats) -> list[Ints]:
    """The places of positive weights, and of those that are not tiny."""
    supports: list[Ints] = []
    for least in (0.0, 1e-13, 1e-10, 1e-7):
        support = np.flatnonzero(weights > least * weights.max())
        if not supports or len(support) < len(supports[-1]):
            supports.append(support)
    return supports


def _relation(vectors: list[list[int]], columns: Floats) -> list[int]:
    """Positive integers w with sum_k w_k vectors[k] = 0, where all but one vector are independent; or nothing.

    ``columns`` are the vectors in floating point, which says which equations to solve; all are verified.
    """
    count = len(vectors)
    if count == 1:
        return [1] if not any(vectors[0]) else []
    if len(columns) < count - 1:
        return []
    _, _, order = qr(columns[:, :-1].T, mode="economic", pivoting=True)
    equations = sorted(order[: count - 1].tolist())
    square = fmpz_mat([[vector[r] for vector in vectors[:-1]] for r in equations])
    try:
        numbers, common = _solved(square, fmpz_mat([[-vectors[-1][r]] for r in equations]))
    except ZeroDivisionError:
        return []
    weights = [int(numbers[k, 0]) for k in range(count - 1)] + [int(common)]
    if min(weights) <= 0:
        return []
    divisor = math.gcd(*weights)
    weights = [weight // divisor for weight in weights]
    left = fmpz_mat([weights]) * fmpz_mat(vectors)
    return [] if any(left[0, k] != 0 for k in range(left.ncols())) else weights


def _solved(square: fmpz_mat, right: fmpz_mat) -> tuple[fmpz_mat, fmpz]:
    """The rational solution of integer equations: integers and their common denominator."""
    solution = cast(fmpq_mat, square.solve(right))  # flint's annotation names the base class of matrices only
    return solution.numer_denom()


def _nearest_of_flat(vectors: list[list[int]]) -> Floats | None:
    """The point of the flat through integer vectors that is nearest to 0, scaled; None unless it is in their hull."""
    if not vectors:
        return None
    matrix = fmpz_mat(vectors)
    try:
        numbers, _ = _solved(matrix * matrix.transpose(), fmpz_mat([[1]] * len(vectors)))
    except ZeroDivisionError:
        return None
    if any(numbers[k, 0] <= 0 for k in range(len(vectors))):
        return None
    nearest = matrix.transpose() * numbers
    exact = [int(nearest[k, 0]) for k in range(nearest.nrows())]
    size = max(map(abs, exact))
    return np.array([entry / size for entry in exact])  # a quotient of long integers is rounded once


def _nearest_integer(number: fmpq, bits: int) -> int:
    return (2 * (int(number.p) << bits) + int(number.q)) // (2 * int(number.q))
