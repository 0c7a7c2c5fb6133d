"""Theorems about weights and errors of a softmax: against numbers that some tables reach, found by local search."""

import math
import random
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import logsumexp

import brute_patterns
from asking import named, proved, width


@cache
def reached_error(N, q, m, starts=2):
    """An error that some head of width m reaches on the q-subsets of N, times q: the best of a local search."""
    subsets = list(combinations(range(N), q))
    wanted = np.array([[float(j in y) for j in range(N)] for y in subsets])
    rng, best = np.random.default_rng(N * 100 + q * 10 + m), float("inf")

    def errors(x):
        keys, queries = x[: N * m].reshape(N, m), x[N * m : -1].reshape(len(subsets), m)
        scores = queries @ keys.T
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        return np.abs(q * x[-1] * weights / weights.sum(axis=1, keepdims=True) - wanted).sum(axis=1)

    for _ in range(starts):
        x = np.append(rng.normal(size=(N + len(subsets)) * m) * 2, 1.0)
        for sharp in (3, 60):
            x = minimize(lambda x, p=sharp: logsumexp(p * errors(x)) / p, x, options={"maxiter": 40}).x
        best = min(best, errors(x).max())
    return best


def averages_agree(cases):
    """(claims tried, proved, of these no weaker than 3/4 of what is reached)."""
    tried = shown = 0
    for N, q, m in cases:
        most = reached_error(N, q, m)
        for part in range(1, 41):
            error = Fraction(part, 40 * q)
            claim = width("SOFTMAX", "lower", 1, error=str(error))
            for name, k in product(("centre", "crossings"), range(N + 3)):
                value = proved({"task": "averaging", "N": N, "q": q}, claim, named(name, k=k))
                tried += 1
                assert value is None or value <= m or error * q < most + 1e-9, (N, q, m, name, k, error, most)
                shown += value is not None and value > m
    return tried, shown


@pytest.mark.parametrize("case", [(3, 1, 1), (3, 2, 1), (4, 2, 1), (4, 1, 2), (3, 2, 2)])
def test_errors_that_some_table_reaches_are_not_excluded(case):
    _, shown = averages_agree([case])
    assert shown > 10 or case[2] > 1


def ratios(rng):
    L = rng.randint(1, 4)
    rows = []
    for _ in range(rng.randint(1, 4)):
        columns = sorted(rng.sample(range(L), rng.randint(1, L)))
        weights = [rng.choice((1, 1, 2, 3, 5, 2**70)) for _ in columns]
        common = math.gcd(*weights)
        rows.append([[c, w // common] for c, w in zip(columns, weights, strict=True)])
    ratio, zero = rng.choice(("0", "1/2", "1", "3", "1000")), rng.choice(("-1", "-1/4", "-50"))
    return {"task": "attention-matrix", "L": L, "rows": rows, "ratio": ratio, "zero": zero}


def matrices_agree(count, seed):
    """(matrices, widths at which the bound is the one of the pattern of nonzeros)."""
    rng, tight = random.Random(seed), 0
    for _ in range(count):
        statement = ratios(rng)
        L, ratio = statement["L"], float(Fraction(statement["ratio"]))
        rows = tuple("".join("+" if j in dict(row) else "-" for j in range(L)) for row in statement["rows"])
        least = brute_patterns.real_dimension(rows, False)
        apart = max(math.log2(max(w for _, w in row)) - math.log2(min(w for _, w in row)) for row in statement["rows"])
        least = max(least, int(apart > ratio), int(any("-" in row for row in rows)))  # in no dimension scores are equal
        upper = proved(statement, width("SOFTMAX", "upper", 9), named("simplex"))
        assert upper >= least, statement
        tight += upper == least
        unequal = proved(statement, width("SOFTMAX", "lower", 0), named("unequal weights"))
        room = 0 if {w for row in statement["rows"] for _, w in row} <= {1, 2, 2**70, 2**69} else 1e-9
        assert unequal is None or (unequal == 1 and apart > ratio - room), statement
        assert unequal is not None or apart <= ratio + room, statement
        for name, side in (("unequal weights", "upper"), ("simplex", "lower"), ("interpolation", "upper")):
            assert proved(statement, width("SOFTMAX", side, 1), named(name)) is None
    return count, tight


def test_attention_matrices():
    count, tight = matrices_agree(400, 1)
    assert tight > count // 4


def test_permutation_matrices():
    for L in range(1, 9):
        statement, least = {"task": "permutation-matrix", "L": L}, min(2, L - 1)
        found = [proved(statement, width("SOFTMAX", "upper", 9), named(name)) for name in ("simplex", "interpolation")]
        assert min(found) >= least and least in found
        assert proved(statement, width("SOFTMAX", "lower", 0), named("least")) == 0
