"""``measure`` for everything that has a communication matrix, with the options of ``headcount measure``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..measures.engines import Enough, only_closed
from ..search.ask import ask
from ..search.measures_asked import MeasureOptions, measures_question
from ..search.options import made, takes

if TYPE_CHECKING:
    from ..measures.measurement import Measurement
    from ..search.measure import Watch


@takes(MeasureOptions)
def measure(
    matrix: Any,
    inputs: tuple[Iterable[Any], Iterable[Any]] | None = None,
    *,
    budget: float = 10.0,
    seed: int = 0,
    parameters: Mapping[str, Fraction] | None = None,
    watch: Watch | None = None,
    processes: bool = True,
    enough: Enough = only_closed,
    **options: Any,
) -> Measurement:
    """Bracket the communication measures of a matrix, each with a certificate: ``headcount measure``.

    Parameters
    ----------
    matrix : str, CommunicationMatrix, rows of entries, NumPy or SciPy array, table, callable (a, b), or Path
        Words such as ``"disj n=3"``; entries 0 and 1, and ``*`` or NaN outside a promise; a function of both inputs.
        Other numbers from 0 are values of a function, and a matrix of numbers with a rank and a nonnegative rank.
    inputs : pair of iterables
        For a callable: Alice's inputs and Bob's.
    only : str or collection of str, optional
        Measures to bracket, such as ``"D, gamma2"``; all that are usual if left out.
    budget : float > 0
        Seconds of wall-clock time for each measure.
    seed : int >= 0
    total : float > 0, optional
        Seconds for all measures together; those that come last get what is left.
    alpha, epsilon : number or text, optional
        alpha of gamma2_alpha (11/10); epsilon of partition_bound and smooth_rectangle (1/3).
    parameters : mapping from measure to Fraction, optional
        The same for single measures.
    cut, at, public, value : optional
        For a task in words, as on the command line: the owner of each position, and what is read where.
    watch : callable, optional
        Told the measure at work, its number, how many there are, and what is known, whenever something changes.
    processes : bool
        Whether engines run in processes of their own, which can be stopped; without, one may overrun its budget.
    enough : callable (measure, lower, upper) -> bool, optional
        Whether these certified bounds say enough, so that the search may stop before they meet.

    Returns
    -------
    Measurement
        By name, ``["D"].lower`` and ``["D"].upper``; ``complete``, ``certificate()``, ``to_json()``.

    Raises
    ------
    TaskError
        If there is no such matrix, an entry is none, a measure is unknown, or a parameter impossible.

    Examples
    --------
    >>> found = measure("disj n=2", only="D, rank_q")
    >>> str(found["D"].lower.value), str(found["rank_q"].upper.value)
    ('3', '4')
    >>> numbers = measure([[0, 1, 4], [1, 0, 1], [4, 1, 0]], only="nonnegative_rank, psd_rank")
    >>> [str(entry.upper.value) for entry in numbers]
    ['3', '2']
    >>> equality = measure(lambda a, b: a == b, (range(4), range(4)), only="fooling1")
    >>> str(equality["fooling1"].lower.value)
    '4'
    """
    chosen = made(MeasureOptions, options, "measure")
    question = measures_question(matrix, chosen, inputs, parameters)
    further = {"processes": processes, "enough": enough, "total": chosen.total}
    return ask(question, budget, seed, None, None, watch, **further)  # type: ignore[no-any-return]
