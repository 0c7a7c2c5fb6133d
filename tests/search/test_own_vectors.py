"""Vectors that somebody has: what is possible with them is compared with all directions, tried one by one."""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import headcount
from headcount.certificates.check import check
from headcount.tasks import TaskError


def directions(points):
    """Integer vectors of the plane, one in each cell of the directions that order the points in one way."""
    lines = {(-b, a) for p, q in combinations(points, 2) for a, b in [(p[0] - q[0], p[1] - q[1])] if (a, b) != (0, 0)}
    lines |= {(-x, -y) for x, y in lines} | {(1, 0), (-1, 0), (0, 1), (0, -1)}
    around = sorted(lines, key=lambda v: np.arctan2(v[1], v[0]))
    for (a, b), (c, d) in zip(around, [*around[1:], around[0]], strict=True):
        e, f = (Fraction(x, abs(p) + abs(q)) for (p, q) in [(a, b)] for x in (p, q))
        g, h = (Fraction(x, abs(p) + abs(q)) for (p, q) in [(c, d)] for x in (p, q))
        yield (e + g, f + h)
        yield (a, b)


def serves(points, row, query, zero):
    scores = [x * query[0] + y * query[1] for x, y in points]
    above, below = ([s for s, r in zip(scores, row, strict=True) if r == want] for want in (1, 0))
    if zero:
        return all(s > 0 for s in above) and all(s < 0 for s in below)
    return not above or not below or min(above) > max(below)


@pytest.mark.parametrize("seed", range(12))
def test_against_all_directions(seed):
    rng = random.Random(seed)
    zero = seed % 3 == 2
    n = rng.randint(2, 6)
    points = [(rng.randint(-2, 2), rng.randint(-2, 2)) for _ in range(n)]
    rows = [[rng.randint(0, 1) for _ in range(n)] for _ in range(6)]
    own = [(rng.randint(-2, 2), rng.randint(-2, 2)) for _ in rows]
    zeros = [*points, (0, 0)] if zero else points  # a threshold of 0 is the score of the vector 0
    tried = [*directions(zeros)]
    answer = headcount.dimension(
        rows, items=points, queries=own, threshold="zero" if zero else "free", budget=1, seed=seed
    )
    assert check(answer.certificate())
    for k, row in enumerate(rows):
        possible = any(serves(points, row, query, zero) for query in [*tried, (0, 0)])
        assert (str(k) in answer.possible) == possible, (points, row)
        assert (str(k) in answer.impossible) == (not possible)
        assert (str(k) in answer.served) == serves(points, row, own[k], zero)
        if not possible:
            parts = answer.combination(str(k))
            sums = [[sum(w * points[int(name)][c] for name, w in part) for c in (0, 1)] for part in parts.values()]
            totals = [sum(w for _, w in part) for part in parts.values()]
            assert sums[0] == sums[1] and (zero or totals[0] == totals[1] > 0)
            members = {int(name) for name, _ in parts["relevant"]}
            assert all(row[j] for j in members) and not any(row[int(name)] for name, _ in parts["others"])
    assert set(answer.only_with_another_vector) == set(answer.possible) - set(answer.served)


def test_vectors_that_were_written_serve_all(tmp_path):
    sets = {f"q{a}{b}": [f"d{a}", f"d{b}"] for a, b in combinations(range(7), 2)}
    found = headcount.dimension(sets, budget=10)
    np.savez(tmp_path / "v.npz", **found.arrays("float32"))
    answer = headcount.dimension(sets, items=tmp_path / "v.npz", queries=str(tmp_path / "v.npz"), budget=5)
    assert not answer.impossible and len(answer.served) == 21 and answer.only_with_another_vector == ()
    assert answer.width_is_the_cause is False and answer.closed
    assert "matched by their ids" in answer.asked.items.words


def test_the_width_is_the_cause():
    """All pairs of six points need four dimensions; three points between others can be moved."""
    rng = np.random.default_rng(0)
    answer = headcount.dimension("subsets n=6 k=2", items=rng.integers(-9, 9, (6, 3)), budget=10)
    assert answer.impossible and answer.width_is_the_cause is True
    answer = headcount.dimension([[1, 0, 0], [0, 1, 0], [0, 0, 1]], items=[[0, 0], [1, 1], [2, 2]], budget=5)
    assert answer.impossible == ("1",) and answer.width_is_the_cause is False
    assert answer.to_json()["impossible"][0]["relevant"] == [["1", "2"]]
    assert "so one of these scores as high" in str(answer)


def test_cosine_is_of_directions():
    """Vectors of one direction have equal cosines, whatever their lengths."""
    rows = [[0, 1, 0], [1, 0, 0]]
    items = [[1, 0], [5, 5], [0, 1]]
    assert headcount.dimension(rows, items=items, score="cosine", budget=2).impossible == ()
    alike = [[3, 1], [9, 3], [0, 1]]
    answer = headcount.dimension(rows, items=alike, score="cosine", budget=2)
    assert answer.impossible == ("0", "1")
    assert headcount.dimension(rows, items=alike, budget=2).impossible == ()


def test_balls_on_a_line():
    """Intervals are what balls hold of points on a line; half-lines are what inner products cut off."""
    items = [[float(k)] for k in (1, 2, 3, 4)]
    rows = [[0, 1, 1, 0], [1, 0, 1, 0], [1, 1, 0, 0]]
    answer = headcount.dimension(rows, items=items, queries=[[2.5], [2], [0]], score="euclidean", budget=5)
    assert answer.impossible == ("1",) and answer.served == ("0", "2")
    assert headcount.dimension(rows, items=items, budget=5).impossible == ("0", "1")
    with pytest.raises(TaskError, match="squares of the lengths"):
        headcount.dimension(rows, items=np.float32([[0.1, 1e4], [1e4, 0.3], [3, 1], [4, 1]]), score="euclidean")


def test_further_items_count_as_irrelevant():
    sets = {"q": ["a"], "r": ["b"]}
    vectors = {"x": [0, 0], "b": [0, 3], "a": [1, 0], "y": [2, 0]}
    answer = headcount.dimension(sets, items=vectors, budget=2)
    assert answer.impossible == ("q",) and "2 further items" in answer.asked.items.words
    assert {name for name, _ in answer.combination("q")["others"]} == {"x", "y"}


def test_grades_are_asked_one_by_one():
    answer = headcount.dimension([[2, 1, 0], [0, 1, 0]], items=[[3], [1], [2]], budget=2)
    assert (answer.impossible, answer.possible) == (("0",), ("1",))  # 3 and 1 are not above 2
    assert "each grade" in answer.all_notes()[0]


def test_ties_are_decided_exactly():
    """A score that is equal but for rounding: 0.1 + 0.2 against 0.3 as they are stored."""
    answer = headcount.dimension([[1, 0]], items=[[0.1, 0.2], [0.3, 0.0]], queries=[[1, 1]], budget=1)
    assert (Fraction(0.1) + Fraction(0.2) > Fraction(0.3)) == (answer.served == ("0",))
    answer = headcount.dimension([[0, 1]], items=[[0.1, 0.2], [0.3, 0.0]], queries=[[1, 1]], budget=1)
    assert (Fraction(0.1) + Fraction(0.2) < Fraction(0.3)) == (answer.served == ("0",))


DATA = [[1, 0, 0], [0, 1, 0]]
GOOD = [[0, 1], [1, 0], [1, 1]]
MISTAKES = {
    "another number of vectors": ({"items": GOOD[:2]}, "a vector for each of the 3 items of the data, got 2"),
    "another number of query vectors": ({"items": GOOD, "queries": GOOD}, "for each of the 2 queries of the data"),
    "nan": ({"items": [[0, 1], [1, float("nan")], [1, 1]]}, "must be finite, got nan in row 1, column 1"),
    "infinite": ({"items": [[0, 1], [1, float("inf")], [1, 1]]}, "must be finite"),
    "another width": ({"items": GOOD, "queries": [[1], [2]]}, "as wide as those of items"),
    "one row": ({"items": [1, 2, 3]}, "a row for each vector"),
    "complex": ({"items": np.ones((3, 2), dtype=complex)}, "integers or floats of at most 64 bits, got complex128"),
    "words": ({"items": [["a", "b"]] * 3}, "must be numbers"),
    "an id twice": ({"items": GOOD, "item_ids": ["0", "1", "1"]}, "has two vectors"),
    "an id missing": ({"items": GOOD, "item_ids": ["0", "1", "x"]}, "'2' of the data has no vector"),
    "fewer ids": ({"items": GOOD, "item_ids": ["0", "1"]}, "an id for each vector"),
    "no items": ({"queries": GOOD[:2]}, "add ‹items=items.npy›"),
    "no file": ({"items": "none.npy"}, "none.npy cannot be read"),
    "another ending": ({"items": "none.csv"}, "ends in .npy or .npz"),
    "bits": ({"items": GOOD, "bits": 8}, "leave out ‹bits›"),
    "recall": ({"items": GOOD, "recall": 0.5}, "leave out ‹recall›"),
    "start": ({"items": GOOD, "start": {}}, "‹start› does not apply"),
    "others": ({"items": GOOD, "others": True}, "an item without a vector"),
    "a vector without direction": ({"items": [[0, 0], [1, 0], [0, 1]], "score": "cosine"}, "has no cosine"),
    "query ids alone": ({"items": GOOD, "query_ids": ["0", "1"]}, "add ‹queries=queries.npy›"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options, said = MISTAKES[name]
    with pytest.raises(TaskError) as error:
        headcount.dimension(DATA, **options)
    assert said in str(error.value.args[0]) or said.replace("‹", "").replace("›", "") in str(error.value), error.value


def test_one_item_is_nothing_to_rank():
    with pytest.raises(TaskError, match="one item is above all others whatever its vector is; give two items or more"):
        headcount.dimension([[1], [0]], items=[[1, 2]])
    assert headcount.dimension([[1], [0]], items=[[1, 2]], threshold="zero", budget=1).possible == ("0", "1")


def test_a_file_of_objects_runs_nothing(tmp_path):
    np.save(tmp_path / "objects.npy", np.array([{"a": 1}, None], dtype=object), allow_pickle=True)
    with pytest.raises(TaskError, match="not what NumPy writes"):
        headcount.dimension(DATA, items=tmp_path / "objects.npy")
