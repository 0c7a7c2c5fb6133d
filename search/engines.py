"""The engines by name: what each is for.

``portfolio`` is all that helps, side by side, after the arguments that take no search.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..questions.unit_class import FIXED_POINT, HARD
from ..tasks import TaskError
from .asked import Asked

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
    NamedEngine(
        "smt", ("SIGN", "GRID", "FIXED", *HARD), "z3: units that it finds are certified, what it refutes is its word"
    ),
    NamedEngine(
        "convex",
        ("SIGN", "GRID"),
        "margins: lower bounds by dual weights (GRID), upper bounds by projection (SIGN), linear programs (GRID)",
    ),
    NamedEngine("annealing", ("SIGN", "GRID", *FIXED_POINT, *HARD), "local search of tables: certified upper bounds"),
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


def _fits(engine: NamedEngine, asked: Asked) -> bool:
    if engine.name == PORTFOLIO:
        return True
    if asked.is_tensor or asked.is_averages or asked.question.asks_for == "weights" or asked.least.layers > 1:
        return False
    if asked.is_sign_rank and not (asked.question.is_pattern and asked.question.can_be_written_out):
        return False
    if engine.name == "convex" and asked.shared:
        return False
    return asked.unit_class.name in engine.classes
