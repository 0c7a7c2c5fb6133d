"""Clauses of identities, made as arrays: they exclude exactly the signs with which a sum of terms cannot vanish."""

from itertools import product

import numpy as np
import pytest

from headcount.solvers.sign_rank.chirotope_clauses import STAR, SignCode

TERMS = 3


def _holds(clauses, literal_true):
    return all(any(literal_true(literal) for literal in clause) for clause in clauses)


def _can_vanish(terms):
    """Whether numbers of these signs (a set of possible signs each) can add up to 0."""
    return any(
        (1 in choice and -1 in choice) or not any(choice) for choice in product(*[sorted(term) for term in terms])
    )


@pytest.mark.parametrize("uniform", [True, False])
def test_cramer_clauses_exclude_what_cannot_vanish(uniform):
    code = SignCode(uniform)
    numbers = np.array([[4, 2, 7]])
    for entries in product((-1, 1, STAR) if uniform else (-1, 0, 1, STAR), repeat=TERMS):
        places, clauses = code.cramer_clauses(numbers, np.array([entries]))
        assert places.tolist() == [0] * len(clauses)
        for chi in product((-1, 1) if uniform else (-1, 0, 1), repeat=TERMS):
            true = {code.literal(n, c) for n, c in zip(numbers[0].tolist(), chi, strict=True) if c}
            terms = [
                ({-c, c} if entry == STAR else {entry * c}) | ({0} if entry == STAR else set())
                for entry, c in zip(entries, (c * (-1) ** i for i, c in enumerate(chi)), strict=True)
            ]
            said = _holds(clauses, lambda x, true=true: x in true if x in true or uniform else x < 0 and -x not in true)
            assert said == _can_vanish(terms), (entries, chi)


def test_plucker_clauses_exclude_three_products_of_one_sign():
    code = SignCode(uniform=True)
    numbers = np.array([[[0, 1], [2, 3], [4, 5]], [[5, 0], [1, 4], [2, 3]]], dtype=np.int16)
    signs = np.array([[1, -1, 1], [1, 1, -1]], dtype=np.int8)
    clauses = code.every_plucker_clause(numbers, signs)
    for relation in range(2):
        own = clauses[16 * relation : 16 * relation + 16]
        for chi in product((-1, 1), repeat=6):
            true = {code.literal(n, c) for n, c in enumerate(chi)}
            products = [
                s * chi[a] * chi[b]
                for (a, b), s in zip(numbers[relation].tolist(), signs[relation].tolist(), strict=True)
            ]
            assert _holds(own, true.__contains__) == (abs(sum(products)) < 3)
