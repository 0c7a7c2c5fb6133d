"""Ties by cosine: unit vectors whose scores are at a threshold, for patterns with ``0`` and for q-SA."""

import random
from collections import Counter
from itertools import combinations_with_replacement, permutations, product

import pytest

import second_opinion
from asking import proves
from draws import until
from headcount import TaskError, probe
from headcount.bounds.bound import certificate
from headcount.questions import SignPattern, pattern_question, qsa_question, scored_question


def alike(symbols):
    """The one symbol that is not a star, a star if there is none, None if there are two."""
    found = set(symbols) - {"*"}
    return None if len(found) > 1 else next(iter(found), "*")


def fits(row, seen):
    return all(symbol in ("*", other) for symbol, other in zip(row, seen, strict=True))


def shown(places):
    """All signs of a + b cos t + c sin t at so many places round a circle: constant ones, and those of two roots."""
    found = {"+" * places, "0" * places, "-" * places}
    for one, two in combinations_with_replacement(range(2 * places), 2):  # even: at a place; odd: behind it
        for sign in (1, -1):
            word = ""
            for place in range(places):
                roots = (one <= 2 * place) + (two <= 2 * place)
                word += "0" if 2 * place in (one, two) else "-0+"[1 + sign * (-1) ** roots]
            found.add(word)
    return found


def least_by_cosine(rows):
    """The least m if it is 0, 1 or 2, else 3: places of the keys on two points, or round a circle, are gone through."""
    if all(alike(row) for row in rows):
        return 0
    columns = range(len(rows[0]))
    for ends in product((0, 1), repeat=len(columns)):
        if all(alike(s for s, e in zip(row, ends, strict=True) if e == end) for row in rows for end in (0, 1)):
            return 1
    for names in product(columns, repeat=len(columns)):  # columns at one place have one name
        there = sorted(set(names))
        merged = [[alike(s for s, n in zip(row, names, strict=True) if n == name) for name in there] for row in rows]
        if any(None in row for row in merged):
            continue
        able = shown(len(there))
        for order in permutations(range(1, len(there))):
            if all(any(fits([row[c] for c in (0, *order)], word) for word in able) for row in merged):
                return 2
    return 3


def bracket(rows):
    """Both bounds, each certified for both checkers."""
    answer = probe(SignPattern(tuple(rows), null=False), score="cosine", budget=1000)
    for bound in (answer.lower, answer.upper):
        assert second_opinion.checked(certificate(bound.question, bound)) == "ACCEPTED"
    return answer.lower.value, answer.upper.value


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("part", range(4))
def test_patterns_with_ties(part):
    """Between the bounds, which are at most one apart; closed for most."""
    rng, found = random.Random(part), Counter()
    for _ in until(found, {0: 1, 1: 1, 2: 3, 3: 1}, 8):
        rows = ["".join(rng.choice("-0+*0") for _ in range(rng.choice([4])))[: 2 + part % 3] for _ in range(2)]
        rows += ["".join(rng.choice("-0+") for _ in rows[0]) for _ in range(rng.randint(0, 2))]
        if part == 0 and len(rows[0]) < 3:
            rows = [row + rng.choice("-0+") * 2 for row in rows]
        if not any("0" in row for row in rows):
            continue
        least = least_by_cosine(rows)
        low, high = bracket(rows)
        assert low <= least and (least == 3 or least <= high) and high - low <= 1, (rows, least, low, high)
        found[least] += 1
        if found.total() > 20:
            break
    assert found


@pytest.mark.parametrize(("N", "q"), [(1, 1), (2, 1), (3, 1), (3, 2), (4, 2), (5, 2), (6, 2), (5, 5), (10**6, 7)])
def test_averages_of_sets(N, q):
    """Unit vectors cost q-SA nothing: circles and simplices have one norm."""
    answer, inner = probe(f"qsa N={N} q={q}", score="cosine"), probe(f"qsa N={N} q={q}")
    assert (answer.lower.value, answer.upper.value) == (inner.lower.value, inner.upper.value)
    assert second_opinion.checked(answer.certificate()) == "ACCEPTED"
    if N < 6:
        rows = qsa_question(N, q).pattern.rows
        assert least_by_cosine(rows) == min(3, answer.upper.value)


def test_a_key_of_norm_0_has_no_other_norm():
    """Tied with the null key is the vector 0: opposite keys beside it do in one dimension, on a circle alone in two."""
    rows = ["0+-"]
    assert least_by_cosine(rows) == 2
    tables = {"rule": "evaluate", "exhibit": "points", "queries": [[1]], "keys": [[0], [1], [-1]]}
    size = {"resource": "m", "unit_class": "SIGN", "side": "upper"}
    inner = {**size, "question": {"task": "pattern", "rows": rows, "null": True}, "value": 1, "proof": tables}
    scored = {"task": "scored", "score": "cosine", "of": {"task": "pattern", "rows": rows, "null": False}}
    for value in (1, 2):
        claim = {**size, "value": value, "proof": {"rule": "map", "name": "part", "of": inner}}
        assert not proves(claim, scored)
        assert not second_opinion.accepts(scored, claim)
    assert bracket(rows) == (1, 2) or bracket(rows) == (2, 2)


@pytest.mark.parametrize(
    ("task", "score", "words"),
    [("qsa N=5 q=2", "euclidean", "where some row has 0"), ("match2 M=5", "cosine", "without a null token")],
)
def test_scores_that_do_not_fit(task, score, words):
    with pytest.raises(TaskError, match=words):
        probe(task, score=score)


def test_signs_alone():
    rows = pattern_question(SignPattern(("+--", "-+-", "--+"), null=False))
    with pytest.raises(ValueError, match="the pattern itself"):
        scored_question(rows, "inner")
    assert probe(SignPattern(("++--", "-++-", "--++", "+--+"), null=False), score="euclidean").closed
