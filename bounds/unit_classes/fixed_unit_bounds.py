"""Whole fixed-point units for finite tasks: found and run on every input, or refuted by a proof by cases.

Symbols: m width of queries and keys, p bits, H heads, dv width of values; class FIXED(p, grid) or ROUNDED(p, grid), one
layer of order 2 with pairwise scores. A *cell* is one choice of all sizes. It is ``FEASIBLE`` with a unit (the evidence
``unit``), ``INFEASIBLE`` with a proof by cases that the checker has replayed (``fixed-cases``), or ``OPEN`` within the
time given.

From tables that a search has found to a fixed-point unit and its evidence.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ...certificates.unit_class import TABULATED
from ...questions import Head, Layer, LeastSize, Table, Unit, unit_to_json
from ...questions.grid import GRIDS
from ...solvers.outcome import Verdict
from ...solvers.units.fixed_case_search import Branching, Refuted, search_cases
from ...solvers.units.fixed_point_unit_search import NotFound, search_fixed_unit
from ...solvers.units.fixed_tables import ANYWHERE, NULL_TYPE, FixedTables, Found, Type
from ...solvers.units.fixed_units import FixedUnits, units_of
from ...solvers.units.task_automorphisms import task_automorphisms
from ..bound import Bound, certified_bound

QUICK_NODES = 2_000
"""Nodes of the exhaustive search before anything else is tried: a fraction of a second."""

MAX_AUTOMORPHISMS = 64
"""Most automorphisms of a task that are used."""

ALL_NODES = 10**9
"""More nodes than there is time for."""


@dataclass(frozen=True)
class FixedCell:
    """A decided cell: ``evidence`` is what the search has found, empty if the cell is open.

    ``bound`` is what the checker has accepted: about m or H as asked for, and about m where p was asked for (a single p
    that is refuted is no lower bound for p: all smaller ones have to be); None if the cell is open.
    """

    status: Verdict
    how: str
    seconds: float = field(compare=False)
    evidence: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    bound: Bound | None = field(default=None, repr=False, compare=False)


def decide_fixed_unit(asked: LeastSize, value: int, seconds: float = 20.0) -> FixedCell:
    """Find a unit with so much of the resource for a finite task, or refute it.

    Parameters
    ----------
    asked : LeastSize
        About a computation, in class FIXED or ROUNDED, with a scope. What a refutation is to be a lower bound for;
        where the least p is asked for it speaks of the one p only.
    value : int
        m, p or H, the resource of ``asked``.
    seconds : float
        Time for the local search and two exhaustive ones, a third each; the checker's replay comes on top.

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
    >>> from ...questions import Scope, computation_question, least_size
    >>> match2 = computation_question("match", order=2, M=3, N=2)
    >>> asked = least_size(match2, "m", "FIXED(1, midrise)", read_out="any", scope=Scope(null=False))
    >>> [decide_fixed_unit(asked, m).status.existence for m in (0, 1)]
    ['infeasible', 'feasible']
    """
    start = time.monotonic()
    units = _units(asked, value)
    tables = FixedTables(units)
    nodes = 0
    for most_nodes in (QUICK_NODES, ALL_NODES):
        deadline = time.monotonic() + seconds / 3
        found = search_fixed_unit(tables, deadline) if most_nodes == ALL_NODES else NotFound(0)
        if isinstance(found, NotFound):
            automorphisms = task_automorphisms(
                units.task, start + seconds, most=MAX_AUTOMORPHISMS, alike=units.tables != "both",
                in_order=units.ordered or units.tables == "relative", seen=None if units.mask is None else units.seen,
            )  # fmt: skip
            for order in branching_orders(tables):
                deadline = time.monotonic() + seconds / 3
                outcome = search_cases(tables, order, automorphisms, deadline=deadline, most_nodes=most_nodes)
                if isinstance(outcome, Refuted):
                    return _refuted_cell(asked, value, outcome, start)
                if isinstance(outcome, Found):
                    found = outcome
                    break
                nodes += outcome.nodes
        if isinstance(found, Found):
            how = "a unit, run on every input"
            bound = found_bound(asked, value, units, found, how)
            return FixedCell(Verdict.FEASIBLE, how, time.monotonic() - start, bound.evidence.content, bound)
    how = f"neither found nor refuted; {nodes} nodes searched"
    return FixedCell(Verdict.OPEN, how, time.monotonic() - start)


def find_fixed_unit(asked: LeastSize, value: int, deadline: float) -> Bound | None:
    """That so much of the resource is enough, if local search finds a unit before the deadline."""
    units = _units(asked, value)
    found = search_fixed_unit(FixedTables(units), deadline)
    return found_bound(asked, value, units, found, "local search") if isinstance(found, Found) else None


def found_bound(asked: LeastSize, value: int, units: FixedUnits, found: Found, method: str) -> Bound:
    """That so much of the resource is enough, by tables that a search has found; they are run on every input."""
    after = {} if units.read_out == "any" else {"at": str(found.at)}
    evidence = {"kind": "unit", "unit": unit_to_json(unit_of(units, found)), **after}
    return certified_bound(asked, "upper", value, method, evidence)


def _units(asked: LeastSize, value: int) -> FixedUnits:
    if asked.question.finite is None:
        raise ValueError(f"the question must be a computation, got {asked.question.words}; see computation_question")
    if asked.unit_class.name not in TABULATED or asked.scope is None:
        raise ValueError(
            f"asked must be in class {' or '.join(TABULATED)} and have a scope, got {asked.words}; try scope=Scope()"
        )
    units = units_of(asked, value)
    for name, size, least in (("m", units.m, 0), ("p", units.bits, 1), ("H", units.heads, 1), ("dv", units.dv, 1)):
        if type(size) is not int or size < least:
            raise ValueError(f"{name} must be an integer >= {least}, got {size!r:.40}; try {name}={max(least, 1)}")
    return units


def _refuted_cell(asked: LeastSize, value: int, refuted: Refuted, start: float) -> FixedCell:
    """The cell with its refutation; for p, of a cell of fixed p, it is checked as a lower bound for m."""
    checked, size = asked, value
    if asked.resource == "p" and not asked.monotone:
        checked, size = replace(asked, resource="m", m=None, unit_class=asked.unit_class_at(value)), asked.m or 0
    how = f"no unit with {checked.resource} = {size}: proof by cases, {refuted.nodes} nodes"
    bound = certified_bound(checked, "lower", size + 1, how, refutation_evidence([(size, refuted)]))
    stated = refutation_evidence([(value, refuted)])
    spent = time.monotonic() - start
    return FixedCell(Verdict.INFEASIBLE, how, spent, stated, bound)


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
    if tables.units.tables == "additive":  # queries depend on one another
        keys = tuple(Branching(False, key) for key in tables.key_types)
        yield (*keys, *queries)
    elif tables.units.m:
        yield keys
    yield (*queries, *keys)


def refutation_evidence(proofs: list[tuple[int, Refuted]]) -> dict[str, Any]:
    """The evidence ``fixed-cases``: for each size refuted a proof."""
    refuted = [{"size": size, "symmetries": proof.symmetries, "tree": proof.tree} for size, proof in proofs]
    return {"kind": "fixed-cases", "refuted": refuted}


def unit_of(units: FixedUnits, found: Found) -> Unit:
    """The unit with these tables; what no input needs is filled with the first entry of the grid."""
    keys, queries = dict(found.keys), dict(found.queries)
    m, alphabet = units.m, units.task.alphabet
    places = [ANYWHERE] if units.tables == "token" else range(units.places)
    types = [(place, token) for place in places for token in range(alphabet)]
    asked = [(units.place(0, 0), token) for token in range(alphabet)] if units.tables == "relative" else types
    filler = (GRIDS[units.grid](units.bits)[0],) * (m + units.dv)
    by = "token" if units.tables == "token" else "both"
    heads = []
    for h in range(units.heads):
        parts = [keys[t][h] if t in keys else filler for t in types]
        asks = [queries[t][h] if t in queries else filler[:m] for t in asked]
        null = keys[NULL_TYPE][h] if units.null and NULL_TYPE in keys else ()
        key, value = ((Table(by, tuple(entry[part] for entry in parts)),) for part in (slice(m), slice(m, None)))
        nulls = ((null[:m],), (null[m:],)) if null else ((), ())
        heads.append(Head(Table("token" if units.tables == "relative" else by, tuple(asks)), key, value, *nulls))
    weights = {"": "rounded" if units.rounds else "fixed", "average": "saturated"}.get(units.ties, units.ties)
    bits, relative = 0 if units.ties else units.bits, units.tables == "relative"
    layer = Layer(tuple(heads), weights=weights, bits=bits, combine=units.combine, mask=units.mask, relative=relative)
    return Unit(alphabet, (layer,))
