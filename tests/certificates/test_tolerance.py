"""Statements of which some rows may fail: whatever hostile proofs say, what is accepted is true by brute force."""

import random
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from exact_sign_rank import least_dimension
from headcount.bounds.bound import certificate, premise
from headcount.bounds.lower.cycle import cycle_lower
from headcount.bounds.patterns import simplex_upper
from headcount.bounds.tolerance import core_question, kept_question
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.elaborate.certify import certify
from headcount.questions import SignPattern, pattern_question
from headcount.questions.tolerant import Tolerant


def tolerant_dimension(rows, null, counts, wrong):
    """The least m of all sets of rows that are left if those of the others have counts of at most ``wrong``."""
    found = []
    for chosen in product((False, True), repeat=len(rows)):
        if sum(c for c, gone in zip(counts, chosen, strict=True) if gone) <= wrong:
            kept = tuple(row for row, gone in zip(rows, chosen, strict=True) if not gone)
            found.append(least_dimension(kept, null) if kept else 0)
    return min(found)


def drawn(rng, symbols="+-+-*"):
    height, width = rng.randint(1, 5), rng.randint(1, 5)
    rows = tuple("".join(rng.choice(symbols) for _ in range(width)) for _ in range(height))
    counts = tuple(rng.randint(1, 3) for _ in rows) if rng.random() < 0.5 else ()
    return Tolerant(pattern_question(SignPattern(rows, rng.random() < 0.5)), rng.randint(0, 4), counts)


def truth(question):
    pattern = question.of.pattern
    counts = question.counts or (1,) * len(pattern.rows)
    return tolerant_dimension(pattern.rows, pattern.null, counts, question.wrong)


def verdict(question, side, value, proof):
    stated = {"resource": "m", "unit_class": "SIGN", "side": side, "value": value, "proof": proof}
    head = {"format": "headcount-certificate", "version": 3, "question": question.to_json()}
    return check({**head, "claims": [stated]})


def proved(bound):
    """A premise with its proof."""
    made, found = certify({"question": bound.question.to_json(), "claims": [premise(bound)]})
    assert isinstance(found, Accepted)
    return {"question": bound.question.to_json(), **made["claims"][0]}


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("seed", range(4))
def test_hostile_counts(seed):
    """Dichotomies and semispaces with every k."""
    rng, seen = random.Random(seed), Counter()
    for _ in range(250):
        question = drawn(rng, "+-")
        exact = truth(question)
        for name, k in product(("dichotomies", "semispaces", "pairs in space"), range(7)):
            accepted = isinstance(verdict(question, "lower", k, {"rule": "theorem", "name": name, "k": k}), Accepted)
            assert not accepted or k <= exact, (question, name, k, exact)
            seen[name, accepted] += 1
    assert seen["dichotomies", True] > 20 and seen["semispaces", True] + seen["semispaces", False] > 1000


@pytest.mark.parametrize("seed", range(3))
def test_pairs_in_space(seed):
    """Random points, some of them hidden by others: half-spaces never cut off more than 4 n - 10 pairs, and 10 of 5."""
    rng = np.random.default_rng(seed)
    most = 0
    for _ in range(20):
        outer = rng.standard_normal((rng.integers(4, 7), 3))
        inner = rng.dirichlet(np.full(len(outer), 0.5), rng.integers(1, 5)) @ outer
        points = np.vstack([outer, inner])
        orders = np.argsort(points @ rng.standard_normal((3, 20_000)), axis=0)[:2]
        pairs = {tuple(sorted(pair)) for pair in orders.T.tolist()}
        assert len(pairs) <= 4 * len(points) - 10
        most = max(most, len(pairs) / (4 * len(points) - 10))
    assert most > 0.7
    simplex = np.vstack([np.eye(4)[:, :3], np.full((1, 3), 0.25)])
    orders = np.argsort(simplex @ rng.standard_normal((3, 20_000)), axis=0)[:2]
    assert len({tuple(sorted(pair)) for pair in orders.T.tolist()}) == 10


def test_all_but_some_pairs_in_space():
    rows = tuple("".join("+" if c in y else "-" for c in range(7)) for y in combinations(range(7), 2))
    question = pattern_question(SignPattern(rows, null=False))
    proof = {"rule": "theorem", "name": "pairs in space", "k": 4}
    assert isinstance(verdict(Tolerant(question, 2), "lower", 4, proof), Accepted)
    assert not isinstance(verdict(Tolerant(question, 3), "lower", 4, proof), Accepted)


def test_semispaces_of_five_points_are_tight():
    """Points in convex position: 5 pairs and 5 points alone, of which there are 10 in all."""
    rows = tuple("".join("+" if c in y else "-" for c in range(5)) for k in (1, 2) for y in combinations(range(5), k))
    question = pattern_question(SignPattern(rows, null=False))
    proof = {"rule": "theorem", "name": "semispaces", "k": 3}
    assert isinstance(verdict(Tolerant(question, 4), "lower", 3, proof), Accepted)
    assert not isinstance(verdict(Tolerant(question, 5), "lower", 3, proof), Accepted)
    circle = tuple(row for row in rows if row in {"+----", "-+---", "--+--", "---+-", "----+"} or "++" in row + row[0])
    assert len(circle) == 10
    assert least_dimension(circle, null=False) == 2


@pytest.mark.parametrize("seed", range(4))
def test_hostile_cores(seed):
    """Random parts, weights and scales, of which most are nonsense."""
    rng, seen = random.Random(100 + seed), Counter()
    while seen[True] < 6 or seen[False] < 100:
        question = drawn(rng)
        pattern, height, width = question.of, *question.of.shape
        cores, premises = [], []
        for _ in range(rng.randint(1, 3)):
            rows = rng.sample(range(height), rng.randint(1, height))
            columns = [rng.randrange(width) for _ in range(rng.randint(1, width + 1))]
            bound = cycle_lower(core_question(pattern, rows, columns), vectors=rng.choice(["rows", "columns"]))
            if bound is None or not bound.value:
                continue
            premises.append(proved(bound))
            if rng.random() < 0.2:
                rows = rng.sample(range(height), len(rows))
            cores.append({"of": len(premises) - 1, "rows": rows, "columns": columns, "times": rng.randint(1, 4)})
        if not cores:
            continue
        proof = {"rule": "theorem", "name": "cores", "from": premises, "cores": cores, "scale": rng.randint(1, 4)}
        value = min(one["value"] for one in premises)
        accepted = isinstance(verdict(question, "lower", value, proof), Accepted)
        seen[accepted] += 1
        assert not accepted or value <= truth(question), (question, proof)


@pytest.mark.parametrize("seed", range(2))
def test_hostile_rows_left_out(seed):
    rng, seen = random.Random(200 + seed), Counter()
    for _ in range(150):
        question = drawn(rng)
        height = question.of.shape[0]
        gone = rng.sample(range(height), rng.randint(0, height))
        rest = kept_question(question.of, gone)
        if rng.random() < 0.2:
            gone = rng.sample(range(height), rng.randint(0, height))
        stated = [] if rest is None else [proved(simplex_upper(rest))]
        value = stated[0]["value"] if stated else 0
        proof = {"rule": "theorem", "name": "left out", "from": stated, "rows": gone}
        accepted = isinstance(verdict(question, "upper", value, proof), Accepted)
        seen[accepted] += 1
        assert not accepted or value >= truth(question), (question, proof)
    assert seen[True] > 20 and seen[False] > 20


def test_no_other_rule_speaks_of_such_a_statement():
    question = Tolerant(pattern_question(SignPattern(("+-", "-+"), null=True)), 1)
    pattern = question.of
    bound = simplex_upper(pattern)
    part = {"rule": "map", "name": "part", "of": proved(bound)}
    assert not isinstance(verdict(question, "upper", bound.value, part), Accepted)
    for proof in (
        {"rule": "theorem", "name": "identity"},
        {"rule": "evaluate", "exhibit": "points", "queries": [[1, 0], [0, 1]], "keys": [[1, 0], [0, 1]]},
    ):
        assert not isinstance(verdict(question, "upper", 2, proof), Accepted)
    assert isinstance(check(certificate(pattern, bound)), Accepted)
