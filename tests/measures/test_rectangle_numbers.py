"""Fooling sets, covers and partitions: engines against brute force, known values, and a public benchmark."""

import json
from functools import cache
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path

import numpy as np
import pytest

from headcount.bounds.bound import Status
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.measured import bundle
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


def measured(matrix, names):
    """What the engines find, each run after the ones before it."""
    known = Known(matrix)
    for name in names:
        if matrix.total or not name.startswith(("rank", "partition")):
            for bound in ENGINES[name](matrix, known, Effort()):
                known.add(bound)
    return known


def exact(matrix, names):
    """The values, all of them closed, and certified by one bundle."""
    known = measured(matrix, names)
    ends = [known.bound(name, side) for name in names for side in ("lower", "upper")]
    assert all(known.closed(name) for name in names), [str(end) for end in ends]
    assert all(end.status is Status.CERTIFIED for end in ends)
    assert isinstance(check(bundle(matrix, ends)), Accepted)
    return {name: int(known.value(name, "lower")) for name in names}


@cache
def brute_force(rows, measure):
    """The value by going through all rectangles and sets of entries, as bit sets."""
    name, value = measure[:-1], measure[-1]
    cells = [(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x == value]
    number = {cell: 1 << k for k, cell in enumerate(cells)}
    held = set()
    heights = [h for k in range(1, len(rows) + 1) for h in combinations(range(len(rows)), k)]
    widths = [w for k in range(1, len(rows[0]) + 1) for w in combinations(range(len(rows[0])), k)]
    for chosen, columns in product(heights, widths):
        if all(rows[r][c] in (value, "*") for r in chosen for c in columns):
            held.add(sum(number.get((r, c), 0) for r in chosen for c in columns))
    if name == "fooling":
        return max(s.bit_count() for s in range(2 ** len(cells)) if all((s & h).bit_count() <= 1 for h in held))
    reached, k = {0}, 0
    while 2 ** len(cells) - 1 not in reached:
        reached = {old | new for old in reached for new in held if name == "cover" or not old & new}
        k += 1
    return k


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
        found = exact(CommunicationMatrix(rows), ALL)
        assert found == {measure: brute_force(rows, measure) for measure in ALL}, rows


def test_random_4x4_and_5x5_matrices():
    rng = np.random.default_rng(3)
    for size, count, names in ((4, 20, ALL), (5, 8, ("cover0", "cover1"))):
        for _ in range(count):
            rows = tuple("".join(rng.choice(["0", "1"], size)) for _ in range(size))
            found = exact(CommunicationMatrix(rows), names)
            assert found == {measure: brute_force(rows, measure) for measure in names}, rows


def test_promise_matrices():
    rng = np.random.default_rng(4)
    names = ALL[:4]
    for _ in range(25):
        rows = tuple("".join(rng.choice(list("01*"), 4)) for _ in range(3))
        found = exact(CommunicationMatrix(rows), names)
        assert found == {measure: brute_force(rows, measure) for measure in names}, rows


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
    matrix = CommunicationMatrix.named(name, n)
    found = exact(matrix, ("rank_q", "rank_q_complement", *ALL))
    assert tuple(found[measure] for measure in ALL) == REFERENCE[name, n]


@pytest.mark.parametrize("n", [5, pytest.param(6, marks=pytest.mark.slow)])
def test_disjointness_of_larger_size(n):
    found = exact(CommunicationMatrix.named("disj", n), ("fooling1", "cover0", "cover1"))
    assert found == {"fooling1": 2**n, "cover0": n, "cover1": 2**n}


@pytest.mark.parametrize("n", [4, pytest.param(5, marks=pytest.mark.slow)])
def test_equality_of_larger_size(n):
    least = next(k for k in range(99) if comb(k, k // 2) >= 2**n)
    assert exact(CommunicationMatrix.named("eq", n), ("cover0",)) == {"cover0": least}


def test_partition_above_every_rank():
    found = exact(CommunicationMatrix(HEXAGON), ("rank_q", "rank_gf2", "rank_gf3", "fooling1", "cover1", "partition1"))
    assert found == {"rank_q": 5, "rank_gf2": 4, "rank_gf3": 5, "fooling1": 4, "cover1": 5, "partition1": 6}


def test_measures_do_not_change_under_copies_order_and_exchange_of_players():
    rng = np.random.default_rng(6)
    rows = ("01101", "11010", "00111", "10001")
    names = ("rank_q", "rank_q_complement", *ALL)
    found = exact(CommunicationMatrix(rows), names)
    columns = [*rng.permutation(5).tolist(), 1, 3]
    other = CommunicationMatrix(rows).part([2, 0, 3, 1, 0], columns)
    assert exact(other, names) == found
    assert exact(other.transposed, names) == found


def test_empty_values():
    ones = CommunicationMatrix(("111", "111"))
    assert exact(ones, ALL) == dict(zip(ALL, (0, 1, 0, 1, 0, 1), strict=True))
    star = CommunicationMatrix(("0*", "**"))
    assert exact(star, ALL[:4]) == dict(zip(ALL[:4], (1, 0, 1, 0), strict=True))


@pytest.mark.slow
def test_a_large_matrix_is_bracketed_and_declined_with_the_reason():
    entries = np.random.default_rng(0).random((64, 64)) < 0.5
    matrix = CommunicationMatrix.of(entries.astype(int).tolist())
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
        found = exact(CommunicationMatrix.of(entries), ("rank_q", "partition1"))
        assert found["partition1"] == len(theirs)  # and no smaller one exists


def test_partitions_above_the_rank_in_the_benchmark():
    entries, theirs = next((m, p) for m, p in benchmark(3) if np.linalg.matrix_rank(np.array(m)) + 2 == len(p))
    assert exact(CommunicationMatrix.of(entries), ("rank_q", "partition1")) == {
        "rank_q": len(theirs) - 2,
        "partition1": len(theirs),
    }


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
