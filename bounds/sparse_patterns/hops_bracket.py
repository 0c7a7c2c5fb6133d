"""Hops between a far pair and a detour through one position: bounds without all S^t_k (``hops.py`` has the proofs)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from ...solvers.sparse_patterns.rows import Rows, WrittenRows
from ...solvers.sparse_patterns.sweeps import Sweep, downwards, upwards
from ...tasks.words import counted
from .found import Found, found

CENTRES = 4
"""Positions with many edges that are tried as centres, in each layer."""


def far_pair_and_centre(
    cycle: Sequence[Rows], lower: int, best: Found, sweep: Sweep, late: Callable[[], bool]
) -> tuple[int, int | None, tuple[Found, ...]]:
    """A lower bound by sweeps from far tokens, an upper bound by the best of some centres."""
    n = cycle[0].n
    seen = {0}
    for _ in range(2):
        last = np.flatnonzero(~sweep.before)
        token = int(last[0]) if len(last) else n - 1
        if token in seen or late():
            break
        seen.add(token)
        sweep = upwards(cycle, token, late)
        value, evidence = bound_by_sweep(sweep, token)
        if value > lower:
            lower, best = value, evidence
    upper: tuple[int, Found] | None = None
    claim = best.claim()["evidence"]
    middle = _middle(cycle, claim["position"], claim["token"], lower, late)
    for centre in dict.fromkeys([*middle, *_centres(cycle)]):
        if late() or (upper is not None and upper[0] <= lower + 1):
            break
        tried = _through(cycle, centre, late)
        if tried is not None and (upper is None or tried[0] < upper[0]):
            upper = tried
    if upper is None:
        return lower, None, (best,)
    return lower, upper[0], (best, upper[1])


def bound_by_sweep(sweep: Sweep, token: int) -> tuple[int, Found]:
    """A lower bound from who sees a token: one layer before it was full, or where it was stopped, someone does not."""
    layers = max(1, sweep.layers if sweep.full else sweep.layers + 1)
    without = np.flatnonzero(~(sweep.before if sweep.full else sweep.last))
    return layers, far_pair(layers, int(without[0]) if len(without) else 0, token)


def _middle(cycle: Sequence[Rows], position: int, token: int, layers: int, late: Callable[[], bool]) -> list[int]:
    """A position half way between a far position and a token: seen by the one, seeing the other, in half as long."""
    n, half = cycle[0].n, layers // 2
    sees, seen = np.zeros(n, dtype=bool), np.zeros(n, dtype=bool)
    sees[token] = seen[position] = True
    for t in range(1, layers + 1):
        if late():
            return []
        if t <= half:
            sees = cycle[(t - 1) % len(cycle)].attending_to(sees)
        else:
            seen = cycle[(layers + half - t) % len(cycle)].attended_from(seen)
    met: list[int] = np.flatnonzero(sees & seen)[:1].tolist()
    return met


def _centres(cycle: Sequence[Rows]) -> list[int]:
    """Positions that attend to many or are attended to by many, the middle, and the last."""
    n = cycle[0].n
    busy: list[int] = []
    for rows in cycle:
        if isinstance(rows, WrittenRows):
            degrees = np.diff(rows.starts) + np.bincount(rows.indices, minlength=n)
            busy += np.argsort(-degrees, kind="stable")[:CENTRES].tolist()
    return list(dict.fromkeys([*busy[: 2 * CENTRES], n // 2, n - 1, 0]))


def _through(cycle: Sequence[Rows], centre: int, late: Callable[[], bool]) -> tuple[int, Found] | None:
    """The least a + b for this centre; a counts layers from the first, b those after them."""
    period = len(cycle)
    best: tuple[int, int] | None = None
    for residue in range(1, period + 1):
        down = downwards(cycle, centre, residue, late)
        if not down.full:
            return None
        a = residue + -(-max(0, down.layers - residue) // period) * period
        up = upwards(cycle, centre, late, first=a + 1)
        if not up.full:
            return None
        b = max(1, up.layers)
        if best is None or a + b < sum(best):
            best = a, b
    assert best is not None
    a, b = best
    evidence = {"kind": "centre", "position": centre, "to": a, "from": b}
    words = f"position {centre} reaches all in {a} layers, and all reach it in the {b} after them"
    return a + b, found(hops_bound("upper", a + b, evidence), words)


def hops_bound(side: str, value: int, evidence: dict[str, object]) -> dict[str, object]:
    """The claim as it stands in a certificate."""
    return {"quantity": "hops", "side": side, "value": value, "evidence": evidence}


def far_pair(value: int, position: int, token: int) -> Found:
    """That hops are at least ``value``, because the position does not reach the token in one layer less."""
    words = f"position {position} does not reach token {token} in {counted(value - 1, 'layer')}"
    if value == 1:
        words = "at least one layer"
    return found(hops_bound("lower", value, {"kind": "far-pair", "position": position, "token": token}), words)


class Late:
    """Whether the deadline is over."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline

    def __call__(self) -> bool:
        return time.monotonic() > self._deadline

    @property
    def left(self) -> float:
        """Seconds until then."""
        return self._deadline - time.monotonic()

    def after(self, _: int) -> bool:
        """The same, asked after a layer."""
        return self()
