"""Sums of inequalities of version 2, before and after elaboration: the same verdict."""

import pytest

from headcount.core.farkas import combined, contradiction
from headcount.core.meter import Meter, OverLimitError
from headcount.core.refuse import Refused
from refutations import claims_with, verdicts


@pytest.mark.parametrize(("kind", "count"), [("combinations", 17), ("threshold-degree", 26)])
def test_the_same_verdict(kind: str, count: int) -> None:
    claims = claims_with((kind,))
    assert len(claims) >= count
    assert not [where for where, question, claim in claims if len(set(verdicts(question, claim))) > 1]


POSITIVE, NEGATIVE = ({"x": 1}, ">", 0), ({"x": -1}, ">=", 0)


def test_what_is_a_contradiction() -> None:
    contradiction([(1, POSITIVE), (1, NEGATIVE)], Meter())
    contradiction([(1, ({}, ">=", 1))], Meter())
    contradiction([(-2, ({"x": 1}, "=", 3)), (2, ({"x": 1}, ">", 3))], Meter())


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [(1, NEGATIVE)],
        [(1, POSITIVE), (2, NEGATIVE)],
        [(1, ({"x": 1}, ">=", 0)), (1, NEGATIVE)],
        [(0, ({}, ">=", 1))],
        [(-1, ({}, ">=", -1))],
        [(-1, ({}, ">", 0))],
        [(0, ({}, "=", 1))],
        [(1, ({}, ">=", -1)), (1, ({}, ">", 0))],
        [(1, ({}, "=", 0))],
    ],
)
def test_what_is_none(rows: list) -> None:
    with pytest.raises(Refused):
        contradiction(rows, Meter())


def test_long_numbers_are_paid_for() -> None:
    meter = Meter()
    rows = [(1 << 10**6, ({"x": 1}, "=", 0)), *[(1, ({"x": 1}, ">=", 0))] * 1000]
    combined(rows, meter)
    assert meter.spent > 1000 * 10**6 // 256
    with pytest.raises(OverLimitError):
        combined(rows, Meter(10**5))
