"""Functions under a promise: each against its definition, written once more; what is refused."""

from itertools import product

import pytest

from headcount.search.measures_asked import matrix_of, measures_question
from headcount.tasks import TaskError
from headcount.tasks.two_party.functions import (
    FUNCTIONS,
    BitStrings,
    Numbers,
    Prefixes,
    TwoPartyError,
    TwoPartyFunction,
    Words,
    function_named,
    ghd,
    matrix_function,
    udisj,
)


def bits(n):
    return list(product((0, 1), repeat=n))


def slow_udisj(n):
    common = {(a, b): [i for i in range(n) if a[i] == b[i] == 1] for a in bits(n) for b in bits(n)}
    return {pair: None if len(met) > 1 else int(not met) for pair, met in common.items()}


def slow_ghd(n, gap):
    found = {}
    for a, b in product(bits(n), repeat=2):
        twice = 2 * sum(a[i] != b[i] for i in range(n))
        found[a, b] = 1 if twice >= n + gap else 0 if twice <= n - gap else None
    return found


def slow_augmented_index(n):
    prefixes = [w for length in range(n) for w in bits(length)]
    return {(a, w): a[len(w)] if a[: len(w)] == w else None for a in bits(n) for w in prefixes}


def slow_pointer_jumping(n, k):
    found = {}
    for a, b in product(product(range(n), repeat=n), repeat=2):
        at = 0
        for jump in range(1, k + 1):
            at = a[at] if jump % 2 else b[at]
        found[a, b] = at % 2
    return found


def slow_and_or(n, k):
    return {
        (a, b): int(all(any(a[i * k + j] and b[i * k + j] for j in range(k)) for i in range(n)))
        for a, b in product(bits(n * k), repeat=2)
    }


CASES = [
    *((("udisj", {"n": n}), slow_udisj) for n in (1, 2, 3, 4)),
    *((("ghd", {"n": n, "gap": gap}), slow_ghd) for n, gap in ((1, 1), (2, 2), (3, 1), (4, 2), (4, 4), (5, 3))),
    *((("augmented-index", {"n": n}), slow_augmented_index) for n in (1, 2, 4)),
    *((("pointer-jumping", {"n": n, "k": k}), slow_pointer_jumping) for n, k in ((1, 1), (2, 3), (3, 2), (3, 3))),
    *((("and-or", {"n": n, "k": k}), slow_and_or) for n, k in ((1, 1), (2, 1), (2, 2), (1, 3))),
]


@pytest.mark.parametrize(("named", "slow"), CASES, ids=lambda case: str(case[0]) if isinstance(case, tuple) else "")
def test_against_the_definition_pair_by_pair(named, slow):
    name, sizes = named
    f, wanted = function_named(name, **sizes), slow(**sizes)
    alice, bob = list(f.alice_inputs()), list(f.bob_inputs())
    assert {(a, b) for a in alice for b in bob} == set(wanted)
    assert [f.alice.number(a) for a in alice] == list(range(f.alice.count))
    assert [f.bob.number(b) for b in bob] == list(range(f.bob.count))
    matrix = f.matrix()
    for (i, a), (j, b) in product(enumerate(alice), enumerate(bob)):
        value = wanted[a, b]
        assert matrix[i][j] == ("*" if value is None else str(value))
        assert f.promised(a, b) == (value is not None)
        if value is not None:
            assert f.evaluate(a, b) == value


@pytest.mark.parametrize("inputs", [BitStrings(3), Numbers(4), Words(2, 3), Prefixes(3)], ids=str)
def test_words_of_inputs_are_read_back(inputs):
    assert [inputs.parse(inputs.spell(x)) for x in inputs] == list(inputs)
    assert len(list(inputs)) == inputs.count
    assert all(x in inputs for x in inputs)
    for wrong in ((2, 2, 2, 2), "", "-1", None, 0, (True,), inputs.parse("9"), inputs.parse("x")):
        assert wrong not in inputs


def test_a_rule_may_say_that_a_pair_is_not_promised():
    """As a function of one's own is written: None in place of a predicate."""
    f = TwoPartyFunction("mine", 2, BitStrings(2), BitStrings(2), lambda a, b, on: None if a == b else a > b)
    assert f.matrix() == ("*000", "1*00", "11*0", "111*")
    assert not f.promised((0, 1), (0, 1))
    assert f.evaluate((0, 1), (0, 0)) == 1
    with pytest.raises(TwoPartyError, match="a=01, b=01, a pair outside its promise"):
        f.evaluate((0, 1), (0, 1))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: ghd(4, 1), "n - gap even.*try gap=2"),
        (lambda: ghd(4, 6), "try gap=4"),
        (lambda: ghd(1, 3), "try gap=1"),
        (lambda: ghd(2, 0), "gap, the size"),
        (lambda: function_named("ghd", n=3), "ghd needs gap.*ghd n=4 gap=2"),
        (lambda: function_named("disj", n=3, k=1), "disj has no k"),
        (lambda: function_named("nothing", n=3), "must be one of disj"),
        (lambda: function_named("pointer-jumping", n=3, k=0), "k, the size"),
        (lambda: udisj(0), "n, the size"),
        (lambda: udisj(2).evaluate((1, 1), (1, 1)), "outside its promise"),
        (lambda: udisj(2).promised((1, 1), (1,)), "same length"),
        (lambda: matrix_function(["**", "**"]), "must promise something"),
    ],
)
def test_what_is_refused(make, words):
    with pytest.raises(TwoPartyError, match=words):
        make()


def test_measures_take_the_functions_and_their_words():
    assert measures_question("ghd n=4 gap=2").matrix.rows == ghd(4, 2).matrix()
    assert measures_question(udisj(2)).matrix.rows == ("1111", "1010", "1100", "100*")
    for entry in FUNCTIONS.values():
        matrix = measures_question(entry.words).matrix
        assert matrix.rows == entry(**entry.example).matrix()
    with pytest.raises(TaskError, match="at most 4096 rows"):
        matrix_of(udisj(13))
