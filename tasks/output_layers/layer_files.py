"""Output layers from npz, npy, CSV and TSV files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sparse

from ..files import fields_of, is_number, lines_of, reading, require_width
from ..task import TaskError
from .output_layer import OutputLayer, output_layer

WEIGHTS = ("w", "weight", "weights", "kernel", "coef_", "coef")
BIAS = ("b", "bias", "intercept_", "intercept")
NAMES = ("names", "classes", "classes_", "labels", "tokens", "vocab")
ENDINGS = (".npz", ".npy", ".csv", ".tsv", ".txt")


def read_output_layer(
    path: Path, *, names: Sequence[str] | Path | None = None, transposed: bool = False
) -> OutputLayer:
    """An output layer from a file.

    Parameters
    ----------
    path : Path
        ``.npz`` with arrays W, perhaps b, perhaps names (or the usual other names), ``.npy``, or a table of numbers in
        CSV or TSV, with or without names in its first column.
    names : sequence of str, or a text file with one on each line, optional
    transposed : bool
        Whether classes are columns.

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
    if ending == ".npz":
        weights, bias, found = _read_npz(path)
    elif ending == ".npy":
        weights, found = _loaded(path), None
    else:
        weights, found = _read_table(path)
    return output_layer(weights, bias, found if names is None else names, path.name, transposed=transposed)


def _loaded(path: Path) -> Any:
    remedy = "save the weights with numpy.savez(path, W=.., b=..)"
    with reading(path, lambda error: f"{path} is not what NumPy writes; {remedy}"):
        return np.load(path, allow_pickle=False)


def _read_npz(path: Path) -> tuple[Any, Any, list[str] | None]:
    archive = _loaded(path)
    if not hasattr(archive, "files"):
        raise TaskError(f"{path} holds one array and no archive; name it .npy")
    with archive:
        return _arrays_of(path, archive)


def _arrays_of(path: Path, archive: Any) -> tuple[Any, Any, list[str] | None]:
    stored = list(archive.files)
    if {"format", "shape", "data"} <= set(stored):
        return sparse.load_npz(path).toarray(), None, None
    known = {name.lower().rsplit(".", 1)[-1]: name for name in stored}

    def find(words: tuple[str, ...]) -> Any:
        name = next((known[word] for word in words if word in known), None)
        try:
            return None if name is None else archive[name]
        except Exception:  # object arrays, a damaged member
            raise TaskError(f"{path}: the array {name!r} cannot be read; store numbers, and names as text") from None

    weights, bias, names = find(WEIGHTS), find(BIAS), find(NAMES)
    if weights is None and len(stored) == 1:
        weights = archive[stored[0]]
    if weights is None:
        listed = ", ".join(f"{name} {archive[name].shape}" for name in stored[:12]) or "nothing"
        raise TaskError(f"{path} must hold an array W (classes x d), and b if there is a bias; it holds {listed}")
    return weights, bias, None if names is None else [str(one) for one in np.asarray(names).reshape(-1).tolist()]


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
