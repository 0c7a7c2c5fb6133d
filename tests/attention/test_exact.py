"""Exact attention on arrays: hand-worked examples, laws, tiles, margins; the evaluator is the oracle."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from headcount.attention import (
    AttentionError,
    base_two_attention,
    causal,
    fixed_point_attention,
    saturated_attention,
    selection_margin,
    streaming,
)
from headcount.questions import PAIRWISE, STRASSEN, ScorePolynomial, attend, base_two, fixed_point, saturated, tensor

ALL_POLYNOMIALS = [PAIRWISE, STRASSEN, tensor(3), tensor(4), ScorePolynomial(3, ((0,), (1, 2), (2,)))]
FORMS = [
    (saturated_attention, saturated, {}),
    (fixed_point_attention, fixed_point(4), {"bits": 4}),
    (fixed_point_attention, fixed_point(70), {"bits": 70}),
    (base_two_attention, base_two, {}),
]


def arrays(rng, polynomial, n, count, m, size, dv=2):
    s = polynomial.order
    draw = lambda rows, width: rng.integers(-size, size + 1, (rows, width))  # noqa: E731
    return draw(n, m), [draw(count, m) for _ in range(s - 1)], [draw(count, dv) for _ in range(s - 1)]


def by_definition(polynomial, weigh, queries, keys, values, allowed=None):
    keys, values = [table.tolist() for table in keys], [table.tolist() for table in values]
    allowed = np.ones((len(queries), len(keys[0])), bool) if allowed is None else allowed
    rows = zip(queries.tolist(), allowed, strict=True)
    return [list(attend(polynomial, weigh, query, keys, values, np.flatnonzero(row).tolist())) for query, row in rows]


@pytest.fixture(params=[1, 3, 8, 1000])
def tile_cells(request, monkeypatch):
    monkeypatch.setattr(streaming, "TILE_CELLS", request.param)
    monkeypatch.setattr(streaming, "LAST_KEYS", 3)
    return request.param


@pytest.mark.parametrize("polynomial", ALL_POLYNOMIALS)
@pytest.mark.parametrize(("form", "weigh", "options"), FORMS)
def test_tiles_of_any_size_give_the_definition(polynomial, form, weigh, options, tile_cells):
    rng = np.random.default_rng(0)
    for size in (1, 4, 2**40 if form is not base_two_attention else 3):
        queries, keys, values = arrays(rng, polynomial, 3, 4 if polynomial.order < 4 else 3, 2, size)
        allowed = rng.random((3, len(keys[0]))) < 0.7
        allowed[:, 0] = True
        for mask in (None, allowed):
            found = form(queries, keys, values, polynomial=polynomial, mask=mask, **options)
            assert found.fractions().tolist() == by_definition(polynomial, weigh, queries, keys, values, mask)


def test_truncation_at_exactly_p_and_beyond():
    queries, keys, values = np.array([[1]]), np.array([[9], [6], [5]]), np.array([[0], [1], [100]])
    assert fixed_point_attention(queries, keys, values, bits=3).fractions().tolist() == [[Fraction(1, 9)]]
    assert fixed_point_attention(queries, keys, values, bits=4).fractions().tolist() == [[Fraction(102, 19)]]
    # The same distances on scores that float64 cannot tell apart.
    far = [[2**70], [2**70 - 3], [2**70 - 4]]
    assert fixed_point_attention(queries, [far], values, bits=3).fractions().tolist() == [[Fraction(1, 9)]]
    assert fixed_point_attention(queries, [far], values, bits=4).fractions().tolist() == [[Fraction(102, 19)]]


def test_scores_that_differ_by_one_in_a_thousand_bits():
    top = 3**700
    keys = np.array([[top, 1], [top, 0], [top - 1, 2]], dtype=object)
    found = saturated_attention([[1, 1]], keys, np.array([[1], [2], [4]]), margins=True)
    assert (found.fractions().tolist(), found.margins.tolist()) == ([[Fraction(5, 2)]], [1])


@pytest.mark.parametrize("size", [2**20, 2**52, 2**53, 2**60, 2**62])
@pytest.mark.parametrize("polynomial", [PAIRWISE, STRASSEN, tensor(3)])
def test_where_floats_stop_being_exact(polynomial, size):
    rng = np.random.default_rng(size.bit_length())
    for _ in range(10):
        queries, keys, values = arrays(rng, polynomial, 3, 4, 2, 1)
        queries, keys = queries * size + rng.integers(-1, 2, queries.shape), [k * (size - 1) for k in keys]
        values = [value * (size + 1) for value in values]
        for form, weigh, options in FORMS[:3]:
            found = form(queries, keys, values, polynomial=polynomial, **options)
            assert found.fractions().tolist() == by_definition(polynomial, weigh, queries, keys, values)


def test_values_whose_sum_leaves_float64():
    values = np.array([[2**53], [1], [1]])
    found = saturated_attention([[0]], np.zeros((3, 1), int), values)
    assert found.numerators.tolist() == [[2**53 + 2]]
    found = saturated_attention([[0]], np.zeros((3, 1), int), values * 2**10 - 1)
    assert found.numerators.tolist() == [[2**63 + 2**11 - 3]]
    assert found.numerators.dtype == object


@pytest.mark.parametrize("size", [2, 2**40])
@pytest.mark.parametrize("polynomial", ALL_POLYNOMIALS)
def test_margins(polynomial, size):
    rng = np.random.default_rng(7)
    for _ in range(5):
        queries, keys, values = arrays(rng, polynomial, 4, 3, 2, size)
        found = saturated_attention(queries, keys, values, polynomial=polynomial, margins=True).margins.tolist()
        for query, margin in zip(queries.tolist(), found, strict=True):
            scores = [
                polynomial.score((query, *(table[j].tolist() for table, j in zip(keys, chosen, strict=True))))
                for chosen in product(range(3), repeat=polynomial.order - 1)
            ]
            lower = [score for score in scores if score < max(scores)]
            assert margin == (max(scores) - max(lower) if lower else 0)


@pytest.mark.parametrize("size", [2, 2**24, 2**45])
@pytest.mark.parametrize("polynomial", [PAIRWISE, STRASSEN, tensor(3)])
def test_selection_margin(polynomial, size, tile_cells):
    rng = np.random.default_rng(size.bit_length())
    signs = set()
    for k in range(8):
        queries, keys, _ = arrays(rng, polynomial, 3, 4, 2, size)
        wanted = rng.random((3, *(4,) * (polynomial.order - 1))) < 0.5
        wanted.reshape(3, -1)[:, 0] = True
        wanted[(0, *(1,) * (polynomial.order - 1))] = False
        wanted[1] |= k == 1  # a query all of whose tuples are wanted does not count
        mask = causal(4)[1:] if k % 2 else None
        margins = []
        for i, query in enumerate(queries.tolist()):
            best = {True: [], False: []}
            for chosen in product(range(4), repeat=polynomial.order - 1):
                if mask is None or all(mask[i, j] for j in chosen):
                    parts = [table[j].tolist() for table, j in zip(keys, chosen, strict=True)]
                    best[bool(wanted[(i, *chosen)])].append(polynomial.score((query, *parts)))
            if best[False]:
                margins.append(max(best[True]) - max(best[False]))
        found = selection_margin(queries, keys, wanted, polynomial=polynomial, mask=mask)
        assert found == min(margins)
        assert found == selection_margin(
            queries, keys, lambda *at, wanted=wanted: wanted[at], polynomial=polynomial, mask=mask
        )
        signs.add(found > 0)
    assert False in signs


def test_scores_that_cancel_are_not_left_to_the_floats():
    """<(c, c), (x, d - x)> = c d with x of seventy bits: the float scores are noise, the scores small integers."""
    rng = random.Random(1)
    for _ in range(40):
        large = [rng.randrange(2**70) for _ in range(6)]
        small = [rng.randint(-4, 4) for _ in range(6)]
        keys = [[[x, d - x] for x, d in zip(large, small, strict=True)]]
        wanted = [True, False, *(rng.random() < 0.5 for _ in range(4))]
        best = {side: max(d for d, w in zip(small, wanted, strict=True) if w == side) for side in (True, False)}
        assert selection_margin([[3, 3]], keys, np.array([wanted])) == 3 * (best[True] - best[False])
        found = saturated_attention([[3, 3]], keys, [[[1 << 4 * i] for i in range(6)]], margins=True)
        assert found.numerators[0, 0] == sum(1 << 4 * i for i in range(6) if small[i] == max(small))
        lower = [d for d in small if d < max(small)]
        assert found.margins[0] == (3 * (max(small) - max(lower)) if lower else 0)


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (np.ones((2, 2), bool), "no query has an unwanted tuple"),
        (np.array([[True, False], [False, False]]), "query 1 has no wanted tuple"),
        (np.ones((2, 3), bool), r"shape \(2, 2\)"),
        (np.ones((2, 2)), "boolean array"),
        (lambda i, j: i + j, "boolean array, got dtype int"),
        (lambda i, j: np.ones(7, bool), "broadcasts to"),
    ],
)
def test_selection_margin_refuses(wanted, words):
    with pytest.raises(AttentionError, match=words):
        selection_margin([[1], [2]], np.array([[1], [2]]), wanted)


@given(st.randoms(use_true_random=False), st.sampled_from(ALL_POLYNOMIALS[:3]), st.sampled_from([1, 2**50]))
def test_small_and_large_entries_give_the_definition(rng, polynomial, scale):
    numbers = np.random.default_rng(rng.randrange(2**32))
    n, count, m = numbers.integers(1, 4), numbers.integers(1, 4), numbers.integers(0, 3)
    queries, keys, values = arrays(numbers, polynomial, n, count, m, 2)
    for form, weigh, options in FORMS[:3]:
        found = form(queries * scale, keys, values, polynomial=polynomial, **options)
        assert found.fractions().tolist() == by_definition(polynomial, weigh, queries * scale, keys, values)


def test_batch_axes_broadcast():
    rng = np.random.default_rng(2)
    queries, keys, values = (
        rng.integers(-2, 3, (5, 1, 3, 2)),
        rng.integers(-2, 3, (2, 4, 2)),
        rng.integers(-2, 3, (4, 1)),
    )
    found = saturated_attention(queries, keys, values)
    assert found.numerators.shape == (5, 2, 3, 1)
    assert found.denominators.shape == (5, 2, 3)
    for b, c in product(range(5), range(2)):
        alone = saturated_attention(queries[b, 0], keys[c], values)
        assert (found.fractions()[b, c] == alone.fractions()).all()


def test_floats_of_long_integers():
    found = saturated_attention(
        [[0], [0]], np.zeros((3, 1), int), np.array([[10**400], [0], [0]], dtype=object) // 10**390
    )
    assert found.floats().tolist() == [[10**10 / 3]] * 2
    long = saturated_attention([[0]], np.zeros((3, 1), int), np.array([[10**30], [1], [0]], dtype=object))
    assert long.floats().tolist() == [[float(Fraction(10**30 + 1, 3))]]
    with pytest.raises(AttentionError, match="too large for float64"):
        saturated_attention([[0]], [[[0]]], [[[10**400]]]).floats()


# --- bad input --------------------------------------------------------------------------------------------------------

ONE = np.array([[1, 2]])


@pytest.mark.parametrize(
    ("arguments", "options", "words"),
    [
        (([[1]], [ONE], [ONE]), {}, r"keys\[0\] must have shape \(.., 1, 1\).*got \(1, 2\)"),
        ((ONE, [ONE], [np.ones((2, 1), int)]), {}, r"values\[0\] must have shape \(.., 1, 1\)"),
        ((ONE, [ONE, np.ones((2, 2), int)], [ONE, ONE]), {"polynomial": tensor(3)}, r"keys\[1\] must have shape"),
        ((ONE, [ONE], [ONE]), {"polynomial": STRASSEN}, "keys must be 2 arrays for a score of order 3, got 1"),
        ((ONE, ONE, [ONE, ONE]), {"polynomial": STRASSEN}, "keys must be a list of 2 arrays"),
        ((ONE, [ONE], [ONE]), {"polynomial": "pairwise"}, "must be a ScorePolynomial"),
        (([[0.5, 1]], [ONE], [ONE]), {}, "queries must hold integers, got 0.5"),
        (([["1", "2"]], [ONE], [ONE]), {}, "queries must hold integers"),
        (([[1, 2], [3]], [ONE], [ONE]), {}, "queries must be an array of integers"),
        ((np.zeros((0, 2), int), [ONE], [ONE]), {}, "queries must have shape"),
        ((ONE, [np.zeros((0, 2), int)], [np.zeros((0, 1), int)]), {}, r"keys\[0\] must have shape \(.., Nk, width\)"),
        ((ONE, [ONE], [np.zeros((1, 0), int)]), {}, "at least one coordinate"),
        ((np.zeros((0, 1, 2), int), [ONE], [ONE]), {}, "batch must not be empty"),
        ((np.zeros((2, 1, 2), int), [np.zeros((3, 1, 2), int)], [ONE]), {}, "batch axes must broadcast"),
        ((ONE, [ONE], [ONE]), {"mask": np.zeros((1, 1), bool)}, "position 0 has no key"),
        ((ONE, [ONE], [ONE]), {"mask": np.ones((1, 2), bool)}, r"shape \(1, 1\)"),
        ((ONE, [ONE], [ONE]), {"mask": [[1]]}, "boolean array"),
    ],
)
def test_bad_arguments(arguments, options, words):
    with pytest.raises(AttentionError, match=words):
        saturated_attention(*arguments, **options)


@pytest.mark.parametrize(
    ("bits", "grid", "words"),
    [
        (-1, None, "bits must be"),
        (0.5, None, "bits must be"),
        (2, "twos", r"queries must lie in the 2-bit twos grid -2, -1, .., 1, got 2"),
        (2, "midrise", r"queries must lie in the 2-bit midrise grid -3, -1, .., 3, got 2"),
        (2, "ones", "grid must be one of midrise, twos"),
    ],
)
def test_bad_bits_and_grids(bits, grid, words):
    with pytest.raises(AttentionError, match=words):
        fixed_point_attention(ONE, ONE, ONE, bits=bits, grid=grid)


def test_entries_on_the_grid_pass():
    assert fixed_point_attention(ONE, ONE, ONE, bits=3, grid="twos").numerators.tolist() == [[8, 16]]


def test_integral_floats_and_long_lists_are_integers():
    assert saturated_attention([[1.0]], np.array([[2.0]]), np.array([[3.0]])).fractions().tolist() == [[3]]
    # A list with 2^63 and -1 would become float64, and lose the 1, if numpy chose the type.
    found = saturated_attention([[1]], [[[2**63], [-1]]], [[[2**63 + 1], [-1]]])
    assert found.numerators.tolist() == [[2**63 + 1]]
