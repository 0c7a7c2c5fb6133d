"""The nouns of an answer: evidence, bound, end (``bracket.py`` puts two of them together)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from ..certificates.check import FORMAT, VERSION
from ..certificates.meter import LIMIT
from ..certificates.refuse import Malformed
from ..certificates.verdict import Accepted, Undecided
from ..display.html import Html, badge, framed, table, text
from ..elaborate.certify import certify, kind_of
from ..elaborate.driver import PROVED
from ..questions import LeastSize, Question, least_size
from ..questions.reading import read_bound
from .shown import shown


class Status(Enum):
    """How well a bound is known. When bounds combine, the weakest status wins."""

    CERTIFIED = "CERTIFIED"
    """The checker replayed its certificate."""
    PROVED_BY_SOLVER = "PROVED-BY-SOLVER"
    """A solver said so; nothing has been replayed."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Evidence:
    """Why a bound holds.

    ``kind`` names the form of what an engine has found, ``method`` says in words how it was found. ``content`` is what
    was found and ``proof`` what the checker has accepted (see certificates/FORMAT.rst), both as JSON text, so that the
    noun stays hashable.
    """

    kind: str
    status: Status
    method: str
    content: str = field(default="", repr=False)
    proof: str = field(default="", repr=False)


class End:
    """One end of a bracket, ``resource >= value`` or ``resource <= value``: a ``Bound`` or a ``HeadsEnd``."""

    side: str
    value: int
    evidence: Evidence

    @property
    def resource(self) -> str:
        """m, p or H."""
        raise NotImplementedError

    @property
    def parts(self) -> tuple[Bound, ...]:
        """The bounds that certificates claim."""
        raise NotImplementedError

    def to_json(self) -> dict[str, str]:
        """kind, status and method of the evidence."""
        return {"kind": self.evidence.kind, "status": str(self.evidence.status), "method": self.evidence.method}

    def __str__(self) -> str:
        relation = ">=" if self.side == "lower" else "<="
        return f"{self.resource} {relation} {self.value} [{self.evidence.status}] {self.evidence.method}"

    def html_row(self) -> tuple[Html, Html, Html]:
        """The end, its status as a badge, its method: a row of a notebook's table."""
        relation = "&ge;" if self.side == "lower" else "&le;"
        claim = Html(f"{text(self.resource)} {relation} {self.value}")
        return claim, badge(self.evidence.status), text(self.evidence.method)


@dataclass(frozen=True)
class Bound(End):
    """One end of a bracket: ``m >= value`` or ``m <= value``, with evidence.

    ``quantity`` says what is bounded: the question, the resource (m, p or H), the class of units, and the sizes that
    are held fixed.
    """

    quantity: LeastSize = field(repr=False)
    side: str
    value: int
    evidence: Evidence

    @property
    def question(self) -> Question:
        """What the units have to do."""
        return self.quantity.question

    @property
    def resource(self) -> str:
        """m, p or H."""
        return self.quantity.resource

    @property
    def parts(self) -> tuple[Bound, ...]:
        """The bound itself."""
        return (self,)

    @property
    def unit_class(self) -> str:
        """The class, as certificates write it."""
        return str(self.quantity.unit_class)

    @property
    def found(self) -> dict[str, Any]:
        """What was found, as engines write it; of a bound that was read from a file, as far as its proof shows it."""
        content: dict[str, Any] = json.loads(self.evidence.content)
        if content["kind"] != PROVED:
            return content
        return shown(content["proof"], self.question, self.value)

    def claim(self) -> dict[str, Any]:
        """The claim with what an engine has found, from which ``elaborate`` makes the proof."""
        return {**self._stated(), "evidence": json.loads(self.evidence.content)}

    def proved(self) -> dict[str, Any]:
        """The claim as it stands in a certificate, with its proof."""
        return {**self._stated(), "proof": json.loads(self.evidence.proof)}

    def _stated(self) -> dict[str, Any]:
        return {**self.quantity.to_json(), "side": self.side, "value": self.value}

    def _repr_html_(self) -> str:
        return framed(f"{self.question.words}, class {self.unit_class}", table([self.html_row()]))


@dataclass(frozen=True)
class HeadsEnd(End):
    """``H >= value`` or ``H <= value`` where exactly H heads share out the q-subsets.

    No single bound says it: each number of heads is a question of its own, for which the width that is held fixed is
    enough or is not. ``parts`` are the bounds on m that say so, one for each number of heads; none for H >= 1.
    """

    side: str
    value: int
    evidence: Evidence
    parts: tuple[Bound, ...] = field(default=(), repr=False)

    @property
    def resource(self) -> str:
        """H."""
        return "H"


class CheckerRefusedError(RuntimeError):
    """The checker did not accept evidence that an engine produced: a bug in the engine, never a user's mistake."""


class TooLongToCheckError(CheckerRefusedError):
    """Evidence that the checker does not decide within its limit of steps: no bug, but no bound either."""


def certificate(question: Question, *bounds: Bound, remarks: Sequence[str] = ()) -> dict[str, Any]:
    """The certificate bundle that claims these bounds (those that are certified); ``remarks`` prove nothing."""
    claims = [bound.proved() for bound in bounds if bound.evidence.status is Status.CERTIFIED]
    said = {"remarks": list(remarks)} if remarks else {}
    return {"format": FORMAT, "version": VERSION, "question": question.to_json(), **said, "claims": claims}


def bounds_in(bundle: Mapping[str, Any]) -> tuple[Bound, ...]:
    """The bounds that a certificate claims, in its order; nothing is replayed, so they are claims and no more.

    Raises
    ------
    ValueError
        If it is no certificate about units.

    Examples
    --------
    >>> from ..questions import qsa_question
    >>> bound = certified_bound(qsa_question(4, 1), "lower", 2, "by symmetry", {"kind": "symmetric", "size": 3})
    >>> bounds_in(certificate(bound.question, bound))[0].quantity == bound.quantity
    True
    """
    try:
        return tuple(_claimed(claim.get("question", bundle["question"]), claim) for claim in bundle["claims"])
    except (Malformed, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"this is no certificate about units: {error}") from None


def _claimed(question: Mapping[str, Any], claim: Mapping[str, Any]) -> Bound:
    found = claim["evidence"] if "evidence" in claim else {"kind": PROVED, "proof": claim["proof"]}
    kind = kind_of(claim["proof"]) if "proof" in claim else str(found["kind"])
    content, proof = (json.dumps(one, separators=(",", ":")) for one in (found, claim.get("proof")))
    evidence = Evidence(kind, Status.CERTIFIED, "stated in a certificate", content, proof)
    given = {name: value for name, value in claim.items() if name not in ("evidence", "proof", "question")}
    return Bound(*read_bound(given, question), evidence)


def certified_bound(
    asked: LeastSize | Question, side: str, value: int, method: str, evidence: Mapping[str, Any], limit: int = LIMIT
) -> Bound:
    """A bound whose evidence the checker has just accepted, in at most ``limit`` steps.

    ``asked`` is the quantity; a question stands for the least m in class SIGN. A method that needs more steps than
    ``check`` usually takes says how many to allow.

    Raises
    ------
    CheckerRefusedError
        If the checker rejects the evidence; the message holds its code and the place.
    """
    quantity = asked if isinstance(asked, LeastSize) else least_size(asked)
    content = json.dumps(evidence, separators=(",", ":"))
    kind = kind_of(evidence["proof"]) if evidence["kind"] == PROVED else str(evidence["kind"])
    bound = Bound(quantity, side, value, Evidence(kind, Status.CERTIFIED, method, content))
    made, verdict = certify({"question": quantity.question.to_json(), "claims": [bound.claim()]}, limit)
    if not isinstance(verdict, Accepted):
        refused = TooLongToCheckError if isinstance(verdict, Undecided) else CheckerRefusedError
        raise refused(f"{bound}: {verdict}")
    proof = json.dumps(made["claims"][0]["proof"], separators=(",", ":"))
    if verdict.steps > LIMIT:
        method = f"{method} (headcount check --limit {-(-verdict.steps // LIMIT) * LIMIT})"
    return replace(bound, evidence=replace(bound.evidence, method=method, proof=proof))


def premise(bound: Bound, question: Question | None = None) -> dict[str, Any]:
    """The bound as a premise of other evidence; its question is left out if it is that of the whole file."""
    stated = {} if bound.question == question else {"question": bound.question.to_json()}
    return {**stated, **bound.claim()}


def as_for_real_units(bound: Bound) -> dict[str, Any]:
    """Evidence that a bound on m in class SIGN holds in class GRID, each unit of which is one of class SIGN."""
    return {"kind": "restriction", "of": premise(bound, bound.question)}


class CrossedBoundsError(RuntimeError):
    """A lower bound exceeds an upper bound of the same question and class: one of the two is wrong."""
