"""A unit that does not do its task: the first input on which it fails, certified.

The unit is run on the inputs one after the other; what is found is put into a certificate with claim ``unit-fails``,
which holds the unit and one or two inputs and is checked without running the rest.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain, combinations
from typing import Any, TypeVar

from ...certificates.verdict import Accepted
from ...elaborate.certify import certify
from ...questions import (
    GRIDS,
    Question,
    Unit,
    UnitClass,
    averaging_question,
    bits_needed,
    fixed_point,
    saturated,
    unit_to_json,
)
from ...questions.attention import Output
from ...questions.finite_task import Wanted, Word
from ...questions.unit import Run
from ...tasks import SequenceTask
from ..bound import CheckerRefusedError
from .averaging.averaging_construction import AveragingConstruction
from .averaging.averaging_head import Subset
from .averaging.dual_certificate import NoExactTieError
from .explicit_construction import question_of_task

T = TypeVar("T")

MOST_INPUTS = 1_000_000
"""How many inputs (for q-SA, subsets) are tried: a minute or so for small ones."""

HARD_SUBSETS = 200
"""How many adversarial subsets are looked at before all of them in order."""


@dataclass(frozen=True)
class UnitFailure:
    """A unit that is wrong.

    ``statement`` is what the checker has accepted, ``reason`` says where the unit fails and how, and ``content`` is the
    bundle as JSON text.
    """

    statement: str
    reason: str
    content: str = field(repr=False)

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``check`` accepts."""
        bundle: dict[str, Any] = json.loads(self.content)
        return bundle

    def __str__(self) -> str:
        return f"{self.statement}: {self.reason}"


@dataclass(frozen=True)
class NoFailure:
    """The unit was right on all ``inputs`` that were run; ``exhaustive`` if these are all inputs of the task."""

    inputs: int
    exhaustive: bool
    seconds: float = field(default=0.0, compare=False)


def unit_failure(
    task: Question | SequenceTask,
    unit: Unit,
    threshold: Fraction | int | None = None,
    *,
    inputs: Iterable[Word] | None = None,
    unit_class: str = "",
    most: int = MOST_INPUTS,
    seconds: float = float("inf"),
) -> UnitFailure | NoFailure:
    """The first input on which a unit does not do a finite task, certified.

    Parameters
    ----------
    task : Question or SequenceTask
        A computation, or a task. A task that the checker does not know by name is listed with the failing inputs only.
    unit : Unit
        One that attends to all positions, with saturated or fixed-point weights, sums rounded or not.
    threshold : Fraction or int, optional
        The answer is 1 iff the first output coordinate is greater (equal is wrong in either case). Left out: any
        function of position, token and output row may follow, and the unit fails if none is right.
    inputs : iterable of tuples of symbols, optional
        The inputs to be tried, such as ``task.samples(1000)``; all of them if left out.
    unit_class : str, optional
        ``SATURATED``, ``FIXED(p, grid)`` or ``ROUNDED(p, grid)``; what the unit's weights say, with the first grid that
        holds its tables, if left out.
    most : int
        How many inputs are tried.
    seconds : float
        When to stop before that.

    Returns
    -------
    UnitFailure or NoFailure

    Raises
    ------
    ValueError
        If the question is no computation, or the unit is of no such class.
    CheckerRefusedError
        If the checker does not find the failure to be one.

    Examples
    --------
    >>> from headcount.questions import Head, Layer, Table
    >>> blind = Table("token", ((), ()))
    >>> mean = Unit(2, (Layer((Head(blind, (blind,), (Table("token", ((0,), (1,))),)),)),))
    >>> from ...tasks.finite_questions import finite_question
    >>> parity = finite_question(["parity", "k=2"])
    >>> print(unit_failure(parity, mean, Fraction(1, 2)))
    computation of=table alphabet=2 length=3 answers=[4 #...] position=2, class SATURATED: the unit in the proof does \
not do the task: at [0, 1, 0], an output is on the wrong side of the threshold, or equals it (threshold 1/2)
    """
    if isinstance(task, Question) and task.finite is None:
        raise ValueError(f"task must be a computation, got {task.words}; averaging_failure takes q-SA")
    if any(layer.mask is not None for layer in unit.layers):
        raise ValueError(
            "unit must have no mask, since every position sees all keys in the classes meant; got a masked layer"
        )
    unit_class = unit_class or class_of(unit)
    at = None if threshold is None else Fraction(threshold)
    outputs, told = Run(unit).outputs, dict[Any, tuple[Word, Wanted]]()

    def look(case: tuple[Word, Wanted]) -> UnitFailure | None:
        tokens, answers = case
        try:
            wrong = _against(tokens, answers, outputs(tokens), at, told)
        except KeyError:  # a read-out between two layers lacks a pair
            wrong = (case,)
        return _certified_unit(task, unit, at, wrong, unit_class) if wrong else None

    return _first_failure(_cases(task, inputs), look, most, seconds, inputs is None)


def averaging_failure(
    built: AveragingConstruction,
    error: Fraction | int = 0,
    *,
    unit_class: str = "SATURATED",
    most: int = MOST_INPUTS,
    seconds: float = float("inf"),
) -> UnitFailure | NoFailure:
    """The first subset that heads do not average within ``error``, certified; adversarial subsets are tried first.

    Parameters
    ----------
    built : AveragingConstruction
        Heads with keys by position and a query for each subset.
    error : Fraction or int >= 0
        How much an output may be wrong by, over z in {-1, 1}^N.
    unit_class : str
        ``SATURATED``, or ``FIXED(p, grid)``: weights cut to p bits.
    most : int
        How many subsets are tried.
    seconds : float
        When to stop before that.

    Raises
    ------
    CheckerRefusedError
        If the checker does not find the failure to be one.

    Examples
    --------
    >>> from headcount.bounds.constructions.averaging.moment_curve_averaging import qsa_moment_curve
    >>> averaging_failure(qsa_moment_curve(5, 2)).exhaustive
    True
    """
    N, q, parsed = built.task.N, built.task.q, UnitClass.parse(unit_class)
    weigh = fixed_point(parsed.bits) if parsed.name == "FIXED" else saturated
    hard = dict.fromkeys(built.subsets(HARD_SUBSETS, 0))

    def look(subset: Subset) -> UnitFailure | None:
        if built.error(subset, weigh) <= error:
            return None
        heads = [head.stated([head.query(head.part(subset))]) for head in built.heads]
        about = {"subset": list(subset), "heads": heads, "divisor": built.divisor}
        evidence = {"kind": "subset", **about, "error": str(Fraction(error))}
        return _certified(averaging_question(N, q).to_json(), evidence, unit_class, f"at the subset {list(subset)}")

    every = chain(hard, (y for y in combinations(range(N), q) if y not in hard))
    return _first_failure(every, look, most, seconds, True)


def _first_failure(
    cases: Iterable[T], look: Callable[[T], UnitFailure | None], most: int, seconds: float, exhaustive: bool
) -> UnitFailure | NoFailure:
    """The first failure that a look shows, among so many cases; ``exhaustive``: if these are all."""
    started, done = time.monotonic(), 0
    for case in cases:
        if done and (done >= most or time.monotonic() - started > seconds):
            exhaustive = False
            break
        try:
            failure = look(case)
        except NoExactTieError:  # a query that no search has found says nothing
            exhaustive = False
            continue
        if failure is not None:
            return failure
        done += 1
    return NoFailure(done, exhaustive, time.monotonic() - started)


FAMILIES = {"fixed": "FIXED", "rounded": "ROUNDED"}
"""Weights that need p, and the families of their units."""


def class_of(unit: Unit) -> str:
    """The class that a unit's weights and tables put it in, for ``unit_failure``.

    Raises
    ------
    ValueError
        If the weights are neither all saturated nor all fixed-point with one p, or no grid of p bits holds the tables.
    """
    kinds = {(layer.weights, layer.bits) for layer in unit.layers}
    if kinds == {("saturated", 0)}:
        return "SATURATED"
    weights, bits = kinds.pop()
    for grid in GRIDS:
        if not kinds and weights in FAMILIES and (bits_needed(unit.entries, grid) or bits + 1) <= bits:
            return f"{FAMILIES[weights]}({bits}, {grid})"
    raise ValueError(
        "unit must have saturated weights in all layers, or fixed-point weights with one p and tables in a p-bit grid, "
        f"got {weights} with p = {bits}; state the unit_class, or rewrite the layers"
    )


def _cases(task: Question | SequenceTask, inputs: Iterable[Any] | None) -> Iterator[tuple[Word, Wanted]]:
    """The inputs to be tried with their answers."""
    if isinstance(task, SequenceTask):
        for given in task.instances() if inputs is None else inputs:
            yield task.symbols(given), task.answers(given)
        return
    assert task.finite is not None
    if inputs is None:
        yield from task.finite.pairs()
        return
    for tokens in map(tuple, inputs):
        answers = task.finite.answers_to(tokens)
        if answers is None:
            raise ValueError(f"inputs must be inputs of {task.words}, got {tokens}")
        yield tokens, tuple(x if task.finite.position in (None, i) else None for i, x in enumerate(answers))


def _against(
    tokens: Word, answers: Wanted, rows: tuple[Output, ...], at: Fraction | None, told: dict[Any, tuple[Word, Wanted]]
) -> tuple[tuple[Word, Wanted], ...]:
    """The inputs that show a failure, this one last, with their answers; none if it is right as far as is known."""
    for i, (row, answer) in enumerate(zip(rows, answers, strict=True)):
        if answer is None:
            continue
        if at is not None:
            if row[0] == at or answer != (row[0] > at):
                return ((tokens, answers),)
        else:
            before, said = told.setdefault((i, tokens[i], row), (tokens, answers))
            if said[i] != answer:
                return ((before, said), (tokens, answers))
    return ()


def _certified_unit(
    task: Question | SequenceTask,
    unit: Unit,
    at: Fraction | None,
    wrong: tuple[tuple[Word, Wanted], ...],
    unit_class: str,
) -> UnitFailure:
    question = task if isinstance(task, Question) else question_of_task(task, wrong)
    read_out = {} if at is None else {"at": str(at)}
    inputs = [list(tokens) for tokens, _ in wrong]
    evidence = {"kind": "input", "unit": unit_to_json(unit), **read_out, "inputs": inputs}
    return _certified(question.to_json(), evidence, unit_class, f"at {' and '.join(map(str, inputs))}")


def _certified(question: Mapping[str, Any], evidence: Mapping[str, Any], unit_class: str, where: str) -> UnitFailure:
    claim = {"claim": "unit-fails", "unit_class": unit_class, "evidence": evidence}
    bundle, verdict = certify({"question": question, "claims": [claim]})
    if not isinstance(verdict, Accepted):
        raise CheckerRefusedError(f"unit-fails: {verdict}")
    (how,) = verdict.claims
    reason = f"{where}, {how.removeprefix('unit-fails: ')}"
    return UnitFailure(verdict.statement, reason, json.dumps(bundle, separators=(",", ":")))
