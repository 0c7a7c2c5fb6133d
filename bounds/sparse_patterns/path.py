"""Assumption 1, part 2: whether an order g of the positions has g(i) in A_{g(i+1)} in some layer: a Hamiltonian path.

Each position, but the last, is attended to by the next one. Tried in turn: the positions in their own order, which all
named patterns with a window have; two ends, which no order can have both; components, of which a path has too few;
a search by a SAT solver, which gives the order, or says that there is none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import networkx
import numpy as np

from ...certificates.meter import Meter
from ...questions.sparse_pattern import SparsePattern
from ...solvers.arrays import Ints as Integers
from ...solvers.clause_decision import Replayed, decide_clauses
from ...solvers.sparse_patterns.edges import Edges, edges_of
from ...solvers.sparse_patterns.order_clauses import order_clauses
from ...solvers.sparse_patterns.path_search import NoPath, PathFound, hamiltonian_path
from ...solvers.sparse_patterns.rows import LazyRows, Rows
from ...tasks.sparse_patterns import ArrayLists
from .found import Found, found, stated_set

MOST_SEARCHED = 10**6
"""Edges up to which a SAT solver is asked, in 2 GB."""

EDGES_A_SECOND = 50_000
"""Edges that are written as clauses in a second, at least: what cannot be written in the time is not begun."""

MOST_REFUTED = 30
"""Positions up to which "no" by a search is turned into a refutation: the clauses grow as n^3."""


@dataclass(frozen=True)
class PathAnswer:
    """Whether there is such an order: "yes", "no" or "open"."""

    answer: str
    evidence: Found
    order: tuple[int, ...] = field(default=(), repr=False)


def path_of(pattern: SparsePattern, rows: LazyRows, deadline: float, watch: Callable[[str], None]) -> PathAnswer:
    """Whether there is an order of the positions in which each is attended to by the next.

    Parameters
    ----------
    pattern : SparsePattern
    rows : LazyRows of its layers
    deadline : float
        Value of ``time.monotonic()`` after which to give up.
    watch : callable, told what is going on

    Examples
    --------
    >>> from ...questions.layer_patterns import Blocks, Longformer, Window
    >>> def path(layer):
    ...     return path_of(SparsePattern((layer,)), LazyRows((layer,)), float("inf"), lambda words: None).answer
    >>> path(Window(9, 1)), path(Blocks(9, 3)), path(Longformer(5, 0, 1))
    ('yes', 'no', 'no')
    """
    n = pattern.n
    watch("a path through all positions")
    for turned in (False, True):
        if _in_own_order(pattern, turned):
            claim = {"claim": "path", "evidence": {"kind": "in-order", **({"reversed": True} if turned else {})}}
            ends = (n - 1, 0) if turned else (0, n - 1)
            words = f"the positions from {ends[0]} to {ends[1]}, each attended to by the next"
            return PathAnswer("yes", found(claim, words), tuple(range(n))[:: -1 if turned else 1])
    if rows.written is None:
        return _separated(pattern, rows.cycle, deadline)
    edges = edges_of(rows.written)
    nothing = np.zeros(0, dtype=np.int64)
    for excluded in (partial(_removed, removed=nothing), _two_ends, _components, _unordered):
        if (none := excluded(edges)) is not None:
            return PathAnswer("no", none)
    if len(edges.tails) > min(MOST_SEARCHED, EDGES_A_SECOND * (deadline - time.monotonic())):
        return _open(f"{len(edges.tails)} edges are too many for the search in this time")
    watch("a path, by a SAT solver")
    answer = hamiltonian_path(n, edges.tails, edges.heads, deadline)
    if isinstance(answer, PathFound):
        claim = {"claim": "path", "evidence": {"kind": "order", "order": list(answer.order)}}
        return PathAnswer("yes", found(claim, "an order found by a SAT solver"), answer.order)
    if isinstance(answer, NoPath):
        watch("a refutation of all paths")
        return PathAnswer("no", _refuted(pattern, deadline))
    return _open("the time was over")


def _no_path(words: str, **evidence: object) -> Found:
    return found({"claim": "no-path", "evidence": evidence}, words)


def _open(why: str) -> PathAnswer:
    return PathAnswer("open", Found("none", why))


def _in_own_order(pattern: SparsePattern, turned: bool) -> bool:
    n = pattern.n
    step = 1 if turned else -1  # position i attends to i + step
    some = np.zeros(n, dtype=bool)
    some[n - 1 if turned else 0] = True  # nothing is asked of the end
    for number, layer in enumerate(pattern.layers, start=1):
        if isinstance(layer, ArrayLists):
            owner = np.repeat(np.arange(n), np.diff(layer.starts))
            some[owner[layer.indices == owner + step]] = True
            continue
        for i in np.flatnonzero(~some).tolist():
            some[i] = layer.has(i, i + step)
            if not some[i] and number == len(pattern.layers):
                return False
    return bool(some.all())


def _two_ends(edges: Edges) -> Found | None:
    for side in ("attended", "attending"):
        ends = sorted(edges.ends(attended=side == "attended"), key=len)[:2]
        if len(ends) == 2:
            stated = [_stated(edges.n, end) for end in ends]
            return _no_path(_ends_words(ends, side), kind="two-ends", side=side, ends=stated)
    return None


def _unordered(edges: Edges) -> Found | None:
    """Two parts of which no edges lead from one to the other: what each leads to are two ends of an order, not nested.

    Strongly connected parts in topological order: where no edge leads from one to the next, no walk does either, since
    it would have to pass through a part between them; nor the other way. If all follow one another there may be a path.
    """
    pair = edges.unordered_parts()
    if pair is None:
        return None
    sides = {
        side: [edges.closure(one, forward=side == "attended") for one in pair] for side in ("attended", "attending")
    }
    side, ends = min(sides.items(), key=lambda item: sum(map(len, item[1])))
    stated = [_stated(edges.n, end) for end in ends]
    words = "of {} and {} neither can come before the other: no walk leads from one to the other".format(*pair)
    return _no_path(words, kind="two-ends", side=side, ends=stated)


def _ends_words(ends: Sequence[Integers], side: str) -> str:
    first, second = (int(end[0]) for end in ends)
    if all(len(end) == 1 for end in ends):
        if side == "attended":
            return f"nobody else attends to {first}, nor to {second}: each would have to be the last"
        return f"positions {first} and {second} attend to no others: each would have to be the first"
    if side == "attended":
        return f"a set with {first} and one with {second} are not attended to from outside: the last would be in both"
    return f"a set with {first} and one with {second} attend to nothing outside: the first would be in both"


def _stated(n: int, end: Integers) -> object:
    if len(end) == 1:
        return int(end[0])
    return stated_set(np.isin(np.arange(n), end))


def _components(edges: Edges) -> Found | None:
    """Positions whose removal leaves too many components: those with most edges, or single ones that separate."""
    n = edges.n
    degree = np.bincount(np.concatenate([edges.tails, edges.heads]), minlength=n)
    busy = np.argsort(-degree, kind="stable")
    steps = [c for c in (*range(33), *(2**k for k in range(6, 25))) if c < n]
    # Where degrees drop sharply, those before are hubs.
    drops = np.argsort(degree[busy][1:] - degree[busy][:-1], kind="stable")[:2] + 1
    for count in sorted({*steps, *(int(c) for c in drops if c < n)}):
        if (none := _removed(edges, busy[:count])) is not None:
            return none
    if n <= 3000:
        undirected = networkx.Graph(zip(edges.tails.tolist(), edges.heads.tolist(), strict=True))
        cuts = list(networkx.articulation_points(undirected))
        for some in (*([v] for v in cuts), cuts):
            if some and (none := _removed(edges, np.array(some))) is not None:
                return none
    return None


def _removed(edges: Edges, removed: Integers) -> Found | None:
    count = edges.components_without(removed)
    if count <= len(removed) + 1:
        return None
    without = f"without {len(removed)} of the positions {count} components are left"
    words = without if len(removed) else f"{count} components"
    return _no_path(words, kind="components", removed=sorted(removed.tolist()))


def _separated(pattern: SparsePattern, cycle: Sequence[Rows], deadline: float) -> PathAnswer:
    """Patterns too large to be written out: whether position 0 is in a component of its own, directions ignored."""
    some = np.zeros(pattern.n, dtype=bool)
    some[0] = True
    size = 0
    while size < (size := int(some.sum())) < pattern.n:
        for rows in cycle:
            if time.monotonic() > deadline:
                return _open("the time was over")
            some |= rows.attended_from(some)
            some |= rows.attending_to(some)
    if some.all():
        return _open(f"{sum(layer.connections for layer in pattern.layers)} connections are too many for the search")
    words = f"position 0 is in a component of {size} positions"
    return PathAnswer("no", _no_path(words, kind="components", removed=[]))


def _refuted(pattern: SparsePattern, deadline: float) -> Found:
    if pattern.n <= MOST_REFUTED:
        clauses = list(order_clauses(Meter(10**9), pattern))
        answer = decide_clauses(clauses, deadline)
        if isinstance(answer, Replayed):
            lemmas = [[list(literals), list(hints)] for literals, hints in answer.refutation.lemmas]
            words, axioms = "the clauses of an order contradict one another", list(answer.refutation.axioms)
            return _no_path(words, kind="refutation", axioms=axioms, lemmas=lemmas)
    return Found("sat", "a SAT solver found that there is no such order")
