"""One function answers every question: ``ask``."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..tasks import TaskError

ANSWERERS = {
    "Asked": "least:least_answer",
    "RelevanceAsked": "dimension.relevance:relevance_answer",
    "LateInteractionAsked": "dimension.late_interaction:late_interaction_answer",
    "IntegerCosinesAsked": "dimension.integer_cosine_search:integer_cosines_answer",
    "BitsAsked": "dimension.bits:bits_answer",
    "BitsApartAsked": ".sweep.dimension_in_bits:bits_apart_answer",
    "MarginsAsked": "dimension.margins:margins_answer",
    "VectorsAsked": "dimension.own_vectors:vectors_answer",
    "ToleranceAsked": "dimension.tolerance:tolerance_answer",
    "MeasuresAsked": "measure:measures_answer",
    "MapAsked": ".sweep.frontier.frontier:map_answer",
}
"""The class of a question -> what answers it (``module:function``, loaded when needed)."""


def ask(
    question: Any,
    budget: float = 60.0,
    seed: int = 0,
    start: Any = None,
    engine: str | None = None,
    watch: Any = None,
    **further: Any,
) -> Any:
    """Answer a question: a lower and an upper bound with evidence, or a table of answers.

    Parameters
    ----------
    question : Asked, RelevanceAsked, BitsAsked, ToleranceAsked or MeasuresAsked
        What ``question_of``, ``dimension_question`` and ``measures_question`` make of a task, of data, and of options.
    budget : float > 0
        Seconds of wall-clock time. When they run out the answer is returned as it stands.
    seed : int >= 0
        Seed of every random choice. (Which engine is first may still depend on the clock.)
    start : certificate, or the name of its file, optional
        An earlier answer to the same question: the search goes on from its bounds, which the checker replays.
    engine : str, optional
        One engine by itself: ``"chirotope"``, ``"smt"``, ``"convex"`` or ``"annealing"``; all that help by default.
    watch : callable, optional
        Told the board after every change: its ``answer()``, and ``saying``, what is going on.
    **further
        ``enough``, a function of the two bounds (the upper one None if unknown) that says whether the search may stop.

    Returns
    -------
    Answer, AnswerTable or Measurement

    Guarantee
    ---------
    Both bounds hold, whatever the engines did: only what the checker has replayed is CERTIFIED. An open answer says
    nothing about which bound is right.

    Raises
    ------
    TaskError
        If the question is too large, no size can be enough, or the engine or the earlier answer does not fit.
    TypeError, ValueError
        If the budget is no positive number, or the seed is negative.

    Examples
    --------
    >>> from headcount.search.settle import question_of
    >>> answer = ask(question_of("qsa N=6 q=2"))
    >>> answer.lower.value, answer.upper.value, answer.certified
    (4, 4, True)
    """
    require_effort(budget, seed)
    for one in type(question).__mro__:
        if one.__name__ in ANSWERERS:
            module, _, function = ANSWERERS[one.__name__].partition(":")
            chosen = {"engine": engine} if engine is not None else {}
            effort = {"budget": budget, "seed": seed, "start": start, "watch": watch, **chosen, **further}
            return getattr(import_module(f".{module}", __package__), function)(question, **effort)
    raise TaskError(f"a question is needed, got {question!r:.60}; make one with question_of('qsa N=6 q=2')")


def require_effort(budget: object, seed: object) -> None:
    """Refuse a budget or a seed that is none.

    Raises
    ------
    TypeError
        If the budget is no number.
    TaskError
        If it is not positive, or the seed is negative.
    """
    if not isinstance(budget, int | float) or isinstance(budget, bool):
        raise TypeError(f"budget must be a number of seconds, got {budget!r}; try budget=60")
    if not budget > 0:
        raise TaskError(f"budget must be a positive number of seconds, got {budget}; try budget=60")
    if not isinstance(seed, int) or seed < 0:
        raise TaskError(f"seed must be an integer >= 0, got {seed!r}; try seed=0")
