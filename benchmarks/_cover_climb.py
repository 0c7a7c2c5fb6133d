"""Hill climbing over 0/1 matrices for a large ratio of cover number to fooling set, both exact, compiled.

Sets of entries are pairs of words of 64 bits (entry (i, j) of an n x n matrix is number n i + j), n <= 11.
"""

import numpy as np
from numba import njit  # functions that call themselves cannot be kept between runs

from headcount.solvers.low_rank_matrices import size

ONE = np.uint64(1)


@njit
def evaluate(matrix: np.ndarray) -> tuple[int, int]:
    """The greatest 1-fooling set and the least number of 1-rectangles that cover the ones."""
    n = len(matrix)
    ones, apart = np.zeros(2, np.uint64), np.zeros((n * n, 2), np.uint64)
    for k in range(n * n):
        if matrix[k // n, k % n]:
            ones[k >> 6] |= ONE << np.uint64(k & 63)
            for q in range(n * n):
                r, c = q // n, q % n
                if matrix[r, c] and not (matrix[k // n, c] and matrix[r, k % n]):
                    apart[k, q >> 6] |= ONE << np.uint64(q & 63)
    rectangles = _rectangles(matrix)
    fooling, greedy = _clique(apart, ones[0], ones[1], 0, 0), _greedy(rectangles, ones[0], ones[1])
    return fooling, greedy if greedy == fooling else _cover(rectangles, ones[0], ones[1], greedy, fooling)


@njit
def _greedy(rectangles: np.ndarray, low: int, high: int) -> int:
    """How many rectangles hold all these entries, the largest first."""
    low, high, count = np.uint64(low), np.uint64(high), 0
    while low or high:
        best, chosen = 0, 0
        for i in range(len(rectangles)):
            held = size(rectangles[i, 0] & low) + size(rectangles[i, 1] & high)
            if held > best:
                best, chosen = held, i
        low, high, count = low & ~rectangles[chosen, 0], high & ~rectangles[chosen, 1], count + 1
    return count


@njit
def _clique(apart: np.ndarray, low: int, high: int, chosen: int, best: int) -> int:
    """The greatest set of entries, any two of them apart."""
    best = max(best, chosen)
    low, high = np.uint64(low), np.uint64(high)
    while (low or high) and chosen + size(low) + size(high) > best:
        k = size((low & (~low + ONE)) - ONE) if low else 64 + size((high & (~high + ONE)) - ONE)
        if k < 64:
            low &= ~(ONE << np.uint64(k))
        else:
            high &= ~(ONE << np.uint64(k - 64))
        best = _clique(apart, low & apart[k, 0], high & apart[k, 1], chosen + 1, best)
    return best


@njit
def _cover(rectangles: np.ndarray, low: int, high: int, best: int, least: int) -> int:
    """The least number of rectangles that hold all these entries, ``best`` if not less; it is >= ``least``."""
    low, high = np.uint64(low), np.uint64(high)
    if low == 0 and high == 0:
        return 0
    most = 0
    for i in range(len(rectangles)):
        most = max(most, size(rectangles[i, 0] & low) + size(rectangles[i, 1] & high))
    if best <= max(least, 1) or (best - 1) * most < size(low) + size(high):
        return best
    fewest, hardest = len(rectangles) + 1, 0
    for k in range(128):
        if (high if k >> 6 else low) >> np.uint64(k & 63) & ONE:
            count = 0
            for i in range(len(rectangles)):
                count += np.int64(rectangles[i, k >> 6] >> np.uint64(k & 63) & ONE)
            if count < fewest:
                fewest, hardest = count, k
    for i in range(len(rectangles)):
        if rectangles[i, hardest >> 6] >> np.uint64(hardest & 63) & ONE:
            rest = low & ~rectangles[i, 0], high & ~rectangles[i, 1]
            best = min(best, 1 + _cover(rectangles, rest[0], rest[1], best - 1, least - 1))
    return best


@njit
def _rectangles(matrix: np.ndarray) -> np.ndarray:
    """The maximal 1-rectangles: their columns are what some rows have in common."""
    n = len(matrix)
    rows, seen, shared, count = np.zeros(n, np.int64), np.zeros(1 << n, np.bool_), np.zeros(1 << n, np.int64), 0
    for i in range(n):
        for j in range(n):
            rows[i] |= matrix[i, j] << j
        before = count
        for other in range(-1, before):
            both = rows[i] if other < 0 else rows[i] & shared[other]
            if both and not seen[both]:
                seen[both], shared[count] = True, both
                count += 1
    found = np.zeros((count, 2), np.uint64)
    for number in range(count):
        for k in range(n * n):
            if rows[k // n] & shared[number] == shared[number] and shared[number] >> (k % n) & 1:
                found[number, k >> 6] |= ONE << np.uint64(k & 63)
    return found


@njit
def climb(matrix: np.ndarray, steps: int, rng: np.random.Generator) -> np.ndarray:
    """The best matrix on a walk that flips one to three entries and seldom goes down."""
    n, best, here, found = len(matrix), 0.0, 0.0, matrix.copy()
    for _ in range(steps):
        other = matrix.copy()
        for _ in range(rng.integers(1, 4)):
            other[rng.integers(0, n), rng.integers(0, n)] ^= 1
        fooling, cover = evaluate(other)
        if fooling == 0:
            continue
        value = cover / fooling + 0.001 * cover  # of equal ratios the larger numbers
        if value >= here or rng.random() < 0.01:
            matrix, here = other, value
        if value > best:
            best, found = value, other.copy()
    return found
