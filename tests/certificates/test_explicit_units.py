"""Grids and tensors: random small tables judged by the checker and by brute force."""

import copy
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import corpora
import drafted
import pattern_opinion
import second_opinion
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted, Rejected
from headcount.questions import averaging_question, match_question


def judged(question, evidence, unit_class, value, **sizes):
    claim = {"resource": "m", "unit_class": unit_class, "side": "upper", "value": value, "evidence": evidence, **sizes}
    return drafted.checked(drafted.bundle(question, claim))


def sign_holds(word, scores, null_score):
    """Class SIGN: whether some real threshold separates the signs (the null key's score, if there is one)."""
    if null_score is not None:
        thresholds = [Fraction(null_score)]
    else:
        thresholds = [Fraction(k, 2) for k in range(2 * min(scores) - 2, 2 * max(scores) + 3)]
    sign = {"-": -1, "0": 0, "+": 1}
    return any(
        all(s == "*" or (score > t) - (score < t) == sign[s] for s, score in zip(word, scores, strict=True))
        for t in thresholds
    )


@pytest.mark.parametrize("null", [False, True])
@pytest.mark.parametrize("gap", [1, 2])
def test_the_gap_of_one_row_for_all_words_and_scores(gap, null):
    """Width 1, query 1: the keys are the scores. Scaled by 2 g, SIGN and GRID with gap g are the same."""
    for word in map("".join, product("-0+*", repeat=2)):
        for scores in product(range(-2, 3), repeat=2):
            evidence = {"kind": "tables", "dimension": 1, "queries": [[1]], "keys": [[s] for s in scores]}
            if null:
                evidence["null_key"] = [0]
            question = {"task": "pattern", "rows": [word], "null": null}
            verdict = judged(question, evidence, f"GRID(3, twos, gap {gap})", 1)
            assert isinstance(verdict, Accepted | Rejected)
            thresholds = [0] if null else [Fraction(k, 2) for k in range(-12, 13)]
            keeps = any(pattern_opinion.keeps_gap(word, scores, t, gap) for t in thresholds)
            assert isinstance(verdict, Accepted) == keeps, (word, scores)
            assert not keeps or sign_holds(word, scores, 0 if null else None)
            evidence["keys"] = [[2 * gap * s] for s in scores]
            verdict = judged(question, evidence, f"GRID(5, twos, gap {gap})", 1)
            assert isinstance(verdict, Accepted) == sign_holds(word, scores, 0 if null else None), (word, scores)


def test_constant_coordinates_change_nothing():
    """A larger m is as good, in both grids: a constant coordinate shifts all scores of a row."""
    for name in ("grid-affine", "grid-null", "grid-free-threshold"):
        certificate = copy.deepcopy(corpora.accepted()[name])
        claim = certificate["claims"][-1]
        (head,) = claim["proof"]["heads"]
        for vector in [*head["queries"], *head["keys"], *([head["null_key"]] if "null_key" in head else [])]:
            vector.append(1)
        claim["value"] += 1
        assert isinstance(check({**certificate, "claims": [claim]}), Accepted)


small = st.integers(-2, 2)


@st.composite
def tensors(draw):
    order, M, m = draw(st.sampled_from([(2, 2, 1), (2, 2, 2), (2, 3, 2), (3, 2, 1), (3, 2, 2), (3, 1, 1)]))
    rows = st.lists(st.lists(small, min_size=m, max_size=m), min_size=M, max_size=M)
    null = st.lists(small, min_size=m, max_size=m)
    evidence = {"kind": "tables", "dimension": m, "queries": draw(rows)}
    if order == 2:
        return order, M, {**evidence, "keys": draw(rows), "null_key": draw(null)}
    evidence["keys"] = [draw(rows) for _ in range(order - 1)]
    evidence["null_keys"] = [draw(null) for _ in range(order - 1)]
    return order, M, evidence


def test_tensors_are_judged_as_by_brute_force():
    seen = set()

    @settings(max_examples=1000, deadline=None)
    @given(tensors(), st.sampled_from(["SIGN", "GRID(2, twos, gap 1)", "GRID(3, twos, gap 2)"]))
    def compare(case, unit_class):
        order, M, evidence = case
        question = match_question(order, M).to_json()
        verdict = judged(question, evidence, unit_class, evidence["dimension"], order=order)
        assert isinstance(verdict, Accepted | Rejected)
        claim = {"resource": "m", "unit_class": unit_class, "side": "upper", "value": evidence["dimension"]}
        claims = [{**claim, "evidence": evidence, "order": order}]
        assert isinstance(verdict, Accepted) == second_opinion.proves({"question": question, "claims": claims})
        seen.add((order, type(verdict)))

    compare()
    assert {(2, Accepted), (2, Rejected), (3, Rejected)} <= seen


def test_a_tensor_that_forgets_one_kind_of_mixed_tuple():
    """Order 3, M = 1: only (null, token) is left to check once (token, token) wins and (token, null) loses."""
    for mixed, wanted in ((-1, Accepted), (0, Rejected), (1, Rejected)):
        # scores: tokens 1, (token, null) -1, (null, token) mixed, nulls 0, by one coordinate each
        evidence = {
            "kind": "tables",
            "dimension": 3,
            "queries": [[1, 1, 1]],
            "keys": [[[1, 1, 0]], [[1, 0, 1]]],
            "null_keys": [[0, 0, mixed], [0, -1, 0]],
        }
        verdict = judged(match_question(3, 1).to_json(), evidence, "SIGN", 3, order=3)
        assert isinstance(verdict, wanted), mixed


def test_simplex_keys_average_exactly():
    """q-SA(N, q) with key j the j-th unit vector and the indicator of y as query: no error, m = N."""
    for N in range(1, 6):
        for q in range(1, N + 1):
            queries = [[int(j in y) for j in range(N)] for y in combinations(range(N), q)]
            keys = [[int(j == k) for k in range(N)] for j in range(N)]
            head = {"queries": queries, "keys": keys, "share": 1}
            evidence = {"kind": "averaging", "heads": [head], "divisor": 1}
            verdict = judged(averaging_question(N, q).to_json(), evidence, "SATURATED", N, error="0")
            assert isinstance(verdict, Accepted)
            assert verdict.upper == N
            # in class FIXED(2, twos) what is off y has weight 2 against 4: an error, unless there is nothing off y
            fixed = judged(averaging_question(N, q).to_json(), evidence, "FIXED(2, twos)", N, error="0")
            assert isinstance(fixed, Accepted) == (q == N)
