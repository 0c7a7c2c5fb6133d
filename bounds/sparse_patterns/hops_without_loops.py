"""Hops where some position does not attend to itself: S^t may shrink again, and periods matter.

Let B be the product of one cycle, a relation on positions. If every row of every layer is nonempty and S^t is full for
some t, it is full for all later ones; so hops are finite iff some power of B is full: iff B is strongly connected and
its circles have no common divisor (primitive). A power below (n-1)^2 + 1 is full then (Wielandt 1950), so the search
ends. If B is not primitive there are sets C_1, .., C_(hP), none empty, none of C_P, C_2P, .. all, with row i of layer
l inside C_(l-1) for i in C_l, and C_0 = C_(hP): no S^t is ever full. h = 1 if B is not strongly connected, and the
common divisor of its circles otherwise.

If rows are empty, such sets are looked for with h = 1 and a token j outside of C_P: with C_0 = X, C_l is all positions
whose row of layer l is inside C_(l-1); X begins as all positions but j, and loses what is not in C_P until nothing is.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import gcd

import numpy as np
import scipy.sparse as sparse
from scipy.sparse.csgraph import breadth_first_order, connected_components

from ...solvers.sparse_patterns.reach import Filled, NotFilled, Step, first_full, identity_bits
from ...solvers.sparse_patterns.rows import Mask, WrittenRows

MOST_TOKENS = 300
"""Tokens that are tried where rows are empty."""


def hops_without_loops(cycle: Sequence[WrittenRows], deadline: float) -> tuple[Filled | NotFilled, list[Mask] | None]:
    """The hops, or the sets of the module's docstring, h P of them; neither if they are not found, or time is over.

    Examples
    --------
    >>> import networkx
    >>> from ...solvers.sparse_patterns.rows import WrittenRows
    >>> def circle(n):
    ...     return WrittenRows(n, np.arange(n + 1), (np.arange(n) + 1) % n)
    >>> answer, sets = hops_without_loops([circle(3)], float("inf"))
    >>> [np.flatnonzero(one).tolist() for one in sets]
    [[2], [1], [0]]
    """
    if any((np.diff(rows.starts) == 0).any() for rows in cycle):
        closed = _without_token(cycle)
        if closed is not None:
            return NotFilled(0, 0, 0), closed
        return _searched(cycle, deadline, 2 * cycle[0].n * len(cycle)), None
    product = identity_bits(cycle[0].n)
    for step in map(Step, cycle):
        product = step(product)
    sets = _sets(cycle, product)
    if sets is not None:
        return NotFilled(0, 0, 0), sets
    return _searched(cycle, deadline, None), None


def _searched(cycle: Sequence[WrittenRows], deadline: float, most: int | None) -> Filled | NotFilled:
    return first_full(cycle, lambda t: time.monotonic() > deadline or (most is not None and t >= most))


def _without_token(cycle: Sequence[WrittenRows]) -> list[Mask] | None:
    """C_1, .., C_P of the module's docstring, for the first token for which there are any."""
    n = cycle[0].n
    for token in range(min(n, MOST_TOKENS)):
        some = np.ones(n, dtype=bool)
        some[token] = False
        while some.any():
            found = [some]
            for rows in cycle:
                found.append(~rows.attending_to(~found[-1]))
            left = some & found[-1]
            if (left == some).all():
                if all(one.any() for one in found):
                    return [*found[1:-1], some]
                break
            some = left
    return None


def _sets(cycle: Sequence[WrittenRows], product: np.ndarray) -> list[Mask] | None:
    n = len(product)
    seen = np.unpackbits(product.view(np.uint8), axis=1, bitorder="little")[:, :n]
    graph = sparse.csr_array(seen)
    parts, label = connected_components(graph, directed=True, connection="strong")
    if parts > 1:
        # A part that no edge leaves: all that any of its members reaches.
        leaving = np.zeros(parts, dtype=bool)
        rows, columns = graph.nonzero()
        leaving[label[rows[label[rows] != label[columns]]]] = True
        closed = label == int(np.flatnonzero(~leaving)[0])
        return _downwards(cycle, [closed])
    order, before = breadth_first_order(graph, 0, directed=True)
    depth = np.zeros(n, dtype=np.int64)
    for v in order[1:].tolist():
        depth[v] = depth[before[v]] + 1
    rows, columns = graph.nonzero()
    period = 0
    for difference in np.unique(depth[rows] + 1 - depth[columns]).tolist():
        period = gcd(period, difference)
    if period == 1:
        return None
    return _downwards(cycle, [(depth - c) % period == 0 for c in range(period)])


def _downwards(cycle: Sequence[WrittenRows], classes: list[Mask]) -> list[Mask]:
    """C_1 .. C_(hP): members of class c see class c + 1 (mod h) after a whole cycle, layer by layer."""
    found: list[Mask] = []
    for some in classes:
        for rows in reversed(cycle):
            found.append(some)
            some = rows.attended_from(some)
    # Written from the top, class by class: the layers in their own order are the same from the end.
    return found[::-1]
