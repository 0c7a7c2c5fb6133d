"""0/1 matrices from files: CSV (or plain text), JSON, and NumPy's npy; ``*`` marks entries outside a promise."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from ...questions import CommunicationMatrix
from ...questions.matrix import MatrixError, too_large
from ...questions.question import MAX_NAME, plain_label
from ..entry_rows import Notation, entry_rows, json_content, json_rows, rows_text
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
    label = plain_label(path.name)[:MAX_NAME]
    try:
        if path.suffix.lower() == ".npy":
            return CommunicationMatrix.of(_array(path), label)
        rows, _ = entry_rows(path, MATRIX)
        _require_size(path, len(rows), max(map(len, rows), default=0))
        return CommunicationMatrix(rows, label)
    except MatrixError as error:
        raise TaskError(f"{path}: {error}; correct the file") from None


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
    ending = path.suffix.lower()
    if ending == ".npy":
        yield from _of_array(path)
        return
    if ending not in (".json", ".jsonl"):
        yield read_matrix_file(path)
        return
    text = rows_text(path, MATRIX)
    if ending == ".jsonl":
        lines = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip()]
        found = [(f"{path}, line {n}", n, json_content(line, f"{path}, line {n}", MATRIX)) for n, line in lines]
    else:
        content = json_content(text, str(path), MATRIX)
        if not _is_many(content):
            yield _matrix(content, str(path), path.name)
            return
        assert isinstance(content, list)
        found = [(f"{path}, matrix {n}", n, one) for n, one in enumerate(content, start=1)]
    for where, number, content in found:
        yield _matrix(content, where, f"{path.name}:{number}")


def _is_many(content: object) -> bool:
    """Whether a JSON value is a list of matrices, and not of rows.

    >>> [_is_many(value) for value in (["01", "10"], [[0, 1], ["1", "0"]], [[[0], [1]]], [["01", "10"]], [{"rows": 1}])]
    [False, False, True, True, True]
    """
    if not isinstance(content, list) or not content:
        return False
    first = content[0]
    if isinstance(first, list) and first:
        inner = first[0]
        return isinstance(inner, list) or (isinstance(inner, str) and inner not in MATRIX.entries)
    return isinstance(first, dict)


def _matrix(content: object, where: str, label: str) -> CommunicationMatrix:
    try:
        rows, _ = json_rows(content, where, MATRIX)
        if reason := too_large(len(rows), max(map(len, rows), default=0)):
            raise TaskError(f"{where}: {reason}; measure a part of it")
        named = content.get("name") if isinstance(content, dict) else None
        return CommunicationMatrix(rows, plain_label(named if isinstance(named, str) and named else label)[:MAX_NAME])
    except MatrixError as error:
        raise TaskError(f"{where}: {error}; correct the file") from None


def _of_array(path: Path) -> Iterator[CommunicationMatrix]:
    array = _loaded(path)
    if array.ndim != 3:
        yield read_matrix_file(path)
        return
    if not len(array):
        raise TaskError(f"{path}: there is no matrix in an array of shape {array.shape}; save at least one")
    for number, one in enumerate(array, start=1):
        _require_size(path, *one.shape)
        try:
            yield CommunicationMatrix.of(one.tolist(), plain_label(f"{path.name}:{number}")[:MAX_NAME])
        except MatrixError as error:
            raise TaskError(f"{path}, matrix {number}: {error}; correct the file") from None


def _array(path: Path) -> list[list[object]]:
    array = _loaded(path)
    if array.ndim != 2:
        raise TaskError(
            f"{path}: a matrix has two dimensions, got {array.ndim}; save a two-dimensional array of 0 and 1"
        )
    _require_size(path, *array.shape)
    return array.tolist()  # type: ignore[no-any-return]


def _loaded(path: Path) -> np.ndarray:
    try:
        array = np.load(path, allow_pickle=False)
    except OSError as error:
        raise TaskError(f"{path} cannot be read: {error.strerror or error}; check the path") from None
    except (ValueError, EOFError) as error:
        raise TaskError(f"{path} is not an array in NumPy's npy format ({error}); save it with numpy.save") from None
    if not isinstance(array, np.ndarray):
        raise TaskError(f"{path}: a matrix has two dimensions, got an archive; save a two-dimensional array of 0 and 1")
    return array


def _require_size(path: Path, rows: int, columns: int) -> None:
    if reason := too_large(rows, columns):
        raise TaskError(f"{path}: {reason}; measure a part of it")
