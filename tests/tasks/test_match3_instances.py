"""Hard instances of Match3: YES and NO by the definition, how often a NO is none, and that pairs tell nothing."""

from collections import Counter
from itertools import combinations

import pytest

from headcount.tasks import TaskError, match3_instance


@pytest.mark.parametrize("N", [3, 5, 12])
def test_a_planted_triple_matches(N):
    for seed in range(30):
        found = match3_instance(N, planted=True, seed=seed)
        outputs = found.task.evaluate(found.tokens)
        assert (found.M, len(found.tokens), found.answer, len(set(found.planted))) == (N**4, N, 1, 3)
        assert all(outputs[i] == 1 for i in found.planted)


def test_independent_tokens_seldom_match():
    """At most 1/N of them; counted over many seeds at N = 8, where 64 of 512 would be one eighth."""
    matched = sum(match3_instance(8, planted=False, seed=seed).answer for seed in range(512))
    assert 0 < matched < 64


def test_every_pair_of_a_planted_triple_is_uniform():
    """N = 3, M = 81: all triples (x, y, -x-y) are as likely, so each pair of tokens takes each value once."""
    triples = [(x, y, -(x + y) % 81) for x in range(81) for y in range(81)]
    for i, j in combinations(range(3), 2):
        assert set(Counter((triple[i], triple[j]) for triple in triples).values()) == {1}
    for seed in range(20):
        assert match3_instance(3, planted=True, seed=seed).tokens in triples


def test_refusals():
    with pytest.raises(TaskError, match="N, the number of tokens, must be an integer >= 3, got 2; try N=5"):
        match3_instance(2, planted=True)
    with pytest.raises(TaskError, match="planted must be True or False"):
        match3_instance(5, planted=1)
