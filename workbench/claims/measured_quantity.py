"""The quantity ``measured``: a communication measure of a 0/1 matrix."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...questions import MEASURES, CommunicationMatrix
from ...tasks import TaskError
from ..search.ask import ask
from ..search.measures_asked import MeasuresAsked, matrix_from_words
from .effort import Certificate, Effort, Search, accepted, compact
from .errors import ClaimError
from .interval import Interval
from .statement import Quantity, number

MAX_SPELLED = 80
"""Most characters of a matrix without a name that are written out where it is spoken of."""


def measured(name: str, matrix: CommunicationMatrix | str, **parameter: Fraction | int) -> MeasuredQuantity:
    """A communication measure of a matrix.

    Parameters
    ----------
    name : str
        A key of ``MEASURES`` (``headcount measure --list``): D, one_way_ab, cover1, rank_q, gamma2, ..
    matrix : CommunicationMatrix or str
        A string is what ``headcount measure`` takes: ``"disj n=3"``, ``"matrix.csv"``.
    **parameter
        The measure's parameter (``alpha`` or ``epsilon``), if it has one: an integer or a Fraction.

    Raises
    ------
    ClaimError
        If the measure is unknown or not defined for the matrix, or the matrix is none.

    Examples
    --------
    >>> print(measured("D", "disj n=2") == 3)
    D of DISJ(n=2), 4x4 == 3
    """
    if name not in MEASURES:
        raise ClaimError(f"there is no measure {name!r:.40}; known are {', '.join(MEASURES)}")
    if isinstance(matrix, str):
        try:
            matrix = matrix_from_words(matrix.split(), {})
        except TaskError as error:
            raise ClaimError(str(error)) from None
    if not isinstance(matrix, CommunicationMatrix):
        raise ClaimError(
            f"the matrix must be a CommunicationMatrix or words such as 'disj n=3', got {matrix!r:.80}"
            f" ({type(matrix).__name__})"
        )
    definition = MEASURES[name]
    if not matrix.total and not definition.promise:
        raise ClaimError(f"{name} is defined for matrices without * only, and {matrix.words} has some")
    if set(parameter) - {definition.parameter}:
        takes = f"the parameter {definition.parameter}" if definition.parameter else "no parameter"
        raise ClaimError(f"{name} takes {takes}, got {', '.join(parameter)}")
    value = definition.usual
    if parameter:
        value = number(parameter[definition.parameter], definition.parameter)
        low, high = definition.parameter_range
        if not low <= value <= high:
            raise ClaimError(f"{definition.parameter} must be from {low} to {high} for {name}, got {value}")
    return MeasuredQuantity(name, matrix, value if definition.parameter else None)


class MeasuredQuantity(Quantity):
    """A measure of a matrix; see ``measured``."""

    def __init__(self, name: str, matrix: CommunicationMatrix, parameter: Fraction | None) -> None:
        self.name = name
        self.matrix = matrix
        self.parameter = parameter

    @property
    def words(self) -> str:
        at = "" if self.parameter is None else f"({MEASURES[self.name].parameter}={self.parameter})"
        matrix, rows = self.matrix, "/".join(self.matrix.rows)
        entries = f" {rows}" if not matrix.name and len(rows) <= MAX_SPELLED else ""
        return f"{self.name}{at} of {matrix.words}{entries}"

    @property
    def identity(self) -> Mapping[str, Any]:
        parameter = None if self.parameter is None else str(self.parameter)
        return {"measure": self.name, "parameter": parameter, "of": self.matrix.to_json()}

    def search(self, effort: Effort, enough: Callable[[Interval], bool]) -> Search:
        if not set("".join(self.matrix.rows)) - {"*"}:
            raise ClaimError(f"{self.matrix.words} promises nothing; some entry must be 0 or 1")
        parameters = {} if self.parameter is None else {self.name: self.parameter}
        found = ask(
            MeasuresAsked(self.matrix, (self.name,), parameters),
            effort.seconds,
            effort.seed,
            enough=lambda name, lower, upper: name == self.name and enough(Interval(lower, upper)),
        )
        certificate, notes = found.certificate(), found[self.name].notes
        return Search((compact(certificate),) if certificate["claims"] else (), notes)

    def proved(self, certificates: Sequence[Certificate]) -> Interval:
        interval = Interval(Fraction(0))  # no measure is negative
        for text in certificates:
            bundle = self._ours(text)
            if not bundle or not accepted(text):
                continue
            for claim in filter(self._speaks, bundle["claims"]):
                value = Fraction(claim["value"])
                interval = interval.within(Interval(value, None) if claim["side"] == "lower" else Interval(None, value))
        return interval

    def only(self, certificates: Sequence[Certificate], sides: frozenset[str]) -> tuple[Certificate, ...]:
        kept = []
        for text in certificates:
            if not (bundle := self._ours(text)) or not accepted(text):
                continue
            claims = bundle["claims"]
            needed: set[int] = set()
            for side in sides:
                ends = [k for k, claim in enumerate(claims) if self._speaks(claim) and claim["side"] == side]
                best = max if side == "lower" else min
                needed |= {best(ends, key=lambda k: Fraction(claims[k]["value"]))} if ends else set()
            if needed:
                kept.append(compact(bundle | {"claims": _with_premises(claims, needed)}))
        return tuple(dict.fromkeys(kept))

    def _ours(self, text: Certificate) -> dict[str, Any]:
        """The bundle, if it is about this matrix; else empty."""
        bundle: dict[str, Any] = json.loads(text)
        return bundle if bundle.get("question") == self.matrix.to_json() else {}

    def _speaks(self, claim: Mapping[str, Any]) -> bool:
        parameter = MEASURES[self.name].parameter
        given = Fraction(claim[parameter]) if parameter and parameter in claim else None
        return claim["measure"] == self.name and given == self.parameter


def _with_premises(claims: list[dict[str, Any]], needed: set[int]) -> list[dict[str, Any]]:
    """These claims and what they follow from, numbered anew."""
    for k in range(len(claims) - 1, -1, -1):
        if k in needed:
            needed |= set(claims[k]["proof"].get("from", ()))
    order = sorted(needed)
    place = {k: i for i, k in enumerate(order)}
    chosen = []
    for k in order:
        proof = claims[k]["proof"]
        if "from" in proof:
            proof = proof | {"from": [place[premise] for premise in proof["from"]]}
        chosen.append(claims[k] | {"proof": proof})
    return chosen
