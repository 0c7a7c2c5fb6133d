"""Whole units of tables in a grid, of several layers, for finite tasks: found, and run on every input; or refuted.

From the tables that ``solvers/units/layered_unit_search.py`` finds to a unit and its evidence. A unit of one layer is
one of at most D, so it is looked for first. Clauses (``solvers/units/layered_clause_search.py``) decide where entries
and positions are few: the refutation is one of the checker's system ``layers``, whose docstring has the proof.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from ...certificates.meter import UNLIMITED, Meter
from ...certificates.systems.layers import Layers
from ...elaborate.driver import PROVED
from ...elaborate.unit_trees import stated
from ...questions import LeastSize, Unit, unit_to_json
from ...questions.layer import ReadOut
from ...solvers.outcome import NotDecided, Verdict
from ...solvers.units.fixed_point_unit_search import search_fixed_unit
from ...solvers.units.fixed_tables import FixedTables, Found
from ...solvers.units.fixed_units import units_of
from ...solvers.units.layered_clause_search import search_layered_clauses
from ...solvers.units.layered_unit_search import FoundLayers, search_layered_unit
from ..bound import Bound, TooLongToCheckError, certified_bound
from .fixed_unit_bounds import FixedCell, unit_of

ONE_LAYER = 20
"""Starts of the search for one layer, and the part of the time that it takes at most: one in so many."""


def find_layered_unit(asked: LeastSize, value: int, seconds: float, seed: int = 0) -> Bound | None:
    """That so much of the resource is enough, if local search finds a unit of at most D layers.

    Parameters
    ----------
    asked : LeastSize
        About a computation, in a class of tables, with ``layers`` >= 2 and no scope.
    value : int
        m, p or H, the resource of ``asked``.
    seconds : float
        A part of it for one layer.

    Guarantee
    ---------
    The checker has run the unit on every input.

    Examples
    --------
    >>> from ...questions import computation_question, least_size
    >>> heads = computation_question("induction-heads", A=2, N=3)
    >>> print(find_layered_unit(least_size(heads, "m", "FIXED(1, midrise)", layers=2, read_out="any"), 1, 10.0).value)
    1
    """
    units = units_of(asked, value)
    start = time.monotonic()
    tables = FixedTables(units)
    single = search_fixed_unit(tables, start + seconds / ONE_LAYER, seed, starts=ONE_LAYER)
    if isinstance(single, Found):
        return _bound(asked, value, unit_of(units, single), single, "a unit of one layer, run on every input")
    found = search_layered_unit(units, asked.layers, start + seconds, seed)
    if not isinstance(found, FoundLayers):
        return None
    how = f"a unit of {asked.layers} layers, run on every input"
    return _bound(asked, value, layered_unit(found), found.layers[-1][1], how)


def decide_by_clauses(asked: LeastSize, value: int, seconds: float) -> FixedCell:
    """A unit of at most D layers with so much of the resource, found or refuted by clauses.

    Parameters
    ----------
    asked : LeastSize
        About a computation, in a class of tables, with a scope: tables by position and token, no null token, heads side
        by side; any read-out.
    value : int
        m, p or H, the resource of ``asked``.
    seconds : float
        For the search; the checker's replay comes on top.

    Guarantee
    ---------
    As of ``decide_fixed_unit``. The evidence of a refuted cell is a proof with one part; where the resource is not
    monotone the parts of all smaller values are needed, too, and there is no bound.

    Examples
    --------
    Composition on two points: two layers do without scores (m = 0) what one layer does not.

    >>> from ...questions import Scope, computation_question, least_size
    >>> of, scope = computation_question("composition", n=2), Scope(null=False)
    >>> for layers in (1, 2):
    ...     asked = least_size(of, "m", "FIXED(1, midrise)", layers=layers, read_out="any", scope=scope)
    ...     print(layers, decide_by_clauses(asked, 0, 60.0).status.existence)
    1 infeasible
    2 feasible
    """
    start, units, scope = time.monotonic(), units_of(asked, value), asked.scope
    usual = scope is not None and (scope.tables, scope.null, asked.read_out) == ("both", False, "any")
    alike = asked.pattern is None or len(asked.pattern.layers) == 1
    if not usual or not alike or (units.combine == "sum" and units.heads > 1):
        return FixedCell(Verdict.OPEN, "clauses are not about such units", 0.0)
    claim = stated({**asked.to_json(), "side": "lower", "value": value + 1}, asked.question.to_json())
    found = search_layered_clauses(units, lambda: Layers(claim, value, Meter(UNLIMITED)), start + seconds)
    spent = time.monotonic() - start
    if isinstance(found, FoundLayers):
        how = f"a unit of {len(found.layers)} layers, run on every input"
        run = _bound(asked, value, layered_unit(found), found.layers[-1][1], how)
        return FixedCell(Verdict.FEASIBLE, how, spent, run.evidence.content, run)
    if isinstance(found, NotDecided):
        return FixedCell(Verdict.OPEN, f"neither found nor refuted by clauses: {found.reason}", spent)
    how = f"no unit with {asked.resource} = {value}: clauses, {len(found['lemmas'])} lemmas"
    evidence = clause_evidence([found])
    with suppress(TooLongToCheckError):
        alone = asked.monotone or value == asked.least
        bound = certified_bound(asked, "lower", value + 1, how, evidence) if alone else None
        return FixedCell(Verdict.INFEASIBLE, how, time.monotonic() - start, evidence, bound)
    return FixedCell(Verdict.OPEN, f"{how}: too long to be checked", time.monotonic() - start)


def clause_evidence(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The proof of the system ``layers`` that refutes these sizes, a part each."""
    return {"kind": PROVED, "proof": {"rule": "clauses", "system": "layers", "parts": [*parts]}}


def _bound(asked: LeastSize, value: int, unit: Unit, last: Found, how: str) -> Bound:
    after = {} if asked.read_out == "any" else {"at": str(last.at)}
    return certified_bound(asked, "upper", value, how, {"kind": "unit", "unit": unit_to_json(unit), **after})


def layered_unit(found: FoundLayers) -> Unit:
    """The unit with these tables, layer upon layer."""
    units = [unit_of(each, tables) for each, tables in found.layers]
    read_outs = []
    for (each, _), listed, above in zip(found.layers, found.read_outs, units[1:], strict=False):
        symbols = sorted(((symbol, each.fractions(row)), next_one) for (symbol, row), next_one in listed.items())
        read_outs.append(ReadOut(tuple(symbols), above.alphabet))
    return Unit(units[0].alphabet, tuple(unit.layers[0] for unit in units), tuple(read_outs))
