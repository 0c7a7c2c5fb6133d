"""Units under a mask: a proof is found and accepted exactly if no unit does the task, and so is "no size at all".

The other side is brute force over all units of one head of one bit, by a definition of its own: every mask on two
positions and some on three, answers asked for at all positions or at some.
"""

import time
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

import fixed_claims as fixed
from headcount.bounds.unit_classes.equal_views import no_size
from headcount.bounds.unit_classes.fixed_unit_bounds import branching_orders, unit_of
from headcount.questions.grid import GRIDS
from headcount.solvers.outcome import Verdict
from headcount.solvers.smt.fixed_formula import fixed_formula, fixed_tables
from headcount.solvers.smt.formula import ask_z3
from headcount.solvers.units.fixed_case_search import Refuted
from headcount.solvers.units.fixed_point_unit_search import search_fixed_unit
from headcount.solvers.units.fixed_tables import FixedTables, Found
from headcount.solvers.units.fixed_units import FixedUnits
from headcount.solvers.units.task_automorphisms import task_automorphisms

MASKS = list(product(((), (0,), (1,), (0, 1)), repeat=2))
"""Every mask on two positions."""


@cache
def mean(query, keys):
    """The mean of the values by weights 2^(1 - d), one bit; None if there is no key."""
    if not keys:
        return None
    scores = [sum(a * b for a, b in zip(query, key, strict=True)) for key, _ in keys]
    weights = [(2, 1)[max(scores) - score] if max(scores) - score < 2 else 0 for score in scores]
    return Fraction(sum(w * v for w, (_, v) in zip(weights, keys, strict=True)), sum(weights))


def runs(mask, grid, m, null, tables):
    """What each unit puts out at all positions of all words of two bits, each once; none where one is not defined."""
    n, numbers = len(mask), GRIDS[grid](1)
    words = list(product((0, 1), repeat=n))
    vectors = list(product(numbers, repeat=m))
    places = range(n) if tables == "both" else (0,)
    types = [(j, x) for j in places for x in (0, 1)]
    of = (lambda j, x: (j, x)) if tables == "both" else (lambda j, x: (0, x))
    entries = list(product(vectors, numbers))
    found = set()
    for keys in product(entries, repeat=len(types)):
        key = dict(zip(types, keys, strict=True))
        for extra in [(), *(((entry,)) for entry in entries)] if null else [()]:
            rows = [[(*(key[of(j, word[j])] for j in mask[i]), *extra) for i in range(n)] for word in words]
            for queries in product(vectors, repeat=len(types)):
                query = dict(zip(types, queries, strict=True))
                found.add(tuple(
                    mean(query[of(i, word[i])], rows[w][i]) for w, word in enumerate(words) for i in range(n)
                ))  # fmt: skip
    return {run for run in found if None not in run}


def does(run, answers, words, read_out):
    """Whether some read-out of this run gives the answers; those that are None are not asked for."""
    n = len(words[0])
    asked = [
        ((i, word[i]), row, answer)
        for (word, i), row, answer in zip(((w, i) for w in words for i in range(n)), run, answers, strict=True)
        if answer is not None
    ]
    if read_out == "threshold":
        low = [row for _, row, answer in asked if answer == 0]
        return all(row > max(low) for _, row, answer in asked if answer == 1) if low else True
    told = {}
    return all(told.setdefault((site, row), answer) == answer for site, row, answer in asked)


def agree(mask, grid, m, null, tables, read_out, tasks, seed=0):
    """The outcomes of both orders of the search, and of the first test, against brute force."""
    rng, n = Random(f"{mask} {grid} {m} {null} {tables} {read_out} {seed}"), len(mask)
    words = list(product((0, 1), repeat=n))
    every = runs(mask, grid, m, null, tables)
    seen = Counter()
    for _ in range(tasks):
        share = rng.choice((0, 0.3, 0.6))
        answers = [None if rng.random() < share else rng.choice((0, 1)) for _ in range(n * len(words))]
        if rng.random() < 0.5 and every:  # what some unit does, perhaps with an answer changed
            run = rng.choice(sorted(every))
            at = rng.choice(sorted(run)) if read_out == "threshold" else None
            code = {row: rng.choice((0, 1)) for row in run}
            wanted = [int(row > at) if at is not None else code[row] for row in run]
            answers = [None if a is None else b for a, b in zip(answers, wanted, strict=True)]
        if set(answers) == {None}:
            continue
        rows = [(word, tuple(answers[n * w : n * w + n])) for w, word in enumerate(words)]
        question = fixed.listed(2, n, rows)
        units = FixedUnits(question.of, 1, grid, m, 1, 1, read_out, "sum", null, tables, mask)
        problem = FixedTables(units)
        possible = any(does(run, answers, words, read_out) for run in every)
        moves = task_automorphisms(question.of, time.monotonic() + 1000, alike=tables == "token", seen=units.seen)
        for order in branching_orders(problem):
            assert fixed.outcome_of(question, problem, order, moves) is (Found if possible else Refuted), (mask, rows)
        given = fixed.setting(
            1, grid, read_out=read_out, null=null, tables=tables, combine="concat", pattern=fixed.mask_of(units)
        )
        none = no_size(given(question))
        assert none is None or not possible, (mask, rows)
        seen[possible, none is not None] += 1
    return seen


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("tables", ["both", "token"])
@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize("read_out", ["any", "threshold"])
def test_two_positions(read_out, null, tables):
    seen = Counter()
    for mask in MASKS:
        if null or all(mask):
            for m, grid in ((0, "midrise"), (0, "twos"), (1, "midrise")) if tables == "token" else ((0, "midrise"),):
                seen += agree(mask, grid, m, null, tables, read_out, 4 if null else 10)
    wanted = [(True, False), (False, True), *([(False, False)] if read_out == "threshold" else [])]
    assert all(seen[one] for one in wanted), seen


THREE = [
    ((0,), (0, 1), (0, 1, 2)),
    ((0, 1), (0, 1, 2), (1, 2)),
    ((1, 2), (0,), (0, 2)),
    ((0,), (1,), (2,)),
    ((0, 1), (), (2,)),
]
"""Causal, a window, two graphs, each by itself, and one with a position that sees nothing."""


@pytest.mark.parametrize("read_out", ["any", "threshold"])
@pytest.mark.parametrize(("tables", "m"), [("both", 0), ("token", 0), ("token", 1)])
def test_three_positions(tables, m, read_out):
    seen = Counter()
    for mask in THREE:
        seen += agree(mask, "midrise", m, not all(mask), tables, read_out, 4)
    assert seen[True, False] and seen[False, True], seen


@pytest.mark.parametrize("read_out", ["any", "threshold"])
def test_solver_and_local_search_see_the_same_keys(read_out):
    """z3 says the same as brute force, local search finds what there is; a null token is there where it has to be."""
    rng, seen = Random(5), Counter()
    for mask, null in [(((0,), (0, 1)), False), (((0, 1), ()), True), (((1,), (0,)), False), (((), (1,)), True)]:
        every = runs(mask, "midrise", 0, null, "both")
        for _ in range(8):
            answers = [rng.choice((0, 1, None)) for _ in range(8)]
            if set(answers) == {None}:
                continue
            words = list(product((0, 1), repeat=2))
            question = fixed.listed(2, 2, [(word, tuple(answers[2 * w : 2 * w + 2])) for w, word in enumerate(words)])
            units = FixedUnits(question.of, 1, "midrise", 0, 1, 1, read_out, "sum", null, "both", mask)
            tables = FixedTables(units)
            possible = any(does(run, answers, words, read_out) for run in every)
            said = ask_z3(fixed_formula(tables))
            assert said.status is (Verdict.FEASIBLE if possible else Verdict.INFEASIBLE), (mask, answers)
            if possible:
                found = search_fixed_unit(tables, starts=300)
                for one in (found, fixed_tables(tables, said.values)):
                    fixed.verify_unit(question, unit_of(units, one), read_out, one.at)
            seen[possible] += 1
    assert seen[True] > 5 and seen[False] > 2, seen


@pytest.mark.slow
@pytest.mark.parametrize("tables", ["both", "token"])
@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize("read_out", ["any", "threshold"])
@pytest.mark.parametrize("grid", ["midrise", "twos"])
def test_two_positions_with_keys(grid, read_out, null, tables):
    for mask in MASKS[:: 5 if null and tables == "both" else 1]:  # of 20,000 units each
        if null or all(mask):
            agree(mask, grid, 1, null, tables, read_out, 20)
