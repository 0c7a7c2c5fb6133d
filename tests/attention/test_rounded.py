"""Rounding to p bits against its definition, and rounded sums against a slow run of the definition."""

from fractions import Fraction

import pytest

from headcount.attention.masks import AttentionError
from headcount.attention.rounded import rounded_at, rounded_count, rounded_index, rounded_outputs
from headcount.questions import Head, Layer, Table, Unit
from headcount.questions.rounded import rounded


def by_definition(x, p):
    """The largest s 2^e <= \\|x\\| with 0 <= s < 2^p, found by trying."""
    size = abs(Fraction(x))
    found = max(
        Fraction(s) * Fraction(2) ** e for s in range(2**p) for e in range(-12, 12) if s * Fraction(2) ** e <= size
    )
    return found if x >= 0 else -found


@pytest.mark.parametrize("p", [1, 2, 3])
def test_rounding(p):
    for a in range(-40, 41):
        for b in (1, 3, 7, 8):
            assert rounded(Fraction(a, b), p) == by_definition(Fraction(a, b), p)


@pytest.mark.parametrize("p", [1, 2, 3, 4])
def test_numbers_of_p_bits_are_counted_in_order(p):
    listed = [x for x in range(2000) if rounded(x, p) == x]
    assert [rounded_index(x, p) for x in listed] == list(range(len(listed)))
    assert [rounded_at(k, p) for k in range(len(listed))] == listed
    for limit in (1, 7, 8, 100, 1023, 1024):
        assert rounded_count(limit, p) == sum(x <= limit for x in listed)
    for n in (1, 2, 3, 4, 100):
        assert rounded_count(n * 2**p, p) <= 2 ** (p - 1) * (n.bit_length() + 2)  # floor(log2 n) + 3


def test_sums_stick_and_the_order_matters():
    none = Table("token", ((), ()))
    unit = Unit(2, (Layer((Head(none, (none,), (Table("token", ((0,), (3,))),)),), weights="fixed", bits=2),))
    # weights 4, 4, 4: 4, 8, 12 at p = 2; values 12, 24, 36 -> 32, and 0s add nothing
    assert rounded_outputs(unit, (1, 1, 1))[0] == (rounded(Fraction(32, 12), 2),)
    assert rounded_outputs(unit, (1, 1, 1, 1, 0))[0] != unit.outputs((1, 1, 1, 1, 0))[0]


def test_other_units_are_refused():
    none = Table("token", ((), ()))
    unit = Unit(2, (Layer((Head(none, (none,), (Table("token", ((0,), (1,))),)),)),))
    with pytest.raises(AttentionError, match="weights 'fixed'"):
        rounded_outputs(unit, (0, 1))
