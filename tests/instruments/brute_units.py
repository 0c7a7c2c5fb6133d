"""Least sizes of units that compute small finite tasks, by going through all tables; no code of the checker is used.

Class FIXED: every table by position and token and a null token or none, read off by any function or by a threshold.
Class THRESH: the threshold degree by linear programming, which no number of heads is below.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product

import numpy as np
from scipy.optimize import linprog

from brute_patterns import entries

MOST = 120_000
"""Most choices of keys, values and a null token times queries that are gone through for one size."""


def frozen(pairs):
    return tuple((tuple(x), tuple(wanted)) for x, wanted in pairs)


@cache
def fixed_unit(pairs, A, p, grid, m, dv, threshold):
    """Whether one head of class FIXED(p, grid) computes the answers, tables of any kind, null token or not.

    Queries of different positions and tokens are independent, so they are chosen one after the other. None if there is
    too much to try.
    """
    N = len(pairs[0][0])
    places = N * A
    if p > 8:
        return None
    numbers = list(entries(p, grid))
    if dv != 1 or 2 ** (p * (places * (m + 1) + m + 1)) * 2 ** (p * m) * places > MOST:
        return None
    vectors = list(product(numbers, repeat=m))
    seen = {}  # the cases in which a position and its token occur
    for x, wanted in pairs:
        for i, answer in enumerate(wanted):
            if answer is not None:
                seen.setdefault((i, x[i]), []).append((x, answer))
    for null in (False, True):
        for keys in product(vectors, repeat=places + null):
            for values in product(numbers, repeat=places + null):
                if _reads(seen, vectors, keys, values, A, p, null, threshold):
                    return True
    return False


def _reads(seen, queries, keys, values, A, p, null, threshold):
    between = []
    for cases in seen.values():
        ways = set()
        for query in queries:
            by_row = {0: set(), 1: set()} if threshold else {}
            rows = {}
            for x, answer in cases:
                here = [j * A + t for j, t in enumerate(x)] + ([len(keys) - 1] if null else [])
                scores = [sum(a * b for a, b in zip(query, keys[k], strict=True)) for k in here]
                best = max(scores)
                shares = [2**p >> (best - s) for s in scores]
                row = Fraction(sum(w * values[k] for w, k in zip(shares, here, strict=True)), sum(shares))
                rows.setdefault(row, set()).add(answer)
                if threshold:
                    by_row.setdefault(answer, set()).add(row)
            if threshold:
                low, high = max(by_row[0], default=None), min(by_row[1], default=None)
                if set(by_row) <= {0, 1} and (low is None or high is None or low < high):
                    ways.add((low, high))
            elif all(len(answers) == 1 for answers in rows.values()):
                ways.add(())
        if not ways:
            return False
        between.append(ways)
    if not threshold:
        return True
    ends = {end for ways in between for way in ways for end in way if end is not None}
    steps = sorted(ends)
    tried = [(a + b) / 2 for a, b in pairwise(steps)]
    tried += [steps[0] - 1, steps[-1] + 1] if steps else [Fraction(0)]
    return any(
        all(any((lo is None or lo < t) and (hi is None or t < hi) for lo, hi in ways) for ways in between)
        for t in tried
    )


def fixed_size(pairs, A, resource, p, grid, m, dv, threshold):
    """(least, most) of m or p for one head; dv is a number, or "m" where it may be as large as the m asked for."""
    for value in range(0 if resource == "m" and dv != "m" else 1, 4):
        sizes = (p, grid, value) if resource == "m" else (value, grid, m)
        found = fixed_unit(frozen(pairs), A, *sizes, value if dv == "m" else dv, threshold)
        if found is None:
            return value, None
        if found:
            return value, value
    return value + 1, None


@cache
def threshold_degree(pairs, A, position):
    """The least degree of a polynomial in the indicators of the other positions with the signs wanted, worst token.

    None if the answers are not 0 and 1 only.
    """
    worst = 0
    for token in range(A):
        cases = [(x, wanted[position]) for x, wanted in pairs if x[position] == token and wanted[position] is not None]
        if any(answer not in (0, 1) for _, answer in cases):
            return None
        if cases:
            worst = max(worst, _degree(cases, position))
    return worst


def _degree(cases, position):
    N = len(cases[0][0])
    others = [j for j in range(N) if j != position]
    for d in range(N + 1):
        columns = []
        for s in (c for k in range(d + 1) for c in combinations(others, k)):
            for word in {tuple(x[j] for j in s) for x, _ in cases}:
                columns.append([int(tuple(x[j] for j in s) == word) for x, _ in cases])
        table = np.array(columns, dtype=float).T
        sign = np.array([1.0 if answer else -1.0 for _, answer in cases])
        found = linprog(
            np.zeros(table.shape[1]), A_ub=-sign[:, None] * table, b_ub=-np.ones(len(cases)), bounds=(None, None)
        )
        if found.status == 0:
            return d
    raise AssertionError("all indicators together show any signs")


def least_error_without_scores(N, q):
    """With m = 0 every head averages over all positions: the least error of q-SA, any number of heads."""
    return min(Fraction(1), Fraction(N - q, q))
