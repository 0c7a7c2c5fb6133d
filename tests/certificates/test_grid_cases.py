"""Proofs by cases of keys, against all tables of keys and queries gone through one by one."""

import copy
import random
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, product
from operator import and_

import pytest

import mutants
from headcount.certificates.check import check
from headcount.certificates.meter import Meter
from headcount.certificates.verdict import Accepted, Malformed, Rejected, Undecided
from headcount.legacy.kernel.case_tree import replay_preorder
from headcount.questions.grid import GRIDS
from headcount.questions.reading.node import Node
from headcount.questions.selection import match2_question, pattern_question, qsa_question, shared_question
from headcount.questions.sign_pattern import SignPattern
from headcount.solvers.units.grid_case_search import CasesClosed, KeysFound, SearchStopped, search_cases
from headcount.solvers.units.key_cases import KeyCases, alike
from headcount.solvers.units.rows_of_heads import lists_of_rows


def claimed(question, grid, bits, width, gap, trees, **further):
    """The certificate that refutes a width."""
    evidence = {"kind": "grid-cases", "trees": trees, **further}
    of = f"GRID({bits}, {grid}, gap {gap})"
    claim = {"resource": "m", "unit_class": of, "side": "lower", "value": width + 1, "evidence": evidence}
    return {"format": "headcount-certificate", "version": 2, "question": question.to_json(), "claims": [claim]}


def decided(question, grid, bits, width, gap, kept=None):
    """A tree for each list of rows, each accepted by the checker; None if there are keys."""
    trees = []
    for rows in lists_of_rows(question, kept or question.columns, Meter()):
        outcome = search_cases(rows, grid, bits, width, gap)
        if isinstance(outcome, KeysFound):
            return None
        trees.append(outcome.tree)
    further = {} if kept is None else {"positions": kept}
    assert isinstance(check(claimed(question, grid, bits, width, gap, trees, **further)), Accepted)
    return trees


@cache
def words_at(scores, threshold, gap):
    """All words without stars that the definition of class GRID allows; a threshold None is free, in halves."""
    tried = [threshold]
    if threshold is None:
        tried = [Fraction(k, 2) for k in range(int(2 * (min(scores) - gap)), int(2 * (max(scores) + gap)) + 1)]
    found = set()
    for t in tried:
        signs = ["0" if s == t else "+" if s >= t + gap else "-" if s <= t - gap else "" for s in scores]
        if all(signs):
            found.add("".join(signs))
    return frozenset(found)


def tables_with_word(values, width, columns, null, gap):
    """For each word the tables of keys (as the bits of a number) for which some query gives it."""
    points = list(product(values, repeat=width))
    table = [[sum(a * b for a, b in zip(u, w, strict=True)) for w in points] for u in points]
    found = set()
    for keys in product(range(len(points)), repeat=columns + null):
        words = set()
        for scores in set(zip(*(table[key] for key in keys), strict=True)):
            words |= words_at(scores[:columns], scores[columns] if null else None, gap)
        found.add(frozenset(words))
    return {
        word: sum(1 << i for i, words in enumerate(found) if word in words)
        for word in map("".join, product("-0+", repeat=columns))
    }


SMALL = [(1, 1), (1, 2), (2, 1), pytest.param(2, 2, marks=pytest.mark.slow)]


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("gap", [1, 2])
@pytest.mark.parametrize("null", [True, False])
@pytest.mark.parametrize(("bits", "width"), SMALL)
@pytest.mark.parametrize("grid", GRIDS)
def test_all_small_patterns(grid, bits, width, null, gap):
    """Up to 3 x 3 without stars; columns may be permuted, rows are a set."""
    seen = {True: 0, False: 0}
    for columns in (1, 2, 3):
        tables = tables_with_word(GRIDS[grid](bits), width, columns, null, gap)
        known = set()
        for count in (1, 2, 3):
            for rows in combinations(map("".join, product("-0+", repeat=columns)), count):
                least = min(tuple(sorted(map("".join, zip(*p, strict=True)))) for p in _permuted(rows))
                if least in known:
                    continue
                known.add(least)
                exists = reduce(and_, (tables[row] for row in rows)) != 0
                problem = [((row + "0" * null,),) for row in rows]
                outcome = search_cases(problem, grid, bits, width, gap)
                assert isinstance(outcome, KeysFound if exists else CasesClosed), rows
                if not exists:
                    rule = KeyCases(problem, grid, bits, width, gap, Meter())
                    replay_preorder(Node(outcome.tree, "tree"), rule.start, rule.split)
                seen[exists] += 1
    assert seen[True]
    assert seen[False] or (bits, width, null) == (2, 2, False)  # three keys in a plane of 16 points: nearly free


def _permuted(rows):
    """The columns in every order."""
    columns = list(zip(*rows, strict=True))
    return ([columns[i] for i in order] for order in _orders(len(columns)))


def _orders(n):
    return [order for order in product(range(n), repeat=n) if len(set(order)) == n]


def row_fits(word, scores, threshold, gap):
    return all(
        {"*": True, "0": s == threshold, "+": s >= threshold + gap, "-": s <= threshold - gap}[symbol]
        for symbol, s in zip(word, scores, strict=True)
    )


def exists_by_brute_force(pattern, values, width, gap):
    points = list(product(values, repeat=width))
    dot = {(a, b): sum(x * y for x, y in zip(a, b, strict=True)) for a in points for b in points}
    halves = [Fraction(k, 2) for k in range(-2 * max(dot.values()) - 9, 2 * max(dot.values()) + 10)]
    for keys in product(points, repeat=len(pattern.rows[0]) + pattern.null):

        def fits(word, keys=keys):
            for w in points:
                scores = [dot[w, key] for key in keys]
                thresholds = [scores.pop()] if pattern.null else halves
                if any(row_fits(word, scores, t, gap) for t in thresholds):
                    return True
            return False

        if all(fits(word) for word in pattern.rows):
            return True
    return False


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("null", [True, False])
def test_random_patterns_with_stars(grid, null):
    rng = random.Random(7)
    seen = set()
    for _ in range(8):
        rows = tuple("".join(rng.choice("-0+*-+") for _ in range(3)) for _ in range(3))
        pattern = SignPattern(rows, null=null)
        for bits, width, gap in ((1, 1, 1), (1, 2, 1), (2, 1, 1), (1, 2, 2)):
            exists = exists_by_brute_force(pattern, GRIDS[grid](bits), width, gap)
            assert (decided(pattern_question(pattern), grid, bits, width, gap) is None) == exists
            seen.add(exists)
    assert seen == {True, False}


def shares_by_brute_force(positions, q, heads, combine, values, width, gap):
    points = list(product(values, repeat=width))
    families = set()
    for keys in product(points, repeat=positions):
        tops = set()
        for w in points:
            scores = [sum(a * b for a, b in zip(w, key, strict=True)) for key in keys]
            best = max(scores)
            if not any(best - gap < s < best for s in scores):
                tops.add(frozenset(j for j, s in enumerate(scores) if s == best))
        families.add(frozenset(tops))
    for chosen in product(families, repeat=heads):
        met = []
        for y in combinations(range(positions), q):
            met.append({
                tuple(map(len, parts))
                for parts in product(*chosen)
                if sorted(j for part in parts for j in part) == list(y)
            })  # fmt: skip
        if all(met) and (combine == "concat" or set.intersection(*met)):
            return True
    return False


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("combine", ["sum", "concat"])
@pytest.mark.parametrize("grid", GRIDS)
def test_shared_heads_agree_with_all_tables(grid, combine):
    seen = set()
    for positions, q, heads, bits, width in [
        (3, 2, 2, 1, 1), (4, 2, 2, 1, 1), (4, 2, 2, 2, 1), (4, 3, 2, 1, 1), (4, 3, 2, 1, 2),
        (3, 3, 2, 1, 1), (4, 2, 1, 1, 2), (4, 2, 2, 1, 2), (3, 2, 2, 2, 1), (4, 3, 3, 1, 1),
    ]:  # fmt: skip
        for gap in (1, 2):
            exists = shares_by_brute_force(positions, q, heads, combine, GRIDS[grid](bits), width, gap)
            question = shared_question(positions, q, heads, combine)
            assert (decided(question, grid, bits, width, gap) is None) == exists
            seen.add(exists)
    assert seen == {True, False}


def test_sum_and_concat_differ():
    """(4, 3) with one bit of two's complement: concat does it at m = 2, sum does not."""
    assert len(decided(shared_question(4, 3, 2, "sum"), "twos", 1, 2, 1)) == 1
    assert decided(shared_question(4, 3, 2, "concat"), "twos", 1, 2, 1) is None


def test_each_choice_of_sizes_takes_a_tree():
    """4 = 3 + 1 = 2 + 2; a tree for one of them proves nothing of the other."""
    question = shared_question(6, 4, 2, "sum")
    trees = decided(question, "midrise", 1, 2, 1)
    assert len(trees) == 2
    assert isinstance(check(claimed(question, "midrise", 1, 2, 1, trees[:1])), Malformed)
    assert trees[0] != trees[1]


def test_fewer_positions():
    trees = decided(qsa_question(10**9, 1), "midrise", 1, 2, 1, kept=5)  # five keys, four corners of a square
    assert isinstance(check(claimed(qsa_question(40, 1), "midrise", 1, 2, 1, trees, positions=4)), Malformed | Rejected)
    assert decided(qsa_question(40, 1), "midrise", 1, 2, 1, kept=4) is None


REFUTED = [
    (qsa_question(5, 2), "midrise", 1, 4, 1),
    (qsa_question(6, 2), "midrise", 2, 3, 1),
    (qsa_question(5, 1), "twos", 2, 1, 2),
    (match2_question(4), "twos", 2, 2, 1),
    (shared_question(4, 3, 2, "sum"), "twos", 1, 2, 1),
    (pattern_question(SignPattern(("0+-*", "-+0-", "+-*0", "--00"), null=False)), "twos", 2, 1, 1),
]
"""Sizes at which a keys' table one step larger exists, or the next class: what is claimed there is false."""

TRUE_AT = [5, 4, 3, 3, 3, 2]
"""The least m in these classes."""


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(("asked", "least"), list(zip(REFUTED, TRUE_AT, strict=True)))
def test_mutated_trees_are_rejected_or_still_true(asked, least):
    question, grid, bits, width, gap = asked
    trees = decided(*asked)
    rng = random.Random(width)
    verdicts = set()
    for claim in (width, least):
        certificate = claimed(question, grid, bits, claim, gap, copy.deepcopy(trees))
        evidence = certificate["claims"][0]["evidence"]
        for path, other in rng.sample(edits := mutants.edits(evidence), min(60, len(edits))):
            with mutants.edited(evidence, path, other):
                verdict = check(certificate)
            assert isinstance(verdict, Accepted | Rejected | Malformed)
            assert not isinstance(verdict, Accepted) or claim < least, (path, other)
            verdicts.add(type(verdict))
    assert {Rejected, Malformed} <= verdicts


@pytest.mark.parametrize(("asked", "least"), list(zip(REFUTED, TRUE_AT, strict=True)))
def test_least_widths(asked, least):
    question, grid, bits, _, gap = asked
    assert decided(question, grid, bits, least, gap) is None
    assert decided(question, grid, bits, least - 1, gap) is not None


def test_a_broken_rule_is_found(monkeypatch):
    """Were all keys in one orbit, sizes that the tests above know to be feasible would be refuted."""
    rows = lists_of_rows(qsa_question(4, 1), 4, Meter())[0]
    assert isinstance(search_cases(rows, "midrise", 1, 2, 1), KeysFound)
    monkeypatch.setattr(KeyCases, "orbits", lambda self, domains, known, head, column: [(0, domains[head][column])])
    assert isinstance(search_cases(rows, "midrise", 1, 2, 1), CasesClosed)


def test_alike_columns():
    assert alike([((word,),) for word in match2_question(5).pattern.rows], Meter()) == (0,) * 5
    assert alike([(("0+-",),), (("0-+",),)], Meter()) == (0, 1, 1)


def test_a_search_stops():
    rows = lists_of_rows(shared_question(6, 2, 1, "sum"), 6, Meter())[0]
    assert search_cases(rows, "midrise", 2, 3, 1, limit=50) == SearchStopped(51)
    assert search_cases(rows, "midrise", 2, 3, 1, stop=lambda: True) == SearchStopped(1)


def hostile(grid, bits, width, positions, numbers):
    """A node that narrows again and again, in one of the largest sets of keys."""
    return claimed(qsa_question(positions, 1), grid, bits, width, 1, [[[0, *numbers]]])


@pytest.mark.parametrize(
    ("grid", "bits", "width"), [("midrise", 12, 1), ("twos", 12, 1), ("twos", 6, 2), ("midrise", 3, 4), ("twos", 1, 12)]
)
def test_work_is_paid_for(grid, bits, width):
    """Whatever a small file asks for, the meter ends it; work that is not paid for would run for minutes."""
    positions = 12
    numbers = [row * positions + column for row in range(positions) for column in range(positions)]
    verdict = check(hostile(grid, bits, width, positions, numbers), limit=3_000_000)
    assert isinstance(verdict, Undecided)


def test_questions_that_are_too_large_are_not_written_out():
    for question in (
        shared_question(40, 12, 2, "sum"),
        shared_question(10**6, 10**6, 3, "concat"),
        qsa_question(60, 20),
    ):
        assert isinstance(check(claimed(question, "twos", 1, 2, 1, [[[0]]])), Undecided | Malformed)


def test_width_0_of_many_bits_is_refused_at_once():
    """The grid itself has 2^p numbers, however few keys there are."""
    verdict = check(claimed(qsa_question(3, 1), "midrise", 400, 0, 1, [[[0, 0]]]))
    assert isinstance(verdict, Malformed) and "possible keys" in verdict.reason
