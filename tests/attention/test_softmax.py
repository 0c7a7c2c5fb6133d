"""Float softmax against balls within a proved tolerance, and against laws; tiles, float32, overflow."""

import tracemalloc
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from headcount.attention import (
    AttentionError,
    ball_attention,
    base_two_attention,
    error_upper,
    saturated_attention,
    softmax_attention,
    softmax_weights,
    streaming,
)
from headcount.questions import PAIRWISE, STRASSEN, ScorePolynomial, tensor

POLYNOMIALS = [PAIRWISE, STRASSEN, tensor(3), tensor(4), ScorePolynomial(3, ((1,), (0, 2)))]


def arrays(seed, polynomial, n, count, m, dv=2, batch=()):
    rng = np.random.default_rng(seed)
    s = polynomial.order
    return (
        rng.normal(size=(*batch, n, m)),
        [rng.normal(size=(*batch, count, m)) for _ in range(s - 1)],
        [rng.normal(size=(*batch, count, dv)) for _ in range(s - 1)],
    )


def tolerance(polynomial, queries, keys, values, scale):
    """A bound of the rounding error of an output, with u = 2^-53.

    A score is a sum of T = monomials * m terms of total size at most B, computed with relative error (s + 2 T + 4) u
    per term, so with error e <= (s + 2 T + 4) u B; the same for the maximum, so a difference has an error of at most
    2 e + u B, and its exponential a relative one of 3 e + 8 u, while that is small (numpy's own error is taken to be
    at most 4 units in the last place). Sums of C weights and values add C + s + 4 roundings each in numerator and
    denominator; a rescaling for every tile (at most C) another three. Outputs are means of numbers of size at most V:
    the error is at most V times twice the sum of these.
    """
    sizes = [np.abs(queries).max(), *(np.abs(table).max() for table in keys)]
    terms = len(polynomial.monomials) * queries.shape[-1]
    bound = scale * queries.shape[-1] * sum(np.prod([sizes[part] for part in parts]) for parts in polynomial.monomials)
    count = keys[0].shape[-2] ** len(keys)
    score_error = (polynomial.order + 2 * terms + 5) * bound
    size = np.prod([np.abs(table).max() for table in values])
    return float(size * 2 * (3 * score_error + 8 + 5 * count + polynomial.order + 4) * 2.0**-53)


@pytest.mark.parametrize("cells", [1, 7, 2**16])
@pytest.mark.parametrize("base", ["e", 2])
@pytest.mark.parametrize("polynomial", POLYNOMIALS)
def test_floats_lie_within_the_proved_tolerance_of_the_balls(polynomial, base, cells, monkeypatch):
    monkeypatch.setattr(streaming, "TILE_CELLS", cells)
    for seed, scale in product(range(3), (1.0, 0.25, 30.0)):
        queries, keys, values = arrays(seed, polynomial, 2, 4 if polynomial.order < 4 else 3, 3)
        found = softmax_attention(queries, keys, values, polynomial=polynomial, base=base, scale=scale)
        balls = ball_attention(
            queries.tolist(),
            [table.tolist() for table in keys],
            [table.tolist() for table in values],
            polynomial=polynomial,
            base=base,
            scale=scale,
        )
        error = error_upper(found.tolist(), balls)
        assert error <= Fraction(tolerance(polynomial, queries, keys, values, scale))
        # The tolerance is no excuse: a wrong score or a forgotten tuple shows at once.
        assert tolerance(polynomial, queries, keys, values, scale) < 1e-9


def test_base_two_agrees_with_exact_integers():
    rng = np.random.default_rng(3)
    queries, keys, values = (
        rng.integers(-3, 4, (4, 2)),
        list(rng.integers(-3, 4, (2, 5, 2))),
        list(rng.integers(-3, 4, (2, 5, 1))),
    )
    exact = base_two_attention(queries, keys, values, polynomial=STRASSEN).floats()
    assert np.abs(softmax_attention(queries, keys, values, polynomial=STRASSEN, base=2) - exact).max() < 1e-13


def test_large_scales_approach_the_saturated_unit():
    rng = np.random.default_rng(4)
    queries, keys, values = (
        rng.integers(-3, 4, (4, 2)),
        list(rng.integers(-3, 4, (2, 5, 2))),
        list(rng.integers(-3, 4, (2, 5, 1))),
    )
    exact = saturated_attention(queries, keys, values, polynomial=tensor(3)).floats()
    # Scores differ by at least 1: each of the 25 others weighs at most e^-60, times values of at most 9.
    assert np.abs(softmax_attention(queries, keys, values, polynomial=tensor(3), scale=60) - exact).max() < 1e-13


@pytest.mark.parametrize("polynomial", POLYNOMIALS)
def test_weights_are_those_of_the_outputs_and_sum_to_one(polynomial):
    queries, keys, values = arrays(5, polynomial, 3, 4, 2, batch=(2,))
    weights = softmax_weights(queries, keys, polynomial=polynomial)
    parts = polynomial.order - 1
    assert weights.shape == (2, 3, *(4,) * parts)
    assert np.abs(weights.sum(axis=tuple(range(2, 2 + parts))) - 1).max() < 1e-15
    names = "jklm"[:parts]
    want = np.einsum(f"bi{names},{','.join(f'b{j}d' for j in names)}->bid", weights, *values)
    assert np.abs(softmax_attention(queries, keys, values, polynomial=polynomial) - want).max() < 1e-13
    ones = [np.ones_like(value) for value in values]
    assert np.abs(softmax_attention(queries, keys, ones, polynomial=polynomial) - 1).max() < 1e-14


def test_normalisation_is_over_pairs_jointly_and_not_key_by_key():
    # Scores 0 0 / 0 ln 5: jointly the last pair weighs 5/8; a softmax per first key would give 1/2 * 5/6.
    weights = softmax_weights([[1.0]], [[[0.0], [1.0]], [[0.0], [np.log(5)]]], polynomial=tensor(3))
    assert np.abs(weights - [[[1 / 8, 1 / 8], [1 / 8, 5 / 8]]]).max() < 1e-15


def test_float32_stays_float32_and_mixed_becomes_float64():
    queries, keys, values = arrays(6, tensor(3), 3, 5, 2)
    want = softmax_attention(queries, keys, values, polynomial=tensor(3))
    thin = [[table.astype(np.float32) for table in tables] for tables in ([queries], keys, values)]
    found = softmax_attention(thin[0][0], thin[1], thin[2], polynomial=tensor(3))
    assert found.dtype == np.float32
    assert 1e-9 < np.abs(found - want).max() < 1e-5
    assert softmax_attention(thin[0][0], thin[1], values, polynomial=tensor(3)).dtype == np.float64


def test_scores_far_beyond_the_range_of_exp():
    keys = np.array([[0.0], [1.0], [2.0]])
    for sign in (1, -1):
        found = softmax_attention([[sign * 1e5]], keys, np.array([[1.0], [2.0], [4.0]]))
        assert found.tolist() == [[4.0 if sign == 1 else 1.0]]


def test_a_mask_that_hides_whole_tiles(monkeypatch):
    monkeypatch.setattr(streaming, "TILE_CELLS", 2)
    mask = np.zeros((2, 6), bool)
    mask[0, 5] = mask[1, 0] = True
    values = np.arange(6.0)[:, None]
    found = softmax_attention(np.ones((2, 1)), np.ones((6, 1)), values, mask=mask)
    assert found.tolist() == [[5.0], [0.0]]


def test_constant_coordinates_of_a_query_change_nothing():
    queries, keys, values = arrays(8, tensor(3), 3, 4, 2)
    longer = [np.concatenate([table, np.ones((4, 1))], axis=1) for table in keys]
    found = softmax_attention(
        np.concatenate([queries, np.full((3, 1), 7.0)], axis=1), longer, values, polynomial=tensor(3)
    )
    assert np.abs(found - softmax_attention(queries, keys, values, polynomial=tensor(3))).max() < 1e-13


def test_permuted_and_repeated_keys():
    queries, keys, values = arrays(9, STRASSEN, 3, 5, 2)
    want = softmax_attention(queries, keys, values, polynomial=STRASSEN)
    order = [3, 0, 4, 1, 2]
    for chosen in (order, order + order):
        found = softmax_attention(queries, [k[chosen] for k in keys], [v[chosen] for v in values], polynomial=STRASSEN)
        assert np.abs(found - want).max() < 1e-13


ONE = np.ones((1, 1))


@pytest.mark.parametrize(
    ("queries", "keys", "values", "options", "words"),
    [
        ([[np.nan]], ONE, ONE, {}, r"queries must be finite, got nan at \(0, 0\)"),
        (ONE, np.array([[1.0], [np.inf]]), np.ones((2, 1)), {}, r"keys\[0\] must be finite, got inf at \(1, 0\)"),
        (ONE, ONE, [[["x"]]], {}, r"values\[0\] must be an array of real numbers"),
        ([[1j]], ONE, ONE, {}, "queries must be an array of real numbers"),
        ([[10**400]], ONE, ONE, {}, "queries must be an array of real numbers"),
        (ONE, ONE, ONE, {"base": 3}, 'base must be "e" or 2, got 3'),
        (ONE, ONE, ONE, {"scale": np.inf}, "scale must be finite"),
        ([[1e200]], np.array([[1e200]]), ONE, {}, "scores overflow"),
        (ONE, [ONE, ONE], [ONE * 1e200, ONE * 1e200], {"polynomial": tensor(3)}, "values overflow"),
    ],
)
def test_bad_arguments(queries, keys, values, options, words):
    with pytest.raises(AttentionError, match=words):
        softmax_attention(queries, keys, values, **options)


def test_third_order_holds_a_few_tiles_only():
    queries, keys, values = arrays(10, tensor(3), 96, 96, 4)
    tracemalloc.start()
    softmax_attention(queries, keys, values, polynomial=tensor(3))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # All scores would be 96^3 * 8 bytes = 7 MB; tiles are half a megabyte.
    assert peak < 3 * 2**20


def test_weights_beyond_floats_are_refused():
    keys = np.array([[1e200], [1.0]])
    with pytest.raises(AttentionError, match="range of floats"):
        softmax_weights(np.array([[1e200]]), keys)
    assert softmax_weights(np.array([[-1e200]]), keys).tolist() == [[0, 1]]  # a score of -1e400 weighs nothing


def test_too_many_weights_are_refused():
    with pytest.raises(AttentionError, match="use softmax_attention"):
        softmax_weights(np.ones((300, 1)), (np.ones((300, 1)),) * 3, polynomial=tensor(4))


@pytest.mark.parametrize("words", [{"scale": "a"}, {"scale": None}, {"base": 3}, {"base": np.array([2])}])
def test_strange_options_are_refused(words):
    with pytest.raises(AttentionError, match="must be"):
        softmax_attention(np.ones((2, 1)), np.ones((2, 1)), np.ones((2, 1)), **words)


@pytest.mark.parametrize("order", ["3", 2.5, 1])
def test_an_order_is_an_integer(order):
    with pytest.raises(ValueError, match="order must be an integer >= 2"):
        tensor(order)
