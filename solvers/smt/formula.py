"""A formula whose models are tables, and what z3 says of it.

A formula has a logic of SMT-LIB, so that other solvers can be asked the same. The answer is the word of a solver: a
model is read back as exact numbers, which the caller has to check; "unsatisfiable" comes without a proof.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import z3

from ..outcome import Verdict

MEGABYTES = 4000
"""Memory that z3 may use; beyond it the answer is open."""

MOST_SECONDS = 4_000_000
"""Longest time limit that z3 takes: milliseconds in 32 bits. A longer one is none."""


@dataclass(frozen=True, eq=False)
class Formula:
    """Assertions in one logic of SMT-LIB; ``unknowns`` has each unknown by its name."""

    logic: str
    assertions: tuple[Any, ...] = field(repr=False)
    unknowns: Mapping[str, Any] = field(repr=False)

    def script(self, remarks: str) -> str:
        """The question as a script that every solver of SMT-LIB 2 reads; ``remarks`` become comments on top."""
        solver = z3.Solver()
        solver.add(*self.assertions)
        body = solver.to_smt2()
        kept = [line for line in body.splitlines() if not line.startswith((";", "(set-info", "(set-logic"))]
        comments = [f"; {line}".rstrip() for line in remarks.splitlines()]
        return "\n".join([*comments, f"(set-logic {self.logic})", *kept, ""])


class GridEntries:
    """Unknown entries of tables, by their number in an ascending grid of 2^p numbers at equal distances.

    ``unknowns`` names those that have been made. Terms are signed bit-vectors of ``wide`` bits.
    """

    def __init__(self, grid: Sequence[int], wide: int) -> None:
        self.grid, self.bits, self.wide = grid, len(grid).bit_length() - 1, wide
        self.unknowns: dict[str, Any] = {}

    def table(self, name: str, height: int, width: int) -> list[list[Any]]:
        """Unknown entries, named by row and column."""
        named = [[f"{name}_{i}_{k}" for k in range(width)] for i in range(height)]
        self.unknowns |= {one: z3.BitVec(one, self.bits) for vector in named for one in vector}
        return [[self.unknowns[one] for one in vector] for vector in named]

    def read(self, values: Mapping[str, Any], name: str, row: int, width: int) -> tuple[int, ...]:
        """A row of a table in a model."""
        return tuple(self.grid[values[f"{name}_{row}_{k}"].as_long()] for k in range(width))

    def largest_of_its_kind(self, key: Sequence[Any]) -> list[Any]:
        """Of a key whose coordinates may be permuted, and with midrise negated: they decrease, and are positive."""
        facts = [z3.UGE(a, b) for a, b in pairwise(key)]
        if key and self.grid[0] == -self.grid[-1]:
            facts.append(z3.UGE(key[-1], len(self.grid) // 2))
        return facts

    def term(self, entry: Any) -> Any:
        """The number that an entry stands for."""
        return (self.grid[1] - self.grid[0]) * z3.ZeroExt(self.wide - self.bits, entry) + self.grid[0]

    def total(self, terms: Iterable[Any]) -> Any:
        """The sum."""
        return sum(terms, z3.BitVecVal(0, self.wide))

    def dot(self, query: Sequence[Any], key: Sequence[Any]) -> Any:
        """The inner product of two vectors of entries."""
        return self.total(self.term(a) * self.term(b) for a, b in zip(query, key, strict=True))


def either(formulas: Sequence[Formula]) -> Formula:
    """A formula that has a model exactly if one of these has, all of one logic.

    >>> x = z3.Real("x")
    >>> ask_z3(either([Formula("QF_NRA", (x * x < c,), {"x": x}) for c in (-1, 0)])).reason
    'unsat'
    """
    if len(formulas) == 1:
        return formulas[0]
    unknowns = {name: term for formula in formulas for name, term in formula.unknowns.items()}
    return Formula(formulas[0].logic, (z3.Or([z3.And(formula.assertions) for formula in formulas]),), unknowns)


@dataclass(frozen=True)
class SolverAnswer:
    """What z3 said: FEASIBLE with the value of every unknown, INFEASIBLE or OPEN; nothing of it is proved.

    ``work`` is z3's own count of its steps, the same on every machine.
    """

    status: Verdict
    reason: str
    seconds: float = field(compare=False)
    work: int
    values: Mapping[str, Any] = field(default_factory=dict, repr=False)


def ask_z3(formula: Formula, seconds: float = float("inf"), *, work: int = 0, seed: int = 0) -> SolverAnswer:
    """z3's answer, within about so many seconds or exactly so many of its steps (0: any number).

    Nonlinear arithmetic may overrun the seconds: who has to keep a deadline runs it in a process.

    Examples
    --------
    >>> x = z3.Real("x")
    >>> ask_z3(Formula("QF_NRA", (x * x < 0,), {"x": x})).status
    <Verdict.REFUTED: 'REFUTED'>
    """
    started = time.monotonic()
    solver = z3.SolverFor(formula.logic)
    solver.set("random_seed", seed)
    solver.set("max_memory", MEGABYTES)
    solver.set("ctrl_c", False)  # Ctrl-C belongs to the program, which keeps what has been found
    if work:
        solver.set("rlimit", work)
    if seconds < MOST_SECONDS:
        solver.set("timeout", max(1, int(1000 * seconds)))
    solver.add(*formula.assertions)
    before = _steps(solver)
    said = solver.check()
    spent, steps = time.monotonic() - started, _steps(solver) - before
    if said == z3.sat:
        model = solver.model()
        values = {name: model.eval(term, model_completion=True) for name, term in formula.unknowns.items()}
        return SolverAnswer(Verdict.FEASIBLE, "sat", spent, steps, values)
    if said == z3.unsat:
        return SolverAnswer(Verdict.INFEASIBLE, "unsat", spent, steps)
    return SolverAnswer(Verdict.OPEN, solver.reason_unknown(), spent, steps)


def _steps(solver: Any) -> int:
    statistics = solver.statistics()
    return int(statistics.get_key_value("rlimit count")) if "rlimit count" in list(statistics.keys()) else 0
