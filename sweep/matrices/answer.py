"""What is known of the measures of one matrix of a sweep: as it is kept, printed and written."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ...measures.measurement import Measurement, shown_value
from ...questions import CommunicationMatrix


@dataclass(frozen=True)
class MatrixAnswer:
    """The measures of one matrix.

    Attributes
    ----------
    matrix : CommunicationMatrix
    measures : mapping
        A key per measure, as ``headcount measure --json`` prints it; empty if the measuring broke down.
    certificate : str
        The bundle that ``check`` accepts, as JSON text; empty if there is none.
    complete : bool
        Whether every integral measure is known exactly, and every other one within a narrow enclosure.
    seconds : float
    same_as : str
        The name of an earlier matrix of the sweep with the same entries, whose answer this is; mostly empty.
    note : str
        Why there is no answer.
    """

    matrix: CommunicationMatrix
    measures: dict[str, dict[str, Any]]
    certificate: str = field(default="", repr=False)
    complete: bool = False
    seconds: float = field(default=0.0, compare=False)
    same_as: str = ""
    note: str = ""

    def bracket(self, measure: str) -> str:
        """A measure in a few letters, ``D 3`` or ``cover1 4..6``; a bound that only a solver says has a ``?``."""
        known = self.measures.get(measure)
        if known is None:
            return f"{measure} not measured"
        if known["status"] == "UNDEFINED":
            return f"{measure} undefined"
        ends = []
        for side in ("lower", "upper"):
            if known[side] is None:
                ends.append("?")
                continue
            doubt = "" if known[f"{side}_evidence"]["status"] == "CERTIFIED" else "?"
            ends.append(shown_value(Fraction(known[side]), side) + doubt)
        return f"{measure} {ends[0]}" if ends[0] == ends[1] != "?" else f"{measure} {'..'.join(ends)}"

    @property
    def name(self) -> str:
        """The matrix's label, of a listed function with its n, or the size if it has none."""
        return self.matrix.words.partition(",")[0] if self.matrix.n else self.matrix.name or self.matrix.words

    def __str__(self) -> str:
        rows, columns = self.matrix.shape
        parts = [f"{self.name}  {rows}x{columns}", *(self.bracket(measure) for measure in self.measures)]
        parts += [f"same as {self.same_as}"] if self.same_as else []
        return "  ".join([*parts, self.note] if self.note else parts)

    def to_json(self) -> dict[str, Any]:
        """The object that ``headcount measure --matrices --json`` lists."""
        rows, columns = self.matrix.shape
        about = {"name": self.name, "rows": rows, "columns": columns, "complete": self.complete}
        words = {name: text for name, text in (("same_as", self.same_as), ("note", self.note)) if text}
        return about | words | {"measures": self.measures}


def answer_of(found: Measurement, seconds: float) -> MatrixAnswer:
    """A measurement as a sweep keeps it."""
    measures = found.to_json()["measures"]
    certificate = json.dumps(found.certificate(), separators=(",", ":"))
    assert isinstance(found.matrix, CommunicationMatrix)  # as sweeps read them
    return MatrixAnswer(found.matrix, measures, certificate, found.complete, seconds)


def agrees(answer: MatrixAnswer) -> bool:
    """Whether the certificate is about the matrix and claims every bound that is called certified."""
    try:
        bundle = json.loads(answer.certificate)
        question = bundle["question"]
        rows = question.get("rows") or CommunicationMatrix.named(question["of"], question["n"]).rows
        if tuple(rows) != answer.matrix.rows:
            return False
        claimed = {(claim["measure"], claim["side"], Fraction(claim["value"])) for claim in bundle["claims"]}
        return all(
            (name, side, Fraction(known[side])) in claimed
            for name, known in answer.measures.items()
            for side in ("lower", "upper")
            if known[side] is not None and known[f"{side}_evidence"]["status"] == "CERTIFIED"
        )
    except (ValueError, TypeError, KeyError, AttributeError, ZeroDivisionError):
        return False
