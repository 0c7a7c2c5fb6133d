"""One engine alone: it starts from what the definition gives, so that its answer is its own."""

from __future__ import annotations

from functools import partial

from .asked import Asked
from .cell_search import fall, rise
from .class_bounds import least_bound
from .convex_engine import boxes_and_weights, first_of_grids, margins_of_signs
from .finder_cells import FinderCells, SolverCells
from .fixed import require_searchable
from .grid import require_small
from .lower_bounds import raise_lower
from .plan import Plan, racing, ranked
from .signs import first_bounds
from .upper_bounds import push_upper


def single_engine(name: str, asked: Asked) -> Plan:
    """The first bounds by the definition, and what one engine runs.

    Raises
    ------
    TaskError
        If the engine does not fit, or the question is too large.
    """
    if asked.unit_class.name == "GRID" and (name != "convex" or asked.question.task != "qsa"):
        require_small(asked)  # of q-SA weights are known at any size
    if asked.least.scope is not None:
        require_searchable(asked)
    lower, upper = first_bounds(asked) if asked.is_sign_rank else (least_bound(asked), None)
    if name == "chirotope":
        return racing(lower, upper, ranked(partial(raise_lower, cheap_first=True)))
    if name == "smt":
        solver = SolverCells(asked)
        return racing(lower, upper, partial(rise, decider=solver), partial(fall, decider=solver))
    if name == "convex":
        if asked.is_sign_rank:
            return racing(lower, upper, ranked(margins_of_signs))
        return Plan(lower, upper, (first_of_grids,), boxes_and_weights)
    if asked.unit_class.name == "SIGN":
        return racing(lower, upper, ranked(push_upper))
    return racing(lower, upper, partial(fall, decider=FinderCells(asked)))
