"""Classes of 0/1 matrices with distinct lines: the enumeration, the orbit-counting lemma, and brute force agree."""

from itertools import permutations, product
from math import factorial

import numpy as np
import pytest

from headcount.solvers.zero_one_classes import MOST, canonical, classes
from headcount.solvers.zero_one_counts import centraliser, count_classes, cycle_types


def distinct_matrices(n):
    words = list(product((0, 1), repeat=n))
    return [rows for rows in permutations(words, n) if len(set(zip(*rows, strict=True))) == n]


def images(rows, transposition=False, complement=False):
    """All images of a matrix."""
    n = len(rows)
    for turned in (rows, tuple(zip(*rows, strict=True)))[: 1 + transposition]:
        for flip in (0, 1)[: 1 + complement]:
            for order in permutations(range(n)):
                moved = [tuple(row[c] ^ flip for c in order) for row in turned]
                yield from permutations(moved)


def brute_classes(n, **symmetries):
    left, found = set(distinct_matrices(n)), 0
    while left:
        left -= set(images(next(iter(left)), **symmetries))
        found += 1
    return found


@pytest.mark.parametrize("n", [1, 2, 3])
@pytest.mark.parametrize("transposition", [False, True])
@pytest.mark.parametrize("complement", [False, True])
def test_the_count_is_that_of_brute_force(n, transposition, complement):
    symmetries = {"transposition": transposition, "complement": complement}
    assert count_classes(n, **symmetries) == brute_classes(n, **symmetries)


@pytest.mark.parametrize(("n", "count"), [(1, 2), (2, 3), (3, 12), (4, 94), (5, 1796)])
def test_the_enumeration_has_as_many(n, count):
    assert len(classes(n)) == count_classes(n) == count


@pytest.mark.slow
def test_the_enumeration_has_as_many_of_order_6():
    assert len(classes(6)) == count_classes(6) == 100_494


@pytest.mark.parametrize("n", [2, 3, 4])
def test_forms_are_least_images(n):
    found = classes(n).tolist()
    assert found == sorted(found) and all(sorted(set(rows)) == rows for rows in found)
    rng = np.random.default_rng(n)
    for number in rng.permutation(len(found))[:12]:
        rows = found[number]
        orders = permutations(range(n))
        least = min(sorted(sum((row >> c & 1) << order[c] for c in range(n)) for row in rows) for order in orders)
        assert rows == least == canonical(np.array(rows)[rng.permutation(n)], n).tolist()


def test_sets_of_rows_with_0_alone():
    assert canonical(np.array([0]), 3).tolist() == [0]
    assert canonical(np.array([0, 4]), 3).tolist() == [0, 1]


@pytest.mark.parametrize("n", [0, MOST + 1])
def test_sizes_that_are_none(n):
    with pytest.raises(ValueError, match=f"n must be 1 to {MOST}, got {n}"):
        classes(n)


def test_types_of_permutations():
    for n in range(1, 7):
        assert sum(factorial(n) // centraliser(type_) for type_ in cycle_types(n)) == factorial(n)
