"""Vectors of items, or of queries, as somebody has them: from NumPy files and from Python, matched to the data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ...questions.question import plain_label
from ..files import lines_of, reading
from ..task import TaskError
from ..words import counted

Floats = npt.NDArray[np.float64]

ENDINGS = (".npy", ".npz")
NAMES = ("vectors", "embeddings")
"""Names of arrays besides ``items`` or ``queries``."""


@dataclass(frozen=True, eq=False)
class GivenVectors:
    """Vectors with ids.

    Attributes
    ----------
    what : "item" or "query"
    ids : tuple of str
        First those of the data, in their order, then those that the data do not know.
    vectors : float64 array, shape (ids, d)
        Every number as it was stored.
    known : int
        How many of the ids the data have.
    words : str
        What was read, and how it was matched.
    """

    what: str
    ids: tuple[str, ...]
    vectors: Floats
    known: int
    words: str

    @property
    def d(self) -> int:
        """Coordinates."""
        return int(self.vectors.shape[1])


def given_vectors(given: Any, what: str, expected: Sequence[str], ids: Any = None) -> GivenVectors:
    """Vectors of the items, or of the queries, of relevance data.

    Parameters
    ----------
    given : array (number, d), dict {id: vector}, or a path
        ``.npy``; or ``.npz`` with an array of the name ``items`` (``queries``), ``vectors`` or ``embeddings``, or with
        one array, and perhaps ``item_ids`` (``query_ids``). What ``--embeddings`` writes is such a file.
    what : "item" or "query"
    expected : the ids of the data
    ids : the id of each vector, or a text file with one on each line; optional
        Without ids the vectors are in the order of ``expected``, and as many. With ids each id of the data needs one;
        vectors of further items count as irrelevant to all queries, those of further queries are left out.

    Raises
    ------
    TaskError
        If it cannot be read, a number is not finite, there is another number of vectors, or an id has none or two.

    Examples
    --------
    >>> found = given_vectors([[0, 1], [1, 0], [1, 1]], "item", ("a", "b"), ids=["b", "x", "a"])
    >>> found.ids, found.vectors.tolist(), found.known
    (('a', 'b', 'x'), [[1.0, 1.0], [0.0, 1.0], [1.0, 0.0]], 2)
    """
    flag, name = _plural(what), f"the vectors of {_plural(what)}"
    if isinstance(given, str | Path):
        name = plain_label(Path(given).name)
        given, stored = _read(Path(given), what)
        ids = stored if ids is None else ids
    elif isinstance(given, dict):
        if ids is not None:
            raise TaskError(f"‹{flag}› that is a dict has ids; leave out ‹{what}_ids›")
        given, ids = list(given.values()), list(given)
    table = _numbers(given, name)
    type = str(np.asarray(given).dtype)
    size = f"{name}: {counted(len(table), 'vector')} of d = {table.shape[1]}, {type}"
    if ids is None:
        if len(table) != len(expected):
            raise TaskError(
                f"{name}: there must be a vector for each of the {counted(len(expected), what)} of the data, got "
                f"{len(table)}; leave out the others, or say with ‹{what}_ids› whose they are"
            )
        first, last = (plain_label(one)[:40] for one in (expected[0], expected[-1]))
        told = f"in the order in which the data name the {_plural(what)}: the first is of {first}, the last of {last}"
        return GivenVectors(what, tuple(expected), table, len(expected), f"{size}, {told}")
    listed = _ids(ids)
    if len(listed) != len(table):
        raise TaskError(
            f"{name}: there must be an id for each vector, got {len(listed)} ids and {len(table)} vectors; "
            f"correct ‹{what}_ids›"
        )
    place = {one: k for k, one in enumerate(listed)}
    if len(place) < len(listed):
        twice = next(one for k, one in enumerate(listed) if one in listed[:k])
        raise TaskError(f"{name}: the {what} {twice[:80]!r} has two vectors; leave out one of them")
    missing = [one for one in expected if one not in place]
    if missing:
        raise TaskError(
            f"{name}: the {what} {missing[0][:80]!r} of the data has no vector"
            + (f", and {len(missing) - 1} more have none" if len(missing) > 1 else "")
            + f"; add it, or correct ‹{what}_ids›"
        )
    own = set(expected)
    more = [one for one in listed if one not in own] if what == "item" else []
    order = (*expected, *more)
    further = f", {counted(len(more), 'further item')} relevant to no query" if more else ""
    chosen = np.ascontiguousarray(table[[place[one] for one in order]])
    return GivenVectors(what, tuple(order), chosen, len(expected), f"{size}, matched by their ids{further}")


def _plural(what: str) -> str:
    return {"item": "items", "query": "queries"}[what]


def _read(path: Path, what: str) -> tuple[Any, Any]:
    """The vectors of a file, and ids if it has some."""
    if path.suffix.lower() not in ENDINGS:
        raise TaskError(
            f"‹{_plural(what)}› needs a file that ends in {' or '.join(ENDINGS)}, got {str(path)!r}; write it with "
            "numpy.save"
        )
    with reading(path, lambda error: f"{path} is not what NumPy writes; write it with numpy.save"):
        found = np.load(path, allow_pickle=False)
        if not hasattr(found, "files"):
            return found, None
        with found:
            arrays = {name: found[name] for name in found.files}
    name = next((one for one in (_plural(what), *NAMES) if one in arrays), None)
    if name is None and len(arrays) == 1:
        name = next(iter(arrays))
    if name is None:
        raise TaskError(
            f"{path} must hold an array {_plural(what)!r}, got {', '.join(arrays)[:80] or 'nothing'}; rename it"
        )
    ids = arrays.get(f"{what}_ids")
    return arrays[name], None if ids is None else ids.tolist()


def _numbers(given: Any, name: str) -> Floats:
    """A table of finite numbers, as float64, unchanged."""
    try:
        stored = np.asarray(given)
        table = (stored.real if stored.dtype.kind == "c" else stored).astype(np.float64)
    except (TypeError, ValueError):
        raise TaskError(f"{name} must be numbers, a row for each vector, got something else; use numpy.array") from None
    if stored.dtype.kind not in "biuf" or stored.dtype.itemsize > 8:
        raise TaskError(f"{name} must be integers or floats of at most 64 bits, got {stored.dtype}; convert them")
    if table.ndim != 2 or not table.size:
        raise TaskError(f"{name} must be a table with a row for each vector, got the shape {table.shape}; reshape it")
    wrong = ~np.isfinite(table)
    if wrong.any():
        row, column = (int(k) for k in np.argwhere(wrong)[0])
        raise TaskError(f"{name} must be finite, got {table[row, column]} in row {row}, column {column}; correct it")
    if stored.dtype.kind in "iu" and (table.astype(stored.dtype) != stored).any():
        raise TaskError(f"{name} must be integers up to 2^53, got a larger one; convert them to float64")
    return table


def _ids(ids: Any) -> list[str]:
    if isinstance(ids, str | Path):
        return [line.strip() for _, line in lines_of(Path(ids))]
    return [str(one) for one in np.asarray(ids).reshape(-1).tolist()]
