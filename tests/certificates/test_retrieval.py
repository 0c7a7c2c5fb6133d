"""Retrieval by cosine and Euclidean distance against exact geometry, at the widths that are claimed.

A set y is in a ball of its own if and only if each minimal affine dependency whose keys of one sign are in y and whose
others are not has the former lower on the paraboloid (Farkas); likewise, without the paraboloid, for half-spaces.
"""

from fractions import Fraction
from itertools import combinations, product

import pytest

from exact_reachability import relation
from headcount import probe
from headcount.questions import retrieval_question


def ball_on_the_curve(positions: int, k: int, y: tuple[int, ...]) -> tuple[tuple[Fraction, ...], Fraction]:
    """Centre and square of the radius of a ball with the keys t in y inside, of (t, .., t^(2k-1)), t = 1 .. N.

    Parameters
    ----------
    y : 1 to k of the numbers 1 .. N

    Examples
    --------
    >>> centre, square = ball_on_the_curve(4, 1, (3,))
    >>> [(t - centre[0]) ** 2 < square for t in (1, 2, 3, 4)]
    [False, False, True, False]
    """
    zeros = [t for t in y for _ in range(2)] + [y[0]] * (2 * (k - len(y)))
    divisor = [Fraction(1)]  # coefficients, from the constant on
    for t in zeros:
        divisor = [a - t * b for a, b in zip([Fraction(0), *divisor], [*divisor, Fraction(0)], strict=True)]
    powers = [Fraction(int(i >= 2 * k and i % 2 == 0)) for i in range(4 * k - 1)]
    for i in range(4 * k - 2, 2 * k - 1, -1):  # the remainder of a division
        factor = powers[i]
        for j, c in enumerate(divisor):
            powers[i - 2 * k + j] -= factor * c
    lower = [-c for c in powers[: 2 * k]]
    for i in range(1, k):
        lower[2 * i] -= 1  # of |k(t)|^2 itself
    centre = tuple(-c / 2 for c in lower[1:])
    square = sum(c * c for c in centre) - lower[0]

    def away(t: int) -> Fraction:
        return sum(((t**i - c) ** 2 for i, c in enumerate(centre, 1)), Fraction(0)) - square

    others = [away(t) for t in range(1, positions + 1) if t not in y]
    assert all(away(t) == 0 for t in y) and all(value > 0 for value in others)
    return centre, square + min([Fraction(1), *others]) / 2


def dependencies(points):
    """The minimal affine dependencies of points, as {index: coefficient}."""
    for size in range(2, len(points[0]) + 3):
        for chosen in combinations(range(len(points)), size):
            found = relation([(1, *points[i]) for i in chosen])
            if found and all(found):
                yield dict(zip(chosen, found, strict=True))


def retrieved(points, sets, score):
    """Whether all sets of indices are retrieved."""
    found = list(dependencies(points))
    for one in found:
        height = sum(c * sum(Fraction(x) ** 2 for x in points[i]) for i, c in one.items())
        for sign in (1, -1):
            side = {i for i, c in one.items() if c * sign > 0}
            others = set(one) - side
            if (score == "cosine" or sign * height >= 0) and any(side <= y and not others & y for y in sets):
                return False
    return True


def all_sets(positions, least, most):
    return [set(y) for size in range(least, most + 1) for y in combinations(range(positions), size)]


@pytest.mark.parametrize(("N", "k"), [(6, 1), (6, 2), (7, 2), (7, 3)])
def test_balls_on_the_moment_curve(N, k):
    for y in all_sets(N, 1, k):
        inside = tuple(t + 1 for t in y)
        centre, square = ball_on_the_curve(N, k, inside)
        for t in range(1, N + 1):
            distance = sum((t**i - c) ** 2 for i, c in enumerate(centre, 1))
            assert distance != square and (distance < square) == (t in inside)
    assert retrieved([[t**i for i in range(1, 2 * k)] for t in range(1, N + 1)], all_sets(N, 1, k), "euclidean")


def two_simplices(positions, size):
    """``size`` vertices and the others, smaller, in orthogonal spaces with one mean."""
    far = [[10 * (i == j) for j in range(size - 1)] for i in range(size - 1)] + [[-10] * (size - 1)]
    rest = positions - size
    near = [[int(i == j) for j in range(rest - 1)] for i in range(rest - 1)] + [[-1] * (rest - 1)]
    return [[*point, *([0] * (rest - 1))] for point in far] + [[*([0] * (size - 1)), *point] for point in near]


@pytest.mark.parametrize("N", [3, 4, 5, 6])
def test_two_simplices_with_one_centre(N):
    for size in range(2, N):
        points = two_simplices(N, size)
        assert {len(point) for point in points} == {N - 2}
        sets = [y for y in all_sets(N, 1, N) if y != set(range(size))]
        assert retrieved(points, sets, "euclidean") and not retrieved(points, all_sets(N, 1, N), "euclidean")


@pytest.mark.parametrize(("N", "k"), [(6, 1), (6, 2), (7, 2), (7, 3)])
def test_rational_points_of_a_circle(N, k):
    """Multiples of one angle by 1 .. k: (cos jt, sin jt), from (1 - t^2, 2t) / (1 + t^2)."""
    points = []
    for t in range(N):
        turn = complex_power = (Fraction(1 - t * t, 1 + t * t), Fraction(2 * t, 1 + t * t))
        point = []
        for _ in range(k):
            point += complex_power
            complex_power = (
                complex_power[0] * turn[0] - complex_power[1] * turn[1],
                complex_power[0] * turn[1] + complex_power[1] * turn[0],
            )
        assert sum(x * x for x in point) == k
        points.append(point)
    assert retrieved(points, all_sets(N, 1, k), "cosine")


def test_no_keys_of_a_small_grid_do_with_less():
    """One dimension less than claimed, all keys of a grid: Euclidean (5, 2) has 3, (4, 3) has 3, (4, 1..2) has 2."""
    plane = list(product(range(3), repeat=2))
    for N, k in ((5, 2), (4, 3)):
        sets = all_sets(N, 1, k)
        assert not any(retrieved(points, sets, "euclidean") for points in combinations(plane, N))
        assert probe(retrieval_question(N, 1, k, "euclidean")).lower.value == 3
    assert any(retrieved(points, all_sets(4, 1, 2), "euclidean") for points in combinations(plane, 4))
    line = [(x,) for x in range(7)]
    assert not any(retrieved(points, all_sets(4, 1, 2), "euclidean") for points in combinations(line, 4))
    assert not any(retrieved(points, all_sets(5, 2, 2), "euclidean") for points in combinations(plane, 5))


def test_no_keys_of_a_circle_do_with_less():
    """By cosine pairs of four and of five need 3 and 4 dimensions; on spheres of small integers one less fails."""
    sphere = [v for v in product(range(-3, 4), repeat=3) if sum(x * x for x in v) == 9]
    circle = [(x, y) for x, y in product(range(-5, 6), repeat=2) if x * x + y * y == 25][::2]
    pairs = [all_sets(N, 2, 2) for N in (4, 5)]
    assert not any(retrieved(points, pairs[0], "cosine") for points in combinations(circle, 4))
    assert not any(retrieved(points, pairs[1], "cosine") for points in list(combinations(sphere, 5))[::400])
    assert [probe(retrieval_question(N, 2, 2, "cosine")).lower.value for N in (4, 5)] == [3, 4]
