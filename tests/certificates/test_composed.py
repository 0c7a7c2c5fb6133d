"""The map ``composed``: what it gives, and each condition without which it gives nothing."""

import pytest

from asking import size, trusted


def shown(rows, null=True):
    return {"task": "pattern", "rows": list(rows), "null": null}


def value(claim, rows, lines, *, along="rows", null=True, side="lower"):
    """What follows from the sign-rank of the rows, which is 2; None if nothing does."""
    premise = size(shown(rows, null), side, 2)
    return trusted({"rule": "map", "name": "composed", "of": premise, "along": along, "lines": lines}, claim)


def lower(rows, *others, null=True):
    return size(shown(rows, null), "lower", 2, *others)


TIE, BOTH, LINES = ("0+", "++"), ("++", "-+"), [[0, 1], [0, -2]]


@pytest.mark.parametrize("along", ["rows", "columns"])
def test_a_tie_gets_either_sign(along):
    assert value(lower(TIE), BOTH, LINES, along=along) == 2


def test_the_row_of_plus_gives_a_sign_too():
    assert value(size(shown(("0-",), False), "lower", 1), ("+-", "--"), LINES) == 1


WRONG = {
    "a sign is kept": (lower(TIE), ("--", "-+"), LINES, {}),
    "a star gets no sign": (lower(("*+", "++")), BOTH, LINES, {}),
    "no such line": (lower(TIE), BOTH, [[0, 1], [0, -3]], {}),
    "a row is not there": (lower(TIE), (*BOTH, "+-"), LINES, {}),
    "no sign-rank": (lower(TIE), BOTH, LINES, {"null": False}),
    "in a grid": (lower(TIE, "GRID(1, twos, gap 1)"), BOTH, LINES, {}),
    "by cosine": (size({"task": "scored", "score": "cosine", "of": shown(TIE, False)}, "lower", 2), BOTH, LINES, {}),
    "from above": (size(shown(TIE), "upper", 2), BOTH, LINES, {"side": "upper"}),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_condition_fails(name):
    claim, rows, lines, more = WRONG[name]
    assert value(claim, rows, lines, **more) is None
