"""What Adam finds lies below what is proved."""

import pytest

import margin_curves

pytest.importorskip("optax")


@pytest.mark.slow
def test_adam_is_between_nothing_and_the_upper_bound():
    signs = margin_curves.signs_of("subsets n=4 k=1")
    assert signs.shape == (4, 4)
    found = margin_curves.adam(signs, 3, steps=300, seeds=(0,))
    assert 0.6 < found < 2 / 3 + 1e-6
    assert margin_curves.adam(signs, 1, steps=50, seeds=(0,)) <= 1e-6
