"""The contextual mapping: layers counted, ids of all inputs different, against vectors moved by heads by definition."""

from fractions import Fraction
from itertools import product

import pytest

from headcount.bounds.constructions.construction import ConstructionError
from headcount.bounds.constructions.universal.contextual_mapping import (
    Idle,
    Shift,
    Spread,
    contextual_mapping,
    hops_of_all,
    proved_factor,
    written_out,
)
from headcount.questions import PAIRWISE, attend, saturated
from headcount.questions.sparse_pattern import (
    Blocks,
    Causal,
    Dense,
    Lists,
    SparsePattern,
    Star,
    Stride,
    Summaries,
    Window,
)


def dense(n):
    return SparsePattern((Dense(n),))


def window(n):
    return SparsePattern((Window(n, 1),))


def star(n):
    return SparsePattern((Star(n),))


def strided(n):
    return SparsePattern((Window(n, 2), Stride(n, 2)))


def fixed(n, last=False):
    return SparsePattern((Blocks(n, 2), Summaries(n, 2, last)))


LAYERS = [
    *(
        (window, size, t)
        for size, t in {(2, 1, 4): 5, (3, 1, 3): 8, (3, 2, 2): 10, (4, 1, 3): 12, (4, 2, 2): 15}.items()
    ),
    (window, (4, 2, 3), 30),
    (window, (8, 1, 2), 21),
    *((star, size, t) for size, t in {(2, 1, 4): 5, (3, 1, 3): 7, (3, 2, 2): 9, (4, 1, 3): 10, (4, 2, 2): 13}.items()),
    (star, (4, 2, 3), 28),
    (star, (8, 1, 2), 16),
    (dense, (4, 2, 2), 13),
    (strided, (4, 1, 3), 20),
    (strided, (4, 2, 2), 26),
    (fixed, (4, 1, 3), 20),
]


@pytest.mark.parametrize(
    ("pattern", "size", "layers"), LAYERS, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_layers_are_counted(pattern, size, layers):
    n, d, levels = size
    mapping = contextual_mapping(pattern(n), range(n), levels, d)
    assert mapping.layers == layers == len(mapping.steps)
    moving = sum(not isinstance(step, Idle) for step in mapping.steps)
    assert mapping.moving_layers == moving == (n - 1) * levels**d + mapping.hops


def vectors_moved(pattern, order, levels, d, tokens):
    """The same network on vectors of d coordinates, head by head: after every layer the ids L u.z."""
    n, delta = pattern.n, Fraction(1, levels)
    u = [levels**c for c in range(d)]
    steps = contextual_mapping(pattern, order, levels, d).steps
    z = []
    for k, token in enumerate(tokens):
        place = order.index(k)
        e = n - 1 if place == 0 else place - 1
        z.append([e + delta * (token // levels**c % levels) for c in range(d)])

    def projection(vector):
        return sum(a * b for a, b in zip(u, vector, strict=True))

    for t, step in enumerate(steps):
        seen = [projection(vector) for vector in z]
        layer = pattern.layer(t + 1)
        for k in range(n):
            row = [j for j in range(n) if layer.has(k, j)]
            table = [[(own,) for own in seen]]

            def head(query, row=row, table=table):
                return attend(PAIRWISE, saturated, (query,), table, table, row)[0]

            if isinstance(step, Shift):
                middle = Fraction(step.bucket, levels)
                shift = head(seen[k] - middle + delta / 2) - head(seen[k] - middle - delta / 2)
                z[k] = [z[k][0] + levels**d * shift, *z[k][1:]]
            elif isinstance(step, Spread):
                z[k] = [z[k][0] + step.factor * head(1), *z[k][1:]]
        yield tuple(levels * projection(vector) for vector in z)


@pytest.mark.parametrize(
    ("pattern", "order", "levels", "d"),
    [
        (dense(2), (1, 0), 3, 1),
        (window(3), (2, 1, 0), 2, 2),
        (strided(4), (0, 1, 2, 3), 2, 1),
        (star(5), (3, 4, 0, 1, 2), 2, 1),
        (fixed(4), (0, 1, 2, 3), 2, 1),
    ],
    ids=str,
)
def test_ids_are_those_of_vectors_moved_by_heads(pattern, order, levels, d):
    mapping = contextual_mapping(pattern, order, levels, d)
    for tokens in mapping.inputs():
        assert list(mapping.stages(tokens))[1:] == list(vectors_moved(pattern, order, levels, d, tokens))


@pytest.mark.parametrize("small", [False, True], ids=["proved factor", "least factor"])
@pytest.mark.parametrize("pattern", [dense, window, star, strided, fixed], ids=lambda make: make.__name__)
@pytest.mark.parametrize("size", [(2, 1, 3), (3, 1, 3), (4, 1, 2), (4, 2, 2)], ids=str)
def test_no_two_ids_are_alike(pattern, size, small):
    n, d, levels = size
    if pattern is fixed and n % 2:
        return  # refused, as the test below says
    mapping = contextual_mapping(pattern(n), range(n), levels, d)
    if small:
        mapping = contextual_mapping(pattern(n), range(n), levels, d, mapping.greatest + 1)
    before, after = [], []
    for tokens in mapping.inputs():
        stages = list(mapping.stages(tokens))
        along = [stages[-1 - mapping.hops][k] for k in mapping.order]
        assert along == sorted(set(along))  # Lemma 1: each exceeds those before it
        before.append(along[-1])
        after += stages[-1]
    assert max(before) == mapping.greatest
    assert len(set(before)) == len(before)  # Lemma 2
    assert len(set(after)) == len(after) == n * mapping.tokens**n  # Lemma 3


@pytest.mark.parametrize(
    ("pattern", "before", "after"), [(window(4), 11, 42), (star(4), 11, 21)], ids=["window", "star"]
)
def test_bits_of_ids(pattern, before, after):
    mapping = contextual_mapping(pattern, range(4), 2, 2)
    least = contextual_mapping(pattern, range(4), 2, 2, mapping.greatest + 1)
    assert mapping.greatest.bit_length() == before
    assert max(max(least.ids(tokens)) for tokens in least.inputs()).bit_length() == after


def test_the_factor_is_the_least_that_is_proved():
    for greatest, hops in product((1, 5, 888), (1, 2, 3, 7)):
        factor = proved_factor(greatest, hops)
        assert (factor + 1) ** hops * greatest < factor**hops * (greatest + 1)
        assert factor == greatest + 1 or not factor**hops * greatest < (factor - 1) ** hops * (greatest + 1)


def test_a_shift_in_a_layer_without_the_edge_goes_wrong():
    """With the two layers of a cycle both shifting, tokens are moved by a wrong maximum, and ids collide."""
    pattern = SparsePattern((Lists(3, ((0,), (1,), (0, 2))), Lists(3, ((0, 2), (0, 1), (1, 2)))))
    mapping = contextual_mapping(pattern, (0, 1, 2), 2)
    edges = [t % 2 for t, step in enumerate(mapping.steps) if isinstance(step, Shift)]
    assert edges == [1, 1, 1, 1]
    found = []
    for tokens in mapping.inputs():
        ids = mapping.first_ids(tokens)
        for bucket in [step for step in mapping.steps if isinstance(step, Shift)]:
            for rows in mapping.rows:
                ids = mapping.after(bucket, rows, ids)
        found.append(ids[2])
    assert len(set(found)) < len(found)


def test_hops():
    for n in range(1, 9):
        for w in range(1, n + 1):
            assert hops_of_all(SparsePattern((Window(n, w),))) == max(1, -(-(n - 1) // w))
            assert hops_of_all(SparsePattern((Window(n, w), Stride(n, w)))) == (1 if w >= n - 1 else 2)
        assert hops_of_all(star(n)) == (1 if n <= 4 else 2)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: contextual_mapping(fixed(3), range(3), 2), "position 0 never reaches position 2"),
        (lambda: contextual_mapping(fixed(5), range(5), 2), "position 0 never reaches position 4"),
        (lambda: contextual_mapping(SparsePattern((Causal(Dense(3)),)), range(3), 2), "position 0 never reaches"),
        (lambda: contextual_mapping(SparsePattern((Lists(2, ((1,), (0, 1))),)), range(2), 2), "position 0 does not"),
        (lambda: contextual_mapping(window(3), (0, 2, 1), 2), "position 2 does not attend to position 0"),
        (lambda: contextual_mapping(window(3), (0, 1), 2), "order must name each of the 3 positions"),
        (lambda: contextual_mapping(window(3), (0, 1, 1), 2), "order must name each"),
        (lambda: contextual_mapping(window(3), range(3), 1), "levels must be an integer of at least 2"),
        (lambda: contextual_mapping(window(3), range(3), 2, 0), "coordinates must be"),
        (lambda: contextual_mapping(window(3), range(3), 2, 1, 7), "factor must be at least"),
    ],
)
def test_what_is_refused(make, words):
    with pytest.raises(ConstructionError, match=words):
        make()


def test_the_repair_of_fixed():
    for n in (3, 5):
        assert contextual_mapping(fixed(n, last=True), range(n), 2).hops == 2


def test_rows_written_out():
    assert written_out(Star(5)) == ((0, 1, 3, 4), (0, 1, 2, 4), (1, 2, 3, 4), (0, 2, 3, 4), (0, 1, 2, 3, 4))
