"""What is known of the measures of one matrix: the best bound of each side, closed under all inequalities."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import overload

from ..bounds.bound import CrossedBoundsError, Status
from ..certificates.theorems.inequalities import OF_VALUES
from ..measures.readings import READINGS, Reading
from ..questions import MEASURES, CommunicationMatrix
from ..questions.value_matrix import Matrix
from .defined import undefined
from .measured import Key, MeasureBound, cited


class Known:
    """The best bounds so far of every measure of a matrix; a bound that is added is carried through all inequalities.

    Parameters
    ----------
    matrix : CommunicationMatrix or ValueMatrix
    parameters : dict, optional
        The parameters that measures are asked at, those of ``Measure.usual`` unless given.

    Guarantee
    ---------
    After every ``add`` no lower bound exceeds the upper bound of the same measure: each inequality has been
    applied to what is known, or ``CrossedBoundsError`` was raised.

    Examples
    --------
    >>> from headcount.measures.measured import by_solver
    >>> known = Known(CommunicationMatrix.named("eq", 2))
    >>> known.add(by_solver("fooling1", "lower", 4, "the diagonal"))
    >>> known.value("partition1", "lower"), known.value("D", "lower")
    (Fraction(4, 1), Fraction(3, 1))
    """

    def __init__(self, matrix: Matrix, parameters: dict[str, Fraction] | None = None) -> None:
        self.matrix = matrix
        usual = {name: measure.usual for name, measure in MEASURES.items() if measure.usual is not None}
        self.parameters: dict[str, Fraction] = {**usual, **(parameters or {})}
        self._best: dict[tuple[str, str], MeasureBound] = {}
        self._certified: dict[tuple[str, str], MeasureBound] = {}
        self._readings = _readings_from(matrix)

    def parameter(self, measure: str) -> Fraction | None:
        """The parameter that the measure is asked at, None if it has none."""
        return self.parameters.get(measure)

    def key(self, measure: str) -> Key:
        """The measure with its parameter."""
        return measure, self.parameter(measure)

    def bound(self, measure: str, side: str) -> MeasureBound | None:
        """The best bound of one side, if there is any."""
        return self._best.get((measure, side))

    def certified(self, measure: str, side: str) -> MeasureBound | None:
        """The best certified bound of one side: the best one may rest on a solver's answer."""
        return self._certified.get((measure, side))

    @overload
    def value(self, measure: str, side: str, default: Fraction) -> Fraction: ...

    @overload
    def value(self, measure: str, side: str, default: None = None) -> Fraction | None: ...

    def value(self, measure: str, side: str, default: Fraction | None = None) -> Fraction | None:
        """The value of the best bound of one side, or the default."""
        bound = self.bound(measure, side)
        return default if bound is None else bound.value

    def closed(self, measure: str) -> bool:
        """Whether both ends of the measure are known and equal."""
        lower = self.value(measure, "lower")
        return lower is not None and lower == self.value(measure, "upper")

    def add(self, *bounds: MeasureBound) -> None:
        """Take in bounds and everything that follows from them.

        Raises
        ------
        CrossedBoundsError
            If a lower bound exceeds an upper one: an inequality is violated, so some bound is wrong.
        """
        waiting = list(bounds)
        while waiting:
            bound = waiting.pop()
            place = (bound.measure, bound.side)
            if bound.parameter != self.parameter(bound.measure) or bound.value < 0:  # no measure is negative
                continue
            if bound.status is Status.CERTIFIED and bound.tighter_than(self._certified.get(place)):
                self._certified[place] = bound
            if not bound.tighter_than(self._best.get(place)):
                continue
            self._best[place] = bound
            lower, upper = self._best.get((bound.measure, "lower")), self._best.get((bound.measure, "upper"))
            if lower is not None and upper is not None and lower.value > upper.value:
                raise CrossedBoundsError(f"{lower} but {upper}, for {self.matrix}")
            waiting.extend(self._following(place))

    def _following(self, place: tuple[str, str]) -> Iterable[MeasureBound]:
        for reading in self._readings.get(place, ()):
            premises = tuple(self._best[premise] for premise in reading.premises if premise in self._best)
            if len(premises) < len(reading.premises):
                continue
            parameter = self.parameter(reading.conclusion[0])
            others = {premise.parameter for premise in premises} - {None}
            if parameter is not None and others - {parameter}:
                continue
            bound = cited(self.matrix, reading, premises, parameter)
            if bound is not None:
                yield bound


def _readings_from(matrix: Matrix) -> dict[tuple[str, str], list[Reading]]:
    """The readings that hold for the matrix, by premise."""
    found: dict[tuple[str, str], list[Reading]] = {}
    for reading in READINGS:
        names = (reading.conclusion[0], *(name for name, _ in reading.premises))
        bits = isinstance(matrix, CommunicationMatrix)
        if (bits or reading.name in OF_VALUES) and not any(undefined(matrix, name) for name in names):
            for premise in reading.premises:
                found.setdefault(premise, []).append(reading)
    return found
