"""Proofs about late interaction, hostile ones too, against brute force on tiny and degenerate statements."""

import random
from itertools import combinations, product

import pytest

import exact_sign_rank
import late_interaction_truth as truth
from headcount.bounds.lower.late_interaction import line_question
from headcount.bounds.upper.centred_tables import runs_tables
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted, Rejected

SIGN = {"resource": "m", "unit_class": "SIGN"}


def pairs(n):
    return ["".join("+" if c in y else "-" for c in range(n)) for y in combinations(range(n), 2)]


def statement(of, S, t):
    of = {"task": "pattern", "rows": list(of), "null": False} if not isinstance(of, dict) else of
    return {"task": "maxsim", "of": of, "document_vectors": S, "query_vectors": t}


def verdict(question, side, value, proof):
    claim = {**SIGN, "side": side, "value": value, "proof": proof}
    return check({"format": "headcount-certificate", "version": 3, "question": question, "claims": [claim]})


def separation(N, k):
    return {"task": "separation", "N": N, "least": k, "most": k}


def random_rows(rng, most=3, symbols="++--*"):
    n = rng.randint(1, most)
    rows = ["".join(rng.choice(symbols) for _ in range(n)) for _ in range(rng.randint(1, 4))]
    return rows + rows[:1] * (rng.random() < 0.2)


def single(rows):
    """The least d for one vector of each."""
    return exact_sign_rank.least_dimension(tuple(rows), False)


def lower_premise(rows, value, null=False):
    """A true lower bound of a pattern, as a claim that the checker proves: by independent columns, or None."""
    from headcount import probe
    from headcount.questions import SignPattern

    answer = probe(SignPattern(tuple(rows), null=null), budget=1000)
    if answer.lower.value < value or not answer.lower.evidence.proof:
        return None
    return {"question": answer.question.to_json(), **answer.lower.proved()}


def test_theorems_prove_nothing_false_and_much_that_is_true():
    rng, proved = random.Random(1), 0
    for _ in range(80):
        rows, S, t = random_rows(rng, 4, rng.choice(("+-", "++--*"))), rng.randint(1, 3), rng.randint(1, 3)
        if len(rows[0]) == 4 and min(S, t) == 1:
            continue
        least = truth.least_dimension(rows, S, t, single(rows))
        for name, k in product(("cells", "hull"), range(5)):
            proof = {"rule": "theorem", "name": name, "k": k}
            if rng.random() < 0.5:
                proof["columns"] = sorted(rng.sample(range(len(rows[0])), rng.randint(1, len(rows[0]))))
            for value in (1, 2, 3, 4):
                found = verdict(statement(rows, S, t), "lower", value, proof)
                if isinstance(found, Accepted):
                    proved += 1
                    assert least is None or value <= least, (rows, S, t, proof, value, least)
                else:
                    assert isinstance(found, Rejected), found
    assert proved > 20


@pytest.mark.parametrize(
    ("N", "k", "S", "t", "name", "given", "value", "holds"),
    [
        (18, 2, 2, 1, "hull", 2, 3, True),
        (17, 2, 2, 1, "hull", 2, 3, False),  # 136 * 1 = 2 * 17 * 4: equal is not more
        (26, 2, 3, 1, "hull", 2, 3, True),
        (25, 2, 3, 1, "hull", 2, 3, False),
        (8, 3, 1, 1, "hull", 3, 3, True),
        (7, 3, 1, 1, "hull", 3, 3, False),
        (18, 2, 2, 2, "hull", 2, 3, False),  # it is for one query vector
        (18, 2, 2, 1, "hull", 3, 3, False),  # no row has three documents
        (10**6, 32, 2, 9, "cells", 2, 3, True),
        (10**6, 32, 2, 10, "cells", 2, 3, False),
        (10**6, 10, 2, 3, "cells", 2, 3, True),
        (10**6, 10, 2, 4, "cells", 2, 3, False),
        (10**6, 32, 128, 7, "cells", 2, 3, True),
        (10**6, 32, 128, 8, "cells", 2, 3, False),
        (10**6, 32, 128, 3, "cells", 4, 5, True),
        (10**6, 32, 128, 4, "cells", 4, 5, False),
        (10**6, 32, 128, 1, "cells", 8, 9, True),
        (10**6, 32, 128, 2, "cells", 8, 9, False),
        (4, 2, 2, 2, "cells", 0, 1, True),
        (4, 4, 2, 2, "cells", 0, 1, False),  # a constant row asks for nothing
        (2, 1, 1, 1, "cells", 1, 2, False),
    ],
)
def test_numbers_of_sets(N, k, S, t, name, given, value, holds):
    proof = {"rule": "theorem", "name": name, "k": given}
    found = verdict(statement(separation(N, k), S, t), "lower", value, proof)
    assert isinstance(found, Accepted if holds else Rejected), found


def test_runs_is_for_all_sets_and_enough_vectors():
    for N, S, t in product(range(1, 7), range(1, 4), range(1, 4)):
        for least in range(1, N + 1):
            for most in range(least, N + 1):
                of = {"task": "separation", "N": N, "least": least, "most": most}
                needed = max(min(k, N - k) for k in range(least, most + 1))
                found = verdict(statement(of, S, t), "upper", 2, {"rule": "theorem", "name": "runs"})
                assert isinstance(found, Accepted) == (S >= 2 and t >= needed), (of, S, t)
    assert isinstance(verdict(statement(pairs(4), 2, 2), "upper", 2, {"rule": "theorem", "name": "runs"}), Rejected)


def test_plane_is_for_sizes_in_the_middle():
    """Against chains of permutations for up to 4 documents, and by its hypothesis beyond."""
    for N in range(1, 7):
        for least in range(1, N + 1):
            for most in range(least, N + 1):
                of = {"task": "separation", "N": N, "least": least, "most": most}
                found = bool(verdict(statement(of, 2, 2), "lower", 2, {"rule": "theorem", "name": "plane"}))
                assert found == any(2 <= k <= N - 2 for k in range(least, most + 1)), of
                if found and N <= 4:
                    assert not truth.on_a_line(pairs(4), 2, 2)
    assert not verdict(statement(pairs(4), 2, 2), "lower", 2, {"rule": "theorem", "name": "plane"})
    assert not verdict(statement(separation(5, 2), 2, 2), "lower", 3, {"rule": "theorem", "name": "plane"})


@pytest.mark.parametrize("seed", range(4))
def test_tables_are_evaluated(seed):
    """Random small vectors: accepted iff every row is met, by a second evaluation; and the truth allows it."""
    rng, accepted = random.Random(seed), 0
    for _ in range(250):
        rows, S, t, d = random_rows(rng), rng.randint(1, 3), rng.randint(1, 3), rng.randint(1, 2)
        n = len(rows[0])
        keys = [[[rng.randint(-2, 2) for _ in range(d)] for _ in range(rng.randint(1, S))] for _ in range(n)]
        queries = [[[rng.randint(-2, 2) for _ in range(d)] for _ in range(rng.randint(1, t))] for _ in rows]
        met = all(_met(row, query, keys) for row, query in zip(rows, queries, strict=True))
        proof = {"rule": "evaluate", "exhibit": "maxsim", "queries": queries, "keys": keys}
        found = verdict(statement(rows, S, t), "upper", d, proof)
        assert isinstance(found, Accepted) == met, (rows, queries, keys)
        if met:
            accepted += 1
            least = truth.least_dimension(rows, S, t, single(rows))
            assert least is None or least <= d
            assert isinstance(verdict(statement(rows, S, t), "upper", d - 1, proof), Rejected)
            few = max(map(len, keys)) - 1
            assert not few or isinstance(verdict(statement(rows, few, t), "upper", d, proof), Rejected)
    assert accepted > 10


def _met(row, query, keys):
    scores = [sum(max(sum(a * b for a, b in zip(q, k, strict=True)) for k in key) for q in query) for key in keys]
    high = [s for s, symbol in zip(scores, row, strict=True) if symbol == "+"]
    low = [s for s, symbol in zip(scores, row, strict=True) if symbol == "-"]
    return not high or not low or min(high) > max(low)


def test_bad_tables():
    queries, keys = runs_tables(pairs(4), (0, 1, 2, 3))
    good = {"rule": "evaluate", "exhibit": "maxsim", "queries": [list(map(list, q)) for q in queries], "keys": keys}
    question = statement(pairs(4), 2, 2)
    assert isinstance(verdict(question, "upper", 2, good), Accepted)
    wrong = [
        {**good, "queries": good["queries"][:-1]},
        {**good, "keys": keys[:-1]},
        {**good, "queries": [*good["queries"][:-1], [[0, 0]]]},
        {**good, "keys": [*keys[:-1], [*keys[-1], [0, 0]]]},  # a vector too many
        {**good, "keys": [*keys[:-1], [[1]]]},  # of another width
        {**good, "keys": [*keys[:-1], [[1, 0, 0]]]},
    ]
    for proof in wrong:
        assert not verdict(question, "upper", 2, proof), proof
    assert not verdict(question, "lower", 2, good)
    assert not verdict({"task": "pattern", "rows": pairs(4), "null": False}, "upper", 2, good)


def test_maps_between_numbers_of_vectors():
    """A premise with S and t says something of S' and t' as it has to, and of no others."""
    tables = runs_tables(pairs(5), (0, 1, 2, 3, 4))
    above = {"rule": "evaluate", "exhibit": "maxsim", "queries": tables[0], "keys": tables[1]}
    below = {"rule": "theorem", "name": "cells", "k": 0}
    for S, t in product((1, 2, 3), repeat=2):
        question = statement(pairs(5), S, t)
        premise = {"question": statement(pairs(5), 2, 2), **SIGN}
        up = {"rule": "map", "name": "part", "of": {**premise, "side": "upper", "value": 2, "proof": above}}
        down = {"rule": "map", "name": "part", "of": {**premise, "side": "lower", "value": 1, "proof": below}}
        assert bool(verdict(question, "upper", 2, up)) == (S >= 2 and t >= 2)
        assert bool(verdict(question, "lower", 1, down)) == (S == 1 or (S <= 2 and t <= 2))


def test_one_vector_for_a_document():
    """S = 1: the pattern itself, whatever t; for larger S its lower bound says nothing, its upper bound all."""
    low = lower_premise(pairs(5), 3)
    high = {"question": {"task": "pattern", "rows": pairs(5), "null": False}, **SIGN, "side": "upper", "value": 4}
    high |= {"proof": {"rule": "theorem", "name": "identity"}}
    for S, t in product((1, 2), (1, 2, 5)):
        question = statement(pairs(5), S, t)
        assert bool(verdict(question, "lower", 3, {"rule": "map", "name": "part", "of": low})) == (S == 1)
        assert verdict(question, "upper", 4, {"rule": "map", "name": "part", "of": high})
        assert not verdict(question, "upper", 3, {"rule": "map", "name": "part", "of": high})
    elsewhere = {"rule": "map", "name": "part", "of": {**low, "question": {**low["question"], "null": True}}}
    assert not verdict(statement(pairs(5), 1, 1), "lower", 3, elsewhere)


def test_on_a_line():
    """Five pairs of four are too many for d = 1, whatever S and t; four are not."""
    rows = pairs(4)[:5]
    premise = lower_premise(line_question(rows).pattern.rows, 4, null=True)
    for S, t in product((1, 2, 3), repeat=2):
        proof = {"rule": "map", "name": "line", "of": premise}
        assert verdict(statement(rows, S, t), "lower", 2, proof)
        assert not verdict(statement(rows, S, t), "lower", 3, proof)
        assert verdict(statement(pairs(4), S, t), "lower", 2, {**proof, "rows": [0, 1, 2, 3, 4]})
        assert not verdict(statement(pairs(4), S, t), "lower", 2, {**proof, "rows": [0, 1, 2, 3, 5]})
        assert not verdict(statement(pairs(4)[:4], S, t), "lower", 2, proof)
    assert not verdict({"task": "pattern", "rows": rows, "null": False}, "lower", 2, proof)
    assert lower_premise(line_question(["++--", "--++", "+-+-", "-++-"]).pattern.rows, 4, null=True) is None


def test_the_line_pattern_is_the_question_on_a_line():
    """Sign-rank 3 or less iff d = 1 is enough: the engine for sign patterns against chains of permutations."""
    from headcount import probe

    rng, seen = random.Random(3), set()
    for _ in range(14):
        words = ["".join(word) for word in product("+-", repeat=rng.choice((2, 3, 4, 4, 4)))]
        rows = sorted(rng.sample(words, min(len(words), rng.randint(1, 10))))
        answer = probe(line_question(rows).pattern, budget=1000, enough=lambda low, high: low > 3 or high <= 3)
        enough = truth.on_a_line(rows, 2, 2)
        seen.add(enough)
        assert (answer.lower.value <= 3) if enough else (answer.upper is None or answer.upper.value > 3), rows
        if answer.lower.value > 3:
            assert not enough
    assert seen == {True, False}


@pytest.mark.parametrize(
    "edit",
    [
        {"document_vectors": 0},
        {"query_vectors": 0},
        {"document_vectors": 10**7},
        {"of": {"task": "qsa", "N": 3, "q": 1}},
        {"of": {"task": "match", "order": 2, "M": 3}},
        {"of": {"task": "pattern", "rows": ["+-"], "null": True}},
        {"of": {"task": "pattern", "rows": ["+0"], "null": False}},
        {"of": {"task": "maxsim", "of": separation(3, 1), "document_vectors": 1, "query_vectors": 1}},
        {"norm": "sphere"},
    ],
)
def test_statements_that_are_none(edit):
    from headcount.certificates.verdict import Malformed

    found = verdict({**statement(pairs(3), 2, 2), **edit}, "lower", 0, {"rule": "theorem", "name": "least"})
    assert isinstance(found, Malformed), found


def test_no_rule_for_patterns_is_about_late_interaction():
    """Where a rule asks for the pattern of a statement there is none, so that no bound of one vector is borrowed."""
    question = statement(separation(6, 2), 2, 2)
    for proof in (
        {"rule": "theorem", "name": "columns independent", "k": 5},
        {"rule": "theorem", "name": "squares"},
        {"rule": "theorem", "name": "identity"},
        {"rule": "theorem", "name": "cycle", "of": "columns", "members": [[0, 0, 1]]},
        {"rule": "evaluate", "exhibit": "points", "queries": [[1]], "keys": [[1]]},
        {"rule": "evaluate", "exhibit": "order"},
        {"rule": "clauses", "system": "dependency", "of": "columns", "set": [0, 1], "given": [], "lemmas": []},
    ):
        for side in ("lower", "upper"):
            assert not verdict(question, side, 3, proof), proof
