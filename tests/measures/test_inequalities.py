"""Every inequality against exact values from brute force, and all of them at once on random matrices."""

import math
import random
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import brute_matrices
import brute_values
from engine_runs import drawn
from headcount import measure
from headcount.bounds.bound import CrossedBoundsError
from headcount.certificates.theorems.functions import CONSTANTS, FUNCTIONS, STEPS, exponent, root_above, root_below
from headcount.certificates.theorems.inequalities import INEQUALITIES, OF_VALUES
from headcount.measures.known import Known
from headcount.measures.measured import by_solver
from headcount.measures.readings import READINGS
from headcount.questions import MEASURES, CommunicationMatrix

OF_BITS = {name for name, measure in MEASURES.items() if "communication" in measure.about}
INTEGRAL_MEASURES = [name for name in MEASURES if name in OF_BITS and MEASURES[name].integral and name != "sign_rank"]


def small_matrices():
    for height, width in ((2, 2), (2, 3), (3, 2)):
        yield from product(map("".join, product("01", repeat=width)), repeat=height)
    for seed in range(66):
        yield drawn(seed, (3, 3) if seed < 60 else (3, 4)).rows


@cache
def known_values():
    return [
        (rows, {name: brute_matrices.measure(rows, name) for name in INTEGRAL_MEASURES}) for rows in small_matrices()
    ]


def words(reading):
    return f"{reading.name} / {' '.join(reading.conclusion)}"


INTEGRAL = [
    reading
    for reading in READINGS
    if all(MEASURES[n].integral and n in OF_BITS for n, _ in (reading.conclusion, *reading.premises))
]
OF_VALUES_ONLY = [
    reading
    for reading in READINGS
    if reading.name in OF_VALUES
    and all(MEASURES[n].integral and n != "psd_rank" for n, _ in (reading.conclusion, *reading.premises))
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


@cache
def known_values_of_values():
    """Of matrices with sides of at most three, where the nonnegative rank is the rank."""
    rng = random.Random(8)
    listed = [((0, 1, 2), (3, 4, 5), (1, 0, 4)), ((0, 0), (0, 7)), ((1, 2, 3),)]
    for _ in range(25):
        height, width = rng.choice(((1, 3), (2, 2), (2, 3), (3, 2)))
        listed.append(tuple(tuple(rng.choice((0, 1, 2, 3)) for _ in range(width)) for _ in range(height)))
    return [(rows, brute_values.truths(rows)) for rows in listed]


@pytest.mark.parametrize("reading", OF_VALUES_ONLY, ids=words)
def test_inequalities_of_values_hold(reading):
    tight = 0
    for rows, exact in known_values_of_values():
        given = tuple(Fraction(exact[name]) for name, _ in reading.premises)
        name, side = reading.conclusion
        bound = rounded(reading.conclude(given, len(rows) * len(rows[0])), side)
        assert bound <= exact[name] if side == "lower" else bound >= exact[name], rows
        tight += bound == exact[name]
    assert tight


def test_the_inequality_of_psd_rank_on_squares():
    """(i - j)^2 has psd rank 2 and rank 3: k (k + 1) / 2 = 3 is attained; a diagonal matrix has both ranks n."""
    reading = next(one for one in READINGS if one.name == "rank <= psd_rank + .. + 1" and one.conclusion[1] == "lower")
    assert [int(reading.conclude((Fraction(rank),), 1)) for rank in (0, 1, 2, 3, 4, 6, 7)] == [0, 1, 2, 2, 3, 3, 4]


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


GRID = sorted({Fraction(n, d) for n in range(60) for d in (1, 2, 3, 7)})


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
    assert all(INEQUALITIES.values())
    for reading in READINGS:
        for name, side in (reading.conclusion, *reading.premises):
            assert name in MEASURES
            assert side in ("lower", "upper")


@pytest.mark.parametrize("author", ["Forster 2002", "Krivine", "Grothendieck", "John 1948", "Assouad 1983"])
def test_deep_theorems_are_named(author):
    assert any(author in because for because in INEQUALITIES.values())


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
        for name in INTEGRAL_MEASURES if sum(matrix.shape) <= 6 else ():
            value = brute_matrices.measure(matrix.rows, name)
            assert value is None or result[name].lower.value == result[name].upper.value == value, (matrix.rows, name)
