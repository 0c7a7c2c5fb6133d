"""Output layers of models: safetensors, and PyTorch's files, of which nothing is executed."""

import json
import pickle
import struct
import sys
import types
import zipfile
from collections import OrderedDict

import numpy as np
import pytest

from headcount.tasks import TaskError
from headcount.tasks.output_layers import read_output_layer
from headcount.tasks.output_layers.tensor_files import tensors_of

W = np.array([[1.0, 0.5], [0.0, -2.0], [3.0, 0.25]], dtype=np.float32)
B = np.array([0.5, 0.0, -1.0], dtype=np.float32)


class FakeTensor:
    """What torch.save pickles of a tensor: how it is rebuilt from a storage."""

    def __init__(self, kind, key, shape, strides, offset=0):
        self.kind, self.key, self.shape, self.strides, self.offset = kind, key, shape, strides, offset

    def __reduce__(self):
        rebuild = sys.modules["torch._utils"]._rebuild_tensor_v2
        storage = FakeStorage(self.kind, self.key)
        return rebuild, (storage, self.offset, self.shape, self.strides, False, OrderedDict())


class FakeStorage:
    def __init__(self, kind, key):
        self.kind, self.key = kind, key


class Pickler(pickle.Pickler):
    def persistent_id(self, obj):
        if isinstance(obj, FakeStorage):
            return ("storage", getattr(sys.modules["torch"], obj.kind), obj.key, "cpu", 1)
        return None


@pytest.fixture
def torch_files(monkeypatch):
    """Writes what torch.save writes, without PyTorch: its modules are there by name only."""
    torch, utils = types.ModuleType("torch"), types.ModuleType("torch._utils")

    def rebuild(*_):
        raise AssertionError("this is never called")

    rebuild.__module__, rebuild.__name__, rebuild.__qualname__ = (
        "torch._utils",
        "_rebuild_tensor_v2",
        "_rebuild_tensor_v2",
    )
    utils._rebuild_tensor_v2 = rebuild
    for name in ("FloatStorage", "BFloat16Storage", "LongStorage"):
        setattr(torch, name, type(name, (), {"__module__": "torch"}))
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.setitem(sys.modules, "torch._utils", utils)

    def write(path, content, storages):
        with zipfile.ZipFile(path, "w") as archive:
            with archive.open("model/data.pkl", "w") as file:
                Pickler(file, protocol=2).dump(content)
            for key, array in storages.items():
                archive.writestr(f"model/data/{key}", array.tobytes())
        return path

    return write


def test_a_state_dict(tmp_path, torch_files):
    state = OrderedDict(
        {
            "embed.weight": FakeTensor("FloatStorage", "2", (2, 2), (2, 1)),
            "lm_head.weight": FakeTensor("FloatStorage", "0", (3, 2), (2, 1)),
            "lm_head.bias": FakeTensor("FloatStorage", "1", (3,), (1,)),
        }
    )
    path = torch_files(tmp_path / "m.pt", state, {"0": W, "1": B, "2": np.eye(2, dtype=np.float32)})
    layer = read_output_layer(path)
    assert np.array_equal(layer.weights, W) and np.array_equal(layer.bias, B)
    assert read_output_layer(path, array="embed.weight").classes == 2
    with pytest.raises(TaskError, match=r"has no array 'head'; it holds embed\.weight"):
        read_output_layer(path, array="head")


def test_views_and_short_floats(tmp_path, torch_files):
    """A transposed view with an offset, and bfloat16, which are the upper halves of float32."""
    stored = np.concatenate([[9.0], W.T.ravel()]).astype(np.float32)
    halves = (W.view(np.uint32) >> 16).astype("<u2")
    state = {
        "w": FakeTensor("FloatStorage", "0", (3, 2), (1, 3), 1),
        "h": FakeTensor("BFloat16Storage", "1", (3, 2), (2, 1)),
    }
    found = tensors_of(torch_files(tmp_path / "v.pt", {"model": state}, {"0": stored, "1": halves}))
    assert np.array_equal(found["model.w"].load(), W) and np.array_equal(found["model.h"].load(), W)


class Harm:
    def __reduce__(self):
        return exec, ("import sys; sys.harmed = True",)


@pytest.mark.parametrize("harm", [Harm(), [Harm()], {"w": Harm()}])
def test_nothing_is_executed(tmp_path, torch_files, harm):
    path = torch_files(tmp_path / "h.pt", harm, {})
    with pytest.raises(
        TaskError, match=r"asks for __builtin__\.exec, which is no tensor, and nothing of a file is executed"
    ):
        read_output_layer(path)
    assert not hasattr(sys, "harmed")


@pytest.mark.parametrize(
    ("tensor", "words"),
    [
        (FakeTensor("FloatStorage", "0", (4, 2), (2, 1)), "beyond the end"),
        (FakeTensor("FloatStorage", "0", (3, 2), (2, 1), 1), "beyond the end"),
        (FakeTensor("FloatStorage", "0", (3, 2), (-2, 1)), "describes a tensor wrongly"),
        (FakeTensor("FloatStorage", "0", (3, 2), (2,)), "describes a tensor wrongly"),
        (FakeTensor("FloatStorage", "0", (3, 2**40), (0, 0)), "at most"),
        (FakeTensor("FloatStorage", "9", (3, 2), (2, 1)), "is damaged"),
    ],
)
def test_tensors_that_are_none(tmp_path, torch_files, tensor, words):
    path = torch_files(tmp_path / "b.pt", {"weight": tensor}, {"0": W})
    with pytest.raises(TaskError, match=words):
        read_output_layer(path)


def test_files_that_are_none(tmp_path, torch_files):
    (tmp_path / "a.pt").write_text("text")
    (tmp_path / "b.pt").write_bytes(pickle.dumps({"w": 1}))
    torch_files(tmp_path / "c.pt", {}, {})
    with zipfile.ZipFile(tmp_path / "d.pt", "w") as archive:
        archive.writestr("x", "y")
    for name, words in (("a", "not what torch.save"), ("b", "not what torch.save"), ("c", "no tensors"),
                        ("d", "no single data.pkl"), ("none", "cannot be read")):  # fmt: skip
        with pytest.raises(TaskError, match=words):
            read_output_layer(tmp_path / f"{name}.pt")


def test_several_layers_are_not_told_apart(tmp_path):
    np.savez(tmp_path / "m.npz", **{"a.weight": W, "b.weight": W})
    with pytest.raises(TaskError, match=r"2 arrays that may be the weights.*array='b.weight'"):
        read_output_layer(tmp_path / "m.npz")
    assert read_output_layer(tmp_path / "m.npz", array="a.weight").classes == 3
    np.save(tmp_path / "m.npy", W)
    with pytest.raises(TaskError, match="holds one; leave it out"):
        read_output_layer(tmp_path / "m.npy", array="w")


def safetensors(path, tensors):
    """The format as its page has it: the length of a header, the header, the numbers."""
    header, numbers = {}, b""
    for name, (kind, array) in tensors.items():
        raw = array.tobytes()
        header[name] = {
            "dtype": kind,
            "shape": list(array.shape),
            "data_offsets": [len(numbers), len(numbers) + len(raw)],
        }
        numbers += raw
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + numbers)
    return path


def test_safetensors(tmp_path):
    halves = (W.view(np.uint32) >> 16).astype("<u2")
    path = safetensors(tmp_path / "m.safetensors", {"fc.weight": ("BF16", halves), "fc.bias": ("F32", B)})
    try:
        import safetensors as library  # noqa: F401
    except ImportError:
        with pytest.raises(TaskError, match=r"need the library safetensors.*headcount\[tensors\]"):
            read_output_layer(path)
        return
    layer = read_output_layer(path)
    assert np.array_equal(layer.weights, W) and np.array_equal(layer.bias, B) and layer.type == "float32"
    (tmp_path / "bad.safetensors").write_bytes(path.read_bytes()[:-3])
    with pytest.raises(TaskError, match="is no safetensors file"):
        read_output_layer(tmp_path / "bad.safetensors")
