"""``headcount bounds`` of a reduction of one's own: checked on all pairs of inputs first."""

from typing import TYPE_CHECKING, Any

import typer

from .app import REJECTED
from .command import say

if TYPE_CHECKING:
    from ..reductions.excluded_sizes.excluded_region import ExcludedRegion
    from ..reductions.reduction import SizedReduction


def bounds_of_reduction(
    sized: "SizedReduction", *, dv: int | str, grid: str, budget: float, quiet: bool
) -> tuple["ExcludedRegion", ...]:
    """The bounds that follow, what the function needs measured within a part of the budget.

    Raises
    ------
    ReductionError
        If there are too many pairs, or no bound on units can follow.
    typer.Exit
        With 3, if the encoder is wrong: the counterexample is printed.
    """
    from ..reductions.excluded_sizes.path_bounds import encoding_bounds, require_sequence
    from ..reductions.laws import Refuted, require_few_pairs, verify_exhaustive
    from ..search.communication import communication_of
    from .progress import MeasuresLine, Waiting

    require_sequence(sized)
    require_few_pairs(sized)
    with Waiting(f"all pairs of inputs of {sized.name}, n = {sized.source.n}", enabled=not quiet):
        found = verify_exhaustive(sized)
    if isinstance(found, Refuted):
        say(f"{found}; no bound follows")
        raise typer.Exit(REJECTED)
    with MeasuresLine(1, enabled=not quiet) as bar:
        known = communication_of(sized.source, budget, watch=bar.update)
    with Waiting("the sizes that follow", enabled=not quiet):
        regions = encoding_bounds(sized, found, known=known, dv=dv, grid=grid)
    return tuple(sorted(regions, key=lambda region: -region.required))


def require_plain(**options: Any) -> None:
    """Refuse options that do not apply to a reduction.

    Raises
    ------
    TaskError
        Which one.
    """
    from ..tasks import TaskError

    for name, value in options.items():
        if value is not None:
            raise TaskError(f"--{name} is for tasks known by name, not for a reduction of your own; leave it out")
