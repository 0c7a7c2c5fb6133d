"""Weights or a point for a few integer vectors, by the simplex method in rational numbers: always an answer, slowly.

Phase one for ``sum_k w_k u_k = 0, sum_k w_k = 1, w >= 0`` with Bland's rule, which never cycles (Bland 1977). If the
least sum of the artificial variables is 0, w are the weights; else its multipliers (y, t) have <u, y> + t <= 0 for all
u and t > 0, so that -y is positive on all u.
"""

from collections.abc import Callable

from flint import fmpq


def weights_or_point(
    vectors: list[list[int]], *, stop: Callable[[], bool] = lambda: False
) -> tuple[list[fmpq], list[fmpq]]:
    """Weights >= 0 with sum 1 under which the vectors add up to 0, or a point that has positive products with all.

    Parameters
    ----------
    vectors : integer vectors of one length
    stop : asked before each pivot

    Returns
    -------
    weights, point
        One of them is empty, or both if ``stop`` said so.

    Examples
    --------
    >>> weights_or_point([[1, 0], [-1, 2], [0, -1]])
    ([1/4, 1/4, 1/2], [])
    >>> weights_or_point([[1, 0], [-1, 2]])
    ([], [1, 1])
    """
    count, height = len(vectors), len(vectors[0]) + 1
    # A row for each coordinate and for the sum: the vectors, the artificial variables, the right side.
    table = [
        [fmpq(vector[r]) if r < height - 1 else fmpq(1) for vector in vectors]
        + [fmpq(int(k == r)) for k in range(height)]
        + [fmpq(int(r == height - 1))]
        for r in range(height)
    ]
    costs = [-sum((row[k] for row in table), fmpq(0)) for k in range(count)] + [fmpq(0)] * height + [fmpq(-1)]
    basis = [count + r for r in range(height)]
    while not stop():
        entering = next((k for k in range(count) if costs[k] < 0), None)
        if entering is None:
            break
        ratios = [(row[-1] / row[entering], basis[r], r) for r, row in enumerate(table) if row[entering] > 0]
        _, _, leaving = min(ratios)  # the sum of all variables is bounded by the last row and the artificial ones
        _pivot(table, costs, leaving, entering)
        basis[leaving] = entering
    else:
        return [], []
    if costs[-1] == 0:
        weights = [fmpq(0)] * count
        for r, k in enumerate(basis):
            if k < count:
                weights[k] = table[r][-1]
        return weights, []
    multipliers = [1 - costs[count + r] for r in range(height)]
    return [], [-multiplier for multiplier in multipliers[:-1]]


def _pivot(table: list[list[fmpq]], costs: list[fmpq], leaving: int, entering: int) -> None:
    pivot = table[leaving][entering]
    row = table[leaving] = [entry / pivot for entry in table[leaving]]
    for other in (*(table[r] for r in range(len(table)) if r != leaving), costs):
        factor = other[entering]
        if factor:
            for k, entry in enumerate(row):
                if entry:
                    other[k] -= factor * entry
