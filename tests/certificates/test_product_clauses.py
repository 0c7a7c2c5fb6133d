"""Final polynomials on wrong signs, found by brute force: their clauses must hold for the signs of real vectors."""

import random
from itertools import combinations

import pytest

import real_vectors as real
from headcount.legacy.evidence.selection.chirotope_axioms import Chirotope, cramer_terms, plucker_terms
from headcount.legacy.kernel.sums import Literals, term_signs


@pytest.mark.parametrize("entries", [1, 2, 9])
def test_accepted_products_are_true_of_real_vectors(entries):
    """Final polynomials found by brute force on wrong signs: the real signs must satisfy their clauses."""
    rng = random.Random(entries)
    accepted = 0
    for _ in range(200):
        d, n = 2, 4
        keys = [[rng.randint(-entries, entries) for _ in range(d)] for _ in range(n)]
        queries = [[rng.randint(-entries, entries) for _ in range(d)] for _ in range(3)]
        zero = rng.choice("0*")
        rows = tuple("".join(f"-{zero}+"[real.sign(real.dot(w, u)) + 1] for u in keys) for w in queries)
        signs = real.signs_of((queries, keys, rows), rng)
        assumed = {
            subset: rng.choice((1, -1, 1, -1, value)) for subset, value in zip(signs.sets, signs.chi, strict=True)
        }
        inequalities = forced_inequalities(rows, signs, assumed)
        by_exponents = {}
        for k, (_, exponents, _) in enumerate(inequalities):
            by_exponents.setdefault(exponents, []).append(k)
        balanced = [
            (i, j, k)
            for i, j in combinations(range(len(inequalities)), 2)
            for k in by_exponents.get(-inequalities[i][1] - inequalities[j][1], [])
            if k > j
        ]
        for combo in rng.sample(balanced, min(4, len(balanced))):
            used = set().union(*(inequalities[k][2] for k in combo))
            clause = signs.clause_against({subset: assumed[subset] for subset in used})
            axiom = {"rule": "product", "clause": clause, "inequalities": [inequalities[k][0] for k in combo]}
            if real.is_accepted(rows, signs.evidence(axiom)):
                accepted += 1
                assert signs.true(clause), (rows, keys, axiom)
    assert accepted > 30


def forced_inequalities(rows, signs, assumed):
    """All inequalities |term| >= |other term| that hold under the signs assumed, with their exponents as one number."""
    d, n = len(signs.sets[0]), len(rows[0])
    chirotope = Chirotope(rows, d, Literals((), uniform=False))
    known = {subset: frozenset((value,)) for subset, value in assumed.items()}
    scores = [(r, c, "score") for r in range(len(rows)) for c in range(n)]
    digit = {name: 64**k for k, name in enumerate([*signs.sets, *scores])}
    large_sets = list(combinations(range(n), d + 1))
    named = [
        ({"rule": "cramer", "row": r, "large": list(large)}, cramer_terms(chirotope, r, large))
        for r in range(len(rows))
        for large in large_sets
    ]
    named += [
        ({"rule": "plucker", "small": list(context), "large": list(large)}, plucker_terms(context, large))
        for context in combinations(range(n), d - 1)
        for large in large_sets
    ]
    found = []
    for axiom, terms in named:
        possible = [term_signs(term, known, signs.uniform) for term in terms]
        exponents = [
            sum(digit[factor] for factor in term.factors) + (digit[(*term.scale, "score")] if term.scale else 0)
            for term in terms
        ]
        used = {factor for term in terms for factor in term.factors}
        for larger, top in enumerate(possible):
            if len(top) != 1 or 0 in top or any(top & s for k, s in enumerate(possible) if k != larger):
                continue
            for smaller in range(len(terms)):
                if exponents[smaller] != exponents[larger]:
                    step = {**axiom, "larger": larger, "smaller": smaller, "times": 1}
                    found.append((step, exponents[larger] - exponents[smaller], used))
    return found
