"""Every registered reduction through its laws, and every wrong one caught with its counterexample."""

from itertools import product

import pytest

import wrong_encoders
from headcount.reductions import REDUCTIONS, Owner, ReductionError, find_reduction, verify_exhaustive, verify_symbolic
from headcount.reductions.laws import Refuted, Verified
from headcount.tasks.two_party.functions import TwoPartyError, disj, eq, gt, index, ip, matrix_function

WRONG = wrong_encoders.WRONG


@pytest.mark.parametrize("family", REDUCTIONS, ids=lambda family: family.name)
@pytest.mark.parametrize("n", range(1, 5))
def test_all_pairs(family, n):
    found = verify_exhaustive(family.at(n))
    assert isinstance(found, Verified), found
    assert found.yes > 0
    assert found.no > 0
    assert found.yes + found.no == found.pairs == family.at(n).source.alice.count * family.at(n).source.bob.count


@pytest.mark.slow
def test_match3_all_pairs_of_seven_bits():
    assert verify_exhaustive(find_reduction("disj", "match3").at(7)).pairs == 2**14


@pytest.mark.parametrize("family", REDUCTIONS, ids=lambda family: family.name)
def test_locality_by_hand(family):
    """Without the laws' code: no token of a party moves when only the other's input does."""
    sized = family.at(3)
    alices, bobs = list(sized.source.alice_inputs()), list(sized.source.bob_inputs())
    for a, b in product(alices, bobs):
        tokens = sized.encode(a, b).tokens
        for i in sized.positions(Owner.ALICE):
            assert tokens[i - 1] == sized.encode(a, bobs[0]).tokens[i - 1]
        for i in sized.positions(Owner.BOB):
            assert tokens[i - 1] == sized.encode(alices[0], b).tokens[i - 1]


@pytest.mark.parametrize("family", REDUCTIONS, ids=lambda family: family.name)
@pytest.mark.parametrize("n", [1, 5, 16])
def test_symbolic(family, n):
    found = verify_symbolic(family.at(n))
    assert isinstance(found, Verified), found
    assert str(found.status) == "PROVED-BY-SOLVER"


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong.__name__)
def test_wrong_encoders_are_caught(wrong):
    found = verify_exhaustive(wrong())
    assert isinstance(found, Refuted)
    assert found.law == WRONG[wrong], found
    assert str(found.a) in str(found)
    if found.law == "correctness":  # the counterexample is one, by the definitions
        sized = wrong()
        encoded = sized.encode(found.a, found.b)
        assert encoded.tokens == found.tokens
        assert encoded.answer == found.got != found.wanted == sized.source.evaluate(found.a, found.b)


@pytest.mark.parametrize("wrong", [w for w, law in WRONG.items() if law == "correctness"], ids=lambda w: w.__name__)
@pytest.mark.parametrize("n", [2, 9])
def test_wrong_encoders_are_caught_by_the_solver(wrong, n):
    found = verify_symbolic(wrong(n))
    assert isinstance(found, Refuted), found


def test_the_theorys_tokens():
    """n = 4: alpha = 0, 2, 3, 4, M = 10; a = 0110, b = 0011."""
    encoded = find_reduction("disj", "match3").at(4).encode((0, 1, 1, 0), (0, 0, 1, 1))
    assert encoded.tokens == (1, 1, 2, 3, 1, 1, 1, 6, 5)
    assert (encoded.answer, encoded.wanted) == (0, 0)


def test_two_party_functions():
    assert [disj(2).evaluate((1, 0), b) for b in product((0, 1), repeat=2)] == [1, 1, 0, 0]
    assert [eq(2).evaluate((1, 0), b) for b in product((0, 1), repeat=2)] == [0, 0, 1, 0]
    assert gt(2).evaluate((1, 0), (0, 1)) == 1
    assert gt(2).evaluate((1, 0), (1, 0)) == 0
    assert [ip(2).evaluate((1, 1), b) for b in product((0, 1), repeat=2)] == [0, 1, 1, 0]
    assert [index(3).evaluate((0, 1, 1), i) for i in (1, 2, 3)] == [0, 1, 1]
    assert matrix_function([[0, 1], [1, 1]]).evaluate(1, 1) == 0


@pytest.mark.parametrize("n", [0, -1, 1.5, True])
def test_impossible_sizes(n):
    with pytest.raises((TwoPartyError, ReductionError)):
        find_reduction("disj", "match3").at(n)


def test_bad_words():
    with pytest.raises(ReductionError, match="M must be"):
        find_reduction("disj", "match3").at(3, M=7)
    with pytest.raises(ReductionError, match="there is no reduction"):
        find_reduction("disj", "sorting")
