"""The lower bounds by communication known by name; a record of one, recomputed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...tasks import TaskError
from ..protocols.cost import CostError
from .composition_lower import composition_counting_lower
from .counting_lower import qsa_counting_lower
from .disjointness_lower import (
    match3_disjointness_lower,
    match3_smaller_disjointness_lower,
    qsa_disjointness_lower,
)
from .excluded_region import ExcludedRegion, ExcludedRegionError


@dataclass(frozen=True)
class LowerBoundEntry:
    """One line of a registry: ``make(**task parameters, dv=.., grid=..)``, and ``layers=..`` in ``layered_bounds``."""

    name: str
    task: str
    make: Callable[..., ExcludedRegion]
    parameters: tuple[str, ...]
    summary: str


def _qsa_disjointness_row(N: int, q: int, dv: int | str = 1, grid: str = "twos") -> ExcludedRegion:
    return qsa_disjointness_lower(N, q, dv, grid, read_out="row")


LOWER_BOUNDS: tuple[LowerBoundEntry, ...] = (
    LowerBoundEntry(
        "match3-disjointness", "match3", match3_disjointness_lower, ("N",),
        "Match3 with M >= N + 1 by DISJ_n, n = (N-1)/2, two rounds of row sums",
    ),
    LowerBoundEntry(
        "match3-smaller-disjointness", "match3", match3_smaller_disjointness_lower, ("N",),
        "the same with n = 2^k - 1 and public dummies: sums of fewer tokens take fewer bits",
    ),
    LowerBoundEntry(
        "qsa-counting", "qsa", qsa_counting_lower, ("N", "q"),
        "q-SA by the number of different queries, one way, read-out of the row alone",
    ),
    LowerBoundEntry(
        "qsa-disjointness", "qsa", qsa_disjointness_lower, ("N", "q"),
        "q-SA with N >= 2q + 1 by DISJ_q, row sums, any read-out",
    ),
    LowerBoundEntry(
        "qsa-disjointness-row", "qsa", _qsa_disjointness_row, ("N", "q"),
        "q-SA with N >= 2q + 1 by DISJ_q, one way, read-out of the row alone",
    ),
    LowerBoundEntry(
        "composition-counting", "composition", composition_counting_lower, ("n",),
        "f(g(x)) by the number of tables of f, one way",
    ),
)  # fmt: skip

if len({entry.name for entry in LOWER_BOUNDS}) != len(LOWER_BOUNDS):
    raise ValueError("two lower bounds of the registry have the same name")


def lower_bounds_for(task: str, parameters: Mapping[str, int], **options: Any) -> tuple[ExcludedRegion, ...]:
    """Every bound of the registry that applies to a task at its parameters.

    Match3's bound holds for M >= N + 1 only, so it is left out if an M is given that is smaller.

    Parameters
    ----------
    task : str
        Its name.
    parameters : mapping of str to int
        As ``Task.parameters`` has them.
    options : dv, grid
        As the bounds take them.

    Examples
    --------
    >>> [region.argument for region in lower_bounds_for("qsa", {"N": 64, "q": 4})]
    ['qsa-counting', 'qsa-disjointness', 'qsa-disjointness-row']
    >>> lower_bounds_for("match3", {"N": 65, "M": 7})
    ()
    """
    found = []
    for entry in LOWER_BOUNDS:
        if entry.task != task or not set(entry.parameters) <= set(parameters):
            continue
        if task == "match3" and parameters.get("M", parameters["N"] + 1) <= parameters["N"]:
            continue
        try:
            found.append(entry.make(**{name: parameters[name] for name in entry.parameters}, **options))
        except ExcludedRegionError:  # the argument does not reach these parameters
            continue
    return tuple(found)


def recompute(record: Mapping[str, Any]) -> ExcludedRegion:
    """The bound of a record, worked out again from the argument's name and the parameters.

    Raises
    ------
    ExcludedRegionError
        If the record is not one of a known argument, or anything in it is not what comes out.

    Examples
    --------
    >>> from headcount.reductions.excluded_sizes.counting_lower import qsa_counting_lower
    >>> record = qsa_counting_lower(64, 4).record()
    >>> recompute(record) == qsa_counting_lower(64, 4)
    True
    """
    if not isinstance(record, Mapping):
        raise ExcludedRegionError(f"a record must be an object, got {type(record).__name__}; write it with record()")
    entry = next((entry for entry in LOWER_BOUNDS if entry.name == record.get("argument")), None)
    if entry is None:
        known = ", ".join(entry.name for entry in LOWER_BOUNDS)
        raise ExcludedRegionError(f"a record's argument must be one of {known}, got {record.get('argument')!r:.40}")
    parameters, cost = record.get("parameters"), record.get("cost")
    if not isinstance(parameters, Mapping) or set(parameters) != set(entry.parameters) or not isinstance(cost, Mapping):
        raise ExcludedRegionError(
            f"a record of {entry.name} must have the parameters {', '.join(entry.parameters)} and a cost"
        )
    try:
        region = entry.make(**parameters, dv=record.get("dv"), grid=cost.get("grid"))
    except (TaskError, CostError) as error:
        raise ExcludedRegionError(f"a record must have possible parameters: {error}") from None
    again = region.record()
    for field in sorted({*again, *record}):
        if again.get(field) != record.get(field):
            raise ExcludedRegionError(
                f"a record must say what its argument gives: {field} is {record.get(field)!r:.80}, "
                f"recomputed {again.get(field)!r:.80}"
            )
    return region
