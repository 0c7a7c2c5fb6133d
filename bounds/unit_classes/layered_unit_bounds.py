"""Whole units of tables in a grid, of several layers, for finite tasks: found, and run on every input.

From the tables that ``solvers/units/layered_unit_search.py`` finds to a unit and its evidence. A unit of one layer is
one of at most D, so it is looked for first.
"""

from __future__ import annotations

import time

from ...questions import LeastSize, Unit, unit_to_json
from ...questions.layer import ReadOut
from ...solvers.units.fixed_point_unit_search import search_fixed_unit
from ...solvers.units.fixed_tables import FixedTables, Found
from ...solvers.units.fixed_units import FixedUnits, units_of
from ...solvers.units.layered_unit_search import FoundLayers, search_layered_unit
from ..bound import Bound, certified_bound
from .fixed_unit_bounds import unit_of

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
