"""The certificate of what ``reachable`` decided: as many sets as the checker takes in one file.

Combinations go in first, since they are what a user has to be convinced of. If the whole layer fits, it stands in the
file once, and points for all reachable sets if these fit as well. Else only the rows that combinations use are
written: what no state does with them, none does with more classes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...certificates import FORMAT, LIMIT, VERSION
from ...certificates.meter import product_steps
from ...certificates.statement.question import MAX_NAME, plain_label

if TYPE_CHECKING:
    from .reachability import Reachability

SHARE = LIMIT * 4 // 5
"""Steps that a file may take, by the estimates below, which are a little above what the meter says."""


def certificate_of(answer: Reachability) -> tuple[dict[str, Any], frozenset[int]]:
    """The bundle, and the numbers of the sets that it is about."""
    table, sets = answer.table, answer.sets
    digits = 4 + table.bits * 3 // 10
    row = (table.width + 2) * (4 * digits + 55)
    left = SHARE - 20_000
    whole = table.classes * row < left // 2
    used: set[int] = set(range(table.classes)) if whole else set()
    left -= len(used) * row
    ruled_out = []
    for number in answer.unreachable:
        weights = answer.decided[number].weights
        rows = {*sets[number], *(j for j, _ in weights)} - used
        if not whole and len(sets[number]) > len(weights):
            rows = {j for j, _ in weights} - used
        steps = sum(
            (table.width + 3) * (3 + 3 * product_steps(w.bit_length() + 4, table.bits)) + w.bit_length() + 600
            for _, w in weights
        )
        if steps + len(rows) * row <= left:
            left -= steps + len(rows) * row
            used |= rows
            ruled_out.append(number)
    point = table.classes * (22 + (table.width + 2) * product_steps(table.bits, 64)) + (table.width + 2) * 150
    reached = list(answer.reachable) if whole and len(answer.reachable) * point <= left else []
    order = sorted(used)
    place = {j: k for k, j in enumerate(order)}

    def named(number: int) -> list[int]:
        return sorted(place[j] for j in sets[number] if j in place)

    claims: list[dict[str, Any]] = []
    if ruled_out:
        combinations = [[[place[j], f"{w:x}"] for j, w in answer.decided[k].weights] for k in ruled_out]
        claims.append(_claim("unreachable", [named(k) for k in ruled_out], "combinations", combinations))
    if reached:
        points = [list(answer.point(k)) for k in reached]
        claims.append(_claim("reachable", [named(k) for k in reached], "points", points))
    content = {"format": FORMAT, "version": VERSION, "question": _question(answer, order), "claims": claims}
    return content, frozenset(ruled_out) | frozenset(reached)


def _claim(word: str, sets: list[list[int]], kind: str, evidence: list[Any]) -> dict[str, Any]:
    return {"claim": word, "sets": sets, "evidence": {"kind": kind, kind: evidence}}


def _question(answer: Reachability, order: list[int]) -> dict[str, Any]:
    table = answer.table
    rows = table.integers(order)
    label = plain_label(answer.layer.name)[:MAX_NAME]
    return {
        "task": "classifier",
        "weights": [row[:-1] if table.bias else row for row in rows],
        **({"bias": [row[-1] for row in rows]} if table.bias else {}),
        "threshold": "free" if table.free else "zero",
        **({"centred": True} if table.centred else {}),
        **({"classes": order} if len(order) < table.classes else {}),
        **({"name": label} if label else {}),
    }
