"""``headcount bounds`` of a reduction of one's own: checked on all pairs of inputs first."""

from typing import TYPE_CHECKING, Any

import typer

from .app import REJECTED, UNKNOWN
from .command import say

if TYPE_CHECKING:
    from ..reductions.excluded_sizes.excluded_region import ExcludedRegion
    from ..reductions.laws import Verified
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
        With 3, if the encoder is wrong: the counterexample is printed; with 5, if the budget ends before all pairs of
        inputs were looked at.
    """
    from ..reductions.excluded_sizes.path_bounds import encoding_bounds, measures_worth
    from ..reductions.protocols.cost import require_grid
    from ..search.communication import communication_of
    from .progress import MeasuresLine, Waiting

    require_grid(grid)
    found = verified(sized, budget=budget, quiet=quiet)
    with MeasuresLine(1, enabled=not quiet) as bar:
        known = communication_of(sized.source, measures_worth(sized, dv, grid), budget, watch=bar.update)
    with Waiting("the sizes that follow", enabled=not quiet):
        regions = encoding_bounds(sized, found, known=known, dv=dv, grid=grid)
    return tuple(sorted(regions, key=lambda region: -region.required))


def verified(sized: "SizedReduction", *, budget: float, quiet: bool) -> "Verified":
    """What the check of all pairs of inputs says, if it is right.

    Raises
    ------
    ReductionError, typer.Exit
        As above.
    """
    from ..reductions.excluded_sizes.path_bounds import require_sequence
    from ..reductions.laws import Refuted, Verified, require_few_pairs, verify_exhaustive
    from .progress import PairsLine

    require_sequence(sized)
    require_few_pairs(sized)
    with PairsLine(f"{sized.name}, n = {sized.source.n}", enabled=not quiet) as line:
        found = verify_exhaustive(sized, seconds=budget, watch=line.update)
    if not isinstance(found, Verified):
        say(f"{found}; no bound follows")
        raise typer.Exit(REJECTED if isinstance(found, Refuted) else UNKNOWN)
    return found


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
