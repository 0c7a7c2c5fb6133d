"""Assumption 1, part 3: after how many layers every position reaches all.

S^1_k = A^1_k, and S^t_k is the union of S^(t-1)_j over the j in row k of layer t; the hops are the least s with
S^s_k = [n] for all k (after Yun et al. 2020, arXiv 2006.04862). Where positions attend to themselves S^t only grows:

* hops >= t: some token j is not in S^(t-1)_k, a far pair;
* hops <= t: all S^t_k, or a centre c: S^a_c = [n] by the first a layers, and every position sees c by the b layers
  after them; so position k sees all after a + b;
* infinite: a set that attends to itself only, in every layer, and is not all.

Lemma (used to decide finite or infinite by two sweeps): if positions attend to themselves, hops are finite iff position
0 reaches all tokens and all positions reach token 0. For then the union of the layers, as a directed graph, is strongly
connected, any walk of L edges is followed by L P layers, waiting where its next edge is in a later layer, and n - 1
edges suffice. Where a sweep stops before it has all, its last set (downwards) or what is left out (upwards) is closed.

The closed forms of hops that the checker knows, asked for without a claim.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ...certificates.claims import Claim
from ...certificates.meter import LIMIT, UNLIMITED, Meter
from ...certificates.refuse import Refused
from ...certificates.schema import Record
from ...certificates.theorems.case import Case
from ...certificates.theorems.hops import least_layers, reach
from ...questions.sparse_pattern import SparsePattern
from ...solvers.arrays import Bools as Mask
from ...solvers.sparse_patterns.edges import edges_of
from ...solvers.sparse_patterns.reach import Filled, first_full
from ...solvers.sparse_patterns.rows import LazyRows, Rows
from ...solvers.sparse_patterns.sweeps import Sweep, downwards, upwards
from ...tasks.sparse_patterns import ArrayLists
from .found import Found, found, stated_set
from .hops_bracket import bound_by_sweep, far_pair, far_pair_and_centre, hops_end, hops_without_loops, until

MOST_BITS = 20_000
"""Positions up to which all S^t_k are kept, as rows of bits: 50 MB."""

WORDS_A_SECOND = 2 * 10**8
"""Words of 64 bits that are joined in a second, at least: what is far beyond the time is not begun."""


@dataclass(frozen=True)
class Hops:
    """The number of hops, or what is known of it.

    ``upper`` is None if no bound is known; ``infinite`` says that no number of layers is enough. ``computed`` is the
    number as the engine found it, where that is too long for the checker to replay; ``told`` are ends that rest on the
    engine's word. Neither is a part of the bracket.
    """

    lower: int
    upper: int | None
    infinite: bool
    evidence: tuple[Found, ...]
    computed: int | None = None
    told: tuple[Found, ...] = ()

    @property
    def closed(self) -> bool:
        """Whether the number is known."""
        return self.infinite or self.lower == self.upper

    def replayed(self, evidence: Sequence[Found]) -> Hops:
        """The same with evidence that the checker was shown; ends that it has not replayed leave the bracket."""
        if self.infinite:
            return replace(self, evidence=tuple(evidence))
        told = tuple(one for one in evidence if not one.certified)
        kept = tuple(one for one in evidence if one.certified)
        sides = {one.claim()["side"] for one in kept}
        lower = self.lower if "lower" in sides else 1
        return replace(self, lower=lower, upper=self.upper if "upper" in sides else None, evidence=kept, told=told)

    def to_json(self) -> int | str | list[int | None]:
        """An integer, "infinite", or the two ends."""
        if self.infinite:
            return "infinite"
        return self.lower if self.lower == self.upper else [self.lower, self.upper]

    def __str__(self) -> str:
        if self.closed:
            return str(self.to_json())
        return f"{self.lower} .. {'?' if self.upper is None else self.upper}"


def hops_of(
    pattern: SparsePattern,
    rows: LazyRows,
    looped: bool,
    deadline: float,
    watch: Callable[[str], None],
    limit: int = LIMIT,
) -> Hops:
    """The number of hops.

    Parameters
    ----------
    pattern : SparsePattern
    rows : LazyRows of its layers
    looped : whether every position attends to itself in every layer
    deadline : float
        Value of ``time.monotonic()`` after which what is known is given back.
    watch : callable, told what is going on
    limit : int
        Steps that the checker may take; all S^t_k are evidence only if three quarters of them are enough.

    Examples
    --------
    >>> from ...questions.layer_patterns import Blocks, Summaries, Window
    >>> from ...questions.sparse_pattern import Causal
    >>> def hops(*layers):
    ...     pattern = SparsePattern(layers)
    ...     return str(hops_of(pattern, LazyRows(layers), True, float("inf"), lambda words: None))
    >>> hops(Window(9, 2)), hops(Blocks(9, 4), Summaries(9, 4)), hops(Causal(Window(9, 2)))
    ('4', 'infinite', 'infinite')
    """
    if (named := _by_name(pattern)) is not None:
        return named
    if not looped:
        return _without_loops(pattern, rows, deadline)
    cycle = rows.cycle
    late = until(deadline)
    watch("what position 0 reaches")
    down = downwards(cycle, 0, len(cycle), late)
    if down.stuck:
        return _infinite(pattern, _smallest_closed(rows, down.last))
    watch("what reaches position 0")
    up = upwards(cycle, 0, late)
    if up.stuck:
        return _infinite(pattern, _smallest_closed(rows, ~up.last))
    words = up.layers * sum(len(one.indices) for one in rows.written or ()) // len(cycle) * (pattern.n // 64 + 1)
    if pattern.n <= MOST_BITS and rows.written is not None and (deadline - time.monotonic()) * WORDS_A_SECOND > words:
        watch("what every position reaches")
        answer = first_full(rows.written, lambda _: late())
        if isinstance(answer, Filled):
            lower = far_pair(answer.layers, answer.position, answer.token)
            if _replayed_in(pattern, answer.layers) < limit * 3 // 4:
                upper = hops_end("upper", answer.layers, "all S^t_k, layer by layer", kind="hops")
                return Hops(answer.layers, answer.layers, False, (lower, upper))
            bracket = _between(cycle, answer.layers, lower, up, until(time.monotonic() + 5))
            return bracket if bracket.closed else replace(bracket, computed=answer.layers)
        best = far_pair(answer.layers + 1, answer.position, answer.token)
        return _between(cycle, answer.layers + 1, best, up, until(time.monotonic() + 5))
    return _between(cycle, *bound_by_sweep(up, 0), up, late)


def _replayed_in(pattern: SparsePattern, layers: int) -> int:
    """Steps of the checker for all S^t_k, about; ranges that several rows share are paid once, which is left out."""
    cycles = -(-layers // len(pattern.layers))
    words = 1 + pattern.n // 64
    return cycles * sum(layer.connections + pattern.n for layer in pattern.layers) * (words + 30)


def _between(cycle: Sequence[Rows], lower: int, best: Found, sweep: Sweep, late: Callable[[], bool]) -> Hops:
    least, most, evidence = far_pair_and_centre(cycle, lower, best, sweep, late)
    return Hops(least, most, False, evidence)


def _by_name(pattern: SparsePattern) -> Hops | None:
    """Both ends by closed forms; or the upper one, where one layer is not enough and two are."""
    lower, value = named_ends(pattern)
    if value is None:
        return None
    words = f"closed form for {', '.join(layer.words for layer in pattern.layers)}"
    upper = hops_end("upper", value, words, kind="named")
    if lower == value:
        words = "how far a position attends in each layer" if value > 1 else "at least one layer"
        return Hops(value, value, False, (hops_end("lower", value, words, kind="named"), upper))
    pair = _unseen(pattern) if value == 2 else (0, 0) if value == 1 else None
    return None if pair is None else Hops(value, value, False, (far_pair(value, *pair), upper))


def _unseen(pattern: SparsePattern) -> tuple[int, int] | None:
    """A position and a token that it does not attend to in layer 1, looked for at both ends and in the middle."""
    n, first = pattern.n, pattern.layer(1)
    for k in dict.fromkeys((0, n - 1, n // 2, *range(min(n, 50)))):
        row = first.row(k)
        ends = sorted({n - 1, 0, n // 2, *(j for part in row for j in (part[0] - 1, part[-1] + 1, part[0] + 1))})
        for j in ends:
            if 0 <= j < n and not any(j in part for part in row):
                return k, j
    return None


def _smallest_closed(rows: LazyRows, closed: Mask) -> Mask:
    """The smallest set that attends to nothing outside, if the rows are written out; else the one that was found."""
    if rows.written is None:
        return closed
    smallest = min(edges_of(rows.written).ends(attended=False), key=len)
    return np.isin(np.arange(len(closed)), smallest)


def _infinite(pattern: SparsePattern, closed: Mask) -> Hops:
    size, first, out = int(closed.sum()), int(closed.argmax()), int(closed.argmin())
    who = f"position {first} attends" if size == 1 else f"{size} positions (such as {first}) attend"
    words = f"{who} to {'itself' if size == 1 else 'one another'} only, in every layer: token {out} is never seen there"
    return _never([closed] * len(pattern.layers), words)


def _never(sets: Sequence[Mask], words: str) -> Hops:
    evidence = {"kind": "closed-sets", "sets": [stated_set(one) for one in sets]}
    return Hops(1, None, True, (found({"claim": "hops-infinite", "evidence": evidence}, words),))


def _without_loops(pattern: SparsePattern, rows: LazyRows, deadline: float) -> Hops:
    least = Hops(1, None, False, (far_pair(1, 0, 0),))
    if pattern.n > MOST_BITS or rows.written is None:
        return least
    answer, closed = hops_without_loops(rows.written, deadline)
    if isinstance(answer, Filled):
        words = "all S^t_k, layer by layer"
        ends = tuple(hops_end(side, answer.layers, words, kind="hops") for side in ("lower", "upper"))
        return Hops(answer.layers, answer.layers, False, ends)
    return least if closed is None else _never(closed, "sets that attend to one another only, layer by layer")


def named_ends(pattern: SparsePattern) -> tuple[int | None, int | None]:
    """What closed forms say of the number of hops: at least, at most; None where there is no closed form.

    Examples
    --------
    >>> from ...questions.layer_patterns import Star, Window
    >>> named_ends(SparsePattern((Window(256, 16),))), named_ends(SparsePattern((Star(256),)))
    ((16, 16), (1, 2))
    """
    layers = tuple(
        _stated({"name": "lists"} if isinstance(layer, ArrayLists) else layer.to_json()) for layer in pattern.layers
    )
    statement = Record("sparse-pattern", {"n": pattern.n, "layers": layers})
    case = Case(Claim(statement, Record("hops", {}), "lower", 1), Record("", {}), (), Meter(UNLIMITED))

    def value(closed_form: Callable[[Case], int]) -> int | None:
        try:
            return closed_form(case)
        except Refused:
            return None

    return value(reach), value(least_layers)


def _stated(layer: Mapping[str, Any]) -> Record:
    """The layer as the checker reads it; closed forms say nothing about lists, so that they are left out."""
    fields = {name: value for name, value in layer.items() if name not in ("name", "lists")}
    if layer["name"] == "union":
        fields["of"] = tuple(map(_stated, layer["of"]))
    if layer["name"] == "causal":
        fields["of"] = _stated(layer["of"])
    return Record(layer["name"], fields)
