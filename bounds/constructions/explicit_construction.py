"""A construction whose tables are written out: sizes are counted on them, and running them is the check."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, islice
from typing import Any, overload

from ...attention import unit_outputs
from ...questions import Question, Table, Unit, bits_needed, computation_question, least_size, unit_to_json
from ...questions.attention import Output
from ...questions.finite_task import MAX_CASES, Wanted, Word
from ...questions.sparse_pattern import SparsePattern
from ...tasks import SequenceTask
from ...tasks.named_computation import named_computation
from ..bound import CheckerRefusedError, certificate, certified_bound
from .construction import Construction, Size, Theorem, Verification

Tokens = tuple[int, ...]
Answers = tuple[tuple[Word, Wanted], ...]
Answer = Callable[[int, int, Output], int | None]

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
    mask : what positions see, in every layer; None: all
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
    mask: SparsePattern | None = None

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

        def rows(tables: Sequence[Table], null: Sequence[Sequence[int]]) -> Iterator[Sequence[int]]:
            return chain(null, *(table.rows for table in tables))

        return Size(
            m=unit.m,
            p=bits([unit.entries]),
            H=unit.H,
            order=unit.order,
            layers=len(unit.layers),
            dv=unit.dv,
            grid=grid,
            query_bits=bits(row for head in heads for row in head.queries.rows),
            key_bits=bits(row for head in heads for row in rows(head.keys, head.null_keys)),
            value_bits=bits(row for head in heads for row in rows(head.values, head.null_values)),
            parameters=unit.parameters,
        )

    def answers(self, tokens: Tokens, rows: Iterable[Output]) -> tuple[int | None, ...]:
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
        told = self._run(self.task.samples(samples, seed), start + seconds)
        margins, total = {told.margin}, self.task.alphabet**self.task.N
        if told.passed and total * self.steps_per_input <= (MAX_WORK if work is None else work):
            everything = self._run(self.task.instances(), start + seconds)
            margins.add(everything.margin)
            if everything.inputs == total or not everything.passed:
                told = replace(everything, exhaustive=everything.inputs == total)
        scope = f"all {total} inputs" if told.exhaustive else f"{told.inputs} seeded random and near-miss inputs"
        margin = min((one for one in margins if one is not None), default=None)
        return replace(told, scope=scope, margin=margin, seconds=time.monotonic() - start)

    def certificate(self) -> dict[str, Any] | None:
        """The bundle that proves the size; None where the checker cannot replay it."""
        return (self.claim or computation_certificate)(self)

    def rounded_certificate(self) -> dict[str, Any] | None:
        """The same in class ROUNDED, where sums are rounded to p bits; None also if the answers do not survive that."""
        return computation_certificate(self, rounded=True)

    @property
    def steps_per_input(self) -> int:
        """What an input counts against ``work`` in ``verify``."""
        N = self.task.N
        scores: int = sum(len(layer.heads) * (N + 1) ** (layer.polynomial.order - 1) for layer in self.tables.layers)
        return N * (scores + STEPS_PER_POSITION)

    def _run(self, inputs: Iterable[Tokens], deadline: float) -> Verification:
        """Compare the unit with the definition, batch by batch, until an input fails or the time is up."""
        done, wrong, margins, remaining, size = 0, None, set[int](), iter(inputs), 1
        tuples = self.task.N * (self.task.N + 1) ** (self.tables.order - 1)
        largest = max(1, min(BATCH, BATCH_TUPLES // tuples))
        while wrong is None and (batch := list(islice(remaining, size))):
            outputs = unit_outputs(self.tables, [self.task.symbols(tokens) for tokens in batch])
            for tokens, rows in zip(batch, outputs.fractions(), strict=True):
                done += 1
                if self.answers(self.task.symbols(tokens), rows) != self.task.evaluate(tokens):
                    wrong = tokens
                    break
                if self.margin_of is not None:
                    margins.add(self.margin_of(self.task.symbols(tokens)))
            if time.monotonic() > deadline:
                break
            size = min(4 * size, largest)
        return Verification("", done, done * self.task.N, False, wrong, min(margins, default=None))


def computation_certificate(
    construction: ExplicitConstruction, *, rounded: bool = False, as_built: bool = False
) -> dict[str, Any] | None:
    """The certificate that the unit computes its task: the checker runs it on every input.

    Class FIXED(p, grid) with the unit's own p if its weights are those, or the answers survive weights cut to p bits,
    else SATURATED, and at once if ``as_built``; or class ROUNDED(p, grid), if the answers survive rounded sums, for any
    read-out. None if they do not, or that would be more than ``MAX_CERTIFIED_SCORES`` scores, or if weights are real.
    """
    unit, task, size = construction.unit, construction.task, construction.size
    tuples = sum(len(layer.heads) * (task.N + 1) ** (layer.polynomial.order - 1) for layer in unit.layers)
    if task.alphabet**task.N * task.N * tuples > MAX_CERTIFIED_SCORES:
        return None
    weights = {layer.weights for layer in unit.layers}
    if not weights <= {"saturated", "fixed"} or (rounded and any(layer.mask for layer in unit.layers)):
        return None
    question = question_of_task(task)
    if question is None:
        return None
    read_out = "threshold" if construction.answer is None else "any"
    at = {"at": str(construction.threshold)} if construction.answer is None else {}
    method = f"{construction.name}: {construction.theorem.words}"
    sizes: dict[str, Any] = {"heads": size.H, "order": size.order, "layers": size.layers, "dv": size.dv}
    sizes["pattern"] = construction.mask

    def proved(unit_class: str, cut: Unit) -> dict[str, Any]:
        evidence = {"kind": "unit", "unit": unit_to_json(cut), **at}
        asked = least_size(question, "m", unit_class, read_out=read_out, **sizes)
        return certificate(question, certified_bound(asked, "upper", size.m, method, evidence))

    def weighed(weights: str) -> Unit:
        return replace(unit, layers=tuple(replace(layer, weights=weights, bits=size.p) for layer in unit.layers))

    if rounded:
        read_out, at = "any", {}
        try:
            return proved(f"ROUNDED({size.p}, {size.grid})", weighed("rounded"))
        except CheckerRefusedError:
            return None
    if as_built and "fixed" not in weights:
        return proved("SATURATED", unit)
    try:
        return proved(f"FIXED({size.p}, {size.grid})", weighed("fixed"))
    except CheckerRefusedError:  # weights cut to p bits are not zero off the maximum, which may spoil the answers
        if "fixed" in weights:
            raise
        return proved("SATURATED", unit)


@overload
def question_of_task(task: SequenceTask) -> Question | None: ...
@overload
def question_of_task(task: SequenceTask, answers: Answers) -> Question: ...
def question_of_task(task: SequenceTask, answers: Answers | None = None) -> Question | None:
    """What the checker is told: the task by its name, else some answers, or all; None if all are too many."""
    if named := dict(named_computation(task)):
        return computation_question(named.pop("of"), **{k: v for k, v in named.items() if k != "task"})
    if answers is None:
        if task.alphabet**task.N * task.N > MAX_CASES:
            return None
        answers = tuple((tuple(tokens), tuple(task.answers(tokens))) for tokens in task.instances())
    label = " ".join([task.name, *(f"{name}={value}" for name, value in task.parameters.items())])
    return computation_question("table", alphabet=task.alphabet, length=task.N, answers=answers, label=label)
