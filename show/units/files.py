"""Stored units as files: JSON, NumPy's arrays, safetensors, a module of Python; by the ending of the name."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...attention.arrays_file import load_written, put_together, save_written, taken_apart
from ...attention.masks import AttentionError
from ...certificates.meter import UNLIMITED, Meter
from ...certificates.reading import parse
from ...certificates.refuse import Malformed
from ...display.input_error import json_reason
from ...display.whole_files import why_not, write_bytes, write_json, write_text
from ...tasks import TaskError
from ...tasks.libraries import needed
from .module_text import module_text, text_in_module
from .runnable_unit import Kind, RunnableUnit, read_runnable

METADATA = "unit"
"""The name of the metadata of safetensors that hold the JSON text."""


class Form(NamedTuple):
    """How a stored unit is written to a path, and the JSON value in a file, which nothing is believed of."""

    write: Callable[[RunnableUnit, Path], None]
    read: Callable[[Path], Any]


def _read_json(path: Path) -> Any:
    return parse(path.read_bytes(), Meter(UNLIMITED))


def _write_safetensors(stored: RunnableUnit, path: Path) -> None:
    library = needed("safetensors.numpy", "Files in .safetensors", "tensors")
    arrays, text = taken_apart(stored.to_json())
    write_bytes(path, library.save(arrays, metadata={METADATA: text}))


def _read_safetensors(path: Path) -> Any:
    library = needed("safetensors", "Files in .safetensors", "tensors")
    try:
        with library.safe_open(path, framework="np") as archive:
            text = (archive.metadata() or {}).get(METADATA)
            arrays = {name: np.asarray(archive.get_tensor(name)) for name in archive.keys()}  # noqa: SIM118
    except Exception as error:
        if isinstance(error, OSError):
            raise
        raise ValueError(f"is no safetensors file ({error!s:.80})") from None
    if text is None:
        raise ValueError(f"has no metadata named {METADATA}, the JSON text of the unit without tables")
    return put_together(arrays, text.encode(), path)


def _write_module(stored: RunnableUnit, path: Path) -> None:
    write_text(path, module_text(stored))


def _read_module(path: Path) -> Any:
    return parse(text_in_module(path.read_text("utf-8")).encode(), Meter(UNLIMITED))


FORMS: Mapping[str, Form] = {
    ".json": Form(lambda stored, path: write_json(path, stored.to_json()), _read_json),
    ".npz": Form(lambda stored, path: save_written(stored.to_json(), path), load_written),
    ".safetensors": Form(_write_safetensors, _read_safetensors),
    ".py": Form(_write_module, _read_module),
}
"""Ending -> form."""


def form_named(path: Path) -> Form:
    """The form of a name.

    Raises
    ------
    TaskError
        If the ending is none of ``FORMS``.
    """
    form = FORMS.get(path.suffix.lower())
    if form is None:
        endings = ", ".join(ending[1:] for ending in FORMS)
        raise TaskError(f"a unit is written to a file name that ends in {endings}, got {str(path)!r}; try unit.npz")
    return form


def save_stored(stored: RunnableUnit, path: Path | str) -> Path:
    """See ``StoredUnit.save``."""
    place = Path(path)
    form = form_named(place)
    if (reason := why_not(place)) is not None:
        raise reason
    form.write(stored, place)
    return place


def load_stored(path: Path | str, kind: type[Kind]) -> Kind:
    """The unit of this class in a file; anyone may have written it, and nothing of it is run.

    Raises
    ------
    TaskError
        If the file cannot be read, or holds no unit; with the place.
    """
    place = Path(path)
    form = form_named(place)
    try:
        return read_runnable(form.read(place), kind)
    except OSError as error:
        raise TaskError(f"{path} cannot be read: {error.strerror or error}") from None
    except Malformed as error:
        raise TaskError(f"{path}: {error.path.replace('certificate', 'unit', 1)} {error.reason}") from None
    except AttentionError as error:
        raise TaskError(str(error)) from None
    except (ValueError, SyntaxError, RecursionError, MemoryError) as error:
        if isinstance(error, TaskError):
            raise
        raise TaskError(
            f"{path} holds no unit: {json_reason(error):.200}; write it with headcount unit or construct ‹unit›"
        ) from None


def is_certificate(path: Path) -> bool:
    """Whether a JSON file holds a certificate, and no unit."""
    if path.suffix.lower() != ".json":
        return False
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "claims" in found
