"""Masks, sparse patterns and the null token: the gather path equals the dense one and the evaluator."""

from fractions import Fraction

import numpy as np
import pytest
import scipy.sparse

from headcount.attention import (
    AttentionError,
    append_null,
    arguments,
    causal,
    fixed_point_attention,
    from_lists,
    from_pattern,
    from_sparse,
    saturated_attention,
    softmax_attention,
    softmax_weights,
    window,
    with_null,
)
from headcount.questions import NULL, PAIRWISE, STRASSEN, attend, saturated, tensor
from headcount.questions.layer_patterns import Dense, Longformer, Star, Stride, Summaries, Window
from headcount.questions.sparse_pattern import Causal, Lists, Union


def arrays(rng, polynomial, n, count, size=2, batch=()):
    parts = range(polynomial.order - 1)
    return (
        rng.integers(-size, size + 1, (*batch, n, 2)),
        [rng.integers(-size, size + 1, (*batch, count, 2)) for _ in parts],
        [rng.integers(-size, size + 1, (*batch, count, 1)) for _ in parts],
    )


def random_lists(rng, n, count):
    return [sorted(rng.choice(count, rng.integers(1, count + 1), replace=False).tolist()) for _ in range(n)]


@pytest.mark.parametrize("gathered", [1, 2**20])
@pytest.mark.parametrize("polynomial", [PAIRWISE, STRASSEN, tensor(4)])
def test_lists_equal_the_dense_mask(polynomial, gathered, monkeypatch):
    monkeypatch.setattr(arguments, "GATHERED_NUMBERS", gathered)
    rng = np.random.default_rng(1)
    for size, batch in ((1, ()), (3, (2, 2)), (2**40, (2,))):
        lists = random_lists(rng, 7, 5)
        pattern = from_lists(lists, 5)
        given = arrays(rng, polynomial, 7, 5, size, batch)
        for form, options in ((saturated_attention, {"margins": True}), (fixed_point_attention, {"bits": 3})):
            sparse = form(*given, polynomial=polynomial, mask=pattern, **options)
            dense = form(*given, polynomial=polynomial, mask=pattern.dense, **options)
            assert (sparse.fractions() == dense.fractions()).all()
            if "margins" in options:
                assert (sparse.margins == dense.margins).all()
        if size < 9:
            floats = [softmax_attention(*given, polynomial=polynomial, mask=mask) for mask in (pattern, pattern.dense)]
            assert np.abs(floats[0] - floats[1]).max() < 1e-12


def test_the_gather_path_touches_the_lists_only(monkeypatch):
    shapes = []
    original = arguments.Arguments._gathered

    def recorded(self, rows, lists):
        shapes.append(lists.shape)
        return original(self, rows, lists)

    monkeypatch.setattr(arguments.Arguments, "_gathered", recorded)
    rng = np.random.default_rng(3)
    # A relay that sees all of 300 keys among positions that see three: padding all to 300 would cost 100 times more.
    # One list has length 4, where the lengths that go together change.
    lists = [list(range(300)), [0, 1, 2, 3], *([i - 1, i, 0] for i in range(3, 300))]
    queries, keys, values = arrays(rng, tensor(3), 299, 300)
    found = saturated_attention(queries, keys, values, polynomial=tensor(3), mask=from_lists(lists, 300))
    assert sum(rows * width**2 for rows, width in shapes) == 300**2 + 16 + 297 * 9
    dense = saturated_attention(queries, keys, values, polynomial=tensor(3), mask=from_lists(lists, 300).dense)
    assert (found.fractions() == dense.fractions()).all()


@pytest.mark.parametrize("polynomial", [PAIRWISE, STRASSEN, tensor(4)])
def test_the_null_token_stands_beside_tokens_and_under_every_mask(polynomial):
    rng = np.random.default_rng(4)
    for _ in range(10):
        queries, keys, values = arrays(rng, polynomial, 3, 3)
        nulls = [rng.integers(-2, 3, 2) for _ in keys], [rng.integers(-2, 3, 1) for _ in values]
        longer = append_null(keys, values, *nulls)
        tables = [[table.tolist() for table in tables] for tables in (longer.keys, longer.values)]
        for mask in (window(3, 0), causal(3)):
            found = saturated_attention(
                queries, longer.keys, longer.values, polynomial=polynomial, mask=with_null(mask)
            )
            for i, query in enumerate(queries.tolist()):
                allowed = [i] if not isinstance(mask, np.ndarray) else list(range(i + 1))
                want = attend(polynomial, saturated, query, *tables, [*allowed, NULL])
                assert tuple(found.fractions()[i]) == want


def test_null_tokens_of_a_batch():
    keys, values = np.ones((5, 3, 2)), np.ones((3, 1))
    longer = append_null([keys], [values], [[7, 8]], [[9]])
    assert longer.keys[0].shape == (5, 4, 2)
    assert longer.keys[0][4, 3].tolist() == [7, 8]
    assert longer.values[0].tolist() == [[1], [1], [1], [9]]


def test_windows_by_hand():
    assert window(5, 1).padded(np.arange(5)).tolist() == [[0, 1, -1], [0, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, -1]]
    assert window(3, 10).dense.all()
    found = saturated_attention(np.zeros((4, 1), int), np.zeros((4, 1), int), np.arange(4)[:, None], mask=window(4, 1))
    assert [row[0] for row in found.fractions()] == [Fraction(1, 2), 1, 2, Fraction(5, 2)]


def patterns(n):
    window_and_stride = Union(n, (Window(n, 1), Stride(n, 3)))
    yield from (Dense(n), Window(n, 2), Stride(n, 3), Summaries(n, 3, last=True), Star(n), Longformer(n, 1, min(n, 2)))
    yield from (window_and_stride, Causal(window_and_stride), Lists(n, tuple((i, *range(i)) for i in range(n))))


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_named_patterns_are_their_rows(n):
    for pattern in patterns(n):
        mask = from_pattern(pattern)
        assert mask.dense.tolist() == [[pattern.has(i, j) for j in range(n)] for i in range(n)]
        assert len(mask.indices) == pattern.connections
        assert (mask.lengths == [pattern.degree(i) for i in range(n)]).all()


def test_every_form_of_a_mask_gives_the_same():
    pattern = Union(9, (Window(9, 1), Stride(9, 4)))
    dense = from_pattern(pattern).dense
    array = scipy.sparse.coo_array(dense.astype(float))
    twice = scipy.sparse.coo_array((np.ones(2 * array.nnz), [np.tile(array.row, 2), np.tile(array.col, 2)]), (9, 9))
    rng = np.random.default_rng(5)
    queries, (keys,), (values,) = arrays(rng, PAIRWISE, 9, 9)
    for form in (saturated_attention, softmax_attention, softmax_weights):
        given = (queries, keys) if form is softmax_weights else (queries, keys, values)
        wanted, *others = (form(*given, mask=mask) for mask in (dense, pattern, array, array.tocsc(), twice))
        for found in others:
            if form is saturated_attention:
                assert (found.fractions() == wanted.fractions()).all()
            else:
                assert np.abs(found - wanted).max() < 1e-12


def test_a_stored_zero_allows_nothing():
    stored = scipy.sparse.csr_array(([1.0, 0.0, 1.0], [0, 1, 1], [0, 2, 3]), shape=(2, 2))
    assert from_sparse(stored).dense.astype(int).tolist() == [[1, 0], [0, 1]]
    assert stored.nnz == 3


def test_a_relay_among_many_costs_its_connections():
    mask = from_pattern(Star(100_000))
    assert mask.indices.nbytes + mask.starts.nbytes == 8 * (5 * 100_000 - 4 + 100_001)
    found = saturated_attention(
        np.zeros((100_000, 1), int), np.zeros((100_000, 1), int), np.arange(100_000)[:, None], mask=mask
    )
    assert found.fractions()[[1, -1], 0].tolist() == [Fraction(0 + 1 + 2 + 99_999, 4), Fraction(99_999, 2)]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: from_pattern(Lists(2, ((0,), ()))), "position 1 has no key"),
        (lambda: from_sparse(scipy.sparse.csr_array((2, 2))), "position 0 has no key"),
        (lambda: saturated_attention([[1]], np.ones((2, 1)), np.ones((2, 1)), mask=Star(2)), "got star, n = 2"),
        (
            lambda: saturated_attention([[1]], np.ones((2, 1)), np.ones((2, 1)), mask=scipy.sparse.eye_array(2)),
            "1 positions and 2 keys",
        ),
        (lambda: from_lists([], 3), "one entry per position"),
        (lambda: from_lists([[0], []], 3), "position 1 has no key"),
        (lambda: from_lists([[3]], 3), r"lists\[0\] must name keys in 0 .. 2, got 3"),
        (lambda: from_lists([[0, 0]], 3), "each key once"),
        (lambda: window(0, 1), "positions must be"),
        (lambda: window(3, -1), "radius must be"),
        (
            lambda: append_null([np.ones((2, 2))], [np.ones((2, 1))], [[1]], [[1]]),
            r"null_keys\[0\] must have shape \(2,\)",
        ),
        (
            lambda: append_null([np.ones((2, 2))], [np.ones((2, 1))], [], [[1]]),
            "null_keys must have a vector per array",
        ),
        (
            lambda: saturated_attention([[1]], np.ones((2, 1)), np.ones((2, 1)), mask=window(2, 0)),
            "1 positions and 2 keys",
        ),
    ],
)
def test_bad_masks(make, words):
    with pytest.raises(AttentionError, match=words):
        make()
