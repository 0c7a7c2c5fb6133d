"""From a certificate with evidence, as engines write it, to one with proofs, claim by claim.

Each kind of evidence has an elaborator in one of ``AREAS``: a function of the evidence, its claim, the statement that
it is about, and the ``Book``. It does not look for mistakes: a wrong proof is refused by the checker.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from ..certificates.meter import OverLimitError
from ..certificates.refuse import Malformed, Refused

Json = Any
Elaborator = Callable[[Json, Json, Json, "Book"], dict[str, Json]]

AREAS = ("claimed", "clauses", "maps", "units", "programs", "trees", "counted")
"""Modules of this folder; each has a table ``ELABORATORS``. They are loaded in this order until one has the kind."""

NONSENSE = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, IndexError)
"""What elaborators raise on evidence that is none."""

VERSION = 3

PROVED = "proved"
"""The kind of evidence that is a proof already: ``{"kind": "proved", "proof": {..}}``."""


class CannotElaborate(Exception):
    """The evidence is no such thing, so that there is nothing to make a proof of."""


def theorem(name: str, **given: Json) -> dict[str, Json]:
    """A proof by the theorem of this name."""
    return {"rule": "theorem", "name": name, **given}


def exhibit(name: str, **shown: Json) -> dict[str, Json]:
    """A proof by the rule ``evaluate``, without the fields that are None."""
    return {"rule": "evaluate", "exhibit": name, **{field: x for field, x in shown.items() if x is not None}}


def rest(evidence: Mapping[str, Json], *without: str) -> dict[str, Json]:
    """The fields of the evidence but for its kind, and these."""
    return {name: x for name, x in evidence.items() if name not in ("kind", *without)}


@cache
def elaborators() -> Mapping[str, Elaborator]:
    """Kind of evidence -> its elaborator."""
    return {kind: elaborator for area in AREAS for kind, elaborator in _table(area).items()}


@cache
def _table(area: str) -> Mapping[str, Elaborator]:
    table: Mapping[str, Elaborator] = import_module(f"{__package__}.{area}").ELABORATORS
    return table


def _elaborator(kind: str) -> Elaborator | None:
    return next((table[kind] for table in map(_table, AREAS) if kind in table), None)


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
        elaborator = _elaborator(evidence["kind"])
        if elaborator is None:
            raise CannotElaborate(f"no proof is known for evidence of kind {evidence['kind']!r}")
        try:
            return elaborator(evidence, old, self.statement(old), self)
        except (Refused, Malformed, OverLimitError) as error:
            raise CannotElaborate(str(error)) from None
        except NONSENSE as error:
            raise CannotElaborate(f"the evidence is nonsense: {error!r:.60}") from None


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
