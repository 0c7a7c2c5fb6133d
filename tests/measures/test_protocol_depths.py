"""D and one-way complexity from the engines, against tables by the definition and textbook values."""

import random

import pytest

import _depth_census as census
import brute_matrices
from engine_runs import drawn, exact
from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix

STUBBORN = CommunicationMatrix(("11110", "11000", "11111", "01101", "10011"))


def words(code, rows, columns):
    word = format(code, f"0{rows * columns}b")
    return CommunicationMatrix(tuple(word[i * columns : (i + 1) * columns] for i in range(rows)))


def test_all_3x3():
    table = census.depth_table(3, 3)
    for code in range(2**9):
        assert exact(words(code, 3, 3), "D") == table[code]


@pytest.mark.parametrize(("rows", "columns", "count"), [(4, 4, 150), (5, 5, 40), (3, 7, 40), (6, 4, 40)])
def test_random_against_the_table(rows, columns, count):
    table, rng = census.depth_table(rows, columns), random.Random(rows * columns)
    for _ in range(count):
        code = rng.getrandbits(rows * columns)
        assert exact(words(code, rows, columns), "D") == table[code]


def test_random_with_stars_against_the_recursion():
    seen = set()
    for seed in range(12):
        matrix = drawn(seed, (5, 4), "0011*")
        value = brute_matrices.EXACT["D"](matrix.rows)
        assert exact(matrix, "D") == value
        seen.add(value)
    assert len(seen) >= 2


def test_depth_above_the_rank_bound():
    # partition0 + partition1 = 8, but D = 4
    assert exact(STUBBORN, "D") == 4


@pytest.mark.parametrize("name", ["disj", "eq", "gt", "ge", "ip"])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_named_functions_need_n_plus_1(name, n):
    assert exact(CommunicationMatrix.named(name, n), "D") == n + 1


def test_large_without_search_is_declined_after_cheap_bounds():
    matrix = drawn(0, (70, 70))
    found = []
    with pytest.raises(Declined, match="70x70"):
        for bound in ENGINES["D"](matrix, Known(matrix), Effort()):
            found.append(bound)
    assert [(bound.side, bound.value) for bound in found] == [("lower", 0), ("upper", 8)]


@pytest.mark.slow
def test_a_tree_that_says_everything_at_the_largest_size():
    matrix = CommunicationMatrix.named("ip", 10)
    bounds = ENGINES["D"](matrix, Known(matrix), Effort())
    assert [int(next(bounds).value), int(next(bounds).value)] == [0, 11]


def test_deadline(counted_clock):
    matrix = drawn(3, (24, 24), "01*")
    clock, known = counted_clock(0.05), Known(matrix)
    for bound in ENGINES["D"](matrix, known, Effort(1.5)):
        known.add(bound)
    assert 0 < clock.late(1.5) <= 10
    assert known.value("D", "lower") <= known.value("D", "upper") <= 6


def test_one_way_with_stars():
    for seed in range(12):
        matrix = drawn(seed, (5, 4), "01**")
        both = [brute_matrices.EXACT["one_way_ab"](lines) for lines in (matrix.rows, matrix.transposed.rows)]
        assert exact(matrix, "one_way_ab", "one_way_ba") == both


def test_a_colouring_above_the_clique():
    # a cycle of five conflicts: no three rows conflict, and two messages are not enough
    lines = [["*"] * 5 for _ in range(5)]
    for k in range(5):
        lines[k][k], lines[(k + 1) % 5][k] = "0", "1"
    matrix = CommunicationMatrix(tuple(map("".join, lines)))
    assert exact(matrix, "one_way_ab") == 2


def test_one_way_of_named_functions():
    for name, rows, columns in (("index", 4, 2), ("eq", 4, 4), ("gt", 4, 4)):
        matrix = CommunicationMatrix.named(name, 4)
        assert exact(matrix, "one_way_ab", "one_way_ba") == [rows, columns]
