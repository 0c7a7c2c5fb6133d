"""A unit as ``.npz``: the tables as int64 arrays, the rest as JSON text in bytes; nothing is pickled, in or out.

The file holds ``unit``, the UTF-8 bytes of the object that ``unit_to_json`` gives, where each table's list of rows is
replaced by {"array": "layers.0.heads.0.queries"} (keys.0, .., values.0, ..), and an int64 array of shape (rows, width)
for each such name. What is read is put together again and goes through ``read_unit``, which checks every shape as for
JSON files. Integers beyond int64 do not fit into such arrays: those units are saved as JSON.
"""

import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from ..certificates.refuse import Malformed
from ..display.input_error import json_reason
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
    try:
        save_written(unit_to_json(unit), path)
    except TypeError as error:
        raise AttentionError(f"unit must hold integers only: {error}") from None


def save_written(written: dict[str, Any], path: Path | str) -> None:
    """Write the object that ``unit_to_json`` gives, with whatever stands beside it."""
    if Path(path).suffix != ".npz":
        raise AttentionError(f"path must end in .npz, got {path}")
    arrays, text = taken_apart(written)
    arrays["unit"] = np.frombuffer(text.encode(), dtype=np.uint8)
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, array in arrays.items():
                with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, array, allow_pickle=False)
    except OSError as error:
        raise AttentionError(f"{path} cannot be written: {error.strerror or error}") from None


def taken_apart(written: dict[str, Any]) -> tuple[dict[str, np.ndarray], str]:
    """The tables as arrays by name, and the JSON text of the rest, in which names stand for tables."""
    arrays: dict[str, np.ndarray] = {}

    def named(table: dict[str, Any], name: str) -> dict[str, Any]:
        arrays[name] = _table(table["rows"])
        return {**table, "rows": {"array": name}}

    layers = []
    for k, layer in enumerate(written["layers"]):
        heads = []
        for h, head in enumerate(layer["heads"]):
            place = f"layers.{k}.heads.{h}"
            many = {
                kind: [named(table, f"{place}.{kind}.{part}") for part, table in enumerate(head[kind])]
                for kind in ("keys", "values")
            }
            heads.append({**head, "queries": named(head["queries"], f"{place}.queries"), **many})
        layers.append({**layer, "heads": heads})
    return arrays, json.dumps({**written, "layers": layers}, separators=(",", ":"))


def load_arrays(path: Path | str) -> Unit:
    """The unit in an ``.npz`` file; anything may have written it.

    Raises
    ------
    AttentionError
        If the file cannot be read, unpacks to more than ``MOST_BYTES``, or does not hold a unit; with the place.
    """
    try:
        return read_unit(load_written(path))
    except Malformed as error:
        raise AttentionError(f"{path}: {error.path} {error.reason}; write it with save_arrays") from None


def load_written(path: Path | str) -> Any:
    """What ``save_written`` was given, of which nothing is believed but that it is JSON.

    Raises
    ------
    AttentionError
        See ``load_arrays``.
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
    text = arrays.pop("unit", None)
    if text is None or text.dtype != np.uint8 or text.ndim != 1:
        raise AttentionError(f"{path} must hold an array of bytes named unit, the JSON text of the unit without tables")
    return put_together(arrays, text.tobytes(), path)


def _table(rows: list[list[int]]) -> np.ndarray:
    try:
        return np.array(rows, dtype=np.int64)
    except OverflowError:
        raise AttentionError(
            "unit has entries beyond int64, which .npz arrays cannot hold; save it as JSON with unit_to_json"
        ) from None
    except ValueError:
        raise AttentionError("unit has a table whose rows differ in width") from None


def put_together(arrays: dict[str, np.ndarray], text: bytes, path: Path | str) -> Any:
    """The JSON value whose tables are arrays by name.

    Raises
    ------
    AttentionError
        If a table names no array, an array is named by no table or by two, or the text is no JSON.
    """
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
        found = json.loads(text.decode(), object_hook=looked_up)
    except (ValueError, RecursionError) as error:
        if isinstance(error, AttentionError):
            raise AttentionError(f"{path}: {error}") from None
        raise AttentionError(f"{path}: unit must be JSON text: {json_reason(error)}") from None
    if unused and isinstance(found, dict):
        raise AttentionError(f"{path} holds arrays that no table names: {', '.join(sorted(unused))}")
    return found
