"""``headcount protocol``."""

import json
import random
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .app import DONE, app, usage_error

if TYPE_CHECKING:
    from ...certificates import Unit
    from ...reductions.protocols.layered_protocol import LayeredProtocol
    from ...reductions.protocols.protocol import CutProtocol
    from ...reductions.protocols.transcript import Transcript
    from ...reductions.reduction import SizedReduction

    AnyProtocol = CutProtocol | LayeredProtocol

PROTOCOL_HELP = """
Run a fixed-point attention unit as a protocol between Alice and Bob, message by message.

\b
  headcount protocol match3 n=4 m=3 p=4 H=2
  headcount protocol match3 n=4 m=3 p=4 H=2 a=0110 b=0011
  headcount protocol qsa n=3 m=4 p=2 --all
  headcount protocol match3 n=2 --unit unit.json
  headcount protocol match3 n=4 m=3 p=1 --rounded
  headcount protocol cycle3 n=4 rows=2 m=2 p=2 D=3
  headcount protocol composition n=3 m=2 p=1 --one-way

The cut is that of the reduction from a two-party function to the task (disj, unless one is named before the task): the
tokens that encode a are Alice's, those that encode b are Bob's. The unit is random (--seed), with m, p, H and dv as
given, or read from a file; any unit will do, the bits are what is shown. The answer that the answering party works out
from the bits that arrived is compared with the unit's own output, and the bits with the formula.

\b
  m p H dv     width of queries and keys, bits per number, heads (1), width of values (m: as wide as queries)
  D            layers: keys and values are exchanged in each, the last layer goes one way; the networks between the
               layers keep all that a position has seen (1, or those of --unit)
  a= b=        the inputs; drawn at random (--seed) if left out
  grid=twos    or midrise: the p-bit grid of the entries

Exit codes: 0 done; 2 wrong usage.
"""

MOST_RUNS = 1 << 12
"""Most pairs of inputs that ``--all`` runs."""


@app.command("protocol", help=PROTOCOL_HELP)
def protocol_command(
    words: Annotated[
        list[str],
        typer.Argument(metavar="[FUNCTION] TASK n=N m=M p=P [H=H] [dv=DV] [D=D] [a=.. b=..]", help="What is run."),
    ],
    unit_file: Annotated[
        Path | None, typer.Option("--unit", metavar="FILE", help="Run this unit (.json or .npz), not a random one.")
    ] = None,
    one_way: Annotated[
        bool, typer.Option("--one-way", help="Alice tells Bob, and hears nothing (the output at a public position).")
    ] = False,
    rounded: Annotated[
        bool,
        typer.Option("--rounded", help="Round running sums and outputs to p bits (class ROUNDED), as in the paper."),
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="Run all pairs of inputs.")] = False,
    dv: Annotated[
        str | None, typer.Option(metavar="DV|m", help="Width of values; m: as wide as queries.", show_default="m")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the unit and of inputs left out.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Run a fixed-point unit across a cut (help text: PROTOCOL_HELP)."""
    from ...attention import AttentionError
    from ...certificates import UnitFileError
    from ...reductions.protocols.cost import CostError
    from ...reductions.protocols.cut import CutError
    from ...reductions.protocols.transcript import ProtocolError
    from ...reductions.reduction import ReductionError
    from ...tasks import TaskError
    from ...tasks.two_party.functions import TwoPartyError

    try:
        reduction, given = _read(words, every)
        a, b, grid = given.pop("a", None), given.pop("b", None), given.pop("grid", "twos")
        _settle_width(given, dv, unit_file)
        if every:
            pairs = list(product(reduction.source.alice_inputs(), reduction.source.bob_inputs()))
        elif a is None or b is None:
            rng = random.Random(seed)
            pairs = [(reduction.source.alice.drawn(rng), reduction.source.bob.drawn(rng))]
        else:
            pairs = [reduction.source.parse(a, b)]
        unit = _unit(reduction, given, grid, unit_file, seed, pairs)
        if rounded:
            protocol = _rounded(reduction, unit, grid, "D" in given or one_way)
        else:
            protocol = _protocol(reduction, unit, grid, "D" in given, one_way)
        runs = [_run(reduction, protocol, pair) for pair in pairs]
    except (
        AttentionError,
        UnitFileError,
        CostError,
        CutError,
        ReductionError,
        ProtocolError,
        TwoPartyError,
        TaskError,
    ) as error:
        raise usage_error(str(error)) from None
    if as_json:
        typer.echo(json.dumps(_object(reduction, protocol, pairs, runs, every)))
    else:
        _print(reduction, protocol, pairs, runs, every)
    raise typer.Exit(DONE)


def _read(words: list[str], every: bool) -> tuple["SizedReduction", dict[str, Any]]:
    from ...reductions.problem_graph import reduction_between, reduction_to
    from ...reductions.reduction import ReductionError
    from ...tasks.words import integer_word, named_words
    from .reduce import sizes_of

    names = [word for word in words[:2] if "=" not in word]
    if not names or "=" in words[0]:
        raise ReductionError("name a task, such as: headcount protocol match3 n=4 m=3 p=4 H=2")
    family = reduction_to(names[0]) if len(names) == 1 else reduction_between(*names)
    given: dict[str, Any] = named_words(words[len(names) :])
    if ("a" in given) != ("b" in given):
        raise ReductionError(f"{'b' if 'a' in given else 'a'} is missing; give both a and b, or neither")
    if every and "a" in given:
        raise ReductionError("--all runs all inputs, so a and b must be left out")
    if "n" not in given:
        raise ReductionError("n, the size of the two-party function, is missing; write for example n=4")
    n, *more = sizes_of(given.pop("n"))
    if more:
        raise ReductionError(f"n must be one number here, got {n}:{more[-1]}; try n={n}")
    chosen = {name: integer_word(name, given.pop(name)) for name in family.parameters if name in given}
    sized = family.at(n, **chosen)
    count = sized.source.alice.count * sized.source.bob.count
    if every and count > MOST_RUNS:
        raise ReductionError(
            f"--all needs at most {MOST_RUNS} pairs of inputs, got {count}; take a smaller n, or give a and b"
        )
    return sized, given


def _settle_width(given: dict[str, Any], dv: str | None, unit_file: Path | None) -> None:
    """The width of values among the parameters of a random unit: as wide as queries unless told."""
    from ...reductions.reduction import ReductionError
    from ...tasks.words import value_width

    if dv is not None and ("dv" in given or unit_file is not None):
        raise ReductionError("--dv is the width of a random unit's values, given once; leave out --dv")
    width = value_width(given.pop("dv", dv))
    if unit_file is None and (width is not None or "m" in given):
        given["dv"] = given["m"] if width is None else str(width)


def _unit(
    reduction: "SizedReduction", given: dict[str, Any], grid: str, unit_file: Path | None, seed: int, pairs: list[Any]
) -> "Unit":
    from ...certificates import load_unit
    from ...reductions.protocols.random_layered_unit import random_layered_unit
    from ...reductions.protocols.random_unit import random_fixed_point_unit
    from ...reductions.reduction import ReductionError
    from ...tasks.words import integer_word

    known = ("m", "p", "H", "dv", "D") if unit_file is None else ()
    for name in given:
        if name not in known:
            allowed = ", ".join(("n", *known, "grid", "a", "b"))
            raise ReductionError(f"there is no parameter {name[:40]} here; {reduction.name} is run with {allowed}")
    if unit_file is not None:
        from ...attention import load_arrays

        unit = load_arrays(unit_file) if unit_file.suffix.lower() == ".npz" else load_unit(unit_file)
        if unit.alphabet != reduction.target.alphabet:
            raise ReductionError(
                f"the unit must have the alphabet of {reduction.target.name} here, {reduction.target.alphabet} "
                f"symbols, got {unit.alphabet}; change n or its other parameters"
            )
        return unit
    for name in ("m", "p"):
        if name not in given:
            raise ReductionError(
                f"the parameter {name} is missing; write for example: m=3 p=4 H=2, or give --unit FILE"
            )
    sizes = {name: integer_word(name, value) for name, value in given.items()}
    N, alphabet = len(reduction.owners), reduction.target.alphabet
    if "D" not in sizes:
        return random_fixed_point_unit(N, alphabet, seed=seed, grid=grid, **sizes)
    words = [reduction.target.symbols(reduction.encode(*pair).task_input) for pair in pairs]
    return random_layered_unit(words, alphabet, seed=seed, grid=grid, **sizes)


def _protocol(
    reduction: "SizedReduction", unit: "Unit", grid: str, layered: bool, one_way: bool = False
) -> "AnyProtocol":
    """Layer by layer if there are several or several outputs are read, or D was given.

    Else one way if Alice owns nothing but the output's position; else two rounds.
    """
    from ...reductions.protocols.cut import Cut
    from ...reductions.protocols.half_cut_protocol import HalfCutProtocol
    from ...reductions.protocols.layered_protocol import LayeredProtocol
    from ...reductions.protocols.query_cut_protocol import QueryCutProtocol
    from ...reductions.reduction import Owner

    position = reduction.output_position
    if one_way:
        return LayeredProtocol(unit, Cut(reduction.owners), reduction.read_positions, grid, Owner.BOB, one_way=True)
    if layered or reduction.also_read or len(unit.layers) > 1:
        owner = reduction.owners[position - 1]
        few = len(reduction.positions(Owner.ALICE)) <= len(reduction.positions(Owner.BOB))
        answering = owner if owner is not Owner.PUBLIC else Owner.BOB if few else Owner.ALICE
        return LayeredProtocol(unit, Cut(reduction.owners), reduction.read_positions, grid, answering)
    kind = QueryCutProtocol if reduction.positions(Owner.ALICE) == (position,) else HalfCutProtocol
    return kind(unit, Cut(reduction.owners), position, grid)


def _rounded(reduction: "SizedReduction", unit: "Unit", grid: str, layered: bool) -> "AnyProtocol":
    """The unit read as one whose sums are rounded, which passes from Alice to Bob at one point."""
    from ...reductions.protocols.cut import Cut
    from ...reductions.protocols.rounded_cut_protocol import RoundedCutProtocol
    from ...reductions.protocols.transcript import ProtocolError

    if layered or reduction.also_read or len(unit.layers) > 1:
        raise ProtocolError("--rounded runs one layer, read at one position, in two rounds; leave --rounded out")
    return RoundedCutProtocol(unit, Cut(reduction.owners), reduction.output_position, grid)


def _run(reduction: "SizedReduction", protocol: "AnyProtocol", pair: tuple[Any, Any]) -> "Transcript":
    tokens = reduction.target.symbols(reduction.encode(*pair).task_input)
    run = protocol.run(tokens)
    wanted = _wanted(reduction, protocol, tokens)
    if run.answer != wanted or run.total > protocol.formula_bits:
        raise RuntimeError(f"the protocol went wrong on {pair}: {run}")
    return run


def _wanted(reduction: "SizedReduction", protocol: "AnyProtocol", tokens: Any) -> tuple[Any, ...]:
    """The unit's own rows where the answer is read."""
    from ...reductions.protocols.rounded_cut_protocol import RoundedCutProtocol

    if isinstance(protocol, RoundedCutProtocol):
        return protocol.reference(tokens)
    rows = protocol.unit.outputs(tokens)
    return tuple(entry for position in reduction.read_positions for entry in rows[position - 1])


def _unit_class(protocol: "AnyProtocol") -> str:
    from ...reductions.protocols.rounded_cut_protocol import RoundedCutProtocol

    family = "ROUNDED" if isinstance(protocol, RoundedCutProtocol) else "FIXED"
    return f"{family}({protocol.p}, {protocol.grid})"


def _print(
    reduction: "SizedReduction", protocol: "AnyProtocol", pairs: list[Any], runs: list["Transcript"], every: bool
) -> None:
    from ...tasks.two_party.functions import DISJ_WORDS

    unit, source, at = protocol.unit, reduction.source, _positions(reduction)
    sizes = ", ".join(f"{name} = {value}" for name, value in reduction.sizes.items())
    typer.echo(f"{reduction.name}: {sizes}; cut {protocol.cut}, output at {at}")
    depth = f", {len(unit.layers)} layers" if len(unit.layers) > 1 else ""
    typer.echo(f"unit: class {_unit_class(protocol)}, m = {unit.m}, H = {unit.H}, dv = {unit.dv}{depth}")
    if source.name == "disj":
        typer.echo(f"note: {DISJ_WORDS}")
    if every:
        totals = [run.total for run in runs]
        typer.echo(f"all {len(runs)} pairs of inputs: every answer equals the unit's own output")
        typer.echo(f"bits: {min(totals)} to {max(totals)}, rounds: {max(run.rounds for run in runs)}")
    else:
        a, b = pairs[0]
        typer.echo(f"a={source.alice.spell(a)} b={source.bob.spell(b)}")
        typer.echo(str(runs[0]))
        typer.echo(f"the unit's own output at {at} is the same")
    typer.echo(f"formula: {protocol.cost.words} = {protocol.formula_bits} bits")


def _positions(reduction: "SizedReduction") -> str:
    positions = reduction.read_positions
    return f"position{'s' if len(positions) > 1 else ''} {', '.join(map(str, positions))}"


def _object(
    reduction: "SizedReduction", protocol: "AnyProtocol", pairs: list[Any], runs: list["Transcript"], every: bool
) -> dict[str, Any]:
    unit, source = protocol.unit, reduction.source
    answer: dict[str, Any] = {
        "reduction": reduction.name,
        "sizes": dict(reduction.sizes),
        "cut": str(protocol.cut),
        "position": reduction.output_position,
        **({"also_read": list(reduction.also_read)} if reduction.also_read else {}),
        "layers": len(unit.layers),
        "unit_class": _unit_class(protocol),
        "m": unit.m,
        "p": protocol.p,
        "H": unit.H,
        "dv": unit.dv,
        "formula": protocol.cost.words,
        "formula_bits": protocol.formula_bits,
        "runs": len(runs),
        "bits": [min(run.total for run in runs), max(run.total for run in runs)],
        "answers_equal": True,
    }
    if not every:
        a, b = pairs[0]
        answer["a"], answer["b"] = source.alice.spell(a), source.bob.spell(b)
        answer["messages"] = [
            {"from": str(message.sender), "bits": message.bits, "meaning": message.meaning}
            for message in runs[0].messages
        ]
        answer["answer"] = [str(entry) for entry in runs[0].answer]
    return answer
