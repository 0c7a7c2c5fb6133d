"""Linear dependencies of keys: row clauses and sizes by symmetry exclude only sign vectors that no dependency has."""

import random
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import exact_sign_rank as exact
import real_vectors as real
from headcount.core.check import check
from headcount.core.verdict import Accepted


@settings(max_examples=300)
@given(st.lists(real.small, min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_accepted_dependency_clauses_are_true(dependency, rng):
    """Rows orthogonal to a real dependency: its signs satisfy every clause accepted for them."""
    if not any(dependency):
        return
    if max(dependency) <= 0:
        dependency = [-x for x in dependency]
    n = len(dependency)
    pivot = rng.choice([k for k in range(n) if dependency[k]])
    row = [rng.randint(-2, 2) * dependency[pivot] for _ in range(n)]
    row[pivot] = 0
    row[pivot] = -real.dot(row, dependency) // dependency[pivot]
    assert real.dot(row, dependency) == 0
    word = "".join("*" if rng.random() < 0.15 else "-0+"[real.sign(x) + 1] for x in row)
    signs = real.Signs({(k,): real.sign(x) for k, x in enumerate(dependency)}, uniform=False)
    for _ in range(8):
        assumed = {(k,): rng.choice((-1, 0, 1)) for k in range(n)}
        if rng.random() < 0.5:  # signs that make the terms agree
            side = rng.choice((1, -1))
            assumed = {(k,): side * real.sign(row[k]) for k in range(n)}
        assumed = {subset: value for subset, value in assumed.items() if rng.random() < 0.8}
        clause = signs.clause_against(assumed)
        for axiom in (
            {"rule": "row", "row": 0, "clause": clause},
            {"rule": "nonzero", "clause": clause},
            {"rule": "nonzero", "clause": [2 * k + 1 for k in range(n) if rng.random() < 0.9]},
            {"rule": "exclusive", "clause": clause[:2]},
        ):
            evidence = {
                "kind": "independence",
                "vectors": "columns",
                "set": [*range(n)],
                "axioms": [axiom],
                "lemmas": [],
            }
            if real.is_accepted([word], evidence):
                assert signs.true(axiom["clause"]), (word, dependency, axiom)


def test_every_dependency_is_excluded_where_independence_is_accepted():
    """On all sets of columns of small patterns: an accepted full set of row clauses leaves no sign vector."""
    rng = random.Random(11)
    accepted = 0
    for _ in range(40):
        rows = ["".join(rng.choice("+-0*") for _ in range(3)) for _ in range(4)]
        axioms = [{"rule": "nonzero", "clause": [1, 3, 5]}]
        axioms += [{"rule": "exclusive", "clause": [-2 * k - 1, -2 * k - 2]} for k in range(3)]
        for r in range(4):
            for assumed in product((-1, 0, 1), repeat=3):
                signs = real.Signs({(k,): 0 for k in range(3)}, uniform=False)
                clause = signs.clause_against({(k,): value for k, value in enumerate(assumed)})
                axiom = {"rule": "row", "row": r, "clause": clause}
                evidence = {
                    "kind": "independence",
                    "vectors": "columns",
                    "set": [0, 1, 2],
                    "axioms": [axiom],
                    "lemmas": [],
                }
                if real.is_accepted(rows, evidence):
                    axioms.append(axiom)
                excluded = {exact.SYMBOL.get(s, 2) * x for s, x in zip(rows[r], assumed, strict=True)}
                open_ended = any(s == "*" and x for s, x in zip(rows[r], assumed, strict=True))
                assert (axiom in axioms) == (not open_ended and excluded - {0} in ({1}, {-1}))
        vectors = [real.Signs({(k,): v for k, v in enumerate(s)}, uniform=False) for s in product((-1, 0, 1), repeat=3)]
        if not any(all(signs.true(axiom["clause"]) for axiom in axioms) for signs in vectors):
            accepted += 1
            assert exact.sign_rank(rows) == 3
    assert accepted > 3


@pytest.mark.parametrize("positions", range(1, 8))
def test_symmetric_sizes(positions):
    """An accepted size k: on k columns every nonzero sign vector is excluded by a row of the explicit pattern."""
    for q in range(1, positions + 1):
        rows = [
            tuple(0 if j in y else -1 for j in range(positions)) for y in map(set, combinations(range(positions), q))
        ]
        rows.append((1,) * positions)
        largest = 0
        for size in range(positions + 1):
            claim = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": max(0, size - 1)}
            claim["evidence"] = {"kind": "symmetric", "size": size}
            question = {"task": "qsa", "N": positions, "q": q}
            verdict = check({"format": "headcount-certificate", "version": 2, "question": question, "claims": [claim]})
            if isinstance(verdict, Accepted):
                largest = size
                parts = {row[:size] for row in rows}
                for vector in product((-1, 0, 1), repeat=size):
                    excluded = any(
                        {a * b for a, b in zip(part, vector, strict=True)} - {0} in ({1}, {-1}) for part in parts
                    )
                    assert excluded or not any(vector), (positions, q, size, vector)
        assert largest == (0 if q == positions else min(2 * q + 1, positions))
