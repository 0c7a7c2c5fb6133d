"""Keys and queries of p-bit grids whose fixed-point weights average any q-subset up to an error, by annealing.

Queries are not searched for: for given keys all queries of the lattice are tried at once, and each subset takes the one
with the least error sum_j |w_j - [j in y]/q|, w being the normalised weights. It never says that there are no tables.
"""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

ROUND = 1500
"""Steps of one cooling; then everything starts anew from random keys."""

MAX_POINTS = 4096
"""Largest lattice whose queries are all tried."""

MAX_ERRORS = 4_000_000
"""Most pairs of a query and a subset whose errors are formed at once."""

Vector = tuple[int, ...]


@dataclass(frozen=True)
class AveragingTables:
    """A key for each position, a query for each q-subset in lexicographic order, and the greatest error seen."""

    keys: tuple[Vector, ...]
    queries: tuple[Vector, ...]
    error: float


def fixed_weights(scores: np.ndarray, bits: int) -> np.ndarray:
    """Normalised weights 2^(p - d) for scores d <= p below the highest of a row, 0 further below.

    >>> fixed_weights(np.array([[3, 3, 2, 0]]), 2).tolist()
    [[0.4, 0.4, 0.2, 0.0]]
    """
    below = scores.max(axis=1, keepdims=True) - scores
    weights = np.where(below <= bits, 2.0 ** -np.minimum(below, bits), 0.0)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def anneal_averages(
    positions: int,
    q: int,
    values: Sequence[int],
    bits: int,
    width: int,
    error: float,
    *,
    starts: float = float("inf"),
    deadline: float = float("inf"),
    seed: int = 0,
    best: Callable[[float], None] = lambda error: None,
) -> AveragingTables | None:
    """Tables over ``values`` with at most this error, as far as floats can tell, or None.

    Parameters
    ----------
    positions, q : N and q, 1 <= q <= N
    values, bits, width : the grid, p and m
    error : the most that sum_j |e_j| may be for any subset
    starts : how many random tables to begin with; what comes out is then a function of the arguments
    deadline : value of ``time.monotonic()`` after which to give up
    best : told the least error so far whenever it falls

    Raises
    ------
    ValueError
        If there are more than ``MAX_POINTS`` queries, or too many errors to be formed.

    Examples
    --------
    >>> found = anneal_averages(4, 1, (-3, -1, 1, 3), 2, 2, 0.25, starts=20)
    >>> len(set(found.keys)), found.error <= 0.25
    (4, True)
    """
    if len(values) ** width > MAX_POINTS:
        raise ValueError(f"at most {MAX_POINTS} queries are tried, got {len(values)}^{width}")
    points = np.array(list(product(values, repeat=width)), dtype=np.int64).reshape(len(values) ** width, width)
    subsets = np.array([[j in y for j in range(positions)] for y in combinations(range(positions), q)])
    if len(points) * len(subsets) > MAX_ERRORS:
        raise ValueError(f"at most {MAX_ERRORS} errors are formed, got {len(points)} x {len(subsets)}")
    products = points @ points.T
    rng = random.Random(seed)
    inside = subsets.astype(float)

    def errors(keys: list[int]) -> np.ndarray:
        """The error of every query (rows) at every subset: sum |w - u| = sum w + sum_y (|w - 1/q| - w)."""
        weights = fixed_weights(products[:, keys], bits)
        return np.asarray(1.0 + (np.abs(weights - 1 / q) - weights) @ inside.T)

    least, made = float("inf"), 0
    while made < starts and time.monotonic() < deadline:
        made += 1
        keys = [rng.randrange(len(points)) for _ in range(positions)]
        at = errors(keys).min(axis=0)
        cost = float(np.maximum(at - error, 0).sum())
        for step in range(ROUND):
            if at.max() < least:
                least = float(at.max())
                best(least)
            if at.max() <= error + 1e-12:
                chosen = errors(keys).argmin(axis=0)
                return AveragingTables(
                    tuple(tuple(points[k].tolist()) for k in keys),
                    tuple(tuple(points[w].tolist()) for w in chosen),
                    float(at.max()),
                )
            if time.monotonic() > deadline:
                return None
            temperature = 0.6 * (1 - step / ROUND) + 0.02
            changed = list(keys)
            changed[rng.randrange(positions)] = rng.randrange(len(points))
            after = errors(changed).min(axis=0)
            new = float(np.maximum(after - error, 0).sum())
            if new <= cost or rng.random() < np.exp((cost - new) / temperature):
                keys, at, cost = changed, after, new
    return None
