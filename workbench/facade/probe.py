"""``probe`` for everything that may be asked, with the options of ``headcount probe``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...questions.attention_matrix import AttentionRatios, PermutationMatrix
from ...tasks import TaskError
from ..search.board import Enough, LocalBoard, only_closed
from ..search.classes.class_bracket import ClassBracket
from ..search.classes.class_probe import class_probe
from ..search.classes.matrix_named import is_matrix
from ..search.classes.probe_options import ProbeOptions, settle
from ..search.engines import PORTFOLIO, require_engine
from ..search.probe import probe as probe_sign
from ..search.start import Start
from .given import given_task, in_python_words

if TYPE_CHECKING:
    from ...bounds.bracket import Bracket
    from ..search.between_tolerances import ToleranceBracket


def probe(
    task: Any,
    *,
    unit_class: str | None = None,
    minimise: str | None = None,
    bits: int | None = None,
    width: int | None = None,
    heads: int | None = None,
    combine: str | None = None,
    grid: str | None = None,
    gap: int | None = None,
    order: int | None = None,
    read_out: str | None = None,
    dv: int | str | None = None,
    tables: str | None = None,
    position: int | None = None,
    null: bool = False,
    error: Any = None,
    values: int | None = None,
    score: str | None = None,
    mask: str | None = None,
    delta: Any = None,
    eps2: Any = None,
    engine: str = PORTFOLIO,
    budget: float = 60.0,
    seed: int = 0,
    watch: Callable[[LocalBoard], None] | None = None,
    enough: Enough = only_closed,
    start: Start | None = None,
) -> Bracket | ClassBracket | ToleranceBracket:
    """Bracket the least m, p or H of an attention unit for a task, with certificates: ``headcount probe``.

    Parameters
    ----------
    task : str, Task, SignPattern, rows of entries, array, table, networkx graph, Question, AttentionMatrix, or Path
        What the unit has to do: words such as ``"qsa N=6 q=2"``; a task of ``headcount`` or one made by
        ``headcount.task``; a sign pattern as a list of rows, a NumPy or SciPy array or a table (1, -1, 0 for a tie, NaN
        for no condition); a graph, whose vertices attend to their neighbours by ties; a file; an attention matrix.
    unit_class : "sign", "grid", "fixed", "softmax" or "thresh", optional
        Told by the other arguments unless given; see ``headcount probe --help``.
    minimise : "m", "p" or "H", optional
        What is to be least: the width of queries and keys, bits of a number, heads. Usually m.
    bits, width, heads : int, optional
        p, m and H, where they are held fixed.
    combine, grid, gap, order, read_out, dv, tables, position, score, mask
        Choices of a class, as on the command line.
    null : bool
        For rows and files: there is a null token, whose score is every row's threshold. The least m is the sign-rank.
    error, values
        q-SA: what an average may be off by, such as ``"1/4"`` or ``Fraction(1, 4)``, and the values' dimension.
    delta, eps2
        Attention matrices: ratios within e^delta, zeros at most that part of nonzeros; ``"2^1/8"`` is exact.
    engine : str
        One engine by itself, or all.
    budget : float > 0
        Seconds of wall-clock time. When they run out the bracket is returned as it stands.
    seed : int >= 0
        Seed of every random choice.
    watch : callable, optional
        Told the board after every change: its ``bracket()``, and ``saying``, what is going on.
    enough : callable (lower, upper) -> bool, optional
        Whether these ends say enough, so that the search may stop.
    start : certificate, or the name of its file, optional
        An earlier answer to the same question: the search goes on from its ends, which the checker replays.

    Returns
    -------
    Bracket, ClassBracket or ToleranceBracket
        All have ``lower``, ``upper``, ``closed``, ``certificate()`` and ``to_json()``.

    Guarantee
    ---------
    Both ends hold, whatever the engines did: only what ``check`` has replayed is CERTIFIED. An open bracket says
    nothing about which end is right.

    Raises
    ------
    TaskError
        If the task or an argument is unknown or impossible: which, what was required, what to try.
    TypeError, ValueError
        If the budget is no positive number, or the seed is negative.

    Examples
    --------
    >>> probe("qsa N=6 q=2").upper.value, probe([[1, -1, -1], [-1, 1, -1], [-1, -1, 1]]).upper.value
    (4, 2)
    >>> probe("qsa N=5 q=2", bits=1).lower.value
    5
    """
    given = dict(
        unit_class=unit_class, minimise=minimise, bits=bits, width=width, heads=heads, combine=combine, order=order,
        gap=gap, grid=grid, read_out=read_out, dv=dv, tables=tables, position=position, null=null, error=error,
        values=values, score=score, mask=mask,
    )  # fmt: skip
    require_effort(budget, seed)
    with in_python_words():
        effort = {"budget": budget, "seed": seed, "watch": watch, "enough": enough, "engine": engine}
        if (matrix := _of_matrix(task, delta, eps2, given, effort)) is not None:
            if start is not None:
                raise TaskError("start does not apply to an attention matrix; leave it out")
            return matrix
        asked_of = given_task(task, null=null)
        # Rows and files are told apart here: of rows the pattern knows already whether there is a null token.
        options = ProbeOptions(**{**given, "null": null and isinstance(asked_of, list)})
        if not isinstance(asked_of, list) and null and getattr(asked_of, "null", None) is not True:
            raise TaskError("null is for rows and pattern files; this task says itself whether it has a null token")
        asked = settle(asked_of, options)
        if not asked.is_sign_rank:
            return class_probe(asked, **effort, start=start)  # type: ignore[arg-type]
        if engine != PORTFOLIO:
            require_engine(engine, asked)
        return probe_sign(asked.question, **effort, start=start)  # type: ignore[arg-type]


def require_effort(budget: object, seed: object) -> None:
    """Refuse a budget or a seed that is none.

    Raises
    ------
    TypeError, ValueError
    """
    if not isinstance(budget, int | float) or isinstance(budget, bool):
        raise TypeError(f"budget must be a number of seconds, got {budget!r}; try budget=60")
    if not budget > 0:
        raise ValueError(f"budget must be a positive number of seconds, got {budget}; try budget=60")
    if not isinstance(seed, int) or seed < 0:
        raise ValueError(f"seed must be an integer >= 0, got {seed!r}; try seed=0")


def _of_matrix(
    task: Any, delta: Any, eps2: Any, given: dict[str, Any], effort: dict[str, Any]
) -> Bracket | ToleranceBracket | None:
    """The bracket, if the task is an attention matrix; else None."""
    from ...tasks.attention_matrix.attention_matrix import AttentionMatrix

    asked = isinstance(task, AttentionRatios | PermutationMatrix)
    if asked or (isinstance(task, AttentionMatrix) and (delta, eps2) == (None, None)):
        _refuse(given, effort)
        if delta is not None or eps2 is not None:
            raise TaskError("the question holds its tolerances; leave out delta and eps2")
        return probe_sign(task, **effort)
    words = given_task(task) if isinstance(task, str) else None
    if (delta, eps2) == (None, None) and not (words and is_matrix(words)):  # type: ignore[arg-type]
        return None
    _refuse(given, effort)
    from ...tasks.attention_matrix import attention_matrix, ratios_question
    from ...tasks.attention_matrix.tolerances import DEFAULT_DELTA, DEFAULT_EPS2
    from ..search.between_tolerances import probe_between
    from ..search.classes.matrix_asked import matrix_questions

    if words is not None:
        strict, loose, _ = matrix_questions(words, delta, eps2)  # type: ignore[arg-type]
    else:
        matrix = task if isinstance(task, AttentionMatrix) else attention_matrix(task)
        tolerances = DEFAULT_DELTA if delta is None else delta, DEFAULT_EPS2 if eps2 is None else eps2
        strict, loose = (ratios_question(matrix, *tolerances, looser=looser) for looser in (False, True))
    if strict == loose:
        return probe_sign(strict, **effort)
    budget, seed, watch = effort["budget"], effort["seed"], effort["watch"]
    return probe_between(strict, loose, budget=budget, seed=seed, watch=watch)  # type: ignore[arg-type]


def _refuse(given: dict[str, Any], effort: dict[str, Any]) -> None:
    for name, value in given.items():
        if value not in (None, False) and (name, value) != ("unit_class", "softmax"):
            raise TaskError(
                f"{name} does not apply to an attention matrix, of which the least m is asked; leave it out"
            )
    if effort["engine"] != PORTFOLIO:
        raise TaskError(f"an attention matrix is searched by all engines at once, got {effort['engine']}; leave it out")
