"""``probe`` for unit classes with more than one size: GRID, FIXED, THRESH, and order-s selections."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ....bounds.bound import End
from ....bounds.bracket import INTERRUPTED
from ....tasks import TaskError
from ..board import Enough, LocalBoard, only_closed
from ..engines import PORTFOLIO, single_engine
from ..race import Engine, race
from ..start import Start, bounds_to_start_from
from .averages_search import averages_search
from .class_bracket import ClassBracket
from .fixed_search import fixed_search
from .grid_search import grid_search
from .probe_options import Asked, ProbeOptions, settle
from .tensor_search import tensor_search
from .threshold_search import threshold_search
from .unit_asked import UnitAsked


def probe_class(
    task: Asked,
    unit_class: str | None = None,
    *,
    minimise: str | None = None,
    budget: float = 60.0,
    seed: int = 0,
    engine: str = "portfolio",
    **sizes: Any,
) -> ClassBracket:
    """Least m, p or H of a unit of a class for a task: what ``headcount probe`` answers with the same options.

    Parameters
    ----------
    task : Task, SignPattern, Question or list of str
        A list holds the words of the command line.
    unit_class : "grid", "fixed", "softmax" or "thresh", optional
        Told by the other arguments if they suffice. Of real tables that select (class SIGN), ``probe`` has the least m.
    minimise : "m", "p" or "H", optional
    budget, seed, engine : as for ``probe``
    **sizes
        ``bits``, ``width``, ``heads``, ``combine``, ``order``, ``gap``, ``grid``, ``read_out``, ``dv``, ``tables``,
        ``position``, ``null``, ``error`` (a number, or text such as "1/4"), ``values``.

    Raises
    ------
    TaskError
        If an argument is unknown or impossible, or the question is too large.

    Examples
    --------
    >>> from headcount.tasks import SparseAveraging
    >>> bracket = probe_class(SparseAveraging(5, 2), bits=1)
    >>> bracket.lower.value, bracket.upper.value
    (5, 5)
    """
    if unknown := sorted(set(sizes) - set(ProbeOptions.__dataclass_fields__)):
        raise TaskError(f"probe_class takes no argument {unknown[0]!r}; see its documentation for those it takes")
    asked = settle(task, ProbeOptions(unit_class, minimise, **sizes))
    if asked.is_sign_rank:
        raise TaskError("of class SIGN probe(task) has the least m; name another class, or bits, width or heads")
    return class_probe(asked, budget=budget, seed=seed, engine=engine)


def class_probe(
    asked: UnitAsked,
    *,
    budget: float = 60.0,
    seed: int = 0,
    watch: Callable[[LocalBoard], None] | None = None,
    enough: Enough = only_closed,
    engine: str = PORTFOLIO,
    start: Start | None = None,
) -> ClassBracket:
    """Least m, p or H of a unit of a class, the other sizes held fixed.

    Parameters
    ----------
    asked : UnitAsked
        The question, the class, the resource and the sizes held fixed; ``probe_options.settle`` makes one.
    budget : float > 0
        Seconds of wall-clock time. When they run out the bracket is returned as it stands.
    seed : int >= 0
        Seed of the random choices.
    watch : callable, optional
        Told the board after every change.
    enough : callable (lower, upper) -> bool, optional
        Whether these ends say enough (upper is None while no unit is known), so that the search may stop.
    engine : str
        A name of ``ENGINES``.
    start : certificate, or the name of its file, optional
        An earlier answer about the same: the search goes on from its ends, which the checker replays.

    Guarantee
    ---------
    Both ends hold: each evidence was accepted by the checker's code. An open bracket says nothing about which end is
    right; without an upper bound, it is not known whether there is any unit.

    Raises
    ------
    TaskError
        If the question is too large, no size can be enough, or the engine does not fit.

    Examples
    --------
    >>> from ....questions import least_size, qsa_question
    >>> bracket = class_probe(UnitAsked(least_size(qsa_question(5, 1), "m", "GRID(1, midrise, gap 1)")))
    >>> bracket.lower.value, bracket.upper.value
    (3, 3)
    """
    began = time.monotonic()
    deadline = began + budget
    lower, upper, engines = _search(asked) if engine == PORTFOLIO else single_engine(engine, asked)
    board = LocalBoard(asked.question, seed, deadline, (lower, upper), watch or (lambda board: None), began)
    board.enough = enough
    if start is not None and asked.counts_heads:
        raise TaskError("--start says nothing where each number of heads is a question of its own; leave it out")
    for bound in bounds_to_start_from(start, asked.stated):
        board.post(bound)
    try:
        if not board.over:
            race(board, engines)
    except KeyboardInterrupt:
        board.note(INTERRUPTED)
    board.note_the_time(budget)
    return ClassBracket.of(asked, board.bracket())


def _search(asked: UnitAsked) -> tuple[End, End | None, tuple[Engine, ...]]:
    if asked.is_tensor:
        return tensor_search(asked)
    if asked.is_averages:
        return averages_search(asked)
    return {"GRID": grid_search, "FIXED": fixed_search, "THRESH": threshold_search}[asked.unit_class.name](asked)
