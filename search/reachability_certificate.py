"""The certificate of what ``reachable`` decided: as many sets as the checker takes in one file.

Combinations go in first, since they are what a user has to be convinced of. If the whole layer fits, it stands in the
file once, and points for all reachable sets if these fit as well. Else only the rows that combinations use are
written: what no state does with them, none does with more classes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..certificates.evaluate.vectors import FAST
from ..certificates.meter import LIMIT, product_steps
from ..questions.question import MAX_NAME, plain_label
from ..solvers.reachability.score_table import ScoreTable

Weights = tuple[tuple[int, int], ...]
"""Classes with positive weights."""

SHARE = LIMIT * 4 // 5
"""Steps that a file may take, by the estimates below, which are a little above what the meter says."""


def certificate_of(
    table: ScoreTable,
    sets: Sequence[tuple[int, ...]],
    ruled: Mapping[int, Weights],
    groups: list[list[int]],
    point: Callable[[int], tuple[int, ...]],
    name: str,
    names: Sequence[str] | None = None,
) -> tuple[dict[str, Any], frozenset[int]]:
    """The bundle, and the numbers of the sets that it is about.

    Parameters
    ----------
    table : ScoreTable
    sets : the sets of classes
    ruled : number of an unreachable set -> its weights
    groups : numbers of reachable sets; those with short points apart, because long ones make all scores of a claim long
    point : number of a reachable set -> its point
    name : of the layer
    names : of the classes, if they have any
    """
    # A character of a name takes 12 bytes at most, a surrogate pair in JSON.
    row = (table.width + 2) * (4 * (4 + table.bits * 3 // 10) + 55) + (0 if names is None else 100)
    letters = [0] * table.classes if names is None else [48 * len(one[:MAX_NAME]) for one in names]
    steps = {number: _combination_steps(table, weights) for number, weights in ruled.items()}
    groups = [group for group in groups if group]
    left = SHARE - 20_000
    everything = table.classes * row + sum(letters) + sum(steps.values())
    points: dict[int, tuple[int, ...]] = {}
    if everything < left:
        points = {k: point(k) for group in groups for k in group}
        everything += sum(_steps(table, [points[k] for k in group]) for group in groups)
    used: set[int] = set(range(table.classes)) if everything < left else set()
    left -= sum(row + letters[j] for j in used)
    ruled_out = []
    for number, weights in ruled.items():
        rows = {*sets[number], *(j for j, _ in weights)} - used
        cost = steps[number] + sum(row + letters[j] for j in rows)
        if cost <= left:
            left -= cost
            used |= rows
            ruled_out.append(number)
    if everything >= SHARE - 20_000:
        groups = []
    order = sorted(used)
    place = {j: k for k, j in enumerate(order)}

    def named(number: int) -> list[int]:
        return [place[j] for j in sets[number]]

    claims: list[dict[str, Any]] = []
    if ruled_out:
        combinations = [[[place[j], f"{w:x}"] for j, w in ruled[k]] for k in ruled_out]
        claims.append(_claim("unreachable", [named(k) for k in ruled_out], "combinations", combinations))
    for group in groups:
        claims.append(_claim("reachable", [named(k) for k in group], "points", [list(points[k]) for k in group]))
    content = {"question": _question(table, order, name, names), "claims": claims}
    return content, frozenset(ruled_out).union(*groups)


def _combination_steps(table: ScoreTable, weights: Weights) -> int:
    """Steps for a combination: to read, to multiply, to add."""
    each = (3 + 3 * product_steps(w.bit_length() + 4, table.bits) for _, w in weights)
    return sum((table.width + 3) * one for one in each) + sum(w.bit_length() + 600 for _, w in weights)


def _steps(table: ScoreTable, points: list[tuple[int, ...]]) -> int:
    """Steps for a claim with these points: to read, to pack the rows, to compare."""
    longest = [max(abs(entry).bit_length() for entry in column) for column in zip(*points, strict=True)]
    length = len(longest)
    bits = (table.bits + max(longest[: table.width]) + length.bit_length() + 8) * table.classes
    packing = bits // 8 * (length + 16) + 2 * (len(points) + table.classes) * length
    reading = 60 * length + 2 * sum(longest) + table.classes // 4 + 500
    compared = 10 * (table.classes + bits) // FAST + sum(2 + bits * (1 + entry // 30) // FAST for entry in longest)
    steps: int = packing + len(points) * (reading + compared)
    return steps


def _claim(word: str, sets: list[list[int]], kind: str, evidence: list[Any]) -> dict[str, Any]:
    return {"claim": word, "sets": sets, "evidence": {"kind": kind, kind: evidence}}


def _question(table: ScoreTable, order: list[int], name: str, names: Sequence[str] | None) -> dict[str, Any]:
    rows = table.integers(order)
    label = plain_label(name)[:MAX_NAME]
    return {
        "task": "classifier",
        "weights": [row[:-1] if table.bias else row for row in rows],
        **({"bias": [row[-1] for row in rows]} if table.bias else {}),
        "threshold": "free" if table.free else "zero",
        **({"centred": True} if table.centred else {}),
        **({"classes": order} if len(order) < table.classes else {}),
        **({"name": label} if label else {}),
        **({} if names is None else {"names": [names[j][:MAX_NAME] for j in order]}),
    }
