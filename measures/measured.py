"""The nouns of a measurement: a bound of a measure of a communication matrix, and the bracket of its best two."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ..bounds.bound import CheckerRefusedError, CrossedBoundsError, Evidence, Status, TooLongToCheckError
from ..certificates.verdict import Accepted, Undecided
from ..elaborate.certify import certify
from ..elaborate.driver import PROVED, elaborated
from ..measures.readings import Reading
from ..questions import MEASURES
from ..questions.value_matrix import Matrix
from ..solvers.clause_decision import Replayed

Key = tuple[str, Fraction | None]
"""A measure and its parameter (None if it has none)."""


@dataclass(frozen=True)
class MeasureBound:
    """``measure >= value`` (side ``lower``) or ``measure <= value`` (``upper``) of a matrix, with evidence.

    ``premises`` are the bounds from which it follows by an inequality; empty if it has evidence of its own.
    """

    measure: str
    side: str
    value: Fraction
    evidence: Evidence
    parameter: Fraction | None = None
    premises: tuple[MeasureBound, ...] = field(default=(), repr=False)

    @property
    def key(self) -> Key:
        """The measure and its parameter."""
        return self.measure, self.parameter

    @property
    def status(self) -> Status:
        """How well it is known."""
        return self.evidence.status

    def tighter_than(self, other: MeasureBound | None) -> bool:
        """Whether it says more than another bound of the same side.

        Among equals it does if it is better known, and among those if it has evidence of its own: a tree or a list of
        rectangles is worth more than the inequality that says that there is one.
        """
        if other is None:
            return True
        if self.value == other.value and self.status is other.status:
            return bool(other.premises) and not self.premises
        if self.value == other.value:
            return self.status is Status.CERTIFIED
        return self.value > other.value if self.side == "lower" else self.value < other.value

    def __str__(self) -> str:
        at = "" if self.parameter is None else f"({MEASURES[self.measure].parameter}={self.parameter})"
        relation = ">=" if self.side == "lower" else "<="
        return f"{self.measure}{at} {relation} {self.value} [{self.status}] {self.evidence.method}"


@dataclass(frozen=True)
class Measured:
    """``lower <= measure <= upper``, each with evidence; ``notes`` say what an open bracket ran into.

    An end is None only if the measure was declined, and then ``notes`` give the reason, or if it is not defined for the
    matrix, and then ``undefined`` says why. Where an end rests on the word
    of a solver, ``behind`` has the best certified bound of that side.

    Raises
    ------
    CrossedBoundsError
        If lower > upper: a bug of the first order.
    """

    measure: str
    parameter: Fraction | None
    lower: MeasureBound | None
    upper: MeasureBound | None
    seconds: float = field(default=0.0, compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)
    behind: tuple[MeasureBound, ...] = ()
    undefined: str = ""

    def __post_init__(self) -> None:
        if self.lower is not None and self.upper is not None and self.lower.value > self.upper.value:
            raise CrossedBoundsError(f"{self.lower} but {self.upper}")

    @property
    def ends(self) -> tuple[MeasureBound, ...]:
        """The ends that are known."""
        return tuple(end for end in (self.lower, self.upper) if end is not None)

    @property
    def closed(self) -> bool:
        """Whether the value is known exactly."""
        return self.lower is not None and self.upper is not None and self.lower.value == self.upper.value

    @property
    def declined(self) -> bool:
        """Whether nothing is known about an end of what is defined."""
        return len(self.ends) < 2 and not self.undefined

    @property
    def width(self) -> Fraction | None:
        """upper - lower, if both are known."""
        return None if self.lower is None or self.upper is None else self.upper.value - self.lower.value


def certified(
    matrix: Matrix,
    measure: str,
    side: str,
    value: Fraction | int,
    method: str,
    evidence: Mapping[str, Any],
    parameter: Fraction | None = None,
) -> MeasureBound:
    """A bound whose evidence the checker has just accepted.

    Raises
    ------
    CheckerRefusedError
        If the checker does not accept it: a bug in the engine, never a user's mistake.
    """
    content = json.loads(json.dumps(evidence))  # engines write tuples where JSON has lists
    proof = Evidence(str(content["kind"]), Status.CERTIFIED, method, content)
    bound = MeasureBound(measure, side, Fraction(value), proof, parameter)
    made, verdict = certify({"question": matrix.to_json(), "claims": [_claim(bound, content)]})
    if not isinstance(verdict, Accepted):
        refused = TooLongToCheckError if isinstance(verdict, Undecided) else CheckerRefusedError
        raise refused(f"{bound}: {verdict}")
    return replace(bound, evidence=replace(proof, proof=made["claims"][0]["proof"]))


def by_solver(
    measure: str, side: str, value: Fraction | int, method: str, parameter: Fraction | None = None
) -> MeasureBound:
    """A bound that rests on a solver's answer alone."""
    return MeasureBound(measure, side, Fraction(value), Evidence("solver", Status.PROVED_BY_SOLVER, method), parameter)


def cited(
    matrix: Matrix, reading: Reading, premises: tuple[MeasureBound, ...], parameter: Fraction | None = None
) -> MeasureBound | None:
    """What an inequality makes of bounds, None if nothing; integral measures are rounded inwards.

    The weakest status wins.
    """
    measure, side = reading.conclusion
    at = next((premise.parameter for premise in premises if premise.parameter is not None), parameter)
    values = tuple(premise.value for premise in premises)
    value = reading.conclude(values, matrix.shape[0] * matrix.shape[1], at)
    if value is None:
        return None
    if MEASURES[measure].integral:
        value = Fraction(-(-value.numerator // value.denominator) if side == "lower" else value // 1)
    weakest = Status.CERTIFIED
    if any(premise.status is not Status.CERTIFIED for premise in premises):
        weakest = Status.PROVED_BY_SOLVER
    name = reading.name
    content = {"kind": "theorem", "name": name, "from": []}
    return MeasureBound(measure, side, value, Evidence("theorem", weakest, name, content), parameter, premises)


def refuted(kind: str, found: Replayed, **fields: Any) -> dict[str, Any]:
    """A refutation as it stands in a certificate, with these fields before it."""
    lemmas = [[list(literals), list(hints)] for literals, hints in found.refutation.lemmas]
    return {"kind": kind, **fields, "axioms": list(found.refutation.axioms), "lemmas": lemmas}


def on_part(
    matrix: Matrix,
    lines: Mapping[str, Sequence[int]],
    measure: str,
    value: int,
    evidence: Mapping[str, Any],
    parameter: Fraction | None = None,
) -> dict[str, Any]:
    """Evidence for a lower bound from evidence about some ``rows`` and ``columns``; its premise is stated in place."""
    question = matrix.part(lines["rows"], lines["columns"]).to_json()
    premise: dict[str, Any] = {"question": question, "measure": measure, "side": "lower", "value": str(value)}
    if parameter is not None:
        premise[MEASURES[measure].parameter] = str(parameter)
    return {"kind": "restriction", "of": {**premise, "evidence": evidence}, **lines}


def bundle(matrix: Matrix, bounds: Iterable[MeasureBound]) -> dict[str, Any]:
    """The certificate file that claims these bounds, those that are certified, each after what it follows from."""
    numbers: dict[MeasureBound, int] = {}
    claims: list[dict[str, Any]] = []

    def add(bound: MeasureBound) -> int:
        if bound not in numbers:
            found = dict(bound.evidence.content)
            if bound.evidence.proof:
                found = {"kind": PROVED, "proof": bound.evidence.proof}
            if bound.premises:
                found["from"] = [add(premise) for premise in bound.premises]
            claims.append(_claim(bound, found))
            numbers[bound] = len(claims) - 1
        return numbers[bound]

    for bound in bounds:
        if bound.status is Status.CERTIFIED:
            add(bound)
    return elaborated({"question": matrix.to_json(), "claims": claims})


def stated(question: Mapping[str, Any], bound: MeasureBound) -> dict[str, Any]:
    """The claim of a certified bound about its matrix as a question has it; what it follows from is stated in place."""
    found: dict[str, Any] = dict(bound.evidence.content)
    if bound.evidence.proof:
        found = {"kind": PROVED, "proof": bound.evidence.proof}
    if bound.premises:
        found["from"] = [stated(question, premise) for premise in bound.premises]
    return {**_claim(bound, found), "question": question}


def _claim(bound: MeasureBound, evidence: Mapping[str, Any]) -> dict[str, Any]:
    """The claim with what was found, from which the proof is made."""
    claim: dict[str, Any] = {"measure": bound.measure, "side": bound.side, "value": str(bound.value)}
    if bound.parameter is not None:
        claim[MEASURES[bound.measure].parameter] = str(bound.parameter)
    return {**claim, "evidence": evidence}


__all__ = [
    "Key", "MeasureBound", "Measured", "bundle", "by_solver", "certified", "cited", "on_part", "refuted", "stated",
]  # fmt: skip
