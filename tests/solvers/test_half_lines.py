"""Half-lines of one order against all orders; enumeration and brackets of regular supports; drops in r."""

import random
from fractions import Fraction
from itertools import combinations, permutations

import pytest

import regular_supports as census
from _spreads import spread_bracket
from headcount.solvers.half_lines import half_line_order


def along(supports, order):
    ends = len(order)
    return all(set(s) in (set(order[: len(s)]), set(order[ends - len(s) :])) for s in supports)


def test_half_lines_against_all_orders():
    rng, seen = random.Random(1), set()
    for _ in range(800):
        size = rng.randint(1, 5)
        supports = [rng.sample(range(size), rng.randint(1, size)) for _ in range(rng.randint(1, 4))]
        order = half_line_order(supports, size)
        possible = any(along(supports, each) for each in permutations(range(size)))
        assert bool(order) == possible
        assert not order or along(supports, order)
        seen.add(possible)
    assert seen == {True, False}


def test_long_orders():
    rng = random.Random(2)
    order = list(range(200))
    rng.shuffle(order)
    cuts = [rng.randint(1, 199) for _ in range(100)]
    supports = [order[:cut] if rng.random() < 0.5 else order[cut:] for cut in cuts]
    assert along(supports, half_line_order(supports, 200))
    assert half_line_order([*supports, order[3:9]], 200) == ()


def canonical(rows, size):
    def image(order):
        return tuple(sorted(tuple(sorted(order[j] for j in row)) for row in rows))

    return min(map(image, permutations(range(size))))


@pytest.mark.parametrize(("size", "counts"), [(3, [1, 1]), (4, [1, 2, 1]), (5, [1, 2, 2, 1]), (6, [1, 4, 7])])
def test_regular_supports_are_all(size, counts):
    """Each class once, against all matrices."""
    assert [len(census.regular_supports(size, k)) for k in range(1, len(counts) + 1)] == counts
    if size == 4:
        sets = list(combinations(range(4), 2))
        every = [(a, b, c, d) for a in sets for b in sets for c in sets for d in sets]
        regular = [rows for rows in every if all(sum(j in row for row in rows) == 2 for j in range(4))]
        classes = {canonical(rows, 4) for rows in regular}
        assert classes == {canonical(rows, 4) for rows in census.regular_supports(4, 2)}


def test_brackets_of_four_and_five():
    """Threshold and tie pattern."""
    four = [census.ends(rows) for k in (1, 2, 3) for rows in census.regular_supports(4, k)]
    assert four == [((2, 2), (2, 2)), ((1, 1), (1, 1)), ((2, 2), (2, 2)), ((2, 2), (3, 3))]
    assert [census.ends(rows) for rows in census.regular_supports(5, 4)] == [((2, 2), (4, 4))]


def test_where_a_width_begins_to_be_enough():
    """J - I at L = 6: two triangles in R^4 from r = 1/2 on, the octahedron in R^3 from r = 1."""
    but_one = [[j for j in range(6) if j != i] for i in range(6)]
    for m, r in ((4, Fraction(1, 2)), (3, Fraction(1))):
        found = spread_bracket(but_one, 6, m, steps=4)
        assert found.low == r <= found.high <= r + Fraction(1, 10)
        assert found.tables.value == m
