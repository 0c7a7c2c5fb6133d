"""The statements ``computes`` and ``averages``: a given unit does a task, exactly or up to an error."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..bounds.bound import CheckerRefusedError, certificate, certified_bound
from ..bounds.constructions.averaging.averaging_construction import AveragingConstruction, averaging_certificate_within
from ..bounds.constructions.construction import Construction, ConstructionError
from ..bounds.constructions.explicit_construction import ExplicitConstruction
from ..bounds.constructions.unit_failure import NoFailure, UnitFailure, averaging_failure, class_of, unit_failure
from ..questions import Question, Unit, UnitClass, bits_needed, least_size, unit_to_json
from ..tasks import SequenceTask, TaskError
from ..tasks.finite_questions import sequence_question
from .effort import Effort, Search, compact
from .errors import ClaimError
from .statement import Statement, number
from .truth import Holds, Truth


def computes(
    subject: Construction | Unit,
    task: SequenceTask | Question | None = None,
    *,
    threshold: Fraction | int | None = None,
    unit_class: str = "",
) -> Statement:
    """A unit computes a task on every input.

    Parameters
    ----------
    subject : Construction or Unit
        A construction brings its task and its read-out along.
    task : SequenceTask or Question
        For a unit: what it is to compute.
    threshold : Fraction or int, optional
        For a unit: the answer is 1 where the first output coordinate is greater and 0 where it is less; an output that
        equals the threshold is wrong. Without it, any function of position, token and output row may follow, and the
        claim is that some such function is right everywhere.
    unit_class : str, optional
        ``SATURATED``, ``FIXED(p, grid)`` or ``ROUNDED(p, grid)``; what the unit's weights say if left out.

    Raises
    ------
    ClaimError
        If the task is missing or has too many inputs, or the unit is of no such class; if a threshold is given in class
        ROUNDED, where any read-out may follow.

    Examples
    --------
    >>> from headcount import construct
    >>> from headcount.claims import Effort, decide
    >>> str(decide(computes(construct("match3-third-order", M=4, N=2)), Effort(10)).verdict)
    'PROVED'
    """
    if isinstance(subject, Construction):
        if task is not None or threshold is not None or unit_class:
            raise ClaimError("a construction brings its task, read-out and class along; leave the other arguments out")
        return Holds(ConstructionTruth(subject))
    if not isinstance(subject, Unit):
        raise ClaimError(f"computes needs a Unit or a Construction, got {subject!r:.60} ({type(subject).__name__})")
    if not isinstance(task, SequenceTask | Question):
        raise ClaimError(f"computes needs the task of the unit, a SequenceTask, got {task!r:.60}; try Match3(N=3, M=4)")
    try:
        question = sequence_question(task) if isinstance(task, SequenceTask) else task
        named = unit_class or class_of(subject)
    except (TaskError, ValueError) as error:
        raise ClaimError(str(error)) from None
    at = None if threshold is None else number(threshold, "threshold")
    if at is not None and named.startswith("ROUNDED"):
        raise ClaimError(f"class {named} is about any read-out, got threshold={at}; leave it out")
    return Holds(UnitTruth(subject, task, question, at, named))


def averages(built: AveragingConstruction, *, error: Fraction | int = 0, unit_class: str = "SATURATED") -> Statement:
    """Heads for q-SA average every q-subset within an error, for all z in the unit ball.

    Parameters
    ----------
    built : AveragingConstruction
        Such as ``construct("qsa-sign-keys", N=8, q=2)``.
    error : Fraction or int >= 0
        The most that an output may be wrong by: the supremum over z, which z in {-1, 1}^N attains.
    unit_class : ``"SATURATED"`` or ``"FIXED(p, grid)"``
        Saturated weights, or weights cut to p fractional bits.

    Examples
    --------
    >>> from headcount import construct
    >>> from headcount.claims import Effort, decide
    >>> heads = construct("qsa-moment-curve", N=5, q=2)
    >>> [str(decide(averages(heads, unit_class=c), Effort(10)).verdict) for c in ("SATURATED", "FIXED(12, twos)")]
    ['PROVED', 'REFUTED']
    """
    if not isinstance(built, AveragingConstruction):
        raise ClaimError(
            f"averages needs heads for q-SA, got {built!r:.60}; try construct('qsa-moment-curve', N=5, q=2)"
        )
    allowed = number(error, "error")
    if allowed < 0:
        raise ClaimError(f"error must be >= 0, got {allowed}; try error=0")
    _require_class(built, unit_class)
    return Holds(AveragingTruth(built, allowed, unit_class))


class ConstructionTruth(Truth):
    """Whether a construction's own certificate is accepted."""

    def __init__(self, construction: Construction) -> None:
        self.construction = construction

    @property
    def words(self) -> str:
        built, size = self.construction, self.construction.size
        task = f"{built.task.name}({_spelled(built.task.parameters)})"
        return f"{built.name}({_spelled(built.parameters)}) does {task} with m = {size.m}, {size.p_words}, H = {size.H}"

    @property
    def identity(self) -> Mapping[str, Any]:
        return {"construction": self.words}

    def find(self, effort: Effort) -> Search:
        try:
            proof = self.construction.certificate()
        except CheckerRefusedError:
            proof = None
        if proof is not None:
            return Search((compact(proof),))
        return _failure_or_note(self._failure(effort.seconds), "the unit is too large for the checker to run it")

    def says(self, bundle: Mapping[str, Any]) -> bool | None:
        if _is_failure(bundle):
            found = self._failure(float("inf"))
            return False if isinstance(found, UnitFailure) and found.certificate() == bundle else None
        try:
            return True if self.construction.certificate() == bundle else None
        except CheckerRefusedError:
            return None

    def _failure(self, seconds: float) -> UnitFailure | NoFailure:
        built = self.construction
        if isinstance(built, AveragingConstruction):
            return averaging_failure(built, seconds=seconds)
        if isinstance(built, ExplicitConstruction):
            threshold = None if built.answer is not None else built.threshold
            return unit_failure(built.task, built.unit, threshold, seconds=seconds)
        return NoFailure(0, False)


class UnitTruth(Truth):
    """Whether a unit computes a finite task."""

    def __init__(
        self, unit: Unit, task: SequenceTask | Question, question: Question, at: Fraction | None, unit_class: str
    ) -> None:
        self.unit, self.task, self.question, self.at, self.unit_class = unit, task, question, at, unit_class

    @property
    def words(self) -> str:
        after = "any read-out" if self.at is None else f"outputs compared with {self.at}"
        sizes = f"m = {self.unit.m}, H = {self.unit.H}, dv = {self.unit.dv}"
        return f"the unit with {sizes} of class {self.unit_class}, {after}, does {self.question.words}"

    @property
    def identity(self) -> Mapping[str, Any]:
        tables = hashlib.sha256(json.dumps(unit_to_json(self.unit)).encode()).hexdigest()
        at = None if self.at is None else str(self.at)
        return {"unit": tables, "of": self.question.to_json(), "at": at, "class": self.unit_class}

    def find(self, effort: Effort) -> Search:
        found = unit_failure(self.task, self.unit, self.at, unit_class=self.unit_class, seconds=effort.seconds)
        if isinstance(found, NoFailure) and found.exhaustive:
            try:
                return Search((compact(self._proof()),))
            except CheckerRefusedError as error:  # outside the class, or more than the checker runs
                return Search((), (f"right on all {found.inputs} inputs, but the checker refused: {error}",))
        return _failure_or_note(found, "there was no time for the others")

    def says(self, bundle: Mapping[str, Any]) -> bool | None:
        try:
            if _is_failure(bundle):
                inputs = [tuple(word) for word in bundle["claims"][0]["proof"]["inputs"]]
                found = unit_failure(self.task, self.unit, self.at, inputs=inputs, unit_class=self.unit_class)
                return False if isinstance(found, UnitFailure) and found.certificate() == bundle else None
            return True if self._proof() == bundle else None
        except (CheckerRefusedError, LookupError, TypeError, ValueError):
            return None

    def _proof(self) -> dict[str, Any]:
        at = {} if self.at is None else {"at": str(self.at)}
        evidence = {"kind": "unit", "unit": unit_to_json(self.unit), **at}
        sizes: dict[str, Any] = {"heads": self.unit.H, "order": self.unit.order, "dv": self.unit.dv}
        sizes["layers"], sizes["read_out"] = len(self.unit.layers), "any" if self.at is None else "threshold"
        asked = least_size(self.question, "m", self.unit_class, **sizes)
        return certificate(self.question, certified_bound(asked, "upper", self.unit.m, "run", evidence))


class AveragingTruth(Truth):
    """Whether heads average all subsets within an error."""

    def __init__(self, built: AveragingConstruction, error: Fraction, unit_class: str) -> None:
        self.built, self.error, self.unit_class = built, error, unit_class

    @property
    def words(self) -> str:
        built, size = self.built, self.built.size
        heads = f"{built.name}({_spelled(built.parameters)}) with m = {size.m}, H = {size.H}"
        within = f"within {self.error}" if self.error else "exactly"
        return f"{heads}, class {self.unit_class}, does q-SA(N={built.task.N}, q={built.task.q}) {within}"

    @property
    def identity(self) -> Mapping[str, Any]:
        return {"averages": self.words}

    def find(self, effort: Effort) -> Search:
        found = averaging_failure(self.built, self.error, unit_class=self.unit_class, seconds=effort.seconds)
        if isinstance(found, NoFailure) and found.exhaustive:
            try:
                return Search((compact(self._proof()),))
            except (CheckerRefusedError, ConstructionError) as error:
                return Search((), (f"right on all subsets, but the checker refused: {error}",))
        return _failure_or_note(found, "there was no time for the others")

    def says(self, bundle: Mapping[str, Any]) -> bool | None:
        try:
            if _is_failure(bundle):
                found = averaging_failure(self.built, self.error, unit_class=self.unit_class)
                return False if isinstance(found, UnitFailure) and found.certificate() == bundle else None
            return True if self._proof() == bundle else None
        except (CheckerRefusedError, ConstructionError, LookupError, TypeError, ValueError):
            return None

    def _proof(self) -> dict[str, Any]:
        return averaging_certificate_within(self.built, self.error, self.unit_class)


def _require_class(built: AveragingConstruction, unit_class: str) -> None:
    """Refuse a class that heads cannot be of, whatever they compute."""
    try:
        parsed = UnitClass.parse(unit_class)
    except ValueError as error:
        raise ClaimError(str(error)) from None
    if parsed.name not in ("SATURATED", "FIXED") or parsed.asks_for_bits:
        raise ClaimError(f"unit_class must be SATURATED or FIXED(p, grid), got {unit_class}; try 'FIXED(8, twos)'")
    entries = (x for tables in built.tables() for table in tables for row in table for x in row)
    needed = bits_needed(entries, parsed.grid) if parsed.name == "FIXED" else 0
    if needed is None or needed > parsed.bits:
        least = "no such grid holds them" if needed is None else f"they need p = {needed}"
        raise ClaimError(f"the tables of {built.name} have entries outside {unit_class}: {least}; name another class")


def _failure_or_note(found: UnitFailure | NoFailure, why: str) -> Search:
    if isinstance(found, UnitFailure):
        return Search((compact(found.certificate()),))
    return Search((), (f"right on the {found.inputs} inputs that were run; {why}",))


def _is_failure(bundle: Mapping[str, Any]) -> bool:
    claims = bundle.get("claims")
    return bool(claims) and isinstance(claims, list) and claims[0].get("claim") == "unit-fails"


def _spelled(parameters: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in parameters.items())
