"""Whole fixed-point units for finite tasks: found and run on every input, or refuted by a proof by cases.

Symbols: m width of queries and keys, p bits, H heads, dv width of values; class FIXED(p, grid), one layer of order 2
with pairwise scores. A *cell* is one choice of all sizes. It is ``FEASIBLE`` with a unit (the evidence ``unit``),
``INFEASIBLE`` with a proof by cases that the checker has replayed (``fixed-cases``), or ``OPEN`` within the time given.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ...certificates import Question, least_size
from ...certificates.statement.scope import Scope
from ...solvers.outcome import Feasibility
from ...solvers.units.fixed_case_search import Branching, Refuted, search_cases
from ...solvers.units.fixed_point_unit_search import NotFound, search_fixed_unit
from ...solvers.units.fixed_tables import FixedTables, Found, Type
from ...solvers.units.task_automorphisms import task_automorphisms
from ..bound import Bound, certified_bound
from .fixed_unit_tables import unit_evidence, unit_of, verify_unit

QUICK_NODES = 2_000
"""Nodes of the exhaustive search before anything else is tried: a fraction of a second."""

MAX_AUTOMORPHISMS = 64
"""Most automorphisms of a task that are used."""

ALL_NODES = 10**9
"""More nodes than there is time for."""


@dataclass(frozen=True)
class FixedSizes:
    """All that is held fixed in a cell; see ``solvers.units.fixed_tables.FixedTables`` for the fields."""

    m: int = 1
    p: int = 1
    H: int = 1
    dv: int = 1
    grid: str = "midrise"
    read_out: str = "any"
    combine: str = "concat"
    null: bool = False
    tables: str = "both"

    @property
    def unit_class(self) -> str:
        """The class, as ``certificates.UnitClass`` writes it."""
        return f"FIXED({self.p}, {self.grid})"

    @property
    def scope(self) -> Scope:
        """Which units of the class are meant. Of heads side by side, a threshold is compared with the first only."""
        return Scope(self.null, self.tables, "concat" if self.read_out == "threshold" else self.combine)


@dataclass(frozen=True)
class FixedCell:
    """A decided cell: ``evidence`` is the JSON text that the checker takes, empty if the cell is open.

    ``bound`` is what the checker has accepted: about m or H as asked for, and about m where p was asked for (a single p
    that is refuted is no lower end for p: all smaller ones have to be); None if the cell is open.
    """

    sizes: FixedSizes
    status: Feasibility
    how: str
    seconds: float = field(compare=False)
    evidence: str = field(default="", repr=False)
    bound: Bound | None = field(default=None, repr=False, compare=False)


def decide_fixed_unit(question: Question, sizes: FixedSizes, seconds: float = 20.0, resource: str = "m") -> FixedCell:
    """Find a unit of these sizes for a finite task, or refute it.

    Parameters
    ----------
    question : Question
        A computation.
    sizes : FixedSizes
    seconds : float
        Time for the local search and two exhaustive ones, a third each; the checker's replay comes on top.
    resource : str
        m, p or H: what a refutation is to be a lower end for. For p it speaks of the one p only.

    Guarantee
    ---------
    FEASIBLE: the unit was run on every input by the exact evaluator. INFEASIBLE: the checker has replayed the
    refutation. OPEN: nothing.

    Raises
    ------
    ValueError
        If the question is no computation, a size is impossible, or the tables have too many entries to choose from.

    Examples
    --------
    >>> from ...certificates import computation_question
    >>> match2 = computation_question("match", order=2, M=3, N=2)
    >>> [decide_fixed_unit(match2, FixedSizes(m=m)).status.value for m in (0, 1)]
    ['infeasible', 'feasible']
    """
    start = time.monotonic()
    tables = _tables(question, sizes)
    nodes = 0
    for most_nodes in (QUICK_NODES, ALL_NODES):
        deadline = time.monotonic() + seconds / 3
        found = search_fixed_unit(tables, deadline) if most_nodes == ALL_NODES else NotFound(0)
        if isinstance(found, NotFound):
            automorphisms = task_automorphisms(
                tables.task, start + seconds, most=MAX_AUTOMORPHISMS, by_token=sizes.tables == "token"
            )
            for order in branching_orders(tables):
                deadline = time.monotonic() + seconds / 3
                outcome = search_cases(tables, order, automorphisms, deadline=deadline, most_nodes=most_nodes)
                if isinstance(outcome, Refuted):
                    return _refuted_cell(question, sizes, resource, outcome, start)
                if isinstance(outcome, Found):
                    found = outcome
                    break
                nodes += outcome.nodes
        if isinstance(found, Found):
            unit = unit_of(tables, found)
            verify_unit(question, unit, sizes.read_out, found.at)
            evidence = unit_evidence(unit, sizes.read_out, found.at)
            how = "a unit, run on every input"
            bound = fixed_bound(question, sizes, resource, "upper", _size(sizes, resource), how, evidence)
            spent = time.monotonic() - start
            return FixedCell(sizes, Feasibility.FEASIBLE, how, spent, bound.evidence.content, bound)
    how = f"neither found nor refuted; {nodes} nodes searched"
    return FixedCell(sizes, Feasibility.OPEN, how, time.monotonic() - start)


def fixed_bound(
    question: Question, sizes: FixedSizes, resource: str, side: str, value: int, method: str, evidence: dict[str, Any]
) -> Bound:
    """A bound on m, p or H, the other sizes as given, that the checker has accepted.

    Raises
    ------
    CheckerRefusedError
        If it has not: a bug, never a user's mistake.
    """
    unit_class = f"FIXED(p, {sizes.grid})" if resource == "p" else sizes.unit_class
    asked = least_size(
        question, resource, unit_class,
        m=sizes.m, heads=sizes.H, dv=sizes.dv, read_out=sizes.read_out, scope=sizes.scope,
    )  # fmt: skip
    return certified_bound(asked, side, value, method, evidence)


def _refuted_cell(question: Question, sizes: FixedSizes, resource: str, refuted: Refuted, start: float) -> FixedCell:
    """The cell with its refutation; for p, of a cell of fixed p, it is checked as a lower end for m."""
    checked = "m" if resource == "p" else resource
    size = _size(sizes, checked)
    how = f"no unit with {checked} = {size}: proof by cases, {refuted.nodes} nodes"
    evidence = refutation_evidence([(size, refuted)])
    bound = fixed_bound(question, sizes, checked, "lower", size + 1, how, evidence)
    stated = refutation_evidence([(_size(sizes, resource), refuted)])
    spent = time.monotonic() - start
    return FixedCell(sizes, Feasibility.INFEASIBLE, how, spent, json.dumps(stated, separators=(",", ":")), bound)


def branching_orders(tables: FixedTables) -> Iterator[tuple[Branching, ...]]:
    """Orders worth trying: key types so that inputs are complete early, queries where refuted; or queries first."""
    order: list[Type] = []
    left = list(tables.key_types)
    while left:
        done = set(order)

        def promise(key: Type, done: set[Type] = done) -> tuple[int, float]:
            missing = [len(set(case.keys) - done - {key}) for case in tables.cases if key in case.keys]
            return missing.count(0), sum(2.0**-count for count in missing)

        best = max(left, key=promise)
        left.remove(best)
        order.append(best)
    keys = tuple(Branching(False, key) for key in order)
    queries = tuple(Branching(True, query) for query in tables.query_types)
    if tables.m:
        yield keys
    yield (*queries, *keys)


def refutation_evidence(proofs: list[tuple[int, Refuted]]) -> dict[str, Any]:
    """The evidence ``fixed-cases``: for each size refuted a proof."""
    return {
        "kind": "fixed-cases",
        "refuted": [{"size": size, "symmetries": proof.symmetries, "tree": proof.tree} for size, proof in proofs],
    }


def _tables(question: Question, sizes: FixedSizes) -> FixedTables:
    if question.finite is None:
        raise ValueError(f"the question must be a computation, got {question.words}; see computation_question")
    for name, value, least in (("m", sizes.m, 0), ("p", sizes.p, 1), ("H", sizes.H, 1), ("dv", sizes.dv, 1)):
        if type(value) is not int or value < least:
            raise ValueError(f"{name} must be an integer >= {least}, got {value!r:.40}; try {name}={max(least, 1)}")
    if sizes.read_out == "threshold" and sizes.combine == "concat" and sizes.H > 1:
        raise ValueError("combine must be sum where a threshold is read: of concat, only the first head is compared")
    return FixedTables(
        question.finite, sizes.p, sizes.grid, sizes.m, sizes.H, sizes.dv, sizes.read_out,
        sizes.combine, sizes.null, sizes.tables,
    )  # fmt: skip


def _size(sizes: FixedSizes, resource: str) -> int:
    return {"m": sizes.m, "p": sizes.p, "H": sizes.H}[resource]
