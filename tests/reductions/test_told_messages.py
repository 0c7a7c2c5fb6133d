"""Told tokens are compared with what a function needs by numbers of messages: against all units of the least size."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

import headcount
import second_opinion
from headcount.bounds.bound import CheckerRefusedError
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import GRIDS
from headcount.reductions.excluded_sizes.exclusion_certificate import exclusion_certificate


def row(query, keys):
    """The row of a head of width 1 that sees these (key, value) at p = 1: a weight of 2^(1 - d) for d at most 1."""
    scores = [query * key for key, _ in keys]
    weights = [2 ** (1 - max(scores) + score) if max(scores) - score <= 1 else 0 for score in scores]
    return Fraction(sum(w * value for w, (_, value) in zip(weights, keys, strict=True)), sum(weights))


def behaviours(tokens, grid):
    """How many ways there are in which so many tokens act on one of another party, over all its tables."""
    entries = GRIDS[grid](1)
    own = list(product(entries, repeat=3))
    acts = {
        tuple(row(query, [*told, (key, value)]) for query, key, value in own)
        for told in product(product(entries, repeat=2), repeat=tokens)
    }
    return len(acts)


def equality(V, tokens, stars=()):
    """Is Bob's symbol the number that Alice's tokens write in base 6?"""

    @headcount.task(alphabet=max(6, V), length=tokens + 1, name="equal")
    def task(x):
        number = sum(digit * 6**place for place, digit in enumerate(x[:-1]))
        return [*[None] * tokens, int(number == x[-1])]

    rows = [["*" if (x, y) in stars else int(x == y) for y in range(V)] for x in range(V)]
    alice = lambda a: {place + 1: (a - 1) // 6**place % 6 for place in range(tokens)}  # noqa: E731
    return headcount.reduction(rows, task, alice=alice, bob=lambda b: {tokens + 1: b - 1}, output_position=tokens + 1)


def told(V, tokens, grid="twos", **options):
    regions = headcount.lower_bounds(equality(V, tokens, **options), dv=1, grid=grid)
    return next(region for region in regions if "told by Alice" in region.argument)


@pytest.mark.parametrize(("tokens", "most"), [(1, 4), (2, 10)])
@pytest.mark.parametrize("grid", ["twos", "midrise"])
def test_the_smallest_unit_is_excluded_where_no_table_tells_enough(tokens, most, grid):
    """One token tells one of 4, two tell one of 10: EQ_5 and EQ_11 are the first that need more."""
    assert behaviours(tokens, grid) <= most
    assert not told(most, tokens, grid).excludes(1, 1, 1)
    region = told(most + 1, tokens, grid)
    assert region.excludes(1, 1, 1)
    made = exclusion_certificate("equal", {}, [region], [1], 1)
    assert made.left_out == ()
    assert isinstance(check(made.bundle), Accepted)
    assert second_opinion.checked(made.bundle) == "ACCEPTED"


@pytest.mark.parametrize(("V", "stars"), [(10, ()), (11, ((3, 5),))])
def test_what_is_not_excluded_is_refused(V, stars):
    """As many inputs as messages; and a promise, under which two inputs may share one: 9 > 10 is asked by the bits."""
    region = replace(told(V, 2, stars=stars), messages=None, required=5)
    assert region.excludes(1, 1, 1)
    with pytest.raises(CheckerRefusedError, match="the size that is claimed to be too small is not"):
        exclusion_certificate("equal", {}, [region], [1], 1)


def own(V, output=2, **changed):
    """Is Bob's symbol Alice's, asked at the token of one of them."""

    @headcount.task(alphabet=V, length=2, name="equal")
    def task(x):
        return [int(x[0] == x[1])] * 2

    rows = [[int(x == y) for y in range(V)] for x in range(V)]
    given = {"alice": lambda a: {1: a - 1}, "bob": lambda b: {2: b - 1}, "output_position": output}
    regions = headcount.lower_bounds(headcount.reduction(rows, task, **given), dv=1, **changed)
    return next(region for region in regions if "own token" in region.argument)


def thresholds(grid):
    """How many ways there are in which a token of one-bit query, key and value sees each (key, value) of another."""
    entries = GRIDS[grid](1)
    pairs = list(product(entries, repeat=2))
    return len(
        {
            tuple(row(query, [(key, value), other]) for other in pairs)
            for query, key, value in product(entries, repeat=3)
        }
    )


@pytest.mark.parametrize("grid", ["twos", "midrise"])
def test_the_own_token_of_a_threshold(grid):
    """Query, own score and value, of one bit each, are no more than 8: EQ_9 is excluded."""
    assert thresholds(grid) <= 8 == 2 ** own(9, grid=grid).bits(1, 1, 1)
    assert not own(8, grid=grid).excludes(1, 1, 1)
    region = own(9, grid=grid)
    assert region.excludes(1, 1, 1)
    made = exclusion_certificate("equal", {}, [region], [1], 1)
    assert made.left_out == () and made.bundle["claims"][2]["read_out"] == "threshold"
    assert isinstance(check(made.bundle), Accepted)
    assert second_opinion.checked(made.bundle) == "ACCEPTED"
    for change, why in (
        ({"read_out": "any"}, "a hypothesis of the theorem fails"),
        ({"sizes": [[1, 2, 1, 1]]}, "the size that is claimed to be too small is not"),
        (
            {"proof": {"rule": "theorem", "name": "told", "from": [0, 1]}},
            "an answer is read at a position of the party",
        ),
    ):
        claims = [*made.bundle["claims"][:2], made.bundle["claims"][2] | change]
        verdict = check({**made.bundle, "claims": claims})
        assert verdict.code == "theorem" and why in verdict.reason
        assert second_opinion.checked({**made.bundle, "claims": claims}).startswith("REJECTED")


def test_an_own_token_beside_others_or_of_the_other_party():
    made = exclusion_certificate("equal", {}, [own(9)], [1], 1).bundle
    several = exclusion_certificate("equal", {}, [told(11, 2)], [1], 1).bundle
    forged = several["claims"][2] | {
        "read_out": "threshold",
        "proof": {"rule": "theorem", "name": "own token", "from": [0, 1]},
    }
    wrong = {**several, "claims": [*several["claims"][:2], forged]}
    assert "hypothesis" in check(wrong).reason
    assert second_opinion.checked(wrong).startswith("REJECTED")
    correct, needed, excluded = made["claims"]
    swapped = {**made, "claims": [correct, needed | {"measure": "one_way_ab"}, excluded]}
    assert "hypothesis" in check(swapped).reason
    assert second_opinion.checked(swapped).startswith("REJECTED")
