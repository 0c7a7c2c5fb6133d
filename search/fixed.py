"""Classes of tables for ``probe``: whole units in a grid for finite tasks; least m, p or H."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice

from ..bounds.bound import Bound, TooLongToCheckError
from ..bounds.unit_classes.equal_views import no_size
from ..bounds.unit_classes.few_rows import few_rows_lower
from ..bounds.unit_classes.fixed_unit_bounds import decide_fixed_unit
from ..bounds.unit_classes.layered_unit_bounds import clause_evidence, decide_by_clauses
from ..bounds.unit_classes.one_key import one_key_bound
from ..bounds.unit_classes.told_token import told_token_lower
from ..bounds.unit_classes.whole_input import whole_input_upper
from ..questions import FiniteTask
from ..questions.finite_task import MAX_CASES
from ..solvers.outcome import Verdict
from ..solvers.units.fixed_tables import MAX_ENTRIES
from ..solvers.units.fixed_units import units_of
from ..solvers.units.told_values import ToldValues, told_before, told_in_one_layer, told_values
from ..tasks import TaskError
from ..tasks.finite_questions import require_tabulated
from .asked import Asked
from .board import LocalBoard
from .cell_search import CellDecider, DecidedCell, fall, rise
from .class_bounds import class_bound, greatest, least_bound, presence, protocol_cost, smallest
from .plan import Plan, racing

LARGEST = MAX_ENTRIES.bit_length() - 1
"""Most bits in an entry of a key type: p (m + dv) H."""


class FixedCells(CellDecider):
    """``decide_fixed_unit`` for one value of m, p or H; ``seed`` is for searches that draw."""

    def __init__(self, asked: Asked, seed: int = 0) -> None:
        super().__init__(asked)
        self.seed = seed
        (m, p, H), dv = asked.least.sizes_at(0), asked.least.dv_at(0)
        self.most = {
            "m": LARGEST // max(1, p * H) // 2 if asked.least.dv is None else LARGEST // max(1, p * H) - dv,
            "p": LARGEST // max(1, (m + dv) * H),
            "H": LARGEST // max(1, p * (m + dv)),
        }[asked.resource]

    def decide(self, value: int, seconds: float) -> DecidedCell:
        """Decide one cell: by search and cases, and where these do not, by clauses."""
        start = time.monotonic()
        cell = decide_fixed_unit(self.asked.stated, value, 2 * seconds / 3)
        if cell.status is Verdict.OPEN:
            other = decide_by_clauses(self.asked.stated, value, start + seconds - time.monotonic())
            if other.status is Verdict.FEASIBLE or (other.status is Verdict.INFEASIBLE and self.monotone):
                cell = other
        return DecidedCell(value, cell.status, cell.how, cell.bound, cell.evidence)

    def lower_bound(self, refuted: Mapping[int, DecidedCell], value: int) -> Bound:
        """resource >= value; for p one proof for every smaller p, in one piece of evidence."""
        if self.monotone:
            return super().lower_bound(refuted, value)
        evidence = dict(refuted[value - 1].evidence)
        evidence["refuted"] = [refuted[p].evidence["refuted"][0] for p in range(1, value)]
        how = f"no unit with p = {', '.join(map(str, range(1, value)))}: proofs by cases"
        return class_bound(self.asked, "lower", value, how, evidence)


class ClausedCells(FixedCells):
    """Cells that clauses may decide; where the resource is not monotone, one proof has a part for each value."""

    def by_clauses(self, value: int, seconds: float) -> DecidedCell:
        """Decide one cell by clauses."""
        cell = decide_by_clauses(self.asked.stated, value, seconds)
        return DecidedCell(value, cell.status, cell.how, cell.bound, cell.evidence)

    def lower_bound(self, refuted: Mapping[int, DecidedCell], value: int) -> Bound:
        """resource >= value, by the parts of all values that have to be refuted."""
        if self.monotone:
            return super().lower_bound(refuted, value)
        parts = [refuted[size].evidence["proof"]["parts"][0] for size in range(self.least, value)]
        how = f"no unit with {self.asked.resource} = {', '.join(map(str, range(self.least, value)))}: clauses"
        return class_bound(self.asked, "lower", value, how, clause_evidence(parts))


def fixed_plan(asked: Asked, cells: type[FixedCells] = FixedCells) -> Plan:
    """That no size will do; or the first bounds, and the searches that move them, if the task is not too large.

    Raises
    ------
    TaskError
        If even the least unit has tables with too many entries to choose from, nothing is known of a task that is too
        large, or a threshold cannot give its answers.
    """
    _require_answers_of_a_threshold(asked)
    if (none := no_size(asked.stated)) is not None:
        return Plan(none)
    rising, falling = cells(asked), cells(asked, 1)
    too_large = _is_too_large(asked)
    one_key = None if too_large else one_key_bound(asked.stated)
    lower = greatest(first_lower(asked), _of_side("lower", one_key))
    upper = presence(asked) if _counted(asked) else None
    if lower.is_no_size:
        return Plan(lower)
    if (lower.value > rising.least or upper is not None) and too_large:
        return Plan(lower, upper, (_say_too_large,))
    try:
        require_searchable(asked)
    except TaskError as error:
        raise TaskError(f"{error.args[0]}{_counted_instead(asked) if too_large else ''}") from None
    upper = smallest(upper, whole_input_upper(asked.stated), _of_side("upper", one_key))
    return racing(lower, upper, partial(rise, decider=rising), partial(fall, decider=falling))


def first_lower(asked: Asked) -> Bound:
    """What takes no search of units: the least that there is, the protocol that a unit is, what a token has to tell.

    And how many answers the rows have to tell apart.
    """
    counted = (protocol_cost(asked), _told_token(asked), _few_rows(asked)) if _counted(asked) else ()
    return greatest(least_bound(asked), *counted)


COUNTED_AT: tuple[Mapping[str, int], ...] = ({"dv": 1}, {"bits": 1}, {"bits": 1, "dv": 1})
"""Where counting says more: fewer things are told by values, or by all numbers."""


def _counted_instead(asked: Asked) -> str:
    """Smaller sizes at which counting says something of a task that is too large to be searched; empty if none is."""
    for held in COUNTED_AT if _counted(asked) and asked.resource == "m" else ():
        least = replace(asked.least, dv=held.get("dv", asked.least.dv))
        if "bits" in held:
            least = replace(least, unit_class=replace(least.unit_class, bits=held["bits"]))
        lower = first_lower(replace(asked, least=least))
        if lower.value > least.least:
            words = " ".join(f"‹{name}={value}›" for name, value in held.items())
            return f"; of this size counting says something with {words}: m >= {lower.value}"
    return ""


def _of_side(side: str, bound: Bound | None) -> Bound | None:
    return bound if bound is not None and bound.side == side else None


def _counted(asked: Asked) -> bool:
    """Whether theorems are about the units: those in whose tables a token has one key for all queries."""
    scope = asked.least.scope
    return scope is None or scope.tables != "relative"


def _few_rows(asked: Asked) -> Bound | None:
    """The lower bound by the number of rows; None if there are enough, or the task is too large to be listed."""
    with suppress(TooLongToCheckError):
        return None if _is_too_large(asked) else few_rows_lower(asked.stated)
    return None


def _told_token(asked: Asked) -> Bound | None:
    """The lower bound by the token that has the most to tell; None if it is the least that there is, or unknown."""
    finite = asked.question.finite
    assert finite is not None
    with suppress(TooLongToCheckError):
        return told_token_lower(asked.stated, _contexts(asked)(finite))
    return None


def _require_answers_of_a_threshold(asked: Asked) -> None:
    finite = asked.question.finite
    if asked.least.read_out != "threshold" or finite is None:
        return
    for tokens, answers in islice(finite.pairs(), MAX_CASES // finite.length + 1):
        for i, answer in enumerate(answers):
            if answer not in (0, 1, None):
                word = " ".join(map(str, tokens))
                raise TaskError(
                    f"‹read_out=threshold› gives the answers 0 and 1, and {asked.question.words} asks for {answer} at "
                    f"position {i} of {word}; take ‹read_out=any›"
                )


def _contexts(asked: Asked) -> Callable[[FiniteTask], ToldValues]:
    """In which contexts values may be told apart: several in one layer, or where no position sees a later one."""
    if asked.least.layers == 1:
        return told_in_one_layer
    mask = None if asked.least.pattern is None else asked.least.pattern.layer(1).written
    causal = mask is not None and all(max(row, default=0) <= i for i, row in enumerate(mask))
    return told_before if causal else told_values


def require_searchable(asked: Asked) -> None:
    """Refuse a task, or sizes, that are too large to be searched.

    Raises
    ------
    TaskError
        Which, and what to lower.
    """
    require_tabulated(asked.question)
    decider = FixedCells(asked)
    if decider.most < decider.least:
        exponent = units_of(asked.least, decider.least).exponent((False, 0))
        raise TaskError(
            f"p (m + dv) H must be at most {LARGEST}, since a key has 2^(p (m + dv) H) entries to choose from; it is "
            f"{exponent} at {asked.resource} = {decider.least}; lower ‹bits›, ‹width›, ‹dv› or ‹heads›"
        )


def _is_too_large(asked: Asked) -> bool:
    try:
        require_tabulated(asked.question)
    except TaskError:
        return True
    return False


def _say_too_large(board: LocalBoard) -> None:
    asked = board.asked
    board.note(
        "the task is too large to be tabulated, so only the protocol that a unit is, and its tokens, were tried"
        if board.upper_bound is None
        else "the task is too large to be tabulated, so nothing was searched"
    )
    if asked.resource != "m" or asked.least.dv is None or board.upper == 0:
        return
    other = first_lower(replace(asked, least=replace(asked.least, dv=None)))
    board.note(
        f"values are held to dv = {asked.least.dv} here, so m alone has to pay for all bits; with values as wide as "
        f"queries (‹dv=m›), as the papers count m, the same protocol gives m >= {other.value}"
    )
