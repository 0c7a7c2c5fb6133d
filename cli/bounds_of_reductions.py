"""``headcount bounds`` of a reduction of one's own: checked on all pairs of inputs first."""

from typing import TYPE_CHECKING, Any

import typer

from .app import REJECTED
from .command import say

if TYPE_CHECKING:
    from ..reductions.excluded_sizes.excluded_region import ExcludedRegion
    from ..reductions.reduction import SizedReduction


def bounds_of_reduction(
    sized: "SizedReduction", *, dv: int | str, grid: str, quiet: bool
) -> tuple["ExcludedRegion", ...]:
    """The bounds that follow.

    Raises
    ------
    ReductionError
        If there are too many pairs, or no bound on units can follow.
    typer.Exit
        With 3, if the encoder is wrong: the counterexample is printed.
    """
    from ..reductions.excluded_sizes.path_bounds import encoding_bounds, require_one_output
    from ..reductions.laws import Refuted, require_few_pairs, verify_exhaustive
    from .progress import Waiting

    require_one_output(sized)
    require_few_pairs(sized)
    with Waiting(f"all pairs of inputs of {sized.name}, n = {sized.source.n}", enabled=not quiet):
        found = verify_exhaustive(sized)
    if isinstance(found, Refuted):
        say(f"{found}; no bound follows")
        raise typer.Exit(REJECTED)
    return tuple(sorted(encoding_bounds(sized, found, dv=dv, grid=grid), key=lambda region: -region.required))


def require_plain(**options: Any) -> None:
    """Refuse options that say nothing about a reduction.

    Raises
    ------
    TaskError
        Which one.
    """
    from ..tasks import TaskError

    for name, value in options.items():
        if value is not None:
            raise TaskError(f"--{name} is for tasks known by name, not for a reduction of your own; leave it out")
