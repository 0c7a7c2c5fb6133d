"""Output layers from npz, npy, safetensors, PyTorch's files, CSV and TSV."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sparse

from ..files import fields_of, is_number, lines_of, reading, require_width
from ..task import TaskError
from .output_layer import OutputLayer, output_layer
from .tensor_files import tensors_of

WEIGHTS = ("w", "weight", "weights", "kernel", "coef_", "coef")
BIAS = ("b", "bias", "intercept_", "intercept")
NAMES = ("names", "classes", "classes_", "labels", "tokens", "vocab")
TENSORS = (".safetensors", ".pt", ".pth", ".bin")
ENDINGS = (".npz", ".npy", *TENSORS, ".csv", ".tsv", ".txt")
HEADS = ("lm_head", "output", "classifier", "head", "fc", "out_proj", "score", "decoder", "cls", "embed_out")
"""What the last layer of a model is called, above its weight."""


def read_output_layer(
    path: Path, *, names: Sequence[str] | Path | None = None, transposed: bool = False, array: str | None = None
) -> OutputLayer:
    """An output layer from a file.

    Parameters
    ----------
    path : Path
        ``.npz`` with arrays W, perhaps b, perhaps names (or the usual other names), ``.npy``, ``.safetensors``,
        PyTorch's ``.pt`` (read without executing anything), or a table of numbers in CSV or TSV, with or without names
        in its first column.
    names : sequence of str, or a text file with one on each line, optional
    transposed : bool
        Whether classes are columns.
    array : str, optional
        Which array of several is W, such as ``lm_head.weight``; b is the one beside it.

    Raises
    ------
    TaskError
        If the file cannot be read, lacks the weights, or they are not what ``output_layer`` needs.
    """
    if isinstance(names, Path):
        names = [line.strip() for _, line in lines_of(names)]
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise TaskError(
            f"the weights must be in a file that ends in {' '.join(ENDINGS)}, got {str(path)!r}; write them with "
            "numpy.savez(path, W=.., b=..)"
        )
    bias = None
    if array is not None and ending not in (".npz", *TENSORS):
        raise TaskError(f"‹array› names one of several arrays, and {path} holds one; leave it out")
    if ending == ".npz":
        weights, bias, found = _read_npz(path, array)
    elif ending in TENSORS:
        tensors = tensors_of(path)
        weights, bias, found = _chosen(
            path, {name: one.shape for name, one in tensors.items()}, lambda name: tensors[name].load(), array
        )
    elif ending == ".npy":
        weights, found = _loaded(path), None
    else:
        weights, found = _read_table(path)
    return output_layer(weights, bias, found if names is None else names, path.name, transposed=transposed)


def _loaded(path: Path) -> Any:
    remedy = "save the weights with numpy.savez(path, W=.., b=..)"
    with reading(path, lambda error: f"{path} is not what NumPy writes; {remedy}"):
        return np.load(path, allow_pickle=False)


def _read_npz(path: Path, array: str | None) -> tuple[Any, Any, list[str] | None]:
    archive = _loaded(path)
    if not hasattr(archive, "files"):
        raise TaskError(f"{path} holds one array and no archive; name it .npy")
    with archive:
        return _arrays_of(path, archive, array)


def _arrays_of(path: Path, archive: Any, array: str | None) -> tuple[Any, Any, list[str] | None]:
    stored = list(archive.files)
    if {"format", "shape", "data"} <= set(stored):
        return sparse.load_npz(path).toarray(), None, None

    def load(name: str) -> Any:
        try:
            return archive[name]
        except Exception:  # object arrays, a damaged member
            raise TaskError(f"{path}: the array {name!r} cannot be read; store numbers, and names as text") from None

    shapes = {}
    for name in stored:
        try:
            shapes[name] = archive[name].shape
        except Exception:  # it may not be asked for
            shapes[name] = ()
    return _chosen(path, shapes, load, array)


def _chosen(
    path: Path, shapes: Mapping[str, tuple[int, ...]], load: Callable[[str], Any], array: str | None
) -> tuple[Any, Any, list[str] | None]:
    """Weights, bias and names among arrays: those that are named, or told by their names.

    Raises
    ------
    TaskError
        If none or several may be the weights.
    """
    listed = ", ".join(f"{name} {shape}" for name, shape in list(shapes.items())[:12]) or "nothing"
    if array is not None and array not in shapes:
        raise TaskError(f"{path} has no array {array[:60]!r}; it holds {listed}")
    weights = array or _weights_of(path, shapes, listed)
    above, _, _ = weights.rpartition(".")
    beside = {name.lower().rpartition(".")[2]: name for name in shapes if name.rpartition(".")[0] == above}
    bias, names = (next((beside[word] for word in words if word in beside), None) for words in (BIAS, NAMES))
    ids = None if names is None else [str(one) for one in np.asarray(load(names)).reshape(-1).tolist()]
    return load(weights), None if bias is None else load(bias), ids


def _weights_of(path: Path, shapes: Mapping[str, tuple[int, ...]], listed: str) -> str:
    found = [name for word in WEIGHTS for name in shapes if name.lower().rpartition(".")[2] == word]
    found = [name for name in found if len(shapes[name]) == 2] or found
    if len(found) > 1:
        last = [name for name in found if name.lower().split(".")[-2:-1] and name.lower().split(".")[-2] in HEADS]
        found = last if len(last) == 1 else found
    if len(found) == 1 or (len(shapes) == 1 and not found):
        return found[0] if found else next(iter(shapes))
    if found:
        shown = ", ".join(f"{name} {shapes[name]}" for name in found[:12])
        raise TaskError(
            f"{path} has {len(found)} arrays that may be the weights: {shown}; choose one, as in ‹array={found[-1]}›"
        )
    raise TaskError(
        f"{path} must hold an array W (classes x d), and b if there is a bias; it holds {listed}; or name the weights "
        "with ‹array›"
    )


def _read_table(path: Path) -> tuple[Any, list[str] | None]:
    """Numbers as float64; a first column that is no number holds names, a first line of words is a heading."""
    lines = list(fields_of(path))
    if len(lines) > 1 and not any(map(is_number, lines[0][1])):
        lines = lines[1:]
    named = not is_number(lines[0][1][0]) and len(lines[0][1]) > 1
    width = len(lines[0][1])
    rows, names = [], []
    for where, fields in lines:
        require_width(where, len(fields), width)
        wrong = next((field for field in fields[named:] if not is_number(field)), None)
        if wrong is not None:
            raise TaskError(f"{where}: the weights must be numbers, got {wrong[:40]!r}; correct the entry")
        rows.append([float(field) for field in fields[named:]])
        names.append(fields[0])
    return np.array(rows), names if named else None
