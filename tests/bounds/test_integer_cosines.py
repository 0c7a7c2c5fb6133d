"""p-bit integers compared by cosine: exact margins, certificates, directions, against all vectors of tiny grids."""

from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import product
from math import gcd

import numpy as np
import pytest

from headcount import check
from headcount.bounds.unit_margins import margin_certificate, margin_upper
from headcount.bounds.unit_margins.below import signs_of
from headcount.bounds.unit_margins.integer_cosines import (
    CosineGap,
    directions,
    grid_values,
    integer_margin,
    integer_tables,
    integer_tables_found,
    tables_in,
    too_few_directions,
)
from headcount.certificates.verdict import Accepted
from headcount.questions import SignPattern, pattern_question
from headcount.solvers.units.cosine_grid import nearest_directions
from headcount.solvers.units.unit_margin import unit
from integer_cosine_oracle import best_margin, primitive

getcontext().prec = 60


def asked(rows):
    return pattern_question(SignPattern(tuple(rows), null=False))


def margin_of(gap):
    """By its definition, to 60 digits."""
    ends = [Decimal(x) / Decimal(y).sqrt() for x, y in ((gap.a, gap.A), (gap.b, gap.B))]
    return (ends[0] - ends[1]) / (2 * Decimal(gap.Q).sqrt())


def test_surds_are_compared_exactly():
    """Random small numbers, many of them with rational margins: at them, and a little beside them."""
    rng, met = np.random.default_rng(0), 0
    for _ in range(3000):
        a, b = (int(x) for x in rng.integers(-5, 6, 2))
        A, B, Q = (int(x) for x in rng.choice([1, 2, 4, 5, 8, 9], 3))
        gap = CosineGap(a, A, b, B, Q)
        exact = margin_of(gap)
        assert gap.positive == (exact > Decimal(10) ** -50)
        if gap.positive:
            assert gap.square <= Fraction(exact) ** 2 + Fraction(1, 10**50)
            assert Fraction(exact) ** 2 - gap.square < Fraction(1, 10**20)
            near = Fraction(exact).limit_denominator(400)
            rational = abs(near - Fraction(exact)) < Fraction(1, 10**50)
            met += rational
            assert gap.at_least(near) == (rational or near < Fraction(exact))
            assert gap.at_least(near - Fraction(1, 10**30)) or near > Fraction(exact)
            assert not gap.at_least(near + Fraction(1, 10**30)) or near < Fraction(exact)
    assert met > 200


@pytest.mark.parametrize("bits, d", [(1, 1), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 2)])
def test_directions_are_counted(bits, d):
    lines = {tuple(x // gcd(*v) for x in v) for v in product(grid_values(bits), repeat=d) if any(v)}
    assert directions(bits, d) == len(lines)


def test_directions_of_many_bits_are_no_fewer():
    assert directions(12, 2) < directions(13, 2) == 2**26 - 1


TINY = [(rows, bits, d) for bits, d in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 1), (3, 2)) for rows in (
    ("+-", "-+"), ("+--", "-+-", "--+"), ("++-", "+-+", "-++"), ("+-*", "*+-"), ("+---", "-+--", "--+-", "---+"),
    ("++--", "+-+-", "+--+", "-++-", "-+-+", "--++"), ("+++", "+--"), ("+*-", "---", "-+*"), ("*+-", "*-+"),
) if len(rows[0]) * bits * d < 24]  # fmt: skip


@pytest.mark.in_turn(5)
@pytest.mark.parametrize("rows, bits, d", TINY)
def test_against_all_vectors(rows, bits, d):
    """Found <= all vectors tried <= real vectors; and where too few directions are said to be, nothing separates."""
    question = asked(rows)
    signs, best = signs_of(question), best_margin(rows, bits, d)
    rng = np.random.default_rng(0)
    found = None
    for _ in range(12 if best > 0 else 2):
        real = unit(rng.standard_normal((len(rows), d))), unit(rng.standard_normal((len(rows[0]), d)))
        tables = integer_tables_found(signs, bits, real, rng, wanted=Fraction(1), patience=30)
        if tables is not None and (found is None or tables.square > found.square):
            found = tables
        if found is not None and found.square > best**2 - 1e-9:
            break
    if found is None:
        assert best <= 1e-9
    else:
        assert best**2 - 1e-9 <= found.square <= best**2 + 1e-9
        bound = integer_margin(question, found, found.square * Fraction(999, 1000), "found")
        assert bound.square <= found.square + Fraction(1, 10**12)
        again = tables_in(bound, signs, bits)
        assert again is not None and abs(again.square - found.square) < Fraction(1, 10**20)
        assert isinstance(check(margin_certificate(question, [bound])), Accepted)
    assert best**2 <= float(margin_upper(question, d).square) + 1e-9
    if too_few_directions(question, bits)[0] > d:
        assert best <= 0


def test_equal_lengths_are_certified_exactly():
    """(3, 4) and (5, 0) have one length, (1, 0) and (0, 1) after multiplication: sqrt(1/2) to the last digit."""
    signs = np.array([[1, -1], [-1, 1]], dtype=np.int8)
    tables = integer_tables(signs, 4, np.array([[1, -1], [-1, 1]]), np.array([[2, 0], [0, 1]]))
    bound = integer_margin(asked(("+-", "-+")), tables, Fraction(1, 2), "by hand")
    assert bound.square == Fraction(1, 2)
    assert integer_margin(asked(("+-", "-+")), tables, Fraction(1, 2) + Fraction(1, 10**9), "by hand") is None


def test_lengths_that_no_multiples_make_equal():
    """(1, 0) and (1, 1): certified to many digits, and 1/2 is met exactly though the checker cannot show it."""
    signs = np.array([[1, -1, -1]], dtype=np.int8)
    tables = integer_tables(signs, 2, np.array([[1, 0]]), np.array([[1, 0], [0, 1], [-1, 1]]))
    assert tables.at_least(Fraction(1, 2)) and not tables.at_least(Fraction(1, 2) + Fraction(1, 10**40))
    assert integer_margin(asked(("+--",)), tables, Fraction(1, 4), "by hand") is None
    near = Fraction(1, 4) - Fraction(1, 10**10)
    assert integer_margin(asked(("+--",)), tables, near, "by hand").square > near


def test_vectors_that_are_none():
    signs = np.array([[1, -1]], dtype=np.int8)
    good = np.array([[1, 0]]), np.array([[1, 0], [0, 1]])
    for bits, queries, items, said in (
        (2, np.array([[2, 0]]), good[1], "2 bits"), (1, *good, "1 bits"), (2, np.array([[0, 0]]), good[1], "is 0"),
        (2, good[0], np.array([[0, 0], [0, 1]]), "is 0"), (3, good[0], np.array([[-5, 0], [0, 1]]), "3 bits"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=said):
            integer_tables(signs, bits, queries, items)


def test_certificates_of_longer_integers_are_not_taken_for_those_of_few_bits():
    signs = np.array([[1, -1], [-1, 1]], dtype=np.int8)
    tables = integer_tables(signs, 4, np.array([[5, -1], [-1, 5]]), np.array([[7, 1], [1, 7]]))
    bound = integer_margin(asked(("+-", "-+")), tables, Fraction(0), "by hand")
    assert tables_in(bound, signs, 4) is not None and tables_in(bound, signs, 3) is None


@pytest.mark.parametrize("bits", [1, 2, 3])
def test_the_nearest_direction_is_near(bits):
    """Within a little of the best over all points of the grid."""
    rng, values = np.random.default_rng(bits), grid_values(bits)
    table = rng.standard_normal((30, 2))
    points = unit(np.array(primitive(bits, 2), dtype=float))
    best = (unit(table) @ points.T).max(axis=1)
    got = (unit(nearest_directions(values, table).astype(float)) * unit(table)).sum(axis=1)
    assert np.all(got >= best - 0.02)
