"""From a certificate with evidence, as engines write it, to one with proofs, claim by claim.

Each kind of evidence has an elaborator in one of ``AREAS``: a function of the evidence, its claim, the statement that
it is about, and the ``Book``. Where a name of a kind serves several subjects, the elaborators are asked in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

Json = Any
Elaborator = Callable[[Json, Json, Json, "Book"], dict[str, Json]]

AREAS = ("trees", "clauses", "maps", "theorems", "exhibits", "programs", "units")
"""Modules of this folder; each has a table ``ELABORATORS``."""

PATTERNS = ("qsa", "separation", "match", "pattern", "relevance")
WEIGHTS = ("attention-matrix", "permutation-matrix")
"""Tasks whose statements are sign patterns, and matrices of attention weights."""

VERSION = 3

PROVED = "proved"
"""The kind of evidence that is a proof already: ``{"kind": "proved", "proof": {..}}``."""


class CannotElaborate(Exception):
    """The evidence is no such thing, so that there is nothing to make a proof of; or the kind is somebody else's."""


def fields(evidence: Mapping[str, Json], *names: str, optional: Iterable[str] = ()) -> list[Json]:
    """The values of these fields, which are all that there are but for the kind and optional ones."""
    if not set(names) <= set(evidence) <= {"kind", *names, *optional}:
        raise CannotElaborate("the fields of the evidence are others")
    return [evidence[name] for name in names]


def task_of(question: Json, *known: str) -> str:
    """The task of a statement, one of those that are known."""
    task = question.get("task") if isinstance(question, dict) else None
    if task not in known:
        raise CannotElaborate("the statement is of another task")
    return str(task)


def measure_of(claim: Mapping[str, Json], question: Json) -> str:
    """The measure that a claim about a communication matrix is about."""
    measure = claim.get("measure")
    if not isinstance(question, dict) or question.get("task") != "communication" or not isinstance(measure, str):
        raise CannotElaborate("the claim is not about a measure of a matrix")
    return measure


def theorem(name: str, **given: Json) -> dict[str, Json]:
    """A proof by the theorem of this name."""
    return {"rule": "theorem", "name": name, **given}


def exhibit(name: str, **shown: Json) -> dict[str, Json]:
    """A proof by the rule ``evaluate``, without the fields that are None."""
    return {"rule": "evaluate", "exhibit": name, **{field: x for field, x in shown.items() if x is not None}}


def as_it_is(name: str, evidence: Mapping[str, Json], **more: Json) -> dict[str, Json]:
    """An exhibit with the fields of the evidence, and these."""
    return {"rule": "evaluate", "exhibit": name, **{k: v for k, v in evidence.items() if k != "kind"}, **more}


@cache
def elaborators() -> Mapping[str, tuple[Elaborator, ...]]:
    """Kind of evidence -> what may elaborate it."""
    found: dict[str, tuple[Elaborator, ...]] = {}
    for area in AREAS:
        for kind, elaborator in import_module(f"{__package__}.{area}").ELABORATORS.items():
            found[kind] = (*found.get(kind, ()), elaborator)
    return found


class Book:
    """The file at hand: its statement, and premises, which are elaborated like claims."""

    def __init__(self, question: Json = None, claims: list[Json] | None = None) -> None:
        self.question, self.claims = question, claims or []

    def premise(self, old: Json) -> Json:
        """A premise: the number of an earlier claim stays; one that is stated in place gets a proof in place."""
        return self.claim(old) if isinstance(old, dict) else old

    def stated(self, old: Json) -> Json:
        """The claim, with evidence, that a premise names."""
        if isinstance(old, dict):
            return old
        if type(old) is not int or not 0 <= old < len(self.claims):
            raise CannotElaborate("there is no such claim")
        return self.claims[old]

    def statement(self, claim: Json) -> Json:
        """What a claim is about."""
        return claim.get("question", self.question)

    def claim(self, old: Mapping[str, Json]) -> dict[str, Json]:
        """The claim with a proof in place of its evidence."""
        rest = {name: value for name, value in old.items() if name != "evidence"}
        return {**rest, "proof": self.proof(old)}

    def proof(self, old: Mapping[str, Json]) -> dict[str, Json]:
        """The proof that its evidence makes; one that is there already stays as it is."""
        if "proof" in old:
            given: dict[str, Json] = old["proof"]
            return given
        evidence = old.get("evidence")
        if not isinstance(evidence, dict) or not isinstance(evidence.get("kind"), str):
            raise CannotElaborate("the claim has no evidence of a kind")
        if evidence["kind"] == PROVED:
            proved: dict[str, Json] = evidence["proof"]
            return proved
        reasons = []
        for elaborator in elaborators().get(evidence["kind"], ()):
            try:
                return elaborator(evidence, old, self.statement(old), self)
            except CannotElaborate as error:
                reasons.append(str(error))
        raise CannotElaborate("; ".join(reasons) or f"no proof is known for evidence of kind {evidence['kind']!r}")


def elaborated(certificate: Mapping[str, Json]) -> dict[str, Json]:
    """The certificate that the checker reads, made from one whose claims have evidence.

    Raises
    ------
    CannotElaborate
        If some evidence cannot be turned into a proof.

    Examples
    --------
    >>> claim = {"resource": "m", "unit_class": "SIGN", "side": "upper", "value": 4, "evidence": {"kind": "squares"}}
    >>> elaborated({"question": {"task": "qsa", "N": 6, "q": 2}, "claims": [claim]})["claims"][0]["proof"]["rule"]
    'theorem'
    """
    book = Book(certificate.get("question"), certificate["claims"])
    kept = {name: certificate[name] for name in ("question", "remarks") if name in certificate}
    claims = [book.claim(claim) for claim in certificate["claims"]]
    return {"format": "headcount-certificate", "version": VERSION, **kept, "claims": claims}
