"""Which kinds of evidence prove which ends of claims about units: one row of a table for each.

A lower end ``resource >= v`` says that no unit with a smaller value does it. Kinds that refute one size refute v - 1
and rely on monotonicity, of m and p in class GRID (``grid_lower.py``), of m and H in class FIXED (``fixed_cases.py``,
where every smaller p is asked for).

A bound on m of real units (class SIGN) holds for those of class GRID, each of which is one (``grid_evidence.py``). If
it exceeds the m that is held fixed where p is asked for, no p will do, so it proves every ``p >= v``.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from .averaging_evidence import proved_by_averaging
from .claim import Claim, Size
from .fixed_cases import proved_by_cases
from .grid_evidence import proved_by_grid_tables, proved_by_tensor_tables
from .grid_lower import proved_no_pattern_unit, proved_no_shared_unit
from .lower_evidence import proved_lower
from .meter import Meter
from .protocol_cost import proved_by_protocol_cost
from .question import PATTERN_TASKS, Question
from .shared_evidence import proved_by_shared_tables
from .tensor_lower import proved_by_flattening
from .threshold_evidence import (
    proved_by_cut_rank,
    proved_by_softmax_weights,
    proved_by_threshold_degree,
    proved_by_threshold_unit,
)
from .unit_class import UnitClass
from .unit_evidence import proved_by_unit
from .upper_evidence import proved_upper
from .verdict import RejectionError

Lower = tuple[int, str]
"""The value that is proved for the resource, and how, in words."""


def lower_end(claim: Claim, question: Question) -> Lower:
    """What the evidence of a lower claim proves."""
    kinds: dict[str, Callable[[Claim, Question], Lower]] = {}
    for row in LOWER:
        kinds |= row.kinds if row.speaks_of(claim, question) else {}
    return kinds[_kind(claim, list(kinds))](claim, question)


def upper_end(claim: Claim, question: Question) -> Size:
    """The size of the unit that the evidence of an upper claim shows to exist."""
    kinds: dict[str, Callable[[Claim, Question], Size]] = {}
    for row in UPPER:
        kinds |= row.kinds if row.speaks_of(claim, question) else {}
    return kinds[_kind(claim, list(kinds))](claim, question)


def _kind(claim: Claim, known: list[str]) -> str:
    kind, setting = claim.evidence.field("kind"), claim.setting
    if kind.value not in known:
        ends = f"{claim.side} ends of this question, {setting.resource}, class {setting.unit_class}"
        kind.fail(f"must be {' or '.join(known)} for {ends}")
    return kind.text()


def _trivial(claim: Claim, question: Question) -> Lower:
    further = {"averaging": ("error",), "computation": ("read_out",) if claim.setting.read_out else ()}
    claim.evidence.fields(("kind", *further.get(question.task, ())))
    if claim.setting.resource == "m":
        return 0, "a dimension is not negative"
    return 1, "a unit has at least one head" if claim.setting.resource == "H" else "a number has at least one bit"


def _by_sign_rank(claim: Claim, question: Question) -> Lower:
    rank, how = proved_lower(claim.evidence, question)
    return _by_dimension(claim, rank - question.offset, how)


def _by_flattening(claim: Claim, question: Question) -> Lower:
    return _by_dimension(claim, *proved_by_flattening(claim.evidence, question))


def _by_dimension(claim: Claim, m: int, how: str) -> Lower:
    """What ``m >= the number`` of real units says about the resource."""
    if claim.setting.resource == "m":
        return m, how
    fixed = _width(claim)
    if fixed >= m:
        raise RejectionError("value-not-proved", claim.path, f"m >= {m} proved, and m <= {fixed} held fixed")
    return claim.value, f"m >= {m} at any p, {how}"


def _by_grid_search(claim: Claim, question: Question) -> Lower:
    return claim.value, proved_no_pattern_unit(claim.evidence, question, *_refuted_size(claim))


def _by_shared_search(claim: Claim, question: Question) -> Lower:
    positions, q, heads = (value for _, value in question.parameters)
    unit_class, width = _refuted_size(claim)
    how = proved_no_shared_unit(claim.evidence, positions, q, question.combine, unit_class, width, heads)
    return claim.value, how


def _refuted_size(claim: Claim) -> tuple[UnitClass, int]:
    """The class and the width to be refuted, one step below what is claimed."""
    setting, size = claim.setting, claim.value - 1
    if size < (0 if setting.resource == "m" else 1):
        claim.evidence.fail(f"refutes a smaller {setting.resource}, and there is none below {claim.value}: use trivial")
    if setting.resource == "m":
        return setting.unit_class, size
    return setting.unit_class.at(size), _width(claim)


def _width(claim: Claim) -> int:
    assert claim.setting.m is not None  # a claim about p holds m fixed
    return claim.setting.m


def _by_fixed_cases(claim: Claim, question: Question) -> Lower:
    return proved_by_cases(claim.evidence, question, claim.setting, Meter())


def _by_protocol_cost(claim: Claim, question: Question) -> Lower:
    return proved_by_protocol_cost(claim.evidence, question, claim.setting)


def _by_threshold_degree(claim: Claim, question: Question) -> Lower:
    return proved_by_threshold_degree(claim.evidence, question, _position(question))


def _by_cut_rank(claim: Claim, question: Question) -> Lower:
    return proved_by_cut_rank(claim.evidence, question, _position(question))


def _by_softmax_weights(claim: Claim, question: Question) -> Size:
    return proved_by_softmax_weights(claim.evidence, question, _position(question))


def _by_threshold_unit(claim: Claim, question: Question) -> Size:
    return proved_by_threshold_unit(claim.evidence, question, _position(question))


def _position(question: Question) -> int:
    assert question.finite is not None and question.finite.position is not None  # class THRESH asks for it
    return question.finite.position


def _by_real_tables(claim: Claim, question: Question) -> Size:
    rank, how = proved_upper(claim.evidence, question)
    return Size(rank - question.offset, how)  # appending zero coordinates is free: every larger m is feasible as well


def _by_grid_tables(claim: Claim, question: Question) -> Size:
    return proved_by_grid_tables(claim.evidence, question, claim.unit_class)


def _by_shared_tables(claim: Claim, question: Question) -> Size:
    positions, q, heads = (value for _, value in question.parameters)
    claim.evidence.field("heads").items(heads)
    return proved_by_shared_tables(claim.evidence, positions, q, question.combine, claim.unit_class)


def _by_tensor_tables(claim: Claim, question: Question) -> Size:
    return proved_by_tensor_tables(claim.evidence, question, claim.unit_class)


def _by_averaging(claim: Claim, question: Question) -> Size:
    return proved_by_averaging(claim.evidence, question, claim.unit_class)


def _by_unit(claim: Claim, question: Question) -> Size:
    return proved_by_unit(claim.evidence, question, claim.unit_class, claim.setting.scope)


class LowerRow(NamedTuple):
    """Kinds of evidence for lower ends about these tasks, classes and resources."""

    tasks: tuple[str, ...]
    classes: tuple[str, ...]
    resources: str
    kinds: Mapping[str, Callable[[Claim, Question], Lower]]

    def speaks_of(self, claim: Claim, question: Question) -> bool:
        """Whether the row is about such a claim."""
        named = question.task in self.tasks and claim.setting.unit_class.name in self.classes
        return named and claim.setting.resource in self.resources


class UpperRow(NamedTuple):
    """Kinds of evidence for upper ends about these tasks and classes, whatever the resource."""

    tasks: tuple[str, ...]
    classes: tuple[str, ...]
    kinds: Mapping[str, Callable[[Claim, Question], Size]]

    def speaks_of(self, claim: Claim, question: Question) -> bool:
        """Whether the row is about such a claim."""
        return question.task in self.tasks and claim.setting.unit_class.name in self.classes


SCORES = (*PATTERN_TASKS, "match", "shared")
OUTPUTS = ("averaging", "computation")
CLASSES = ("SIGN", "GRID", "FIXED", "SATURATED", "THRESH")

LOWER = (
    LowerRow((*SCORES, *OUTPUTS), CLASSES, "mpH", {"trivial": _trivial}),
    LowerRow(
        PATTERN_TASKS, ("SIGN", "GRID"), "mp", dict.fromkeys(("independence", "symmetric", "chirotope"), _by_sign_rank)
    ),
    LowerRow(PATTERN_TASKS, ("GRID",), "mp", dict.fromkeys(("grid-counting", "grid-exhaustion"), _by_grid_search)),
    LowerRow(("shared",), ("GRID",), "mp", dict.fromkeys(("grid-counting", "grid-exhaustion"), _by_shared_search)),
    LowerRow(("match",), ("SIGN", "GRID"), "mp", {"flattening": _by_flattening}),
    LowerRow(("computation",), ("FIXED",), "mpH", {"fixed-cases": _by_fixed_cases}),
    LowerRow(OUTPUTS, ("FIXED",), "mpH", {"protocol-cost": _by_protocol_cost}),
    LowerRow(("computation",), ("THRESH",), "H", {"threshold-degree": _by_threshold_degree, "cut-rank": _by_cut_rank}),
)
"""The kinds for lower ends."""

UPPER = (
    UpperRow(PATTERN_TASKS, ("SIGN",), dict.fromkeys(("tables", "polynomial", "squares", "identity"), _by_real_tables)),
    UpperRow(PATTERN_TASKS, ("GRID",), {"grid-tables": _by_grid_tables}),
    UpperRow(("shared",), ("GRID",), {"shared-tables": _by_shared_tables}),
    UpperRow(("match",), ("SIGN", "GRID"), {"tensor-tables": _by_tensor_tables}),
    UpperRow(("averaging",), ("FIXED", "SATURATED"), {"averaging": _by_averaging}),
    UpperRow(("computation",), ("FIXED", "SATURATED"), {"unit": _by_unit}),
    UpperRow(
        ("computation",), ("THRESH",), {"softmax-weights": _by_softmax_weights, "threshold-unit": _by_threshold_unit}
    ),
)
"""The kinds for upper ends."""
