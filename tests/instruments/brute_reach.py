"""Sparse patterns by brute force, from lists of positions: sets from the definition, orders one by one."""

from itertools import pairwise, permutations


def rows_of(layer):
    """The lists of a layer pattern, as frozensets."""
    return [frozenset(j for part in layer.row(i) for j in part) for i in range(layer.n)]


def hops(cycle):
    """The least t with S^t_k = [n] for all k, by the definition; None if the sets repeat without it."""
    n = len(cycle[0])
    sets = [frozenset([k]) for k in range(n)]
    t, seen = 0, set()
    while True:
        state = (t % len(cycle), tuple(sets))
        if state in seen:
            return None
        seen.add(state)
        rows = cycle[t % len(cycle)]
        sets = [frozenset().union(*(sets[j] for j in rows[k])) for k in range(n)]
        t += 1
        if all(len(one) == n for one in sets):
            return t


def layers_until(cycle, pairs, most):
    """The least t <= most with j in S^t_k for all pairs (k, j), or None."""
    sets = [frozenset([k]) for k in range(len(cycle[0]))]
    for t in range(1, most + 1):
        rows = cycle[(t - 1) % len(cycle)]
        sets = [frozenset().union(*(sets[j] for j in rows[k])) for k in range(len(sets))]
        if all(j in sets[k] for k, j in pairs):
            return t
    return None


def is_path(cycle, order):
    """Whether each position is attended to by the next one."""
    union = [frozenset().union(*(rows[k] for rows in cycle)) for k in range(len(cycle[0]))]
    return sorted(order) == list(range(len(union))) and all(
        one in union[following] for one, following in pairwise(order)
    )


def has_path(cycle):
    """Whether some order is a path."""
    return any(is_path(cycle, order) for order in permutations(range(len(cycle[0]))))


def has_path_by_sets(cycle):
    """The same for up to some 14 positions: which ends a path through each set of positions may have."""
    n = len(cycle[0])
    union = [frozenset().union(*(rows[k] for rows in cycle)) for k in range(n)]
    ends = {1 << v: 1 << v for v in range(n)}
    for _ in range(n - 1):
        longer = {}
        for some, last in ends.items():
            for k in range(n):
                if not some >> k & 1 and any(last >> j & 1 for j in union[k]):
                    longer[some | 1 << k] = longer.get(some | 1 << k, 0) | 1 << k
        ends = longer
    return bool(ends)
