"""Lower bounds for a task along every path of the graph of problems that ends in it, with explicit constants.

Let f be the two-party function at the start of a path, encoded at its size n into the task at the size asked for. A
fixed-point unit that does the task, run across the cut of that encoding, computes f. So its cost is at least what f
requires:

*Two rounds, any read-out* (``RowSumCost``). The owner of the output's position works out the row, sees the token,
reads the answer off and announces it: cost + 1 >= D(f), hence cost >= D(f) - 1. A public position's row is worked out
by the party that makes the cost smaller.

*One way* (``OneWayCost``), where Alice owns the output's position and no other: Bob works out the row from her bits
and reads the answer off the row alone: cost >= the one-way bits from Alice to Bob.

*One way, level sums* (``LayeredCost``), where the output's position is public, so that Alice knows its query and Bob
its token, and the function needs more bits one way than two ways, as INDEX does.

``communication_lower`` proves both numbers: n for DISJ_n, EQ_n, GT_n and IP_n either way; ceil(log2 n) and n for
INDEX_n.

The bounds of ``lower_bounds.LOWER_BOUNDS`` that use a path are among these (at the sizes that the encoders have; they
pad by themselves for others); those that use none, such as counting, are added.
"""

from collections.abc import Mapping

from ...tasks import TaskError
from ...tasks.two_party.functions import TwoPartyError, TwoPartyFunction
from ..laws import Refuted, Verified, require_few_pairs, verify_exhaustive
from ..problem_graph import Path, paths_to
from ..protocols.cost import Cost, OneWayCost, RowSumCost
from ..protocols.layered_cost import LayeredCost
from ..reduction import Owner, Reduction, ReductionError, SizedReduction
from .communication_lower import communication_lower
from .excluded_region import ExcludedRegion, Part, Standing, proved
from .lower_bounds import lower_bounds_for

BESIDE = "headcount.reductions, a proof beside each encoder; laws checked at small n"
"""Where the proofs of reductions stand."""

LARGEST = 10_000
"""Largest parameter for which an encoder is built: it lists the owners of all positions, its alphabet may be 2^N."""


def lower_bounds(
    task: str, parameters: Mapping[str, int], *, dv: int | str = "m", grid: str = "twos"
) -> tuple[ExcludedRegion, ...]:
    """Every bound for fixed-point units that is known for a task at these parameters, the strongest of a kind first.

    Parameters
    ----------
    task : str
        Its name.
    parameters : mapping of str to int
        As ``Task.parameters`` has them; those that are left out may be anything that the encoder allows.
    dv : int >= 1 or ``"m"``
        The width of values; ``"m"``: as wide as queries, as the papers count.
    grid : ``"twos"`` or ``"midrise"``

    Returns
    -------
    tuple of ExcludedRegion
        Empty if no path has these sizes, or a parameter exceeds ``LARGEST``. Regions are not compared: each may
        exclude sizes that the others do not.

    Raises
    ------
    CostError
        If dv or grid is impossible.

    Examples
    --------
    >>> for region in lower_bounds("match3", {"N": 65}):
    ...     print(region.argument, region.required, region.least_m(1, 1))
    match3-disjointness 32 3
    match3-smaller-disjointness 31 4
    eq -> disj -> match3 16 1
    index -> disj -> match3 5 1
    """
    found = list(lower_bounds_for(task, parameters, dv=dv, grid=grid))
    seen = {(region.cost, region.required) for region in found}
    for path in known_paths(task):
        for region in path_bounds(path, parameters, dv=dv, grid=grid):
            if (region.cost, region.required) not in seen:
                seen.add((region.cost, region.required))
                found.append(region)
    return tuple(sorted(found, key=lambda region: -region.required))


def path_bounds(
    path: Path, parameters: Mapping[str, int], *, dv: int | str = "m", grid: str = "twos"
) -> tuple[ExcludedRegion, ...]:
    """The bounds along one path: two rounds, and one way where the cut allows it. Empty if no n gives the parameters.

    Examples
    --------
    >>> from ..problem_graph import paths_to
    >>> region = path_bounds(paths_to("cycle3")[0], {"N": 66})[0]
    >>> region.condition, region.required
    ('encoder disj -> cycle3 at n = 64, any read-out of token and row', 64)
    >>> region.cost.words
    'H (l + bits(p + 2) + bits(2^p + 1) + dv bits(2^p (2^p - 1) + 1))'
    """
    sized = at_parameters(path.reduction, parameters)
    if sized is None:
        return ()
    proof = Part("reduction", f"{sized.source} along {path}; {_counts(sized)}", Standing.PROVED, BESIDE)
    return _regions(str(path), sized, proof, dv=dv, grid=grid, level_sums=not path.maps)


def encoding_bounds(
    sized: SizedReduction, found: Verified | Refuted | None = None, *, dv: int | str = "m", grid: str = "twos"
) -> tuple[ExcludedRegion, ...]:
    """The bounds that an encoding at one size gives, once it has been checked on all pairs of inputs.

    ``found`` is what ``verify_exhaustive`` said of it, if that has been run already.

    Raises
    ------
    ReductionError
        If a law is broken (with the counterexample), there are too many pairs, the outputs of several positions are
        read, or the tokens are put together into an input that is no sequence of them.
    CostError
        If dv or grid is impossible.

    Examples
    --------
    >>> from ..encoders.disj_to_match3 import disj_to_match3
    >>> print(encoding_bounds(disj_to_match3.at(3))[0].reduction.statement)
    DISJ_3 as match3(M=8, N=7); tokens: Alice 3, Bob 3, public 1; all laws hold for 64 pairs
    """
    require_one_output(sized)
    if found is None:
        require_few_pairs(sized)
        found = verify_exhaustive(sized)
    if not isinstance(found, Verified):
        raise ReductionError(f"no bound follows: {found}")
    checked = f"{sized.source} as {sized.target_words}; {_counts(sized)}; all laws hold for {found.pairs} pairs"
    proof = Part("reduction", checked, Standing.CHECKED, "headcount.reductions.laws")
    return _regions(f"{sized.source.name} -> {sized.target.name}", sized, proof, dv=dv, grid=grid, level_sums=True)


def require_one_output(sized: SizedReduction) -> None:
    """Refuse a reduction that no bound on units follows from.

    Raises
    ------
    ReductionError
        If the outputs of several positions are read, or the tokens are put together into an input that is no sequence.
    """
    if sized.also_read or sized.assemble is not tuple:
        raise ReductionError(
            f"{sized.name} must read one output of a sequence of tokens for a bound on units to follow; "
            f"got outputs at {sized.read_positions}"
        )


def _regions(
    words: str, sized: SizedReduction, proof: Part, *, dv: int | str, grid: str, level_sums: bool
) -> tuple[ExcludedRegion, ...]:
    """Two rounds; one way where the cut allows it; level sums where they may be used and say more."""
    alice = sized.positions(Owner.ALICE)
    public = sized.owners[sized.output_position - 1] is Owner.PUBLIC
    costs: list[Cost] = [_row_sum_cost(sized, grid)]
    if alice == (sized.output_position,):
        costs.append(OneWayCost(grid))
    if public and level_sums and required_bits(sized.source, True) > required_bits(sized.source, False):
        costs.append(LayeredCost(1, 0, len(alice), 1, grid, one_way=True))
    regions = []
    for cost in costs:
        one_way = not isinstance(cost, RowSumCost)
        kind = "one way from Alice" if one_way else "two rounds; the answer takes one bit more"
        protocol = f"{kind}: {cost.words} bits", "headcount.reductions.protocols.cost"
        regions.append(encoded_region(words, sized, cost, dv, proof, protocol, one_way=one_way))
    return tuple(regions)


def encoded_region(
    words: str,
    sized: SizedReduction,
    cost: Cost,
    dv: int | str,
    reduction: Part,
    protocol: tuple[str, str],
    *,
    one_way: bool = False,
) -> ExcludedRegion:
    """The region of a task into which a function is encoded, for units that are run across the cut."""
    required = required_bits(sized.source, one_way)
    row_alone = isinstance(cost, OneWayCost)  # the answering party does not know the token
    read_out = "read off the output row alone" if row_alone else "any read-out of token and row"
    bits = f"{sized.source} requires {required} bits {'one way' if one_way else 'before the answer'}"
    communication = (bits, "headcount.reductions.excluded_sizes.communication_lower")
    name, sizes = words + (" (one way)" if one_way else ""), tuple(sized.target.parameters.items())
    condition = f"encoder {words} at n = {sized.source.n}, {read_out}"
    parts = {"reduction": reduction, **proved(protocol=protocol, communication=communication)}
    return ExcludedRegion(name, sized.target.name, sizes, condition, cost, required, dv, **parts)


def required_bits(source: TwoPartyFunction, one_way: bool) -> int:
    """What a protocol must cost before the answer is announced: D(f) - 1, or the one-way bits from Alice to Bob.

    Examples
    --------
    >>> from ...tasks.two_party.functions import disj, index
    >>> required_bits(disj(5), False), required_bits(index(5), False), required_bits(index(5), True)
    (5, 3, 5)
    """
    known = communication_lower(source)
    return known.one_way if one_way else known.value - 1


def known_paths(task: str) -> tuple[Path, ...]:
    """All paths to a task; none if no reduction ends there."""
    try:
        return paths_to(task)
    except ReductionError:
        return ()


def at_parameters(reduction: Reduction, parameters: Mapping[str, int]) -> SizedReduction | None:
    """The reduction at the n that gives the task these parameters; sizes are linear in n, the result is compared."""
    chosen = {name: parameters[name] for name in reduction.parameters if name in parameters}
    if any(value > LARGEST for value in parameters.values()):
        return None
    try:
        first, second = (dict(reduction.at(n, **chosen).target.parameters) for n in (1, 2))
    except (ReductionError, TaskError):  # too small for those parameters, say; the slopes do not depend on them
        first, second = (dict(reduction.at(n).target.parameters) for n in (1, 2))
    for name, value in parameters.items():
        slope = second.get(name, 0) - first.get(name, 0)
        if name in chosen or slope == 0:
            continue
        n, rest = divmod(value - first[name], slope)
        if rest or not 0 <= n < LARGEST:
            return None
        try:
            sized = reduction.at(n + 1, **chosen)
        except (ReductionError, TwoPartyError, TaskError):
            return None
        given = sized.target.parameters
        return sized if all(given.get(key) == wanted for key, wanted in parameters.items()) else None
    return None


def _row_sum_cost(sized: SizedReduction, grid: str) -> Cost:
    owner = sized.owners[sized.output_position - 1]
    counts = {who: len(sized.positions(who)) for who in (Owner.ALICE, Owner.BOB)}
    if owner is Owner.PUBLIC:
        return RowSumCost(max(1, min(counts.values())), grid)
    other = Owner.BOB if owner is Owner.ALICE else Owner.ALICE
    return RowSumCost(max(1, counts[other]), grid, query_sent=True)


def _counts(sized: SizedReduction) -> str:
    return "tokens: " + ", ".join(f"{owner} {len(sized.positions(owner))}" for owner in Owner)
