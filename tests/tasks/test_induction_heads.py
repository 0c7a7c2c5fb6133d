"""Induction heads: by hand, against a second definition, near misses, bad input."""

import random
from itertools import product

import pytest

from headcount.tasks import TaskError
from headcount.tasks.sequences.pointers import InductionHeads


@pytest.mark.parametrize(
    ("tokens", "wanted"),
    [
        ((0,), (3,)),
        ((0, 0), (3, 0)),  # what followed the first 0 is the second
        ((0, 1, 0), (3, 3, 1)),
        ((0, 1, 0, 2, 0), (3, 3, 1, 3, 2)),  # the last occurrence counts, not the first
        ((2, 2, 2), (3, 2, 2)),
        ((1, 0, 2, 1, 2), (3, 3, 3, 0, 1)),
    ],
)
def test_by_hand(tokens, wanted):
    assert InductionHeads(3, len(tokens)).evaluate(tokens) == wanted


def test_against_a_walk_that_remembers():
    """What a recurrent machine would do: a table of the latest successors."""
    for tokens in product(range(3), repeat=6):
        follower, wanted, previous = {}, [], None
        for x in tokens:
            if previous is not None:
                follower[previous] = x
            wanted.append(follower.get(x, 3))
            previous = x
        assert InductionHeads(3, 6).evaluate(tokens) == tuple(wanted)


@pytest.mark.parametrize(("A", "N"), [(1, 1), (1, 4), (2, 2), (3, 5)])
def test_near_misses(A, N):
    task, rng = InductionHeads(A, N), random.Random(0)
    for _ in range(50):
        unseen, twice = task.near_miss(0, rng), task.near_miss(1, rng)
        assert {len(unseen), len(twice)} == {N}
        assert all(0 <= x < A for x in (*unseen, *twice))
        if A > 1:
            assert task.evaluate(unseen)[-1] == A
            assert twice.count(twice[-1]) == 1 + min(2, N - 1)


@pytest.mark.parametrize(("A", "N", "name"), [(0, 3, "A"), (2, 0, "N"), (True, 3, "A"), (2, 1.0, "N")])
def test_bad_parameters(A, N, name):
    with pytest.raises(TaskError, match=f"^{name}, "):
        InductionHeads(A, N)
