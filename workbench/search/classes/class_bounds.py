"""First ends of the classes that ``probe`` asks about: what the definition gives, and what takes no search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....bounds.bound import Bound, CheckerRefusedError, End, Evidence, HeadsEnd, Status, certified_bound
from ....bounds.largest_disjointness import MAX_PAIRS
from .unit_asked import UnitAsked

MOST_CLAIMED = 10**6
"""The checker compares sizes up to this one."""


def class_bound(asked: UnitAsked, side: str, value: int, method: str, evidence: Mapping[str, Any]) -> Bound:
    """The bound on what is asked that the evidence proves; the checker has just accepted it.

    Raises
    ------
    CheckerRefusedError
        If it has not.
    """
    return certified_bound(asked.stated, side, value, method, evidence)


def least_end(asked: UnitAsked) -> End:
    """m >= 0 (1 where values are as wide as queries), p >= 1, H >= 1."""
    value = asked.stated.least
    if asked.counts_heads:  # several questions, none of which this says anything about
        return HeadsEnd("lower", value, Evidence("trivial", Status.CERTIFIED, "no unit has less"))
    return class_bound(asked, "lower", value, "no unit has less", {"kind": "trivial"})


def protocol_cost(asked: UnitAsked) -> Bound | None:
    """The lower bound that DISJ inside match of order 3 gives in class FIXED; None if it gives none."""
    finite, sizes = asked.question.finite, dict(asked.question.parameters)
    if finite is None or finite.name != "match" or sizes["order"] != 3:
        return None
    n = min((sizes["M"] - 2) // 2, (sizes["N"] - 1) // 2, MAX_PAIRS)
    if n < 1:
        return None
    evidence = {"kind": "protocol-cost", "argument": "disjointness", "n": n}

    def accepted(value: int) -> Bound | None:
        try:
            return class_bound(asked, "lower", value, f"a unit is a protocol for DISJ_{n}", evidence)
        except CheckerRefusedError:
            return None

    # The bound is the greatest value that the checker accepts: doubled first, then halved in.
    best, value = None, asked.stated.least + 1
    while (found := accepted(value)) is not None and value < MOST_CLAIMED:
        best, value = found, 2 * value
    low, high = value // 2, value
    while best is not None and high - low > 1:
        middle = (low + high) // 2
        found = accepted(middle)
        if found is None:
            high = middle
        else:
            best, low = found, middle
    return best
