"""A user's graph as a layer pattern: edges, arrays (dense and sparse), networkx graphs, JSON, files of these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import scipy.sparse as sparse

from ..files import fields_of, json_of, load_npy, load_npz, reading
from ..task import TaskError
from .array_lists import ArrayLists, array_lists
from .attention_pattern import MOST, require_size

EDGES = (".csv", ".tsv", ".txt", ".edges")
GRAPHS = {".gml": networkx.read_gml, ".graphml": networkx.read_graphml}
ENDINGS = (*EDGES, ".npy", ".npz", *GRAPHS, ".json")
"""Endings of files that are read."""


def layers_of_file(path: Path, n: int | None) -> list[ArrayLists]:
    """The layers that a file holds: one, unless it is JSON with a cycle.

    Edges are lines ``i,j``: position i attends to position j, both numbered from 0; a first line of words is skipped.
    As many lines as each has fields, all 0 or 1, are the rows of a matrix; two lines of two are edges.

    Raises
    ------
    TaskError
        If it cannot be read, or is not what its ending says.
    """
    ending = path.suffix.lower()
    if ending in EDGES:
        return [_edges(path, n)]
    if ending == ".npy":
        return [layer_of_array(load_npy(path), path.name, n)]
    if ending == ".npz":
        return [layer_of_array(load_npz(path), path.name, n)]
    if ending in GRAPHS:
        read = GRAPHS[ending]
        with reading(path, lambda error: f"{path} is not what networkx.{read.__name__} reads ({error})"):
            graph = read(path)
        return [layer_of_graph(graph, path.name, n)]
    if ending == ".json":
        return _json(path, n)
    raise TaskError(
        f"the format of {path} cannot be told from the ending {ending or '(none)'}; known are {' '.join(ENDINGS)}"
    )


def layer_of_edges(edges: Sequence[Sequence[int]] | Any, name: str, n: int | None) -> ArrayLists:
    """Position i attends to position j for each edge (i, j); n is the largest number and one more, unless given.

    Examples
    --------
    >>> layer = layer_of_edges([(0, 0), (1, 0), (1, 0)], "pairs", None)
    >>> layer.n, layer.connections, layer.notes
    (2, 2, ('pairs: 1 edge is given more than once and counts once',))
    """
    pairs = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
    if n is None:
        if not len(pairs):
            raise TaskError(f"{name} has no edges, so it does not say how many positions there are; add n=..")
        n = int(pairs.max()) + 1
    require_size(n)
    wrong = np.flatnonzero((pairs < 0).any(axis=1) | (pairs >= n).any(axis=1))
    if len(wrong):
        i, j = pairs[wrong[0]].tolist()
        raise TaskError(
            f"{name}: an edge must join positions 0 .. {n - 1} (n = {n}), got {i},{j}; "
            "number positions from 0, or give a larger n"
        )
    return _layer(n, pairs[:, 0], pairs[:, 1], name)


def _require_same(n: int | None, count: int, said: str) -> None:
    """Refuse a number of positions that is given beside data of another one."""
    if n not in (None, count):
        raise TaskError(f"{said}, but n={n} is given; leave n out")


def layer_of_array(array: Any, name: str, n: int | None) -> ArrayLists:
    """Position i attends to j where entry (i, j) is not 0, in a square array, dense or sparse.

    Examples
    --------
    >>> layer_of_array(np.eye(3), "identity", None).to_json()
    {'name': 'lists', 'lists': [[0], [1], [2]]}
    """
    if not sparse.issparse(array):
        array = np.asarray(array)
        if array.ndim != 2:
            raise TaskError(f"{name}: a mask has two dimensions, positions by positions, got {array.ndim}")
        if array.dtype.kind not in "biuf":
            raise TaskError(f"{name}: the entries must be numbers or booleans, got the type {array.dtype}")
    if array.shape[0] != array.shape[1] or not array.shape[0]:
        raise TaskError(f"{name} must be square with a row per position, got the shape {array.shape}")
    _require_same(n, array.shape[0], f"{name} has {array.shape[0]} positions")
    require_size(array.shape[0])
    if sparse.issparse(array):
        entries = sparse.coo_array(array)
        kept = entries.data != 0
        rows, columns = entries.row[kept], entries.col[kept]
    else:
        rows, columns = np.nonzero(array)
    return _layer(array.shape[0], rows, columns, name)


def layer_of_graph(graph: Any, name: str, n: int | None = None) -> ArrayLists:
    """Edges u -> v say that u attends to v; an edge without direction goes both ways.

    Vertices whose names are exactly the numbers 0 .. n-1 keep them, others are numbered in the order of the graph.

    Examples
    --------
    >>> layer_of_graph(networkx.path_graph(3), "path").to_json()
    {'name': 'lists', 'lists': [[1], [0, 2], [1]]}
    """
    vertices = list(graph)
    if not vertices:
        raise TaskError(f"{name} has no vertices; check the file and its format")
    _require_same(n, len(vertices), f"{name} has {len(vertices)} vertices")
    require_size(len(vertices))
    numbers = {str(k) for k in range(len(vertices))}
    numbered = {str(vertex) for vertex in vertices} == numbers
    place = {vertex: int(str(vertex)) if numbered else k for k, vertex in enumerate(vertices)}
    pairs = [(place[u], place[v]) for u, v in graph.edges()]
    if not graph.is_directed():
        pairs += [(v, u) for u, v in pairs if u != v]
    rows, columns = (np.array(side, dtype=np.int64) for side in zip(*pairs, strict=True)) if pairs else ([], [])
    said = f"{name}: vertices are numbered 0 .. {len(vertices) - 1} in the order of the file"
    return _layer(len(vertices), rows, columns, name, () if numbered else (said,))


def layer_of_lists(lists: Sequence[Sequence[int]], name: str, n: int | None = None) -> ArrayLists:
    """Row i holds the positions that i attends to.

    Examples
    --------
    >>> layer_of_lists([[0, 1], [1]], "rows").connections
    3
    """
    _require_same(n, len(lists), f"{name} has lists for {len(lists)} positions")
    if not lists:
        raise TaskError(f"{name} has no lists; there must be one per position, at least one")
    pairs = [(i, j) for i, row in enumerate(lists) for j in row]
    return layer_of_edges(pairs, name, len(lists))


def _layer(n: int, rows: Any, columns: Any, name: str, notes: tuple[str, ...] = ()) -> ArrayLists:
    """The layer of these pairs, with a note if some are given more than once."""
    layer = array_lists(n, rows, columns, name)
    if count := len(rows) - layer.connections:
        once = "1 edge is given more than once and counts once"
        notes = (*notes, f"{name}: {once if count == 1 else f'{count} repeated edges count once'}")
    return replace(layer, notes=notes)


def _edges(path: Path, n: int | None) -> ArrayLists:
    lines = list(fields_of(path))
    if len(lines) not in (0, 2) and all(len(fields) == len(lines) and {*fields} <= {"0", "1"} for _, fields in lines):
        return layer_of_lists([[j for j, field in enumerate(row) if field == "1"] for _, row in lines], path.name, n)
    pairs = []
    for place, (where, fields) in enumerate(lines):
        if len(fields) != 2:
            raise TaskError(
                f"{where}: an edge has two fields, i,j (position i attends to position j), got {len(fields)}; or write "
                f"a matrix of 0 and 1, whose rows are as long as there are rows, here {len(lines)}"
            )
        if place == 0 and not any(field.lstrip("+-").isdigit() for field in fields):
            continue
        pairs.append([_position(field, where) for field in fields])
    return layer_of_edges(pairs, path.name, n)


def _position(field: str, where: str) -> int:
    if not (field.isascii() and field.isdigit() and len(field) <= 9):
        raise TaskError(f"{where}: positions are numbers 0, 1, 2, .. (below {MOST}), got {field[:40]!r}")
    return int(field)


def _json(path: Path, n: int | None) -> list[ArrayLists]:
    """Lists of positions, one per position; or an object with ``layers``, each such lists."""
    content = json_of(path, "correct it")
    layers = content.get("layers") if isinstance(content, dict) else [content]
    if not isinstance(layers, list) or not layers:
        raise TaskError(
            f"{path} must hold a list of positions for each position, or an object whose 'layers' is a list of at "
            "least one of these (an empty cycle has no layer to attend in)"
        )
    found = []
    for number, layer in enumerate(layers, start=1):
        name = path.name if len(layers) == 1 else f"{path.name}, layer {number}"
        found.append(layer_of_lists(list(_lists(layer, name)), name, n))
    return found


def _lists(layer: Any, name: str) -> Iterator[list[int]]:
    if not isinstance(layer, list):
        raise TaskError(f"{name} must be a list with the list of positions of each position")
    for i, row in enumerate(layer):
        if not isinstance(row, list) or any(isinstance(j, bool) or not isinstance(j, int) for j in row):
            raise TaskError(f"{name}: entry {i} must be a list of positions (integers)")
        if any(abs(j) > MOST for j in row):
            raise TaskError(f"{name}: entry {i} must hold positions 0 .. {len(layer) - 1}")
        yield row
