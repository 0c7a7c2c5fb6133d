"""Cells: is there a unit with these m, p and H for a task? The only place from which their deciders are called.

Symbols: m width of queries and keys, p bits, H heads, q size of a selected set, N positions.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace

from ...bounds.averages import symmetric_lower
from ...bounds.bound import Bound, as_for_real_units, certificate, certified_bound
from ...bounds.lower.independent_vectors import independent_vectors_lower
from ...bounds.unit_classes.equal_views import no_size
from ...questions import LeastSize
from ...questions.unit_class import FIXED_POINT
from ...search.asked import Asked
from ...search.averages import AveragingCells
from ...search.cell_search import CellDecider
from ...search.class_bounds import presence, protocol_cost
from ...search.fixed import FixedCells
from ...search.grid import GridCells
from ...solvers.outcome import Verdict
from ...solvers.units.fixed_tables import MAX_ENTRIES
from ...solvers.units.fixed_units import units_of

MOST_INPUTS = 20_000
"""Most inputs of a finite task that a fixed-point unit is run on for one cell."""


@dataclass(frozen=True, order=True)
class Cell:
    """One choice of sizes: width m, p bits, H heads."""

    m: int
    p: int
    H: int

    def __str__(self) -> str:
        return f"m={self.m} p={self.p} H={self.H}"


@dataclass(frozen=True)
class CellAnswer:
    """What a decider said.

    ``evidence`` is the certificate that the checker has accepted, as JSON text: m <= the cell's for a feasible cell,
    m >= more than the cell's for an infeasible one, p and H held fixed; empty if the cell is open. ``complete`` is
    False if the decider broke down, so that the same budget may do better another time.
    """

    status: Verdict
    method: str
    evidence: str
    seconds: float
    complete: bool = True


@dataclass(frozen=True)
class CellQuestion(Asked):
    """A task and a class of units; only m, p and H are left to choose.

    ``least`` asks for m in class GRID, FIXED or ROUNDED, written with the letter p; its heads are those of a cell.
    ``sharing`` matters where H > 1.

    Raises
    ------
    ValueError
        If the class is of another family, or names its bits.

    Examples
    --------
    >>> from headcount.questions import least_size, qsa_question
    >>> asked = CellQuestion(least_size(qsa_question(5, 1), "m", "GRID(p, midrise, gap 1)"))
    >>> asked.words
    'q-SA(N=5, q=1) without a null token, class GRID(p, midrise, gap 1)'
    >>> [asked.decide(Cell(m, 1, 1), 10.0).status.existence for m in (2, 3)]
    ['infeasible', 'feasible']
    """

    def __post_init__(self) -> None:
        if self.resource != "m" or not self.unit_class.asks_for_bits:
            raise ValueError(
                f"least must ask for m in a class that is written with the letter p, got {self.resource} in "
                f"{self.unit_class}; try GRID(p, midrise, gap 1)"
            )

    @property
    def several_heads(self) -> bool:
        """Whether several heads are possible."""
        if self.is_averages:
            return False
        return self.unit_class.name in FIXED_POINT or self.question.task == "qsa"

    @property
    def setting(self) -> str:
        """What is held fixed besides the class."""
        words = [f"heads: {self.combine}"] if self.several_heads else []
        if self.is_averages:
            words.append(f"error: {self.least.error}, values in R^{self.values}")
        elif self.unit_class.name in FIXED_POINT:
            width = "dv = m" if self.least.dv is None else f"dv = {self.least.dv} held fixed"
            words += [f"read-out: {self.least.read_out}", width]
            held = self.held_fixed
            words += ["tables: by token"] if held["tables"] == "token" else []
            words += [f"mask: {held['mask']}"] if "mask" in held else []
        return ", ".join(words)

    @property
    def words(self) -> str:
        """Task and class in words."""
        return f"{self.question.words}, class {self.unit_class}"

    @property
    def monotone(self) -> frozenset[str]:
        """The sizes that keep a feasible cell feasible when they grow (proofs: ``statement/unit_class.py``)."""
        return frozenset(self.unit_class.family.monotone)

    def entries_exponent(self, cell: Cell) -> int:
        """FIXED, ROUNDED: a key with its value is one of 2^this entries, in all heads together."""
        return units_of(self.at(cell), cell.m).exponent((False, 0))

    def too_large(self, cell: Cell) -> str:
        """FIXED, ROUNDED: why no unit of the cell is searched for; empty if one is."""
        exponent, finite = self.entries_exponent(cell), self.question.finite
        if finite is not None and finite.count > MOST_INPUTS:
            return f"too large: there are more than {MOST_INPUTS} inputs"
        return (
            f"too large: a key has 2^{exponent} entries to choose from" if exponent >= MAX_ENTRIES.bit_length() else ""
        )

    def at(self, cell: Cell) -> LeastSize:
        """The least m at the p and H of a cell, as claims state it."""
        least = replace(self.least, unit_class=self.unit_class.at(cell.p), heads=cell.H)
        return Asked(least, self.sharing).stated

    def decide(self, cell: Cell, budget: float) -> CellAnswer:
        """Decide one cell within about so many seconds (the checker's repetition of a refutation may add as many)."""
        start = time.monotonic()
        asked = Asked(replace(self.at(cell), question=self.question), self.sharing, self.values)
        refuted = self._refuted_by_argument(asked, cell, start + budget / 4)
        if refuted is not None:
            how = f"no m will do: {refuted.how}" if refuted.is_no_size else refuted.how
            return CellAnswer(Verdict.INFEASIBLE, how, _bundle(refuted), time.monotonic() - start)
        if self.unit_class.name in FIXED_POINT and not self.is_averages:
            built = presence(asked)
            if built is not None and built.value <= cell.m:
                return CellAnswer(Verdict.FEASIBLE, built.how, _bundle(built), time.monotonic() - start)
            if too_large := self.too_large(cell):
                return CellAnswer(Verdict.OPEN, too_large, "", time.monotonic() - start)
        found = self._decider(asked).decide(cell.m, start + budget - time.monotonic())
        return CellAnswer(found.status, found.how, _bundle(found.bound), time.monotonic() - start)

    def _decider(self, asked: Asked) -> CellDecider:
        if self.is_averages:
            return AveragingCells(asked)
        return (FixedCells if self.unit_class.name in FIXED_POINT else GridCells)(asked)

    def _refuted_by_argument(self, asked: Asked, cell: Cell, deadline: float) -> Bound | None:
        """A lower bound above m that takes no search.

        Of averages by symmetry; of fixed-point units that no m will do, or by the protocols that they are; of patterns
        in a grid that of class SIGN, since what a grid selects, real ones select (for qsa, ``decide_grid`` has it).
        """
        if self.is_averages:
            known = symmetric_lower(asked.stated)
            return known if known is not None and known.value > cell.m else None
        if self.unit_class.name in FIXED_POINT:
            return no_size(asked.stated) or protocol_cost(asked, cell.m)
        if self.question.task == "qsa":
            return None
        for vectors in ("columns", "rows"):
            found = independent_vectors_lower(
                self.question, vectors=vectors, deadline=deadline, proof_deadline=deadline
            )
            if found is not None and found.value > cell.m:
                words = f"{found.how} (class SIGN)"
                return certified_bound(self.at(cell), "lower", found.value, words, as_for_real_units(found))
        return None


def _bundle(bound: Bound | None) -> str:
    return "" if bound is None else json.dumps(certificate(bound.question, bound), separators=(",", ":"))
