"""The result of a measurement: a bracket for every measure asked for, as a table, as JSON, and as a certificate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..bounds.bound import Status
from ..display.answer import CertifiedAnswer, flat
from ..display.html import Html, badge, bracket_line, framed, table
from ..questions import MEASURES
from ..questions.value_matrix import Matrix
from .measured import MeasureBound, Measured, bundle

DIGITS = 9
"""Decimals shown of a real number; its exact rational ends are in the certificate and in JSON."""


@dataclass(frozen=True, repr=False)
class Measurement(CertifiedAnswer):
    """The measures of one matrix.

    Examples
    --------
    >>> from headcount import CommunicationMatrix, measure
    >>> result = measure(CommunicationMatrix.named("eq", 2), only=("D", "rank_q"))
    >>> result["D"].lower.value, result["D"].upper.value, result.certified
    (Fraction(3, 1), Fraction(3, 1), True)
    """

    matrix: Matrix
    entries: tuple[Measured, ...]

    def __getitem__(self, measure: str) -> Measured:
        for entry in self.entries:
            if entry.measure == measure:
                return entry
        raise KeyError(f"{measure!r} was not measured; measured were {', '.join(e.measure for e in self.entries)}")

    def __iter__(self) -> Iterator[Measured]:
        return iter(self.entries)

    @property
    def bounds(self) -> tuple[MeasureBound, ...]:
        """All ends that are known."""
        return tuple(end for entry in self.entries for end in entry.ends)

    @property
    def complete(self) -> bool:
        """Whether every integral measure is known exactly, and every other one within a narrow enclosure."""
        return not any(is_open(entry) for entry in self.entries)

    @property
    def certified(self) -> bool:
        """Whether the checker accepted every end."""
        return all(end.status is Status.CERTIFIED for end in self.bounds)

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``check`` accepts: every certified end, with what it follows from."""
        return bundle(self.matrix, (*self.bounds, *(end for entry in self.entries for end in entry.behind)))

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each measure."""
        return [{"measure": name, **flat(entry)} for name, entry in self.to_json()["measures"].items()]

    def to_json(self) -> dict[str, Any]:
        """``matrix``, what it is; ``measures``, a key per measure, as ``headcount measure --json`` prints them."""
        rows, columns = self.matrix.shape
        about = {
            "words": self.matrix.words,
            "rows": rows,
            "columns": columns,
            "different_rows": len(set(self.matrix.rows)),
            "different_columns": len(set(zip(*self.matrix.rows, strict=True))),
            "total": self.matrix.total,
        }
        return {"matrix": about, "measures": {entry.measure: entry_json(entry) for entry in self.entries}}

    @property
    def in_a_line(self) -> str:
        """The matrix, and how many measures are known exactly."""
        known = sum(entry.closed for entry in self.entries)
        return f"{self.matrix.words}: {len(self.entries)} measures, {known} of them exact"

    def __str__(self) -> str:
        lines = [self.matrix.words]
        for entry in self.entries:
            lower, upper, state, how = row_of(entry)
            lines.append(f"  {entry.measure:<20} {lower:>14} {upper:>14}  {state:<10} {how}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return measured_html(self.matrix.words, self.entries)


def measured_html(title: str, entries: Iterable[Measured]) -> Html:
    """Measures as a table of a notebook: the ends with their line, the weakest status as a badge, how it is known."""
    rows = []
    for entry in entries:
        lower, upper, state, how = row_of(entry)
        ends = (None if end is None else end.value for end in (entry.lower, entry.upper))
        status = next((end.status for end in entry.ends if end.status is not Status.CERTIFIED), Status.CERTIFIED)
        known = badge(status if entry.ends else "UNDEFINED" if entry.undefined else "DECLINED")
        rows.append((entry.measure, lower, upper, bracket_line(*ends), state, known, how))
    return framed(title, table(rows, ("measure", "lower", "upper", "", "state", "status", "how it is known")))


NARROW = Fraction(1, 10**6)
"""An enclosure of a real number that is wider, relative to its upper bound, counts as open."""


def is_open(entry: Measured) -> bool:
    """Whether something was left open: an end is missing, or they differ, for a real number by more than a little.

    What is not defined for the matrix is not open.
    """
    if entry.undefined:
        return False
    if entry.width is None or entry.upper is None:
        return True
    return entry.width > (0 if MEASURES[entry.measure].integral else NARROW * max(entry.upper.value, Fraction(1)))


def row_of(entry: Measured) -> tuple[str, str, str, str]:
    """Lower bound, upper bound, state and evidence in words, for a table."""
    lower, upper = (shown(end, side) for end, side in ((entry.lower, "lower"), (entry.upper, "upper")))
    if entry.undefined:
        return lower, upper, "undefined", entry.undefined
    if entry.closed:
        state = "exact"
    elif is_open(entry) or entry.width is None:
        state = "declined" if not entry.ends else "open"
    else:
        state = f"+- {float(entry.width) / 2:.0e}"
    labels = ("" if end.status is Status.CERTIFIED else f" [{end.status}]" for end in entry.ends)
    how = " | ".join(dict.fromkeys(end.evidence.method + label for end, label in zip(entry.ends, labels, strict=True)))
    for end in entry.behind:
        how += f"; certified: {'>=' if end.side == 'lower' else '<='} {shown(end, end.side)}"
    return lower, upper, state, how


def shown(bound: MeasureBound | None, side: str) -> str:
    """A value for people: an integer or short fraction as it is, else decimals that still hold, rounded outwards."""
    return "?" if bound is None else shown_value(bound.value, side)


def shown_value(value: Fraction, side: str) -> str:
    """A value of this side for people.

    >>> shown_value(Fraction(1, 3), "lower"), shown_value(Fraction(1, 30_000), "upper")
    ('1/3', '0.000033334')
    """
    if value.denominator <= 10_000:
        return str(value)
    scaled = value * 10**DIGITS
    rounded = scaled // 1 if side == "lower" else -(-scaled // 1)
    return f"{rounded / 10**DIGITS:.{DIGITS}f}"


def entry_json(entry: Measured) -> dict[str, Any]:
    """One measure: its ends, the weakest status of the two, how each is known, seconds and notes."""
    ends = {"lower": entry.lower, "upper": entry.upper}
    statuses = {end.status for end in entry.ends}
    weakest = Status.CERTIFIED if statuses == {Status.CERTIFIED} else Status.PROVED_BY_SOLVER
    result: dict[str, Any] = {side: _number(entry.measure, end) for side, end in ends.items()}
    status = "UNDEFINED" if entry.undefined else "DECLINED" if entry.declined else str(weakest)
    result |= {"closed": entry.closed, "status": status}
    if entry.parameter is not None:
        result[MEASURES[entry.measure].parameter] = str(entry.parameter)
    for side, end in ends.items():
        if end is not None:
            proof = end.evidence
            result[f"{side}_evidence"] = {"kind": proof.kind, "status": str(proof.status), "method": proof.method}
    for end in entry.behind:
        result[f"certified_{end.side}"] = _number(entry.measure, end)
    notes = [*entry.notes, *([entry.undefined] if entry.undefined else [])]
    return {**result, "seconds": round(entry.seconds, 3), "notes": notes}


def _number(measure: str, bound: MeasureBound | None) -> int | str | None:
    if bound is None:
        return None
    return int(bound.value) if MEASURES[measure].integral else str(bound.value)
