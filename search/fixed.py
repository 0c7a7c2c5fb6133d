"""Class FIXED for ``probe``: whole fixed-point units for finite tasks; least m, p or H."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import islice

from ..bounds.bound import Bound
from ..bounds.unit_classes.equal_views import no_size
from ..bounds.unit_classes.fixed_unit_bounds import decide_fixed_unit
from ..solvers.units.fixed_tables import MAX_CASES, MAX_ENTRIES
from ..solvers.units.fixed_units import units_of
from ..tasks import TaskError
from .asked import Asked
from .board import LocalBoard
from .cell_search import CellDecider, DecidedCell, fall, rise
from .class_bounds import class_bound, least_bound, protocol_cost
from .finite_questions import require_tabulated
from .plan import Plan, racing

LARGEST = MAX_ENTRIES.bit_length() - 1
"""Most bits in an entry of a key type: p (m + dv) H."""


class FixedCells(CellDecider):
    """``decide_fixed_unit`` for one value of m, p or H."""

    def __init__(self, asked: Asked) -> None:
        super().__init__(asked)
        (m, p, H), dv = asked.least.sizes_at(0), asked.least.dv_at(0)
        self.most = {
            "m": LARGEST // max(1, p * H) // 2 if asked.least.dv is None else LARGEST // max(1, p * H) - dv,
            "p": LARGEST // max(1, (m + dv) * H),
            "H": LARGEST // max(1, p * (m + dv)),
        }[asked.resource]

    def decide(self, value: int, seconds: float) -> DecidedCell:
        """Decide one cell."""
        cell = decide_fixed_unit(self.asked.stated, value, seconds)
        return DecidedCell(value, cell.status, cell.how, cell.bound, cell.evidence)

    def lower_bound(self, refuted: Mapping[int, DecidedCell], value: int) -> Bound:
        """resource >= value; for p one proof for every smaller p, in one piece of evidence."""
        if self.monotone:
            return super().lower_bound(refuted, value)
        evidence = dict(refuted[value - 1].evidence)
        evidence["refuted"] = [refuted[p].evidence["refuted"][0] for p in range(1, value)]
        how = f"no unit with p = {', '.join(map(str, range(1, value)))}: proofs by cases"
        return class_bound(self.asked, "lower", value, how, evidence)


def fixed_plan(asked: Asked) -> Plan:
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
    decider = FixedCells(asked)
    lower = protocol_cost(asked)
    if lower is not None and _is_too_large(asked):
        return Plan(lower, None, (_say_too_large,))
    require_searchable(asked)
    if lower is None or not decider.monotone:  # past values that are refuted one by one, from the least on
        lower = least_bound(asked)
    return racing(lower, None, partial(rise, decider=decider), partial(fall, decider=decider))


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
    board.note("the task is too large to be tabulated, so only the protocol that a unit is was tried")
    if asked.resource != "m" or asked.least.dv is None:
        return
    other = protocol_cost(replace(asked, least=replace(asked.least, dv=None)))
    board.note(
        f"values are held to dv = {asked.least.dv} here, so m alone has to pay for all bits; with values as wide as "
        f"queries (‹dv=m›), as the papers count m, the same protocol gives m >= {1 if other is None else other.value}"
    )
