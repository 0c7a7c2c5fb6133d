"""``headcount bounds``."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .app import DONE, UNKNOWN
from .bounds_certificates import nearby_sizes, strongest, write_exclusions
from .command import Run, command, say
from .json_answers import echo_json
from .plain_bound import PlainBound

if TYPE_CHECKING:
    from ..bounds.constructions.averaging.width_and_bits import SizedAverage
    from ..reductions.bounds_words import BoundsAsked
    from ..reductions.excluded_sizes.excluded_region import ExcludedRegion


FOR_SIGN = 5.0
"""Most seconds for the lower bound in class SIGN."""

MOST_POSITIONS = 4096
"""Largest N of which the bound for keys of one bit is worked out: seconds beyond."""

MOST_BITS = 64
"""Largest p of a table."""


@command(
    "bounds",
    stops=True,
    budget=True,
    as_json=True,
    output="Write certificates for the excluded sizes.",
    plot="Draw the excluded regions.",
)
def bounds_command(
    words: Annotated[
        list[str],
        typer.Argument(metavar="TASK|FILE.py:NAME [PARAMETER=VALUE]..", help="A task, or a reduction of your own."),
    ],
    bits: Annotated[str, typer.Option(help="p, or a range such as 1:8.")] = "1:8",
    heads: Annotated[int, typer.Option(help="H of the table.", min=1, max=10**6)] = 1,
    dv: Annotated[
        str, typer.Option(metavar="DV|m", help="Width of values: a number held fixed, or m: as wide as queries.")
    ] = "m",
    grid: Annotated[str, typer.Option(help="twos or midrise.")] = "twos",
    layers: Annotated[
        str | None, typer.Option(help="D, or a range such as 1:8: units of several layers.", show_default=False)
    ] = None,
    error: Annotated[
        str | None, typer.Option("--error", metavar="EPS", help="qsa: what an output may be off by, such as 1/4.")
    ] = None,
    values: Annotated[
        int | None, typer.Option("--values", metavar="D", help="qsa with --error: dimension of the values [1].")
    ] = None,
    *,
    run: Run,
) -> int | None:
    r"""All lower bounds that are known for a task, each with its class, its constants and its status.

    \b
      headcount bounds qsa N=64 q=4
      headcount bounds match3 N=65 --bits 1:8 --heads 2 --plot match3.png
      headcount bounds cycle3 N=34 --json
      headcount bounds match3 N=65 -o excluded.json         certificates for headcount check
      headcount bounds cycle3 N=90 --layers 1:8 --bits 1 --plot depth.png
      headcount bounds qsa N=64 q=4 --error 1/8 --values 3
      headcount bounds parity k=12
      headcount bounds mine.py:encoding n=8

    \b
      SIGN       one saturated head, real numbers: the lower bound of headcount probe
      GRID(p)    the same with p-bit entries: different rows of the pattern need different queries
      KEYS(1)    keys of one bit, real queries: the sum of its keys determines a subset
      FIXED(p)   fixed-point attention, one layer: excluded sizes (m, p, H), by reductions from two-party functions,
                 the cost of running a unit across the cut, and what the function requires; no hidden constants.
                 Values are as wide as queries (dv = m), as the papers count; --dv 1 holds them to one coordinate
      ROUNDED(p) the same with running sums and outputs rounded to p bits, as where Theorem 7 of the paper is at home
      THRESH     heads of real softmax, a linear output and a threshold, after one layer: parity
      others     recurrent and fully connected networks, where they are known

    mine.py:encoding is a function of your own that returns headcount.reduction(..), as for headcount reduce; the
    encoding is checked on all pairs of inputs first, and the file is run. mine.py:task is a task.

    FIXED and ROUNDED are about one grid, twos by default: two's complement. midrise, that of probe, is symmetric
    about 0. Both have 2^p integers, so what counts tables holds for both; the cost of scores and sums is worked out
    for each.

    With --layers: fixed-point units of D layers with any networks between them, run across the cut layer by layer, for
    tasks by name, and tasks and reductions of your own; -o writes what one token has to tell, where the checker
    evaluates the task at its size (cycle3: N <= 20; of a task of your own the inputs that tell). With --error
    the bounds of qsa are those for outputs that may be off by so much; what needs a smaller error is named, and
    constructions show how far m and p can come down; --plot draws both.

    Bounds of different classes are about different units and are not to be compared.

    Exit codes: 0 done; 3 your encoder is wrong (counterexample printed); 5 nothing could be written to -o FILE (the
    reasons are printed); 2 wrong usage.
    """
    from ..reductions.bounds_words import bounds_from_words
    from ..reductions.excluded_sizes.lower_bounds import rounded_lower_bounds
    from ..reductions.excluded_sizes.path_bounds import lower_bounds
    from ..search.averages_asked import error_asked
    from ..tasks import TaskError
    from ..tasks.words import value_width
    from .bounds_of_others import bounds_of_others
    from .bounds_of_reductions import bounds_of_reduction, require_plain
    from .bounds_with_error import error_object, errors_in_words, plain_at_error, width_of_rows
    from .progress import Waiting

    run.require_files(inputs=words)
    ps = _range(bits)
    width = value_width(dv) or "m"
    asked = bounds_from_words(words)
    name, parameters, question = asked.name, asked.parameters, asked.question
    if asked.sized is not None:
        require_plain(error=error, values=values)
    eps = error_asked(error, values)
    missed: list[str] = []
    built: tuple[SizedAverage, ...] = ()
    if layers is not None:
        if eps is not None:
            raise TaskError("‹error› is about one layer; leave out ‹layers› or ‹error›")
        from . import bounds_of_layers as deep

        found = deep.regions_of_depths(
            asked, deep.depths_of(layers), dv=width, grid=grid, budget=run.budget, quiet=run.quiet
        )
        _show_depths(asked, found, ps, heads, run.as_json, run.plot, run.output)
    if asked.sized is not None:
        regions = bounds_of_reduction(asked.sized, dv=width, grid=grid, budget=run.budget, quiet=run.quiet)
    else:
        with Waiting(f"bounds along every path to {name}", enabled=not run.quiet):
            regions = lower_bounds(name, parameters, dv=width, grid=grid)
    others = rounded_lower_bounds(name, parameters, dv=width, grid=grid)
    if eps is None:
        with Waiting("the lower bound in class SIGN and others of one number", enabled=not run.quiet):
            plain = [
                *_plain(name, parameters, question, min(FOR_SIGN, run.budget)),
                *bounds_of_others(name, parameters),
            ]
    elif name != "qsa":
        raise TaskError(f"‹error› is what outputs of qsa may be off by, not those of {name}; leave it out")
    else:
        plain, missed = plain_at_error(parameters, eps, values or 1, grid, min(FOR_SIGN, run.budget))
        plain.append(width_of_rows(values or 1))
        if heads == 1 and parameters["q"] < parameters["N"]:
            from ..bounds.constructions.averaging.width_and_bits import widths_and_bits

            built = widths_and_bits(parameters["N"], parameters["q"], eps, rounded=run.plot is not None)
        if eps * parameters["q"] >= 1:
            missed += [f"{region.argument}: error < 1/{parameters['q']}" for region in regions]
            regions = ()
        else:
            from ..reductions.excluded_sizes.vector_values import qsa_vectors_lower

            others = (qsa_vectors_lower(**parameters, values=values or 1, error=eps, dv=width, grid=grid),)
    if run.plot is not None and not regions and not built:
        raise TaskError(f"there is no excluded region to draw for {name} at these parameters; try match3 N=65")
    every = tuple(sorted((*regions, *others), key=lambda region: -region.required))
    if run.as_json:
        shown = _object(name, parameters, plain, every, ps, heads)
        with_error = {} if eps is None else error_object(parameters, eps, values or 1, missed, built)
        echo_json({**shown, **with_error})
    else:
        if plain or regions or not missed:
            _print(asked, plain, every, ps, heads)
        else:
            say(f"{_title(name, parameters)}\n  no lower bound is known at this error")
        if missed:
            say(f"  not at this error, {eps}: {'; '.join(missed)}")
        if eps is not None and parameters["q"] < parameters["N"]:
            errors = errors_in_words(**parameters)
            say(f"  least error of one head of real softmax (infimum, rounded) [PROVED]: {errors}")
        for size in built:
            say(f"  construction: {size}")
    wrote = True
    if run.output is not None:
        from ..reductions.excluded_sizes.exclusion_certificate import exclusion_certificate

        with Waiting("certificates for what is excluded", enabled=not run.quiet):
            made = exclusion_certificate(name, parameters, [*strongest(regions), *others], ps, heads, eps)
        wrote = write_exclusions(made, run.output, quiet=run.as_json)
    if run.plot is not None:
        from ..show.pictures.regions import draw_regions

        draw_regions(
            strongest(regions),
            ps,
            heads,
            _title(name, parameters) + ("" if eps is None else f", error {eps}"),
            run.plot,
            max((bound.value for bound in plain if bound.unit_class.startswith("FIXED")), default=0),
            built,
        )
        say(f"drawn to {run.plot}", apart=run.as_json)
    return DONE if wrote else UNKNOWN


def _show_depths(
    asked: "BoundsAsked", found: list["ExcludedRegion"], ps: list[int], heads: int, as_json: bool, plot: Path | None,
    output: Path | None,
) -> None:  # fmt: skip
    from . import bounds_of_layers as deep

    name, parameters = asked.name, asked.parameters
    if as_json:
        echo_json(deep.depths_object(name, parameters, found, ps, heads))
    else:
        deep.print_depths(_heading(name, parameters, found), found, ps, heads, deep.symbols_of(asked))
        if deep.one_layer_is_stronger(name, parameters, found, ps, heads):
            say("  note: at D = 1 the arguments for one layer exclude more; leave out ‹layers› to see them")
    wrote = output is None or deep.write(name, parameters, found, ps, heads, output, quiet=as_json)
    if plot is not None:
        deep.draw(found, ps, heads, _title(name, parameters), plot)
        say(f"drawn to {plot}", apart=as_json)
    raise typer.Exit(DONE if wrote else UNKNOWN)


def _range(word: str) -> list[int]:
    from ..tasks import TaskError
    from ..tasks.words import integer_word

    first, colon, last = word.partition(":")
    low = integer_word("bits", first)
    high = integer_word("bits", last) if colon else low
    if low > high:
        raise TaskError(f"‹bits› must be a range that rises, got {word[:40]!r}; try ‹bits={high}:{low}›")
    if not 1 <= low <= high <= MOST_BITS:
        raise TaskError(
            f"‹bits› must be from 1 to {MOST_BITS}, or a range such as 1:8, got {word[:40]!r}; try ‹bits=1:8›"
        )
    return list(range(low, high + 1))


def _plain(name: str, parameters: dict[str, int], question: Any, budget: float) -> list[PlainBound]:
    found = [] if question is None else [*_pattern_bounds(question, budget)]
    if name == "parity":
        return [_parity(parameters["k"], budget)]
    if name == "qsa" and parameters["q"] < parameters["N"]:
        from ..reductions.excluded_sizes.first_layer_width import qsa_first_layer_width
        from ..reductions.excluded_sizes.streaming_state import qsa_streaming_bits

        N, q = parameters["N"], parameters["q"]
        state, width = qsa_streaming_bits(N, q), qsa_first_layer_width(N, q).width
        recurrent = "recurrent, z in {-1, 1}, last output, error < 1/q"
        connected = f"fully connected, z real, error < 1/{2 * q - 1}"
        functionals = "independent linear functionals; as many suffice"
        found += [
            PlainBound(recurrent, "bits of state", state, "PROVED", "distinct prefixes; as many suffice"),
            PlainBound(connected, "first-layer width", width, "PROVED", functionals),
        ]
    return found


def _parity(k: int, budget: float) -> PlainBound:
    """The heads of a head layer with a threshold; certified where all inputs are listed."""
    from ..facade.probe import probe
    from ..tasks import TaskError

    try:
        lower = probe(f"parity k={k}", unit_class="thresh", budget=budget).lower
    except TaskError:  # too many inputs to be listed
        return PlainBound("THRESH", "H", k, "PROVED", "the threshold degree of parity is k (Minsky, Papert 1969)")
    return PlainBound("THRESH", "H", lower.value, str(lower.evidence.status), lower.evidence.method)


def _pattern_bounds(question: Any, budget: float) -> list[PlainBound]:
    from math import comb

    from ..questions import least_size
    from ..reductions.excluded_sizes.excluded_region import in_short
    from ..search.ask import ask
    from ..search.asked import Asked

    lower = ask(Asked(least_size(question)), budget).lower
    found = [PlainBound("SIGN, one head", "m", lower.value, str(lower.evidence.status), lower.evidence.method)]
    if question.task == "qsa":
        sizes = dict(question.parameters)
        rows, heads = comb(sizes["N"], sizes["q"]), " H"
    elif question.can_be_written_out and not any("*" in row for row in question.rows):
        rows, heads = len(set(question.rows)), ""  # a star leaves open whether two rows can share a query
    else:
        return found
    why = f"{in_short(rows)} different rows need different queries"
    found.append(PlainBound("GRID(p), every p", f"m p{heads}", (rows - 1).bit_length(), "PROVED", why))
    if question.task == "qsa" and question.columns <= MOST_POSITIONS:
        from ..bounds.key_sums import sums_lower

        bits = sums_lower(least_size(question, "m", "KEYS(1, midrise)"))
        found.append(PlainBound("KEYS(1), real queries", "m", bits.value, str(bits.evidence.status), bits.how))
    return found


def _title(name: str, parameters: dict[str, int]) -> str:
    return " ".join([name, *(f"{key}={value}" for key, value in parameters.items())])


def _heading(name: str, parameters: dict[str, int], regions: Sequence["ExcludedRegion"]) -> str:
    """The task, and how values are counted by what is excluded."""
    dv = regions[0].dv if regions else ""
    width = {"": "", "m": ", values as wide as queries (dv = m)"}.get(str(dv), f", values held to dv = {dv}")
    return f"{_title(name, parameters)}{width}"


def _print(
    asked: "BoundsAsked", plain: list[PlainBound], regions: tuple["ExcludedRegion", ...], ps: list[int], heads: int
) -> None:
    from ..tasks.two_party.functions import DISJ_WORDS
    from ..tasks.words import grid_words

    name, parameters = asked.name, asked.parameters
    say(_heading(name, parameters, regions))
    if asked.sized is not None and asked.sized.source.n != parameters.get("n", asked.sized.source.n):
        say(f"  n = {parameters['n']} is what {name} was called with; its function has size n = {asked.sized.source.n}")
    for bound in plain:
        say(f"  class {bound.unit_class}: {bound}")
    for region in strongest(regions):
        say(f"  class {region.unit_class}, {region.argument} [{region.standing}]")
        say(f"      {region.statement}")
        for part in (region.reduction, region.protocol, region.communication):
            say(f"      {part.role:14}{part.statement} [{part.standing}]")
        say(f"      {region.consequence(ps, heads)}")
        weaker = [f"{r.argument} (>= {r.required})" for r in regions if r.cost == region.cost and r is not region]
        if weaker:
            say(f"      weaker, at the same cost: {', '.join(weaker)}")
    for grid in dict.fromkeys(region.cost.grid for region in regions):
        say(f"  p bits: {grid_words(grid, ps[0] if ps[0] <= 3 else 0)}")
    if any("bits(" in region.cost.words or " l " in region.cost.words for region in regions):
        say("  in costs: l bits for a score, bits(c) = ceil(log2 c)")
    if any("disj" in region.argument for region in regions):
        say(f"  note: {DISJ_WORDS}")
    if not plain and not regions:
        say("  no lower bound is known here: no pattern, and no path of reductions has exactly these sizes")
        if asked.remedy:
            say(f"  {asked.remedy}")
        near = nearby_sizes(name, parameters)
        if near is not None:
            say(f"  nearest with one: headcount bounds {_title(name, near)}")


def _object(
    name: str, parameters: dict[str, int], plain: list[PlainBound], regions: tuple["ExcludedRegion", ...],
    ps: list[int], heads: int,
) -> dict[str, Any]:  # fmt: skip
    return {
        "task": name,
        "parameters": parameters,
        "bounds": [
            {
                "unit_class": bound.unit_class,
                "resource": bound.resource,
                "side": "lower",
                "value": bound.value,
                "status": bound.status,
                "method": bound.why,
            }
            for bound in plain
        ],
        "regions": [
            {
                **region.record(),
                "H": heads,
                "excludes_nothing": region.excludes_nothing,
                "least_m": {str(p): region.least_m(p, heads) for p in ps},
            }
            for region in regions
        ],
    }
