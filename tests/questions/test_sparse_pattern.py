"""Layer patterns against their rows written out: ranges, degrees, membership, counts."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headcount.questions.layer_patterns import (
    Blocks,
    Dense,
    Dilated,
    Longformer,
    Star,
    Stride,
    Summaries,
    Window,
    intersection,
    size_of_union,
)
from headcount.questions.sparse_pattern import Causal, Lists, SparsePattern, Union


def by_definition(pattern):
    """Whether i attends to j, from the words of the definition alone."""
    n = pattern.n
    match pattern:
        case Dense():
            return lambda i, j: True
        case Window(w=w):
            return lambda i, j: abs(i - j) <= w
        case Blocks(w=w):
            return lambda i, j: i // w == j // w
        case Dilated(w=w, r=r):
            return lambda i, j: (i - j) % r == 0 and abs(i - j) <= w * r
        case Stride(w=w):
            return lambda i, j: (i - j) % w == 0
        case Summaries(w=w, last=last):
            return lambda i, j: i == j or j % w == w - 1 or (last and j == n - 1)
        case Star():
            return lambda i, j: n - 1 in (i, j) or (i - j) % (n - 1) in (0, 1, n - 2)
        case Longformer(w=w, g=g):
            return lambda i, j: abs(i - j) <= w or i < g or j < g
        case Lists(lists=lists):
            return lambda i, j: j in lists[i]
        case Union(parts=parts):
            inner = list(map(by_definition, parts))
            return lambda i, j: any(one(i, j) for one in inner)
        case Causal(of=of):
            inside = by_definition(of)
            return lambda i, j: j <= i and inside(i, j)


def named(n):
    yield from (Dense(n), Star(n))
    for w in range(n + 2):
        yield Window(n, w)
        if w:
            yield from (Blocks(n, w), Stride(n, w), Summaries(n, w), Summaries(n, w, last=True))
    yield from (Dilated(n, w, r) for w, r in product(range(4), range(1, 4)))
    yield from (Longformer(n, w, g) for w, g in product(range(4), range(min(n, 3) + 1)))


def require_rows(pattern):
    attends = by_definition(pattern)
    total = 0
    for i in range(pattern.n):
        wanted = [j for j in range(pattern.n) if attends(i, j)]
        listed = [j for part in pattern.row(i) for j in part]
        assert all(map(len, pattern.row(i))), (pattern, i)
        assert sorted(set(listed)) == wanted, (pattern, i)
        assert pattern.overlapping or sorted(listed) == wanted, (pattern, i)
        assert pattern.degree(i) == len(wanted), (pattern, i)
        assert [j for j in range(pattern.n) if pattern.has(i, j)] == wanted, (pattern, i)
        total += len(wanted)
    assert pattern.connections == total, pattern


@pytest.mark.parametrize("n", [*range(1, 10), 13])
def test_named_patterns_row_by_row(n):
    for pattern in named(n):
        require_rows(pattern)
        require_rows(Causal(pattern))


@given(st.data())
def test_unions_and_lists_row_by_row(data):
    n = data.draw(st.integers(1, 12))
    rows = tuple(tuple(sorted(data.draw(st.sets(st.integers(0, n - 1))))) for _ in range(n))
    parts = (*data.draw(st.lists(st.sampled_from(list(named(n))), min_size=1, max_size=3)), Lists(n, rows))
    require_rows(Lists(n, rows))
    require_rows(Union(n, parts))
    require_rows(Causal(Union(n, parts)))


ranges = st.builds(range, st.integers(0, 30), st.integers(0, 60), st.integers(1, 9))


@given(st.lists(ranges, max_size=4))
def test_unions_of_ranges_are_counted(parts):
    assert size_of_union(parts) == len(set().union(*parts))


@given(ranges, ranges)
def test_common_numbers(one, other):
    assert list(intersection(one, other)) == sorted(set(one) & set(other))


def test_figures():
    """Connections at 10^6, by hand: closed forms, which take no time (``test_sparse_patterns.py`` has those at 256)."""
    n = 10**6
    assert (Window(n, 1000).connections, Stride(n, 1000).connections) == (1_999_999_000, 10**9)
    assert (Blocks(n, 1000).connections, Summaries(n, 1000).connections) == (10**9, 1_000_999_000)
    assert Star(n).connections == 4_999_996


def test_words_and_json():
    pattern = SparsePattern((Causal(Union(4, (Window(4, 1), Stride(4, 2)))), Lists(4, ((0,),) * 4)))
    graph = "a graph of 4 connections (SHA-256 5bc4ab57a6b735be)"
    assert pattern.words == f"n = 4, layers in a cycle of 2: causal (window(1) with stride(2)), {graph}"
    assert pattern.to_json()["layers"][0] == {
        "name": "causal",
        "of": {"name": "union", "of": [{"name": "window", "w": 1}, {"name": "stride", "w": 2}]},
    }
    assert [pattern.layer(t).name for t in (1, 2, 3)] == ["causal", "lists", "causal"]
