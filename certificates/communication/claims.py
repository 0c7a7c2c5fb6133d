"""Claims about the measures of one communication matrix: each is proved by its own evidence, or follows from others.

``{"measure": "cover1", "side": "lower", "value": "4", "evidence": {..}}``, with the measure's parameter beside it if it
has one. A file may hold claims about several measures. Evidence of kind ``theorem`` names an inequality and earlier
claims: ``{"kind": "theorem", "name": "cover1 <= partition1", "from": [0]}``. Evidence of kind ``restriction`` proves a
lower end on some rows and columns: ``{"kind": "restriction", "rows": [..], "columns": [..], "of": {..}}``.
"""

from dataclasses import dataclass
from fractions import Fraction

from ..reading import Node
from ..theorems import find_reading
from ..verdict import Accepted, RejectionError, short_number
from .matrix import CommunicationMatrix, read_matrix
from .measures import LARGER_ON_PARTS, SEEN_AS, Measure, read_measure
from .proof import Proved
from .provers import PROVERS


@dataclass(frozen=True)
class MeasureClaim:
    """``measure >= value`` (side ``lower``) or ``measure <= value`` (``upper``)."""

    measure: Measure
    parameter: Fraction | None
    side: str
    value: Fraction
    evidence: Node
    path: str

    @property
    def words(self) -> str:
        """The claim in words."""
        at = "" if self.parameter is None else f"({self.measure.parameter}={short_number(self.parameter)})"
        return f"{self.measure.name}{at} {'>=' if self.side == 'lower' else '<='} {short_number(self.value)}"


def check_measures(question: Node, claims: Node) -> Accepted:
    """Decide whether the evidence proves every claim.

    Raises
    ------
    RejectionError, MalformedError, OverLimitError
        Turned into verdicts by ``check``.
    """
    matrix = read_matrix(question)
    stated = [_read_claim(node, matrix) for node in claims.items()]
    if not stated:
        claims.fail("must hold at least one claim")
    _refuse_crossed(stated, claims.path)
    proved = [_proved(stated, number, matrix) for number in range(len(stated))]
    return Accepted(
        f"{matrix.words}: " + ", ".join(claim.words for claim in stated),
        tuple(f"{claim.words}: {proof.how}" for claim, proof in zip(stated, proved, strict=True)),
        (matrix.assumption,) if matrix.assumption else (),
        theorems=tuple(dict.fromkeys(words for proof in proved for words in proof.theorems)),
    )


def _read_claim(node: Node, matrix: CommunicationMatrix) -> MeasureClaim:
    measure, parameter = read_measure(node, matrix)
    parameters = (measure.parameter,) if measure.parameter else ()
    fields = node.fields(("measure", "side", "value", "evidence", *parameters))
    side = fields["side"].text()
    if side not in ("lower", "upper"):
        fields["side"].fail("must be lower or upper")
    value = fields["value"].fraction()
    if value < 0:
        fields["value"].fail("must not be negative, because no measure is")
    if measure.integral and value.denominator != 1:
        fields["value"].fail(f"must be an integer, because {measure.name} is one")
    return MeasureClaim(measure, parameter, side, value, fields["evidence"], node.path)


def _refuse_crossed(stated: list[MeasureClaim], path: str) -> None:
    """Evidence for both sides of a crossing cannot exist, so none is looked at."""
    ends: dict[tuple[str, Fraction | None, str], Fraction] = {}
    for claim in stated:
        key = (claim.measure.name, claim.parameter, claim.side)
        better = max if claim.side == "lower" else min
        ends[key] = better(ends.get(key, claim.value), claim.value)
    for (name, parameter, side), value in ends.items():
        upper = ends.get((name, parameter, "upper"))
        if side == "lower" and upper is not None and value > upper:
            raise RejectionError("crossed-bounds", path, f"{name} >= {short_number(value)}, <= {short_number(upper)}")


def _proved(stated: list[MeasureClaim], number: int, matrix: CommunicationMatrix) -> Proved:
    claim = stated[number]
    if claim.evidence.field("kind").text() == "theorem":
        proved = _cited(stated, number, matrix)
    else:
        proved = _shown(claim, matrix)
    if not reaches(claim.measure, claim.side, claim.value, proved.value):
        reason = f"{claim.words} claimed, {short_number(proved.value)} proved"
        raise RejectionError("value-not-proved", claim.path, reason)
    return proved


def _shown(claim: MeasureClaim, matrix: CommunicationMatrix) -> Proved:
    """What evidence of the claim's own proves, on the part of the matrix and the side of it that are meant."""
    evidence = claim.evidence
    while (kind := evidence.field("kind").text()) == "restriction":
        if claim.side == "upper" or claim.measure.name in LARGER_ON_PARTS:
            evidence.fail(f"says nothing of {claim.words}: a part may have less, or more")
        fields = evidence.fields(("kind", "rows", "columns", "of"))
        rows = fields["rows"].increasing(0, matrix.shape[0] - 1)
        columns = fields["columns"].increasing(0, matrix.shape[1] - 1)
        if not rows or not columns:
            evidence.fail("must leave at least one row and one column")
        evidence.meter.charge(len(rows) * len(columns))
        matrix, evidence = matrix.part(rows, columns), fields["of"]
    name, view = SEEN_AS.get(claim.measure.name, (claim.measure.name, ""))
    known = PROVERS[claim.side].get(name, {})
    if kind not in known:
        evidence.field("kind").fail(
            f"must be one of {', '.join((*known, 'theorem'))} for {claim.words}, got {kind[:40]!r}"
        )
    evidence.meter.charge(matrix.shape[0] * matrix.shape[1])
    return known[kind](evidence, getattr(matrix, view) if view else matrix, claim.parameter)


def reaches(measure: Measure, side: str, claimed: Fraction, proved: Fraction) -> bool:
    """Whether a proved bound gives the claimed one; an integral measure may be rounded inwards.

    >>> from .measures import MEASURES
    >>> reaches(MEASURES["sign_rank"], "lower", Fraction(5), Fraction(9, 2))
    True
    """
    if side == "lower":
        return claimed < proved + 1 if measure.integral else claimed <= proved
    return claimed > proved - 1 if measure.integral else claimed >= proved


def _cited(stated: list[MeasureClaim], number: int, matrix: CommunicationMatrix) -> Proved:
    """What an inequality makes of earlier claims: ``{"kind": "theorem", "name": .., "from": [..]}``."""
    claim = stated[number]
    fields = claim.evidence.fields(("kind", "name", "from"))
    name = fields["name"].text()
    premises = [stated[premise] for premise in fields["from"].integers(0, number - 1)]
    ends = tuple((premise.measure.name, premise.side) for premise in premises)
    reading = find_reading(name, (claim.measure.name, claim.side), ends)
    if reading is None or not reading.applies(matrix.total):
        raise RejectionError("rule-not-applicable", claim.evidence.path, f"{name[:60]!r}")
    parameters = {premise.parameter for premise in premises if premise.parameter is not None}
    if claim.parameter is not None and parameters - {claim.parameter}:
        raise RejectionError("rule-not-applicable", claim.evidence.path, "the parameters differ")
    values = tuple(premise.value for premise in premises)
    value = reading.conclude(values, matrix.shape[0] * matrix.shape[1], next(iter(parameters), claim.parameter))
    if value is None:
        raise RejectionError("value-not-proved", claim.path, f"{name} says nothing of {claim.words}")
    return Proved(value, reading.words, (reading.words,))
