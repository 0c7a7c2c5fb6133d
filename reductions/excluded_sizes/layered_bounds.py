"""Lower bounds for units of D layers: of a task, by its tokens and by paths of reductions; of a reduction of one's own.

A fixed-point unit of D layers is run across the cut of an encoding in three ways (``layered_cost``): all positions tell
each other their keys and values; the party of the fewer tokens tells its own and is returned its rows; under a causal
mask, with all of Alice's tokens before Bob's, hers tell their keys and values and nothing comes back. The first two pay
for D(f) - 1 bits, the last one for what one message from Alice has to tell, wherever the output is that is not hers.
These costs grow with the number of tokens, so an encoding excludes something at D >= 2 only if it puts more bits into a
token than its keys and values hold: directed triangles do (``triangle_lower``), most other encodings do not, and then
the region says so. What one token alone has to tell is counted by ``token_lower``.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ...tasks import SequenceTask, Task, TaskError
from ..laws import Refuted, Undecided, Verified, require_few_pairs, verify_exhaustive
from ..protocols.layered_cost import LayeredCost, rows_returned, without_mask
from ..reduction import Owner, ReductionError, SizedReduction
from .across_the_cut import ANY, PARTIES, Argument, worth_measuring
from .communication_lower import CommunicationLower, communication_lower
from .excluded_region import ExcludedRegion, Part, Standing
from .lower_bounds import LAYERED_BOUNDS, lower_bounds_for
from .path_bounds import BESIDE, at_parameters, encoded_region, known_paths, require_sequence
from .token_lower import known_task, token_region, told_of


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
        Those by name first, what tokens have to tell if that is more, then those along paths unless a path's cost is
        that of a stronger one; a region may exclude nothing.

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
    disj -> cycle3 (rows returned) 88 3 True
    disj -> cycle3 (told by Alice under a causal mask) 88 15 True
    """
    width: int | str = (1 if task.endswith("qsa") else "m") if dv is None else dv
    found = list(lower_bounds_for(task, parameters, LAYERED_BOUNDS, layers=layers, dv=width, grid=grid))
    known = max((region.required for region in found if region.argument.endswith("-token")), default=0)
    listed = known_task(task, parameters)
    if isinstance(listed, SequenceTask) and (told := told_of(listed, one_layer=layers == 1)) and told.bits > known:
        found.insert(0, token_region(listed, told, layers, dv=width, grid=grid))
    for path in known_paths(task):
        sized = at_parameters(path.reduction, parameters)
        if sized is None:
            continue
        proof = Part("reduction", f"{sized.source} along {path}", Standing.PROVED, BESIDE)
        for region in _regions(str(path), sized, communication_lower(sized.source), proof, layers, width, grid):
            if region.excludes_nothing and not region.argument.endswith("(layer by layer)"):
                continue
            if not any(other.cost == region.cost and other.required >= region.required for other in found):
                found.append(replace(region, task=task))
    return tuple(found)


def layered_bounds_of_task(
    task: Task, layers: int, *, dv: int | str = "m", grid: str = "twos"
) -> tuple[ExcludedRegion, ...]:
    """What the tokens of a task of one's own have to tell units of D layers.

    Raises
    ------
    TaskError
        If its inputs are no words of one length over an alphabet, or no token has anything to tell.
    CostError
        If layers, dv or grid is impossible.

    Examples
    --------
    >>> from ...tasks import Match3
    >>> (region,) = layered_bounds_of_task(Match3(M=5, N=3), 2)
    >>> region.required, region.told.values, region.told.contexts
    (1, (0, 2), ((0, 0, 1),))
    """
    if not isinstance(task, SequenceTask):
        raise TaskError(
            f"{task.name} must be a SequenceTask, whose inputs are words of N tokens, for a bound on several layers, "
            f"got a {type(task).__name__}; write it with headcount.task(N=.., alphabet=..)"
        )
    told = told_of(task, one_layer=layers == 1)
    if told is None:
        raise TaskError(
            f"no token of {task.name} was found to have anything to tell: for every context, all values of it have the "
            "same answers at the other positions; take another N, or write a reduction to it, headcount.reduction(..)"
        )
    return (token_region(task, told, layers, dv=dv, grid=grid),)


def layered_encoding_bounds(
    sized: SizedReduction,
    layers: int,
    found: Verified | Refuted | Undecided | None = None,
    *,
    known: CommunicationLower | None = None,
    dv: int | str = "m",
    grid: str = "twos",
) -> tuple[ExcludedRegion, ...]:
    """The bounds that an encoding gives for units of D layers, once it has been checked on all pairs of inputs.

    ``found`` is what ``verify_exhaustive`` said of it, if that has been run already; ``known`` is what is known of the
    communication of its function, ``communication_lower`` by default.

    Raises
    ------
    ReductionError
        If a law is broken (with the counterexample), there are too many pairs, or no bound on units can follow.
    CostError
        If layers, dv or grid is impossible.

    Examples
    --------
    >>> from ..encoders.disj_to_match3 import disj_to_match3
    >>> for region in layered_encoding_bounds(disj_to_match3.at(3), 2):
    ...     print(region.argument, "|", region.required, region.bits(1, 1, 1))
    disj -> match3 (layer by layer) | 3 18
    disj -> match3 (rows returned) | 3 45
    disj -> match3 (told by Alice under a causal mask) | 3 12
    """
    require_sequence(sized)
    if found is None:
        require_few_pairs(sized)
        found = verify_exhaustive(sized)
    if not isinstance(found, Verified):
        raise ReductionError(f"no bound follows: {found}")
    checked = f"{sized.source} as {sized.target_words}; all laws hold for {found.pairs} pairs"
    proof = Part("reduction", checked, Standing.CHECKED, "headcount.reductions.laws")
    words, known = f"{sized.source.name} -> {sized.target.name}", known or communication_lower(sized.source)
    return tuple(_regions(words, sized, known, proof, layers, dv, grid))


def measures_worth_in_layers(
    sized: SizedReduction, depths: Iterable[int], dv: int | str = "m", grid: str = "twos"
) -> tuple[str, ...]:
    """The measures of an encoded function that ``layered_encoding_bounds`` may exclude something by at some depth.

    Examples
    --------
    >>> from ..encoders.disj_to_cycle3 import disj_to_cycle3
    >>> measures_worth_in_layers(disj_to_cycle3.at(64), [2]), measures_worth_in_layers(disj_to_cycle3.at(3), [2, 3])
    (('D', 'one_way_ab'), ())
    """
    every = (argument for layers in depths for argument in layered_arguments(sized, layers, grid))
    return worth_measuring(every, communication_lower(sized.source), dv)


def layered_arguments(sized: SizedReduction, layers: int, grid: str) -> Iterator[Argument]:
    """The ways to run units of D layers across the cut of an encoding: what each pays, and what it needs.

    Examples
    --------
    >>> from ..encoders.index_to_composition import index_to_composition
    >>> for argument in layered_arguments(index_to_composition.at(8), 2, "twos"):
    ...     print(argument.name, argument.measure, argument.cost.bits(1, 1, 1, 1))
    layer by layer D 47
    rows returned D 134
    told by Alice under a causal mask one_way_ab 32
    """
    owners = {sized.owners[position - 1] for position in sized.read_positions}
    tokens = {party: max(1, len(sized.positions(party))) for party in PARTIES}
    rows = len(sized.read_positions)
    if len(owners - {Owner.PUBLIC}) < 2:
        mine = next(iter(owners - {Owner.PUBLIC}), None)
        speaker = min(PARTIES, key=lambda party: (party is mine, tokens[party]))
        if mine is None:
            cost = without_mask(layers, tokens[Owner.ALICE], tokens[Owner.BOB], rows, grid)
        else:
            speaks = tokens[speaker]
            cost = LayeredCost(layers, (layers - 1) * sum(tokens.values()), speaks, rows, grid, query_sent=True)
        yield Argument("layer by layer", cost, "D", "layer by layer")
        if layers > 1:
            returned = rows_returned(layers, tokens[speaker], len(sized.owners) + 1, rows, grid)
            yield Argument("rows returned", returned, "D", f"layer by layer, {speaker} is returned the rows")
    for party, other in (PARTIES, PARTIES[::-1]):
        first = max(sized.positions(party), default=0) < min(sized.positions(other), default=0)
        if layers > 1 and first and party not in owners:
            told = LayeredCost(
                layers, (layers - 1) * tokens[party], tokens[party], rows, grid, sums=False, one_way=True
            )
            name, how = f"told by {party} under a causal mask", f"one way from {party}, whose tokens see no other ones"
            yield Argument(name, told, f"one_way_{'ab' if party is Owner.ALICE else 'ba'}", how, CAUSAL)


def _regions(
    words: str, sized: SizedReduction, known: CommunicationLower, proof: Part, layers: int, dv: int | str, grid: str
) -> Iterator[ExcludedRegion]:
    """A region for each way; that in which all positions speak comes first."""
    for argument in layered_arguments(sized, layers, grid):
        yield replace(encoded_region(words, sized, argument, known, dv, proof), encoding=None)


CAUSAL = f"{ANY}, under a causal mask"
