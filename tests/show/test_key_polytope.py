"""Convex hulls of keys against brute force: a face is where some functional is greatest."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headcount.show.pictures.key_polytope import MAX_KEYS, key_polytope

CUBE = tuple(product((0, 1), repeat=3))
OCTAHEDRON = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))


@pytest.mark.parametrize(
    ("points", "counts"),
    [
        (CUBE, (3, 8, 12, 6)),
        ((*CUBE, (Fraction(1, 2), Fraction(1, 2), 1), (Fraction(1, 3),) * 3, (0, 0, 0)), (3, 8, 12, 6)),
        (OCTAHEDRON, (3, 6, 12, 8)),
        (((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), (3, 4, 6, 4)),
        ([(t, t**2, t**3) for t in range(8)], (3, 8, 18, 12)),  # a cyclic polytope: 3 n - 6 edges, 2 n - 4 facets
        ([(t, t**2, 5) for t in range(6)], (2, 6, 6, 1)),
        ([(t, 2 * t, -t) for t in range(5)], (1, 2, 1, 0)),
        ([(7, 7, 7)] * 4, (0, 1, 0, 0)),
        ([(t, t**2) for t in range(5)], (2, 5, 5, 1)),
        ([(3,), (1,), (2,)], (1, 2, 1, 0)),
        ([()], (0, 1, 0, 0)),
    ],
)
def test_known_polytopes(points, counts):
    hull = key_polytope(points)
    assert (hull.dimension, len(hull.vertices), len(hull.edges), len(hull.polygons)) == counts


def convex_combination(points, target):
    """Whether a point is in the hull of others (Caratheodory: in a simplex of at most four of them), exactly."""
    for size in range(1, 5):
        for chosen in combinations(points, size):
            if in_simplex(chosen, target):
                return True
    return False


def in_simplex(corners, target):
    """Barycentric coordinates by elimination; singular simplices are left to their faces."""
    rows = [[Fraction(p[a]) for p in corners] + [Fraction(target[a])] for a in range(3)]
    rows.append([Fraction(1)] * len(corners) + [Fraction(1)])
    rank = 0
    for column in range(len(corners)):
        pivot = next((i for i in range(rank, 4) if rows[i][column]), None)
        if pivot is None:
            return False
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        rows[rank] = [x / rows[rank][column] for x in rows[rank]]
        for i in range(4):
            if i != rank:
                rows[i] = [x - rows[i][column] * y for x, y in zip(rows[i], rows[rank], strict=True)]
        rank += 1
    return all(row[-1] == 0 for row in rows[rank:]) and all(row[-1] >= 0 for row in rows[:rank])


coordinate = st.integers(-2, 2)


@given(st.lists(st.tuples(coordinate, coordinate, coordinate), min_size=1, max_size=8))
def test_vertices_are_the_points_that_others_do_not_span(points):
    hull = key_polytope(points)
    wanted = {p for p in points if not convex_combination([x for x in set(points) if x != p], p)}
    assert {points[i] for i in hull.vertices} == wanted
    assert len(hull.vertices) == len(wanted)
    if hull.dimension == 3:
        assert len(hull.vertices) - len(hull.edges) + len(hull.polygons) == 2
        assert sum(map(len, hull.polygons)) == 2 * len(hull.edges)


@given(
    st.lists(st.tuples(coordinate, coordinate, coordinate), min_size=1, max_size=8),
    st.tuples(coordinate, coordinate, coordinate),
)
def test_what_a_query_selects_is_a_face(points, query):
    hull = key_polytope(points)
    scores = [sum(a * b for a, b in zip(query, p, strict=True)) for p in points]
    face = {i for i in hull.vertices if scores[i] == max(scores)}
    assert face  # the maximum is attained at a vertex
    if any(scores[i] != max(scores) for i in hull.vertices):
        if len(face) == 2:
            assert tuple(sorted(face)) in hull.edges
        elif len(face) > 2:
            assert face in [set(cycle) for cycle in hull.polygons]


def test_what_makes_no_polytope_is_refused():
    with pytest.raises(ValueError, match="width at most 3, got width 4"):
        key_polytope([(1, 2, 3, 4)])
    with pytest.raises(ValueError, match="got width none"):
        key_polytope([])
    with pytest.raises(ValueError, match=f"at most {MAX_KEYS} different keys"):
        key_polytope([(k, k * k) for k in range(MAX_KEYS + 1)])
    assert len(key_polytope([(k, k * k, k**3) for k in range(MAX_KEYS)]).polygons) == 2 * MAX_KEYS - 4
