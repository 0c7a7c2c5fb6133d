"""Function composition and k hops: by hand, against definitions written another way, near misses."""

import random
from itertools import product

import pytest

from headcount.tasks import Composition, InductionHeads, KHop, TaskError


@pytest.mark.parametrize("n", [1, 2, 3])
def test_composition_on_every_input(n):
    task = Composition(n)
    inputs = list(task.instances()) if n < 3 else list(task.samples(300, seed=1))
    for tokens in inputs:
        f, g = dict(enumerate(tokens[:n])), dict(enumerate(tokens[n : 2 * n]))
        assert task.evaluate(tokens) == tuple(f[g[x]] for x in tokens)
    assert (task.N, task.alphabet, dict(task.parameters)) == (2 * n + 1, n, {"n": n})


def test_composition_is_not_the_other_way_round():
    tokens = (1, 2, 0, 2, 2, 0, 0)  # f(g(0)) = f(2) = 0, g(f(0)) = g(1) = 2
    assert Composition(3).evaluate(tokens)[-1] == 0


def hops(tokens, i, k):
    """find^k of the paper, from 1: find(i) = max{j <= i : x_(j-1) = x_i}, 0 if there is none."""
    x = (None, *tokens)
    for _ in range(k):
        if i == 0:
            return 0
        i = max([0, *(j for j in range(2, i + 1) if x[j - 1] == x[i])])
    return i


@pytest.mark.parametrize("k", [1, 2, 3])
def test_hops_by_the_papers_definition(k):
    for tokens in product(range(3), repeat=6):
        places = [hops(tokens, i, k) for i in range(1, 7)]
        assert KHop(3, 6, k).evaluate(tokens) == tuple(tokens[j - 1] if j else 3 for j in places)


def test_one_hop_is_induction_heads():
    for tokens in product(range(3), repeat=5):
        assert KHop(3, 5, 1).evaluate(tokens) == InductionHeads(3, 5).evaluate(tokens)


@pytest.mark.parametrize("task", [Composition(4), KHop(4, 9, 2), KHop(3, 7, 3)])
def test_samples_are_inputs_with_different_answers(task):
    seen = {task.evaluate(tokens)[-1] for tokens in task.samples(90, seed=2)}
    assert len(seen) > 2
    rng = random.Random(0)
    for kind in range(task.kinds):
        tokens = task.near_miss(kind, rng)
        assert len(tokens) == task.N
        assert all(0 <= x < task.alphabet for x in tokens)


def test_refusals():
    with pytest.raises(TaskError, match="n, the size of the domain, must be an integer >= 1, got 0"):
        Composition(0)
    with pytest.raises(TaskError, match="k, the number of hops"):
        KHop(3, 6, 0)
