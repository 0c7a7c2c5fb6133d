"""Files of 0/1 matrices: one or many, what is read, and what is refused."""

import re

import numpy as np
import pytest

from headcount.tasks import TaskError
from headcount.tasks.two_party.matrix_file import read_matrix_file, read_matrix_files


@pytest.mark.parametrize(
    "name, text, labels",
    [
        ("a.json", '[["01", "10"], ["11", "00"]]', ["a.json:1", "a.json:2"]),
        ("a.json", "[[[0, 1], [1, 0]], [[1, 1], [0, 0]]]", ["a.json:1", "a.json:2"]),
        ("a.json", '[{"rows": ["01", "10"], "name": "x"}, {"rows": ["11", "00"]}]', ["x", "a.json:2"]),
        ("a.jsonl", '["01", "10"]\n\n{"rows": [[1, 1], [0, 0]], "name": "y"}\n', ["a.jsonl:1", "y"]),
    ],
)
def test_files_of_many_matrices(tmp_path, name, text, labels):
    path = tmp_path / name
    path.write_text(text)
    found = read_matrix_files([path])
    assert [matrix.rows for matrix in found] == [("01", "10"), ("11", "00")]
    assert [matrix.name for matrix in found] == labels


@pytest.mark.parametrize(
    "text", ['["01", "10"]', "[[0, 1], [1, 0]]", '[["0", "1"], ["1", "0"]]', '{"rows": ["01", "10"]}']
)
def test_a_file_of_one_matrix_is_read_as_before(tmp_path, text):
    path = tmp_path / "a.json"
    path.write_text(text)
    assert read_matrix_files([path]) == (read_matrix_file(path),)


def test_arrays(tmp_path):
    stack = np.array([[[0, 1], [1, 0]], [[1, 1], [0, 0]]])
    np.save(tmp_path / "many.npy", stack)
    np.save(tmp_path / "one.npy", stack[0])
    found = read_matrix_files([tmp_path / "many.npy", tmp_path / "one.npy"])
    assert [matrix.rows for matrix in found] == [("01", "10"), ("11", "00"), ("01", "10")]
    assert [matrix.name for matrix in found] == ["many.npy:1", "many.npy:2", "one.npy"]


@pytest.mark.parametrize(
    "name, text, words",
    [
        ("a.json", '[["01", "10"], ["11", "0"]]', r"a\.json, matrix 2: rows must be equally long"),
        ("a.json", '[["01", "12"]]', r"a\.json, matrix 1, row 2, entry 2: expected one of 0 1 \*, got '2'"),
        ("a.json", '[{"row": 1}]', r"a\.json, matrix 1 has the unknown field 'row'"),
        ("a.jsonl", '["01"]\n[', r"a\.jsonl, line 2 is not JSON"),
        ("a.jsonl", "", r"a\.jsonl is empty"),
        ("a.csv", "0,1\n1\n", "rows must be equally long"),
    ],
)
def test_a_mistake_names_its_matrix(tmp_path, name, text, words):
    (tmp_path / name).write_text(text)
    with pytest.raises(TaskError, match=words):
        read_matrix_files([tmp_path / name])


def test_an_array_without_a_matrix_is_refused(tmp_path):
    np.save(tmp_path / "none.npy", np.zeros((0, 3, 3)))
    with pytest.raises(TaskError, match=r"no matrix in an array of shape \(0, 3, 3\)"):
        read_matrix_files([tmp_path / "none.npy"])


@pytest.mark.parametrize(
    ("name", "content", "part"),
    [
        ("empty.csv", "", "is empty"),
        ("two.csv", "0,2\n1,0\n", "expected one of 0 1 *, got '2'"),
        ("nan.csv", "0,nan\n1,0\n", "got 'nan'"),
        ("ragged.csv", "0,1\n1\n", "equally long"),
        ("hole.csv", "0,,1\n", "got nothing"),
        ("m.json", '{"rows": [[0, 1], [1, null]]}', "got 'None'"),
        ("n.json", "[[0, NaN]]", "got 'nan'"),
        ("o.json", "{}", "lacks the field 'rows'"),
        ("p.json", "[]", "at least one row"),
    ],
)
def test_wrong_files(tmp_path, name, content, part):
    (tmp_path / name).write_text(content)
    with pytest.raises(ValueError, match=re.escape(part)):
        read_matrix_file(tmp_path / name)


def test_wrong_arrays(tmp_path):
    for array, part in (
        (np.array([[0, np.nan]]), "got nan"),
        (np.array([[0, 2]]), "got 2"),
        (np.array([0, 1]), "two dimensions"),
        (np.zeros((0, 3)), "at least one row"),
        (np.array([["a", "b"]]), "got 'a'"),
        (np.zeros((5000, 2), dtype=bool), "at most 4096 rows and columns"),
    ):
        np.save(tmp_path / "m.npy", array)
        with pytest.raises(ValueError, match=part):
            read_matrix_file(tmp_path / "m.npy")
    (tmp_path / "m.npy").write_bytes(b"nothing")
    with pytest.raises(ValueError, match="npy format"):
        read_matrix_file(tmp_path / "m.npy")
