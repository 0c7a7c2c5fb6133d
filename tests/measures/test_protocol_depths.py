"""D and one-way complexity from the engines, against tables by the definition and textbook values."""

import random

import pytest

import _depth_census as census
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.measured import bundle
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix

STUBBORN = CommunicationMatrix(("11110", "11000", "11111", "01101", "10011"))


def ends(matrix, measure):
    known = Known(matrix)
    for bound in ENGINES[measure](matrix, known, Effort()):
        known.add(bound)
    lower, upper = known.bound(measure, "lower"), known.bound(measure, "upper")
    assert isinstance(check(bundle(matrix, [lower, upper])), Accepted)
    assert {str(lower.status), str(upper.status)} == {"CERTIFIED"}
    return int(lower.value), int(upper.value)


def words(code, rows, columns):
    word = format(code, f"0{rows * columns}b")
    return CommunicationMatrix(tuple(word[i * columns : (i + 1) * columns] for i in range(rows)))


def depth_by_sets(rows, mask_rows, mask_columns, memo):
    """The plain recursion over (row set, column set), of matrices with *."""
    key = mask_rows, mask_columns
    if key not in memo:
        values = {
            x for i, row in enumerate(rows) if mask_rows >> i & 1 for j, x in enumerate(row) if mask_columns >> j & 1
        }
        if not {"0", "1"} <= values:
            memo[key] = 0
        else:
            best = 99
            for side in (0, 1):
                part = key[side] - 1 & key[side]
                while part:
                    halves = [(p, key[1]) if side == 0 else (key[0], p) for p in (part, key[side] & ~part)]
                    best = min(best, max(depth_by_sets(rows, *half, memo) for half in halves))
                    part = part - 1 & key[side]
            memo[key] = 1 + best
    return memo[key]


def test_all_3x3():
    table = census.depth_table(3, 3)
    for code in range(2**9):
        assert ends(words(code, 3, 3), "D") == (table[code], table[code])


@pytest.mark.parametrize(("rows", "columns", "count"), [(4, 4, 150), (5, 5, 40), (3, 7, 40), (6, 4, 40)])
def test_random_against_the_table(rows, columns, count):
    table, rng = census.depth_table(rows, columns), random.Random(rows * columns)
    for _ in range(count):
        code = rng.getrandbits(rows * columns)
        assert ends(words(code, rows, columns), "D") == (table[code], table[code])


def test_random_with_stars_against_the_recursion():
    rng = random.Random(4)
    seen = set()
    for _ in range(40):
        matrix = CommunicationMatrix(tuple("".join(rng.choice("0011*") for _ in range(5)) for _ in range(5)))
        value = depth_by_sets(matrix.rows, 31, 31, {})
        assert ends(matrix, "D") == (value, value)
        seen.add(value)
    assert len(seen) >= 2


def test_depth_above_the_rank_bound():
    # partition0 + partition1 = 8, but D = 4
    assert ends(STUBBORN, "D") == (4, 4)


@pytest.mark.parametrize("name", ["disj", "eq", "gt", "ge", "ip"])
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_named_functions_need_n_plus_1(name, n):
    assert ends(CommunicationMatrix.named(name, n), "D") == (n + 1, n + 1)


def test_symmetries():
    rng = random.Random(1)
    for _ in range(10):
        base = CommunicationMatrix(tuple("".join(rng.choice("01") for _ in range(6)) for _ in range(7)))
        value = ends(base, "D")
        assert ends(base.transposed, "D") == value
        rows, columns = rng.sample(range(7), 7), rng.sample(range(6), 6)
        assert ends(base.part(rows + rows[:3], columns + columns[:2]), "D") == value
        flipped = CommunicationMatrix(tuple(row.translate(str.maketrans("01", "10")) for row in base.rows))
        assert ends(flipped, "D") == value


@pytest.mark.parametrize("rows", [("1",), ("1*",), ("00", "00"), ("0*", "*0")])
def test_constant(rows):
    assert ends(CommunicationMatrix(rows), "D") == (0, 0)


def test_large_without_search_is_declined_after_cheap_bounds():
    rng = random.Random(0)
    matrix = CommunicationMatrix(tuple("".join(rng.choice("01") for _ in range(70)) for _ in range(70)))
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
    rng = random.Random(3)
    matrix = CommunicationMatrix(tuple("".join(rng.choice("01*") for _ in range(24)) for _ in range(24)))
    clock, known = counted_clock(0.05), Known(matrix)
    for bound in ENGINES["D"](matrix, known, Effort(1.5)):
        known.add(bound)
    assert 0 < clock.late(1.5) <= 10
    assert known.value("D", "lower") <= known.value("D", "upper") <= 6


def test_one_way_with_stars():
    rng = random.Random(5)
    for _ in range(40):
        matrix = CommunicationMatrix(tuple("".join(rng.choice("01**") for _ in range(6)) for _ in range(7)))
        for measure in ("one_way_ab", "one_way_ba"):
            lines = matrix.rows if measure == "one_way_ab" else matrix.transposed.rows
            value = (fewest_classes(lines) - 1).bit_length()
            assert ends(matrix, measure) == (value, value)


def fewest_classes(lines, classes=()):
    if not lines:
        return len(classes)
    line, rest = lines[0], lines[1:]
    best = fewest_classes(rest, (*classes, (line,)))
    for k, members in enumerate(classes):
        if all(len({line[j], *(other[j] for other in members)} - {"*"}) < 2 for j in range(len(line))):
            best = min(best, fewest_classes(rest, (*classes[:k], (*members, line), *classes[k + 1 :])))
    return best


def test_a_colouring_above_the_clique():
    # a cycle of five conflicts: no three rows conflict, and two messages are not enough
    lines = [["*"] * 5 for _ in range(5)]
    for k in range(5):
        lines[k][k], lines[(k + 1) % 5][k] = "0", "1"
    matrix = CommunicationMatrix(tuple(map("".join, lines)))
    assert ends(matrix, "one_way_ab") == (2, 2)


def test_one_way_of_named_functions():
    for name, rows, columns in (("index", 4, 2), ("eq", 4, 4), ("gt", 4, 4)):
        matrix = CommunicationMatrix.named(name, 4)
        assert ends(matrix, "one_way_ab") == (rows, rows)
        assert ends(matrix, "one_way_ba") == (columns, columns)
