"""Codes as keys: they do what is said of them, and those that do not are refused."""

import doctest
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

import _existence
from _existence import failing, gordon_width, sums_width
from headcount import construct
from headcount.bounds.constructions.averaging import linear_codes
from headcount.bounds.constructions.averaging.dual_certificate import NoExactTieError
from headcount.bounds.constructions.averaging.linear_codes import LinearCode, codes_for, dual_bch, kerdock
from headcount.bounds.constructions.averaging.linear_keys import TiedQuery, keys_upper, sums_upper
from headcount.bounds.constructions.construction import ConstructionError
from headcount.bounds.key_bits import code_keys_upper, real_keys_lower
from headcount.bounds.key_sums import sums_lower
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import least_size, qsa_question, separation_question
from headcount.search.ask import ask
from headcount.search.probe_options import ProbeOptions
from headcount.search.settle import question_of
from headcount.tasks import TaskError

CODES = [kerdock(4), kerdock(6), dual_bch(3), dual_bch(5), *(linear_codes.intersecting_columns(k) for k in (2, 4))]
CODES += [linear_codes.listed(6, 2), linear_codes.binary_digits(3), *(linear_codes.all_columns(3, x) for x in (0, 1))]


def bch_of_three(r):
    """The dual of the BCH code that corrects three errors."""
    two = dual_bch(r)
    numbers = [sum(x << i for i, x in enumerate(column[:r])) for column in two.columns]  # the powers of a primitive one
    fifth = [numbers[5 * j % len(numbers)] for j in range(len(numbers))]
    columns = [(*old, *(x >> i & 1 for i in range(r))) for old, x in zip(two.columns, fifth, strict=True)]
    return LinearCode("", 2, tuple(columns))


@pytest.mark.parametrize("code", CODES, ids=lambda code: f"{code.name} {code.m}")
def test_inner_products_are_those_of_the_keys(code):
    keys = code.keys(code.count).astype(np.int64)
    assert keys.shape == (code.count, code.m)
    assert set(np.unique(keys)) <= {-1, 1}
    gram = np.abs(keys @ keys.T)
    others = gram[~np.eye(code.count, dtype=bool)]
    assert set(others.tolist()) == set(code.products)
    assert code.coherence == others.max()
    assert np.array_equal(code.keys(3), keys[:3])


@pytest.mark.parametrize("N, q", [(128, 2), (60, 1), (2048, 4), pytest.param(33, 3, marks=pytest.mark.slow)])
def test_kerdock_has_the_size_that_is_said(N, q):
    built = construct("qsa-kerdock", N=N, q=q)
    m = built.size.m
    assert 4 * q * q <= m and m * m >= 2 * N
    assert m == 16 or 4 * q * q > m // 4 or (m // 4) ** 2 < 2 * N
    assert built.verify(samples=60).passed
    bundle = built.certificate()
    assert isinstance(check(bundle), Accepted)
    assert {claim["value"] for claim in bundle["claims"]} == {m}


@pytest.mark.parametrize("N, q", [(6, 2), (8, 2), (9, 2), (16, 2), (16, 1), (5, 4), (7, 3), (2, 1), (1, 1)])
def test_all_subsets_at_small_sizes(N, q):
    """The unit itself is run, and the queries fit into what is said of them."""
    built = construct("qsa-linear-keys", N=N, q=q)
    (head,) = built.heads
    for y in combinations(range(N), q):
        margin, spread = built.measured(y)
        assert margin > 0 and not spread and built.error(y) == 0
        query = head.query(y)
        assert head.query_range is None or (head.query_range[0] <= query.min() and query.max() <= head.query_range[1])


def test_queries_of_four_keys_fit_into_what_is_proved():
    built = construct("qsa-kerdock", N=2048, q=4)
    (head,) = built.heads
    assert built.size.query_bits == 13
    seen = max(int(np.abs(head.query(y)).max()) for y in built.subsets(300, 1))
    assert 100 < seen <= head.query_range[1]
    assert seen.bit_length() + 1 < built.size.p and built.size.p_is == "<="


def test_a_size_says_whether_it_is_the_least_one():
    """p is =, where all queries are written out or the bound is attained; <= for a bound; >= for queries tried."""
    for name, N, q, known in (
        ("qsa-kerdock", 2048, 2, "="),
        ("qsa-linear-keys", 32, 3, "="),
        ("qsa-linear-keys", 128, 3, ">="),
        ("qsa-moment-curve", 1000, 3, "<="),
        ("qsa-sign-keys", 10**4, 2, "="),
    ):
        assert construct(name, N=N, q=q).size.p_is == known


def test_the_words_of_a_code_are_english():
    words = [construct("qsa-linear-keys", N=16, q=q).theorem.words for q in (1, 2, 3)]
    starts = ["an intersecting code as", "a code of binary digits as", "a linear code for q = 3 as"]
    assert all(any(f"the words of {start}" in found for start in starts) for found in words)


@pytest.mark.parametrize(
    "code, q",
    [(kerdock(4), 3), (dual_bch(5), 3), (dual_bch(6), 3), (bch_of_three(6), 2), (dual_bch(4), 2)],
    ids=["128 keys of 16", "31, 10", "63, 12", "63, 18", "15, 8"],
)
def test_what_must_be_refused(code, q):
    assert not code.selects(q)
    assert keys_upper(code, qsa_question(code.count, q)) is None
    assert sums_upper(code, code.count, q) is None
    assert code not in list(codes_for(code.count, q))


@pytest.mark.parametrize("code, q", [(kerdock(4), 3), pytest.param(dual_bch(5), 3, marks=pytest.mark.slow)])
def test_these_keys_do_fail(code, q):
    """Some subset with the key 0 is no face: two sets of keys have one sum (so no query tells them apart)."""
    keys = code.keys(code.count).astype(np.int64)
    sums = {}
    for y in combinations(range(code.count), q):
        total = keys[list(y)].sum(axis=0).tobytes()
        if total in sums:
            return
        sums[total] = y
    raise AssertionError("no two subsets have one sum")


def contains(code):
    """Whether the support of one of the lightest words lies in that of another word."""
    words = (code.keys(code.count) < 0)[1:].astype(np.float32)
    weights = words.sum(axis=1)
    light = np.argsort(weights, kind="stable")[:200]
    common = words[light] @ words.T
    common[np.arange(len(light)), light] = 0
    return bool((common == weights[light, None]).any())


@pytest.mark.slow
def test_words_that_contain_another_are_no_pair_of_keys():
    """Of [63, 18] some words do (q = 2 fails); of codes for pairs none does."""
    assert not any(contains(code) for code in (dual_bch(5), linear_codes.listed(6, 2)))
    assert contains(bch_of_three(6))


def test_keys_of_no_face_have_no_query():
    square = np.array([[1, 1, 1], [1, -1, 1], [-1, -1, 1], [-1, 1, 1]], dtype=np.int8)
    with pytest.raises(NoExactTieError):
        TiedQuery(square, sure=False)((0, 2))
    with pytest.raises(NoExactTieError):
        TiedQuery(np.array([[1, 1], [1, 1], [1, 1]], dtype=np.int8))((0, 1))


def test_a_linear_program_has_queries_where_least_squares_fail():
    """Subsets of three keys of which one is 0, in the code of 64 keys: some need it."""
    code = linear_codes.listed(6, 3)
    keys = code.keys(64)
    rule, plain, needed = TiedQuery(keys, sure=False), TiedQuery(keys), 0
    for others in list(combinations(range(1, 64), 2))[::7]:
        y = (0, *others)
        scores = keys.astype(np.int64) @ rule(y)
        assert len(set(scores[list(y)].tolist())) == 1
        assert np.delete(scores, y).max() < scores[0]
        needed += not np.array_equal(rule(y), plain(y))
    assert needed > 0


@pytest.mark.slow
@pytest.mark.parametrize("k, m", [(4, 10), (5, 15), (6, 20), (7, 27), (8, 36)])
def test_codes_of_triples_are_certified(k, m):
    code = linear_codes.listed(k, 3)
    bound = keys_upper(code, qsa_question(2**k, 3))
    assert (bound.value, str(bound.status)) == (m, "CERTIFIED")


@pytest.mark.parametrize("m, q", [(1, 1), (2, 2), (3, 2), (2, 3), (1, 4)])
def test_sums_that_fail_are_counted(m, q):
    """Against all words of the q + 1 keys."""
    found = 0
    for signs in product((1, -1), repeat=m * (q + 1)):
        keys = np.array(signs).reshape(q + 1, m)
        w = keys[:q].sum(axis=0)
        found += int(w @ (keys[0] - keys[q]) <= 0)
    assert Fraction(found, 2 ** (m * (q + 1))) == Fraction(failing(m, q), 2 ** (m * q))


def test_existence_is_monotone():
    assert not doctest.testmod(_existence).failed
    for width in (sums_width, gordon_width):
        assert width(32, 2) <= width(64, 2) <= width(64, 3)


@pytest.mark.parametrize("N", range(1, 7))
@pytest.mark.parametrize("p", [1, 2])
def test_lower_is_at_most_upper(N, p):
    for q in range(1, N + 1):
        for question in (qsa_question(N, q), separation_question(N, 1, q)):
            asked = least_size(question, "m", f"KEYS({p}, midrise)")
            upper = code_keys_upper(asked)
            lowers = [bound for bound in (sums_lower(asked), real_keys_lower(asked)) if bound is not None]
            assert max(bound.value for bound in lowers) <= upper.value


@pytest.mark.parametrize("N, q, lower, upper", [(128, 2, 9, 16), (2048, 4, 20, 64), (100, 1, 7, 7), (4, 4, 0, 0)])
def test_probe_of_the_class(N, q, lower, upper):
    answer = ask(question_of(f"qsa N={N} q={q}", ProbeOptions("keys", bits=1)), 100)
    assert (answer.lower.value, answer.upper.value) == (lower, upper)
    assert answer.certified
    assert isinstance(check(answer.certificate()), Accepted)


@pytest.mark.parametrize("task, options", [("match2 M=5", {}), ("qsa N=6 q=2", {"mask": "causal"})])
def test_the_class_is_about_subsets(task, options):
    with pytest.raises(TaskError, match="class keys is about qsa and topk"):
        question_of(task, ProbeOptions("keys", **options))


@pytest.mark.parametrize(
    "name, sizes, said",
    [
        ("qsa-kerdock", {"N": 10, "q": 0}, "q, the number of positions averaged"),
        ("qsa-kerdock", {"N": 10, "q": 11}, "q must be at most N = 10"),
        ("qsa-kerdock", {"N": 600_000, "q": 2}, "N and q must be at most 524288 and 16"),
        ("qsa-kerdock", {"N": 100, "q": 17}, "N and q must be at most 524288 and 16"),
        ("qsa-linear-keys", {"N": 100_000, "q": 17}, "such that a code is known"),
    ],
)
def test_bad_sizes(name, sizes, said):
    with pytest.raises(ConstructionError, match=said):
        construct(name, **sizes)
