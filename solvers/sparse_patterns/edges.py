"""The graph of a cycle of layers: an edge from j to k where k attends to j in some layer, j and k different."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import networkx
import numpy as np
import scipy.sparse as sparse
from scipy.sparse.csgraph import breadth_first_order, connected_components

from ..arrays import Ints
from .rows import WrittenRows


@dataclass(frozen=True, eq=False)
class Edges:
    """Edges ``tails[e] -> heads[e]``, from the position attended to to the one that attends, none twice."""

    n: int
    tails: Ints = field(repr=False)
    heads: Ints = field(repr=False)

    def ends(self, *, attended: bool) -> list[Ints]:
        """Strongly connected parts that no edge leaves (``attended``: by nobody else), or that none enters.

        Examples
        --------
        >>> edges = Edges(4, np.array([0, 1, 1]), np.array([1, 2, 3]))
        >>> [sorted(part.tolist() for part in edges.ends(attended=side)) for side in (True, False)]
        [[[2], [3]], [[0]]]
        """
        parts, label = connected_components(self.graph, directed=True, connection="strong")
        between = label[self.tails] != label[self.heads]
        crossed = np.zeros(parts, dtype=bool)
        crossed[label[(self.tails if attended else self.heads)[between]]] = True
        return [np.flatnonzero(label == part) for part in np.flatnonzero(~crossed)[:MOST_ENDS].tolist()]

    def unordered_parts(self) -> tuple[int, int] | None:
        """Two vertices of which neither is reached from the other, if there are any.

        Examples
        --------
        >>> Edges(4, np.array([0, 0, 1, 2]), np.array([1, 2, 3, 3])).unordered_parts()
        (1, 2)
        >>> Edges(4, np.array([0, 1, 2]), np.array([1, 2, 3])).unordered_parts() is None
        True
        """
        parts, label = connected_components(self.graph, directed=True, connection="strong")
        between = {*zip(label[self.tails].tolist(), label[self.heads].tolist(), strict=True)}
        condensed: networkx.DiGraph[int] = networkx.DiGraph(pair for pair in between if pair[0] != pair[1])
        condensed.add_nodes_from(range(parts))
        for one, following in pairwise(networkx.topological_sort(condensed)):
            if (one, following) not in between:
                first, second = sorted(int(np.flatnonzero(label == part)[0]) for part in (one, following))
                return first, second
        return None

    def closure(self, vertex: int, *, forward: bool) -> Ints:
        """All that edges lead to from a vertex, or (not ``forward``) from where they lead to it, with itself.

        Examples
        --------
        >>> Edges(4, np.array([0, 0, 1, 2]), np.array([1, 2, 3, 3])).closure(1, forward=True).tolist()
        [1, 3]
        """
        graph = self.graph if forward else self.graph.T.tocsr()
        return np.sort(breadth_first_order(graph, vertex, directed=True, return_predecessors=False))

    @property
    def graph(self) -> sparse.csr_array:
        """The edges as a sparse array."""
        ones = np.ones(len(self.tails), dtype=np.int8)
        return sparse.csr_array((ones, (self.tails, self.heads)), shape=(self.n, self.n))

    def components_without(self, removed: Ints) -> int:
        """How many components are left, directions ignored, when some positions are taken away."""
        kept = np.ones(self.n, dtype=bool)
        kept[removed] = False
        place = np.cumsum(kept) - 1
        both = kept[self.tails] & kept[self.heads]
        size = int(kept.sum())
        ones = np.ones(int(both.sum()), dtype=np.int8)
        left = sparse.csr_array((ones, (place[self.tails[both]], place[self.heads[both]])), shape=(size, size))
        return int(connected_components(left, directed=False)[0])


MOST_ENDS = 50
"""Parts that are looked at; two are enough."""


def edges_of(cycle: Sequence[WrittenRows]) -> Edges:
    """The edges of all layers together."""
    n = cycle[0].n
    flat = np.unique(
        np.concatenate([rows.indices * n + np.repeat(np.arange(n), np.diff(rows.starts)) for rows in cycle])
    )
    tails, heads = flat // n, flat % n
    other = tails != heads
    return Edges(n, tails[other], heads[other])
