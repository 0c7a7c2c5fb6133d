"""First bounds of the classes that ``probe`` asks about: what the definition gives, and what takes no search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..bounds.bound import Bound, CheckerRefusedError, Evidence, Status, certified_bound
from ..bounds.largest_disjointness import MAX_PAIRS
from .asked import Asked

MOST_CLAIMED = 10**6
"""The largest lower bound that is claimed: a cap, above which sizes are not compared."""

CAPPED = "a cap: larger sizes are not compared"
"""Said beside a lower bound of ``MOST_CLAIMED``."""


def class_bound(asked: Asked, side: str, value: int, method: str, evidence: Mapping[str, Any]) -> Bound:
    """The bound on what is asked that the evidence proves; the checker has just accepted it.

    Raises
    ------
    CheckerRefusedError
        If it has not.
    """
    return certified_bound(asked.stated, side, value, method, evidence)


def least_bound(asked: Asked) -> Bound:
    """m >= 0 (1 where values are as wide as queries), p >= 1, H >= 1."""
    value, method = asked.stated.least, "no unit has less"
    if asked.counts_heads:  # several questions, none of which this says anything about
        return Bound(asked.least, "lower", value, Evidence("trivial", Status.CERTIFIED, method), ())
    return class_bound(asked, "lower", value, method, {"kind": "trivial"})


def greatest(lower: Bound, *others: Bound | None) -> Bound:
    """The best of lower bounds; of equal ones the first."""
    return max((lower, *(bound for bound in others if bound is not None)), key=lambda bound: bound.value)


def smallest(*uppers: Bound | None) -> Bound | None:
    """The best of upper bounds; of equal ones the first; None if there are none."""
    return min((bound for bound in uppers if bound is not None), key=lambda bound: bound.value, default=None)


def presence(asked: Asked) -> Bound | None:
    """The upper bound for match by a head that tells which tokens occur; None if there is no such head."""
    finite, least = asked.question.finite, asked.stated
    if finite is None or finite.name != "match" or least.resource == "p":
        return None
    M, dv, heads = dict(asked.question.parameters)["M"], least.dv, least.heads
    value = -(-M // heads) if dv is None and heads else 0 if heads else -(-M // (dv or 1))
    method = f"equal weights, and a coordinate of values for each of the {M} tokens tells which ones occur"
    try:
        return class_bound(asked, "upper", value, method, {"kind": "presence"})
    except CheckerRefusedError:  # midrise, a threshold, heads that are summed, values that are too narrow
        return None


def protocol_cost(asked: Asked, at: int | None = None) -> Bound | None:
    """The lower bound that DISJ inside match of order 3 gives in class FIXED or ROUNDED; None if it gives none.

    With ``at`` no more than that so much of the resource is too little, if it is.
    """
    finite, sizes = asked.question.finite, dict(asked.question.parameters)
    if finite is None or finite.name != "match" or sizes["order"] != 3 or asked.least.pattern is not None:
        return None  # the parties' argument is about units whose positions see all keys
    n = min((sizes["M"] - 2) // 2, (sizes["N"] - 1) // 2, MAX_PAIRS)
    if n < 1:
        return None
    evidence = {"kind": "protocol-cost", "argument": "disjointness", "n": n}

    def accepted(value: int) -> Bound | None:
        try:
            method = f"a unit is a protocol for DISJ_{n}" + (f" ({CAPPED})" if value == MOST_CLAIMED else "")
            return class_bound(asked, "lower", value, method, evidence)
        except CheckerRefusedError:
            return None

    if at is not None:
        return accepted(at + 1)
    # The bound is the greatest value that the checker accepts: doubled first, then halved in.
    best, low, value = None, asked.stated.least, asked.stated.least + 1
    while (found := accepted(value)) is not None:
        best, low = found, value
        if value == MOST_CLAIMED:
            return best
        value = min(2 * value, MOST_CLAIMED)
    high = value
    while best is not None and high - low > 1:
        middle = (low + high) // 2
        found = accepted(middle)
        if found is None:
            high = middle
        else:
            best, low = found, middle
    return best
