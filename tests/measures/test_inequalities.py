"""Every inequality against exact values from brute force, and all of them at once on random matrices."""

import math
import random
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from headcount import measure
from headcount.bounds.bound import CrossedBoundsError
from headcount.certificates.theorems.functions import CONSTANTS, FUNCTIONS, STEPS, exponent, root_above, root_below
from headcount.certificates.theorems.inequalities import INEQUALITIES as NAMES
from headcount.measures.known import Known
from headcount.measures.measured import by_solver
from headcount.measures.readings import READINGS, AtMost, inequality
from headcount.questions import MEASURES, CommunicationMatrix


def depth(rows):
    @cache
    def of(chosen, columns):
        if len({rows[i][j] for i in chosen for j in columns}) <= 1:
            return 0
        best = 99
        for side, other in ((chosen, columns), (columns, chosen)):
            for size in range(1, len(side)):
                for part in combinations(side, size):
                    rest = tuple(x for x in side if x not in part)
                    two = (part, rest)
                    costs = [of(p, other) if side is chosen else of(other, p) for p in two]
                    best = min(best, 1 + max(costs))
        return best

    return of(tuple(range(len(rows))), tuple(range(len(rows[0]))))


def rectangles(rows, value):
    """All sets of cells of this value that are rectangles."""
    height, width = len(rows), len(rows[0])
    for r in range(1, 2**height):
        for c in range(1, 2**width):
            cells = frozenset((i, j) for i in range(height) for j in range(width) if r >> i & 1 and c >> j & 1)
            if all(rows[i][j] == value for i, j in cells):
                yield cells


def fewest(cells, sets, disjoint):
    for k in range(len(cells) + 1):
        for chosen in combinations(sets, k):
            if frozenset().union(*chosen) >= cells and (not disjoint or sum(map(len, chosen)) == len(cells)):
                return k
    raise AssertionError


def fooling(rows, value):
    cells = [(i, j) for i, row in enumerate(rows) for j, x in enumerate(row) if x == value]

    def apart(one, other):
        return rows[one[0]][other[1]] != value or rows[other[0]][one[1]] != value

    for k in range(len(cells), 0, -1):
        if any(all(apart(a, b) for a, b in combinations(s, 2)) for s in combinations(cells, k)):
            return k
    return 0


def rank(rows, prime):
    """Over GF(prime), or over Q (prime 0, by numpy: entries are small)."""
    if not prime:
        return int(np.linalg.matrix_rank(np.array(rows, dtype=float)))
    rows = [[x % prime for x in row] for row in rows]
    found = 0
    for column in range(len(rows[0])):
        pivot = next((i for i in range(found, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[found], rows[pivot] = rows[pivot], rows[found]
        inverse = pow(rows[found][column], -1, prime)
        for i in range(len(rows)):
            if i != found and rows[i][column]:
                factor = rows[i][column] * inverse
                rows[i] = [(x - factor * y) % prime for x, y in zip(rows[i], rows[found], strict=True)]
        found += 1
    return found


def shattered(rows):
    width = len(rows[0])
    return max(
        k
        for k in range(width + 1)
        if any(len({tuple(row[j] for j in s) for row in rows}) == 2**k for s in combinations(range(width), k))
    )


def values(rows):
    """Exact values of the integral measures (all but the sign-rank) and of those that numpy gives."""
    columns = tuple(zip(*rows, strict=True))
    found = {"D": depth(rows), "vc_rows": shattered(rows), "vc_columns": shattered(columns)}
    found |= {"one_way_ab": (len(set(rows)) - 1).bit_length(), "one_way_ba": (len(set(columns)) - 1).bit_length()}
    for value, end in ((0, "_complement"), (1, "")):
        cells = frozenset((i, j) for i, row in enumerate(rows) for j, x in enumerate(row) if x == value)
        sets = sorted(rectangles(rows, value), key=len, reverse=True)
        maximal = [s for s in sets if not any(s < t for t in sets)]
        found[f"fooling{value}"] = fooling(rows, value)
        found[f"cover{value}"] = fewest(cells, maximal, False)
        found[f"partition{value}"] = fewest(cells, sets, True)
        ones = [[int(x == value) for x in row] for row in rows]
        found |= {f"rank_{name}{end}": rank(ones, p) for name, p in (("q", 0), ("gf2", 2), ("gf3", 3))}
    found["partition"] = found["partition0"] + found["partition1"]
    found["rank_sign"] = rank([[2 * x - 1 for x in row] for row in rows], 0)
    return found


def small_matrices():
    yield from product(product((0, 1), repeat=2), repeat=2)
    yield from product(product((0, 1), repeat=3), repeat=2)
    yield from product(product((0, 1), repeat=2), repeat=3)
    rng = random.Random(0)
    for _ in range(60):
        yield tuple(tuple(rng.randrange(2) for _ in range(3)) for _ in range(3))
    for _ in range(6):
        yield tuple(tuple(rng.randrange(2) for _ in range(4)) for _ in range(3))


@cache
def known_values():
    return [(rows, values(rows)) for rows in small_matrices()]


def words(reading):
    return f"{reading.inequality.name} / {' '.join(reading.conclusion)}"


INTEGRAL = [
    reading for reading in READINGS if all(MEASURES[n].integral for n, _ in (reading.conclusion, *reading.premises))
]


def rounded(value, side):
    return -(-value.numerator // value.denominator) if side == "lower" else value // 1


@pytest.mark.parametrize("reading", INTEGRAL, ids=words)
def test_inequalities_of_integral_measures_hold(reading):
    names = [name for name, _ in (reading.conclusion, *reading.premises)]
    tight = 0
    for rows, exact in known_values():
        if not all(name in exact for name in names):
            assert "sign_rank" in names
            return
        given = tuple(Fraction(exact[name]) for name, _ in reading.premises)
        name, side = reading.conclusion
        bound = rounded(reading.conclude(given, len(rows) * len(rows[0])), side)
        assert bound <= exact[name] if side == "lower" else bound >= exact[name], rows
        tight += bound == exact[name]
    assert tight  # one that is never tight would be mistyped


@pytest.mark.parametrize("reading", READINGS, ids=words)
def test_readings_are_monotone(reading):
    """A better premise never gives a worse bound: each premise's side says in which direction it may be weakened."""
    rng = random.Random(1)
    compared = 0
    for _ in range(200):
        better, worse = [], []
        for name, side in reading.premises:
            divisor = 1 if MEASURES[name].integral else 3
            one, other = sorted(Fraction(rng.randrange(0 if side == "lower" else 1, 40), divisor) for _ in range(2))
            better.append(other if side == "lower" else one)
            worse.append(one if side == "lower" else other)
        strong, weak = reading.conclude(tuple(better), 64), reading.conclude(tuple(worse), 64)
        if weak is not None:  # no premise of 0 says anything of a product
            assert strong >= weak if reading.conclusion[1] == "lower" else strong <= weak
            compared += 1
    assert compared > 100


INEQUALITIES = [inequality(name) for name in NAMES]
GRID = sorted({Fraction(n, d) for n in range(60) for d in (1, 2, 3, 7)})


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("inequality", [i for i in INEQUALITIES if isinstance(i, AtMost)], ids=lambda i: i.name)
def test_the_two_readings_are_inverse_to_each_other(inequality):
    """x <= f(y) exactly if the reading backwards of x is <= y; R C = 16 has a rational root."""
    rises, falls = FUNCTIONS[inequality.function]
    integral = all(MEASURES[name].integral for name in inequality.larger.split(" + "))
    for x in GRID:
        for y in (value for value in GRID if not integral or value.denominator == 1):
            assert (x <= rises(y, 16)) == (falls(x, 16) <= y), (x, y)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_are_inverse_to_their_readings_at_all_rationals(name):
    rises, falls = FUNCTIONS[name]
    values = [rises(y, 16) for y in GRID]
    assert values == sorted(values)
    for x in GRID:
        for y, value in zip(GRID, values, strict=True):
            assert (x <= value) == (falls(x, 16) <= y), (x, y)


def test_constants_of_products_lie_between_their_roundings():
    for name, constant in CONSTANTS.items():
        for cells in (1, 6, 16, 30):
            below, above = constant(cells, Fraction(1, 3))
            assert 0 < below <= above
            if name == "sqrt(R C)":
                assert below**2 <= cells <= above**2
            else:
                assert below == above
    # Krivine: K <= pi / (2 ln(1 + sqrt 2)), so 1 / (4 K) is at least the constant.
    assert CONSTANTS["2500/17823"](1, Fraction(0))[1] <= Fraction(math.log(1 + math.sqrt(2)) / (2 * math.pi))


def test_inequalities_name_measures_and_their_proofs():
    assert len({inequality.name for inequality in INEQUALITIES}) == len(INEQUALITIES)
    for reading in READINGS:
        assert reading.inequality.because
        for name, side in (reading.conclusion, *reading.premises):
            assert name in MEASURES
            assert side in ("lower", "upper")


@pytest.mark.parametrize("author", ["Forster 2002", "Krivine", "Grothendieck", "John 1948", "Assouad 1983"])
def test_deep_theorems_are_named(author):
    assert any(author in inequality.because for inequality in INEQUALITIES)


def test_crossed_bounds_are_noticed_across_measures():
    known = Known(CommunicationMatrix.named("eq", 2))
    known.add(by_solver("partition1", "upper", 3, "wrong"))
    with pytest.raises(CrossedBoundsError):
        known.add(by_solver("fooling1", "lower", 4, "the diagonal"))


def test_roots_and_exponents():
    for number in range(200):
        value = Fraction(number, 7)
        assert root_below(value) ** 2 <= value <= root_above(value) ** 2
        assert root_above(value) - root_below(value) <= Fraction(1, STEPS)
        k = int(exponent(value))
        assert 2**k >= value
        assert k == 0 or 2 ** (k - 1) < value


def matrices(count, seed, largest):
    rng = random.Random(seed)
    for _ in range(count):
        height, width = rng.randint(1, largest), rng.randint(1, largest)
        density = rng.choice((0.2, 0.5, 0.8))
        yield CommunicationMatrix.of([[int(rng.random() < density) for _ in range(width)] for _ in range(height)])


def test_no_inequality_is_violated_on_random_matrices():
    """A violated one would raise CrossedBoundsError; integral measures are closed at these sizes."""
    for matrix in matrices(12, 0, 5):
        result = measure(matrix, budget=1000, processes=False)
        assert result.certified
        assert result.complete, [entry for entry in result if not entry.closed]
        exact = values(tuple(tuple(map(int, row)) for row in matrix.rows)) if sum(matrix.shape) <= 6 else {}
        for name, value in exact.items():
            assert result[name].lower.value == result[name].upper.value == value, (matrix.rows, name)
