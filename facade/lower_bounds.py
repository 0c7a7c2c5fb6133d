"""``lower_bounds``: the sizes of fixed-point units that ``headcount bounds`` excludes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ..reductions.bounds_words import BoundsAsked, bounds_from_words
from ..reductions.excluded_sizes.communication_lower import CommunicationLower
from ..reductions.excluded_sizes.excluded_region import ExcludedRegion
from ..reductions.excluded_sizes.layered_bounds import (
    layered_bounds,
    layered_bounds_of_task,
    layered_encoding_bounds,
    measures_worth_in_layers,
)
from ..reductions.excluded_sizes.path_bounds import encoding_bounds, measures_worth, require_sequence
from ..reductions.excluded_sizes.path_bounds import lower_bounds as along_paths
from ..reductions.laws import Refuted, Undecided, Verified, require_few_pairs, verify_exhaustive
from ..reductions.reduction import ReductionError, SizedReduction
from ..search.communication import communication_of
from ..tasks import TASKS, Task, TaskError
from ..tasks.given import given_task

REMEDY = "ask headcount.probe(..) about it, or write a reduction to it, headcount.reduction(..), and give that"


def lower_bounds(
    task: Any,
    parameters: Mapping[str, int] | None = None,
    *,
    dv: int | str = "m",
    grid: str = "twos",
    layers: int | None = None,
    budget: float = 60.0,
    **named: int,
) -> tuple[ExcludedRegion, ...]:
    """Sizes (m, p, H) at which no fixed-point unit of one layer does a task: class FIXED of ``headcount bounds``.

    The command prints more: bounds of one number, such as the lower bound in class SIGN (for which ask ``probe``), and
    excluded units of class ROUNDED.

    Parameters
    ----------
    task : str, Task or SizedReduction
        Words such as ``"match3 N=65"``, or a name; a task that is known by name, such as ``Match3(6, 5)``; or a
        reduction of your own, made by ``headcount.reduction`` or named as ``"mine.py:encoding n=8"``, which is checked
        on all pairs of inputs first.
    parameters : mapping of str to int, optional
        Those of the task, if ``task`` is its name; or each by its name, ``lower_bounds("match3", N=65)``. Of ``match3``
        M may be left out: what is said holds for every M >= N + 1.
    dv : int >= 1 or ``"m"``
        The width of values; ``"m"``: as wide as queries, as the papers count.
    grid : ``"twos"`` or ``"midrise"``
        Which integers p bits stand for.
    layers : int >= 1, optional
        D, for units of so many layers with any networks between them: by what one token has to tell and by cuts. Any
        task whose inputs are words of one length will do, your own too.
    budget : float > 0
        Seconds; of a reduction of your own, what its function needs is measured in a quarter of it.

    Returns
    -------
    tuple of ExcludedRegion
        The strongest first; each says in ``consequence()`` what it excludes, if anything. Empty if nothing is known at
        these parameters.

    Raises
    ------
    TaskError
        If the task or a parameter is unknown, missing or impossible, or the task is none that bounds are known for.
    ReductionError
        If your reduction is wrong (with the counterexample), or too large to be checked.
    CostError
        If dv or grid is impossible.

    Examples
    --------
    >>> for region in lower_bounds("match3 N=65"):
    ...     print(region.argument, region.required, region.least_m(1, 1))
    match3-disjointness 32 3
    match3-smaller-disjointness 31 4
    eq -> disj -> match3 (row sums) 16 1
    index -> disj -> match3 (row sums) 5 1
    >>> [(region.argument, region.least_m(1, 1)) for region in lower_bounds("composition n=64", layers=2)[:1]]
    [('composition-token', 2)]
    """
    given = {**(parameters or {}), **named}
    asked = _asked(task, given, layers)
    if layers is not None:
        return _of_layers(asked, layers, budget=budget, dv=dv, grid=grid)
    if asked.sized is not None:
        return own_bounds(asked.sized, dv=dv, grid=grid, budget=budget)
    return along_paths(asked.name, asked.parameters, dv=dv, grid=grid)


def _of_layers(asked: BoundsAsked, layers: int, *, budget: float, **options: Any) -> tuple[ExcludedRegion, ...]:
    if asked.sized is not None:
        worth = partial(measures_worth_in_layers, depths=[layers], **options)
        checked, known = _measured(asked.sized, None, budget, worth)
        return layered_encoding_bounds(asked.sized, layers, checked, known=known, **options)
    if asked.task is not None:
        return layered_bounds_of_task(asked.task, layers, **options)
    return layered_bounds(asked.name, asked.parameters, layers, **options)


def own_bounds(
    sized: SizedReduction,
    found: Verified | Refuted | Undecided | None = None,
    *,
    dv: int | str,
    grid: str,
    budget: float,
) -> tuple[ExcludedRegion, ...]:
    """The sizes that a reduction of one's own excludes, with what its function needs measured."""
    found, known = _measured(sized, found, budget, partial(measures_worth, dv=dv, grid=grid))
    regions = encoding_bounds(sized, found, known=known, dv=dv, grid=grid)
    return tuple(sorted(regions, key=lambda region: -region.required))


def _measured(
    sized: SizedReduction,
    found: Verified | Refuted | Undecided | None,
    budget: float,
    measures: Callable[[SizedReduction], tuple[str, ...]],
) -> tuple[Verified | Refuted, CommunicationLower | None]:
    """What the check of all pairs says, and what is known of the function if it is right."""
    require_sequence(sized)
    require_few_pairs(sized)
    found = found or verify_exhaustive(sized, seconds=budget)
    if isinstance(found, Undecided):
        raise ReductionError(f"no bound follows: {found}; try a larger ‹budget›, or a smaller n")
    right = isinstance(found, Verified)
    return found, communication_of(sized.source, measures(sized), budget) if right else None


def _asked(task: Any, given: Mapping[str, Any], layers: int | None) -> BoundsAsked:
    if isinstance(task, SizedReduction):
        _refuse(task.name, given)
        return BoundsAsked(task.name, {}, sized=task)
    words = given_task(task)
    if isinstance(words, list):
        asked = bounds_from_words([*words, *(f"{name}={value}" for name, value in given.items())])
        if asked.sized is not None or asked.is_known or layers is not None:
            return asked
        raise TaskError(f"no bound by communication is known for {asked.words}; {REMEDY}")
    entry = next((entry for entry in TASKS if entry.make is type(words)), None)
    if entry is None and layers is not None and isinstance(words, Task):
        _refuse(words.name, given)
        return BoundsAsked(words.name, dict(words.parameters), task=words)
    if not isinstance(words, Task) or entry is None:
        name = words.name if isinstance(words, Task) else "a sign pattern"
        raise TaskError(f"no bound by communication is known for {name}; {REMEDY}")
    _refuse(entry.name, given)
    takes = (*entry.parameters, *entry.optional)
    sizes = [f"{name}={value}" for name, value in words.parameters.items() if name in takes]
    return bounds_from_words([entry.name, *sizes])


def _refuse(name: str, given: Mapping[str, Any]) -> None:
    if given:
        raise TaskError(f"{name} has its parameters already, got {', '.join(given)} besides; leave them out")
