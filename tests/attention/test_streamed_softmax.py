"""Every path of softmax attention against the dense definition: large scores, masks, batches, float32, threads."""

import threading
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headcount.attention import AttentionError, SparseMask, blas_threads, softmax_attention, streamed_softmax, streaming
from headcount.attention.blas_threads import one_blas_thread
from headcount.attention.masks import from_lists
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
    scale = draw(st.sampled_from([0.0, 0.1, 1.0, -3.0, 50.0, 1e4]))
    base = draw(st.sampled_from(["e", 2]))
    cells = draw(st.sampled_from([1, 7, 64, 2**16]))
    return polynomial, tables, mask, base, scale, cells


@settings(max_examples=150, deadline=None)
@given(questions(), st.booleans(), st.sampled_from([None, 1, 2, 3]))
def test_every_path_keeps_the_guarantee(question, lists, workers):
    polynomial, (queries, *tables), mask, base, scale, cells = question
    keys, values = tables[: polynomial.order - 1], tables[polynomial.order - 1 :]
    want, size, bound = definition(queries, keys, values, polynomial, mask, base, scale)
    shown: np.ndarray | SparseMask | None = mask
    if mask is not None and lists:
        shown = from_lists([np.flatnonzero(row).tolist() for row in mask], mask.shape[1])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streaming, "TILE_CELLS", cells)
        found = softmax_attention(
            queries, keys, values, polynomial=polynomial, mask=shown, base=base, scale=scale, workers=workers
        )
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
def test_workers_change_no_bit(polynomial, dtype, scale, monkeypatch):
    monkeypatch.setattr(streaming, "TILE_CELLS", 512)
    monkeypatch.setattr(streaming, "UNSHARED_PRODUCT", 0)
    queries, keys, values = arrays(polynomial.order, 45 if polynomial.order == 3 else 300, 3, dtype=dtype)
    found = [
        softmax_attention(queries, keys, values, polynomial=polynomial, scale=scale, workers=workers).tobytes()
        for workers in (1, 2, 3, None)
    ]
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


@pytest.mark.parametrize("workers", [0, -1, 1.5, True, "2"])
def test_strange_workers_are_refused(workers):
    with pytest.raises(AttentionError, match="workers must be an integer of at least 1"):
        softmax_attention(np.ones((2, 1)), np.ones((2, 1)), np.ones((2, 1)), workers=workers)


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
