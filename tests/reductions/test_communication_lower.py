"""D(f) in closed form against the least protocol tree of small matrices; fooling sets and ranks looked at."""

from itertools import combinations

import pytest

import brute_matrices
from headcount.reductions.excluded_sizes.communication_lower import (
    CLOSED,
    communication_lower,
    fooling_sets,
    rank_modulo_prime,
)
from headcount.reductions.excluded_sizes.disjointness_lower import match3_disjointness_lower
from headcount.tasks.two_party.functions import FUNCTIONS, TwoPartyError, disj, eq, gt, index, ip, matrix_function


def least_depth(rows):
    return brute_matrices.EXACT["D"](rows)


SMALL = [make(n) for make in (disj, eq, gt, ip) for n in (1, 2)] + [index(n) for n in (1, 2, 3)]


@pytest.mark.parametrize("f", SMALL, ids=str)
def test_against_all_protocol_trees(f):
    known = communication_lower(f)
    assert known.value == known.upper == least_depth(f.matrix())
    assert 2**known.one_way == len(set(f.matrix()))


@pytest.mark.parametrize("name", CLOSED)
@pytest.mark.parametrize("n", range(1, 6))
def test_the_closed_forms_against_ranks(name, n):
    """Ranks bound the same rectangles: what they prove cannot exceed D; for IP they are what is claimed."""
    f = FUNCTIONS[name](n)
    known = communication_lower(f)
    rows = [[int(entry) for entry in row] for row in f.matrix()]
    ones, zeros = rank_modulo_prime(rows), rank_modulo_prime([[1 - x for x in row] for row in rows])
    assert (zeros + ones - 1).bit_length() <= known.value == known.upper
    assert known.value == (1 + (n - 1).bit_length() if name == "index" else n + 1)
    if name == "ip":
        assert (known.zero_parts, known.one_parts) == (zeros, ones) == (2**n, 2**n - 1)
    if name == "index":
        assert (known.zero_parts, known.one_parts) == (zeros, ones) == (n, n)


@pytest.mark.parametrize("make", [disj, eq, gt, index])
@pytest.mark.parametrize("n", [1, 2, 5])
def test_fooling_sets(make, n):
    f = make(n)
    sets, known = fooling_sets(f), communication_lower(f)
    for value, pairs in enumerate(sets):
        assert len(set(pairs)) == len(pairs)
        assert all(f.evaluate(a, b) == value for a, b in pairs)
        assert not any(f.evaluate(a, d) == f.evaluate(c, b) == value for (a, b), (c, d) in combinations(pairs, 2))
    assert (len(sets.zero), len(sets.one)) == (known.zero_parts, known.one_parts)
    if make is disj:  # no two of the pairs share a transcript, so the cost before the announcement is at least n
        assert len(sets.one) == 2 ** match3_disjointness_lower(2 * n + 1).required


def test_what_fools_nobody():
    with pytest.raises(TwoPartyError, match="known for"):
        fooling_sets(ip(2))


def test_a_matrix_of_ones_own():
    assert communication_lower(matrix_function([[1, 1], [1, 1]])).upper == 0
    known = communication_lower(matrix_function([[0, 1], [0, 1], [0, 1]]))
    assert (known.value, known.upper, known.one_way) == (1, 1, 0)  # Bob alone knows
    # the 5 x 5 matrix whose least partition has 8 rectangles while D = 4
    rows = tuple("1111011000111110110110011"[5 * i : 5 * i + 5] for i in range(5))
    known = communication_lower(matrix_function(rows))
    assert known.value <= least_depth(rows) == 4 <= known.upper


def test_matrices_and_promises_against_brute_force():
    """All matrices over 0 1 * of three lines: no bound exceeds the truth, and without * one message is exact."""
    exact = count = 0
    for rows in brute_matrices.small_matrices():
        known = communication_lower(matrix_function(rows))
        true = {name: brute_matrices.EXACT[name](rows) for name in ("D", "one_way_ab", "one_way_ba")}
        assert known.value <= true["D"] <= known.upper, rows
        assert known.one_way <= true["one_way_ab"], rows
        assert known.one_way_back <= true["one_way_ba"], rows
        if "*" not in "".join(rows):
            assert (known.one_way, known.one_way_back) == (true["one_way_ab"], true["one_way_ba"])
        count += 1
        exact += known.one_way == true["one_way_ab"]
    assert count == exact == 975  # a greedy clique is the largest, at this size


def test_a_matrix_named_like_a_function_is_still_a_matrix():
    known = communication_lower(matrix_function([[1, 1], [1, 1]], name="disj"))
    assert (known.value, known.upper) == (0, 0)
