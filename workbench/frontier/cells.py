"""Cells: is there a unit with these m, p and H for a task? The only place from which their deciders are called.

Symbols: m width of queries and keys, p bits, H heads, q size of a selected set, N positions.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from functools import cached_property

from ...bounds.bound import Bound, as_for_real_units, certificate, certified_bound
from ...bounds.lower.independent_vectors import independent_vectors_lower
from ...bounds.unit_classes.fixed_unit_bounds import FixedSizes, decide_fixed_unit
from ...bounds.unit_classes.grid_thresholds import decide_grid
from ...certificates import FAMILIES, Question, UnitClass, least_size
from ...certificates.statement.selection import shared_question
from ...solvers.outcome import Feasibility
from ...solvers.units.fixed_tables import MAX_ENTRIES


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

    status: Feasibility
    method: str
    evidence: str
    seconds: float
    complete: bool = True


@dataclass(frozen=True)
class CellQuestion:
    """A task and a class of units; only m, p and H are left to choose.

    Parameters
    ----------
    question : Question
        GRID: qsa, match2 or a pattern. FIXED: a computation.
    name : str
        GRID or FIXED.
    grid : str
        midrise or twos.
    gap : int >= 1
        GRID only: how far below the threshold a key that is not selected has to stay.
    combine : str
        sum or concat; it matters where H > 1.
    read_out, dv : str and int
        FIXED only: any or threshold, and the width of values.

    Examples
    --------
    >>> from headcount.certificates import qsa_question
    >>> asked = CellQuestion(qsa_question(5, 1), "GRID")
    >>> asked.words
    'q-SA(N=5, q=1) without a null token, class GRID(p, midrise, gap 1)'
    >>> [str(asked.decide(Cell(m, 1, 1), 10.0).status) for m in (2, 3)]
    ['infeasible', 'feasible']
    """

    question: Question
    name: str = "GRID"
    grid: str = "midrise"
    gap: int = 1
    combine: str = "sum"
    read_out: str = "any"
    dv: int = 1

    @property
    def unit_class(self) -> UnitClass:
        """The class, with p left open."""
        return UnitClass(self.name, 0, self.grid, self.gap if self.name == "GRID" else 0)

    @property
    def shared(self) -> bool:
        """Whether several heads are possible."""
        return self.name == "FIXED" or self.question.task == "qsa"

    @cached_property
    def setting(self) -> str:
        """What is held fixed besides the class."""
        words = [f"heads: {self.combine}"] if self.shared else []
        if self.name == "FIXED":
            words += [f"read-out: {self.read_out}", f"dv={self.dv}"]
        return ", ".join(words)

    @property
    def words(self) -> str:
        """Task and class in words."""
        return f"{self.question.words}, class {self.unit_class}"

    @property
    def monotone(self) -> frozenset[str]:
        """The sizes that keep a feasible cell feasible when they grow (proofs: ``statement/unit_class.py``)."""
        return frozenset(FAMILIES[self.name].monotone)

    def entries_exponent(self, cell: Cell) -> int:
        """FIXED: a key with its value is one of 2^this entries, in all heads together."""
        return cell.p * (cell.m + self.dv) * cell.H

    def decide(self, cell: Cell, budget: float) -> CellAnswer:
        """Decide one cell within about so many seconds (the checker's repetition of a refutation may add as many)."""
        if self.name == "FIXED":
            return self._decide_fixed(cell, budget)
        start = time.monotonic()
        signs = self._refuted_by_signs(cell, start + budget / 4)
        if signs is not None:
            method = signs.evidence.method
            return CellAnswer(Feasibility.INFEASIBLE, method, _bundle(signs), time.monotonic() - start)
        left = start + budget - time.monotonic()
        answer = decide_grid(self._question_at(cell.H), self.unit_class.at(cell.p), cell.m, left)
        return CellAnswer(answer.status, answer.method, _bundle(answer.bound), answer.seconds)

    def _refuted_by_signs(self, cell: Cell, deadline: float) -> Bound | None:
        """A lower end above m in class SIGN: what a grid selects, real numbers select. For qsa, decide_grid has it."""
        if self.question.task == "qsa":
            return None
        for vectors in ("columns", "rows"):
            found = independent_vectors_lower(
                self.question, vectors=vectors, deadline=deadline, proof_deadline=deadline
            )
            if found is not None and found.value > cell.m:
                words = f"{found.evidence.method} (class SIGN)"
                evidence = as_for_real_units(found)
                asked = least_size(self.question, "m", self.unit_class.at(cell.p))
                return certified_bound(asked, "lower", found.value, words, evidence)
        return None

    def _question_at(self, heads: int) -> Question:
        if heads == 1:
            return self.question
        sizes = dict(self.question.parameters)
        return shared_question(sizes["N"], sizes["q"], heads, self.combine)

    def _decide_fixed(self, cell: Cell, budget: float) -> CellAnswer:
        exponent = self.entries_exponent(cell)
        if exponent >= MAX_ENTRIES.bit_length():
            return CellAnswer(Feasibility.OPEN, f"too large: a key has 2^{exponent} entries to choose from", "", 0.0)
        sizes = FixedSizes(
            cell.m, cell.p, cell.H, dv=self.dv, grid=self.grid, read_out=self.read_out, combine=self.combine
        )
        found = decide_fixed_unit(self.question, sizes, seconds=budget)
        return CellAnswer(found.status, found.how, _bundle(found.bound), found.seconds)


def _bundle(bound: Bound | None) -> str:
    return "" if bound is None else json.dumps(certificate(bound.question, bound), separators=(",", ":"))
