"""Linear programs with a constraint for every rectangle, by lazily added rectangles; the last basis solved over Q.

maximise  c y   over y (each y_v >= 0, or free)   where   sum_{(i, j) in S x T} T_k[i, j] y <= 1

for each of some tables T_k (a linear form for each cell) and each rectangle S x T (without forbidden cells). HiGHS
solves it for the rectangles found so far; its dual solution is a weight for each of those. The rectangle that is
violated most comes out of all row sets of the smaller side: the best columns for a row set are those of positive sum.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

import highspy
import numpy as np
from flint import fmpq, fmpq_mat

MAX_SUMS = 2**21
"""Most sums of a round: 2^s row sets of the smaller side, of s vectors, times the larger one; 16 x 32 are allowed."""

TOLERANCE = 1e-9
FIRST_PAUSE = 2.0
"""Seconds until the first solution is shown; each further pause is longer."""
LARGEST_BASIS = 400
"""Bases of more variables are not solved over Q."""


class TooLargeError(ValueError):
    """There are too many row sets to go through."""


@dataclass(frozen=True)
class RectangleProgram:
    """The data of the program.

    Parameters
    ----------
    objective : tuple of Fraction
        c, for each variable.
    free : tuple of bool
        Whether a variable may be negative.
    tables : int array (K, R, C, V)
        The linear forms T_k.
    forbidden : bool array (R, C)
        Cells that no rectangle may hold.
    """

    objective: tuple[Fraction, ...]
    free: tuple[bool, ...]
    tables: np.ndarray = field(repr=False)
    forbidden: np.ndarray = field(repr=False)


@dataclass(frozen=True)
class Cut:
    """The constraint of table ``kind`` and a rectangle."""

    kind: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]


@dataclass(frozen=True)
class RectangleSolution:
    """Values of the variables, and a weight for each rectangle that has one.

    ``exact``: y satisfies the constraints of all ``cuts`` and the weights are feasible for the dual program, over Q and
    with equal values. Otherwise both are floats read as fractions, good to about ``TOLERANCE``. ``optimal``: no
    rectangle was seen to be violated by more than that, and the values agree; else they lie on either side of the
    optimum.
    """

    y: tuple[Fraction, ...]
    weights: tuple[tuple[Cut, Fraction], ...]
    exact: bool
    optimal: bool
    rounds: int
    cuts: int


def solve_rectangle_program(program: RectangleProgram, deadline: float) -> Iterator[RectangleSolution]:
    """Solutions of growing quality, after ``FIRST_PAUSE`` seconds, then less often; the last optimal if time allows.

    Raises
    ------
    TooLargeError
        If there are more than ``MAX_SUMS`` sums.

    Examples
    --------
    Weights on the diagonal such that no rectangle has more than 1: no two in one, if the other cells are forbidden.

    >>> tables = np.array([[[[1, 0], [0, 0]], [[0, 0], [0, 1]]]])
    >>> program = RectangleProgram((Fraction(1),) * 2, (False,) * 2, tables, ~np.eye(2, dtype=bool))
    >>> last = list(solve_rectangle_program(program, deadline=float("inf")))[-1]
    >>> last.exact, last.y, [cut.rows for cut, _ in last.weights]
    (True, (Fraction(1, 1), Fraction(1, 1)), [(0,), (1,)])
    """
    oracle = _Oracle(program)
    master = _Master(program)
    for cut in oracle.singletons():
        master.add(cut)
    started, pause, rounds = time.monotonic(), FIRST_PAUSE, 0
    objective = np.array([float(cost) for cost in program.objective])
    inner = np.zeros(len(objective))  # satisfies all constraints, up to rounding
    while True:
        rounds += 1
        y, weights = master.solve()
        violated, largest = oracle.violated(y)
        if objective @ y > objective @ inner * max(1.0, largest):
            inner = y / max(1.0, largest)
        new = [cut for cut in violated if cut not in master.cuts]
        if not new:
            yield master.exact_solution(rounds) or master.solution(y, weights, True, rounds)
            return
        now = time.monotonic()
        if now > deadline or now - started > pause:
            yield master.solution(inner, weights, False, rounds)
            pause = 2 * (time.monotonic() - started)
        if time.monotonic() > deadline:
            return
        for cut in new:
            master.add(cut)


def require_size(shape: tuple[int, ...]) -> None:
    """Raise ``TooLargeError`` if a matrix of this shape has too many row sets (before its tables are made)."""
    size, width = sorted(shape)
    if 2**size * width > MAX_SUMS:
        raise TooLargeError(f"a {size}x{width} matrix has 2^{size} row sets times {width}; at most {MAX_SUMS}")


class _Oracle:
    """Which rectangles are violated, by all row sets of the smaller side."""

    def __init__(self, program: RectangleProgram) -> None:
        self.tables = program.tables.astype(float)
        self.forbidden = program.forbidden
        self.flipped = self.forbidden.shape[0] > self.forbidden.shape[1]
        if self.flipped:
            self.tables, self.forbidden = self.tables.transpose(0, 2, 1, 3), self.forbidden.T
        require_size(self.forbidden.shape)
        size = self.forbidden.shape[0]
        self.sets = (np.arange(2**size)[:, None] >> np.arange(size) & 1).astype(float)

    def singletons(self) -> Iterator[Cut]:
        """One cell for each table and linear form, so that the first program is bounded."""
        seen = set()
        for kind, table in enumerate(self.tables):
            for i, j in np.argwhere(~self.forbidden).tolist():
                form = (kind, table[i, j].tobytes())
                if form not in seen and table[i, j].any():
                    seen.add(form)
                    yield self._cut(kind, (i,), (j,))

    def violated(self, y: np.ndarray) -> tuple[list[Cut], float]:
        """The rectangle of each table that is violated most, also with and without each row; the largest total."""
        cuts, largest = [], 0.0
        for kind, table in enumerate(self.tables):
            weights = table @ y
            weights[self.forbidden] = -(1.0 + np.abs(weights).sum())
            sums = self.sets @ weights
            totals = np.maximum(sums, 0).sum(axis=1)
            largest = max(largest, float(totals.max()))
            bad = np.flatnonzero(totals > 1 + TOLERANCE)
            if not len(bad):
                continue
            sets, totals = self.sets[bad] > 0, totals[bad]
            chosen = {int(np.argmax(totals))}
            for i in range(sets.shape[1]):
                for side in (True, False):
                    places = np.flatnonzero(sets[:, i] == side)
                    if len(places):
                        chosen.add(int(places[np.argmax(totals[places])]))
            for place in sorted(chosen):
                columns = np.flatnonzero(sums[bad[place]] > TOLERANCE / 10)
                cuts.append(self._cut(kind, tuple(np.flatnonzero(sets[place]).tolist()), tuple(columns.tolist())))
        return list(dict.fromkeys(cuts)), largest

    def _cut(self, kind: int, rows: tuple[int, ...], columns: tuple[int, ...]) -> Cut:
        return Cut(kind, columns, rows) if self.flipped else Cut(kind, rows, columns)


class _Master:
    """The program for the rectangles found so far."""

    def __init__(self, program: RectangleProgram) -> None:
        self.program = program
        self.cuts: dict[Cut, np.ndarray] = {}
        self.model = highspy.Highs()
        for option, value in (("output_flag", False), ("threads", 1), ("random_seed", 0)):
            self.model.setOptionValue(option, value)
        for option in ("primal_feasibility_tolerance", "dual_feasibility_tolerance"):
            self.model.setOptionValue(option, 1e-10)
        infinity = highspy.kHighsInf
        for v, (cost, free) in enumerate(zip(program.objective, program.free, strict=True)):
            self.model.addVar(-infinity if free else 0.0, infinity)
            self.model.changeColCost(v, float(cost))
        self.model.changeObjectiveSense(highspy.ObjSense.kMaximize)

    def add(self, cut: Cut) -> None:
        """Add the constraint of a rectangle."""
        table = self.program.tables[cut.kind]
        row = table[np.ix_(cut.rows, cut.columns)].sum(axis=(0, 1))
        self.cuts[cut] = row
        places = np.flatnonzero(row)
        self.model.addRow(-highspy.kHighsInf, 1.0, len(places), places.astype(np.int32), row[places].astype(float))

    def solve(self) -> tuple[np.ndarray, np.ndarray]:
        """The variables, and the weights of the cuts, of an optimal basic solution."""
        self.model.run()
        if self.model.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            raise ArithmeticError(f"HiGHS ended with {self.model.getModelStatus()} on a bounded, feasible program")
        solution = self.model.getSolution()
        return np.array(solution.col_value), np.abs(np.array(solution.row_dual))

    def solution(self, y: np.ndarray, weights: np.ndarray, optimal: bool, rounds: int) -> RectangleSolution:
        """A solution of floats, read as fractions."""
        kept = tuple(
            (cut, Fraction(w)) for cut, w in zip(self.cuts, weights.tolist(), strict=True) if w > TOLERANCE / 10
        )
        return RectangleSolution(tuple(map(Fraction, y.tolist())), kept, False, optimal, rounds, len(self.cuts))

    def exact_solution(self, rounds: int) -> RectangleSolution | None:
        """The basic solution over Q, if it is feasible for the cuts and its dual is.

        With B the basic variables and A the cuts that are not basic, y solves A_B y_B = 1 and w solves A_B^T w = c_B;
        then c y = w A_B y_B = sum w. What is left to check: signs, the other cuts, the other columns.
        """
        basis = self.model.getBasis()
        basic = highspy.HighsBasisStatus.kBasic
        variables = [v for v, status in enumerate(basis.col_status) if status == basic]
        names = list(self.cuts)
        active = [k for k, status in enumerate(basis.row_status) if status != basic]
        if len(variables) != len(active) or len(active) > LARGEST_BASIS:
            return None
        table = np.array([self.cuts[name] for name in names], dtype=object)
        c = self.program.objective
        square = fmpq_mat([[fmpq(int(table[k][v])) for v in variables] for k in active])
        try:
            y_basic = square.solve(fmpq_mat([[fmpq(1)] for _ in active]))
            w_active = square.transpose().solve(fmpq_mat([[fmpq(c[v].numerator, c[v].denominator)] for v in variables]))
        except ZeroDivisionError:
            return None
        y, w = [Fraction(0)] * len(c), [_fraction(w_active[k, 0]) for k in range(len(active))]
        for place, v in enumerate(variables):
            y[v] = _fraction(y_basic[place, 0])
        negative = any(value < 0 and not free for value, free in zip(y, self.program.free, strict=True))
        if negative or any(x < 0 for x in w) or not self._feasible(table, y, active, w):
            return None
        weights = tuple((names[k], x) for k, x in zip(active, w, strict=True) if x)
        return RectangleSolution(tuple(y), weights, True, True, rounds, len(names))

    def _feasible(self, table: np.ndarray, y: list[Fraction], active: list[int], w: list[Fraction]) -> bool:
        """Whether y keeps all cuts, and w the constraints of the variables outside the basis."""
        common = np.lcm.reduce(np.array([value.denominator for value in y], dtype=object))
        numerators = np.array([int(value * common) for value in y], dtype=object)
        if (table @ numerators > common).any():
            return False
        common = np.lcm.reduce(np.array([value.denominator for value in w], dtype=object))
        sums = np.array([int(value * common) for value in w], dtype=object) @ table[active]
        for total, cost, free in zip(sums, self.program.objective, self.program.free, strict=True):
            if total < cost * common or (free and total != cost * common):
                return False
        return True


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
