"""Fooling sets, covers and partitions: engines against brute force, known values, and a public benchmark."""

import json
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path

import numpy as np
import pytest

import brute_matrices
from engine_runs import drawn, exact
from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix
from headcount.solvers.rectangles.antichain import largest_antichain
from headcount.solvers.rectangles.fooling_search import greedy_fooling_set, in_one_rectangle
from headcount.solvers.rectangles.maximal_rectangles import (
    TooManyRectanglesError,
    greedy_cover,
    irredundant,
    least_cover,
    maximal_rectangles,
)
from headcount.solvers.rectangles.row_packing import packed_partitions

BINARY_RANK = Path(__file__).parent / "data" / "binary_rank"
ALL = tuple(f"{name}{value}" for name in ("fooling", "cover", "partition") for value in (0, 1))
HEXAGON = tuple("".join("01"[edge not in (vertex, (vertex + 1) % 6)] for edge in range(6)) for vertex in range(6))


def classes(height, width):
    """One 0/1 matrix of each class under permutations of rows and of columns."""
    seen = set()
    for word in product("01", repeat=height * width):
        rows = ["".join(word[k * width : (k + 1) * width]) for k in range(height)]
        seen.add(
            min(tuple(sorted("".join(row[c] for c in order) for row in rows)) for order in permutations(range(width)))
        )
    return sorted(seen)


@pytest.mark.parametrize("shape", [(3, 3), (2, 4)], ids=["3x3", "2x4"])
def test_every_small_matrix_up_to_order(shape):
    matrices = classes(*shape)
    assert len(matrices) == {(3, 3): 36, (2, 4): 22}[shape]
    for rows in matrices:
        assert exact(rows, *ALL) == [brute_matrices.measure(rows, measure) for measure in ALL], rows


def test_random_5x5_matrices():
    for seed in range(4):
        rows = drawn(seed, (5, 5)).rows
        assert exact(rows, "cover0", "cover1") == [
            brute_matrices.EXACT[measure](rows) for measure in ("cover0", "cover1")
        ], rows


REFERENCE = {
    ("eq", 2): (3, 4, 4, 4, 4, 4),
    ("disj", 2): (2, 4, 2, 4, 3, 4),
    ("ip", 2): (3, 3, 3, 3, 4, 3),
    ("gt", 2): (4, 3, 4, 3, 4, 3),
    ("eq", 3): (3, 8, 5, 8, 8, 8),
    ("disj", 3): (3, 8, 3, 8, 7, 8),
}
"""(fooling, cover, partition), each for the values 0 and 1."""


@pytest.mark.parametrize(("name", "n"), list(REFERENCE), ids=lambda x: str(x))
def test_named_functions(name, n):
    _, _, *found = exact(CommunicationMatrix.named(name, n), "rank_q", "rank_q_complement", *ALL)
    assert tuple(found) == REFERENCE[name, n]


@pytest.mark.parametrize("n", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_disjointness_of_larger_size(n):
    assert exact(CommunicationMatrix.named("disj", n), "fooling1", "cover0", "cover1") == [2**n, n, 2**n]


@pytest.mark.parametrize("n", [4, pytest.param(5, marks=pytest.mark.slow)])
def test_equality_of_larger_size(n):
    least = next(k for k in range(99) if comb(k, k // 2) >= 2**n)
    assert exact(CommunicationMatrix.named("eq", n), "cover0") == least


def test_partition_above_every_rank():
    measures = ("rank_q", "rank_gf2", "rank_gf3", "fooling1", "cover1", "partition1")
    assert exact(HEXAGON, *measures) == [5, 4, 5, 4, 5, 6]


@pytest.mark.slow
def test_a_large_matrix_is_bracketed_and_declined_with_the_reason():
    matrix = drawn(0, (64, 64))
    known = Known(matrix)
    engine = ENGINES["fooling1"](matrix, known, Effort())
    with pytest.raises(Declined, match="give a smaller part"):
        for bound in engine:
            known.add(bound)
    assert 20 < known.value("fooling1", "lower") < known.value("cover1", "upper") <= 64


def benchmark(gap):
    matrices = json.loads((BINARY_RANK / f"gap_{gap}.json").read_text())
    partitions = json.loads((BINARY_RANK / f"gap_{gap}_partition.json").read_text())
    return list(zip(matrices, partitions, strict=True))


@pytest.mark.parametrize("gap", [2, 3])
def test_binary_rank_benchmark(gap):
    listed = benchmark(gap)
    assert len(listed) == 100
    for entries, theirs in listed[::20]:
        times = np.zeros(np.shape(entries), dtype=int)
        for part in theirs:
            times[np.ix_(part["rows"], part["cols"])] += 1
        assert (times == entries).all()  # their witness is a partition
        _, least = exact(CommunicationMatrix.of(entries), "rank_q", "partition1")
        assert least == len(theirs)  # and no smaller one exists


def test_partitions_above_the_rank_in_the_benchmark():
    entries, theirs = next((m, p) for m, p in benchmark(3) if np.linalg.matrix_rank(np.array(m)) + 2 == len(p))
    found = exact(CommunicationMatrix.of(entries), "rank_q", "partition1")
    assert found == [len(theirs) - 2, len(theirs)]


def test_maximal_rectangles_against_all_rectangles():
    rng = np.random.default_rng(8)
    for _ in range(30):
        allowed = rng.random((4, 5)) < 0.6
        everything = {
            (rows, columns)
            for rows in (s for k in range(1, 5) for s in combinations(range(4), k))
            for columns in (s for k in range(1, 6) for s in combinations(range(5), k))
            if allowed[np.ix_(rows, columns)].all()
        }
        larger = {
            (r, c)
            for r, c in everything
            if any((r, c) != (s, d) and set(r) <= set(s) and set(c) <= set(d) for s, d in everything)
        }
        assert set(maximal_rectangles(allowed)) == everything - larger
    with pytest.raises(TooManyRectanglesError):
        maximal_rectangles(~np.eye(8, dtype=bool), limit=100)


def test_covers_and_packings_hold_everything():
    rng = np.random.default_rng(9)
    for _ in range(10):
        entries = rng.random((7, 6)) < 0.5
        least = least_cover(entries, maximal_rectangles(entries), 10.0)
        assert least.optimal
        for cover in (list(least.rectangles), greedy_cover(entries, entries, rng)):
            held = np.zeros(entries.shape, dtype=int)
            for sides in cover:
                held[np.ix_(*sides)] += 1
            assert ((held > 0) == entries).all()
            assert len(irredundant(entries, [*cover, *cover])) <= len(cover)
        for partition in packed_partitions(entries, rng, trials=100):
            held = np.zeros(entries.shape, dtype=int)
            for sides in partition:
                held[np.ix_(*sides)] += 1
            assert (held == entries).all()
            assert len(partition) >= len(least.rectangles)


def test_largest_antichain_against_all_subsets():
    rng = np.random.default_rng(10)
    for _ in range(30):
        words = rng.choice(64, 8, replace=False).tolist()
        below = np.array([[a != b and not a & ~b for b in words] for a in words])
        best = max(
            len(chosen)
            for k in range(1, 9)
            for chosen in combinations(range(8), k)
            if not below[np.ix_(chosen, chosen)].any()
        )
        found = largest_antichain(below)
        assert len(found) == best
        assert not below[np.ix_(found, found)].any()


def test_a_greedy_fooling_set_is_one():
    rng = np.random.default_rng(12)
    for _ in range(20):
        wanted = rng.random((6, 8)) < 0.5
        found = greedy_fooling_set(wanted, wanted)
        together = in_one_rectangle(found, wanted)
        assert (together == np.eye(len(found), dtype=bool)).all()
        everything = [tuple(cell) for cell in np.argwhere(wanted).tolist()]
        apart = [cell for cell in everything if in_one_rectangle([*found, cell], wanted)[-1].sum() == 1]
        assert set(apart) <= set(found)  # no further entry fits in
