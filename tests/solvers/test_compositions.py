"""Lines put together from lines with ties: what they are, and what cycles show with them."""

import random

import numpy as np
import pytest

from exact_sign_rank import sign_rank
from headcount.bounds.bound import certificate
from headcount.bounds.lower.cycle import cycle_lower
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern, pattern_question
from headcount.solvers.sign_rank.compositions import compositions, negative
from map_patterns import composition

LETTERS = "0+*-"  # of 0, 1, 2, -1


def table(words):
    return np.array([["-0+*".index(x) - 1 for x in word] for word in words], np.int8)


def random_words(rng, rows, columns, letters):
    return ["".join(rng.choice(letters) for _ in range(columns)) for _ in range(rows)]


def test_lines_are_what_they_are_put_together_from():
    rng = random.Random(1)
    for k in range(60):
        words = random_words(rng, rng.randint(1, 6), rng.randint(1, 6), "+-00*" if k % 2 else "+-0")
        found = compositions(table(words), np.random.default_rng(k), most=40)
        assert 1 <= len(found.lines) <= max(40, 2 * len(words))
        for line, parts in zip(found.lines.tolist(), found.parts, strict=True):
            assert "".join(LETTERS[x] for x in line) == composition(words, parts)
            assert all(x or {word[c] for word in words} == {"0"} for c, x in enumerate(line))
        assert len(np.unique(np.concatenate([found.lines, negative(found.lines)]), axis=0)) >= len(found.lines)


def test_cycles_of_patterns_with_ties_are_never_above_the_sign_rank():
    rng, equal, more = random.Random(2), 0, 0
    for k in range(30):
        words = random_words(rng, rng.randint(2, 7), rng.randint(2, 5), "+-0")
        question, truth = pattern_question(SignPattern(tuple(words), null=True)), sign_rank(words)
        bounds = [cycle_lower(question, vectors=vectors, seed=k) for vectors in ("columns", "rows")]
        assert all(isinstance(check(certificate(question, bound)), Accepted) for bound in bounds if bound is not None)
        value = max((bound.value for bound in bounds if bound is not None), default=0)
        assert value <= truth
        equal += value == truth
        more += any(bound is not None and "put together" in bound.evidence.method for bound in bounds)
    assert equal >= 24
    assert more >= 14


@pytest.mark.slow
def test_of_a_large_pattern_a_part_is_taken():
    words = random_words(random.Random(5), 110, 90, "+-0")
    question = pattern_question(SignPattern(tuple(words), null=False))
    bound = cycle_lower(question, enough=lambda: 6)
    assert bound.value == 5
    assert "in a part of 110 rows and 24 columns" in bound.evidence.method
    assert isinstance(check(certificate(question, bound)), Accepted)


def test_lines_are_left_out_when_it_has_to_stop():
    found = compositions(table(["0+", "+0", "+-"]), np.random.default_rng(0), stop=lambda: True)
    assert {parts[0] for parts in found.parts} == {0}
