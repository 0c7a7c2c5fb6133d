"""The censuses of D and of one-way complexity, counted another way."""

import doctest

import numpy as np
import pytest

import _depth_census as census


def test_examples_are_true():
    assert doctest.testmod(census, optionflags=doctest.NORMALIZE_WHITESPACE).failed == 0


def words(code, rows, columns):
    word = format(code, f"0{rows * columns}b")
    return tuple(word[i * columns : (i + 1) * columns] for i in range(rows))


def test_censuses():
    assert census.depth_census(4, 4).counts == (2, 28, 2842, 62664)
    assert census.depth_census(3, 4).counts == census.depth_census(4, 3).counts
    assert census.one_way_census(4, 4).counts == (16, 1680, 63840)
    counted = [0, 0, 0]
    for code in range(2**9):
        counted[(len(set(words(code, 3, 3))) - 1).bit_length()] += 1
    assert census.one_way_census(3, 3).counts == tuple(counted)
    with pytest.raises(census.CensusError, match="25"):
        census.depth_census(6, 5)


def test_census_by_classes():
    classes, table = census.matrix_classes(4, 4), census.depth_table(4, 4)
    assert (len(classes), len(census.matrix_classes(3, 3)), sum(c.size for c in classes)) == (317, 36, 2**16)
    counts = np.zeros(4, dtype=int)
    for one in classes:
        counts[table[int("".join(one.rows), 2)]] += one.size
    assert tuple(counts) == census.depth_census(4, 4).counts


@pytest.mark.slow
def test_census_5x5_both_ways():
    table, counts = census.depth_table(5, 5), np.zeros(5, dtype=int)
    classes = census.matrix_classes(5, 5)
    for one in classes:
        counts[table[int("".join(one.rows), 2)]] += one.size
    assert len(classes) == 5624
    assert tuple(counts) == census.depth_census(5, 5).counts == (2, 60, 27450, 15443400, 18083520)
