"""Claims about the measures of one communication matrix: each is proved by its own evidence, or follows from others.

``{"measure": "cover1", "side": "lower", "value": "4", "evidence": {..}}``, with the measure's parameter beside it if it
has one. A file may hold claims about several measures. Evidence of kind ``implied`` names a rule of the lattice and
earlier claims: ``{"kind": "implied", "rule": "cover1 <= partition1", "from": [0]}``.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from ..reading import Node
from ..verdict import Accepted, RejectionError, short_number
from .lattice import find_rule
from .matrix import CommunicationMatrix, read_matrix
from .measures import Measure, read_measure
from .proof import Proved
from .provers import PROVERS

MAX_CLAIMS = 256
"""Most claims of one file."""

MAX_ALIKE = 6
"""Most claims of one file about one side of one measure: each may take the checker some seconds."""


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
    RejectionError, MalformedError
        Turned into verdicts by ``check``.
    """
    matrix = read_matrix(question)
    nodes = claims.items()
    if not 1 <= len(nodes) <= MAX_CLAIMS:
        claims.fail(f"must hold 1 to {MAX_CLAIMS} claims, got {len(nodes)}")
    stated = [_read_claim(node, matrix) for node in nodes]
    for (name, side), count in Counter((claim.measure.name, claim.side) for claim in stated).items():
        if count > MAX_ALIKE:
            claims.fail(f"must hold at most {MAX_ALIKE} claims about the {side} end of {name}, got {count}")
    _refuse_crossed(stated, claims.path)
    sentences = [f"{claim.words}: {_proved(claim, matrix, stated[:k])}" for k, claim in enumerate(stated)]
    assumptions = (matrix.assumption,) if matrix.assumption else ()
    return Accepted(f"{matrix.words}: " + ", ".join(claim.words for claim in stated), tuple(sentences), assumptions)


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


def _proved(claim: MeasureClaim, matrix: CommunicationMatrix, earlier: list[MeasureClaim]) -> str:
    kind = claim.evidence.field("kind").text()
    if kind == "implied":
        proved = _implied(claim, matrix, earlier)
    else:
        known = PROVERS[claim.side].get(claim.measure.name, {})
        if kind not in known:
            wanted = ", ".join((*known, "implied"))
            claim.evidence.field("kind").fail(f"must be one of {wanted} for {claim.words}, got {kind[:40]!r}")
        proved = known[kind](claim.evidence, matrix, claim.parameter)
    if not reaches(claim.measure, claim.side, claim.value, proved.value):
        reason = f"{claim.words} claimed, {short_number(proved.value)} proved"
        raise RejectionError("value-not-proved", claim.path, reason)
    return proved.how


def reaches(measure: Measure, side: str, claimed: Fraction, proved: Fraction) -> bool:
    """Whether a proved bound gives the claimed one; an integral measure may be rounded inwards.

    >>> from .measures import MEASURES
    >>> reaches(MEASURES["sign_rank"], "lower", Fraction(5), Fraction(9, 2))
    True
    """
    if side == "lower":
        return claimed < proved + 1 if measure.integral else claimed <= proved
    return claimed > proved - 1 if measure.integral else claimed >= proved


def _implied(claim: MeasureClaim, matrix: CommunicationMatrix, earlier: list[MeasureClaim]) -> Proved:
    fields = claim.evidence.fields(("kind", "rule", "from"))
    numbers = fields["from"].integers(0, len(earlier) - 1)
    premises = [earlier[number] for number in numbers]
    shape = tuple((premise.measure.name, premise.side) for premise in premises)
    rule = find_rule(fields["rule"].text(), (claim.measure.name, claim.side), shape)
    if rule is None or not rule.applies(matrix):
        raise RejectionError("rule-not-applicable", claim.evidence.path, f"{fields['rule'].text()[:60]!r}")
    parameters = {premise.parameter for premise in premises if premise.parameter is not None}
    if claim.parameter is not None and parameters - {claim.parameter}:
        raise RejectionError("rule-not-applicable", claim.evidence.path, "the parameters differ")
    values = tuple(premise.value for premise in premises)
    parameter = next(iter(parameters), claim.parameter)
    value = rule.conclude(values, matrix.shape[0] * matrix.shape[1], parameter)
    return Proved(value, f"{rule.name}: {rule.proof}")
