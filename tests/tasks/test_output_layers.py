"""Output layers and label sets: what is read, and what is refused in which words."""

import json

import numpy as np
import pytest
import scipy.sparse as sparse

from headcount.tasks import TaskError
from headcount.tasks.output_layers import (
    label_sets_from,
    output_layer,
    output_layer_from,
    read_label_sets,
    read_output_layer,
)
from headcount.tasks.relevance import relevance

WEIGHTS = np.array([[1, 0.5], [0.25, -3], [0, 0]], dtype=np.float32)


def test_files_of_each_kind(tmp_path):
    np.savez(tmp_path / "a.npz", W=WEIGHTS, b=[1, 2, 3], names=["x", "y", "z"])
    np.savez(tmp_path / "torch.npz", **{"decoder.weight": WEIGHTS, "decoder.bias": np.zeros(3)})
    np.savez(tmp_path / "one.npz", something=WEIGHTS)
    np.save(tmp_path / "a.npy", WEIGHTS)
    sparse.save_npz(tmp_path / "sparse.npz", sparse.csr_array(WEIGHTS))
    (tmp_path / "a.csv").write_text("class,first,second\nx,1,0.5\ny,0.25,-3\nz,0,0\n")
    (tmp_path / "plain.tsv").write_text("1\t0.5\n0.25\t-3\n0\t0\n")
    for path in tmp_path.iterdir():
        layer = read_output_layer(path)
        assert layer.weights.tolist() == WEIGHTS.tolist(), path
        assert (layer.names is not None) == (path.name in ("a.npz", "a.csv"))
        assert (layer.bias is not None) == (path.name in ("a.npz", "torch.npz"))
    assert read_output_layer(tmp_path / "a.npz").words == "a.npz: 3 classes, d = 2, with bias, float32"
    assert read_output_layer(tmp_path / "a.npy", transposed=True).weights.tolist() == WEIGHTS.T.tolist()
    (tmp_path / "names").write_text("p\nq\nr\n")
    assert read_output_layer(tmp_path / "a.npz", names=tmp_path / "names").names == ("p", "q", "r")


@pytest.mark.parametrize(
    ("weights", "more", "words"),
    [
        ([[1, float("nan")]], {}, "must be finite, got nan at class 0, column 1"),
        ([1, 2], {}, "got 1 dimension;"),
        ([[]], {}, "at least one class and one coordinate, got 1 x 0"),
        (np.zeros((0, 3)), {}, "got 0 x 3"),
        ([["a"]], {}, "got the type <U1"),
        ([[1j]], {}, "got the type complex128"),
        ([[2**60]], {}, "integers up to 2^53"),
        ([[1e-200, 1e200]], {}, "too far apart"),
        (np.eye(2, 3), {"bias": [1, 2, 3]}, "may be d x classes: say so with transposed=True"),
        (np.eye(2, 3), {"bias": [1, 2, 3, 4]}, "the bias 4 entries; the bias must have one for each class"),
        (np.eye(2), {"names": ["a"]}, "the names 1 names"),
        (np.eye(2), {"names": ["a", "a"]}, "two classes are called 'a'"),
    ],
)
def test_layers_that_are_none(weights, more, words):
    with pytest.raises(TaskError, match=words.replace("(", r"\(").replace("^", r"\^")):
        output_layer(weights, **more)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.pkl", b"", "must be in a file that ends in"),
        ("a.npz", b"rubbish", "is not what NumPy writes"),
        ("a.csv", b"1,2\n3\n", "line 2 has 1 entries, the lines before have 2"),
        ("a.csv", b"x,1\ny,z\n", "the weights must be numbers, got 'z'"),
    ],
)
def test_files_that_are_none(tmp_path, name, content, words):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(TaskError, match=words):
        read_output_layer(tmp_path / name)


def test_an_archive_without_weights_says_what_it_holds(tmp_path):
    np.savez(tmp_path / "a.npz", left=WEIGHTS, right=WEIGHTS)
    with pytest.raises(TaskError, match=r"it holds left \(3, 2\), right \(3, 2\)"):
        read_output_layer(tmp_path / "a.npz")


def test_estimators():
    class Fitted:
        coef_, intercept_, classes_ = WEIGHTS, np.array([1, 2, 3]), np.array(["x", "y", "z"])

    layer = output_layer_from(Fitted())
    assert (layer.names, layer.bias.tolist(), layer.name) == (("x", "y", "z"), [1, 2, 3], "Fitted")
    Fitted.coef_ = WEIGHTS[:1]
    with pytest.raises(TaskError, match="one row for two classes"):
        output_layer_from(Fitted())


def test_label_sets_of_each_kind(tmp_path):
    layer = output_layer(WEIGHTS, names=["x", "y", "z"])
    wanted = ((0, 1), (), (2,))
    (tmp_path / "a.csv").write_text("y, x\n{}\nz\nx;y\n")
    (tmp_path / "numbers.txt").write_text("0 1\n{}\n2\n1 0 1\n")
    (tmp_path / "a.json").write_text(json.dumps([["x", 1], [], ["z"], ["y", "x"]]))
    for path in tmp_path.iterdir():
        found = read_label_sets(path, layer)
        assert (found.sets, found.given) == (wanted, 4), path
    (tmp_path / "q.jsonl").write_text('{"query-id": "q", "corpus-id": "y", "score": 1}\n')
    assert read_label_sets(tmp_path / "q.jsonl", layer).sets == ((1,),)
    data = relevance([("q", "x", 1), ("q", "z", 2), ("r", "y", 0)])
    found = label_sets_from(data, ("x", "y", "z"))
    assert (found.sets, found.labels) == (((0, 2), ()), ("q", "r"))


@pytest.mark.parametrize("data", [[["w"]], [[3]], [[-1]], [[0.5]], [[True]], [[None]]])
def test_unknown_classes(data):
    with pytest.raises(TaskError, match="there is no class"):
        label_sets_from(data, ("x", "y", "z"))


@pytest.mark.parametrize("data", [[], "xy", 7, [0.5]])
def test_labels_that_are_none(data):
    with pytest.raises(TaskError):
        label_sets_from(data, 3)
