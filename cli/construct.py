"""``headcount construct``."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..certificates.check import check
from ..certificates.verdict import Accepted
from .app import DONE, REJECTED, UNKNOWN
from .command import Run, command, say
from .json_answers import echo_json

if TYPE_CHECKING:
    from ..bounds.constructions.construction import Construction


@command(
    "construct",
    stops=True,
    budget=(None, "Seconds of wall-clock time; no limit if left out."),
    seed="Seed of the inputs that are tried.",
    as_json=True,
    output=True,
    plot="Draw keys, scores and attention (png, svg, pdf).",
)
def construct_command(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME [PARAMETER=VALUE]..]", help="A construction and its parameters."),
    ] = None,
    samples: Annotated[
        int, typer.Option(help="Inputs to try where they cannot all be enumerated.", min=1, max=10**7)
    ] = 200,
    work: Annotated[
        int | None,
        typer.Option(help="Most steps for running it on all inputs; half a minute's work if left out.", min=0),
    ] = None,
    error: Annotated[
        str | None,
        typer.Option(
            "--error", metavar="EPS", help="qsa: what real softmax may be off by, such as 1/4; with --function: in L_P."
        ),
    ] = None,
    values: Annotated[
        int | None, typer.Option("--values", metavar="D", help="qsa with --error: dimension of the values [1].")
    ] = None,
    mask: Annotated[
        str | None,
        typer.Option(metavar="PATTERN", help="qsa, match: position i sees its row of a pattern, such as causal."),
    ] = None,
    pattern: Annotated[
        str | None, typer.Option(metavar="PATTERN", help='universal: the sparse pattern, such as star or "window w=1".')
    ] = None,
    function: Annotated[
        str | None,
        typer.Option(metavar="FILE.py:NAME", help="universal: a continuous function of an n x d array in [0, 1]."),
    ] = None,
    modulus: Annotated[
        str | None,
        typer.Option(metavar="EXPR", help='universal: its modulus of continuity in t, such as "3/2*t" or "2*sqrt(t)".'),
    ] = None,
    map_: Annotated[
        str | None, typer.Option("--map", metavar="MAP", help="universal: softmax [default], sparsemax or entmax.")
    ] = None,
    rounded: Annotated[
        bool, typer.Option("--rounded", help="The certificate is of the unit with sums rounded to p bits (ROUNDED).")
    ] = False,
    unit: Annotated[
        Path | None,
        typer.Option(
            "--unit", metavar="FILE", help="Write the unit here: .json, .npz, .safetensors, or .py to run it."
        ),
    ] = None,
    *,
    run: Run,
) -> int | None:
    r"""Build an explicit attention unit, check that it does its task, say how large it is, and save it.

    \b
      headcount construct
      headcount construct match3-third-order M=7 N=4
      headcount construct match3-third-order M=4 N=3 --rounded -o rounded.json
      headcount construct qsa-sign-keys N=1024 q=4 --samples 500
      headcount construct qsa-kerdock N=2048 q=4                    every subset, certified
      headcount construct match3-local-signs M=3 N=64 K=1
      headcount construct match2 M=7 --plot match2.png -o match2.json
      headcount construct qsa-moment-curve N=6 q=2 --unit unit.npz
      headcount construct qsa-moment-curve N=13 q=3 --error 1/9 --unit unit.py
      headcount construct qsa-sign-keys N=64 q=2 --error 1/10
      headcount construct qsa-rounded-curve N=64 q=2 --error 1/10
      headcount construct match2 M=5 N=4 --mask causal
      headcount construct universal --pattern star n=4 levels=2 table.json
      headcount construct universal --function mine.py:f --modulus "3/2*t" --error 0.5 --pattern star n=3 --unit f.npz

    Without a name, the constructions are listed. The unit is run on every input where that takes no more than
    --work steps (scores, or products of entries for q-SA), otherwise on seeded random inputs and near misses, and the
    answer says which of the two it was. Steps are counted beforehand, so that this does not depend on the machine. All
    arithmetic is exact: tables are integers, margins are differences of scores, errors are fractions.

    With --error a construction of qsa averages by real softmax, with all scores times one temperature: the least
    power of two that keeps to the error (for the worst values in the unit ball, computed in balls), or for qsa-
    rounded-curve the best one found for the least p. That search is part of building, which --budget does not bound:
    it takes half a minute at N=64 q=8; with bits=.. (the number p) in place of it nothing is searched for.

    With --mask each position attends to its row of the pattern alone, and is asked of what it sees: q of the keys, or a
    tuple of tokens in its row. The tables are the same; the unit is run under the mask, and certified under it.

    universal computes any finite table (a file, or a task with its parameters, as headcount probe --class fixed takes
    them) by attention under a sparse pattern (--pattern, as headcount pattern takes it): contextual mapping, then a
    look-up. A token stands for a point of a grid with that many levels in each of d coordinates. Said besides: the
    least number of layers under the pattern, whatever the heads, and how far rows are off with --map in place of
    hardmax.

    universal --function builds a network for a continuous function on [0, 1]^(n x d), a Python function of a float
    array of that shape, which is run: ReLU layers of width 4, residuals, two heads of size 1, real softmax at a
    temperature that is computed. Words: n, d [1], levels (L, cells per unit), norm (P) [2], bound (M, if |f| <= M is
    known), pieces=linear (if f is linear on the simplices of each cell), and those of the pattern. The distance in L_P
    is proved to be at most --error, for the modulus in the maximum norm that is given, which is tried on sampled pairs;
    the sampled distance stands beside it. --unit writes the weights: .npz for NumPy, or .json, exactly. Beyond 10^4
    look-ups layers are counted only; an error that needs more than 10^6 layers is refused.

    p is the number of bits of the smallest grid that holds every stored number: midrise is the odd numbers of absolute
    value below 2^p, twos the numbers from -2^(p-1) to 2^(p-1) - 1.

    \b
    Exit codes: 0 no error was found; 3 the unit is wrong on some input (printed); 5 the search for a part of the unit
    ended without one, or a certificate (-o) cannot be had at this size; 2 wrong usage; 1 internal error.
    """
    if words and words[0] == "universal" and (function, modulus) != (None, None):
        return _network(
            words,
            run,
            unit,
            samples,
            {"mask": mask, "map_": map_, "values": values, "rounded": rounded or None, "work": work},
            function=function,
            modulus=modulus,
            error=error,
            pattern=pattern,
        )
    from ..bounds.constructions.averaging.softmax_averages import softmax_averages
    from ..bounds.constructions.construction import ConstructionError
    from ..bounds.constructions.explicit_construction import ExplicitConstruction
    from ..bounds.constructions.registry import construction_from_words
    from ..search.averages_asked import error_asked
    from ..search.output_files import write_json
    from ..show.units.files import form_named
    from ..show.units.given import unit as stored_unit
    from .answer_files import written
    from .construct_network import EXAMPLE as NETWORK
    from .construct_universal import EXAMPLE, NAME, further_json, further_lines
    from .construction_told import construction_json, print_construction
    from .progress import Waiting

    if not words:
        _list(run.as_json)
        return None
    real = None
    eps = error_asked(error, values)
    run.require_files(unit, inputs=words)
    if unit is not None:
        form_named(unit)
    if words[0] == NAME and mask is not None:
        raise ConstructionError(f"‹mask› is not for {NAME}, which takes its sparse pattern as ‹pattern›")
    if (function, modulus) != (None, None):
        raise ConstructionError(f"‹function› and ‹modulus› go with {NAME}; write for example: headcount {NETWORK}")
    if words[0] != NAME and (pattern, map_) != (None, None):
        raise ConstructionError(f"‹pattern› and ‹map› go with {NAME}; write for example: headcount {EXAMPLE}")
    with Waiting("building", enabled=not run.quiet):
        if words[0] == NAME:
            built, real = _universal(words, pattern, map_, eps)
        else:
            built = construction_from_words(words) if eps is None else softmax_averages(words, eps, values or 1)
            built = built if mask is None else _masked(built, mask, eps)
    certify: Callable[[], dict[str, Any] | None] = built.certificate
    if rounded:
        if not isinstance(built, ExplicitConstruction):
            raise ConstructionError(
                f"‹rounded› is for units that compute a finite task, not for {built.name}; leave it out"
            )
        certify = built.rounded_certificate
    with Waiting("verifying", enabled=not run.quiet):
        seconds = float("inf") if run.budget is None else run.budget / 2
        verification = built.verify(samples=samples, seed=run.seed, work=work, seconds=seconds)
    with Waiting("certifying", enabled=not run.quiet):
        bundle = certify() if verification.passed else None
        verdict = None if bundle is None else check(bundle)
    stored = None if unit is None else stored_unit(bundle if rounded and bundle is not None else built)
    if verdict is not None and not isinstance(verdict, Accepted):  # ours to mend, so an internal error
        raise RuntimeError(f"the checker refused the certificate of {built.name}: {verdict}")
    if run.as_json:
        told = construction_json(built, verification, verdict)
        echo_json(told if real is None else {**told, **further_json(built, real)})
    else:
        print_construction(built, verification, verdict, () if real is None else further_lines(built, real))
    if run.output is not None and bundle is not None:
        write_json(run.output, bundle)
        _say(f"  {written(run.output)}", run.as_json)
    elif run.output is not None:
        say(f"headcount: there is no certificate at this size, so {run.output} was not written", apart=True)
    if stored is not None and unit is not None:
        stored.save(unit)
        _say(f"  unit written to {unit} ({stored.weights}); check it with: headcount unit {unit}", run.as_json)
        if eps is not None and (values or 1) > 1:
            say("headcount: its values are z in {-1, 1}, of one dimension; the error holds in all", apart=True)
    if run.plot is not None and eps is not None:
        say("headcount: ‹plot› draws the tables without an error; leave ‹error› out to see them", apart=True)
    elif run.plot is not None and real is not None:
        from ..show.pictures.contextual_mapping import draw_contextual_mapping

        draw_contextual_mapping(built.universal.mapping, run.plot)
        _say(f"  drawn to {run.plot}", run.as_json)
    elif run.plot is not None and mask is not None:
        say("headcount: ‹plot› draws the tables without a mask; leave ‹mask› out to see them", apart=True)
    elif run.plot is not None:
        from ..show.pictures.construction import draw_construction

        draw_construction(built, run.plot, seed=run.seed)
        _say(f"  drawn to {run.plot}", run.as_json)
    if verification.undecided or (run.output is not None and bundle is None and verification.passed):
        return UNKNOWN
    return DONE if verification.passed else REJECTED


def _network(
    words: list[str], run: Run, unit: Path | None, samples: int, others: dict[str, Any], **asked: str | None
) -> int:
    """A continuous function, which takes none of the other options."""
    from ..tasks import TaskError
    from .construct_network import construct_network

    given = next(
        (name for name, value in others.items() if value is not None), "plot" if run.plot is not None else None
    )
    if given is not None:
        raise TaskError(f"‹{given}› is not for a continuous function; leave it out, or ‹function›")
    run.require_files(unit, inputs=[*words, asked["function"]])
    if unit is not None and unit.suffix.lower() not in (".json", ".npz"):
        raise TaskError(f"‹unit› needs a file name that ends in json or npz, got {str(unit)!r}; try ‹unit› u.json")
    return construct_network(words, run, unit, samples, **asked)


def _universal(words: list[str], pattern: str | None, map_: str | None, eps: Fraction | None) -> tuple[Any, Any]:
    """The construction under a pattern, and its run with real weights."""
    from ..bounds.constructions.construction import ConstructionError
    from .construct_universal import map_named, real_weights, universal_from_words

    if eps is not None:
        raise ConstructionError(
            "‹error› is for qsa and for ‹function›; universal computes its table exactly, so leave it out"
        )
    named = map_named(map_ or "softmax")
    built = universal_from_words(words, pattern, lambda what: None)
    return built, real_weights(built, named)


def _masked(built: "Construction", mask: str, eps: Fraction | None) -> "Construction":
    """The construction under a mask."""
    from ..bounds.constructions.construction import ConstructionError
    from ..search.masked_rows import masked_construction

    if eps is not None:
        raise ConstructionError("‹mask› is not for averages by real softmax; leave ‹error› out, or the mask")
    return masked_construction(built, mask)


def _list(as_json: bool) -> None:
    from ..bounds.constructions.averaging.softmax_averages import ROUNDED
    from ..bounds.constructions.registry import CONSTRUCTIONS
    from .construct_network import EXAMPLE as NETWORK
    from .construct_network import SUMMARY as NETWORK_SUMMARY
    from .construct_universal import EXAMPLE, NAME, SUMMARY

    if as_json:
        say(json.dumps([{"name": e.name, "summary": e.summary, "example": e.example} for e in CONSTRUCTIONS]))
        return None
    listed = [(entry.name, entry.summary, entry.example) for entry in CONSTRUCTIONS]
    rounded = "q-sparse averaging within an error by a curve with rounded tables, m = 2q"
    listed.append((ROUNDED, rounded, f"{ROUNDED} N=64 q=2 ‹error=1/10›"))
    listed.append((NAME, SUMMARY, EXAMPLE.removeprefix("construct ")))
    listed.append((NAME, NETWORK_SUMMARY, NETWORK.removeprefix("construct ")))
    for name, summary, example in listed:
        say(f"{name:24}{summary}")
        say(f"{'':24}headcount construct {example}")


def _say(text: str, as_json: bool) -> None:
    say(text, apart=as_json)
