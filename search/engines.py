"""The engines by name: what each is for, and how one of them searches alone.

``portfolio`` is all that helps, side by side, after the arguments that take no search. An engine by itself starts from
what the definition gives, so that its answer is its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from ..tasks import TaskError
from .asked import Asked
from .class_bounds import least_bound
from .plan import Plan, racing, ranked
from .signs import first_bounds

PORTFOLIO = "portfolio"


@dataclass(frozen=True)
class NamedEngine:
    """An engine that can be asked for by name: the classes it fits, and what it does."""

    name: str
    classes: tuple[str, ...]
    meaning: str


ENGINES = (
    NamedEngine(PORTFOLIO, (), "all that helps, side by side"),
    NamedEngine("chirotope", ("SIGN",), "oriented matroids by SAT: certified lower bounds"),
    NamedEngine("smt", ("SIGN", "GRID", "FIXED"), "z3: units that it finds are certified, what it refutes is its word"),
    NamedEngine("convex", ("SIGN", "GRID"), "margins: lower bounds by dual weights (GRID), upper bounds by projection"),
    NamedEngine("annealing", ("SIGN", "GRID", "FIXED"), "local search of tables: certified upper bounds"),
)
"""Every engine."""


def require_engine(name: str, asked: Asked) -> None:
    """Refuse an engine that is unknown or does not fit what is asked.

    Raises
    ------
    TaskError
        With the engines that fit.
    """
    engines = {engine.name: engine for engine in ENGINES}
    if name not in engines:
        raise TaskError(
            f"‹engine› must be one of {', '.join(engines)}, got {name[:40]!r}; leave it out for {PORTFOLIO}"
        )
    fitting = [engine.name for engine in ENGINES if _fits(engine, asked)]
    if name not in fitting:
        raise TaskError(
            f"‹engine={name}› does not fit {asked.question.words:.100} in class {asked.unit_class.name.lower()}; "
            f"those that do: {', '.join(fitting)}"
        )


def single_engine(name: str, asked: Asked) -> Plan:
    """The first bounds by the definition, and what one engine runs.

    Raises
    ------
    TaskError
        If the engine does not fit, or the question is too large.
    """
    require_engine(name, asked)
    from .cell_search import fall, rise
    from .convex_engine import margins_of_grids, margins_of_signs
    from .finder_cells import FinderCells, SolverCells
    from .fixed import require_searchable
    from .grid import require_small
    from .lower_bounds import raise_lower
    from .upper_bounds import push_upper

    if asked.unit_class.name == "GRID" and (name != "convex" or asked.question.task != "qsa"):
        require_small(asked)  # of q-SA weights are known at any size
    if asked.unit_class.name == "FIXED":
        require_searchable(asked)
    lower, upper = first_bounds(asked) if asked.is_sign_rank else (least_bound(asked), None)
    if name == "chirotope":
        return racing(lower, upper, ranked(partial(raise_lower, cheap_first=True)))
    if name == "smt":
        solver = SolverCells(asked)
        return racing(lower, upper, partial(rise, decider=solver), partial(fall, decider=solver))
    if name == "convex":
        margins = ranked(margins_of_signs) if asked.is_sign_rank else partial(margins_of_grids, asked=asked)
        return racing(lower, upper, margins)
    if asked.unit_class.name == "SIGN":
        return racing(lower, upper, ranked(push_upper))
    return racing(lower, upper, partial(fall, decider=FinderCells(asked)))


def _fits(engine: NamedEngine, asked: Asked) -> bool:
    if engine.name == PORTFOLIO:
        return True
    if asked.is_tensor or asked.is_averages or asked.question.asks_for == "weights":
        return False
    if asked.is_sign_rank and not (asked.question.is_pattern and asked.question.can_be_written_out):
        return False
    if engine.name == "convex" and asked.shared:
        return False
    return asked.unit_class.name in engine.classes
