"""The training of free embeddings: its gradient is that of its loss, and it finds what is easy."""

import numpy as np

import free_embeddings as free


def test_the_gradient_is_that_of_the_loss():
    rng = np.random.default_rng(0)
    relevant = np.array([[1, 1, 0, 0, 0], [0, 1, 0, 0, 1], [1, 0, 0, 0, 0]], dtype=bool)
    scores = rng.standard_normal(relevant.shape)
    slopes = free.gradient(scores, relevant)
    identity = np.eye(5)
    for r, c in np.ndindex(*relevant.shape):
        moved = [scores.copy(), scores.copy()]
        moved[0][r, c] -= 1e-5
        moved[1][r, c] += 1e-5
        low, high = (free.loss(table, identity, relevant, 1.0) for table in moved)
        assert abs((high - low) / 2e-5 - slopes[r, c]) < 1e-5


def test_it_learns_what_is_easy():
    """The identity, in the plane or one dimension more; the margin is half the gap of unit vectors."""
    d, margin = free.growing(np.eye(4, dtype=bool), 0)
    assert d in (2, 3)
    assert 0 < margin <= 1
    assert free.shrinking(np.eye(4, dtype=bool), 4, 0) in (2, 3)
