"""The nouns of an answer: evidence and bound."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, cast

from ..certificates.check import FORMAT, VERSION
from ..certificates.meter import LIMIT
from ..certificates.refuse import Malformed
from ..certificates.verdict import Accepted, Undecided, Verdict
from ..elaborate.certify import certify, kind_of
from ..elaborate.driver import PROVED
from ..questions import LeastSize, Question, least_size
from .shown import shown

if TYPE_CHECKING:
    from ..display.html import Html

NO_SIZE = cast(int, math.inf)
"""The value of a lower bound that no size reaches: the infimum of no number, greater than every integer."""


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
    was found and ``proof`` what the checker has accepted (certificates/FORMAT.rst), both as objects of JSON that nobody
    changes; two pieces of evidence are compared without them.
    """

    kind: str
    status: Status
    method: str
    content: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    proof: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def to_json(self) -> dict[str, str]:
        """kind, status and method."""
        return {"kind": self.kind, "status": str(self.status), "method": self.method}


@dataclass(frozen=True)
class Bound:
    """``resource >= value`` (side ``lower``) or ``resource <= value`` (``upper``), with evidence.

    ``quantity`` says what is bounded: the question, the resource (m, p or H), the class of units, and the sizes that
    are held fixed. Where exactly H heads share out the q-subsets, each number of heads is a question of its own, and no
    single claim bounds H: ``parts`` are the bounds on m that do, one for each number of heads (none for H >= 1). Where
    no size at all will do, the value of the lower bound is infinite (``NO_SIZE``).
    """

    quantity: LeastSize = field(repr=False)
    side: str
    value: int
    evidence: Evidence
    parts: tuple[Bound, ...] | None = field(default=None, repr=False)

    @property
    def question(self) -> Question:
        """What the units have to do."""
        return self.quantity.question

    @property
    def resource(self) -> str:
        """m, p or H."""
        return self.quantity.resource

    @property
    def status(self) -> Status:
        """How well the bound is known."""
        return self.evidence.status

    @property
    def how(self) -> str:
        """How the bound was found, in words."""
        return self.evidence.method

    @property
    def claims(self) -> tuple[Bound, ...]:
        """The bounds that certificates claim: the bound itself, or its parts."""
        return (self,) if self.parts is None else self.parts

    @property
    def unit_class(self) -> str:
        """The class, as certificates write it."""
        return str(self.quantity.unit_class)

    @property
    def found(self) -> Mapping[str, Any]:
        """What was found, as engines write it; of a bound that was read from a file, as far as its proof shows it."""
        content = self.evidence.content
        return content if content["kind"] != PROVED else shown(content["proof"], self.question, self.value)

    def claim(self) -> dict[str, Any]:
        """The claim with what an engine has found, from which ``elaborate`` makes the proof."""
        return {**self._stated(), "evidence": self.evidence.content}

    def proved(self) -> dict[str, Any]:
        """The claim as it stands in a certificate, with its proof."""
        return {**self._stated(), "proof": self.evidence.proof}

    def _stated(self) -> dict[str, Any]:
        side = {"side": "none"} if self.is_no_size else {"side": self.side, "value": self.value}
        return {**self.quantity.to_json(), **side}

    @property
    def is_no_size(self) -> bool:
        """Whether it says that no size at all will do."""
        return self.value == NO_SIZE

    def said(self, letter: str = "") -> str:
        """The bound in words, of the size that the answer calls ``letter`` (its resource by default)."""
        return f"{self._relation(letter, '>=', '<=')} [{self.status}] {self.how}"

    def _relation(self, letter: str, greater: str, less: str) -> str:
        letter = letter or self.resource
        if self.is_no_size:
            return f"no {letter} will do"
        return f"{letter} {greater if self.side == 'lower' else less} {self.value}"

    def __str__(self) -> str:
        return self.said()

    def html_row(self, letter: str = "") -> tuple[Html, Html, Html]:
        """The bound, its status as a badge, its method: a row of a notebook's table."""
        from ..display.html import Html, badge, text

        claim = Html(self._relation(text(letter or self.resource), "&ge;", "&le;"))
        return claim, badge(self.status), text(self.how)

    def _repr_html_(self) -> str:
        from ..display.html import framed, table

        return framed(f"{self.question.words}, class {self.unit_class}", table([self.html_row()]))


class CheckerRefusedError(RuntimeError):
    """The checker did not accept evidence that an engine produced: a bug in the engine, never a user's mistake.

    ``verdict``: what it said.
    """

    def __init__(self, words: str, verdict: Verdict | None = None) -> None:
        super().__init__(words)
        self.verdict = verdict


class TooLongToCheckError(CheckerRefusedError):
    """Evidence that the checker does not decide within its limit of steps: no bug, but no bound either."""


def certificate(question: Question, *bounds: Bound, remarks: Sequence[str] = ()) -> dict[str, Any]:
    """The certificate bundle that claims these bounds (those that are certified); ``remarks`` prove nothing.

    A bound about another question states it.
    """
    claims = [
        {**({} if bound.question == question else {"question": bound.question.to_json()}), **bound.proved()}
        for bound in bounds
        if bound.status is Status.CERTIFIED
    ]
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
    from ..questions.reading import read_bound

    found = claim["evidence"] if "evidence" in claim else {"kind": PROVED, "proof": claim["proof"]}
    kind = kind_of(claim["proof"]) if "proof" in claim else str(found["kind"])
    evidence = Evidence(kind, Status.CERTIFIED, "stated in a certificate", found, claim.get("proof", {}))
    given = {name: value for name, value in claim.items() if name not in ("evidence", "proof", "question")}
    quantity, side, value = read_bound(given, question)
    return Bound(quantity, "lower", NO_SIZE, evidence) if value is None else Bound(quantity, side, value, evidence)


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
    content = json.loads(json.dumps(evidence))  # engines write tuples where JSON has lists
    kind = kind_of(content["proof"]) if content["kind"] == PROVED else str(content["kind"])
    bound = Bound(quantity, side, value, Evidence(kind, Status.CERTIFIED, method, content))
    made, verdict = certify({"question": quantity.question.to_json(), "claims": [bound.claim()]}, limit)
    if not isinstance(verdict, Accepted):
        refused = TooLongToCheckError if isinstance(verdict, Undecided) else CheckerRefusedError
        raise refused(f"{bound}: {verdict}", verdict)
    proof = made["claims"][0]["proof"]
    if verdict.steps > LIMIT:
        method = f"{method} (headcount check --limit {-(-verdict.steps // LIMIT) * LIMIT})"
    return replace(bound, evidence=replace(bound.evidence, method=method, proof=proof))


def premise(bound: Bound, question: Question | None = None) -> dict[str, Any]:
    """The bound as a premise of other evidence; its question is left out if it is that of the whole file."""
    stated = {} if bound.question == question else {"question": bound.question.to_json()}
    return {**stated, **bound.claim()}


def proved_premise(bound: Bound) -> dict[str, Any]:
    """The bound as a premise within a proof of the checker's rules."""
    return {"question": bound.question.to_json(), **bound.proved()}


def as_for_real_units(bound: Bound) -> dict[str, Any]:
    """Evidence that a bound on m in class SIGN holds in class GRID, each unit of which is one of class SIGN."""
    return {"kind": "restriction", "of": premise(bound, bound.question)}


class CrossedBoundsError(RuntimeError):
    """A lower bound exceeds an upper bound of the same question and class: one of the two is wrong."""
