"""K5 or K3,3 in a graph, as disjoint connected sets of two vertices at least: what ``planarity`` evidence needs.

A graph that is not planar contains a subdivision of K5 or K3,3 (Kuratowski). Of each of the five or six branch vertices
a set is made with a neighbour of its own: the next vertex of one of its paths, or any vertex of the graph beside the
subdivision. The other vertices of a path go to the set of one end, so that one edge of the path joins the sets.
"""

import time
from collections.abc import Sequence

import networkx
import numpy as np
from networkx.algorithms.bipartite import hopcroft_karp_matching

Edge = tuple[int, int]


def nonplanar_minor(
    edges: Sequence[Edge], *, alone: frozenset[int] = frozenset(), seed: int = 0, attempts: int = 20,
    deadline: float = float("inf"),
) -> tuple[tuple[int, ...], ...]:  # fmt: skip
    """Five sets any two of which are adjacent, or six of which each of the first three is to each of the others.

    Parameters
    ----------
    edges : pairs of vertices, each pair once
    alone : vertices that make a set by themselves
    attempts : how many subdivisions are looked at
    deadline : value of ``time.monotonic()``

    Returns
    -------
    tuple of tuples
        Disjoint sets, each connected, of two vertices or more, or one of ``alone``; empty if none were found.

    Examples
    --------
    >>> nonplanar_minor([(i, j) for i in range(5) for j in range(i)])
    ()
    >>> pendant = [(i, i + 5) for i in range(5)]
    >>> nonplanar_minor([(i, j) for i in range(5) for j in range(i)] + pendant)
    ((0, 5), (1, 6), (2, 7), (3, 8), (4, 9))
    """
    rng = np.random.default_rng(seed)
    whole = networkx.Graph(edges)
    core = networkx.k_core(whole, 2)
    for _ in range(attempts if core else 0):
        chosen = _subdivision(_from(core, rng), deadline) if time.monotonic() < deadline else []
        sets = _sets(networkx.Graph(chosen), whole, alone) if chosen else ()
        if sets or not chosen:
            return sets
    return ()


def _from(core: networkx.Graph, rng: np.random.Generator) -> list[Edge]:
    """The edges in the order in which their later end is reached from some vertex; what is not reached comes last."""
    vertices = sorted(core)
    start = vertices[int(rng.integers(len(vertices)))]
    reached = [start, *(v for _, v in networkx.bfs_edges(core, start))]
    place = {v: k for k, v in enumerate(dict.fromkeys([*reached, *vertices]))}
    return sorted(core.edges, key=lambda edge: sorted((place[edge[0]], place[edge[1]]), reverse=True))


def _planar(edges: list[Edge]) -> bool:
    return bool(networkx.check_planarity(networkx.Graph(edges))[0])


def _subdivision(edges: list[Edge], deadline: float) -> list[Edge]:
    """Edges of which none can be left out: a first part that is not planar, then what it can spare is left out."""
    if _planar(edges):
        return []
    low, high = 0, len(edges)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _planar(edges[:middle]) else (low, middle)
    edges = edges[:high]
    size = len(edges)
    while size > 1:
        size = (size + 1) // 2
        k = 0
        while k < len(edges):
            if time.monotonic() > deadline:
                return []
            rest = edges[:k] + edges[k + size :]
            if rest and not _planar(rest):
                edges = rest
            else:
                k += size
    return edges


def _sets(part: networkx.Graph, whole: networkx.Graph, alone: frozenset[int]) -> tuple[tuple[int, ...], ...]:
    branches = sorted(v for v in part if part.degree(v) > 2)
    sets = {v: [v] for v in branches}
    paths = _paths(part, branches)
    beside = networkx.Graph()
    beside.add_nodes_from(branches)
    for a, inner, b in paths:
        if inner:
            beside.add_edges_from([(a, ("inner", inner[0])), (b, ("inner", inner[-1]))])
    for v in branches:
        beside.add_edges_from((v, ("inner", w)) for w in whole[v] if w not in part)
    matching = hopcroft_karp_matching(beside, branches)
    asked = [v for v in branches if v not in alone]
    if any(v not in matching for v in asked):
        return ()
    for v in asked:
        sets[v].append(matching[v][1])
    taken = {matching[v][1] for v in asked}
    for a, inner, _ in paths:  # the other end has at most the last one, so what is left hangs together with this end
        sets[a].extend(w for w in inner if w not in taken)
    if len(branches) == 6:
        across = {b for a, _, b in paths if a == branches[0]}
        branches = [*(v for v in branches if v not in across), *sorted(across)]
    return tuple(tuple(sorted(sets[v])) for v in branches)


def _paths(part: networkx.Graph, branches: list[int]) -> list[tuple[int, list[int], int]]:
    """The paths between branch vertices, as (end, inner vertices, other end), each once."""
    found = []
    for a in branches:
        for first in part[a]:
            before, here, inner = a, first, []
            while part.degree(here) == 2:
                inner.append(here)
                before, here = here, next(v for v in part[here] if v != before)
            if a < here:
                found.append((a, inner, here))
    return found
