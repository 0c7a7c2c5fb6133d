"""What is claimed of a unit in a file, proved again: evidence is made from its tables, and the checker decides.

The unit is then read off the accepted proof: it has to be the one in the file, so that what runs is what was proved.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp
from typing import Any

from ...bounds.bound import (
    Bound,
    CheckerRefusedError,
    Status,
    TooLongToCheckError,
    bounds_in,
    certificate,
    certified_bound,
)
from ...certificates import verdict as verdicts
from ...certificates.refuse import Malformed
from ...questions import unit_to_json
from .runnable_unit import RunnableUnit
from .units_of_proofs import (
    SELECTED,
    MalformedClaimError,
    StoredUnitError,
    TooLongClaimError,
    given,
    read_off,
    selected_averages,
)


def certificate_of(stored: RunnableUnit) -> dict[str, Any] | None:
    """The certificate of what is claimed of a unit, made from its tables; None if nothing is claimed.

    Raises
    ------
    MalformedClaimError
        If the claim is none.
    StoredUnitError
        If the checker refuses it, or it is about other tables.
    """
    claim = stored.claim
    if claim is None:
        return None
    evidence, stated = _stated(claim)
    try:
        found = {"kind": claim["evidence"], **evidence(stored), **claim["more"]}
        bound = certified_bound(stated.quantity, stated.side, stated.value, "from the tables of a file", found)
        again = read_off(bound)
    except TooLongToCheckError:
        raise TooLongClaimError(
            "the checker does not decide within its limit of steps whether the claim holds; entries may be too long"
        ) from None
    except (ValueError, TypeError, LookupError, Malformed, CheckerRefusedError) as error:
        if isinstance(error, StoredUnitError):
            raise
        if isinstance(verdict := getattr(error, "verdict", None), verdicts.Malformed):
            raise MalformedClaimError(
                f"claim says nothing that could be proved: {verdict.where} {verdict.reason}"
            ) from None
        reason = str(error).replace(f" [{Status.CERTIFIED}]", "")  # what was claimed, and is not so
        raise StoredUnitError(f"the claim does not hold of these tables: {reason}") from None
    if claim["evidence"] == SELECTED:
        again = _averager(bound, stored)
    if _ran(again) != _ran(stored):
        raise StoredUnitError("the claim is about another unit: weights, masks, scale or read-out differ from its own")
    return certificate(bound.question, bound)


def _stated(claim: Mapping[str, Any]) -> tuple[Callable[[RunnableUnit], dict[str, Any]], Bound]:
    """What makes the evidence of a claim, and the bound that it states."""
    evidence, more = EVIDENCE.get(claim["evidence"]), claim["more"]
    if evidence is None:
        raise MalformedClaimError(f"claim.evidence must be one of {', '.join(EVIDENCE)}, got {claim['evidence']!r:.40}")
    if not isinstance(more, dict) or set(more) - MORE:
        raise MalformedClaimError(f"claim.more must be an object of {', '.join(sorted(MORE))}, got {more!r:.60}")
    if not isinstance(claim["bound"], dict) or not isinstance(claim["question"], dict):
        raise MalformedClaimError("claim.question and claim.bound must be objects; write the file with headcount unit")
    try:
        (stated,) = bounds_in({"question": claim["question"], "claims": [{**claim["bound"], "evidence": {"kind": ""}}]})
    except (ValueError, TypeError, LookupError) as error:
        raise MalformedClaimError(f"claim.question and claim.bound must state an upper bound: {error}") from None
    if stated.side != "upper":
        raise MalformedClaimError(f"claim.bound must be an upper bound, got the side {stated.side}")
    return evidence, stated


def _ran(stored: RunnableUnit) -> tuple[Any, ...]:
    """All that it takes to run it."""
    return stored.tables, stored.scale, stored.base, stored.divisor, stored.at


def _averager(bound: Bound, stored: RunnableUnit) -> RunnableUnit:
    """The unit that averages with the queries and keys of a selection, and the scale of a file."""
    if bound.question.task != "qsa" or stored.scale is None:
        raise StoredUnitError("the claim 'selected' is for real softmax that averages q-SA")
    return selected_averages(bound, stored.scale)


def error_by_gap(stored: RunnableUnit) -> float | None:
    """What averages are off by at most, for any values in the unit ball, by the gap of the selection and the scale.

    A key off the subset has at most x = e^(-scale gap) of the weight of one on it: 2 (N - q) x / (q + (N - q) x)
    (``averaging_construction``), a little more in floats. None of units with another claim.
    """
    if stored.claim is None or stored.claim["evidence"] != SELECTED or stored.scale is None:
        return None
    (stated,) = bounds_in({"question": stored.claim["question"], "claims": [{**stored.claim["bound"], "proof": IDLE}]})
    N, q = (dict(stated.question.parameters)[name] for name in ("N", "q"))
    mass = (N - q) * exp(-stored.scale * min(float(stated.quantity.unit_class.gap), 1e300))
    return 2 * mass / (q + mass) * (1 + 1e-9)


def _unit_evidence(stored: RunnableUnit) -> dict[str, Any]:
    at = None if stored.at is None else str(stored.at)
    return {"unit": unit_to_json(stored.tables), **given({"at": at})}


def _averages_evidence(stored: RunnableUnit) -> dict[str, Any]:
    (layer,) = stored.tables.layers
    count = stored.tables.alphabet // 2
    return {
        "heads": [
            {"queries": head.queries.rows[:count], "keys": head.keys[0].rows, "share": head.values[0].rows[-1][0]}
            for head in layer.heads
        ]
    }


def _selected_evidence(stored: RunnableUnit) -> dict[str, Any]:
    (head,) = stored.tables.layers[0].heads
    queries = head.queries.rows[: stored.tables.alphabet // 2]
    return {"kind": "tables", "dimension": stored.tables.m, "queries": queries, "keys": head.keys[0].rows}


def _selection_evidence(stored: RunnableUnit) -> dict[str, Any]:
    (layer,) = stored.tables.layers
    heads = []
    for head in layer.heads:
        found: dict[str, Any] = {"queries": head.queries.rows, "keys": head.keys[0].rows}
        heads.append(found | ({"null_key": head.null_keys[0]} if head.null_keys else {}))
    return {"dimension": stored.tables.m, **heads[0]}


def _shared_evidence(stored: RunnableUnit) -> dict[str, Any]:
    (layer,) = stored.tables.layers
    return {"heads": [{"queries": head.queries.rows, "keys": head.keys[0].rows} for head in layer.heads]}


IDLE = {"rule": "evaluate"}
"""A proof that is not looked at."""
EVIDENCE: Mapping[str, Callable[[RunnableUnit], dict[str, Any]]] = {
    "unit": _unit_evidence,
    "averaging": _averages_evidence,
    "tables": _selection_evidence,
    "shared-tables": _shared_evidence,
    SELECTED: _selected_evidence,
}
"""Kind of evidence -> the part of it that is made from tables."""
MORE = {"look_up", "divisor", "base"}
"""What a claim may say of its evidence beside the tables."""
