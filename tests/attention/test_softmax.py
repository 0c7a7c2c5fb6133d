"""Every path of softmax attention against the dense definition and balls: large scores, masks, float32, threads."""

import threading
import tracemalloc
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headcount import blas_threads
from headcount.attention import (
    AttentionError,
    SparseMask,
    ball_attention,
    error_upper,
    softmax_attention,
    softmax_weights,
    streamed_softmax,
    streaming,
)
from headcount.attention.masks import from_lists
from headcount.blas_threads import one_blas_thread
from headcount.questions import PAIRWISE, STRASSEN, ScorePolynomial, tensor

POLYNOMIALS = [
    PAIRWISE,
    STRASSEN,
    tensor(3),
    tensor(4),
    ScorePolynomial(3, ((1,), (0, 2))),
    ScorePolynomial(3, ((0,), (0, 1), (1,))),  # no monomial has the last key
    ScorePolynomial(4, ((0, 3), (2, 3), (1, 2), (3,))),
]


def definition(queries, keys, values, polynomial, mask, base, scale):
    """Tuple by tuple, in float64; and V and B of the guarantee."""
    queries, *tables = (np.asarray(table, dtype=np.float64) for table in (queries, *keys, *values))
    keys, values = tables[: len(keys)], tables[len(keys) :]
    outputs, bound = [], 0.0
    for i, query in enumerate(queries):
        scores, products = [], []
        for chosen in product(range(len(keys[0])), repeat=len(keys)):
            if mask is None or all(mask[i][j] for j in chosen):
                parts = [query, *(table[j] for table, j in zip(keys, chosen, strict=True))]
                terms = [np.prod([parts[part] for part in monomial], axis=0) for monomial in polynomial.monomials]
                bound = max(bound, abs(scale) * np.abs(terms).sum())
                scores.append(scale * sum(float(term.sum()) for term in terms))
                products.append(np.prod([table[j] for table, j in zip(values, chosen, strict=True)], axis=0))
        weights = (np.exp if base == "e" else np.exp2)(np.array(scores) - max(scores))
        outputs.append(weights @ np.array(products) / weights.sum())
    return np.array(outputs), np.prod([np.abs(table).max() for table in values]), bound


def tolerance(polynomial, m, count, size, bound, dtype):
    """The guarantee of ``softmax_attention``, and the rounding of the definition above."""
    order, terms = polynomial.order, len(polynomial.monomials) * m
    roundings = 2 * (3 * (order + 2 * terms + 5) * bound + 5 * count + order + 12)
    return size * roundings * (np.finfo(dtype).eps + np.finfo(np.float64).eps) / 2


@st.composite
def questions(draw):
    polynomial = draw(st.sampled_from(POLYNOMIALS))
    n, count = draw(st.integers(1, 4)), draw(st.integers(1, 5 if polynomial.order < 4 else 3))
    m, width = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    dtype = draw(st.sampled_from([np.float64, np.float32]))
    tables = [
        rng.normal(size=(rows, columns)).astype(dtype)
        for rows, columns in [(n, m)]
        + [(count, m)] * (polynomial.order - 1)
        + [(count, width)] * (polynomial.order - 1)
    ]
    tables[0][draw(st.integers(0, n - 1))] *= draw(st.sampled_from([0, 1, 1, 30]))  # queries fare differently
    mask = None
    if draw(st.booleans()):
        mask = rng.random((n, count)) < draw(st.sampled_from([0.1, 0.5, 0.9]))
        mask[np.arange(n), rng.integers(0, count, n)] = True
    scale = draw(st.sampled_from([0.0, 0.1, 1.0, -3.0, 50.0, 1e5]))
    base = draw(st.sampled_from(["e", 2]))
    cells = draw(st.sampled_from([1, 7, 64, 2**16]))
    return polynomial, tables, mask, base, scale, cells


@settings(max_examples=150, deadline=None)
@given(questions(), st.booleans(), st.sampled_from([None, 1, 2, 3]), st.booleans())
def test_every_path_keeps_the_guarantee(question, lists, workers, compiled):
    polynomial, (queries, *tables), mask, base, scale, cells = question
    keys, values = tables[: polynomial.order - 1], tables[polynomial.order - 1 :]
    want, size, bound = definition(queries, keys, values, polynomial, mask, base, scale)
    shown: np.ndarray | SparseMask | None = mask
    if mask is not None and lists:
        shown = from_lists([np.flatnonzero(row).tolist() for row in mask], mask.shape[1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streaming, "TILE_CELLS", cells)
        how = {"polynomial": polynomial, "mask": shown, "base": base, "scale": scale}
        found = softmax_attention(queries, keys, values, **how, workers=workers, compiled=compiled)
    assert found.dtype == queries.dtype
    allowed = tolerance(polynomial, queries.shape[1], len(keys[0]) ** len(keys), size, bound, queries.dtype)
    assert np.abs(found - want).max() <= allowed


def arrays(order, n, m, dv=2, dtype=np.float64, seed=0):
    rng = np.random.default_rng(seed)
    shapes = [(n, m)] * order + [(n, dv)] * (order - 1)
    queries, *rest = (rng.normal(size=shape).astype(dtype) for shape in shapes)
    return queries, rest[: order - 1], rest[order - 1 :]


@pytest.mark.parametrize("polynomial", [PAIRWISE, STRASSEN, tensor(3)])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("scale", [1.0, 200.0])
@pytest.mark.parametrize("compiled", [False, True])
def test_workers_change_no_bit(polynomial, dtype, scale, compiled, monkeypatch):
    monkeypatch.setattr(streaming, "TILE_CELLS", 512)
    monkeypatch.setattr(streaming, "UNSHARED_PRODUCT", 0)
    queries, keys, values = arrays(polynomial.order, 45 if polynomial.order == 3 else 300, 3, dtype=dtype)
    how = {"polynomial": polynomial, "scale": scale, "compiled": compiled}
    found = [softmax_attention(queries, keys, values, **how, workers=workers).tobytes() for workers in (1, 2, 3, None)]
    assert len(set(found)) == 1


def test_a_maximum_is_taken_only_where_it_is_needed(monkeypatch):
    taken = []
    plain = streamed_softmax._shifted
    monkeypatch.setattr(
        streamed_softmax, "_shifted", lambda scores, *rest: taken.append(scores.shape) or plain(scores, *rest)
    )
    monkeypatch.setattr(streaming, "TILE_CELLS", 8)  # a query in each tile
    queries, keys, values = np.ones((8, 1)), np.full((8, 1), 1.0), np.arange(8.0)[:, None]
    mask = np.ones((8, 8), bool)
    assert softmax_attention(queries, keys, values, mask=mask).tolist() == [[3.5]] * 8 and not taken
    queries[3], queries[5] = 1000.0, -1000.0  # e^1000 overflows, e^-1000 underflows: only these are done again
    assert softmax_attention(queries, keys, values, mask=mask).tolist() == [[3.5]] * 8
    assert len(taken) == 2
    queries[7] = 1e300  # beyond hope: nothing is tried
    assert softmax_attention(queries, keys, values, mask=mask).tolist() == [[3.5]] * 8
    assert len(taken) == 2 + 8


@pytest.mark.parametrize(("dtype", "small"), [(np.float64, 1e-300), (np.float32, 1e-35)])
@pytest.mark.parametrize("mask", [None, np.ones((2, 2), bool)])
def test_small_values_do_not_underflow(dtype, small, mask):
    queries, keys = np.array([[-1.0], [1.0]], dtype), np.array([[20.0], [21.0]], dtype)
    values = np.array([[small], [3 * small]], dtype)
    found = softmax_attention(queries, keys, values, mask=mask)
    share = np.exp(-1.0) / (1 + np.exp(-1.0))
    want = np.array([[1 - share + 3 * share], [share + 3 * (1 - share)]]) * small
    assert np.abs(found / want - 1).max() < 1e-5


@pytest.mark.parametrize("n", [2, 300])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_found_in_every_argument(n, value):
    for order, place in product((2, 3 if n == 2 else 2), range(3)):
        queries, keys, values = arrays(order, n, 2)
        name = ("queries", r"keys\[0\]", r"values\[0\]")[place]
        (queries, keys[0], values[0])[place][1, 1] = value
        with pytest.raises(AttentionError, match=f"{name} must be finite"):
            softmax_attention(queries, keys, values, polynomial=tensor(order))


def test_an_error_in_one_thread_reaches_the_caller_and_stops_the_others():
    seen = []

    def work(portions):
        for portion in portions:
            seen.append(portion)
            if portion == 0:
                raise ValueError("here")

    with pytest.raises(ValueError, match="here"):
        blas_threads.share(range(1000), work, 1)
    assert seen == [0]
    with pytest.raises(ValueError, match="here"):
        blas_threads.share(range(1000), work, 2)


def test_blas_threads_come_back_whoever_leaves_last():
    def number():
        return [library["num_threads"] for library in blas_threads._libraries().info()]

    before = number()
    inside, leave = threading.Event(), threading.Event()

    def other():
        with one_blas_thread():
            inside.set()
            leave.wait()

    thread = threading.Thread(target=other)
    with one_blas_thread():
        thread.start()
        inside.wait()
        assert set(number()) <= {1}
    assert set(number()) <= {1}  # the other one is still inside
    leave.set()
    thread.join()
    assert number() == before


@pytest.mark.parametrize("base", ["e", 2])
@pytest.mark.parametrize("polynomial", POLYNOMIALS)
def test_floats_lie_within_the_guarantee_of_the_balls(polynomial, base):
    for seed, scale in product(range(3), (1.0, 0.25, 30.0)):
        queries, keys, values = arrays(polynomial.order, 3, 3, seed=seed)
        found = softmax_attention(queries, keys, values, polynomial=polynomial, base=base, scale=scale)
        tables = queries.tolist(), [table.tolist() for table in keys], [table.tolist() for table in values]
        balls = ball_attention(*tables, polynomial=polynomial, base=base, scale=scale)
        _, size, bound = definition(queries, keys, values, polynomial, None, base, scale)
        allowed = tolerance(polynomial, 3, 3 ** len(keys), size, bound, queries.dtype)
        assert error_upper(found.tolist(), balls) <= Fraction(allowed)
        assert allowed < 1e-9  # it is no excuse: a wrong score or a forgotten tuple shows at once


@pytest.mark.parametrize("polynomial", POLYNOMIALS)
def test_weights_are_those_of_the_outputs_and_sum_to_one(polynomial):
    rng, others = np.random.default_rng(5), polynomial.order - 1
    queries, keys = rng.normal(size=(2, 3, 2)), [rng.normal(size=(2, 4, 2)) for _ in range(others)]
    values = [rng.normal(size=(2, 4, 2)) for _ in range(others)]
    weights = softmax_weights(queries, keys, polynomial=polynomial)
    parts = polynomial.order - 1
    assert weights.shape == (2, 3, *(4,) * parts)
    assert np.abs(weights.sum(axis=tuple(range(2, 2 + parts))) - 1).max() < 1e-15
    names = "jklm"[:parts]
    want = np.einsum(f"bi{names},{','.join(f'b{j}d' for j in names)}->bid", weights, *values)
    assert np.abs(softmax_attention(queries, keys, values, polynomial=polynomial) - want).max() < 1e-13
    ones = [np.ones_like(value) for value in values]
    assert np.abs(softmax_attention(queries, keys, ones, polynomial=polynomial) - 1).max() < 1e-14


def test_float32_stays_float32_and_mixed_becomes_float64():
    queries, keys, values = arrays(3, 5, 2, seed=6)
    want = softmax_attention(queries, keys, values, polynomial=tensor(3))
    thin = [[table.astype(np.float32) for table in tables] for tables in ([queries], keys, values)]
    found = softmax_attention(thin[0][0], thin[1], thin[2], polynomial=tensor(3))
    assert found.dtype == np.float32
    assert 1e-9 < np.abs(found - want).max() < 1e-5
    assert softmax_attention(thin[0][0], thin[1], values, polynomial=tensor(3)).dtype == np.float64


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
        (ONE, ONE, ONE, {"base": np.array([2])}, "base must be"),
        (ONE, ONE, ONE, {"scale": "a"}, "scale must be a number"),
        *((ONE, ONE, ONE, {"workers": workers}, "workers must be an integer") for workers in (0, 1.5, True, "2")),
        (ONE, ONE, ONE, {"scale": np.inf}, "scale must be finite"),
        ([[1e200]], np.array([[1e200]]), ONE, {}, "scores overflow"),
        (ONE, [ONE, ONE], [ONE * 1e200, ONE * 1e200], {"polynomial": tensor(3)}, "values overflow"),
    ],
)
def test_bad_arguments(queries, keys, values, options, words):
    with pytest.raises(AttentionError, match=words):
        softmax_attention(queries, keys, values, **options)


def test_third_order_holds_a_few_tiles_only():
    queries, keys, values = arrays(3, 96, 4)
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
