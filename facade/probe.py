"""``probe`` for everything that may be asked, with the options of ``headcount probe``."""

from __future__ import annotations

from typing import Any

from ..search.answer import Answer
from ..search.ask import ask
from ..search.board import Enough, Watch, only_closed
from ..search.engines import PORTFOLIO
from ..search.options import made, takes
from ..search.probe_options import ProbeOptions
from ..search.settle import question_of
from ..search.start import Start


@takes(ProbeOptions)
def probe(
    task: Any,
    *,
    engine: str = PORTFOLIO,
    budget: float = 60.0,
    seed: int = 0,
    watch: Watch | None = None,
    enough: Enough = only_closed,
    start: Start | None = None,
    **options: Any,
) -> Answer:
    """Bracket the least m, p or H of an attention unit for a task, with certificates: ``headcount probe``.

    Parameters
    ----------
    task : str, Task, SignPattern, rows of entries, array, table, networkx graph, Question, AttentionMatrix, or Path
        What the unit has to do: words such as ``"qsa N=6 q=2"``; a task of ``headcount`` or one made by
        ``headcount.task``; a sign pattern as a list of rows, a NumPy or SciPy array or a table (1, -1, 0 for a tie, NaN
        for no condition); a graph, whose vertices attend to their neighbours by ties; a file; an attention matrix.
    engine : str
        One engine by itself, or all.
    budget : float > 0
        Seconds of wall-clock time. When they run out the answer is returned as it stands.
    seed : int >= 0
        Seed of every random choice. (Which engine is first to close an answer may still depend on the clock.)
    watch : callable, optional
        Told the board after every change: its ``answer()``, and ``saying``, what is going on.
    enough : callable (lower, upper) -> bool, optional
        Whether these bounds say enough, so that the search may stop.
    start : certificate, or the name of its file, optional
        An earlier answer to the same question: the search goes on from its bounds, which the checker replays.
    unit_class : "sign", "grid", "keys", "fixed", "rounded", "hardmax", "softmax" or "thresh", optional
        Told by the other arguments unless given; see ``headcount probe --help``.
    minimise : "m", "p" or "H", optional
        What is to be least: the width of queries and keys, bits of a number, heads. Usually m.
    bits, width, heads : int, optional
        p, m and H, where they are held fixed.
    combine, grid, gap, order, layers, read_out, dv, tables, ties, position, score, mask
        Choices of a class, as on the command line.
    null : bool
        For rows and files: there is a null token, whose score is every row's threshold. The least m is the sign-rank.
    error, values
        q-SA: what an average may be off by, such as ``"1/4"`` or ``Fraction(1, 4)``, and the values' dimension.
    delta, eps2
        Attention matrices: ratios within e^delta, zeros at most that part of nonzeros; ``"2^1/8"`` is exact.

    Returns
    -------
    Answer
        ``lower`` and ``upper`` (each with ``value``, ``status``, ``how``, ``evidence``), ``closed``, ``notes``,
        ``certificate()``, ``save()``, ``to_json()``, ``to_dataframe()``.

    Guarantee
    ---------
    Both bounds hold, whatever the engines did: only what ``check`` has replayed is CERTIFIED. An open answer says
    nothing about which bound is right.

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
    question = question_of(task, made(ProbeOptions, options, "probe"))
    return ask(question, budget, seed, start, engine, watch, enough=enough)  # type: ignore[no-any-return]
