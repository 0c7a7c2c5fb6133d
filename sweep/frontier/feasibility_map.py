"""The map of a frontier: what is known of each cell, what follows from it, and which cell says most when decided.

Along a monotone size a feasible cell makes all larger ones feasible, an infeasible cell all smaller ones infeasible
(``cells.py`` says which sizes these are, with the proofs).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...solvers.outcome import Verdict
from .cells import Cell, CellAnswer

SIZES = ("m", "p", "H")
UNTRIED = "not tried"


class ContradictionError(RuntimeError):
    """A cell is feasible and infeasible: a decider or a monotonicity is wrong. A bug of the first order."""


@dataclass(frozen=True)
class MappedCell:
    """A cell of the map: decided itself, or filled from the answer of ``filled_from``, whose evidence is shown then."""

    cell: Cell
    verdict: Verdict
    method: str
    seconds: float
    evidence: str = field(repr=False)
    filled_from: Cell | None = None

    @property
    def status(self) -> str:
        """feasible, infeasible or open."""
        return self.verdict.existence

    @property
    def no_size(self) -> bool:
        """Whether the answer is that no m will do at this p and H."""
        return '"side":"none"' in self.evidence

    def to_json(self) -> dict[str, object]:
        """The cell as ``headcount frontier --json`` lists it; ``filled_from`` only where it was filled."""
        source = self.filled_from
        filled = {} if source is None else {"filled_from": {"m": source.m, "p": source.p, "H": source.H}}
        sizes = {"m": self.cell.m, "p": self.cell.p, "H": self.cell.H}
        return {**sizes, "status": self.status, "method": self.method, "seconds": round(self.seconds, 3), **filled}


class FeasibilityMap:
    """Cells m x p x H with their status.

    Parameters
    ----------
    m, p, H : increasing lists of sizes
    monotone : the sizes along which feasibility is monotone
    fill : whether an answer settles the cells that it implies; without, every cell waits for an answer of its own and
        monotonicity is only checked

    Examples
    --------
    >>> feasibility = FeasibilityMap(range(1, 8), [1], [1], "m")
    >>> first = feasibility.next_cell()
    >>> first.m
    4
    >>> feasibility.learn(first, CellAnswer(Verdict.INFEASIBLE, "counting", "{}", 0.1))
    >>> [cell.status for cell in feasibility.cells()].count("infeasible"), feasibility.next_cell().m
    (4, 6)
    """

    def __init__(
        self, m: Sequence[int], p: Sequence[int], H: Sequence[int], monotone: Collection[str], fill: bool = True
    ) -> None:
        self.axes = (list(m), list(p), list(H))
        self._monotone = [size in monotone for size in SIZES]
        self._fill = fill
        shape = tuple(len(axis) for axis in self.axes)
        self._known = np.zeros(shape, dtype=int)  # 1 feasible, -1 infeasible, by whatever cell implies it
        self._waiting = np.ones(shape, dtype=bool)  # cells that may still be given to a decider
        self._source: dict[Cell, Cell] = {}
        self._answers: dict[Cell, CellAnswer] = {}

    def learn(self, cell: Cell, answer: CellAnswer, *, again: bool = False) -> None:
        """Take in the answer of a decider, and what follows from it; the cell may lie outside of the map.

        ``again``: if it is open, the cell may be given to a decider once more.

        Raises
        ------
        ContradictionError
            If another answer implies the opposite.
        """
        if answer.status is Verdict.OPEN:
            known = self._answers.get(cell)
            if known is None or known.status is Verdict.OPEN:
                self._answers[cell] = answer
            if not again:
                self._mark(cell, self._waiting)
            return
        self._answers[cell] = answer
        sign = 1 if answer.status is Verdict.FEASIBLE else -1
        region = np.ix_(*(self._reached(n, size, sign) for n, size in enumerate(self._sizes(cell))))
        against = self._known[region] == -sign
        if against.any():
            other = self._first(region, against)
            source = self._source[other]
            opposite = self._answers[source]
            raise ContradictionError(
                f"{cell} is {answer.status.existence} ({answer.method}), but {source} is {opposite.status.existence} "
                f"({opposite.method}), which says the opposite of {other}"
            )
        for other in self._listed(region):
            self._source.setdefault(other, cell)
        if self._in_map(cell):
            self._source[cell] = cell
        self._known[region] = sign
        if self._fill:
            self._waiting[region] = False
        self._mark(cell, self._waiting)

    def next_cell(self, running: Collection[Cell] = ()) -> Cell | None:
        """The waiting cell that settles most cells in the worse of its two cases; None if none waits.

        On one line of m this is binary search. Ties go to the smaller cell: it is cheaper.
        """
        waiting = self._waiting.copy()
        for cell in running:
            self._mark(cell, waiting)
        if not waiting.any():
            return None
        unknown = self._known == 0 if self._fill else waiting
        above, below = unknown.astype(int), unknown.astype(int)
        for axis, monotone in enumerate(self._monotone):
            if monotone:
                above = np.flip(np.cumsum(np.flip(above, axis), axis), axis)
                below = np.cumsum(below, axis)
        worse = np.where(waiting, np.minimum(above, below), 0)
        best = [self._at(index) for index in np.argwhere(worse == worse.max())]
        return min(best, key=lambda cell: (cell.m * cell.p * cell.H, cell.H, cell.p))

    def settled(self, cell: Cell) -> bool:
        """Whether nothing is to be gained from deciding a cell of the map."""
        return not self._waiting[self._index(cell)]

    def decided(self) -> int:
        """The number of cells that are feasible or infeasible."""
        return int(np.count_nonzero(self._known))

    def tried_and_open(self) -> int:
        """The number of cells that a decider has left open and nothing implies."""
        return int(np.count_nonzero((self._known == 0) & ~self._waiting))

    def cells(self) -> tuple[MappedCell, ...]:
        """All cells of the map, by H, then p, then m."""
        return tuple(self._mapped(Cell(m, p, H)) for H in self.axes[2] for p in self.axes[1] for m in self.axes[0])

    def _mapped(self, cell: Cell) -> MappedCell:
        source = self._source.get(cell)
        if source is None:
            answer = self._answers.get(cell, CellAnswer(Verdict.OPEN, UNTRIED, "", 0.0))
            return MappedCell(cell, answer.status, answer.method, answer.seconds, answer.evidence)
        answer = self._answers[source]
        mapped = MappedCell(cell, answer.status, answer.method, answer.seconds, answer.evidence)
        return mapped if source == cell else replace(mapped, seconds=0.0, filled_from=source)

    def _reached(self, axis: int, size: int, sign: int) -> np.ndarray:
        sizes = np.array(self.axes[axis])
        if not self._monotone[axis]:
            return np.flatnonzero(sizes == size)
        return np.flatnonzero(sizes >= size if sign > 0 else sizes <= size)

    def _listed(self, region: tuple[np.ndarray, ...]) -> Iterable[Cell]:
        return (self._at((i, j, k)) for i in region[0].flat for j in region[1].flat for k in region[2].flat)

    def _first(self, region: tuple[np.ndarray, ...], marked: np.ndarray) -> Cell:
        i, j, k = np.argwhere(marked)[0]
        return self._at((region[0].flat[i], region[1].flat[j], region[2].flat[k]))

    def _mark(self, cell: Cell, waiting: np.ndarray) -> None:
        if self._in_map(cell):
            waiting[self._index(cell)] = False

    def _in_map(self, cell: Cell) -> bool:
        return all(size in axis for size, axis in zip(self._sizes(cell), self.axes, strict=True))

    def _index(self, cell: Cell) -> tuple[int, ...]:
        return tuple(axis.index(size) for size, axis in zip(self._sizes(cell), self.axes, strict=True))

    def _at(self, index: Iterable[int]) -> Cell:
        return Cell(*(axis[i] for axis, i in zip(self.axes, index, strict=True)))

    @staticmethod
    def _sizes(cell: Cell) -> tuple[int, int, int]:
        return cell.m, cell.p, cell.H
