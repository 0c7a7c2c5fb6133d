"""The theorem polygon: matrices of rank 3 with zeros as on a diagonal, sections of polytopes; what is refused."""

from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

import second_opinion
from asking import judged


@pytest.mark.parametrize(("k", "most"), [(4, 4), (5, 6), (6, 8)])
def test_a_plane_section_of_few_vertices_is_no_larger_polygon(k, most):
    """What the bound by zeros on a diagonal rests on: at most 2k - 4 sides, and some have so many."""
    rng, largest = Random(k), 0
    for _ in range(400):
        points = [tuple(rng.randint(-20, 20) for _ in range(3)) for _ in range(k)]
        met = {
            tuple(Fraction(a[i] * -b[2] + b[i] * a[2], a[2] - b[2]) for i in (0, 1))
            for a, b in permutations(points, 2)
            if a[2] >= 0 > b[2]
        } | {point[:2] for point in points if point[2] == 0}
        largest = max(largest, len(hull(met)))
    assert largest == most


def hull(points):
    """The vertices of the convex hull of points of the plane, around it (Andrew 1979)."""

    def chain(some):
        found = []
        for x, y in some:
            while len(found) > 1 and (
                (found[-1][0] - found[-2][0]) * (y - found[-2][1]) <= (found[-1][1] - found[-2][1]) * (x - found[-2][0])
            ):
                found.pop()
            found.append((x, y))
        return found[:-1]

    return chain(sorted(points)) + chain(sorted(points, reverse=True)) if len(points) > 1 else list(points)


def diagonal(matrix, least, rows=None, columns=None, rank=3, **premise):
    """The claim, and whether both checkers accept it."""
    question = {"task": "values", "rows": [list(row) for row in matrix]}
    every = list(range(len(matrix)))
    of_rank = {
        "measure": "rank",
        "side": "upper",
        "value": str(rank),
        "proof": {"rule": "evaluate", "exhibit": "numbers"},
    }
    lines = {"rows": every if rows is None else rows, "columns": every if columns is None else columns}
    proof = {"rule": "theorem", "name": "polygon", "from": [{**of_rank, **premise}], **lines}
    claim = {"measure": "nonnegative_rank", "side": "lower", "value": str(least), "proof": proof}
    verdict, reason, _ = judged(claim, question)
    assert bool(second_opinion.accepts(question, claim)) == (verdict == "accepted")
    return verdict, reason


NINE = [[(i - j) ** 2 for j in range(9)] for i in range(9)]
CUBES = [[abs(i - j) ** 3 for j in range(9)] for i in range(9)]
TWICE = [[0 if {i, j} == {0, 1} else entry for j, entry in enumerate(row)] for i, row in enumerate(NINE)]


def test_zeros_on_a_diagonal():
    assert diagonal(NINE, 7)[0] == "accepted"
    assert diagonal(NINE, 6, list(range(8)), list(range(8)))[0] == "accepted"
    assert diagonal([row[::-1] for row in NINE], 7, columns=list(range(8, -1, -1)))[0] == "accepted"
    assert diagonal([[0, 1, 2], [3, 0, 4], [5, 6, 0]], 3)[0] == "accepted"


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ((NINE, 8), "other value"),
        ((NINE, 7, list(range(8)), list(range(8))), "other value"),
        ((CUBES, 7, None, None, 4), "rank"),
        ((TWICE, 7, None, None, 5), "rank"),
        ((NINE, 7, list(range(9)), [1, 0, *range(2, 9)]), "a 0 is elsewhere"),
        ((NINE, 7, [0] * 9, [0] * 9), "a 0 is elsewhere"),
        ((NINE, 7, list(range(9)), list(range(8))), "rows and columns"),
        ((NINE, 3, [0, 1], [0, 1]), "rows and columns"),
        ((NINE, 7, list(range(1, 10)), list(range(9))), "rows and columns"),
    ],
)
def test_zeros_that_are_no_diagonal(given, why):
    verdict, reason = diagonal(*given)
    assert verdict != "accepted"
    assert why in reason or why == "other value", reason


def test_a_premise_of_another_kind():
    for premise in (
        {"side": "lower"}, {"measure": "nonnegative_rank", "value": "9", "proof": {"rule": "theorem", "name": "least"}},
        {"question": {"task": "values", "rows": [[1, 1], [1, 1]]}, "value": "1"},
        {"question": {"task": "values", "rows": [row[:-1] for row in NINE]}},
    ):  # fmt: skip
        assert diagonal(NINE, 7, **premise)[0] != "accepted", premise
