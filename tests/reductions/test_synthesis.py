"""Encoders found, and proved not to exist, among all coordinate-wise ones."""

from itertools import product

import pytest

from headcount.reductions import verify_exhaustive
from headcount.reductions.encoders.coordinate_encoder import PairRelation, match3_by_coordinates, match3_relation
from headcount.reductions.encoders.encoder_synthesis import Found, Impossible, least_modulus, synthesise_encoder
from headcount.reductions.laws import Verified
from headcount.reductions.reduction import ReductionError


@pytest.mark.parametrize("n", range(1, 7))
def test_the_least_modulus_is_n_plus_one(n):
    """Every smaller M has a refutation that was replayed; at 2n + 2 the encoder is right for all pairs."""
    answer = least_modulus(n)
    assert answer.closed
    assert answer.upper == answer.length_plus_one == 2 * n + 2
    assert [bound.relation for bound in answer.impossible] == [f"match3(M={M})" for M in range(1, 2 * n + 2)]
    assert answer.replayed
    if n <= 5:
        assert isinstance(verify_exhaustive(match3_by_coordinates(answer.found.encoder, answer.upper)), Verified)


def brute(n, M):
    """Whether some encoder of the form is right, by trying all of them."""
    pairs = list(product(product((0, 1), repeat=n), repeat=2))
    for public, *values in product(range(M), repeat=4 * n + 1):
        alice, bob = values[: 2 * n], values[2 * n :]

        def right(a, b, public=public, alice=alice, bob=bob):
            x = [
                public,
                *(alice[2 * i + bit] for i, bit in enumerate(a)),
                *(bob[2 * i + bit] for i, bit in enumerate(b)),
            ]
            found = any((public + y + z) % M == 0 for y in x for z in x)
            return found != all(p * q == 0 for p, q in zip(a, b, strict=True))

        if all(right(a, b) for a, b in pairs):
            return True
    return False


@pytest.mark.parametrize("M", range(1, 6))
def test_brute_force_agrees_for_one_bit(M):
    found = synthesise_encoder(1, match3_relation(M))
    assert isinstance(found, Found) == brute(1, M)
    assert isinstance(found, Found | Impossible)


def test_another_task():
    """Two equal tokens at different places, none of them mine: n bits need n + 1 symbols and more for the dummies."""
    answers = {}
    for n, symbols in ((1, 1), (1, 2), (1, 3), (2, 3), (2, 4), (2, 5), (2, 6)):
        relation = PairRelation(
            f"equal pair, {symbols} symbols", symbols, lambda c, x, y: x == y, repeats=False, own=False
        )
        answers[n, symbols] = isinstance(synthesise_encoder(n, relation), Found)
    assert not answers[1, 1]
    assert answers[1, 3]
    for n in (1, 2):  # more symbols never hurt
        found = [answers[key] for key in sorted(answers) if key[0] == n]
        assert found == sorted(found)


def test_impossible_arguments():
    with pytest.raises(ReductionError):
        least_modulus(0)
