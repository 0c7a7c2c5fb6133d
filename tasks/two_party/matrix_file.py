"""0/1 matrices from files: CSV (or plain text), JSON, and NumPy's npy; ``*`` marks entries outside a promise."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from ...questions import CommunicationMatrix
from ...questions.matrix import MatrixError, too_large
from ...questions.question import MAX_NAME, plain_label
from ..entry_rows import Notation, entry_rows, json_content, json_rows, rows_text
from ..files import reading
from ..task import TaskError

MATRIX = Notation(
    {"0": "0", "1": "1", "*": "*", "0.0": "0", "1.0": "1", "False": "0", "True": "1"}, "0 1 *", '["01", "10"]'
)


def read_matrix_file(path: Path) -> CommunicationMatrix:
    """A communication matrix from a file, named after it.

    Parameters
    ----------
    path : Path
        ``.npy``: a two-dimensional array of 0 and 1 (integers, booleans or floats). Other endings: see ``entry_rows``.

    Raises
    ------
    TaskError
        If the file cannot be read, is empty, is ragged, or holds anything but 0, 1 and ``*``.
    """
    if path.suffix.lower() != ".npy":
        return _matrix(entry_rows(path, MATRIX)[0], str(path), path.name)
    array = _loaded(path)
    if array.ndim != 2:
        raise TaskError(
            f"{path}: a matrix has two dimensions, got {array.ndim}; save a two-dimensional array of 0 and 1"
        )
    return _matrix(array, str(path), path.name)


def read_matrix_files(paths: Iterable[Path]) -> tuple[CommunicationMatrix, ...]:
    """All communication matrices of files that may hold many, each named after its file and its place there.

    Parameters
    ----------
    paths : iterable of Path
        ``.jsonl``: a matrix in every line. ``.json``: a matrix or a list of matrices. ``.npy``: an array of two
        dimensions, or of three, the first of which counts matrices. Other endings: see ``read_matrix_file``. A matrix
        in JSON is a list of rows or an object with ``rows`` and maybe a ``name``.

    Raises
    ------
    TaskError
        See ``read_matrix_file``; the message names the matrix.
    """
    return tuple(matrix for path in paths for matrix in _matrices(path))


def _matrices(path: Path) -> Iterator[CommunicationMatrix]:
    ending, many = path.suffix.lower(), list[tuple[int, str, object]]()
    if ending == ".jsonl":
        lines = [(n, line) for n, line in enumerate(rows_text(path, MATRIX).splitlines(), start=1) if line.strip()]
        many = [(n, f"{path}, line {n}", json_content(line, f"{path}, line {n}", MATRIX)) for n, line in lines]
    elif ending == ".json":
        content = json_content(rows_text(path, MATRIX), str(path), MATRIX)
        if not isinstance(content, list) or not _is_many(content):
            yield _matrix_of_json(content, str(path), path.name)
            return
        many = [(n, f"{path}, matrix {n}", one) for n, one in enumerate(content, start=1)]
    elif ending == ".npy" and (array := _loaded(path)).ndim == 3:
        if not len(array):
            raise TaskError(f"{path}: there is no matrix in an array of shape {array.shape}; save at least one")
        for n, one in enumerate(array, start=1):
            yield _matrix(one, f"{path}, matrix {n}", f"{path.name}:{n}")
    else:
        yield read_matrix_file(path)
    for n, where, content in many:
        yield _matrix_of_json(content, where, f"{path.name}:{n}")


def _is_many(content: list[object]) -> bool:
    """Whether a JSON value is a list of matrices, and not of rows.

    >>> [_is_many(value) for value in (["01", "10"], [[0, 1], ["1", "0"]], [[[0], [1]]], [["01", "10"]], [{"rows": 1}])]
    [False, False, True, True, True]
    """
    first = content[0] if content else None
    if isinstance(first, list) and first:
        inner = first[0]
        return isinstance(inner, list) or (isinstance(inner, str) and inner not in MATRIX.entries)
    return isinstance(first, dict)


def _matrix_of_json(content: object, where: str, label: str) -> CommunicationMatrix:
    rows, _ = json_rows(content, where, MATRIX)
    named = content.get("name") if isinstance(content, dict) else None
    return _matrix(rows, where, named if isinstance(named, str) and named else label)


def _matrix(rows: tuple[str, ...] | np.ndarray, where: str, label: str) -> CommunicationMatrix:
    shape = rows.shape if isinstance(rows, np.ndarray) else (len(rows), max(map(len, rows), default=0))
    if reason := too_large(*shape):
        raise TaskError(f"{where}: {reason}; measure a part of it")
    name = plain_label(label)[:MAX_NAME]
    try:
        if isinstance(rows, np.ndarray):
            return CommunicationMatrix.of(rows.tolist(), name)
        return CommunicationMatrix(rows, name)
    except MatrixError as error:
        raise TaskError(f"{where}: {error}; correct the file") from None


def _loaded(path: Path) -> np.ndarray:
    with reading(
        path, lambda error: f"{path} is not an array in NumPy's npy format ({error}); save it with numpy.save"
    ):
        array = np.load(path, allow_pickle=False)
    if not isinstance(array, np.ndarray):
        raise TaskError(f"{path}: a matrix has two dimensions, got an archive; save a two-dimensional array of 0 and 1")
    return array
