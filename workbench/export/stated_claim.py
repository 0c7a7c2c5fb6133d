"""The claims of a certificate one after the other, each with its question, and those that are proved in place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...core.meter import Meter
from ...questions.least_size import MeasureOf, StatedBound
from ...questions.matrix import CommunicationMatrix
from ...questions.measure import SEEN_AS
from ...questions.reading import Node
from ...questions.reading.claims import Subject, read_bound, read_subject

PREMISES = {
    "restriction": "of",
    "pattern": "of",
    "other-score": "of",
    "threshold": "of",
    "tie": "of",
    "separation": "of",
    "saturation": "of",
    "cut-rank": "of",
    "cut-cost": "needs",
    "theorem": "from",
}
"""Kind of evidence -> its field with the bound, or the bounds, on which it rests."""

UNLIMITED = 2**62
"""What has been checked is read again: the limit was the checker's."""


@dataclass(frozen=True)
class StatedClaim:
    """A claim of an accepted certificate.

    Attributes
    ----------
    number : int
        In the certificate, from 0; claims that are proved in place have the numbers after its last one, in the order in
        which they are met.
    value : mapping
        The claim as it stands in the file.
    question : mapping
        What it is about, its own or the bundle's.
    subject : Question, CommunicationMatrix, SparsePattern or None
        The same, read; None of claims about reductions and output layers.
    bound : StatedBound or None
        The bound that it states; None if it is simply right.
    premises : tuple of int
        The numbers of the claims on which its evidence rests.
    premise_of : int or None
        If it is proved in place, the number of the claim that rests on it.
    premise_bounds : tuple of StatedBound
        What these claims state, in the same order.
    """

    number: int
    value: Mapping[str, Any]
    question: Mapping[str, Any]
    subject: Subject | None
    bound: StatedBound | None
    premises: tuple[int, ...]
    premise_of: int | None = None
    premise_bounds: tuple[StatedBound, ...] = ()

    @property
    def name(self) -> str:
        """How the names of its files begin."""
        return f"claim-{self.number}"

    @property
    def evidence(self) -> Mapping[str, Any]:
        """Its evidence, as it stands in the file."""
        found: Mapping[str, Any] = self.value["evidence"]
        return found

    @property
    def kind(self) -> str:
        """The kind of its evidence."""
        return str(self.evidence["kind"])

    @property
    def claim(self) -> dict[str, Any]:
        """What it says, without question and evidence."""
        return {name: value for name, value in self.value.items() if name not in ("question", "evidence")}

    @property
    def words(self) -> str:
        """What it says, in words."""
        if self.bound is not None:
            return f"{self.bound.quantity.words}: {self.bound.words}"
        return (
            f"{'the ' + self.question['task'] if self.subject is None else self.subject.words}: {self.value['claim']}"
        )

    @property
    def matrix(self) -> CommunicationMatrix:
        """The matrix as its evidence sees it: transposed, or the complement, for some measures."""
        assert isinstance(self.bound, StatedBound)
        assert isinstance(self.bound.quantity, MeasureOf)
        matrix = self.bound.quantity.matrix
        view = SEEN_AS.get(self.bound.quantity.measure.name, ("", ""))[1]
        seen: CommunicationMatrix = getattr(matrix, view) if view else matrix
        return seen

    def node(self, *names: str) -> Node:
        """A part of the evidence for the checker's readers."""
        node = Node(self.evidence, "evidence", Meter(UNLIMITED))
        for name in names:
            node = node.field(name)
        return node


def stated_claims(certificate: Mapping[str, Any]) -> list[StatedClaim]:
    """All claims of an accepted certificate, in their order, then those that are proved in place.

    >>> lower = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 3}
    >>> question = {"task": "qsa", "N": 5, "q": 2}
    >>> premise = {**lower, "question": question, "evidence": {"kind": "symmetric", "size": 4}}
    >>> other = {"kind": "restriction", "of": premise}
    >>> claim = {**lower, "unit_class": "GRID(1, twos, gap 1)", "evidence": other}
    >>> [(c.number, c.kind, c.premises, c.premise_of) for c in stated_claims({"question": question, "claims": [claim]})]
    [(0, 'restriction', (1,), None), (1, 'symmetric', (), 0)]
    """
    found: list[StatedClaim] = []
    waiting: list[tuple[Mapping[str, Any], int | None]] = [(claim, None) for claim in certificate["claims"]]
    subjects: dict[int, Subject | None] = {}
    while len(found) < len(waiting):
        value, premise_of = waiting[len(found)]
        numbers: list[int] = []
        for premise in _premises(value["evidence"]):
            if isinstance(premise, Mapping):
                numbers.append(len(waiting))
                waiting.append((premise, len(found)))
            else:
                numbers.append(premise)
        question = value.get("question", certificate.get("question"))
        node = Node(value, "claim", Meter(UNLIMITED))
        if id(question) not in subjects:
            subjects[id(question)] = _subject(question)
        subject = subjects[id(question)]
        bound = read_bound(node, subject) if "claim" not in value and subject is not None else None
        found.append(StatedClaim(len(found), value, question, subject, bound, tuple(numbers), premise_of))
    return [replace(claim, premise_bounds=_bounds([found[number] for number in claim.premises])) for claim in found]


def _bounds(claims: list[StatedClaim]) -> tuple[StatedBound, ...]:
    return tuple(claim.bound for claim in claims if claim.bound is not None)


def _premises(evidence: Mapping[str, Any]) -> Iterator[Any]:
    if evidence["kind"] in PREMISES:
        held = evidence[PREMISES[evidence["kind"]]]
        yield from held if isinstance(held, list) else (held,)


def _subject(question: Mapping[str, Any]) -> Subject | None:
    if question["task"] in ("reduction", "classifier"):
        return None
    return read_subject(Node(question, "question", Meter(UNLIMITED)))
