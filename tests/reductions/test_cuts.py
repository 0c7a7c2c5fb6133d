"""Cuts: who owns what, and what is refused."""

import pytest

from headcount.reductions.encoders.disj_to_match3 import disj_to_match3
from headcount.reductions.protocols.cut import Cut, CutError, half_cut, other, query_cut
from headcount.reductions.reduction import Owner


def test_views_hold_own_and_public_tokens_only():
    cut = half_cut(2)
    tokens = (10, 11, 12, 13, 14)
    assert cut.view(Owner.ALICE, tokens) == {1: 10, 2: 11, 3: 12}
    assert cut.view(Owner.BOB, tokens) == {1: 10, 4: 13, 5: 14}
    assert cut == Cut(disj_to_match3.at(2).owners)
    assert query_cut(3, 2).positions(Owner.ALICE) == (2,)
    assert query_cut(3, 2).positions(Owner.BOB) == (1, 3)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((3, [1], [2]), "no owner for 3"),
        ((3, [1, 2], [2, 3]), "one owner, got 2 for Alice and Bob"),
        ((3, [1, 2], [3], [3]), "one owner, got 3 for Bob and public"),
        ((3, [0, 1], [2, 3]), "from 1 to 3, got 0"),
        ((3, [1], [2, 3, 4]), "from 1 to 3, got 4"),
        ((0, [], []), "integer >= 1, got 0"),
        ((True, [1], []), "integer >= 1, got True"),
        ((3, [1.0], [2, 3]), "got 1.0"),
    ],
)
def test_cuts_that_do_not_fit_are_refused(arguments, words):
    with pytest.raises(CutError, match=words):
        Cut.of(*arguments)


def test_other_refusals():
    with pytest.raises(CutError, match="at least one position"):
        Cut(())
    with pytest.raises(CutError, match=r"got 'alice' for position 2"):
        Cut((Owner.BOB, "alice"))
    with pytest.raises(CutError, match="tokens must be 3"):
        query_cut(3, 1).view(Owner.BOB, (0, 0))
    with pytest.raises(CutError, match="a party must be"):
        query_cut(3, 1).view(Owner.PUBLIC, (0, 0, 0))
    with pytest.raises(CutError, match="from 1 to 3, got 4"):
        query_cut(3, 1).owner(4)
    assert other(Owner.BOB) is Owner.ALICE
