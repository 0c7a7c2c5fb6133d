"""``measure`` for everything that has a communication matrix, with the options of ``headcount measure``."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...measures.engines import Enough, only_closed
from ...questions import CommunicationMatrix
from ...tasks.two_party.matrices import communication_matrix
from ..search.matrix_words import matrix_from_words
from ..search.measure import measure as measure_matrix
from ..search.measure_parameters import parameters_of
from .given import in_python_words
from .probe import require_effort

if TYPE_CHECKING:
    from ...measures.measurement import Measurement
    from ..search.measure import Watch


def measure(
    matrix: Any,
    inputs: tuple[Iterable[Any], Iterable[Any]] | None = None,
    *,
    only: str | Collection[str] = (),
    budget: float = 10.0,
    total: float = float("inf"),
    seed: int = 0,
    alpha: Any = None,
    epsilon: Any = None,
    parameters: Mapping[str, Fraction] | None = None,
    cut: str | None = None,
    at: int | str | None = None,
    public: str | None = None,
    value: int | str | None = None,
    watch: Watch | None = None,
    processes: bool = True,
    enough: Enough = only_closed,
) -> Measurement:
    """Bracket the communication measures of a 0/1 matrix, each with a certificate: ``headcount measure``.

    Parameters
    ----------
    matrix : str, CommunicationMatrix, rows of entries, NumPy or SciPy array, table, callable (a, b), or Path
        Words such as ``"disj n=3"``; entries 0 and 1, and ``*`` or NaN outside a promise; a function of both inputs.
    inputs : pair of iterables
        For a callable: Alice's inputs and Bob's.
    only : str or collection of str
        Measures to bracket, such as ``"D, gamma2"``; all that are usual if left out.
    budget : float > 0
        Seconds of wall-clock time for each measure.
    total : float > 0
        Seconds for all measures together; those that come last get what is left.
    seed : int >= 0
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
        Whether these certified ends say enough, so that the search may stop before they meet.

    Returns
    -------
    Measurement
        By name, ``["D"].lower`` and ``["D"].upper``; ``complete``, ``certificate()``, ``to_json()``.

    Raises
    ------
    TaskError
        If there is no such matrix, or an entry is none.
    ValueError
        If a measure is unknown or a parameter impossible.

    Examples
    --------
    >>> found = measure("disj n=2", only="D, rank_q")
    >>> str(found["D"].lower.value), str(found["rank_q"].upper.value)
    ('3', '4')
    >>> equality = measure(lambda a, b: a == b, (range(4), range(4)), only="fooling1")
    >>> str(equality["fooling1"].lower.value)
    '4'
    """
    require_effort(budget, seed)
    names = tuple(name.strip() for name in only.split(",") if name.strip()) if isinstance(only, str) else tuple(only)
    with in_python_words():
        across = {"cut": cut, "at": at, "public": public, "value": value}
        asked = _matrix(matrix, inputs, {name: str(given) for name, given in across.items() if given is not None})
        chosen = {**parameters_of(alpha=alpha, epsilon=epsilon), **(parameters or {})}
        return measure_matrix(
            asked, only=names, budget=budget, seed=seed, parameters=chosen, watch=watch, processes=processes,
            enough=enough, total=total,
        )  # fmt: skip


def _matrix(given: Any, inputs: Any, across: dict[str, str]) -> CommunicationMatrix:
    words = shlex.split(given) if isinstance(given, str) else [str(given)] if isinstance(given, Path) else None
    if words is not None and inputs is None:
        return matrix_from_words(words or [""], across)
    if across:
        raise ValueError(f"{next(iter(across))} is for a task in words, such as 'match3 M=5 N=3'; leave it out")
    return communication_matrix(given, inputs)
