"""Lower bounds of sign-ranks by vectors in isotropic position: IP_6 in probe as in measure, and weights beyond that."""

import numpy as np
import pytest

from headcount import check
from headcount.bounds.bound import certificate
from headcount.bounds.patterns import simplex_upper, trivial_lower
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern, least_size, pattern_question
from headcount.search.asked import Asked
from headcount.search.board import LocalBoard, in_ranks
from headcount.search.spectral import isotropic_lower, spectral_lower


def board_of(signs, null=True):
    rows = tuple("".join("0-+"[sign] for sign in row) for row in signs.tolist())
    question = pattern_question(SignPattern(rows, null))
    return LocalBoard(Asked(least_size(question)), 0, 1e9, (trivial_lower(question), simplex_upper(question)))


def inner_products(n):
    return np.array([[-1 if (x & y).bit_count() % 2 else 1 for y in range(2**n)] for x in range(2**n)])


@pytest.mark.parametrize(("null", "value"), [(True, 8), (False, 7)])
def test_inner_products_by_the_spectral_norm(null, value):
    """Forster's bound 2^(n/2) of IP_n, in ``probe`` as in ``measure``; a free threshold is one dimension more."""
    board = board_of(inner_products(6), null)
    spectral_lower(in_ranks(board))
    assert board.lower == value
    assert isinstance(check(certificate(board.question, board.lower_bound)), Accepted)


@pytest.mark.slow  # a semidefinite program
@pytest.mark.parametrize(("null", "value"), [(True, 6), (False, 5)])
def test_weights_say_more_of_random_signs(null, value):
    signs = np.random.default_rng(1).choice([-1, 1], (64, 64))
    board = board_of(signs, null)
    spectral_lower(in_ranks(board))
    assert board.lower == value - 1
    isotropic_lower(in_ranks(board))
    assert board.lower == value and "isotropic" in board.lower_bound.how
    assert isinstance(check(certificate(board.question, board.lower_bound)), Accepted)


def test_what_weights_are_not_solved_for():
    """Zeros; few rows; many: nothing is posted, and no solver is loaded."""
    zeros = np.ones((30, 30), dtype=int)
    zeros[3, 4] = 0
    for signs in (zeros, np.ones((4, 60), dtype=int), np.ones((200, 200), dtype=int)):
        board = board_of(signs)
        isotropic_lower(in_ranks(board))
        assert board.lower == 0
