"""The bracket search over single sizes (*cells*): rise from the lower bound, fall from the upper one, in two processes.

A decider says of one value of the resource, the other sizes held fixed, whether there is a unit. Where a unit stays
possible with more of the resource (``monotone``), one refutation settles all that is smaller. Where it does not (bits
of class FIXED, heads that share out subsets), the lower bound rises only past values that are refuted one by one, and
only the rising search, which holds all of them, can tell.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..bounds.bound import Bound
from ..questions import LeastSize
from ..solvers.outcome import Verdict
from .asked import Asked
from .board import NO_UPPER, Board

FIRST_TURN = 1.0
"""Seconds that a cell gets at first."""

LONGER = 4
"""How many times as long each turn is as the one before: a search starts afresh in it."""

PATIENT = 1e9
"""More seconds than any budget: the whole rest of it in one turn."""

AHEAD = 6
"""Cells above the lower bound that are tried in a turn while no upper bound is known."""


@dataclass(frozen=True)
class DecidedCell:
    """The answer for one value; ``bound`` is what the checker has accepted, None if it is open.

    ``evidence`` is there where the bound alone does not do: cells of which several make one piece of evidence.
    ``is_final``: if it is open, more time is of no use.
    """

    value: int
    status: Verdict
    how: str
    bound: Bound | None = field(default=None, repr=False)
    evidence: Mapping[str, Any] = field(default_factory=dict, repr=False)
    is_final: bool = False


class CellDecider(ABC):
    """Decides cells of one ``asked``, and turns decided cells into bounds.

    Attributes
    ----------
    asked : Asked
    least : int
        The least value that there is.
    most : int
        The greatest value that can be searched at all.
    monotone : bool
        Whether a unit of one value makes one of every greater value.
    from_below : bool
        Whether the falling search tries cells just above the lower bound first: where upper bounds may be far off.
    on_word : bool
        Whether refutations rest on a solver's answer; then the search goes on from where solvers say that it may.
    """

    most: int
    from_below: bool = False
    on_word: bool = False

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.least = asked.least.least
        self.monotone = asked.least.monotone

    @abstractmethod
    def decide(self, value: int, seconds: float) -> DecidedCell:
        """Decide one cell within about so many seconds."""

    def at(self, value: int) -> tuple[LeastSize, int]:
        """What is decided of a cell: the quantity that is asked for, or, of a number of heads, the width with so many.

        And the value of its resource.
        """
        if self.asked.counts_heads:
            return self.asked.width_with(value), self.asked.least.m or 0
        return self.asked.stated, value

    def upper_bound(self, cell: DecidedCell) -> Bound:
        """resource <= the value of a feasible cell."""
        return self._joined("upper", cell.value, (cell,))

    def lower_bound(self, refuted: Mapping[int, DecidedCell], value: int) -> Bound:
        """resource >= value, from value - 1 refuted (and, unless monotone, everything below it)."""
        first = value - 1 if self.monotone else self.least
        return self._joined("lower", value, tuple(refuted[size] for size in range(first, value)))

    def _joined(self, side: str, value: int, cells: tuple[DecidedCell, ...]) -> Bound:
        """The bound of the last cell; of numbers of heads, which are questions of their own, all cells are parts."""
        parts = tuple(cell.bound for cell in cells if cell.bound is not None)
        if not self.asked.counts_heads:
            return parts[-1]
        return Bound(self.asked.least, side, value, parts[-1].evidence, parts)


def rise(board: Board, decider: CellDecider) -> None:
    """Decide the cell at the lower bound; once nothing more can be tried there, the next one."""
    _Turns(board, decider).run(falling=False)


def fall(board: Board, decider: CellDecider) -> None:
    """Decide cells in the middle of the bracket and below the upper bound; without one, cells above the lower bound."""
    _Turns(board, decider).run(falling=True)


class _Turns:
    def __init__(self, board: Board, decider: CellDecider) -> None:
        self.board, self.decider = board, decider
        self.refuted: dict[int, DecidedCell] = {}
        self.final: set[int] = set()  # nothing more can be tried

    def run(self, *, falling: bool) -> None:
        seconds = FIRST_TURN
        while not self.board.over:
            targets = self._falling() if falling else self._rising()
            if falling and targets == [self._bounds()[0]]:
                seconds = PATIENT
            if not targets:
                if not falling and self._bounds()[0] > self.decider.most:
                    name = self.decider.asked.resource
                    self.board.note(f"{name} > {self.decider.most} is too large to be searched")
                return
            # An answer moves the bracket, so what to try next is asked again; a turn without one is followed by a
            # longer turn.
            if not any(self._attempt(target, seconds) for target in targets):
                seconds *= LONGER

    @property
    def _first(self) -> int:
        """Where the rising search begins: unless monotone, it has to refute all values from the least on by itself."""
        return self._bounds()[0] if self.decider.monotone else self.decider.least

    def _bounds(self) -> tuple[int, int]:
        lower = self.board.told_lower if self.decider.on_word else self.board.lower
        return lower, self.board.upper

    def _rising(self) -> list[int]:
        return self._left(range(self._first, min(self._bounds()[1], self.decider.most + 1)))[:1]

    def _falling(self) -> list[int]:
        """Not the lower bound, which the rising search is at, unless nothing else is open."""
        lower, upper = self._bounds()
        if upper == NO_UPPER:
            return self._left(range(lower + 1, lower + 1 + AHEAD))
        if upper == lower + 1 and self.decider.monotone:
            return self._left([lower])
        first = (lower + 1, lower + 2) if self.decider.from_below else ()
        targets = dict.fromkeys((*first, (lower + upper) // 2, upper - 1, upper - 2))
        return self._left(value for value in targets if lower < value < upper)

    def _left(self, values: Any) -> list[int]:
        done = self.final | self.refuted.keys()
        return [value for value in values if value not in done and value <= self.decider.most]

    def _attempt(self, value: int, seconds: float) -> bool:
        """Whether the cell was decided (or has nothing left to try)."""
        upper = self._bounds()[1]
        if self.board.over or not self._first <= value < upper:
            return True  # the bounds have moved meanwhile
        asked = self.decider.asked
        self.board.say(f"units with {asked.resource} = {value}")
        start = time.monotonic()
        allowed = max(0.05, self.board.until(seconds) - start)
        cell = self.decider.decide(value, allowed)
        if cell.status is Verdict.FEASIBLE:
            self.final.add(value)
            self.board.post(self.decider.upper_bound(cell))
            return True
        if cell.status is Verdict.INFEASIBLE:
            self.refuted[value] = cell
            self._raise_lower(value)
            return True
        if cell.is_final or time.monotonic() - start < allowed / 8:  # it gave up by itself, so more time is of no use
            self.final.add(value)
            self.board.note(f"{asked.resource} = {value}: {cell.how}")
        return False

    def _raise_lower(self, value: int) -> None:
        reached = value
        if not self.decider.monotone:
            reached = self.decider.least - 1
            while reached + 1 in self.refuted:
                reached += 1
        if reached >= self._bounds()[0]:
            self.board.post(self.decider.lower_bound(self.refuted, reached + 1))
