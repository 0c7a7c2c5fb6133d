"""Sets that are half-lines of one order: decided in polynomial time.

A set is to be a prefix or a suffix of the order. So each set or its complement is a prefix, and prefixes of one order
are nested: choose for each set one of the two such that any two chosen ones are comparable (pairwise comparable sets
are a chain, and any chain is one of prefixes). Which choices of two sets are comparable are clauses of two literals
(2-SAT, by the strongly connected components of the implications: Aspvall, Plass, Tarjan 1979).

It is the threshold question of an attention matrix at d = 1: the scores of a row on a line are monotone, so with a
threshold its nonzeros are a half-line. At d = 2 it is whether a pattern with an all-plus row has sign-rank 3, which is
NP-hard (Basri, Felzenszwalb, Girshick, Jacobs, Klivans 2009; Bhangale, Kopparty 2015).
"""

from collections.abc import Sequence
from itertools import combinations

import networkx as nx

Choice = tuple[int, bool]
"""Set number i, or its complement."""


def half_line_order(supports: Sequence[Sequence[int]], size: int) -> tuple[int, ...]:
    """An order of 0 .. size - 1 along which all sets are half-lines; empty if there is none.

    Parameters
    ----------
    supports : sets of numbers 0 .. size - 1
    size : int >= 1

    Examples
    --------
    >>> half_line_order([[0, 1], [1], [2, 0]], 3)
    (1, 0, 2)
    >>> half_line_order([[0], [1], [2]], 3)
    ()
    """
    everything = frozenset(range(size))
    sets = list(dict.fromkeys(map(frozenset, supports)))
    sets = [members for i, members in enumerate(sets) if everything - members not in sets[:i]]
    sides: dict[Choice, frozenset[int]] = {}
    for i, members in enumerate(sets):
        sides |= {(i, True): members, (i, False): everything - members}
    implied = nx.DiGraph()
    implied.add_nodes_from(sides)
    for i, j in combinations(range(len(sets)), 2):
        for one in ((i, True), (i, False)):
            for other in ((j, True), (j, False)):
                if not (sides[one] <= sides[other] or sides[other] <= sides[one]):
                    implied.add_edge(one, (j, not other[1]))
                    implied.add_edge(other, (i, not one[1]))
    chosen: dict[int, bool] = {}
    for component in nx.strongly_connected_components(implied):  # in reverse topological order
        if any((i, not kept) in component for i, kept in component):
            return ()
        for i, kept in component:
            chosen.setdefault(i, kept)
    chain = [sides[i, kept] for i, kept in chosen.items()]
    return tuple(sorted(range(size), key=lambda j: (-sum(j in members for members in chain), j)))
