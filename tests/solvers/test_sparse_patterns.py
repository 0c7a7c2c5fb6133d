"""Reach and paths of sparse patterns, against brute force on everything small."""

import time
from collections import Counter
from itertools import pairwise, product

import networkx
import numpy as np
import pytest

import brute_reach as brute
from draws import until
from headcount.questions.layer_patterns import Blocks, Dilated, Longformer, Star, Stride, Summaries, Window
from headcount.questions.sparse_pattern import Causal, Lists, Union
from headcount.solvers.sparse_patterns import rows as rows_module
from headcount.solvers.sparse_patterns.edges import edges_of
from headcount.solvers.sparse_patterns.pairs_seen import layers_until_seen, pairs_wanted, tokens_up_to
from headcount.solvers.sparse_patterns.path_search import NoPath, PathFound, PathOpen, hamiltonian_path
from headcount.solvers.sparse_patterns.reach import Filled, NotFilled, first_full
from headcount.solvers.sparse_patterns.rows import ImplicitRows, rows_of
from headcount.solvers.sparse_patterns.sweeps import downwards, upwards

LAYERS = [
    Window(11, 2),
    Blocks(11, 4),
    Dilated(11, 2, 3),
    Stride(11, 4),
    Summaries(11, 4),
    Summaries(11, 4, last=True),
    Star(11),
    Longformer(11, 1, 2),
    Causal(Union(11, (Window(11, 1), Stride(11, 5)))),
    Union(11, (Blocks(11, 3), Dilated(11, 1, 2))),
]


def never(*_):
    return False


def random_lists(rng, n, most, loops=True):
    """Random rows: most of them short."""
    return Lists(
        n,
        tuple(
            tuple(sorted({*rng.choice(n, rng.integers(0, most + 1), replace=False).tolist(), *([i] if loops else [])}))
            for i in range(n)
        ),
    )


@pytest.mark.parametrize("layer", LAYERS, ids=lambda layer: layer.words)
def test_rows_written_out_and_implicit_are_the_definition(layer):
    rng = np.random.default_rng(3)
    written, implicit, slow = rows_of(layer), ImplicitRows(layer), brute.rows_of(layer)
    for i in range(layer.n):
        assert set(written.indices[written.starts[i] : written.starts[i + 1]].tolist()) == slow[i]
    for _ in range(20):
        some = rng.random(layer.n) < rng.random()
        members = set(np.flatnonzero(some).tolist())
        for rows in (written, implicit):
            assert rows.attending_to(some).tolist() == [bool(row & members) for row in slow]
            seen = frozenset().union(*(slow[i] for i in members))
            assert set(np.flatnonzero(rows.attended_from(some)).tolist()) == seen


def test_rows_are_left_as_ranges_where_they_are_too_many(monkeypatch):
    monkeypatch.setattr(rows_module, "MOST_WRITTEN", 20)
    assert isinstance(rows_of(Window(11, 2)), ImplicitRows)
    cycle = [rows_of(Window(11, 2)), rows_of(Stride(11, 3))]
    sweep = upwards(cycle, 10, never)
    assert (sweep.full, sweep.layers) == (True, 2)


def test_hops_of_every_graph_on_three_positions():
    subsets = [frozenset(j for j in range(3) if mask >> j & 1) for mask in range(8)]
    finite = infinite = 0
    for rows in product(subsets, repeat=3):
        wanted = brute.hops([rows])
        layer = rows_of(Lists(3, tuple(tuple(sorted(row)) for row in rows)))
        answer = first_full([layer], lambda t: t >= 30)
        if wanted is None:
            assert isinstance(answer, NotFilled), rows
            infinite += 1
        else:
            assert isinstance(answer, Filled) and answer.layers == wanted, rows
            finite += 1
    assert min(finite, infinite) > 50


@pytest.mark.parametrize("loops", [True, False])
def test_hops_of_random_cycles(loops, rotating_seed):
    rng = np.random.default_rng([rotating_seed, loops])
    seen = Counter()
    for _ in until(seen, {True, False}, 80):
        n = int(rng.integers(1, 9))
        layers = [random_lists(rng, n, min(n, 3), loops) for _ in range(rng.integers(1, 4))]
        cycle = [brute.rows_of(layer) for layer in layers]
        wanted = brute.hops(cycle)
        answer = first_full([rows_of(layer) for layer in layers], lambda t: t >= 300)
        assert (answer.layers if isinstance(answer, Filled) else None) == wanted
        pair = [(answer.position, answer.token)]
        if isinstance(answer, Filled) and wanted > 1 and loops:
            assert brute.layers_until(cycle, pair, wanted) == wanted
        if isinstance(answer, NotFilled) and loops:
            assert brute.layers_until(cycle, pair, 100) is None
        seen[wanted is None] += 1


def test_sweeps_are_columns_and_rows_of_the_reach(rotating_seed):
    rng = np.random.default_rng(rotating_seed)
    full = Counter()
    for _ in until(full, {True: 6, False: 6}, 60):
        n = int(rng.integers(2, 9))
        layers = [random_lists(rng, n, 2) for _ in range(rng.integers(1, 4))]
        cycle, slow = [rows_of(layer) for layer in layers], [brute.rows_of(layer) for layer in layers]
        token = int(rng.integers(n))
        sweep = upwards(cycle, token, never)
        times = [brute.layers_until(slow, [(k, token)], 60) for k in range(n)]
        assert sweep.full == (None not in times)
        full[sweep.full] += 1
        if sweep.full:
            assert sweep.layers == max(times)
            late = [k for k in range(n) if times[k] == max(times) and k != token]
            assert np.flatnonzero(~sweep.before).tolist() == late
        else:
            assert np.flatnonzero(~sweep.last).tolist() == [k for k in range(n) if times[k] is None]
        # Downwards from a multiple of the cycle that is large enough: S^t_k for that t.
        down = downwards(cycle, token, len(cycle), never)
        late = 12 * n * len(cycle)
        sees = [brute.layers_until(slow, [(token, j)], late) is not None for j in range(n)]
        assert down.last.tolist() == sees


def test_layers_until_pairs_are_seen(rotating_seed):
    rng = np.random.default_rng(rotating_seed)
    seen = Counter()
    for number in until(seen, {True, False}, 60):
        n = int(rng.integers(2, 70 if number % 10 == 0 else 9))
        layers = [random_lists(rng, n, 2) for _ in range(rng.integers(1, 3))]
        pairs = [tuple(rng.integers(n, size=2).tolist()) for _ in range(2)]
        wanted = brute.layers_until([brute.rows_of(layer) for layer in layers], pairs, 4 * n)
        answer = layers_until_seen(
            [rows_of(layer) for layer in layers], pairs_wanted(n, *zip(*pairs, strict=False)), never
        )
        assert answer.layers == wanted
        seen[wanted is None] += 1


def test_all_tokens_up_to_a_position():
    for n in (1, 5, 64, 65, 130):
        bits = np.unpackbits(tokens_up_to(n).view(np.uint8), axis=1, bitorder="little")
        assert (bits[:, :n] == np.tri(n, dtype=np.uint8)).all()
        assert not bits[:, n:].any()


def test_a_stopped_search_says_where_it_was():
    assert first_full([rows_of(Window(9, 1))], lambda t: t == 3) == NotFilled(3, 0, 4)
    sweep = upwards([rows_of(Window(9, 1))], 0, lambda: True)
    assert (sweep.full, sweep.stuck, sweep.layers) == (False, False, 0)


def test_paths_of_every_graph_on_four_positions():
    pairs = [(j, k) for j in range(4) for k in range(4) if j != k]
    found = {True: 0, False: 0}
    for mask in range(0, 1 << len(pairs), 7):  # every seventh: 586 of 4096
        some = [pair for number, pair in enumerate(pairs) if mask >> number & 1]
        rows = [frozenset([k, *(j for j, head in some if head == k)]) for k in range(4)]
        tails, heads = (np.array([pair[side] for pair in some], dtype=np.int64) for side in (0, 1))
        answer = hamiltonian_path(4, tails, heads, time.monotonic() + 1000)
        wanted = brute.has_path([rows])
        assert isinstance(answer, PathFound if wanted else NoPath)
        if wanted:
            assert brute.is_path([rows], answer.order)
        found[wanted] += 1
    assert min(found.values()) > 50


def with_a_path(layer, order):
    """The layer, and each position of the order attends to the one before it, too."""
    rows = [set(row) for row in layer.lists]
    for before, after in pairwise(order):
        rows[after].add(before)
    return Lists(layer.n, tuple(tuple(sorted(row)) for row in rows))


def test_thirty_random_graphs_with_and_without_a_path(rotating_seed):
    """Of two edges to a position one graph in some hundred has a path: every other one is given it."""
    rng = np.random.default_rng(rotating_seed)
    counts = Counter()
    for number in until(counts, {True: 15, False: 15}, 30):
        layer = random_lists(rng, 9, 2)
        if number % 2:
            layer = with_a_path(layer, rng.permutation(9).tolist())
        slow = [brute.rows_of(layer)]
        wanted = brute.has_path_by_sets(slow)
        edges = edges_of([rows_of(layer)])
        answer = hamiltonian_path(9, edges.tails, edges.heads, time.monotonic() + 1000)
        assert isinstance(answer, PathFound if wanted else NoPath)
        assert not wanted or brute.is_path(slow, answer.order)
        counts[wanted] += 1


def test_circles_are_cut():
    """Two circles joined by one edge: the first models are full of circles."""
    graph = networkx.disjoint_union(networkx.cycle_graph(30), networkx.cycle_graph(30)).to_directed()
    graph.add_edge(0, 30)
    tails, heads = np.array(list(graph.edges)).T
    answer = hamiltonian_path(60, tails, heads, time.monotonic() + 1000)
    assert isinstance(answer, PathFound)
    assert all(graph.has_edge(*pair) for pair in zip(answer.order, answer.order[1:], strict=False))
    assert isinstance(hamiltonian_path(60, tails, heads, time.monotonic() - 1), PathOpen)


def test_ends_and_components():
    edges = edges_of([rows_of(Lists(5, ((0,), (0, 1), (0, 2), (0, 3), (4,))))])
    assert sorted(part.tolist() for part in edges.ends(attended=True)) == [[1], [2], [3], [4]]
    assert sorted(part.tolist() for part in edges.ends(attended=False)) == [[0], [4]]
    assert edges.components_without(np.array([], dtype=np.int64)) == 2
    assert edges.components_without(np.array([0])) == 4
