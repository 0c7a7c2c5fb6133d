"""Tables that show what they should, and one that forgets something."""

import copy
from itertools import combinations

import corpora
import drafted
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted, Rejected
from headcount.questions import averaging_question, match_question


def judged(question, evidence, unit_class, value, **sizes):
    claim = {"resource": "m", "unit_class": unit_class, "side": "upper", "value": value, "evidence": evidence, **sizes}
    return drafted.checked(drafted.bundle(question, claim))


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
