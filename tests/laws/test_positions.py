"""Kinds of tables and of ties: searches against all units there are, and one kind against the other."""

import random
from collections import Counter
from itertools import product

import pytest

import brute_positions as brute
import fixed_claims as fixed
import second_opinion
from draws import until
from headcount.bounds.bound import certificate
from headcount.bounds.solver_decision import decide_by_z3
from headcount.bounds.unit_classes.fixed_unit_bounds import decide_fixed_unit, find_fixed_unit, found_bound
from headcount.questions import Scope, least_size
from headcount.solvers.outcome import Verdict
from headcount.solvers.units.fixed_point_unit_search import search_fixed_unit
from headcount.solvers.units.fixed_tables import FixedTables, Found
from headcount.solvers.units.fixed_units import units_of

EACH = [(brute.KINDS[(k + w) % 4], brute.WEIGHTS[w]) for w in range(4) for k in range(4)]
"""All kinds with all weights; every fourth has another one of both."""


def random_task(rng):
    """A tiny task: one token or position at times, inputs left out, answers not asked for."""
    N, A = rng.choice([(1, 1), (1, 2), (2, 1), (2, 2), (2, 2), (3, 2), (2, 3)])
    words = list(product(range(A), repeat=N))
    kept = [word for word in words if rng.random() < 0.8] or words[:1]
    return N, A, [(word, tuple(rng.choice([0, 1, 1, 0, None]) for _ in word)) for word in kept]


def asked(N, A, pairs, kind, weights, m, *, p=1, grid="midrise", read_out="any", null=False, resource="m"):
    """The least m, or another resource, of such units, a task given by its inputs and answers."""
    bits = "p" if resource == "p" else p
    return least_size(
        fixed.listed(A, N, pairs), resource, f"{weights}({bits}, {grid})", m=None if resource == "m" else m,
        read_out=read_out, scope=Scope(null, kind),
    )  # fmt: skip


def random_question(rng, kind, weights, most=3000):
    """A question with so few units that all can be gone through, and whether one of them does the task; or None."""
    N, A, pairs = random_task(rng)
    m, null, grid = rng.choice([0, 0, 1]), rng.random() < 0.3, rng.choice(["midrise", "twos"])
    p, read_out = rng.choice([1, 1, 2]), rng.choice(["any", "any", "any" if weights == "ROUNDED" else "threshold"])
    if all(a is None for _, wanted in pairs for a in wanted) or brute.work(N, A, p, m, 1, kind, null) > most:
        return None
    there = brute.exists(pairs, N, A, p, grid, m, 1, kind, weights, read_out == "threshold", null)
    return asked(N, A, pairs, kind, weights, m, p=p, grid=grid, read_out=read_out, null=null), m, there


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("kind, weights", [*EACH, *((kind, "ROUNDED") for kind in brute.KINDS)])
def test_every_cell_is_decided_as_by_brute_force(kind, weights, rotating_seed):
    """And the certificates of both sides, which the checker has replayed, hold for the second checker, too."""
    rng, found = random.Random(rotating_seed), Counter()
    for _ in until(found, {True: 6, False: 3}, 20):
        question = random_question(rng, kind, weights)
        if question is None:
            continue
        quantity, m, there = question
        cell = decide_fixed_unit(quantity, m, 1000)
        assert cell.status is (Verdict.FEASIBLE if there else Verdict.INFEASIBLE), quantity.words
        file = certificate(cell.bound.question, cell.bound)
        assert second_opinion.checked(file) == "ACCEPTED", file
        found[there] += 1


@pytest.mark.in_turn(8)
@pytest.mark.parametrize("kind, weights", EACH)
def test_z3_says_the_same(kind, weights):
    rng, found = random.Random(3), Counter()
    for _ in until(found, {True: 1, False: 1}, 2):
        question = random_question(rng, kind, weights, most=200)
        if question is not None:
            quantity, m, there = question
            answer = decide_by_z3(quantity, m)
            assert answer.status is (Verdict.FEASIBLE if there else Verdict.INFEASIBLE), quantity.words
            found[there] += 1


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("kind, weights", EACH)
def test_local_search_finds_units_of_the_kind(kind, weights):
    """What it finds is run by the checker; of what is there it finds most."""
    rng, found = random.Random(5), Counter()
    for _ in until(found, {True: 8}, 8):
        question = random_question(rng, kind, weights, most=1000)
        if question is None or not question[2]:
            continue
        quantity, m, there = question
        units = units_of(quantity, m)
        outcome = search_fixed_unit(FixedTables(units), starts=4)
        found[there] += 1
        if isinstance(outcome, Found):
            assert found_bound(quantity, m, units, outcome, "local search").value == m
            found["met"] += 1
    assert found["met"] >= found[True] * 3 // 4, found


def done(N, A, pairs, kind, weights, m, **options):
    """Whether some unit of this m does the task; both answers are certified."""
    return decide_fixed_unit(asked(N, A, pairs, kind, weights, m, **options), m, 1000).status is Verdict.FEASIBLE


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("weights", brute.WEIGHTS)
def test_what_a_smaller_class_does_a_larger_one_does(weights):
    """token in additive in both, and token in relative; with one answer asked for, relative is both."""
    rng, found = random.Random(8), Counter()
    for _ in until(found, {"token": 1, "relative": 3}, 12):
        N, m = rng.choice([(2, 0), (2, 1), (3, 0)])
        read_out, f, g = rng.choice(["any", "threshold"]), rng.choice([min, max, sum]), rng.choice([0, 1, 2])
        words = list(product((0, 1), repeat=N))
        pairs = [(x, tuple(int(f(x[: i + 1]) > 0) ^ (rng.random() < g / 9) for i in range(N))) for x in words]
        able = {kind for kind in brute.KINDS if done(N, 2, pairs, kind, weights, m, read_out=read_out)}
        assert not ("token" in able and {"additive", "relative"} - able), pairs
        assert not ("additive" in able and "both" not in able), pairs
        found.update(able)
        i = rng.randrange(N)
        one = [(word, tuple(a if k == i else None for k, a in enumerate(wanted))) for word, wanted in pairs]
        alone = [done(N, 2, one, kind, weights, m, read_out=read_out) for kind in ("both", "relative")]
        assert alone[0] == alone[1] >= ("relative" in able), one


@pytest.mark.parametrize(
    "weights, answers, able, unable",
    [
        ("FIXED", ("00", "00", "11", "00"), "additive", "token"),
        ("FIXED", ("00", "00", "00", "01"), "both", "additive"),
        ("FIXED", ("00", "00", "01", "10"), "relative", "both"),
        ("FIXED", ("01", "00", "11", "01"), "both", "relative"),
        ("LEFTMOST", ("00", "00", "10", "01"), "relative", "both"),
        ("LEFTMOST", ("00", "00", "11", "00"), "both", "relative"),
    ],
)
def test_each_kind_is_a_class_of_its_own(weights, answers, able, unable):
    """Tasks on the words 00, 01, 10, 11 that one kind does with a threshold at m = p = 1 and another does not."""
    pairs = [(x, tuple(map(int, a))) for x, a in zip(product((0, 1), repeat=2), answers, strict=True)]
    for kind, there in ((able, True), (unable, False)):
        assert done(2, 2, pairs, kind, weights, 1, read_out="threshold") == there


@pytest.mark.parametrize("weights, relative, others", [("FIXED", 0, 1), ("LEFTMOST", 1, 1)])
def test_the_token_before(weights, relative, others):
    """Position i copies token i - 1: relative tables do it with less, tables by token not at all."""
    task = [((x, y, z), (x, x, y)) for x, y, z in product((0, 1), repeat=3)]
    for kind, least in (("relative", relative), ("both", others), ("additive", others)):
        assert [done(3, 2, task, kind, weights, m) for m in (0, 1)] == [m >= least for m in (0, 1)]
    assert not done(3, 2, task, "token", weights, 1)


def test_ties_are_broken_on_the_side_that_is_named():
    """With m = 0 all keys tie: leftmost reads the first token, rightmost the last, average their sum."""
    words = list(product((0, 1), repeat=3))
    first, last, majority = ([(x, (None, f(x), None)) for x in words] for f in (
        lambda x: x[0], lambda x: x[2], lambda x: int(sum(x) > 1)
    ))  # fmt: skip
    for task, able in ((first, "LEFTMOST"), (last, "RIGHTMOST"), (majority, "HARDMAX")):
        for weights in brute.WEIGHTS[1:]:
            cell = decide_fixed_unit(asked(3, 2, task, "token", weights, 0, read_out="threshold"), 0, 1000)
            assert (cell.status is Verdict.FEASIBLE) == (weights == able), (able, weights)


def test_the_null_token_is_before_all_others():
    """A beginning-of-sequence token: leftmost attends to it where all scores tie, rightmost never."""
    task = [((x,), (x,)) for x in (0, 1)]
    hidden = [((x, 0), (None, x)) for x in (0, 1)]
    for weights in ("LEFTMOST", "RIGHTMOST"):
        assert decide_fixed_unit(asked(1, 2, task, "both", weights, 0, null=True), 0, 1000).bound.side == "upper"
    cell = decide_fixed_unit(asked(2, 2, hidden, "token", "RIGHTMOST", 0, null=True), 0, 1000)
    assert cell.status is Verdict.INFEASIBLE  # it reads the last token, which never changes


def test_hard_weights_are_monotone_in_bits():
    """A unit in a grid of p bits is one in the next: one refutation is enough for a lower bound of p."""
    task = [((x, y), (None, int(x == y))) for x, y in product(range(3), repeat=2)]
    quantity = asked(2, 3, task, "both", "HARDMAX", 0, resource="p")
    cells = [decide_fixed_unit(quantity, p, 1000) for p in (1, 2)]
    assert [cell.status for cell in cells] == [Verdict.INFEASIBLE, Verdict.FEASIBLE]
    assert (cells[0].bound.value, cells[0].bound.resource) == (2, "p")
    assert find_fixed_unit(quantity, 2, float("inf")).value == 2
