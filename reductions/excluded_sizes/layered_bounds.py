"""Lower bounds for units of D layers, for every task that a path of reductions ends in.

A fixed-point unit of D layers is run across the cut of an encoding for ``layered_cost`` bits. That cost grows with the
number of tokens, so an encoding excludes something at D >= 2 only if it puts more bits into a token than its keys and
values hold: directed triangles do (``triangle_lower``), most other encodings do not, and then the region says
so. What one token alone has to tell is counted by ``token_lower``.
"""

from collections.abc import Mapping
from dataclasses import replace

from ..protocols.layered_cost import LayeredCost, without_mask
from ..reduction import Owner, SizedReduction
from .across_the_cut import Argument
from .communication_lower import communication_lower
from .excluded_region import ExcludedRegion, Part, Standing
from .lower_bounds import LAYERED_BOUNDS, lower_bounds_for
from .path_bounds import BESIDE, at_parameters, encoded_region, known_paths


def layered_bounds(
    task: str, parameters: Mapping[str, int], layers: int, *, dv: int | str | None = None, grid: str = "twos"
) -> tuple[ExcludedRegion, ...]:
    """Every bound for fixed-point units of D layers that is known for a task at these parameters.

    Parameters
    ----------
    task : str
        Its name.
    parameters : mapping of str to int
        As ``Task.parameters`` has them.
    layers : int >= 1
        D.
    dv : int >= 1, ``"m"`` or None
        The width of values; None: 1 for q-SA, else ``"m"``.
    grid : ``"twos"`` or ``"midrise"``

    Returns
    -------
    tuple of ExcludedRegion
        Those by name first, then those along paths unless a path's cost is that of a stronger one; a region may
        exclude nothing.

    Raises
    ------
    CostError
        If layers, dv or grid is impossible.

    Examples
    --------
    >>> for region in layered_bounds("cycle3", {"N": 90}, 3):
    ...     print(region.argument, region.required, region.least_m(1, 1), region.excludes(1, 1, 1))
    cycle3-token 88 15 True
    cycle3-triangles 1008 4 True
    cycle3-square 900 3 True
    disj -> cycle3 (layer by layer) 88 1 False
    """
    width: int | str = (1 if task.endswith("qsa") else "m") if dv is None else dv
    found = list(lower_bounds_for(task, parameters, LAYERED_BOUNDS, layers=layers, dv=width, grid=grid))
    for path in known_paths(task):
        sized = at_parameters(path.reduction, parameters)
        if sized is None:
            continue
        cost = _cost(sized, layers, grid)
        proof = Part("reduction", f"{sized.source} along {path}", Standing.PROVED, BESIDE)
        argument = Argument("layer by layer", cost, "D", "layer by layer")
        known = communication_lower(sized.source)
        region = replace(encoded_region(str(path), sized, argument, known, width, proof), task=task, encoding=None)
        if not any(other.cost == region.cost and other.required >= region.required for other in found):
            found.append(region)
    return tuple(found)


def _cost(sized: SizedReduction, layers: int, grid: str) -> LayeredCost:
    owner = sized.owners[sized.output_position - 1]
    alice, bob = (len(sized.positions(who)) for who in (Owner.ALICE, Owner.BOB))
    if owner is Owner.PUBLIC:
        return without_mask(layers, alice, bob, len(sized.read_positions), grid)
    speakers = bob if owner is Owner.ALICE else alice
    return LayeredCost(layers, (layers - 1) * (alice + bob), speakers, len(sized.read_positions), grid, query_sent=True)
