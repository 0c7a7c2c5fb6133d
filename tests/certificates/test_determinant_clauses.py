"""Clauses from Cramer's and the Grassmann-Pluecker relations, exclusive and basis clauses, against real vectors."""

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import real_vectors as real
from headcount.legacy.evidence.selection.chirotope_axioms import Chirotope, cramer_terms, plucker_terms
from headcount.legacy.kernel.sums import Literals


@settings(max_examples=200)
@given(real.realisations())
def test_identities_hold(realisation):
    queries, keys, rows = realisation
    d, n = len(keys[0]), len(keys)
    values = {subset: real.determinant([keys[i] for i in subset]) for subset in combinations(range(n), d)}
    chirotope = Chirotope(tuple(row.replace("*", "+") for row in rows), d, Literals((), uniform=False))
    for large in combinations(range(n), d + 1):
        for r, query in enumerate(queries):
            total = 0
            for term in cramer_terms(chirotope, r, large):
                (face,), (row, column) = term.factors, term.scale
                assert row == r
                if rows[r][column] == "*":  # the coefficient is that of the + written in its place
                    total += term.coefficient * real.dot(query, keys[column]) * values[face]
                else:
                    assert abs(term.coefficient) == abs(real.sign(real.dot(query, keys[column])))
                    total += term.coefficient * abs(real.dot(query, keys[column])) * values[face]
            assert total == 0
        for context in combinations(range(n), d - 1):
            terms = plucker_terms(context, large)
            assert sum(term.coefficient * values[term.factors[0]] * values[term.factors[1]] for term in terms) == 0


def identities(rows, d, rng):
    n = len(rows[0])
    large = tuple(sorted(rng.sample(range(n), d + 1)))
    if rng.random() < 0.5:
        row = rng.randrange(len(rows))
        chirotope = Chirotope(rows, d, Literals((), uniform=False))
        return {"rule": "cramer", "row": row, "large": list(large)}, cramer_terms(chirotope, row, large)
    context = tuple(sorted(rng.sample(range(n), d - 1)))
    return {"rule": "plucker", "small": list(context), "large": list(large)}, plucker_terms(context, large)


def assumption(terms, chi, uniform, rng):
    """Signs for the determinants of an identity that come near to making its terms agree."""
    subsets = list(dict.fromkeys(subset for term in terms for subset in term.factors))
    choices = (-1, 1) if uniform else (-1, 0, 1)
    assumed = {}
    if rng.random() < 0.3:
        assumed = {subset: rng.choice(choices) for subset in subsets}
    else:
        side = rng.choice((-1, 1))
        for term in terms:
            wanted = side * (term.coefficient or rng.choice(choices))
            for subset in term.factors[1:]:
                assumed.setdefault(subset, chi[subset] or rng.choice(choices))
                wanted *= assumed[subset]
            assumed.setdefault(term.factors[0], wanted or rng.choice(choices))
    if rng.random() < 0.3:
        assumed.pop(rng.choice(list(assumed)), None)
    if assumed and rng.random() < 0.2:
        assumed[rng.choice(list(assumed))] = rng.choice(choices)
    return assumed


accepted_clauses = Counter()


@settings(max_examples=600)  # uniform realisations with accepted Pluecker clauses are rare
@given(real.realisations(), st.randoms(use_true_random=False))
def identity_clauses_are_true(realisation, rng):
    _, keys, rows = realisation
    signs = real.signs_of(realisation, rng)
    chi = dict(zip(signs.sets, signs.chi, strict=True))
    for _ in range(9):
        axiom, terms = identities(rows, len(keys[0]), rng)
        clause = signs.clause_against(assumption(terms, chi, signs.uniform, rng))
        if clause and rng.random() < 0.2:
            clause[rng.randrange(len(clause))] *= -1
        if real.is_accepted(rows, signs.evidence({**axiom, "clause": clause})):
            accepted_clauses[axiom["rule"], signs.uniform] += 1
            assert signs.true(clause), (rows, keys, axiom, clause)


@pytest.mark.slow
def test_accepted_identity_clauses_are_true():
    accepted_clauses.clear()
    identity_clauses_are_true()
    for rule, uniform in product(("cramer", "plucker"), (True, False)):
        assert accepted_clauses[rule, uniform] > 5, accepted_clauses


@settings(max_examples=300)
@given(real.realisations(), st.randoms(use_true_random=False))
def test_exclusive_clauses_are_true(realisation, rng):
    _, _, rows = realisation
    signs = real.signs_of(realisation, rng)
    literals = [k for k in range(-len(signs.sets) * 2, len(signs.sets) * 2 + 1) if k]
    if signs.uniform:
        literals = [k for k in literals if abs(k) <= len(signs.sets)]
    for _ in range(5):
        clause = rng.sample(literals, rng.randint(1, min(3, len(literals))))
        if real.is_accepted(rows, signs.evidence({"rule": "exclusive", "clause": clause})):
            assert signs.true(clause)


@settings(max_examples=300)
@given(real.realisations(), st.randoms(use_true_random=False))
def test_accepted_basis_clauses_hold_up_to_negation(realisation, rng):
    """Of vectors that span: one of the two overall signs makes an accepted basis clause true."""
    _, keys, rows = realisation
    d = len(keys[0])
    chi = real.chirotope_of(keys, d)
    if not any(chi.values()):
        return
    signs, opposite = real.Signs(chi, False), real.Signs({subset: -value for subset, value in chi.items()}, False)
    clause = [signs.literal(subset, 1) for subset in signs.sets if rng.random() < 0.95]
    if rng.random() < 0.2:
        clause = [x + rng.choice((0, 1)) for x in clause]
    if real.is_accepted(rows, signs.evidence({"rule": "basis", "clause": clause})):
        assert signs.true(clause) or opposite.true(clause)
