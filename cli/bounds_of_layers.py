"""``headcount bounds --layers``: what is printed of units of several layers."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .command import say

if TYPE_CHECKING:
    from ..reductions.bounds_words import BoundsAsked
    from ..reductions.excluded_sizes.excluded_region import ExcludedRegion

MOST_LAYERS = 64
"""Largest D of a table."""


def depths_of(word: str) -> list[int]:
    """The depths that a number or a range such as 1:8 names.

    Raises
    ------
    TaskError
        If it is neither, or D is out of range.
    """
    from ..tasks import TaskError
    from ..tasks.words import integer_word

    first, colon, last = word.partition(":")
    low = integer_word("layers", first)
    high = integer_word("layers", last) if colon else low
    if not 1 <= low <= high <= MOST_LAYERS:
        raise TaskError(
            f"‹layers› must be from 1 to {MOST_LAYERS}, or a range such as 1:8, got {word[:40]!r}; try ‹layers=1:8›"
        )
    return list(range(low, high + 1))


def regions_of_depths(
    asked: "BoundsAsked", depths: list[int], *, budget: float, quiet: bool, **options: Any
) -> list[Any]:
    """All regions of all depths: of a task by its name, a task of one's own, or a reduction of one's own.

    Raises
    ------
    TaskError, ReductionError
        If none is known for the task at these parameters, or none can follow.
    typer.Exit
        With 3, if an encoder is wrong: the counterexample is printed.
    """
    from ..reductions.excluded_sizes.layered_bounds import (
        layered_bounds,
        layered_bounds_of_task,
        layered_encoding_bounds,
        measures_worth_in_layers,
    )
    from ..search.communication import communication_of
    from ..tasks import TaskError
    from .bounds_of_reductions import verified
    from .progress import MeasuresLine, Waiting

    if asked.sized is not None:
        checked = verified(asked.sized, budget=budget, quiet=quiet)
        with MeasuresLine(1, enabled=not quiet) as bar:
            worth = measures_worth_in_layers(asked.sized, depths, **options)
            known = communication_of(asked.sized.source, worth, budget, watch=bar.update)
        every = [layered_encoding_bounds(asked.sized, depth, checked, known=known, **options) for depth in depths]
    else:
        with Waiting(f"what one token of {asked.name} has to tell", enabled=not quiet):
            if asked.task is not None:
                every = [layered_bounds_of_task(asked.task, depth, **options) for depth in depths]
            else:
                every = [layered_bounds(asked.name, asked.parameters, depth, **options) for depth in depths]
    found = [region for regions in every for region in regions]
    if not found:
        raise TaskError(
            f"no lower bound for units of several layers is known for {asked.name} here, where inputs have no fixed "
            "length; try cycle3 N=90, or a task of your own with a length"
        )
    return found


def print_depths(
    title: str, regions: list["ExcludedRegion"], ps: list[int], heads: int, alphabet: int | None = None
) -> None:
    """Argument by argument, a line for each depth at which something is excluded; why no argument says more.

    ``alphabet`` is the number of symbols of the task, if it is known.
    """
    from ..reductions.excluded_sizes.excluded_region import in_short
    from ..tasks.words import grid_words

    say(title)
    nothing: list[str] = []
    for argument in dict.fromkeys(region.argument for region in regions):
        mine = [region for region in regions if region.argument == argument]
        excluding = [region for region in mine if region.excludes(1, 1, 1)]  # the cost increases with m, p, H
        if not excluding:
            nothing.append(_nothing(mine))
            continue
        first = excluding[0]
        width = "dv = m" if first.dv == "m" else f"dv = {first.dv}"
        say(f"  class {first.unit_class}, order 2, D layers, {width}: {argument} [{first.standing}]")
        for region in excluding:
            least = ", ".join(f"p={p}: {in_short(region.least_m(p, heads))}" for p in ps)
            say(f"      D = {region.layers}: {region.cost.words} >= {region.required}")
            say(f"        {region.reduction.statement}; {region.condition}")
            say(f"        least m not excluded at H = {heads}: {least}")
        if len(excluding) < len(mine):
            rest = ", ".join(str(region.layers) for region in mine if region not in excluding)
            say(f"      D = {rest}: this argument excludes nothing")
    if nothing:
        say(f"  arguments that exclude nothing, as even m = p = H = 1 pays for what is needed: {', '.join(nothing)}")
    if alphabet is not None and max(region.layers for region in regions) > 1:
        bits = (alphabet - 1).bit_length()
        say(
            f"  at D >= 2: a token is one of {in_short(alphabet)} symbols, so it can be told all of it in {bits} "
            f"bit{'s' * (bits != 1)}: no argument by a cut or a token excludes a size with H (m + dv) p >= {bits}"
        )
    for grid in dict.fromkeys(region.cost.grid for region in regions):
        say(f"  p bits: {grid_words(grid, 1)}")


def _nothing(regions: list["ExcludedRegion"]) -> str:
    """An argument that excludes nothing: what the least units pay, and what is required."""
    pays = ", ".join(f"{region.bits(1, 1, 1)} at D = {region.layers}" for region in regions[:4])
    return f"{regions[0].argument} (pays {pays}{', ..' * (len(regions) > 4)}; {regions[0].required} required)"


def one_layer_is_stronger(
    name: str, parameters: dict[str, int], regions: list["ExcludedRegion"], ps: list[int], heads: int
) -> bool:
    """Whether the bounds without ``--layers`` leave a larger m at some p than these do at D = 1."""
    from ..reductions.excluded_sizes.path_bounds import lower_bounds

    first = [region for region in regions if region.layers == 1]
    if not first:
        return False
    plain = lower_bounds(name, parameters, dv=first[0].dv, grid=first[0].cost.grid)
    return any(
        max((region.least_m(p, heads) for region in plain), default=1) > max(r.least_m(p, heads) for r in first)
        for p in ps
    )


def symbols_of(asked: "BoundsAsked") -> int | None:
    """The number of symbols of a task; None if it does not say."""
    from ..reductions.excluded_sizes.token_lower import known_task
    from ..tasks import SequenceTask

    of = asked.task if asked.sized is None else asked.sized.target
    of = known_task(asked.name, asked.parameters) if of is None else of
    return of.alphabet if isinstance(of, SequenceTask) else None


def depths_object(
    name: str, parameters: dict[str, int], regions: list["ExcludedRegion"], ps: list[int], heads: int
) -> dict[str, Any]:
    """The same for ``--json``."""
    return {
        "task": name,
        "parameters": parameters,
        "regions": [
            {
                **region.record(),
                "layers": region.layers,
                "H": heads,
                "excludes_nothing": not region.excludes(1, 1, 1),
                "least_m": {str(p): region.least_m(p, heads) for p in ps},
            }
            for region in regions
        ],
    }


def write(
    name: str, parameters: dict[str, int], regions: list["ExcludedRegion"], ps: list[int], heads: int, path: Path,
    *, quiet: bool,
) -> bool:  # fmt: skip
    """Write the certificates of what one token has to tell. Whether there are any; says why if not."""
    from ..reductions.excluded_sizes.token_certificate import left_out, token_certificate
    from ..search.output_files import write_json
    from .answer_files import written
    from .bounds_certificates import NOTHING

    bundle = token_certificate(name, parameters, regions, ps, heads)
    if bundle is None:
        reasons = left_out(name, parameters, regions, ps, heads)
        say(f"  nothing was written: {'; '.join(reasons) or NOTHING}", apart=quiet)
        return False
    write_json(path, bundle)
    say(f"  {written(path)}", apart=quiet)
    return True


def draw(regions: list["ExcludedRegion"], ps: list[int], heads: int, title: str, path: Path) -> None:
    """D against m, from the regions that exclude something."""
    from ..show.pictures.regions import draw_depths

    draw_depths([region for region in regions if region.excludes(1, 1, 1)] or regions, ps, heads, title, path)
