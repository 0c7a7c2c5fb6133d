"""Fixed-point units run as protocols between Alice and Bob, across the cut of a reduction."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from ..attention import load_arrays
from ..display.answer import Answer, flat
from ..display.html import framed, paragraph, table
from ..questions import Unit, load_unit
from ..reductions.problem_graph import reduction_between, reduction_to
from ..reductions.protocols.cut import Cut
from ..reductions.protocols.half_cut_protocol import HalfCutProtocol
from ..reductions.protocols.layered_protocol import LayeredProtocol
from ..reductions.protocols.protocol import CutProtocol
from ..reductions.protocols.query_cut_protocol import QueryCutProtocol
from ..reductions.protocols.random_layered_unit import random_layered_unit
from ..reductions.protocols.random_unit import random_fixed_point_unit
from ..reductions.protocols.rounded_cut_protocol import RoundedCutProtocol
from ..reductions.protocols.transcript import ProtocolError, Transcript
from ..reductions.reduction import Owner, ReductionError, SizedReduction
from ..reductions.reduction_words import sizes_of
from ..tasks.two_party.functions import DISJ_WORDS
from ..tasks.words import integer_word, named_words, value_width

AnyProtocol = CutProtocol | LayeredProtocol

MOST_RUNS = 1 << 12
"""Most pairs of inputs that are run, where all are asked for."""


@dataclass(frozen=True, repr=False)
class ProtocolRuns(Answer):
    """A unit run as a protocol: the messages, and that the answer is the unit's own.

    Attributes
    ----------
    reduction : SizedReduction
        Whose tokens are encoded, and so who owns what.
    protocol : CutProtocol or LayeredProtocol
        ``unit``, ``cut``, ``cost`` and ``formula_bits``.
    pairs : tuple
        The inputs of both parties, for each run.
    runs : tuple of Transcript
        ``messages``, ``total`` bits, ``rounds`` and ``answer`` of each.
    every : bool
        Whether all pairs of inputs were asked for.
    asked : int
        How many pairs those are.
    """

    reduction: SizedReduction
    protocol: AnyProtocol
    pairs: tuple[Any, ...]
    runs: tuple[Transcript, ...]
    every: bool
    asked: int = 1

    @property
    def complete(self) -> bool:
        """Whether all that was asked for was run; else the budget ended it, or Ctrl-C."""
        return len(self.runs) == self.asked

    @property
    def bits(self) -> tuple[int, int]:
        """The fewest and the most bits of a run."""
        totals = [run.total for run in self.runs]
        return min(totals), max(totals)

    @property
    def formula_bits(self) -> int:
        """The bits that the formula allows."""
        return self.protocol.formula_bits

    @property
    def unit_class(self) -> str:
        """FIXED, or ROUNDED if sums are rounded."""
        family = "ROUNDED" if isinstance(self.protocol, RoundedCutProtocol) else "FIXED"
        return f"{family}({self.protocol.p}, {self.protocol.grid})"

    def lines(self) -> Iterator[str]:
        """What was run, message by message if it was one pair."""
        reduction, protocol = self.reduction, self.protocol
        unit, source, at = protocol.unit, reduction.source, _positions(reduction)
        sizes = ", ".join(f"{name} = {value}" for name, value in reduction.sizes.items())
        yield f"{reduction.name}: {sizes}; cut {protocol.cut}, output at {at}"
        depth = f", {len(unit.layers)} layers" if len(unit.layers) > 1 else ""
        yield f"unit: class {self.unit_class}, m = {unit.m}, H = {unit.H}, dv = {unit.dv}{depth}"
        if source.name == "disj":
            yield f"note: {DISJ_WORDS}"
        if self.every:
            all_pairs = f"all {self.asked} pairs of inputs"
            some = f"{len(self.runs)} of {self.asked} pairs of inputs, when the time was over"
            yield f"{all_pairs if self.complete else some}: every answer equals the unit's own output"
            low, high = self.bits
            yield f"bits: {low} to {high}, rounds: {max(run.rounds for run in self.runs)}"
        else:
            a, b = self.pairs[0]
            yield f"a={source.alice.spell(a)} b={source.bob.spell(b)}"
            yield str(self.runs[0])
            yield f"the unit's own output at {at} is the same"
        yield f"formula: {protocol.cost.words} = {protocol.formula_bits} bits"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        if self.every:
            return framed(self.reduction.name, *map(paragraph, self.lines()))
        rows = [(str(message.sender), str(message.bits), message.meaning) for message in self.runs[0].messages]
        first, *_, formula = self.lines()
        return framed(first, table(rows, ("from", "bits", "what")), formula)

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each run: the inputs, the bits and the rounds; of a single one, each message."""
        if not self.every:
            return [flat(message) for message in self.to_json()["messages"]]
        spell = self.reduction.source.alice.spell, self.reduction.source.bob.spell
        return [
            {"a": spell[0](a), "b": spell[1](b), "bits": run.total, "rounds": run.rounds}
            for (a, b), run in zip(self.pairs, self.runs, strict=True)
        ]

    def to_json(self) -> dict[str, Any]:
        """The object that ``headcount protocol --json`` prints."""
        reduction, protocol, runs = self.reduction, self.protocol, self.runs
        unit, source = protocol.unit, reduction.source
        answer: dict[str, Any] = {
            "reduction": reduction.name,
            "sizes": dict(reduction.sizes),
            "cut": str(protocol.cut),
            "position": reduction.output_position,
            **({"also_read": list(reduction.also_read)} if reduction.also_read else {}),
            "layers": len(unit.layers),
            "unit_class": self.unit_class,
            "m": unit.m,
            "p": protocol.p,
            "H": unit.H,
            "dv": unit.dv,
            "formula": protocol.cost.words,
            "formula_bits": protocol.formula_bits,
            "runs": len(runs),
            "complete": self.complete,
            "bits": list(self.bits),
            "answers_equal": True,
        }
        if not self.every:
            a, b = self.pairs[0]
            answer["a"], answer["b"] = source.alice.spell(a), source.bob.spell(b)
            answer["messages"] = [
                {"from": str(message.sender), "bits": message.bits, "meaning": message.meaning}
                for message in runs[0].messages
            ]
            answer["answer"] = [str(entry) for entry in runs[0].answer]
        return answer


def protocol_runs(
    words: list[str],
    unit: Unit | Path | None = None,
    *,
    one_way: bool = False,
    rounded: bool = False,
    every: bool = False,
    dv: str | int | None = None,
    seed: int = 0,
    budget: float = 60.0,
    watch: Callable[[float, int, int], None] | None = None,
) -> ProtocolRuns:
    """Run a unit on one pair of inputs or on all; the words are those of ``headcount protocol``.

    After ``budget`` seconds, or Ctrl-C, no further pair is run; ``watch`` is told the seconds, how many pairs were run,
    and how many there are.

    Raises
    ------
    ReductionError, ProtocolError, TwoPartyError, TaskError, CostError, CutError, AttentionError, UnitFileError
        If the words name no task, a size is missing or does not fit, or the unit cannot be read or run.

    Examples
    --------
    >>> found = protocol_runs(["match3", "n=2", "m=1", "p=2"], every=True)
    >>> len(found.runs), found.bits[1] <= found.formula_bits
    (16, True)
    """
    reduction, given = _read(words, every)
    a, b, grid = given.pop("a", None), given.pop("b", None), given.pop("grid", "twos")
    _settle_width(given, dv, unit is not None)
    if every:
        pairs = list(product(reduction.source.alice_inputs(), reduction.source.bob_inputs()))
    elif a is None or b is None:
        rng = random.Random(seed)
        pairs = [(reduction.source.alice.drawn(rng), reduction.source.bob.drawn(rng))]
    else:
        pairs = [reduction.source.parse(a, b)]
    began, asked = time.monotonic(), len(pairs)
    run_of, pairs = _unit_for(reduction, given, grid, unit, seed, pairs, budget)
    protocol: AnyProtocol
    if rounded:
        protocol = _rounded(reduction, run_of, grid, "D" in given or one_way)
    else:
        protocol = _protocol(reduction, run_of, grid, "D" in given, one_way)
    runs = list[Transcript]()
    try:
        for pair in pairs:
            spent = time.monotonic() - began
            if runs and spent > budget:
                break
            if watch is not None:
                watch(spent, len(runs), asked)
            runs.append(_run(reduction, protocol, pair))
    except KeyboardInterrupt:
        if not runs:
            raise
    return ProtocolRuns(reduction, protocol, tuple(pairs[: len(runs)]), tuple(runs), every, asked)


def _read(words: list[str], every: bool) -> tuple[SizedReduction, dict[str, Any]]:

    names = [word for word in words[:2] if "=" not in word]
    if not names or "=" in words[0]:
        raise ReductionError("name a task, such as: headcount protocol match3 n=4 m=3 p=4 H=2")
    family = reduction_to(names[0]) if len(names) == 1 else reduction_between(*names)
    given: dict[str, Any] = named_words(words[len(names) :])
    if ("a" in given) != ("b" in given):
        raise ReductionError(f"{'b' if 'a' in given else 'a'} is missing; give both a and b, or neither")
    if every and "a" in given:
        raise ReductionError("‹every› runs all inputs, so a and b must be left out")
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
            f"‹every› needs at most {MOST_RUNS} pairs of inputs, got {count}; take a smaller n, or give a and b"
        )
    return sized, given


def _settle_width(given: dict[str, Any], dv: str | int | None, has_unit: bool) -> None:
    """The width of values among the parameters of a random unit: as wide as queries by default."""
    if dv is not None and ("dv" in given or has_unit):
        raise ReductionError("‹dv› is the width of a random unit's values, given once; leave out ‹dv›")
    width = value_width(given.pop("dv", dv))
    if not has_unit and (width is not None or "m" in given):
        given["dv"] = given["m"] if width is None else str(width)


FIRST_PAIRS = 16
"""Pairs on which it is measured how long a unit of several layers takes to be made, and to be run."""


def _unit_for(
    reduction: SizedReduction,
    given: dict[str, Any],
    grid: str,
    unit: Unit | Path | None,
    seed: int,
    pairs: list[Any],
    budget: float,
) -> tuple[Unit, list[Any]]:
    """The unit, and the pairs that it can be run on: all of them, or as many as there is time for.

    A random unit of several layers has read-outs that list what occurs on the pairs that are run, so that it takes as
    long to be made as to be run.
    """
    if unit is None and "D" in given and len(pairs) > FIRST_PAIRS:
        start = time.monotonic()
        _unit(reduction, given, grid, unit, seed, pairs[:FIRST_PAIRS])
        each = (time.monotonic() - start) / FIRST_PAIRS
        pairs = pairs[: max(FIRST_PAIRS, int(budget / 3 / max(each, 1e-9)))]
    return _unit(reduction, given, grid, unit, seed, pairs), pairs


def _unit(
    reduction: SizedReduction, given: dict[str, Any], grid: str, unit: Unit | Path | None, seed: int, pairs: list[Any]
) -> Unit:

    known = ("m", "p", "H", "dv", "D") if unit is None else ()
    for name in given:
        if name not in known:
            allowed = ", ".join(("n", *known, "grid", "a", "b"))
            raise ReductionError(f"there is no parameter {name[:40]} here; {reduction.name} is run with {allowed}")
    if unit is not None:
        if isinstance(unit, Path):
            unit = load_arrays(unit) if unit.suffix.lower() == ".npz" else load_unit(unit)
        if unit.alphabet != reduction.target.alphabet:
            raise ReductionError(
                f"the unit must have the alphabet of {reduction.target.name} here, {reduction.target.alphabet} "
                f"symbols, got {unit.alphabet}; change n or its other parameters"
            )
        return unit
    for name in ("m", "p"):
        if name not in given:
            raise ReductionError(
                f"the parameter {name} is missing; write for example: m=3 p=4 H=2, or give ‹unit› FILE"
            )
    sizes: dict[str, Any] = {name: integer_word(name, value) for name, value in given.items()}
    N, alphabet = len(reduction.owners), reduction.target.alphabet
    if "D" not in sizes:
        return random_fixed_point_unit(N, alphabet, seed=seed, grid=grid, **sizes)
    words = [reduction.target.symbols(reduction.encode(*pair).task_input) for pair in pairs]
    return random_layered_unit(words, alphabet, seed=seed, grid=grid, **sizes)


def _protocol(reduction: SizedReduction, unit: Unit, grid: str, layered: bool, one_way: bool = False) -> AnyProtocol:
    """Layer by layer if there are several or several outputs are read, or D was given.

    Else one way if Alice owns nothing but the output's position; else two rounds.
    """
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


def _rounded(reduction: SizedReduction, unit: Unit, grid: str, layered: bool) -> AnyProtocol:
    """The unit read as one whose sums are rounded, which passes from Alice to Bob at one point."""
    if layered or reduction.also_read or len(unit.layers) > 1:
        raise ProtocolError("‹rounded› runs one layer, read at one position, in two rounds; leave ‹rounded› out")
    return RoundedCutProtocol(unit, Cut(reduction.owners), reduction.output_position, grid)


def _run(reduction: SizedReduction, protocol: AnyProtocol, pair: tuple[Any, Any]) -> Transcript:
    tokens = reduction.target.symbols(reduction.encode(*pair).task_input)
    run = protocol.run(tokens)
    wanted = _wanted(reduction, protocol, tokens)
    if run.answer != wanted or run.total > protocol.formula_bits:
        raise RuntimeError(f"the protocol went wrong on {pair}: {run}")
    return run


def _wanted(reduction: SizedReduction, protocol: AnyProtocol, tokens: Any) -> tuple[Any, ...]:
    """The unit's own rows where the answer is read."""
    if isinstance(protocol, RoundedCutProtocol):
        return protocol.reference(tokens)
    rows = protocol.unit.outputs(tokens)
    return tuple(entry for position in reduction.read_positions for entry in rows[position - 1])


def _positions(reduction: SizedReduction) -> str:
    positions = reduction.read_positions
    return f"position{'s' if len(positions) > 1 else ''} {', '.join(map(str, positions))}"
