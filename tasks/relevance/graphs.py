"""Relevance of graphs: a vertex is a query and an item, its neighbours are relevant to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx
import numpy as np
import scipy.sparse as sparse

from ..task import TaskError
from .relevance import Relevance

DIAGONAL = ("free", "relevant", "irrelevant")


def relevance_of_graph(graph: Any, name: str = "graph", diagonal: str = "free") -> Relevance:
    """Relevance of the neighbours, of the successors if the graph is directed; weights do not count.

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
    >>> relevance_of_graph(networkx.cycle_graph(5)).words
    'graph: 5 queries, 5 items, 10 relevant pairs, at most 2 for a query, 5 pairs free'
    """
    if diagonal not in DIAGONAL:
        raise TaskError(f"the diagonal must be one of {', '.join(DIAGONAL)}, got {diagonal!r}; try free")
    vertices = list(graph)
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
    return Relevance(ids, ids, grades, sparse.csr_array(free, dtype=bool), name)


def read_graph(path: Path, read: Any, diagonal: str = "free") -> Relevance:
    """A graph from a file that ``read`` of networkx understands."""
    try:
        graph = read(path)
    except OSError as error:
        raise TaskError(f"{path} cannot be read: {error.strerror or error}; check the path") from None
    except Exception as error:  # networkx and its XML parsers raise many kinds
        reader = read.__name__
        raise TaskError(f"{path} is not what networkx.{reader} reads ({error}); correct it, or name --format") from None
    return relevance_of_graph(graph, path.name, diagonal)
