"""0/1 matrices from files: CSV (or plain text), JSON, and NumPy's npy; ``*`` marks entries outside a promise."""

from pathlib import Path

import numpy as np

from ...certificates import CommunicationMatrix
from ...certificates.statement.matrix import MatrixError, too_large
from ...certificates.statement.question import MAX_NAME, plain_label
from ..entry_rows import Notation, entry_rows
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


def _array(path: Path) -> list[list[object]]:
    try:
        array = np.load(path, allow_pickle=False)
    except OSError as error:
        raise TaskError(f"{path} cannot be read: {error.strerror or error}; check the path") from None
    except (ValueError, EOFError) as error:
        raise TaskError(f"{path} is not an array in NumPy's npy format ({error}); save it with numpy.save") from None
    if not isinstance(array, np.ndarray) or array.ndim != 2:
        got = f"{array.ndim}" if isinstance(array, np.ndarray) else "an archive"
        raise TaskError(f"{path}: a matrix has two dimensions, got {got}; save a two-dimensional array of 0 and 1")
    _require_size(path, *array.shape)
    return array.tolist()  # type: ignore[no-any-return]


def _require_size(path: Path, rows: int, columns: int) -> None:
    if reason := too_large(rows, columns):
        raise TaskError(f"{path}: {reason}; measure a part of it")
