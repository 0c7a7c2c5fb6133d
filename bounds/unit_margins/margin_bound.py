"""A bound of the margin of unit vectors in R^d: ``margin^2 >= square`` or ``<=``, with evidence."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...certificates.check import FORMAT, VERSION
from ...certificates.meter import LIMIT
from ...certificates.verdict import Accepted, Undecided
from ...elaborate.certify import certify, kind_of
from ...elaborate.driver import PROVED
from ...questions import Question
from ..bound import CheckerRefusedError, Evidence, Status, TooLongToCheckError


@dataclass(frozen=True)
class MarginBound:
    """``margin^2 >= square`` (side ``lower``: there are such vectors) or ``<=`` (``upper``) for a question in R^d.

    Vectors of queries and items have length 1, each query has a threshold of its own, and relevant items score at least
    the margin above it, all others at least the margin below it. The greatest margin is 0 where nothing is separated.
    Squares, because those of simplices and the like are rational.
    """

    question: Question = field(repr=False)
    d: int
    side: str
    square: Fraction
    evidence: Evidence

    @property
    def status(self) -> Status:
        """How well the bound is known."""
        return self.evidence.status

    @property
    def how(self) -> str:
        """How it was found, in words."""
        return self.evidence.method

    @property
    def margin(self) -> float:
        """The margin, rounded to the side on which the statement stays true."""
        return root(self.square, up=self.side == "upper")

    def proved(self) -> dict[str, Any]:
        """The claim as it stands in a certificate."""
        return {**stated(self.d, self.side, self.square), "proof": self.evidence.proof}

    def __str__(self) -> str:
        relation = ">=" if self.side == "lower" else "<="
        return f"d = {self.d}: margin {relation} {self.margin:.4g} [{self.status}] {self.how}"


def root(square: Fraction, *, up: bool) -> float:
    """The square root as a float, rounded up or down; exact where it is a fraction that a float can hold.

    >>> root(Fraction(1, 16), up=True), root(Fraction(9, 40), up=True) ** 2 >= Fraction(9, 40)
    (0.25, True)
    """
    found = math.sqrt(square)
    while (Fraction(found) ** 2 < square) if up else (Fraction(found) ** 2 > square):
        found = math.nextafter(found, math.inf if up else 0)
    return found


def stated(d: int, side: str, square: Fraction) -> dict[str, Any]:
    """The claim without its proof."""
    return {"quantity": "margin", "d": d, "side": side, "value": str(square)}


def certified_margin(
    question: Question, d: int, side: str, square: Fraction, method: str, proof: Mapping[str, Any], limit: int = LIMIT
) -> MarginBound:
    """A bound whose proof the checker has just accepted.

    Raises
    ------
    CheckerRefusedError
        If it does not: a bug in what made the proof.
    """
    content = json.loads(json.dumps({"kind": PROVED, "proof": proof}))
    claim = {**stated(d, side, square), "evidence": content}
    _, verdict = certify({"question": question.to_json(), "claims": [claim]}, limit)
    if not isinstance(verdict, Accepted):
        refused = TooLongToCheckError if isinstance(verdict, Undecided) else CheckerRefusedError
        raise refused(f"margin^2 {side} {square} at d = {d}: {verdict}")
    if verdict.steps > LIMIT:
        method = f"{method} (headcount check --limit {-(-verdict.steps // LIMIT) * LIMIT})"
    made = Evidence(kind_of(content["proof"]), Status.CERTIFIED, method, content, content["proof"])
    return MarginBound(question, d, side, square, made)


def margin_certificate(question: Question, bounds: Iterable[MarginBound]) -> dict[str, Any]:
    """The certificate that claims these bounds."""
    claims = [bound.proved() for bound in bounds]
    return {"format": FORMAT, "version": VERSION, "question": question.to_json(), "claims": claims}


def margins_in(content: Mapping[str, Any], question: Question) -> list[MarginBound]:
    """The margins that a certificate claims for a question, each replayed by the checker.

    Raises
    ------
    ValueError
        If it is no certificate, or is about something else.
    CheckerRefusedError
        If a claim is not accepted.
    """
    claims, about = content.get("claims"), content.get("question")
    if not isinstance(claims, list) or not all(isinstance(claim, dict) for claim in claims):
        raise ValueError("it is no certificate")
    ours = json.loads(json.dumps(question.to_json()))
    wanted = [one for one in claims if one.get("quantity") == "margin" and one.get("question", about) == ours]
    if not wanted:
        raise ValueError("it has no margins for these data; give it with the same data and options as before")
    return [
        certified_margin(question, one["d"], one["side"], Fraction(one["value"]), "an earlier answer", one["proof"])
        for one in wanted
    ]
