"""Inequalities among measures, and theorems about one matrix, against values from brute force; all readings tried."""

import random
import re
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import brute_matrices
import exact_sign_rank
from asking import named, proved
from brute_matrices import small_matrices
from brute_patterns import real_dimension
from headcount.certificates.meaning.quantities import MEASURES
from headcount.certificates.theorems.functions import CONSTANTS, FUNCTIONS, exponent, power, root_above, root_below
from headcount.certificates.theorems.inequalities import INEQUALITIES

NEAR = Fraction(1, 10**5)
SLOW = ("gamma2_inf", "gamma2_alpha")
TO_SIGNS = str.maketrans("01", "-+")
PARAMETERS = {"epsilon": (Fraction(0), Fraction(1, 10), Fraction(1, 3), Fraction(1, 2)), "alpha": (Fraction(3, 2),)}


@cache
def truth(rows, name, parameter=None):
    """The value of a measure, exactly or nearly; None if it is not known here."""
    if not MEASURES[name].promise and any("*" in row for row in rows):
        return None
    if name == "sign_rank":
        return exact_sign_rank.sign_rank(tuple(row.translate(TO_SIGNS) for row in rows))
    value = brute_matrices.measure(rows, name, parameter)
    return None if value is None else Fraction(value).limit_denominator(10**9)


def stated(name, side, value, parameter):
    claim = {"measure": name, "side": side, "value": str(value)}
    return claim if parameter is None else {**claim, MEASURES[name].parameter: str(parameter)}


def premise(rows, name, side, parameter, rng, weak):
    """A true bound of a measure; a number a little, or much, on the safe side."""
    value = truth(rows, name, parameter)
    if value is None:
        return None
    if not MEASURES[name].integral:
        value += NEAR * NEAR if side == "upper" else -min(value, NEAR * NEAR)
    if weak and side == "upper":
        value += rng.choice((1, 2, 50, 10**30))
    elif weak:
        value = rng.choice((0, value // 2, 1 if value >= 1 else 0))
    return stated(name, side, value, parameter)


def measures_in(row):
    return [name for name in dict.fromkeys(re.findall(r"\w+", row)) if name in MEASURES]


def inequalities_agree(matrices, seed, share=1.0, slow=False):
    """(readings tried, conclusions drawn, of these as good as the value itself)."""
    rng, tried, drawn, tight = random.Random(seed), 0, 0, 0
    for rows in matrices:
        statement = {"task": "communication", "of": "matrix", "rows": list(rows)}
        for row in INEQUALITIES:
            names = measures_in(row)
            if not slow and set(names) & set(SLOW):
                continue
            kinds = {MEASURES[name].parameter for name in names} - {""}
            parameter = rng.choice(PARAMETERS[next(iter(kinds))]) if kinds else None
            own = {name: parameter if MEASURES[name].parameter else None for name in names}
            ends = list(product(names, ("lower", "upper")))
            for (name, side), count in product(ends, (1, 2)):
                for given in product(ends, repeat=count):
                    others = {one for one, _ in given} == set(names) - {name} and count == len(names) - 1
                    if rng.random() > (2 * share if others else share / 2):
                        continue
                    weak = rng.random() < 0.3
                    found = [premise(rows, one, end, own[one], rng, weak) for one, end in given]
                    exact = truth(rows, name, own[name])
                    if exact is None or None in found:
                        continue
                    claim = stated(name, side, 1, own[name])
                    value = proved(statement, claim, named(row, **{"from": list(range(count))}), found)
                    tried += 1
                    if value is None:
                        continue
                    drawn += 1
                    room = NEAR * (1 + exact)
                    fine = value <= exact + room if side == "lower" else value >= exact - room
                    assert fine, (rows, row, found, side, float(value), float(exact))
                    tight += abs(value - exact) <= room
    return tried, drawn, tight


def chosen(count, seed, slow=False):
    every = list(small_matrices(3, 3))
    return random.Random(seed).sample(every, count)


def test_inequalities_with_true_premises_say_what_is_true():
    matrices = [*small_matrices(2, 1), ("01", "10"), ("11", "10"), *chosen(3, 1)]
    tried, drawn, tight = inequalities_agree(matrices, 2, 0.25)
    assert tried > 3000 and drawn > 250 and tight > 60


def test_inequalities_of_slow_measures():
    tried, drawn, tight = inequalities_agree([("01", "11"), ("1", "0"), ("*1",)], 3, 0.1, slow=True)
    assert tried > 500 and drawn > 40 and tight > 15


def test_roots_of_products_are_rounded_to_the_safe_side():
    statement = {"task": "communication", "of": "matrix", "rows": ["011", "101"]}
    for given, one, other in ((Fraction(2), "forster", "spectral_norm"), (Fraction(7, 3), "spectral_norm", "forster")):
        for end, side, relation in (("lower", "upper", "<="), ("upper", "lower", ">=")):
            name = f"forster * spectral_norm {relation} sqrt(R C)"
            value = proved(
                statement, stated(other, side, 1, None), named(name, **{"from": [0]}), [stated(one, end, given, None)]
            )
            assert (value * given) ** 2 > 6 if side == "upper" else (value * given) ** 2 < 6


def test_readings_of_functions_are_inverse_to_them():
    values = [Fraction(a, b) for a in range(60) for b in (1, 2, 3, 7)] + [Fraction(10**9), Fraction(2) ** 70]
    for name, (rises, falls) in FUNCTIONS.items():
        for cells in (1, 6, 9):
            before = None
            for y in sorted(values):
                up = rises(y, cells)
                assert before is None or up >= before, name
                before = up
                if y <= 64 and (y.denominator == 1 or "2^" not in name):
                    least = falls(up, cells)  # rounding goes to the safe side both times
                    assert least <= y + NEAR, (name, y, cells)
            for x in values:
                if x <= 2**60:
                    y = max(falls(x, cells), Fraction(0))
                    y = Fraction(-(-y.numerator // y.denominator)) if "2^" in name else y
                    assert rises(y + NEAR if "2^" not in name else y, cells) >= x - NEAR, (name, x, cells)
    for value in values:
        assert root_below(value) ** 2 <= value <= root_above(value) ** 2
        assert root_above(value) - root_below(value) <= Fraction(1, 10**12)
        assert power(exponent(value)) >= min(value, 2**64) and (value <= 1 or power(exponent(value) - 1) < value)
    for low, high in (constant(7, Fraction(1, 3)) for constant in CONSTANTS.values()):
        assert low <= high <= low + Fraction(1, 10**11)


def of_matrices(matrices, seed, tries):
    """Theorems about one matrix, with hostile data: (proofs, values drawn, of these right values)."""
    rng, made, drawn, tight = random.Random(seed), 0, 0, 0
    for rows in matrices:
        statement = {"task": "communication", "of": "matrix", "rows": list(rows)}
        most = max(len(rows), len(rows[0]))
        proofs = [named(name) for name in ("short side", "blocky", "row sums", "least", "antichain", "vectors")]
        for _ in range(tries):
            lines = sorted(rng.sample(range(most + 1), rng.randint(0, most)))
            proofs.append(named("antichain", of=rng.choice(("rows", "columns")), lines=lines))
            vectors = [[rng.choice((-3, -1, 0, 1, 2, 10**20)) for _ in side] for side in (rows, rows[0])]
            proofs.append(named("vectors", left=vectors[0], right=vectors[1]))
        names = [name for name in MEASURES if name not in SLOW or len(rows) * len(rows[0]) <= 3]
        for name, side, proof in product(names, ("lower", "upper"), proofs):
            parameter = PARAMETERS[MEASURES[name].parameter][-1] if MEASURES[name].parameter else None
            value = proved(statement, stated(name, side, 1, parameter), proof)
            made += 1
            if value is None:
                continue
            exact, drawn = truth(rows, name, parameter), drawn + 1
            if exact is not None:
                room = NEAR * (1 + exact)
                fine = value <= exact + room if side == "lower" else value >= exact - room
                assert fine, (rows, name, side, proof, float(value), float(exact))
                tight += proof["name"] != "least" and abs(value - exact) <= room
    return made, drawn, tight


def test_theorems_about_one_matrix():
    made, drawn, tight = of_matrices([*small_matrices(2, 1), ("01", "10"), *chosen(3, 5)], 6, 4)
    assert made > 4000 and drawn > 200 and tight > 8


@pytest.mark.parametrize("n", [3, 6])
def test_an_antichain_needs_as_many_rectangles_as_sperner_says(n):
    """The identity has n lines, none below another, and is covered by n; the bound is at most that."""
    rows = ["".join("01"[i == j] for j in range(n)) for i in range(n)]
    claim = {"measure": "cover1", "side": "lower", "value": "1"}
    statement = {"task": "communication", "of": "matrix", "rows": rows}
    value = proved(statement, claim, named("antichain", of="rows", lines=list(range(n))))
    assert value == {3: 3, 6: 4}[n] and real_dimension(("+",), True) is not None
    assert proved(statement, claim, named("antichain", of="rows", lines=[0, n])) is None
    assert proved(statement, {**claim, "measure": "cover0"}, named("antichain", of="rows", lines=[0, 1])) == 2


def test_one_message_may_be_longer_than_a_tree_is_deep():
    """INDEX_4: Bob sends the number, Alice the bit, 3 bits; one message of hers holds all 4 of them."""
    statement, tree = {"task": "communication", "of": "index", "n": 4}, stated("D", "upper", 3, None)
    value = proved(
        statement, stated("one_way_ab", "upper", 1, None), named("one_way_ab <= 2^D - 1", **{"from": [0]}), [tree]
    )
    assert value == 7


def test_norms_of_all_small_matrices():
    for rows in (rows for rows in small_matrices(3, 3) if "*" not in "".join(rows)):
        statement = {"task": "communication", "of": "matrix", "rows": list(rows)}
        exact = truth(rows, "spectral_norm")
        assert proved(statement, stated("spectral_norm", "upper", 1, None), named("row sums")) >= exact - NEAR
        vectors = {"left": [1] * len(rows), "right": [1] * len(rows[0])}
        assert proved(statement, stated("spectral_norm", "lower", 1, None), named("vectors", **vectors)) <= exact + NEAR
