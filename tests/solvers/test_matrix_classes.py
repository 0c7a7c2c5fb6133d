"""Classes of small +-1 matrices: canonical forms and orbit counts against orbits that are walked through one by one."""

import random
from functools import cache
from itertools import combinations, permutations, product

import numpy as np
import pytest

from headcount.solvers.sign_rank.class_counts import (
    classes_of_shape,
    cycle_types,
    distinct_lines,
    fixed,
    fixed_turned,
    share,
    square_classes,
)
from headcount.solvers.sign_rank.matrix_classes import canonical, classes, distinct, row_sets, turned

SHAPES = [(k, n) for n in range(1, 5) for k in range(1, n + 1)]


def matrices(k, n):
    """All matrices as tuples of words of signs."""
    return product(product((1, -1), repeat=n), repeat=k)


def lines_differ(lines):
    return all(a != b and a != tuple(-x for x in b) for a, b in combinations(lines, 2))


def transposed(matrix):
    return tuple(zip(*matrix, strict=True))


def neighbours(matrix, square):
    """Images under generators of the symmetries."""
    for lines, back in ((matrix, lambda x: x), (transposed(matrix), transposed)):
        yield back((tuple(-x for x in lines[0]), *lines[1:]))
        for i in range(len(lines) - 1):
            yield back((*lines[:i], lines[i + 1], lines[i], *lines[i + 2 :]))
    if square:
        yield transposed(matrix)


@cache
def orbits(k, n, square):
    """Orbits of matrices with lines distinct up to sign, walked through."""
    left = {m for m in matrices(k, n) if lines_differ(m) and lines_differ(transposed(m))}
    found = []
    while left:
        waiting = [left.pop()]
        orbit = set(waiting)
        while waiting:
            for image in neighbours(waiting.pop(), square):
                if image in left:
                    left.remove(image)
                    orbit.add(image)
                    waiting.append(image)
        found.append(orbit)
    return found


def numbers(matrix):
    return [int("".join("01"[x < 0] for x in row), 2) for row in matrix]


@pytest.mark.parametrize(("k", "n"), SHAPES)
def test_counts_and_classes_are_those_of_all_orbits(k, n):
    assert classes_of_shape(k, n) == len(orbits(k, n, False))
    assert len(classes(k, n)) == len(orbits(k, n, k == n))
    if k == n:
        assert square_classes(n) == len(orbits(n, n, True))


@pytest.mark.parametrize(("k", "n"), SHAPES)
def test_a_form_belongs_to_one_orbit_and_all_of_it(k, n):
    rng = random.Random(k * 10 + n)
    forms = [
        {tuple(canonical(numbers(m), n)[0]) for m in rng.sample(sorted(orbit), min(len(orbit), 100))}
        for orbit in orbits(k, n, k == n)
    ]
    assert all(len(one) == 1 for one in forms)
    assert sorted(form for one in forms for form in one) == [tuple(form) for form in classes(k, n).tolist()]


def test_more_classes_are_as_many_as_their_orbits():
    assert [len(classes(n, n)) for n in range(1, 7)] == [square_classes(n) for n in range(1, 7)] == [1, 1, 1, 3, 8, 62]
    for k, n in ((4, 5), (5, 6), (4, 8), (5, 8)):
        assert len(classes(k, n)) == classes_of_shape(k, n) > 0


@pytest.mark.slow
def test_seven_rows():
    assert len(classes(7, 7)) == square_classes(7) == 1291
    assert len(classes(6, 8)) == classes_of_shape(6, 8) == 746


def images(rng, rows, n):
    """A random image of a matrix of numbers: rows and columns moved and negated."""
    k = len(rows)
    order, lines = rng.sample(range(n), n), rng.sample(range(k), k)
    flips, negated = rng.getrandbits(n), [rng.random() < 0.5 for _ in range(k)]
    found = [sum((rows[r] >> c & 1) << i for i, c in enumerate(order)) ^ flips for r in lines]
    return [x ^ ((1 << n) - 1) if no else x for x, no in zip(found, negated, strict=True)]


@pytest.mark.parametrize(("k", "n"), [(3, 7), (6, 6), (8, 8), (5, 9), (9, 5), (1, 4), (4, 1)])
def test_forms_do_not_change_under_symmetries(k, n):
    rng = random.Random(k + 20 * n)
    for _ in range(30):
        rows = [rng.getrandbits(n) for _ in range(k)]
        form, lines, order, flipped = canonical(rows, n)
        assert canonical(images(rng, rows, n), n)[0] == form
        other = turned(np.array(rows), n).tolist()
        assert canonical(other, k)[0] == form
        assert canonical(form, max(k, n) if k != n else n)[0] == form
        if flipped:
            rows, k, n = other, n, k
        # the form is the matrix with these rows and columns, up to signs: all products round 2 x 2 parts agree
        signs = [[rows[r] >> (n - 1 - c) & 1 for c in order] for r in lines]
        wanted = [[form[r] >> (n - 1 - c) & 1 for c in range(n)] for r in range(k)]
        for r, c in product(range(k), range(n)):
            assert signs[r][c] ^ signs[0][c] ^ signs[r][0] ^ signs[0][0] == wanted[r][c] ^ wanted[0][c] ^ wanted[r][0]
        k, n = (n, k) if flipped else (k, n)


def test_matrices_with_many_symmetries():
    inner_product = [[(a & b).bit_count() % 2 for b in range(8)] for a in range(8)]
    rows = [int("".join(map(str, row)), 2) for row in inner_product]
    rng = random.Random(0)
    form = canonical(rows, 8)[0]
    assert all(canonical(images(rng, rows, 8), 8)[0] == form for _ in range(10))
    assert canonical([0] * 8, 8)[0] == [0] * 8


def test_sets_of_rows_may_have_equal_columns():
    assert len(row_sets(2, 4)) == 2 and len(classes(2, 4)) == 0
    assert not distinct(np.array([0b011, 0b100]), 3) and distinct(np.array([0b011, 0b101]), 3)


def signed_permutations(n):
    """Each as (image, sign) of every point."""
    for order in permutations(range(n)):
        for signs in product((1, -1), repeat=n):
            yield tuple(zip(order, signs, strict=True))


def type_of(moves):
    left, found = set(range(len(moves))), []
    while left:
        start = point = min(left)
        length, sign = 0, 1
        while point in left:
            left.remove(point)
            length, sign, point = length + 1, sign * moves[point][1], moves[point][0]
        assert point == start
        found.append((length, sign))
    return tuple(sorted(found))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_types_and_their_shares(n):
    listed = [type_of(moves) for moves in signed_permutations(n)]
    assert set(listed) == set(cycle_types(n))
    assert all(share(type_) * len(listed) == listed.count(type_) for type_ in set(listed))


def moved(matrix, moves):
    """The rows moved and negated."""
    found = [()] * len(matrix)
    for (place, sign), row in zip(moves, matrix, strict=True):
        found[place] = tuple(sign * x for x in row)
    return tuple(found)


@pytest.mark.parametrize(("k", "n"), [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3)])
def test_fixed_matrices_are_counted(k, n):
    rng = random.Random(n)
    for rows, columns in rng.sample(list(product(signed_permutations(k), signed_permutations(n))), 8 if k > 1 else 4):
        kept = [m for m in matrices(k, n) if transposed(moved(transposed(moved(m, rows)), columns)) == m]
        a, b = type_of(rows), type_of(columns)
        assert len(kept) == fixed(a, b)
        apart = sum(lines_differ(m) for m in kept)
        assert apart == sum(x * fixed(smaller, b) for smaller, x in distinct_lines(a).items())


@pytest.mark.parametrize("n", [1, 2, 3])
def test_fixed_matrices_of_transpositions_are_counted(n):
    for moves in random.Random(n).sample(list(signed_permutations(n)), min(8, 2**n)):
        kept = [m for m in matrices(n, n) if transposed(moved(m, moves)) == m]
        assert len(kept) == fixed_turned(type_of(moves))
        apart = sum(lines_differ(m) and lines_differ(transposed(m)) for m in kept)
        assert apart == sum(x * fixed_turned(smaller) for smaller, x in distinct_lines(type_of(moves)).items())
