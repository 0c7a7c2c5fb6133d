"""Relevance of graphs: a vertex is a query and an item, its neighbours are relevant to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import scipy.sparse as sparse

from ..files import reading
from ..libraries import needed
from ..task import TaskError
from .names import edges_named
from .reading import How, Reading
from .relevance import Relevance
from .text_table import TextTable

DIAGONAL = ("free", "relevant", "irrelevant")
SIDES = "a graph with two sides: vertices of bipartite 0 are queries, those of 1 items"
ONE = "a graph: each vertex is a query and an item"


def relevance_of_graph(graph: Any, name: str = "graph", diagonal: str = "free") -> Relevance:
    """Relevance of the neighbours, of the successors if the graph is directed; weights do not count.

    Where all vertices have networkx's attribute ``bipartite`` and edges join 0 and 1, those of 0 are the queries and
    those of 1 the items.

    Parameters
    ----------
    graph : networkx graph
    name : str
    diagonal : "free", "relevant" or "irrelevant"
        What is asked of a vertex and itself where there is no loop: nothing, that it is found, that it is not.

    Raises
    ------
    TaskError
        If there is no vertex, or the diagonal is none of the three.

    Examples
    --------
    >>> relevance_of_graph(networkx.complete_bipartite_graph(2, 3)).words
    'graph: 2 queries, 3 items, 6 relevant pairs, at most 3 for a query'
    >>> relevance_of_graph(networkx.cycle_graph(5)).words
    'graph: 5 queries, 5 items, 10 relevant pairs, at most 2 for a query, 5 pairs free'
    """
    if diagonal not in DIAGONAL:
        raise TaskError(f"the diagonal must be one of {', '.join(DIAGONAL)}, got {diagonal!r}; try free")
    vertices = list(graph)
    if _is_bipartite(graph):
        if diagonal != "free":
            raise TaskError(
                f"the diagonal is asked of a vertex and itself, got {diagonal!r} for a graph of queries and items; "
                "leave it out, or remove the attribute bipartite of the vertices"
            )
        return replace(_of_bipartite(graph, name), read=Reading("graph", SIDES))
    if not vertices:
        raise TaskError(f"{name} has no vertices, so nothing is asked; check the file and its format")
    grades = sparse.csr_array(networkx.to_scipy_sparse_array(graph, vertices, weight=None, dtype=float))
    grades.data[:] = 1.0
    loops = grades.diagonal() > 0
    rest = np.flatnonzero(~loops)
    marked = sparse.csr_array((np.ones(len(rest)), (rest, rest)), shape=grades.shape)
    if diagonal == "relevant":
        grades = sparse.csr_array(grades + marked)
    free = marked if diagonal == "free" else sparse.csr_array(grades.shape)
    ids = tuple(map(str, vertices))
    what = f"{ONE}, {'edges go one way' if graph.is_directed() else 'edges go both ways'}"
    return Relevance(ids, ids, grades, sparse.csr_array(free, dtype=bool), name, Reading("graph", what))


def _is_bipartite(graph: Any) -> bool:
    sides = networkx.get_node_attributes(graph, "bipartite")
    return (
        len(sides) == len(graph) > 0
        and set(sides.values()) == {0, 1}
        and all(sides[a] != sides[b] for a, b in graph.edges())
    )


def _of_bipartite(graph: Any, name: str) -> Relevance:
    sides = [[vertex for vertex, side in graph.nodes("bipartite") if side == wanted] for wanted in (0, 1)]
    plain = graph.to_undirected() if graph.is_directed() else graph
    grades = sparse.csr_array(networkx.bipartite.biadjacency_matrix(plain, *sides, weight=None, dtype=float))
    grades.data[:] = 1.0
    queries, items = (tuple(map(str, side)) for side in sides)
    return Relevance(queries, items, grades, sparse.csr_array(grades.shape, dtype=bool), name)


def read_graph(path: Path, how: How, read: Any) -> Relevance:
    """A graph from a file that ``read`` of networkx understands."""
    name = f"networkx.{read.__name__}"
    with reading(path, lambda error: f"{path} is not what {name} reads ({error}); correct it, or name ‹format›"):
        graph = read(path)
    if isinstance(graph, list):
        raise TaskError(f"{path} holds {len(graph)} graphs, and one is asked about; write it into a file of its own")
    return relevance_of_graph(graph, path.name, how.diagonal)


def read_dot(path: Path, how: How) -> Relevance:
    """A graph in the language DOT of Graphviz."""
    needed("pydot", "DOT files", "graphs")
    return read_graph(path, how, networkx.nx_pydot.read_dot)


def read_edgelist(path: Path, how: How) -> Relevance:
    """A list of edges, two vertices in a line; what follows (a weight, networkx's data) does not count."""
    table = TextTable(path, how.quoting, how.comments)
    first = [fields for _, fields in table.first]
    header = edges_named(first[0]) is not None and all(row[0] != first[0][0] for row in first[1:])
    directed = how.directed or _says_directed(table.before)
    graph = networkx.DiGraph() if directed else networkx.Graph()
    more = 0
    for place, (where, line) in enumerate(table.lines()):
        fields = line.split(maxsplit=2) if table.separator is None else table.split(line, where)
        if place == 0 and header:
            continue
        if len(fields) < 2 or not all(fields[:2]):
            raise TaskError(f"{where}: an edge has two vertices, got {len(fields)} in {line[:40]!r}; correct the line")
        graph.add_edge(*fields[:2])
        more += len(fields) > 2 and fields[2] != "{}"
    found = relevance_of_graph(graph, path.name, how.diagonal)
    weights = (f"what {more} lines have after their two vertices does not count; grades are read with ‹format=edges›",)
    hint = "if the first ids are queries and the second ones items, name ‹format=edges›" + (
        "" if directed else "; if edges go one way, say ‹directed›"
    )
    reading_ = Reading("", found.read.what, header, comments=table.skipped, hints=(*weights[: bool(more)], hint))
    return replace(found, read=reading_)


def _says_directed(comments: list[str]) -> bool:
    text = " ".join(comments).lower()
    return "directed" in text and "undirected" not in text
