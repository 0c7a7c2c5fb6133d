"""Class ROUNDED by brute force over all tables: a proof is found and accepted exactly if no unit does the task.

The other side computes the rows of all units at once, from tables of sums and quotients that are rounded by the
definition, and shares no code with the search or the checker.
"""

import time
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

import fixed_claims as fixed
from brute_patterns import entries
from headcount.bounds.unit_classes.fixed_unit_bounds import branching_orders
from headcount.questions import computation_question
from headcount.solvers.units.fixed_case_search import Refuted
from headcount.solvers.units.fixed_tables import FixedTables, Found
from headcount.solvers.units.fixed_units import FixedUnits
from headcount.solvers.units.task_automorphisms import task_automorphisms
from unit_opinion import by_definition


@cache
def words_of(A, N):
    return tuple(product(range(A), repeat=N))


@cache
def rows_of_all_units(A, N, p, grid, m, seen):
    """(queries, units, words): a number for each row of a head with dv = 1 where these positions are seen.

    Tables by position and token.
    """
    numbers = list(entries(p, grid))
    vectors = np.array(list(product(numbers, repeat=m)), dtype=int).reshape(len(numbers) ** m, m)
    most = N * 2**p * max(map(abs, numbers))
    cut = np.array([int(by_definition(x, p)) for x in range(-2 * most, 2 * most + 1)])
    quotients = {
        (s, z): by_definition(Fraction(s, z or 1), p) for s in range(-most, most + 1) for z in range(N * 2**p + 1)
    }
    listed = {x: k for k, x in enumerate(sorted(set(quotients.values())))}
    row = np.array([[listed[quotients[s, z]] for z in range(N * 2**p + 1)] for s in range(-most, most + 1)])
    choices = len(vectors) * len(numbers)
    units = np.stack(np.unravel_index(np.arange(choices ** (A * N)), [choices] * (A * N)), axis=1)
    keys, values = units // len(numbers), np.array(numbers)[units % len(numbers)]
    found = np.empty((len(vectors), len(units), len(words_of(A, N))), dtype=np.int16)
    for q, query in enumerate(vectors):
        scores = (vectors @ query)[keys]
        for w, word in enumerate(words_of(A, N)):
            chosen = [A * j + word[j] for j in seen]
            below = scores[:, chosen].max(axis=1, keepdims=True) - scores[:, chosen]
            weights = np.where(below <= p, 2**p >> np.minimum(below, p), 0)
            Z, S = np.zeros(len(units), dtype=int), np.zeros(len(units), dtype=int)
            for j in range(len(seen)):
                Z = cut[Z + weights[:, j] + 2 * most]
                S = cut[S + weights[:, j] * values[:, chosen[j]] + 2 * most]
            found[q, :, w] = row[S + most, Z]
    return found


def feasible(question, p, grid, m, mask=None):
    """Whether for some unit, at each position and token some query, rows with different answers differ."""
    A, N = question.of.alphabet, question.of.length
    answers = dict(question.of.pairs())
    every: np.ndarray | bool = True
    for i, token in product(range(N), range(A)):
        rows = rows_of_all_units(A, N, p, grid, m, tuple(range(N)) if mask is None else mask[i])
        here = [(w, answers[word][i]) for w, word in enumerate(words_of(A, N)) if word[i] == token]
        wrong = np.zeros(rows.shape[:2], dtype=bool)
        for (a, x), (b, y) in product(here, here):
            if (x, y) == (0, 1):
                wrong |= rows[:, :, a] == rows[:, :, b]
        every = every & ~wrong.all(axis=0)
    return bool(np.any(every))


def by_search(question, p, grid, m, mask=None):
    """Whether the search finds a unit; what it says is checked."""
    tables = FixedTables(FixedUnits(question.of, p, grid, m, rounds=True, mask=mask))
    automorphisms = task_automorphisms(question.of, time.monotonic() + 1000, in_order=True)
    assert all(a.positions == tuple(range(question.of.length)) for a in automorphisms)
    outcome = fixed.outcome_of(question, tables, next(branching_orders(tables)), automorphisms)
    assert outcome in (Found, Refuted)
    return outcome is Found


def symmetric(N):
    """The functions of the number of ones, asked at the last position."""
    for values in product((0, 1), repeat=N + 1):
        yield fixed.listed(2, N, [(word, (*((None,) * (N - 1)), values[sum(word)])) for word in words_of(2, N)])


COUNTED = [
    *((4, 1, "midrise", 0, 18), (4, 1, "twos", 0, 14), (4, 2, "midrise", 0, 32), (4, 2, "twos", 0, 32)),
    *((5, 1, "midrise", 0, 10), (3, 1, "twos", 0, 16), (4, 1, "midrise", 1, 32), (4, 1, "twos", 1, 24)),
]
"""Length, p, grid, m, and how many symmetric functions some unit does."""


@pytest.mark.parametrize("case", COUNTED[:4], ids=str)
def test_a_symmetric_function_is_refuted_iff_no_unit_does_it(case):
    N, p, grid, m, count = case
    found = [feasible(question, p, grid, m) for question in symmetric(N)]
    assert sum(found) == count
    assert [by_search(question, p, grid, m) for question in symmetric(N)] == found


@pytest.mark.slow
@pytest.mark.parametrize("case", COUNTED[4:], ids=str)
def test_more_symmetric_functions(case):
    test_a_symmetric_function_is_refuted_iff_no_unit_does_it(case)


MATCH3 = [
    *((M, N, 1, m) for M, N, m in ((1, 2, 0), (2, 3, 0), (3, 2, 0), (3, 2, 1), (4, 2, 0), (3, 3, 0), (2, 3, 1))),
    *((4, 2, 1, 1), (5, 2, 1, 0), (4, 3, 1, 0), (3, 3, 1, 1), (3, 2, 2, 0), (4, 2, 2, 0)),
]
"""Modulus, length, p, m."""


@pytest.mark.parametrize("grid", ["midrise", "twos"])
@pytest.mark.parametrize("case", [*MATCH3[:7], *(pytest.param(case, marks=pytest.mark.slow) for case in MATCH3[7:])])
def test_match3_is_refuted_iff_no_unit_does_it(case, grid):
    M, N, p, m = case
    question = computation_question("match", order=3, M=M, N=N)
    assert by_search(question, p, grid, m) == feasible(question, p, grid, m)


CAUSAL = {N: tuple(tuple(range(i + 1)) for i in range(N)) for N in (2, 3, 4)}


@pytest.mark.parametrize("grid", ["midrise", "twos"])
@pytest.mark.parametrize("case", [(3, 2, 1, 0), (3, 2, 1, 1), (2, 3, 1, 0), (4, 2, 1, 0), (3, 3, 1, 0)], ids=str)
def test_match3_under_a_causal_mask(case, grid):
    """What follows is hidden: an answer that depends on it is impossible at any size, and often the task is."""
    M, N, p, m = case
    question = computation_question("match", order=3, M=M, N=N)
    last = fixed.listed(M, N, [(x, (*(None,) * (N - 1), a[-1])) for x, a in question.of.pairs()])
    for asked in (question, last):
        assert by_search(asked, p, grid, m, CAUSAL[N]) == feasible(asked, p, grid, m, CAUSAL[N])
    assert feasible(last, p, grid, m, CAUSAL[N]) == feasible(last, p, grid, m)


def test_match3_has_both_answers():
    found = {
        (M, N): feasible(computation_question("match", order=3, M=M, N=N), 1, "twos", 0)
        for M, N in ((3, 2), (4, 2), (5, 2), (4, 3))
    }
    assert found == {(3, 2): True, (4, 2): True, (5, 2): False, (4, 3): False}
