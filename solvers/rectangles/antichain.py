"""A largest antichain of a partial order, by Dilworth's theorem.

Koenig: in the bipartite graph with an edge from the left copy of i to the right copy of j for i < j, a least vertex
cover has the size of a largest matching. The elements with no copy in the cover are an antichain, at least n minus the
size of the cover many; a matching of size m splits the order into n - m chains, so no antichain is larger.
"""

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching


def largest_antichain(below: np.ndarray) -> list[int]:
    """Elements of which none is below another, as many as possible.

    Parameters
    ----------
    below : bool array (n, n)
        ``below[i, j]``: i < j, a strict partial order. For any other relation, elements that are pairwise unrelated.

    Examples
    --------
    >>> largest_antichain(np.array([[0, 1, 1], [0, 0, 0], [0, 0, 0]], dtype=bool))
    [1, 2]
    """
    below = below & ~np.eye(len(below), dtype=bool)
    partner = maximum_bipartite_matching(csr_array(below), perm_type="column")
    left_of = {int(j): i for i, j in enumerate(partner) if j >= 0}
    reached_left = {i for i, j in enumerate(partner) if j < 0}
    reached_right: set[int] = set()
    waiting = list(reached_left)
    while waiting:
        i = waiting.pop()
        for j in np.flatnonzero(below[i]).tolist():
            if j not in reached_right:
                reached_right.add(j)
                if j in left_of and left_of[j] not in reached_left:  # the matching is largest: j has a partner
                    reached_left.add(left_of[j])
                    waiting.append(left_of[j])
    chosen = [i for i in range(len(below)) if i in reached_left and i not in reached_right]
    related = below | below.T
    return [i for k, i in enumerate(chosen) if not related[i, chosen[:k]].any()]
