"""Assumption 1 on a sparse pattern, part by part, each part with evidence (after Yun et al. 2020, arXiv 2006.04862).

1. Every position attends to itself in every layer.
2. In some order of the positions each is attended to by the next one, in some layer: a Hamiltonian path.
3. The number of hops s is finite: after s layers every position depends on all tokens.

It is sufficient for a class of transformers with two heads of size 1 and feed-forward layers of width 4 to approximate
every continuous function on a compact domain, and not necessary: without (3) no network with the pattern is universal,
but without (2) others are. With any element-wise networks, depth D computes every function on a finite grid iff
S^D_k = [n] for all k, that is for D = s; a hub with four leaves has no path, and s = 2.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ...certificates.meter import LIMIT
from ...display.answer import CertifiedAnswer
from ...display.html import Html, badge, framed, paragraph, table
from ...questions.layer_patterns import LayerPattern, Summaries
from ...questions.sparse_pattern import Causal, Union
from ...solvers.sparse_patterns.pairs_seen import Seen, layers_until_seen, tokens_up_to
from ...solvers.sparse_patterns.rows import LazyRows
from ...tasks import TaskError
from ...tasks.sparse_patterns import AttentionPattern, attention_pattern
from .depth import CopyingDepth, copying_depth
from .found import Found, SelfAttention, bundle, certified, self_attention
from .hops import MOST_BITS, Hops, hops_of
from .path import PathAnswer, path_of

STATES = {True: "holds", False: "does not hold", None: "open"}


@dataclass(frozen=True, eq=False)
class AssumptionOne(CertifiedAnswer):
    """What is known of the three parts.

    Attributes
    ----------
    asked : AttentionPattern
    self_loops : SelfAttention
    path : PathAnswer
    hops : Hops
    causal_reach : Seen or None
        Of a pattern whose rows hold no later position: the least D with S^D_k = {0, .., k} for all k, which is as much
        as can be reached. It is computed, and no part of Assumption 1.
    copying : CopyingDepth or None
        If it was asked for.
    seconds : float
    """

    asked: AttentionPattern
    self_loops: SelfAttention
    path: PathAnswer
    hops: Hops
    causal: bool
    causal_reach: Seen | None
    copying: CopyingDepth | None
    seconds: float
    notes: tuple[str, ...] = field(default=())

    @property
    def finite(self) -> bool | None:
        """Whether hops are finite; None if that is not known."""
        if self.hops.infinite:
            return False
        known = self.hops.upper is not None or self.hops.computed is not None or self.hops.told
        return True if known else None

    @property
    def holds(self) -> bool | None:
        """Whether Assumption 1 holds; None while that is open."""
        if not self.self_loops.holds or self.path.answer == "no" or self.hops.infinite:
            return False
        return True if self.path.answer == "yes" and self.finite else None

    @property
    def closed(self) -> bool:
        """Whether every part is decided, and the number of hops is known."""
        return self.path.answer != "open" and self.hops.closed

    @cached_property
    def found(self) -> tuple[Found, ...]:
        """All evidence."""
        return self.self_loops.evidence, *self.hops.evidence, self.path.evidence

    @property
    def certified(self) -> bool:
        """Whether the checker replayed everything."""
        return all(one.certified for one in (*self.found, *self.hops.told))

    def certificate(self) -> dict[str, Any]:
        """The bundle that ``headcount check`` accepts."""
        return bundle(self.asked.pattern, [one for one in self.found if one.certified])

    def replayed(self, limit: int = LIMIT) -> AssumptionOne:
        """The same, with the status CERTIFIED for what the checker has replayed."""
        # Cheap facts first, so that they stay if not all fits.
        first, *hops, path = certified(self.asked.pattern, self.found, limit)
        loops, walk = replace(self.self_loops, evidence=first), replace(self.path, evidence=path)
        return replace(self, self_loops=loops, hops=self.hops.replayed(hops), path=walk)

    def to_json(self) -> dict[str, Any]:
        """The summary that ``headcount pattern --json`` prints."""
        told = [(one.to_json(), one.claim()) for one in self.hops.told]
        said: list[dict[str, Any]] = [{**one, "side": claim["side"], "value": claim["value"]} for one, claim in told]
        if self.hops.computed is not None:
            said.append({"side": "both", "value": self.hops.computed})
        return {
            "pattern": self.asked.name,
            "n": self.asked.n,
            "layers": list(self.asked.words),
            "connections": list(self.asked.connections),
            "self_loops": self.self_loops.holds,
            "self_loops_evidence": self.self_loops.evidence.to_json(),
            "path": self.path.answer,
            "path_evidence": self.path.evidence.to_json(),
            "hops": self.hops.to_json(),
            "hops_evidence": [one.to_json() for one in self.hops.evidence],
            "solver_says": said,
            "assumption1": self.holds,
            "closed": self.closed,
            "certified": self.certified,
            **({"causal_reach": self.causal_reach and self.causal_reach.layers} if self.causal else {}),
            **({} if self.copying is None else {"copying": self.copying.to_json()}),
            "seconds": round(self.seconds, 3),
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        state = f"Assumption 1 {STATES[self.holds] if self.holds is not None else 'is open'}"
        return f"{self.asked.name}, n = {self.asked.n}: {state}; path {self.path.answer}, hops {self.hops}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        def row(what: str, answer: object, some: tuple[Found, ...]) -> tuple[object, ...]:
            shown = (badge(some[0].status), "; ".join(one.method for one in some)) if some else ("", "")
            return (what, answer, *shown)

        rows = [
            row("every position sees itself", "yes" if self.self_loops.holds else "no", (self.self_loops.evidence,)),
            row("path through all positions", self.path.answer, (self.path.evidence,)),
            row("hops", self.hops, self.hops.evidence),
        ]
        title = f"{self.asked.name}, n = {self.asked.n}, connections {' + '.join(map(str, self.asked.connections))}"
        return framed(
            title, table(rows), paragraph(Html("Assumption 1: "), STATES[self.holds]), *map(paragraph, self.notes)
        )


def assumption_one(
    asked: Any,
    *,
    budget: float = 60.0,
    copying: bool = False,
    watch: Callable[[str], None] = lambda words: None,
    limit: int = LIMIT,
) -> AssumptionOne:
    """Whether a sparse pattern satisfies Assumption 1, part by part, with its number of hops.

    Parameters
    ----------
    asked : AttentionPattern, or what ``attention_pattern`` makes one of
        Words as on the command line, a path, an array, a SciPy sparse array, a networkx graph; a tuple of these is a
        cycle of layers.
    budget : float
        Seconds of wall-clock time for the search; the checker comes on top.
    copying : bool
        Whether the depth of copying is computed, too.
    watch : callable, told what is going on
    limit : int
        Steps that the checker may take.

    Raises
    ------
    TaskError
        If there is no such pattern, or the depth of copying is asked for where positions do not attend to themselves.

    Guarantee
    ---------
    What is CERTIFIED was replayed by the checker. The rest is an engine's word: a computation by this program, or a SAT
    solver's.

    Examples
    --------
    >>> assumption_one("strided n=64 w=8")
    strided w=8, n = 64: Assumption 1 holds; path yes, hops 2
    >>> assumption_one("longformer n=5 w=0 g=1")
    longformer w=0 g=1, n = 5: Assumption 1 does not hold; path no, hops 2
    """
    start = time.monotonic()
    deadline = start + budget
    asked = attention_pattern(asked)
    pattern = asked.pattern
    watch("self-attention")
    loops = self_attention(pattern)
    rows = LazyRows(pattern.layers)
    path = path_of(pattern, rows, min(deadline, time.monotonic() + 0.6 * budget), watch)
    hops = hops_of(pattern, rows, loops.holds, deadline, watch, limit)
    causal = all(map(_causal, pattern.layers))
    reach = None
    if causal and loops.holds and pattern.n <= MOST_BITS and rows.written is not None:
        watch("what positions reach of those before them")
        reach = layers_until_seen(rows.written, tokens_up_to(pattern.n), lambda: time.monotonic() > deadline)
    depth = None
    if copying and not loops.holds:
        raise TaskError(f"the depth of copying needs positions that attend to themselves, but {loops.words}; add that")
    if copying:
        watch("the depth of copying")
        depth = copying_depth(pattern.layers, deadline)
    notes = (*asked.notes, *_notes(asked, loops, causal))
    watch("the certificate")
    answer = AssumptionOne(asked, loops, path, hops, causal, reach, depth, 0.0, notes).replayed(limit)
    return replace(answer, seconds=time.monotonic() - start)


def _causal(layer: LayerPattern) -> bool:
    """Whether no position attends to a later one."""
    if isinstance(layer, Causal):
        return True
    if isinstance(layer, Union):
        return all(map(_causal, layer.parts))
    return all(part[-1] <= i for i in range(layer.n) for part in layer.row(i))


def _notes(asked: AttentionPattern, loops: SelfAttention, causal: bool) -> list[str]:
    notes = []
    if not loops.holds:
        notes.append(
            f"{loops.words}: the option self-loops adds what is missing, which is what layers with skip connections "
            "see; the hops above are those of layers without"
        )
    if causal and asked.n > 1:
        notes.append(
            "causal: position 0 sees itself only, so the hops of a causal pattern are infinite whatever it is; "
            "the causal reach is the depth after which each position depends on all positions up to itself"
        )
    for layer in asked.layers:
        if isinstance(layer, Summaries) and not layer.last and layer.n % layer.w:
            notes.append(
                f"w = {layer.w} does not divide n = {layer.n}: the last block has no summary, and no position outside "
                "it ever sees it; last=1 makes position n-1 a summary, which repairs that"
            )
    return notes
