"""A unit as ``.npz``: the tables as int64 arrays, the rest as JSON text in bytes; nothing is pickled, in or out.

The file holds ``unit``, the UTF-8 bytes of the object that ``unit_to_json`` gives, where each table's list of rows is
replaced by {"array": "table-k"}, and an int64 array of shape (rows, width) for each such name. What is read is put
together again and goes through ``read_unit``, which checks every shape as for JSON files. Integers beyond int64 do not
fit into such arrays: those units are saved as JSON.
"""

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from ..certificates.refuse import Malformed
from ..questions import Unit, read_unit, unit_to_json
from .masks import AttentionError

MOST_BYTES = 256 * 2**20
"""Largest size of a file's arrays in memory: a small archive may unpack to any size."""


def save_arrays(unit: Unit, path: Path | str) -> None:
    """Write a unit to an ``.npz`` file that ``load_arrays`` reads.

    Raises
    ------
    AttentionError
        If an entry is not an integer or lies beyond int64, the name does not end in ``.npz``, or writing fails.

    Examples
    --------
    >>> from headcount.questions import Head, Layer, Table
    >>> table = Table("token", ((0,), (1,)))
    >>> unit = Unit(2, (Layer((Head(table, (table,), (table,)),)),))
    >>> save_arrays(unit, "unit.npz")
    >>> load_arrays("unit.npz") == unit
    True
    """
    if Path(path).suffix != ".npz":
        raise AttentionError(f"path must end in .npz, got {path}")
    arrays: dict[str, np.ndarray] = {}
    try:
        written = unit_to_json(unit)
    except TypeError as error:
        raise AttentionError(f"unit must hold integers only: {error}") from None
    for head in (head for layer in written["layers"] for head in layer["heads"]):
        for table in (head["queries"], *head["keys"], *head["values"]):
            name = f"table-{len(arrays)}"
            arrays[name], table["rows"] = _table(table["rows"]), {"array": name}
    text = json.dumps(written, separators=(",", ":")).encode()
    arrays["unit"] = np.frombuffer(text, dtype=np.uint8)
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, array in arrays.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, array, allow_pickle=False)
    except OSError as error:
        raise AttentionError(f"{path} cannot be written: {error.strerror or error}") from None


def load_arrays(path: Path | str) -> Unit:
    """The unit in an ``.npz`` file; anything may have written it.

    Raises
    ------
    AttentionError
        If the file cannot be read, unpacks to more than ``MOST_BYTES``, or does not hold a unit; with the place.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(member.file_size for member in archive.infolist())
        if size > MOST_BYTES:
            raise AttentionError(f"{path} unpacks to {size} bytes, at most {MOST_BYTES} are read; save a smaller unit")
        with np.load(path, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
    except AttentionError:
        raise
    except OSError as error:
        raise AttentionError(f"{path} cannot be read: {error.strerror or error}") from None
    except Exception as error:  # of numpy, zipfile and zlib: damaged, encrypted, or with objects to be unpickled
        raise AttentionError(f"{path} must be an .npz file of integer arrays: {error}") from None
    return _unit(arrays, path)


def _table(rows: list[list[int]]) -> np.ndarray:
    try:
        return np.array(rows, dtype=np.int64)
    except OverflowError:
        raise AttentionError(
            "unit has entries beyond int64, which .npz arrays cannot hold; save it as JSON with unit_to_json"
        ) from None
    except ValueError:
        raise AttentionError("unit has a table whose rows differ in width") from None


def _unit(arrays: dict[str, np.ndarray], path: Path | str) -> Unit:
    text = arrays.pop("unit", None)
    if text is None or text.dtype != np.uint8 or text.ndim != 1:
        raise AttentionError(f"{path} must hold an array of bytes named unit, the JSON text of the unit without tables")
    for name, array in arrays.items():
        if array.dtype != np.int64 or array.ndim != 2:
            raise AttentionError(f"{path}: {name} must be an int64 array of two axes, got {array.dtype}, {array.shape}")
    unused = set(arrays)

    def looked_up(node: dict[str, Any]) -> Any:
        """The rows that an object {"array": name} stands for; any other object as it is."""
        if set(node) != {"array"}:
            return node
        name = node["array"]
        if not isinstance(name, str) or name not in arrays:
            raise AttentionError(f"a table names an array that is not there: {name!r}")
        if name not in unused:
            raise AttentionError(f"two tables name the same array: {name!r}")
        unused.discard(name)
        return arrays[name].tolist()

    try:
        unit = read_unit(json.loads(text.tobytes().decode(), object_hook=looked_up))
    except (ValueError, RecursionError) as error:
        if isinstance(error, AttentionError):
            raise AttentionError(f"{path}: {error}") from None
        raise AttentionError(f"{path}: unit must be JSON text: {error}") from None
    except Malformed as error:
        raise AttentionError(f"{path}: {error.path} {error.reason}; write it with save_arrays") from None
    if unused:
        raise AttentionError(f"{path} holds arrays that no table names: {', '.join(sorted(unused))}")
    return unit
