"""Patterns and matrices in every form: rows, arrays, tables, functions; and what is none."""

import numpy as np
import pandas
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st

from headcount import CommunicationMatrix, SignPattern, TaskError, communication_matrix, probe, sign_pattern

SIGNS = {"+": 1.0, "-": -1.0, "0": 0.0, "*": float("nan")}
ROWS = ("+-0*", "-+-+")


@pytest.mark.parametrize(
    "form",
    [
        list,
        lambda rows: [list(row) for row in rows],
        lambda rows: [[SIGNS[s] for s in row] for row in rows],
        lambda rows: np.array([[SIGNS[s] for s in row] for row in rows]),
        lambda rows: np.array([list(row) for row in rows]),
        lambda rows: scipy.sparse.csr_array([[SIGNS[s] for s in row] for row in rows]),
        lambda rows: pandas.DataFrame([[SIGNS[s] for s in row] for row in rows]),
        lambda rows: [[None if s == "*" else int(SIGNS[s]) for s in row] for row in rows],
    ],
)
def test_a_pattern_in_every_form_is_the_same(form):
    assert sign_pattern(form(ROWS)) == SignPattern(ROWS, null=False)
    assert sign_pattern(form(ROWS), null=True) == SignPattern(ROWS, null=True)


@given(st.lists(st.text("+-0*", min_size=3, max_size=3), min_size=1, max_size=4))
def test_numbers_mean_the_signs(rows):
    if not set("".join(rows)) - {"*"} or set("".join(rows)) == {"0", "+"}:
        return
    assert sign_pattern(np.array([[SIGNS[s] for s in row] for row in rows])).rows == tuple(rows)


@given(st.integers(1, 4), st.integers(1, 4), st.integers(0, 2**16 - 1))
@settings(max_examples=30)
def test_a_function_has_the_matrix_of_its_values(rows, columns, bits):
    table = [[bits >> (columns * i + j) & 1 for j in range(columns)] for i in range(rows)]
    of_function = communication_matrix(lambda a, b: table[a][b], (range(rows), range(columns)))
    assert of_function.rows == communication_matrix(np.array(table)).rows


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (np.eye(3), "the entries are 0 and 1 only"),
        (np.zeros((2, 2, 2)), "got an array of the shape"),
        ([[1, -1], [1]], "must be equally long"),
        ([[1, 7]], "got 7 in row 1, column 2"),
        ([], "at least one row"),
        ([[float("nan")] * 2], "stars only"),
        ([1, -1], "needs rows"),
    ],
)
def test_what_is_no_pattern(rows, words):
    with pytest.raises(TaskError, match=words):
        probe(rows)


def test_matrices_in_every_form():
    wanted = CommunicationMatrix(("01", "1*"))
    for form in (
        ["01", "1*"],
        [[0, 1], [1, None]],
        np.array([[0, 1], [1, np.nan]]),
        pandas.DataFrame([[0.0, 1.0], [1.0, np.nan]]),
    ):
        assert communication_matrix(form) == wanted
    assert communication_matrix(np.eye(2, dtype=bool)).rows == ("10", "01")
    for asked, words in (
        ((lambda a, b: a > b,), "inputs, the inputs of Alice and of Bob, are needed"),
        ((np.eye(3), (range(2), range(2))), "inputs are those of a function"),
        ((None,), "a communication matrix is made of rows, an array or a table, got NoneType"),
    ):
        with pytest.raises(TaskError, match=words):
            communication_matrix(*asked)
