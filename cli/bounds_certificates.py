"""What ``headcount bounds -o`` writes: certificates for the excluded sizes."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .command import say

if TYPE_CHECKING:
    from ..reductions.excluded_sizes.excluded_region import ExcludedRegion
    from ..reductions.excluded_sizes.exclusion_certificate import Exclusion


def strongest(regions: Sequence["ExcludedRegion"]) -> list["ExcludedRegion"]:
    """Of those with one cost the first: the others exclude less."""
    found: dict[Any, ExcludedRegion] = {}
    for region in regions:
        found.setdefault(region.cost, region)
    return list(found.values())


NOTHING = "no size is excluded at these p and H"
"""Why there is nothing to be written, where no reason has been found."""


def nearby_sizes(name: str, parameters: dict[str, int]) -> dict[str, int] | None:
    """The parameters with one of them changed by at most 3, at which a path of reductions gives a bound."""
    from ..reductions.excluded_sizes.path_bounds import lower_bounds

    for step in (1, -1, 2, -2, 3, -3):
        for given, value in parameters.items():
            if value + step >= 2 and lower_bounds(name, near := {**parameters, given: value + step}):
                return near
    return None


def write_exclusions(found: "Exclusion", path: Path, *, quiet: bool) -> bool:
    """Write certificates for what is excluded; what has none is said, with the reason. Whether anything was written."""
    from ..search.output_files import write_json
    from .answer_files import written

    if found.bundle is None:
        say(f"  nothing was written: {'; '.join(found.left_out) or NOTHING}", apart=quiet)
        return False
    for reason in found.left_out:
        say(f"headcount: not in the file: {reason}", apart=True)
    write_json(path, found.bundle)
    say(f"  {written(path)}", apart=quiet)
    return True
