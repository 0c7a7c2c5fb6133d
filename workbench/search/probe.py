"""``probe``: a bracket for the least embedding dimension of a task, closed from both sides."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ...bounds.bound import Bound, End
from ...bounds.bracket import INTERRUPTED, Bracket
from ...bounds.patterns import no_signs_upper, simplex_upper, trivial_lower
from ...bounds.selections import (
    retrieval_lower,
    retrieval_upper,
    separation_lower,
    separation_upper,
    sparse_averaging_lower,
    sparse_averaging_upper,
)
from ...bounds.special_patterns import matching_pairs_lower, matching_pairs_upper
from ...questions import Question, SignPattern, least_size, pattern_question, separation_question
from ...questions.attention_matrix import AttentionRatios, PermutationMatrix
from ...questions.separation import Retrieval
from ...tasks.task import Task, TaskError
from .board import Enough, LocalBoard, only_closed
from .classes.unit_asked import UnitAsked
from .engines import PORTFOLIO, require_engine, single_engine
from .independent_vectors import cheap_lower
from .moment_curve import cheap_upper
from .start import Start, bounds_to_start_from

if TYPE_CHECKING:
    from ...tasks.attention_matrix import AttentionMatrix
    from .race import Engine

SYMMETRIC = (
    sparse_averaging_lower, sparse_averaging_upper, separation_lower, separation_upper, matching_pairs_lower,
    matching_pairs_upper,
)  # fmt: skip
"""Arguments about a task by its name, at any size."""

QUICK_CELLS = 4_000
"""Patterns up to this many cells get the cheap bounds before any process is started."""


def probe(
    task: Task | SignPattern | Question | AttentionMatrix,
    *,
    budget: float = 60.0,
    seed: int = 0,
    watch: Callable[[LocalBoard], None] | None = None,
    enough: Enough = only_closed,
    engine: str = PORTFOLIO,
    start: Start | None = None,
) -> Bracket:
    """Least embedding dimension m of a saturated attention unit for a task: a certified bracket.

    Parameters
    ----------
    task : Task, SignPattern, Question or AttentionMatrix
        What the unit has to select; see ``headcount.tasks``. Of an attention matrix (ratios within e^0.1, zeros at most
        1e-3 of nonzeros; ``tasks.attention_matrix.ratios_question`` sets others) the least m of a softmax head that has
        its weights, a ``MatrixBracket``.
    budget : float > 0
        Seconds of wall-clock time. When they run out the bracket is returned as it stands.
    seed : int >= 0
        Seed of every random choice. (Which engine is first to close a bracket may still depend on the clock.)
    watch : callable, optional
        Told the board after every change: its ``bracket()``, and ``saying``, what is going on.
    enough : callable (lower, upper) -> bool, optional
        Whether these ends of m say enough, so that the search may stop although they do not meet.
    engine : str
        ``"portfolio"``, all that helps, or one engine by itself: ``"chirotope"``, ``"smt"``, ``"convex"`` or
        ``"annealing"``; see ``headcount.workbench.search.engines``.
    start : certificate, or the name of its file, optional
        An earlier answer about the same task: the search goes on from its ends, which the checker replays.

    Returns
    -------
    Bracket
        ``lower <= m <= upper``, class SIGN, each end with evidence that the checker has accepted.

    Guarantee
    ---------
    Both ends hold, whatever the engines did: only what ``certificates`` has replayed is CERTIFIED. An open bracket
    says nothing about which end is right.

    Raises
    ------
    ValueError
        If the budget is not positive, the seed is negative, or the engine is unknown (``TaskError``).
    TypeError
        If the task is none, or the budget is no number.

    Examples
    --------
    >>> from headcount.tasks import SparseAveraging
    >>> bracket = probe(SparseAveraging(6, 2))
    >>> bracket.lower.value, bracket.upper.value, bracket.certified
    (4, 4, True)
    """
    if not isinstance(budget, int | float) or isinstance(budget, bool):
        raise TypeError(f"budget must be a number of seconds, got {budget!r}; try budget=60")
    if not budget > 0:
        raise ValueError(f"budget must be a positive number of seconds, got {budget}; try budget=60")
    if seed < 0:
        raise ValueError(f"seed must be an integer >= 0, got {seed}")
    question = _question(task)
    if isinstance(question, AttentionRatios | PermutationMatrix):
        if engine != PORTFOLIO:
            raise TaskError(f"an attention matrix is searched by all engines at once, got {engine}; leave it out")
        _refuse(start, "an attention matrix")
        from .attention_matrices import probe_matrix

        return probe_matrix(question, probe, budget=budget, seed=seed, watch=watch, enough=enough)
    if isinstance(question, Retrieval):
        if engine != PORTFOLIO:
            require_engine(engine, UnitAsked(least_size(question)))
        _refuse(start, "retrieval by other scores, which is not searched")
        return _probe_retrieval(question, budget, seed, watch, enough)
    first: tuple[End, End | None] = (trivial_lower(question), no_signs_upper(question) or simplex_upper(question))
    engines: tuple[Engine, ...] = ()
    if engine != PORTFOLIO:
        lower, upper, engines = single_engine(engine, UnitAsked(least_size(question)))
        first = (lower, upper)
    board = LocalBoard(question, seed, time.monotonic() + budget, first, watch or (lambda board: None))
    board.enough = enough
    for bound in bounds_to_start_from(start, least_size(question)):
        board.post(bound)
    try:
        if engine == PORTFOLIO:
            _by_all(board)
        else:
            from .race import race

            race(board, engines)
    except KeyboardInterrupt:
        board.note(INTERRUPTED)
    board.note_the_time(budget)
    return board.bracket()


def _refuse(start: Start | None, what: str) -> None:
    if start is not None:
        raise TaskError(f"--start does not apply to {what}; leave it out")


def _by_all(board: LocalBoard) -> None:
    """What takes no search, then all engines that help."""
    question = board.question
    small = question.can_be_written_out and len(question.rows) * question.columns <= QUICK_CELLS
    if small:  # evidence that argues about the pattern itself says more than an argument about its name
        cheap_lower(board, 0.3, ("columns",))
        cheap_upper(board, 0.1)
        cheap_lower(board, 0.3, ("rows",))
    for symmetric in SYMMETRIC:
        if board.closed or board.is_enough:  # out of time: all the same
            break
        bound = symmetric(question)
        if bound is not None:
            board.post(bound)
    if question.task == "pattern" and not board.closed and not board.is_enough:
        _without_a_name(board)
    if not board.closed:
        _by_search(board, small)


def _without_a_name(board: LocalBoard) -> None:
    """What has the rows of sparse averaging, or of thresholds, without saying so."""
    from ...bounds.special_patterns import exchangeable_lower, exchangeable_upper

    lower = exchangeable_lower(board.question, above=board.lower_bound.value)
    if lower is not None:
        board.post(lower)
        upper = exchangeable_upper(board.question, lower.value)
        if upper is not None:
            board.post(upper)


def _by_search(board: LocalBoard, small: bool) -> None:
    """What takes processes, and the libraries of the engines; to load these is not counted as time of the search."""
    began = time.monotonic()
    from .large_patterns import first_upper_large, is_large, push_upper_large, raise_lower_large
    from .lower_end import raise_lower
    from .race import race
    from .upper_end import push_upper

    board.deadline += time.monotonic() - began
    question = board.question
    if is_large(question):
        first_upper_large(board)
        if not board.over:
            race(board, (raise_lower_large, push_upper_large))
        return
    if not question.can_be_written_out:
        board.note("the pattern is too large to be written out, so only symmetric arguments were tried")
        return
    if not board.over:
        lower, upper = partial(raise_lower, cheap_first=not small), partial(push_upper, cheap_first=not small)
        race(board, (lower, upper), seeded=(upper, lower))


def _probe_retrieval(
    question: Retrieval, budget: float, seed: int, watch: Callable[[LocalBoard], None] | None, enough: Enough
) -> Bracket:
    """By other scores than inner products: what is known at any size, then what a search for these says."""
    began = time.monotonic()
    lower, upper, note = retrieval_lower(question), retrieval_upper(question), ""
    if lower.value < upper.value and not enough(lower.value, upper.value):
        inner = probe(
            separation_question(question.N, question.least, question.most), budget=budget, seed=seed, watch=watch
        )
        below, above = inner.lower, inner.upper
        assert isinstance(below, Bound) and isinstance(above, Bound)  # in class SIGN both ends are known, as one bound
        lower, upper = retrieval_lower(question, below), retrieval_upper(question, above)
        note = f"by inner products {below.value} <= m <= {above.value}; other scores are not searched"
    seconds = time.monotonic() - began
    return Bracket(question, lower, upper, seconds, (note,) if note and lower.value < upper.value else ())


def _question(task: Task | SignPattern | Question | AttentionMatrix) -> Question:
    if isinstance(task, Question):
        return task
    if isinstance(task, SignPattern):
        return pattern_question(task)
    if isinstance(task, Task):
        return task.question()
    from ...tasks.attention_matrix import AttentionMatrix, ratios_question

    if not isinstance(task, AttentionMatrix):
        raise TypeError(
            f"probe needs a Task, a SignPattern, a Question or an AttentionMatrix, got {task!r}; "
            "try probe(SparseAveraging(6, 2))"
        )
    return ratios_question(task)
