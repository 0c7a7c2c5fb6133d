"""A construction whose tables are written out: sizes are counted on them, and running them is the check."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, islice
from typing import Any

from ...attention import unit_outputs
from ...questions import Question, Table, Unit, bits_needed, computation_question, least_size, unit_to_json
from ...questions.attention import Output
from ...solvers.units.fixed_tables import MAX_CASES
from ...tasks import SequenceTask
from ...tasks.named_computation import named_computation
from ..bound import CheckerRefusedError, certificate, certified_bound
from .construction import Construction, Size, Theorem, Verification

Tokens = tuple[int, ...]
Answer = Callable[[int, int, Output], int]

MAX_WORK = 300_000_000
"""Default of ``verify``'s ``work``, in scores: half a minute or so."""

STEPS_PER_POSITION = 100
"""How many scores a position of an input counts for beside its own: reading off, and evaluating the definition."""

BATCH = 512
"""Most inputs run together; the clock is looked at between batches."""

BATCH_TUPLES = 20_000_000
"""Most scores of a batch (unless one input has more): about a second."""

MAX_CERTIFIED_SCORES = 6_000_000
"""Most scores (inputs x positions x tuples) in a certificate: checking it takes some seconds."""


@dataclass(frozen=True)
class ExplicitConstruction(Construction):
    """A unit of explicit tables for a task on sequences, with the read-out that follows it.

    Parameters
    ----------
    tables : the unit
    threshold : the answer is 1 where the first output coordinate is greater, else 0; None if ``answer`` decides
    answer : the answer as a function of position, token and output row
    margin_of : the exact margin of the scores on an input (None: the unit does not select)
    claim : the certificate bundle, or None where the checker cannot replay this size
    """

    name: str
    parameters: Mapping[str, int] = field(hash=False)
    task: SequenceTask
    theorem: Theorem
    tables: Unit = field(repr=False)
    threshold: Fraction | None = Fraction(1, 2)
    answer: Answer | None = field(default=None, repr=False)
    margin_of: Callable[[Tokens], int] | None = field(default=None, repr=False)
    claim: Callable[[ExplicitConstruction], dict[str, Any] | None] | None = field(default=None, repr=False)

    @property
    def unit(self) -> Unit:
        """The tables."""
        return self.tables

    @property
    def size(self) -> Size:
        """Counted on the tables; the grid is the one that needs fewer bits."""
        unit = self.tables
        heads = [head for layer in unit.layers for head in layer.heads]
        grid = min(("twos", "midrise"), key=lambda name: bits_needed(unit.entries, name) or float("inf"))

        def bits(vectors: Iterable[Iterable[int]]) -> int:
            return bits_needed(chain.from_iterable(vectors), grid) or 0

        def rows(tables: Iterable[Table]) -> Iterator[Iterable[int]]:
            return chain.from_iterable(table.rows for table in tables)

        return Size(
            m=unit.m,
            p=bits([unit.entries]),
            H=unit.H,
            order=unit.order,
            layers=len(unit.layers),
            dv=unit.dv,
            grid=grid,
            query_bits=bits(rows(head.queries for head in heads)),
            key_bits=bits(chain.from_iterable(chain(rows(head.keys), head.null_keys) for head in heads)),
            value_bits=bits(chain.from_iterable(chain(rows(head.values), head.null_values) for head in heads)),
            parameters=unit.parameters,
        )

    def answers(self, tokens: Tokens, rows: Iterable[Output]) -> tuple[int, ...]:
        """What is read off the unit's output rows on an input."""
        if self.answer is not None:
            pairs = zip(tokens, rows, strict=True)
            return tuple(self.answer(i, token, tuple(row)) for i, (token, row) in enumerate(pairs))
        assert self.threshold is not None  # one of the two is always given
        return tuple(int(row[0] > self.threshold) for row in rows)

    def verify(
        self, *, samples: int = 200, seed: int = 0, work: int | None = None, seconds: float = float("inf")
    ) -> Verification:
        """Run the unit on seeded random inputs and near misses; then on all inputs, if ``work`` scores are enough.

        An input counts the scores of all heads, and ``STEPS_PER_POSITION`` more for each position; ``MAX_WORK`` is the
        default.
        """
        start = time.monotonic()
        tried = self._run(self.task.samples(samples, seed), start + seconds)
        total = self.task.alphabet**self.task.N
        everything = _Run()
        if tried.counterexample is None and total * self.steps_per_input <= (MAX_WORK if work is None else work):
            everything = self._run(self.task.instances(), start + seconds)
        exhaustive = everything.inputs == total
        told = everything if exhaustive or everything.counterexample is not None else tried
        scope = f"all {total} inputs" if exhaustive else f"{told.inputs} seeded random and near-miss inputs"
        return Verification(
            scope=scope,
            inputs=told.inputs,
            positions=told.inputs * self.task.N,
            exhaustive=exhaustive,
            counterexample=told.counterexample,
            margin=min((m for m in (tried.margin, everything.margin) if m is not None), default=None),
            seconds=time.monotonic() - start,
        )

    def certificate(self) -> dict[str, Any] | None:
        """The bundle that proves the size; None where the checker cannot replay it."""
        return (self.claim or computation_certificate)(self)

    @property
    def steps_per_input(self) -> int:
        """What an input counts against ``work`` in ``verify``."""
        N = self.task.N
        scores: int = sum(len(layer.heads) * (N + 1) ** (layer.polynomial.order - 1) for layer in self.tables.layers)
        return N * (scores + STEPS_PER_POSITION)

    def _run(self, inputs: Iterable[Tokens], deadline: float) -> _Run:
        """Compare the unit with the definition, batch by batch, until an input fails or the time is up."""
        run, remaining, size = _Run(), iter(inputs), 1
        tuples = self.task.N * (self.task.N + 1) ** (self.tables.order - 1)
        largest = max(1, min(BATCH, BATCH_TUPLES // tuples))
        while run.counterexample is None and (batch := list(islice(remaining, size))):
            outputs = unit_outputs(self.tables, [self.task.symbols(tokens) for tokens in batch])
            for tokens, rows in zip(batch, outputs.fractions(), strict=True):
                run.inputs += 1
                if self.answers(self.task.symbols(tokens), rows) != self.task.evaluate(tokens):
                    run.counterexample = tokens
                    break
                if self.margin_of is not None:
                    margin = self.margin_of(self.task.symbols(tokens))
                    run.margin = margin if run.margin is None else min(margin, run.margin)
            if time.monotonic() > deadline:
                break
            size = min(4 * size, largest)
        return run


@dataclass
class _Run:
    inputs: int = 0
    counterexample: Tokens | None = None
    margin: int | None = None


def computation_certificate(construction: ExplicitConstruction) -> dict[str, Any] | None:
    """The certificate that the unit computes its task: the checker runs it on every input.

    Class FIXED(p, grid) with the unit's own p if the answers survive weights cut to p bits, else SATURATED. None if
    that would be more than ``MAX_CERTIFIED_SCORES`` scores, or if the weights are not saturated.
    """
    unit, task, size = construction.unit, construction.task, construction.size
    tuples = sum(len(layer.heads) * (task.N + 1) ** (layer.polynomial.order - 1) for layer in unit.layers)
    if task.alphabet**task.N * task.N * tuples > MAX_CERTIFIED_SCORES:
        return None
    if any(layer.weights != "saturated" for layer in unit.layers):
        return None
    question = _question(task)
    if question is None:
        return None
    read_out = "threshold" if construction.answer is None else "any"
    at = {"at": str(construction.threshold)} if construction.answer is None else {}
    for unit_class, weighed in (
        (f"FIXED({size.p}, {size.grid})", _fixed(unit, size.p)),
        ("SATURATED", unit),
    ):
        evidence = {"kind": "unit", "unit": unit_to_json(weighed), **at}
        method = f"{construction.name}: {construction.theorem.words}"
        sizes: dict[str, Any] = {"heads": size.H, "order": size.order, "layers": size.layers, "dv": size.dv}
        asked = least_size(question, "m", unit_class, read_out=read_out, **sizes)
        try:
            bound = certified_bound(asked, "upper", size.m, method, evidence)
        except CheckerRefusedError:
            if unit_class == "SATURATED":
                raise
            continue  # weights cut to p bits are not zero off the maximum, which may spoil the answers
        break
    return certificate(question, bound)


def _question(task: SequenceTask) -> Question | None:
    """What the checker is told: the task by its name, or all its answers; None if these are too many."""
    if named := dict(named_computation(task)):
        return computation_question(named["of"], **{k: v for k, v in named.items() if k not in ("task", "of")})
    if task.alphabet**task.N * task.N > MAX_CASES:
        return None
    label = " ".join([task.name, *(f"{name}={value}" for name, value in task.parameters.items())])
    answers = tuple((tuple(tokens), tuple(task.answers(tokens))) for tokens in task.instances())
    return computation_question("table", alphabet=task.alphabet, length=task.N, answers=answers, label=label)


def _fixed(unit: Unit, bits: int) -> Unit:
    """The same tables with weights 2^(p - d)."""
    return replace(unit, layers=tuple(replace(layer, weights="fixed", bits=bits) for layer in unit.layers))
