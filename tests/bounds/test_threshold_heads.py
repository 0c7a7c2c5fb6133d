"""Least numbers of heads in class THRESH: parity, disjointness, Match; degrees against counts known otherwise.

Lower bounds of sign-ranks inside other evidence: independent vectors, and cycles where these show more.
"""

import random
from itertools import pairwise, product

import pytest

from exact_sign_rank import sign_rank
from headcount.bounds.bound import certificate
from headcount.bounds.lower.cycle import sign_rank_lower
from headcount.bounds.lower.independent_vectors import independent_vectors_lower
from headcount.bounds.unit_classes.threshold_heads import (
    ThresholdQuestionError,
    cut_rank_heads,
    intersection_question,
    one_hot_degree,
    parity_question,
    public_output_question,
    searched_heads,
    symmetric_heads,
)
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern, computation_question, match_question, pattern_question
from headcount.solvers.units.softmax_search import NoHeadsFound
from headcount.solvers.units.threshold_degree import (
    OrthogonalWeights,
    SignPolynomial,
    TooManyEntriesError,
    sign_polynomial,
)


def degree(points, signs):
    d = 0
    while isinstance(found := sign_polynomial(points, signs, d), OrthogonalWeights):
        d += 1
    assert isinstance(found, SignPolynomial)
    assert all((found.value(x) > 0) == s and found.value(x) for x, s in zip(points, signs, strict=True))
    return d


@pytest.mark.slow
def test_all_functions_of_three_bits():
    """104 of the 256 are threshold functions (2 constant), and only parity and its negation need degree 3.

    A function and its negation have one degree, so those that are false at 000 are half of each kind.
    """
    points = list(product((0, 1), repeat=3))
    counts = [0] * 4
    for signs in product((False, True), repeat=7):
        counts[degree(points, (False, *signs))] += 1
    assert counts == [1, 51, 75, 1]


def test_two_symbols_from_three():
    """u(x) + v(y) has the signs iff the rows are nested: otherwise two rows and columns form XOR."""
    points = list(product(range(3), repeat=2))
    for number in range(0, 512, 17):
        signs = [bool(number >> k & 1) for k in range(9)]
        rows = [{y for y in range(3) if signs[3 * x + y]} for x in range(3)]
        nested = all(a <= b or b <= a for a in rows for b in rows)
        assert (degree(points, signs) <= 1) == nested


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 6, 7])
def test_parity_needs_as_many_heads_as_bits(k):
    question = parity_question(k)
    assert one_hot_degree(question, k, 0).heads.value == symmetric_heads(question).value == k


def test_symmetric_functions_need_a_head_for_each_change():
    for values in product((False, True), repeat=5):
        question = public_output_question(4, lambda word, values=values: values[sum(word)], "symmetric")
        changes = sum(a != b for a, b in pairwise(values))
        if not changes:
            with pytest.raises(ThresholdQuestionError, match="constant"):
                symmetric_heads(question)
            continue
        assert symmetric_heads(question).value == one_hot_degree(question, 4, 0).degree == changes


@pytest.mark.parametrize(("n", "cut"), [(1, 1), (2, 2), (3, 2), (4, 2), (5, 2)])
def test_disjointness_has_degree_two_and_cuts_of_rank_n_plus_1(n, cut):
    question = intersection_question(n)
    assert one_hot_degree(question, 2 * n, 0).degree == min(n, 2)
    assert cut_rank_heads(question, 2 * n, tuple(range(n))).value == cut


@pytest.mark.slow
def test_six_pairs_need_three_heads_although_the_degree_is_two():
    question = intersection_question(6)
    assert cut_rank_heads(question, 12, tuple(range(6))).value == 3
    assert one_hot_degree(question, 12, 0).degree == 2


@pytest.mark.parametrize(("n", "heads"), [(1, 1), (2, 2), (3, 2)])
def test_disjointness_by_few_heads(n, heads):
    assert searched_heads(intersection_question(n), 2 * n, heads).value == heads


def test_what_cannot_be_done_is_not_found():
    assert isinstance(searched_heads(parity_question(2), 2, 1, starts=20), NoHeadsFound)


@pytest.mark.parametrize(
    ("order", "M", "degrees"), [(2, 4, [0, 1, 0, 1]), (3, 4, [0, 2, 1, 2]), (3, 5, [0, 2, 2, 2, 2])]
)
def test_match(order, M, degrees):
    question = computation_question("match", order=order, M=M, N=3)
    assert [one_hot_degree(question, 0, token).degree for token in range(M)] == degrees
    assert searched_heads(question, 0, max(degrees)).value == max(degrees)


def test_misuse():
    with pytest.raises(ThresholdQuestionError, match="computation"):
        one_hot_degree(match_question(3, 2), 0, 0)
    with pytest.raises(ThresholdQuestionError, match="token"):
        one_hot_degree(parity_question(2), 2, 1)
    with pytest.raises(ThresholdQuestionError, match="position"):
        cut_rank_heads(parity_question(2), 3, (0,))
    with pytest.raises(ThresholdQuestionError, match="symmetric"):
        symmetric_heads(intersection_question(2))
    with pytest.raises(TooManyEntriesError):
        sign_polynomial(list(product((0, 1), repeat=14)), [True] * 2**14, 5)


def random_question(rng, rows, columns, letters="+-"):
    words = ["".join(rng.choice(letters) for _ in range(columns)) for _ in range(rows)]
    return pattern_question(SignPattern(tuple(words), null=True))


def independent(question):
    bounds = [independent_vectors_lower(question, vectors=vectors) for vectors in ("columns", "rows")]
    return max((bound.value for bound in bounds if bound is not None), default=0)


def accepted(question, found):
    return isinstance(check(certificate(question, found)), Accepted)


def test_it_is_never_above_the_sign_rank():
    rng = random.Random(4)
    for _ in range(18):
        question = random_question(rng, rng.randint(1, 9), rng.randint(1, 5), "+-+-+-0*")
        found = sign_rank_lower(question)
        assert independent(question) <= found.value <= sign_rank(question.pattern.rows)
        assert accepted(question, found)


def test_cycles_show_more():
    rng, more = random.Random(0), 0
    for _ in range(8):
        question = random_question(rng, 8, 8)
        found = sign_rank_lower(question)
        assert accepted(question, found)
        more += found.value > independent(question)
        assert (found.value > independent(question)) == found.evidence.method.startswith("a cycle of ")
    assert more >= 2


def test_a_cut_of_which_a_cycle_shows_more():
    rng, words = random.Random(6), set()
    for _ in range(6):
        table = {(a, b): rng.random() < 0.5 for a in range(8) for b in range(8)}

        def true(word, table=table):
            a, b = (sum(bit << k for k, bit in enumerate(half)) for half in (word[:3], word[3:6]))
            return table[a, b]

        bound = cut_rank_heads(public_output_question(6, true, "random"), 6, (0, 1, 2))
        assert isinstance(check(certificate(bound.question, bound)), Accepted)
        words.add(bound.evidence.method.partition(" of ")[0])
    assert "sign-rank >= 4" in words
