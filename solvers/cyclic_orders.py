"""Cyclic orders of the columns of a 0/1 matrix in which the ones of each row form few runs.

A *run* is a maximal set of neighbours that are all 1, round the circle; where nothing is asked (``*``) the better of 0
and 1 may stand. One run for every row is the circular-ones property.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np
import numpy.typing as npt

Order = tuple[int, ...]
ALL_ORDERS = 8
"""Most columns of which all orders are gone through: 2,520 up to rotation and reflection."""


def runs_of(word: Sequence[str]) -> int:
    """How many runs of ``+`` a cyclic word has; stars are what is best.

    >>> runs_of("++--+"), runs_of("+-+-"), runs_of("+*+-"), runs_of("++"), runs_of("--")
    (1, 2, 1, 1, 0)
    """
    told = [symbol for symbol in word if symbol != "*"]
    steps = sum(a == "+" and b == "-" for a, b in zip(told, [*told[1:], *told[:1]], strict=True))
    return steps or int("+" in told)


def most_runs(rows: Sequence[str], order: Order) -> int:
    """The largest number of runs of a row in a cyclic order of the columns."""
    return max((runs_of([row[c] for c in order]) for row in rows), default=0)


def all_orders(columns: int) -> Iterator[Order]:
    """Every cyclic order once, up to rotation and reflection.

    >>> [sum(1 for _ in all_orders(n)) for n in (1, 2, 3, 4, 5, 8)]
    [1, 1, 1, 3, 12, 2520]
    """
    for rest in permutations(range(1, columns)):
        if columns < 3 or rest[0] < rest[-1]:
            yield (0, *rest)


def least_runs(rows: Sequence[str], enough: int = 0) -> tuple[int, Order]:
    """The least, over all cyclic orders, of the largest number of runs; stops early at ``enough``.

    >>> least_runs(["++--", "--++", "+--+", "-++-", "+-+-"])[0], least_runs(["++---", "-++--", "+---+"])
    (2, (1, (0, 1, 2, 3, 4)))
    """
    best: tuple[int, Order] | None = None
    for order in all_orders(len(rows[0])):
        found = most_runs(rows, order)
        if best is None or found < best[0]:
            best = found, order
            if found <= enough:
                break
    assert best is not None  # there is an order
    return best


def few_runs(rows: Sequence[str], least: int, deadline: float, rng: np.random.Generator) -> tuple[int, Order]:
    """An order with few runs: all orders up to 8 columns, else moves while they help, from several starts.

    A start is the order as it is, the order of a Fiedler vector, or a random one.
    """
    columns = len(rows[0])
    if columns <= ALL_ORDERS:
        return least_runs(rows, least)
    signs = _signs(rows)
    best: tuple[int, Order] = (most_runs(rows, tuple(range(columns))), tuple(range(columns)))
    starts = 0
    while best[0] > least and (starts < 2 or time.monotonic() < deadline):
        first = np.arange(columns) if not starts else _along(signs) if starts == 1 else rng.permutation(columns)
        order = _improved(signs, first, deadline, rng)
        found = most_runs(rows, tuple(order))
        if found < best[0]:
            best = found, tuple(order)
        starts += 1
        if starts >= 200:
            break
    return best


def _signs(rows: Sequence[str]) -> npt.NDArray[np.int8]:
    value = {"+": 1, "-": -1, "*": 0}
    return np.array([[value[symbol] for symbol in row] for row in rows], dtype=np.int8)


def _along(signs: npt.NDArray[np.int8]) -> npt.NDArray[np.int64]:
    """Round the circle, by the two vectors that change least between columns of common rows (Laplacian)."""
    ones = (signs > 0).astype(float)
    weights = ones.T @ ones
    np.fill_diagonal(weights, 0.0)
    _, vectors = np.linalg.eigh(np.diag(weights.sum(0)) - weights)
    second, third = vectors[:, 1], vectors[:, min(2, len(vectors) - 1)]
    return np.argsort(np.arctan2(third, second), kind="stable")


def _costs(signs: npt.NDArray[np.int8], order: npt.NDArray[np.int64]) -> tuple[int, int]:
    """The largest number of changes round the circle, and a sum that punishes large numbers; stars are left out."""
    if (signs != 0).all():
        told = signs[:, order] > 0
        changes = (told & ~np.roll(told, -1, axis=1)).sum(1)
    else:
        words = (["-*+"[value + 1] for value in row] for row in signs[:, order].tolist())
        changes = np.array([runs_of(word) for word in words])
    return int(changes.max(initial=0)), int((changes.astype(np.int64) ** 3).sum())


def _improved(
    signs: npt.NDArray[np.int8], order: npt.NDArray[np.int64], deadline: float, rng: np.random.Generator
) -> npt.NDArray[np.int64]:
    """A column at a time to another place, or a stretch turned round, as long as that helps."""
    best, columns, failures = _costs(signs, order), len(order), 0
    while failures < 20 * columns and time.monotonic() < deadline:
        i, j = sorted(rng.choice(columns, 2, replace=False).tolist())
        changed = order.copy()
        if rng.random() < 0.5:
            changed[i : j + 1] = changed[i : j + 1][::-1]
        else:
            moved = np.delete(changed, i)
            changed = np.insert(moved, j, order[i])
        found = _costs(signs, changed)
        if found <= best:
            failures = 0 if found < best else failures + 1
            order, best = changed, found
        else:
            failures += 1
    return order
