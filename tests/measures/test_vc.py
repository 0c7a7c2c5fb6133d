"""The VC dimension against all sets of columns."""

import itertools
import random

import pytest

from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix
from headcount.solvers.rectangles.shattered_sets import TooManySplitsError, shattered_set


def measured(measure, rows):
    matrix = rows if isinstance(rows, CommunicationMatrix) else CommunicationMatrix(tuple(rows))
    ends = {bound.side: bound.value for bound in ENGINES[measure](matrix, Known(matrix), Effort(1e18))}
    assert ends["lower"] == ends["upper"]
    return int(ends["lower"])


def brute(rows):
    width = len(rows[0])
    return max(
        k
        for k in range(min(width, len(rows).bit_length() - 1) + 1)
        for chosen in itertools.combinations(range(width), k)
        if len({tuple(row[j] for j in chosen) for row in rows}) == 2**k
    )


def turned(rows):
    return tuple("".join(column) for column in zip(*rows, strict=True))


def test_small_matrices():
    words = ["".join(word) for word in itertools.product("01", repeat=3)]
    for rows in itertools.product(words, repeat=3):
        assert measured("vc_rows", rows) == brute(rows), rows
        assert measured("vc_columns", rows) == brute(turned(rows)), rows


@pytest.mark.parametrize("shape", [(4, 4), (9, 5), (6, 9), (16, 6)])
def test_random(shape):
    rng = random.Random(str(shape))
    for _ in range(8):
        rows = tuple("".join(rng.choice("01") for _ in range(shape[1])) for _ in range(shape[0]))
        assert measured("vc_rows", rows) == brute(rows)
        assert measured("vc_columns", rows) == brute(turned(rows))
        assert measured("vc_rows", [*rows, rows[0]]) == brute(rows)


def test_named():
    assert measured("vc_rows", CommunicationMatrix.named("index", 4)) == 4
    assert measured("vc_columns", CommunicationMatrix.named("index", 4)) == 2
    assert measured("vc_rows", CommunicationMatrix.named("eq", 3)) == 1
    assert measured("vc_rows", CommunicationMatrix.named("gt", 4)) == 1
    assert measured("vc_rows", CommunicationMatrix.named("disj", 4)) == 4
    assert measured("vc_rows", ("1", "1")) == measured("vc_columns", ("11",)) == 0


def test_the_search_has_a_limit(monkeypatch):
    rng = random.Random(1)
    matrix = CommunicationMatrix(tuple("".join(rng.choice("01") for _ in range(40)) for _ in range(40)))
    value = measured("vc_rows", matrix)
    monkeypatch.setattr("headcount.solvers.rectangles.shattered_sets.MAX_SPLITS", 30)
    with pytest.raises(TooManySplitsError, match="more than 30 splits"):
        shattered_set(matrix.rows, value + 1)
    ends = {}
    with pytest.raises(Declined, match="30 splits; give fewer columns"):
        for bound in ENGINES["vc_rows"](matrix, Known(matrix), Effort(1e18)):
            ends[bound.side] = bound.value
    assert ends["lower"] <= value <= ends["upper"]
