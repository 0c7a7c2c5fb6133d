"""Lower bounds for a task along every path of the graph of problems that ends in it, with explicit constants.

Let f be the two-party function at the start of a path, encoded at its size n into the task at the size asked for. A
fixed-point unit that does the task, run across the cut of that encoding, computes f; ``across_the_cut`` lists the ways
to run it. Of the bounds of a task, those by told tokens are listed where they exclude more than all others.

What f needs is n bits for DISJ_n, EQ_n, GT_n and IP_n, one way or two ways; ceil(log2 n) two ways and n one way for
INDEX_n (``communication_lower``). Of an encoding of one's own it may be given, as measured with a budget.

The bounds of ``lower_bounds.LOWER_BOUNDS`` that use a path are among these (at the sizes that the encoders have; they
pad by themselves for others); those that use none, such as counting, are added.
"""

from collections.abc import Mapping
from dataclasses import replace

from ...tasks import TaskError
from ...tasks.two_party.functions import TwoPartyError
from ...tasks.words import counted
from ..laws import Refuted, Undecided, Verified, require_few_pairs, verify_exhaustive
from ..problem_graph import Path, paths_to
from ..protocols.cost import OneWayCost, RowSumCost, ToldCost
from ..reduction import Owner, Reduction, ReductionError, SizedReduction
from .across_the_cut import Argument, arguments, one_token_encodings, worth_measuring
from .communication_lower import CommunicationLower, communication_lower
from .excluded_region import ExcludedRegion, Part, Standing, power_words, proved
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
    eq -> disj -> match3 (row sums) 16 1
    index -> disj -> match3 (row sums) 5 1
    """
    found = list(lower_bounds_for(task, parameters, dv=dv, grid=grid))
    seen = {(region.cost, region.required) for region in found}
    told: list[ExcludedRegion] = []
    for path in known_paths(task):
        for region in path_bounds(path, parameters, dv=dv, grid=grid):
            if (region.cost, region.required) not in seen:
                seen.add((region.cost, region.required))
                (told if isinstance(region.cost, ToldCost) else found).append(region)
    found += [region for region in told if region.says_more_than(found)]
    return tuple(sorted(found, key=lambda region: -region.required))


def path_bounds(
    path: Path, parameters: Mapping[str, int], *, dv: int | str = "m", grid: str = "twos"
) -> tuple[ExcludedRegion, ...]:
    """The bounds along one path, by every argument. Empty if no n gives the parameters.

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
    known = communication_lower(sized.source)
    return tuple(
        encoded_region(str(path), sized, argument, known, dv, proof)
        for argument in arguments(sized, known, grid)
        if argument.name != "level sums" or not path.maps
    )


def encoding_bounds(
    sized: SizedReduction,
    found: Verified | Refuted | Undecided | None = None,
    *,
    known: CommunicationLower | None = None,
    dv: int | str = "m",
    grid: str = "twos",
) -> tuple[ExcludedRegion, ...]:
    """The bounds that an encoding at one size gives, once it has been checked on all pairs of inputs.

    ``found`` is what ``verify_exhaustive`` said of it, if that has been run already; ``known`` is what is known of the
    communication of its function, ``communication_lower`` by default.

    Raises
    ------
    ReductionError
        If a law is broken (with the counterexample), there are too many pairs, or the tokens are put together into an
        input that is no sequence of them.
    CostError
        If dv or grid is impossible.

    Examples
    --------
    >>> from ..encoders.disj_to_match3 import disj_to_match3
    >>> for region in encoding_bounds(disj_to_match3.at(3)):
    ...     print(region.argument, region.required, region.cost.words)
    disj -> match3 (row sums) 3 H (l + bits(p + 2) + bits(3 2^p + 1) + dv bits(3 2^p (2^p - 1) + 1))
    disj -> match3 (told by Alice) 3 bits(C(2^((m + dv) p) + 2, 3)^H)
    disj -> match3 (told by Bob) 3 bits(C(2^((m + dv) p) + 2, 3)^H)
    """
    require_sequence(sized)
    if found is None:
        require_few_pairs(sized)
        found = verify_exhaustive(sized)
    if not isinstance(found, Verified):
        raise ReductionError(f"no bound follows: {found}")
    free = 0 if found.yes is None or found.no is None else found.pairs - found.yes - found.no
    pairs = f"{found.pairs} pairs{f', {free} of them not promised' if free else ''}"
    checked = f"{sized.source} as {sized.target_words}; {_counts(sized)}; all laws hold for {pairs}"
    proof = Part("reduction", checked, Standing.CHECKED, "headcount.reductions.laws")
    words, known = f"{sized.source.name} -> {sized.target.name}", known or communication_lower(sized.source)
    regions = [encoded_region(words, sized, one, known, dv, proof) for one in arguments(sized, known, grid)]
    for name, part in one_token_encodings(sized):
        of_part = communication_lower(part.source)
        checked = f"{part.source} as {sized.target_words}, a part of {sized.source}; {_counts(part)}; the same tokens"
        proof = Part("reduction", checked, Standing.CHECKED, "headcount.reductions.laws")
        told = next(one for one in arguments(part, of_part, grid) if one.name == name.replace("one token of ", ""))
        region = encoded_region(words, part, replace(told, name=name), of_part, dv, proof)
        if not region.excludes_nothing:
            regions.append(region)
    return tuple(regions)


def measures_worth(sized: SizedReduction, dv: int | str = "m", grid: str = "twos") -> tuple[str, ...]:
    """The measures of an encoded function that ``encoding_bounds`` may exclude something by.

    Examples
    --------
    >>> from ..encoders.index_to_composition import index_to_composition
    >>> measures_worth(index_to_composition.at(9))
    ('one_way_ab',)
    """
    known = communication_lower(sized.source)
    return worth_measuring(arguments(sized, known, grid), known, dv)


def require_sequence(sized: SizedReduction) -> None:
    """Refuse a reduction that no bound on units follows from.

    Raises
    ------
    ReductionError
        If the tokens are put together into an input that is no sequence of them.
    """
    if sized.assemble is not tuple:
        raise ReductionError(
            f"{sized.name} must have a sequence of tokens as input for a bound on units to follow; its tokens are put "
            "together into something else"
        )


def encoded_region(
    words: str, sized: SizedReduction, argument: Argument, known: CommunicationLower, dv: int | str, reduction: Part
) -> ExcludedRegion:
    """What an argument excludes of a task into which a function is encoded."""
    required, most = argument.required(known), argument.required(known.most)
    bits = f"{sized.source} requires {counted(required, 'bit')} "
    bits += "before the answer" if argument.measure == "D" else "one way"
    bits += f", at most {most}" if most > required else ""
    if (messages := argument.messages(known)) is not None:
        bits = f"{sized.source} requires {power_words(messages)} messages one way"
    condition = f"encoder {words} at n = {sized.source.n}, {argument.read_out}"
    protocol = f"{argument.protocol}: {argument.cost.words} bits", "headcount.reductions.protocols.cost"
    parts = {"reduction": reduction, **proved(protocol=protocol), "communication": known.part(argument.measure, bits)}
    return ExcludedRegion(
        f"{words} ({argument.name})",
        sized.target.name,
        tuple(sized.target.parameters.items()),
        condition,
        argument.cost,
        required,
        dv,
        **parts,
        encoding=sized if isinstance(argument.cost, RowSumCost | ToldCost | OneWayCost) else None,
        needs=(argument.measure, known),
        messages=messages,
    )


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


def _counts(sized: SizedReduction) -> str:
    return "tokens: " + ", ".join(f"{owner} {len(sized.positions(owner))}" for owner in Owner)
