"""Units with equal weights whose values tell the whole input, and units that rank keys in a decision list."""

from itertools import product

import pytest

from headcount.bounds.unit_classes.one_key import one_key_bound
from headcount.bounds.unit_classes.whole_input import whole_input_upper
from headcount.questions import Scope, computation_question, least_size

PLAIN = Scope(null=False)


def copied(length, symbols):
    """The whole word, as a number, at each position: no unit can do with rows that do not tell it."""
    words = list(product(range(symbols), repeat=length))
    answers = tuple((word, (number,) * length) for number, word in enumerate(words))
    return computation_question("table", answers=answers, alphabet=symbols, length=length)


@pytest.mark.parametrize("of", ["FIXED", "ROUNDED", "HARDMAX"])
@pytest.mark.parametrize("grid", ["midrise", "twos"])
@pytest.mark.parametrize(
    ("length", "symbols", "digits"), [(1, 2, 1), (2, 2, 2), (3, 2, 3), (4, 2, 4), (2, 3, 4), (3, 5, 9)]
)
def test_so_many_digits(of, grid, length, symbols, digits):
    """ceil(digits / p) coordinates; one for each digit where sums are rounded. The checker runs each unit."""
    question = copied(length, symbols)
    for bits in (1, 2, 3):
        each = 1 if of == "ROUNDED" else bits
        ask = lambda resource, cls, **held: whole_input_upper(  # noqa: E731
            least_size(question, resource, cls, read_out="any", scope=PLAIN, **held)
        )
        cls = f"{of}({bits}, {grid})"
        assert ask("m", cls, dv=None).value == -(-digits // each)
        assert ask("H", cls, m=0).value == -(-digits // each)
        assert ask("H", cls, m=0, dv=2).value == -(-digits // (2 * each))
        narrow = ask("m", cls)
        assert (narrow is None) == (digits > each) and (narrow is None or narrow.value == 0)
    wide = ask("p", f"{of}(p, {grid})", m=0, dv=2)
    if of == "ROUNDED":
        assert (wide is None) == (digits > 2)
    else:
        assert wide.value == -(-digits // 2)


def test_other_units():
    question, held = copied(2, 2), {"dv": None, "read_out": "any"}
    for cls in ("LEFTMOST(1, midrise)", "RIGHTMOST(1, midrise)"):
        assert whole_input_upper(least_size(question, "m", cls, scope=PLAIN, **held)) is None
    for tables in ("token", "relative", "additive"):
        asked = least_size(question, "m", "FIXED(1, midrise)", scope=Scope(False, tables), **held)
        assert whole_input_upper(asked) is None
    summed = least_size(question, "H", "FIXED(1, midrise)", m=0, read_out="any", scope=Scope(False, combine="sum"))
    assert whole_input_upper(summed) is None  # a sum of rows of one coordinate tells one digit
    assert whole_input_upper(least_size(question, "m", "FIXED(1, midrise)", dv=None, read_out="threshold")) is None
    assert whole_input_upper(least_size(question, "m", "FIXED(1, midrise)", layers=3, **held)).value == 2


def test_what_is_not_a_key_for_any_m_is_left_to_searches():
    """Ranks need some width: of p, of values that are held narrow, and of several heads nothing is said."""
    answers = tuple(((x, y, 0), (None, None, 1 if x else 2 * y)) for x in (0, 1) for y in (0, 1))
    first = computation_question("table", answers=answers, alphabet=2, length=3)
    for grid in ("midrise", "twos"):
        found = one_key_bound(least_size(first, "m", f"LEFTMOST(2, {grid})", dv=None, read_out="any", scope=PLAIN))
        assert found.side == "upper" and found.value >= 1
    assert one_key_bound(least_size(first, "m", "LEFTMOST(1, midrise)", dv=1, read_out="any", scope=PLAIN)) is None
    assert one_key_bound(least_size(first, "p", "LEFTMOST(p, midrise)", m=3, read_out="any", scope=PLAIN)) is None
    for more in ({"heads": 2}, {"layers": 2, "scope": None}):
        held = {"dv": None, "read_out": "any", "scope": PLAIN} | more
        assert one_key_bound(least_size(first, "m", "LEFTMOST(1, midrise)", **held)) is None
    assert one_key_bound(least_size(first, "m", "HARDMAX(1, midrise)", dv=None, read_out="any", scope=PLAIN)) is None
