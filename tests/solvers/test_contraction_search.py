"""Chirotopes on the sets that contain some columns: words excluded, by brute force; refutations, against tables."""

from itertools import product

import numpy as np
import pytest

from headcount.bounds.bound import certificate
from headcount.bounds.lower.chirotope import Angle, chirotope_lower
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern, pattern_question
from headcount.solvers.outcome import Verdict
from headcount.solvers.sign_rank.contraction_search import ContractionSearch, affordable, contraction_of, excluded_words

SYMBOLS = {-1: "-", 1: "+", 2: "*"}


def question_of(pattern):
    return pattern_question(SignPattern(tuple("".join(SYMBOLS[x] for x in row) for row in pattern.tolist()), null=True))


@pytest.mark.parametrize("contracted", [(), (1,), (0, 3)])
def test_excluded_words_by_brute_force(contracted):
    for seed in range(5):
        pattern = np.random.default_rng(seed).choice(np.array([-1, 1, 1, 2], dtype=np.int8), (14, 6))
        outside = [column for column in range(6) if column not in contracted]
        large = np.array([outside[:2], outside[1:3], outside[-2:]])
        shown = {tuple(sign * x for x in row) for row in pattern.tolist() for sign in (1, -1)}
        found = excluded_words(pattern, contracted, large)
        for place, columns in enumerate(large.tolist()):
            for code, word in enumerate(product((-1, 1), repeat=2)):
                every = all(
                    any(
                        all(row[c] == x for c, x in zip((*contracted, *columns), (*y, *word[::-1]), strict=True))
                        for row in shown
                    )
                    for y in product((-1, 1), repeat=len(contracted))
                )
                assert found[place, code] == every


@pytest.mark.parametrize(("rank", "contracted"), [(2, 0), (3, 1), (4, 2), (4, 1), (3, 0), (5, 3)])
def test_what_has_vectors_is_never_refuted(rank, contracted):
    """Patterns made from vectors, some entries starred: a refutation would be wrong."""
    rng = np.random.default_rng(rank * 10 + contracted)
    columns = contracted + 6
    while not affordable(columns, rank, contracted):
        columns += 1
    for _ in range(150):
        pattern = np.sign(rng.standard_normal((40, rank)) @ rng.standard_normal((rank, columns))).astype(np.int8)
        pattern[rng.random(pattern.shape) < 0.05] = 2
        search = ContractionSearch(pattern, rank, tuple(rng.permutation(columns)[:contracted].tolist()))
        assert search.run(float("inf")) is Verdict.FEASIBLE
        search.close()


@pytest.mark.parametrize(("rank", "contracted"), [(3, 0), (3, 1), (4, 2), (5, 3)])
@pytest.mark.parametrize("vectors", ["columns", "rows"])
def test_refutations_are_certified(rank, contracted, vectors):
    rng = np.random.default_rng(rank + 7 * contracted)
    refuted = 0
    for _ in range(10):
        pattern = rng.choice(np.array([-1, 1], dtype=np.int8), (60 * 2**contracted, contracted + 5))
        chosen = contraction_of(pattern[:60], rank, contracted, rng)
        search = ContractionSearch(pattern, rank, chosen)
        if search.run(float("inf")) is Verdict.INFEASIBLE:
            refuted += 1
            question = question_of(pattern if vectors == "columns" else pattern.T)
            bound = chirotope_lower(question, search, Angle(vectors))
            assert bound.value == rank + 1
            assert isinstance(check(certificate(question, bound)), Accepted)
            if refuted == 2:
                break
    assert refuted == 2
