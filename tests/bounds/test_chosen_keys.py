"""Keys of one bit chosen one by one: against all sets of words and all queries with small entries."""

from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from headcount import check, construct
from headcount.bounds.key_bits import (
    chosen_keys_upper,
    code_keys_upper,
    real_keys_lower,
    simplex_keys_upper,
)
from headcount.bounds.key_sums import sums_lower
from headcount.questions import least_size, qsa_question, separation_question
from headcount.search.ask import ask
from headcount.search.probe_options import ProbeOptions
from headcount.search.settle import question_of

LARGEST = 3
"""Entries of the queries that are tried; facets of 0/1 polytopes in up to four dimensions have entries of at most 2."""


@cache
def scores_of_all(m):
    """The scores of all queries with all words of m bits."""
    words = np.array(list(product((0, 1), repeat=m)))
    return np.array(list(product(range(-LARGEST, LARGEST + 1), repeat=m))) @ words.T


def all_parts_lie_above(m, chosen, q, ties):
    """Whether each part of q of the words has a query that ties it above the others, or puts it above them."""
    scores = scores_of_all(m)[:, list(chosen)]
    for part in combinations(range(len(chosen)), q):
        others = np.delete(scores, part, axis=1)
        low, high = scores[:, part].min(axis=1), scores[:, part].max(axis=1)
        above = low > others.max(axis=1, initial=-100)
        if not (above & (low == high) if ties else above).any():
            return False
    return True


@cache
def most_words(m, q, ties):
    """The most words of m bits that do it; by translation the first is 0. Parts of fewer words have queries as well."""
    kept = [(0,)]
    while True:
        longer = [
            (*chosen, x)
            for chosen in kept
            for x in range(chosen[-1] + 1, 2**m)
            if all_parts_lie_above(m, (*chosen, x), q, ties)
        ]
        if not longer:
            return len(kept[0])
        kept = longer


FEW = [(1, 1, 2, 2), (2, 1, 4, 4), (2, 2, 3, 3), (3, 2, 4, 4), (3, 3, 4, 4)]
MANY = [(3, 1, 8, 8), (4, 2, 6, 6), (4, 3, 5, 6)]


@pytest.mark.parametrize("ties", [True, False])
@pytest.mark.parametrize(
    ("m", "q", "tied", "above"), [*FEW, *(pytest.param(*case, marks=pytest.mark.slow) for case in MANY)]
)
def test_against_all_sets_of_words(m, q, tied, above, ties):
    """The search finds the most words that there are, and no more; bounds are on their side of the truth."""
    most = tied if ties else above
    assert most_words(m, q, ties) == most
    for N in (most, most + 1):
        if q >= N:
            continue
        question = qsa_question(N, q) if ties else separation_question(N, q, q)
        asked = least_size(question, "m", "KEYS(1, midrise)")
        found = chosen_keys_upper(asked, m, np.random.default_rng(0), 15)
        assert (found is not None) == (most >= N)
        lowers = [bound.value for bound in (sums_lower(asked), real_keys_lower(asked)) if bound is not None]
        uppers = [bound.value for bound in (code_keys_upper(asked), simplex_keys_upper(asked)) if bound is not None]
        assert max(lowers) <= m if most >= N else min(uppers) > m


@pytest.mark.parametrize(("words", "m"), [
    ("qsa N=5 q=2", 4), ("qsa N=6 q=2", 4), ("qsa N=4 q=2", 3), ("qsa N=6 q=3", 5), ("topk N=6 k=2", 4),
])  # fmt: skip
def test_small_questions_are_closed(words, m):
    for bits in (1, 2):
        answer = ask(question_of(words, ProbeOptions("keys", bits=bits)), 1000)
        assert (answer.lower.value, answer.upper.value, answer.certified) == (m, m, True)


@pytest.mark.parametrize(("N", "q"), [(8, 5), (7, 4), (9, 5), (8, 8)])
def test_large_sets_take_a_simplex_without_a_constant_column(N, q):
    """The least width is that of real keys, and the construction has no column in which all keys agree."""
    answer = ask(question_of(f"qsa N={N} q={q}", ProbeOptions("keys", bits=1)), 1000)
    assert answer.lower.value == answer.upper.value == (N - 1 if q < N else 0)
    built = construct("qsa-linear-keys", N=N, q=q)
    keys = built.code.keys(built.code.count)
    assert (keys != keys[0]).any(axis=0).all() and built.verify().passed and check(built.certificate())


def test_sets_of_several_sizes_and_of_all_keys():
    """The set of all keys asks for nothing, and a simplex does the others."""
    for least, most in ((1, 4), (4, 4), (3, 4), (1, 1)):
        asked = least_size(separation_question(4, least, most), "m", "KEYS(1, midrise)")
        assert simplex_keys_upper(asked).value == 3
        found = chosen_keys_upper(asked, 3, np.random.default_rng(0), 10)
        assert found is not None
