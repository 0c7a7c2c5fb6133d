"""The least m, p or H of a unit of a class: the registry of kinds of questions, and how one is answered."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from .answer import Answer
from .asked import Asked
from .board import Enough, LocalBoard, Watch, only_closed
from .engines import PORTFOLIO, require_engine
from .plan import Plan
from .start import Start, bounds_to_start_from

ONE_ENGINE = "single_engine:single_engine"
"""What plans the search of one engine alone."""


@dataclass(frozen=True)
class Kind:
    """A kind of questions: which they are, and what plans their search (``module:function``, loaded when needed)."""

    name: str
    fits: Callable[[Asked], bool]
    planned_by: str
    starts: bool = True
    """Whether a search goes on from an earlier answer."""

    def planner(self, engine: str) -> Callable[[Asked], Plan]:
        """What plans the search, loaded: everything, or one engine alone."""
        alone = engine != PORTFOLIO
        module, _, function = (ONE_ENGINE if alone else self.planned_by).partition(":")
        planned: Callable[..., Plan] = getattr(import_module(f".{module}", __package__), function)
        return partial(planned, engine) if alone else planned


KINDS = (
    Kind("an attention matrix", lambda asked: asked.question.asks_for == "weights", "weights:weights_plan", False),
    Kind("retrieval by other scores", lambda asked: asked.question.task == "retrieval", "signs:retrieval_plan", False),
    Kind("other scores", lambda asked: asked.question.task == "scored", "scored:scored_plan"),
    Kind("late interaction", lambda asked: asked.question.task == "maxsim", "late_interaction:late_interaction_plan"),
    Kind("averages", lambda asked: asked.is_averages, "averages:averages_plan"),
    Kind("tuples", lambda asked: asked.is_tensor, "tensors:tensors_plan"),
    Kind("sign patterns", lambda asked: asked.unit_class.name == "SIGN", "signs:signs_plan"),
    Kind("keys of few bits", lambda asked: asked.unit_class.name == "KEYS", "key_bits:key_bits_plan"),
    Kind("grids", lambda asked: asked.unit_class.name == "GRID", "grid:grid_plan"),
    Kind("units of several layers", lambda asked: asked.least.layers > 1, "layered:layered_plan"),
    Kind("fixed-point units", lambda asked: asked.least.scope is not None, "fixed:fixed_plan"),
    Kind("threshold heads", lambda asked: asked.unit_class.name == "THRESH", "thresholds:thresholds_plan"),
)
"""Every kind; the first that fits plans the search."""


def least_answer(
    asked: Asked,
    *,
    budget: float = 60.0,
    seed: int = 0,
    start: Start | None = None,
    engine: str = PORTFOLIO,
    watch: Watch | None = None,
    enough: Enough = only_closed,
    beside: Mapping[str, Answer] | None = None,
) -> Answer:
    """The answer to one question; see ``ask``. ``beside`` are answers to related questions that are known."""
    from ..tasks import TaskError

    kind = next(kind for kind in KINDS if kind.fits(asked))
    if engine != PORTFOLIO:
        require_engine(engine, asked)
    if start is not None and not (kind.starts and not asked.counts_heads):
        what = "each number of heads, which are questions of their own" if asked.counts_heads else kind.name
        raise TaskError(f"‹start› does not apply to {what}; leave it out")
    planner, began = kind.planner(engine), time.monotonic()  # to load libraries takes no time of the search
    plan = planner(asked)
    board = LocalBoard(asked, seed, began + budget, (plan.lower, plan.upper), watch, began=began, enough=enough)
    board.beside.update(beside or {})
    for bound in bounds_to_start_from(start, *dict.fromkeys(asked.quantities)):
        board.post(bound)
    follow(board, plan)
    board.note_the_time(budget)
    return board.answer()


def follow(board: LocalBoard, plan: Plan) -> None:
    """Try what a plan says until the board is over; Ctrl-C ends it and is noted."""
    try:
        plan.always(board)
        for argument in plan.arguments:
            if board.closed or board.is_enough:  # out of time: all the same, arguments are cheap or look at the clock
                return
            argument(board)
        if board.closed or board.is_enough:
            return
        engines = plan.engines(board)
        if engines.side_by_side and not board.over:
            from .race import race

            race(board, engines.side_by_side, seeded=engines.seeded)
    except KeyboardInterrupt:
        board.interrupt()


def least(
    board: LocalBoard, asked: Asked, words: str, seconds: float | None = None, enough: Enough = only_closed
) -> Answer:
    """The answer to a related question, which is kept beside the one that is sought; Ctrl-C ends both."""

    def tell(inner: LocalBoard) -> None:
        board.say(f"{words}: {inner.saying}")

    allowed = board.left if seconds is None else min(seconds, board.left)
    answer = least_answer(asked, budget=max(0.01, allowed), seed=board.seed, watch=tell, enough=enough)
    if answer.interrupted:
        board.interrupt()
    return answer
