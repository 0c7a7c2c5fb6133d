"""Small +-1 matrices in compiled loops: cycles, minimal parts, orders of columns and integer vectors."""

import random
from itertools import pairwise, permutations, product

import numpy as np
import pytest

from headcount.solvers.sign_rank.cycles import eliminated
from headcount.solvers.sign_rank.matrix_classes import classes
from headcount.solvers.sign_rank.small_matrices import (
    is_minimal,
    largest_shown,
    order_of,
    shows,
    shrunk,
    signs_of_rows,
    tables_of,
)

SHAPES = [(1, 1), (1, 3), (3, 1), (2, 2), (3, 4), (4, 3), (5, 6), (6, 6), (7, 8), (8, 8)]


def drawn(k, n, count, seed=0):
    rng = random.Random(seed + 100 * k + n)
    return [np.array([rng.getrandbits(n) for _ in range(k)], np.int64) for _ in range(count)]


def part_of(rows, n, kept, columns):
    return np.array([int("".join(str(int(rows[r]) >> (n - 1 - c) & 1) for c in columns), 2) for r in kept], np.int64)


@pytest.mark.parametrize(("k", "n"), SHAPES)
def test_cycles_are_those_of_the_elimination(k, n):
    for rows in drawn(k, n, 8):
        signs = signs_of_rows(rows, n)
        found = [shows(rows, n, size) for size in range(2, 6)]
        assert found == [size <= n and eliminated(signs, size - 1).cycle is not None for size in range(2, 6)]
        assert largest_shown(rows, n) == 1 + found.index(False) if False in found else 5


@pytest.mark.parametrize(("k", "n"), [(5, 6), (6, 6), (8, 8), (8, 5)])
def test_a_part_that_is_left_is_minimal(k, n):
    for rows in drawn(k, n, 10):
        size = largest_shown(rows, n)
        kept, columns = shrunk(rows, n, size)
        part = part_of(rows, n, kept, columns)
        assert shows(part, len(columns), size) and is_minimal(part, len(columns), size)
        assert is_minimal(rows, n, size) is ((len(kept), len(columns)) == (k, n))


def changes(word):
    return sum(a != b for a, b in pairwise(word))


def least_changes(rows, n):
    """By all orders of the columns, with all negations."""
    words = [f"{row:0{n}b}" for row in rows.tolist()]
    return min(
        max(changes([word[c] != "01"[flip] for c, flip in zip(order, flips, strict=True)]) for word in words)
        for order in permutations(range(n))
        for flips in product((0, 1), repeat=n)
    )


@pytest.mark.parametrize(("k", "n"), [(1, 1), (1, 3), (2, 4), (3, 3), (4, 4), (4, 3), (5, 4)])
def test_orders_are_found_where_there_are_some(k, n):
    for rows in drawn(k, n, 4):
        least = least_changes(rows, n)
        assert order_of(rows, n, max(1, least)) is not None
        assert least < 2 or order_of(rows, n, least - 1) is None


@pytest.mark.parametrize(("k", "n"), SHAPES)
def test_orders_do_what_they_say(k, n):
    for rows in drawn(k, n, 6, seed=7):
        for most in (1, 2, 3):
            found = order_of(rows, n, most)
            if found is None:
                continue
            assert sorted(found.order) == list(range(n)) and set(found.negated) <= set(found.order)
            for row in rows.tolist():
                word = [(row >> (n - 1 - c) & 1) ^ (c in found.negated) for c in found.order]
                assert changes(word) <= most


def test_a_search_that_is_given_up():
    rows = np.array([0b000000, 0b111000, 0b110110, 0b101101, 0b011011], np.int64)
    assert order_of(rows, 6, 1, steps=3) is None


@pytest.mark.parametrize(("k", "n"), SHAPES)
def test_tables_have_the_signs(k, n):
    for rows in drawn(k, n, 4, seed=3):
        for d in (2, 3, 4):
            tables = tables_of(rows, n, d, starts=5)
            if tables is not None:
                assert (np.sign(np.array(tables[0]) @ np.array(tables[1]).T) == signs_of_rows(rows, n)).all()
            assert tables is None or tables == tables_of(rows, n, d, starts=5)


def test_tables_are_found_at_the_sign_rank():
    for rows in classes(6, 6):
        assert tables_of(rows, 6, largest_shown(rows, 6)) is not None
    assert tables_of(np.array([0b0000, 0b0111, 0b1010, 0b1101]), 4, 2, starts=10) is None
