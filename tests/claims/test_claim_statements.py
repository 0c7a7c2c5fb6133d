"""Statements follow from brackets exactly when every number in the brackets makes them true."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headcount.claims import ClaimError, Expression, Interval, ceil_log2, least, measured
from headcount.claims.statement import Comparison, Constant, Joined, Multiple, Negated, Total

RELATIONS = {
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    "<": lambda a, b: a < b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


class Unknown(Expression):
    """A quantity of which a test says what is known; its values are taken to be integers."""

    def __init__(self, key):
        self.key = key

    @property
    def words(self):
        return self.key

    def quantities(self):
        yield from ()

    def interval(self, known):
        return known[self.key]


ends = st.integers(-3, 4)
brackets = st.tuples(ends, ends).map(lambda pair: (min(pair), max(pair)))


def bracket(pair):
    return Interval(Fraction(pair[0]), Fraction(pair[1]))


def numbers(pair):
    """The ends and the middle: enough for statements that are linear in every quantity."""
    low, high = pair
    return sorted({Fraction(low), Fraction(low + high, 2), Fraction(high)})


@given(st.sampled_from(sorted(RELATIONS)), brackets, brackets, st.integers(-2, 2), st.integers(-3, 3))
def test_a_comparison_is_decided_iff_all_numbers_in_the_brackets_agree(relation, x, y, factor, shift):
    statement = Comparison(
        Unknown("x"), relation, Total(Multiple(Unknown("y"), Fraction(factor)), Constant(Fraction(shift)))
    )
    truth = statement.truth({"x": bracket(x), "y": bracket(y)})
    seen = {RELATIONS[relation](a, factor * b + shift) for a in numbers(x) for b in numbers(y)}
    if relation in ("==", "!="):  # equality may be met between the sampled numbers
        low = x[0] - max(factor * y[0], factor * y[1]) - shift
        high = x[1] - min(factor * y[0], factor * y[1]) - shift
        if low <= 0 <= high and (low, high) != (0, 0):
            seen = {True, False}
    assert truth == (seen.pop() if len(seen) == 1 else None)


@given(st.sampled_from(sorted(RELATIONS)), brackets, st.integers(-3, 4))
def test_not_swaps_the_truth_and_open_stays_open(relation, x, number):
    statement = Comparison(Unknown("x"), relation, Constant(Fraction(number)))
    known = {"x": bracket(x)}
    truth = statement.truth(known)
    assert Negated(statement).truth(known) == (None if truth is None else not truth)


TRUTHS = (True, False, None)


def fixed(truth):
    """A statement of this truth value."""
    known = {True: (1, 1), False: (0, 0), None: (0, 1)}[truth]
    return Comparison(Unknown(f"truth {truth}"), ">=", Constant(Fraction(1))), {f"truth {truth}": bracket(known)}


@pytest.mark.parametrize("left", TRUTHS)
@pytest.mark.parametrize("right", TRUTHS)
def test_and_and_or_are_those_of_three_values(left, right):
    (a, known_a), (b, known_b) = fixed(left), fixed(right)
    known = known_a | known_b
    worlds = [(x, y) for x in (True, False) for y in (True, False) if left in (x, None) and right in (y, None)]
    for joint, rule in (("and", all), ("or", any)):
        seen = {rule(world) for world in worlds}
        assert Joined(joint, a, b).truth(known) == (seen.pop() if len(seen) == 1 else None)


def test_an_end_that_is_not_known_decides_nothing_on_its_side():
    x = Unknown("x")
    assert (x >= 3).truth({"x": Interval(Fraction(3), None)}) is True
    assert (x <= 3).truth({"x": Interval(Fraction(3), None)}) is None
    assert (x < 3).truth({"x": Interval(Fraction(3), None)}) is False
    assert (x == 3).truth({"x": Interval(Fraction(4), None)}) is False
    assert (x != 3).truth({"x": Interval(Fraction(4), None)}) is True


@given(st.integers(-5, 5000), st.integers(0, 5000))
def test_ceil_log2_is_taken_of_each_end(low, width):
    found = ceil_log2(Unknown("x")).interval({"x": bracket((low, low + width))})
    for end, value in ((found.lower, low), (found.upper, low + width)):
        assert 2**end >= value and (end == 0 or 2 ** (end - 1) < value)


@pytest.mark.parametrize("value", [0.5, True, "4", None])
def test_only_exact_numbers_are_compared_with(value):
    with pytest.raises(ClaimError, match="must be a quantity, an integer or a Fraction"):
        least("m", "qsa N=4 q=1") >= value  # noqa: B015


def test_numpy_integers_are_integers():
    import numpy as np

    assert (Unknown("x") >= np.int64(3)).truth({"x": bracket((3, 5))}) is True


@pytest.mark.parametrize(
    "use", [bool, lambda s: s and s, lambda s: not s, lambda s: 2 <= least("m", "qsa N=4 q=1") <= 4]
)
def test_a_statement_has_no_truth_value_before_it_is_decided(use):
    with pytest.raises(ClaimError, match="has no truth value before it is decided"):
        use(least("m", "qsa N=4 q=1") >= 2)


def test_statements_are_joined_with_statements():
    with pytest.raises(ClaimError, match="a statement was required"):
        (least("m", "qsa N=4 q=1") >= 2) & True  # type: ignore[operator]


@pytest.mark.parametrize(
    ("make", "part"),
    [
        (lambda: least("w", "qsa N=4 q=1"), "the resource must be one of m (width), p (bits), H (heads), got 'w'"),
        (lambda: least("m", 7), "the task must be a Task, a SignPattern or words"),
        (
            lambda: least("m", "qsa N=4 q=1", "fixd"),
            "unit_class must be one of sign, grid, keys, fixed, rounded, hardmax, softmax, ",
        ),
        (lambda: least("m", "qsa N=4 q=1", bits=0), "bits must be 1 .. "),
        (lambda: least("m", "qsa N=4 q=1", breadth=3), "least takes no argument 'breadth'"),
        (lambda: least("p", "qsa N=4 q=1"), "width is needed where the least p"),
        (lambda: measured("E", "disj n=2"), "there is no measure 'E'"),
        (lambda: measured("D", "disjoint n=2"), "there is no function 'disjoint'"),
        (lambda: measured("D", "disj n=2", alpha=2), "D takes no parameter"),
        (lambda: measured("gamma2_alpha", "disj n=2", alpha=Fraction(1, 2)), "alpha must be from 1"),
        (lambda: measured("D", [[0, 1]]), "the matrix must be a CommunicationMatrix"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(make, part):
    with pytest.raises(ClaimError) as caught:
        make()
    assert part in str(caught.value)
    assert "--" not in str(caught.value) and "\n" not in str(caught.value)


def test_attention_matrices_are_claimed_of(tmp_path):
    """In words, as a file, as a question: the least m of class SOFTMAX."""
    path = tmp_path / "A.csv"
    path.write_text("1/3,2/3,0\n0,1/2,1/2\n1,0,0\n")
    question = least("m", "permutation L=5").asked.question
    for quantity, words in (
        (least("m", "permutation L=5"), "every 5x5 permutation matrix as attention, at every tolerance"),
        (least("m", question, "softmax"), "every 5x5 permutation matrix as attention, at every tolerance"),
        (least("m", str(path), delta="2^1/2", eps2="2^-3"), "the 3x3 attention matrix with up to 2 nonzeros"),
    ):
        assert quantity.words.startswith(f"least m of {words}") and quantity.words.endswith("class SOFTMAX")


@pytest.mark.parametrize(
    ("resource", "task", "sizes", "words"),
    [
        ("p", "others L=6", {}, "the least m of class softmax is asked"),
        ("m", "others L=6", {"unit_class": "grid"}, "the least m of class softmax is asked"),
        ("m", "others L=6", {"bits": 2, "delta": 0, "eps2": 0.25}, "bits does not apply to an attention matrix"),
        ("m", "permutation L=5", {"delta": 0.1}, "leave out delta and eps2"),
        ("m", "others L=6", {"delta": 0.1, "eps2": "2^-10"}, "powers of two, which are exact.*got 0.1 and 2"),
        ("m", "others L=6", {}, "powers of two.*got 0.1 and 0.001"),
    ],
)
def test_what_attention_matrices_are_not_asked(resource, task, sizes, words):
    with pytest.raises(ClaimError, match=words):
        least(resource, task, **sizes)
