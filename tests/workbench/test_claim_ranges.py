"""Claims over ranges: which instances there are, in which order, what is wrong with a range, what is smallest."""

import pytest

from headcount.workbench.claims import (
    ClaimError,
    ClaimRaisedError,
    Verdict,
    claim,
    least,
    matrices,
    measured,
    random_matrices,
)


def width(N, q):
    """The least m of q-SA(N, q) is min(2q, N - 1)."""
    return least("m", f"qsa N={N} q={q}") == min(2 * q, N - 1)


def test_instances_are_those_that_where_admits_small_ones_first():
    made = claim(N=range(2, 5), q=[1, 2, 3], where=lambda N, q: q < N)(width)
    assert [(i["N"], i["q"]) for i in made.instances()] == [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)]
    assert made.words == "The least m of q-SA(N, q) is min(2q, N - 1)."
    assert made.range_words.startswith("N = 2..4, q = 1..3")


def test_a_claim_is_a_function_of_its_parameters():
    made = claim(N=[4], q=[1])(width)
    assert made(N=9, q=3).words == "least m of q-SA(N=9, q=3) without a null token, class SIGN == 6"
    with pytest.raises(ClaimError, match="width takes N, q, got N"):
        made(N=9)


def test_a_claim_without_parameters_has_one_instance():
    made = claim()(lambda: least("m", "qsa N=4 q=1") == 2)
    assert made.instances() == ({},)
    assert made.run().verdicts == {"<lambda>": Verdict.PROVED}


@pytest.mark.parametrize(
    ("ranges", "part"),
    [
        ({"N": range(3, 6), "p": [1]}, "has a range for 'p', but takes N, q"),
        ({"N": range(3, 6)}, "takes 'q', and no range was given for it"),
        ({"N": range(6, 3), "q": [1]}, "has an empty range: N=range(6, 3) has no values"),
        ({"N": 5, "q": [1]}, "the range of N must list values, got 5 (int); write N=[5]"),
        ({"N": "345", "q": [1]}, "the range of N must list values"),
        ({"N": iter(int, 1), "q": [1]}, "the range of N has more than 100000 values"),
        ({"N": [4], "q": [1], "budget": 0}, "budget must be a positive number"),
        ({"N": [4], "q": [1], "budget": True}, "budget must be a positive number"),
        ({"N": [4], "q": [1], "seed": -1}, "seed must be an integer >= 0"),
        ({"N": [4], "q": [1], "where": 3}, "where must be a function"),
    ],
)
def test_a_typo_in_the_range_is_told_when_the_claim_is_made(ranges, part):
    with pytest.raises(ClaimError) as caught:
        claim(**ranges)(width)
    assert part in str(caught.value)


def test_a_range_that_where_empties_proves_nothing():
    made = claim(N=[3, 4], q=[5], where=lambda N, q: q < N)(width)
    with pytest.raises(ClaimError, match=r"empty range.*a claim about nothing proves nothing"):
        made.run()


def test_too_many_instances_are_refused():
    made = claim(N=range(2, 1000), q=range(1, 1000))(width)
    with pytest.raises(ClaimError, match=r"has 997002 instances .*narrow a range"):
        made.instances()


def test_a_function_that_raises_says_where_and_decides_nothing():
    made = claim(N=[4], q=[0])(lambda N, q: least("m", f"qsa N={N} q=1") >= N // q)
    with pytest.raises(ClaimRaisedError, match=r"raised ZeroDivisionError at N=4, q=0.*neither proved nor refuted"):
        made.run()
    made = claim(N=[4], q=[0], where=lambda N, q: N // q)(width)
    with pytest.raises(ClaimRaisedError, match="where= of the claim width raised ZeroDivisionError at N=4, q=0"):
        made.instances()


@pytest.mark.parametrize(
    ("function", "part"),
    [
        (lambda N: True, "a statement was required, such as least('m', task) >= 4, got True (bool)"),
        (lambda N: None, "a statement was required"),
        (lambda N: 2 <= least("m", "qsa N=4 q=1") <= 3, "write a <= x <= b as (a <= x) & (x <= b)"),
        (lambda N: least("breadth", "qsa N=4 q=1") >= 2, "the resource must be one of"),
    ],
)
def test_what_is_no_statement_is_an_error_and_no_verdict(function, part):
    with pytest.raises(ClaimError) as caught:
        claim(N=[4])(function).run()
    assert part in str(caught.value)
    assert "N=4" in str(caught.value)


def test_the_smallest_counterexample_is_the_smallest():
    made = claim(N=range(3, 7), q=[2, 1])(lambda N, q: least("m", f"qsa N={N} q={q}") >= N - 1)
    report = made.run()
    found = report.counterexample("<lambda>")
    assert found.instance == "N=4, q=1"  # q = 2 comes first in its range, but q-SA(4, 2) and (5, 2) need N - 1
    assert made.size({"N": 4, "q": 1}) == 2


# ---- matrices


def test_matrices_are_all_matrices_of_a_shape():
    assert len({m.rows for m in matrices(2, 3)}) == 64 == len(matrices(2, 3))
    assert [m.rows for m in random_matrices(4, 4, 5, seed=1)] == [m.rows for m in random_matrices(4, 4, 5, seed=1)]


@pytest.mark.parametrize("make", [lambda: matrices(0, 2), lambda: matrices(5, 5), lambda: random_matrices(3, 3, 0)])
def test_impossible_shapes_are_refused(make):
    with pytest.raises(ClaimError):
        make()


def test_a_random_counterexample_is_shrunk_to_one_that_nothing_smaller_is():
    """rank over Q <= 2 of random 4x4 matrices: what is left is 3x3 of rank 3 with as few ones as possible."""
    made = claim(f=random_matrices(4, 4, 3))(lambda f: measured("rank_q", f) <= 2)
    found = made.run().counterexample("<lambda>")
    rows = found.parameters[0][1].split("/")
    assert len(rows) == 3 == len(rows[0])
    assert sum(row.count("1") for row in rows) == 3  # a permutation matrix
