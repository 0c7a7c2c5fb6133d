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
