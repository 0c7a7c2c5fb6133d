"""Lower bounds for units of D layers, for every task that a path of reductions ends in.

A fixed-point unit of D layers is run across the cut of an encoding for ``layered_cost`` bits. That cost grows with the
number of tokens, so an encoding excludes something at D >= 2 only if it puts more bits into a token than its keys and
values hold: directed triangles do (``triangle_lower``), most other encodings do not, and then the region says
so. What one token alone has to tell is counted by ``token_lower``.
"""

from collections.abc import Mapping

from ..problem_graph import Path, paths_to
from ..protocols.layered_cost import LayeredCost, without_mask
from ..reduction import Owner, ReductionError, SizedReduction
from .excluded_region import ExcludedRegion, ExcludedRegionError, Part, Standing
from .lower_bounds import LowerBoundEntry
from .path_bounds import at_parameters, required_bits
from .token_lower import (
    composition_token_lower,
    cycle3_token_lower,
    induction_heads_token_lower,
    k_hop_token_lower,
)
from .triangle_lower import cycle3_square_lower, cycle3_triangle_lower

LAYERED_BOUNDS: tuple[LowerBoundEntry, ...] = (
    LowerBoundEntry(
        "cycle3-token", "cycle3", cycle3_token_lower, ("N",), "the edges out of one vertex: D H (m + dv) p >= N - 2"
    ),
    LowerBoundEntry(
        "cycle3-triangles", "cycle3", cycle3_triangle_lower, ("N",),
        "Cycle3 by DISJ of the best rectangle of bits in a tripartite graph",
    ),
    LowerBoundEntry(
        "cycle3-square", "cycle3", cycle3_square_lower, ("N",),
        "the same with floor(N/3)^2 bits: (2D - 1) H (m + dv) p >= floor(N/3)",
    ),
    LowerBoundEntry(
        "composition-token", "composition", composition_token_lower, ("n",),
        "one value of f: D H (m + dv) p >= ceil(log2 n)",
    ),
    LowerBoundEntry(
        "induction-heads-token", "induction-heads", induction_heads_token_lower, ("A", "N"),
        "one token: D H (m + dv) p >= ceil(log2 (A - 1))",
    ),
    LowerBoundEntry(
        "k-hop-token", "k-hop", k_hop_token_lower, ("A", "N", "k"),
        "one token, k hops away: D H (m + dv) p >= ceil(log2 (A - 1))",
    ),
)  # fmt: skip

if len({entry.name for entry in LAYERED_BOUNDS}) != len(LAYERED_BOUNDS):
    raise ValueError("two lower bounds of the registry have the same name")


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
    disj -> cycle3 88 1 False
    """
    width: int | str = (1 if task.endswith("qsa") else "m") if dv is None else dv
    found = []
    for entry in LAYERED_BOUNDS:
        if entry.task == task and set(entry.parameters) <= set(parameters):
            given = {name: parameters[name] for name in entry.parameters}
            try:
                found.append(entry.make(**given, layers=layers, dv=width, grid=grid))
            except ExcludedRegionError:  # the argument does not reach these parameters
                continue
    try:
        paths = paths_to(task)
    except ReductionError:
        paths = ()
    for path in paths:
        sized = at_parameters(path.reduction, parameters)
        if sized is None:
            continue
        region = _region(path, sized, layers, width, grid)
        if not any(other.cost == region.cost and other.required >= region.required for other in found):
            found.append(region)
    return tuple(found)


def _region(path: Path, sized: SizedReduction, layers: int, dv: int | str, grid: str) -> ExcludedRegion:
    required = required_bits(sized.source, False)
    cost = _cost(sized, layers, grid)
    return ExcludedRegion(
        argument=str(path),
        task=path.last.target,
        parameters=tuple(sized.target.parameters.items()),
        condition=f"encoder {path} at n = {sized.source.n}, any read-out of token and row",
        cost=cost,
        required=required,
        dv=dv,
        reduction=Part(
            "reduction",
            f"{sized.source} along {path}",
            Standing.PROVED,
            "headcount.reductions, a proof beside each encoder; laws checked at small n",
        ),
        protocol=Part(
            "protocol", f"layer by layer: {cost.words} bits", Standing.PROVED,
            "headcount.reductions.protocols.layered_cost",
        ),
        communication=Part(
            "communication",
            f"{sized.source} requires {required} bits before the answer",
            Standing.PROVED,
            "headcount.reductions.excluded_sizes.communication_lower",
        ),
    )  # fmt: skip


def _cost(sized: SizedReduction, layers: int, grid: str) -> LayeredCost:
    owner = sized.owners[sized.output_position - 1]
    alice, bob = (len(sized.positions(who)) for who in (Owner.ALICE, Owner.BOB))
    if owner is Owner.PUBLIC:
        return without_mask(layers, alice, bob, len(sized.read_positions), grid)
    speakers = bob if owner is Owner.ALICE else alice
    return LayeredCost(layers, (layers - 1) * (alice + bob), speakers, len(sized.read_positions), grid, query_sent=True)
