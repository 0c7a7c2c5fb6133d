"""The quantity ``measured``: a communication measure of a matrix."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..measures.defined import undefined
from ..questions import MEASURES, CommunicationMatrix
from ..questions.value_matrix import Matrix, ValueMatrix
from ..search.ask import ask
from ..search.measures_asked import MeasuresAsked, matrix_from_words
from ..tasks import TaskError
from .bounded import BoundedQuantity, Claim
from .effort import Effort, Search, compact
from .errors import ClaimError
from .interval import Interval
from .statement import number

MAX_SPELLED = 80
"""Most characters of a matrix without a name that are written out where it is spoken of."""


def measured(name: str, matrix: Matrix | str, **parameter: Fraction | int) -> MeasuredQuantity:
    """A communication measure of a matrix.

    Parameters
    ----------
    name : str
        A key of ``MEASURES`` (``headcount measure --list``): D, one_way_ab, cover1, rank_q, gamma2, ..
    matrix : CommunicationMatrix, ValueMatrix or str
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
    if not isinstance(matrix, CommunicationMatrix | ValueMatrix):
        raise ClaimError(
            f"the matrix must be a CommunicationMatrix, a ValueMatrix or words such as 'disj n=3', got {matrix!r:.80}"
            f" ({type(matrix).__name__})"
        )
    definition = MEASURES[name]
    if why := undefined(matrix, name):
        raise ClaimError(f"{name} of {matrix.words} is {why}; take another measure")
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


class MeasuredQuantity(BoundedQuantity):
    """A measure of a matrix; see ``measured``."""

    def __init__(self, name: str, matrix: Matrix, parameter: Fraction | None) -> None:
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

    def claims(self, bundle: Mapping[str, Any]) -> Sequence[Claim]:
        if bundle.get("question") != self.matrix.to_json():
            return ()
        return [claim for claim in bundle["claims"] if self._speaks(claim)]

    def _speaks(self, claim: Claim) -> bool:
        parameter = MEASURES[self.name].parameter
        given = Fraction(claim[parameter]) if parameter and parameter in claim else None
        return claim["measure"] == self.name and given == self.parameter
