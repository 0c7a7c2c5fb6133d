"""The VC dimension against all sets of columns, and where the search has to end."""

import pytest

import brute_matrices
from engine_runs import drawn, exact
from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.registry import ENGINES
from headcount.questions import CommunicationMatrix
from headcount.solvers.rectangles.shattered_sets import TooManySplitsError, shattered_set


@pytest.mark.parametrize("shape", [(9, 5), (6, 9)])
def test_random(shape):
    for seed in range(5):
        matrix = drawn(seed, shape)
        both = [brute_matrices.EXACT["vc_rows"](lines) for lines in (matrix.rows, matrix.transposed.rows)]
        assert exact(matrix, "vc_rows", "vc_columns") == both


def test_named():
    assert exact(CommunicationMatrix.named("index", 4), "vc_rows", "vc_columns") == [4, 2]
    for name, n, value in (("eq", 3, 1), ("gt", 4, 1), ("disj", 4, 4)):
        assert exact(CommunicationMatrix.named(name, n), "vc_rows") == value
    assert exact(("1", "1"), "vc_rows") == exact(("11",), "vc_columns") == 0


def test_the_search_has_a_limit(monkeypatch):
    matrix = drawn(1, (40, 40))
    value = int(exact(matrix, "vc_rows"))
    monkeypatch.setattr("headcount.solvers.rectangles.shattered_sets.MAX_SPLITS", 30)
    with pytest.raises(TooManySplitsError, match="more than 30 splits"):
        shattered_set(matrix.rows, value + 1)
    ends = {}
    with pytest.raises(Declined, match="30 splits; give fewer columns"):
        for bound in ENGINES["vc_rows"](matrix, Known(matrix), Effort()):
            ends[bound.side] = bound.value
    assert ends["lower"] <= value <= ends["upper"]
