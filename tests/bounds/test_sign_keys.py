"""Random sign keys: exact ties at one bit, parity, coherence."""

from fractions import Fraction

import numpy as np
import pytest

from headcount.bounds.constructions.averaging.averaging_head import hard_subsets
from headcount.bounds.constructions.averaging.dual_certificate import DualCertificate, NoExactTieError, tied_query
from headcount.bounds.constructions.averaging.sign_keys import qsa_sign_keys, random_sign_keys
from headcount.questions import fixed_point


@pytest.mark.parametrize("bits", [1, 2, 3, 4])
@pytest.mark.parametrize("q", [1, 2, 3, 5, 8, 12])
def test_ties_are_exact_and_entries_in_the_grid(bits, q):
    rng = np.random.default_rng(q)
    keys = random_sign_keys(60, 240, 3)
    for _ in range(5):
        chosen = keys[rng.choice(60, q, replace=False)]
        dual = np.linalg.solve(chosen @ chosen.T.astype(float), np.ones(q)) @ chosen
        wanted = dual / np.sqrt(np.mean(dual * dual)) * 2 ** (bits - 1)
        query = tied_query(chosen, wanted, bits, 0)
        assert len(set((chosen.astype(int) @ query).tolist())) == 1
        assert set(query.tolist()) <= set(range(1 - 2**bits, 2**bits, 2))
        assert np.abs(query - np.clip(wanted, 1 - 2**bits, 2**bits - 1)).max() <= 2  # a neighbour in the grid


def test_an_odd_difference_can_not_be_tied():
    """The parity argument, by enumeration: keys that differ at one coordinate tie under no odd query."""
    keys = np.array([[1, 1, 1, 1], [1, 1, 1, -1]])
    assert all(
        (keys @ np.array(w))[0] != (keys @ np.array(w))[1]
        for w in np.ndindex(2, 2, 2, 2)
        for w in [1 - 2 * np.array(w)]
    )
    with pytest.raises(NoExactTieError, match="q must be small enough"):
        tied_query(keys, np.ones(4), 1, 0)


@pytest.mark.parametrize("m", [9, 16, 30, 64])
def test_random_keys_differ_and_have_even_parity(m):
    keys = random_sign_keys(200, m, 7)
    assert keys.shape == (200, m)
    assert set(np.unique(keys).tolist()) == {-1, 1}
    assert ((keys < 0).sum(axis=1) % 2 == 0).all()
    assert len(np.unique(keys, axis=0)) == 200
    products = keys.astype(int) @ keys.T.astype(int)
    assert ((products - m) % 4 == 0).all()


def test_gaps_are_multiples_of_four_and_the_seed_decides():
    built, again, other = (qsa_sign_keys(150, 4, m=120, seed=seed) for seed in (2, 2, 3))
    subset = (3, 50, 51, 149)
    assert built.scores(subset) == again.scores(subset)
    assert built.scores(subset) != other.scores(subset)
    for y in hard_subsets(150, 4, 30, 1, lambda y: np.arange(150)):
        assert built.spread(y) == 0
        assert built.margin(y) % 4 == 0
        if built.margin(y) > 0:
            assert built.error(y, fixed_point(3)) == 0


def test_too_few_dimensions_are_noticed():
    """40 keys of 10 signs can not select every triple: verify has to find one."""
    verification = qsa_sign_keys(40, 3, m=10).verify(samples=50)
    assert not verification.passed
    assert verification.counterexample is not None
    assert not verification.exhaustive


def test_missing_ties_are_a_counterexample_and_no_margin():
    built = qsa_sign_keys(24, 23, m=12)  # 23 keys of 12 signs span everything: a query that ties them is 0
    verification = built.verify(samples=5)
    assert verification.counterexample == tuple(range(23))
    assert "no query with exact ties" in verification.undecided
    assert verification.margin is None
    assert built.certificate() is None
    assert built.size.p == 1


def test_refinement_finds_the_relative_gap():
    keys = random_sign_keys(400, 160, 0)
    plain, refined = DualCertificate(keys, 2), DualCertificate(keys, 2, Fraction(1, 2))
    reached = [0, 0]
    for subset in list(hard_subsets(400, 4, 15, 0, lambda y: np.arange(400))):
        for number, rule in enumerate((plain, refined)):
            query, on, off = rule.best(subset)
            scores = keys.astype(int) @ query
            assert {int(scores[j]) for j in subset} == {on}
            assert max(np.delete(scores, subset)) == off
            reached[number] += on > 0 and 2 * (on - off) >= on
    assert reached[1] > reached[0]


def test_one_position_takes_binary_keys():
    for N in (1, 2, 3, 64, 65):
        built = qsa_sign_keys(N, 1)
        assert built.size.m == max(1, (N - 1).bit_length())
        assert built.verify().passed
        assert built.proved


def test_hard_subsets_are_subsets_and_seeded():
    for N, q in ((1, 1), (2, 1), (5, 5), (6, 4), (9, 3), (40, 8)):
        found = list(hard_subsets(N, q, 60, 3, lambda y, N=N: np.arange(N)))
        assert found == list(hard_subsets(N, q, 60, 3, lambda y, N=N: np.arange(N)))
        assert len(found) == len(set(found))
        assert all(len(y) == q and list(y) == sorted(set(y)) and 0 <= y[0] <= y[-1] < N for y in found)
        assert tuple(range(q)) in found
    assert len(found) >= 60


@pytest.mark.slow
def test_many_dimensions_tie_as_well(m=3000):
    """Entries half-way between grid points are rounded at random, and rare patterns take part in the end."""
    verification = qsa_sign_keys(8, 2, m=m).verify()
    assert verification.passed
    assert verification.exhaustive
