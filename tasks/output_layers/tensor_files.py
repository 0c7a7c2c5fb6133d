"""Tensors of a model by name: safetensors, and PyTorch's files by a reader that executes nothing.

A ``.pt`` file is a zip of a pickle, which says what tensors there are, and of their numbers as they are. A pickle may
name any function of any module to be called; here only those that make tensors, dictionaries and lists are known, and
what they make is plain data: names, shapes, strides, and where numbers are. Everything else is refused, so that nothing
of the file is executed, and PyTorch need not be installed.
"""

from __future__ import annotations

import json
import pickle
import zipfile
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..files import reading
from ..libraries import needed
from ..task import TaskError

NUMBERS = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1",
    "U8": "u1", "BOOL": "?",
}  # fmt: skip
"""Types of numbers in safetensors, as NumPy has them; BF16 are the upper halves of F32."""

STORAGES = {
    "DoubleStorage": "F64", "FloatStorage": "F32", "HalfStorage": "F16", "BFloat16Storage": "BF16",
    "LongStorage": "I64", "IntStorage": "I32", "ShortStorage": "I16", "CharStorage": "I8", "ByteStorage": "U8",
    "BoolStorage": "BOOL",
}  # fmt: skip
"""PyTorch's names of these types."""

MOST_BYTES = 8 * 2**30
"""Most bytes of a tensor that is read."""

MOST_PICKLED = 2**26
"""Longest description of the tensors of a file of PyTorch's."""

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Tensor:
    """A tensor of a file: its shape, and what reads its numbers."""

    shape: tuple[int, ...]
    load: Callable[[], Array]


def tensors_of(path: Path) -> Mapping[str, Tensor]:
    """The tensors of a file that ends in .safetensors, or else is PyTorch's, by name.

    Raises
    ------
    TaskError
        If it cannot be read, or its pickle asks for anything but tensors.
    """
    if path.suffix.lower() == ".safetensors":
        return _safetensors(path)

    def reason(error: Exception) -> str:
        return (
            f"{path} is not what torch.save writes ({error!s:.80}): a zip with a pickle of tensors; save a state_dict, "
            "or write .safetensors"
        )

    with reading(path, reason), zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name.rpartition("/")[2] == "data.pkl"]
        if len(names) != 1:
            raise TaskError(f"{path} holds no single data.pkl, so torch.save did not write it; write .safetensors")
        if archive.getinfo(names[0]).file_size > MOST_PICKLED:
            raise TaskError(f"{path} describes too many tensors; save the output layer alone")
        with archive.open(names[0]) as file:
            content = _Plain(file, path, names[0].removesuffix("data.pkl")).load()
    found = dict(_named(content, ""))
    if not found:
        raise TaskError(f"{path} holds no tensors; save a state_dict with torch.save, or write .safetensors")
    return found


def widened(raw: Array, kind: str) -> Array:
    """Numbers of a type, exactly: BF16 as float32.

    >>> widened(np.array([0x3F80, 0xC000], dtype="<u2"), "BF16").tolist()
    [1.0, -2.0]
    """
    return (raw.astype(np.uint32) << 16).view(np.float32) if kind == "BF16" else raw


def _safetensors(path: Path) -> Mapping[str, Tensor]:
    library = needed("safetensors", "Files in .safetensors", "tensors")
    found = {}
    with reading(path, lambda error: f"{path} is no safetensors file ({error!s:.80}); write it once more"):
        with library.safe_open(path, framework="np") as archive:
            slices = {name: archive.get_slice(name) for name in list(archive.keys())}
            kinds = {name: (one.get_dtype(), tuple(one.get_shape())) for name, one in slices.items()}
        with path.open("rb") as file:  # NumPy has no BF16, so numbers are read where the checked header has them
            start = int.from_bytes(file.read(8), "little")
            header = json.loads(file.read(start))
    for name, (kind, shape) in kinds.items():
        offset = 8 + start + header[name]["data_offsets"][0]
        found[name] = Tensor(shape, _reader(path, name, kind, shape, offset))
    return found


def _reader(path: Path, name: str, kind: str, shape: tuple[int, ...], offset: int) -> Callable[[], Array]:
    def load() -> Array:
        if kind not in NUMBERS:
            raise TaskError(f"{path}: {name[:60]!r} has numbers of the type {kind}; convert them to F32")
        _require_small(path, name, shape)
        with path.open("rb") as file:
            raw = np.fromfile(file, NUMBERS[kind], prod(shape), offset=offset)
        return widened(raw, kind).reshape(shape)

    return load


def _require_small(path: Path, name: str, shape: tuple[int, ...]) -> None:
    if prod(shape) * 8 > MOST_BYTES:
        raise TaskError(f"{path}: {name[:60]!r} has {prod(shape):,} numbers, and at most {MOST_BYTES // 8:,} are read")


class _Storage(NamedTuple):
    """Numbers of a file of PyTorch's: their type and the member of the zip."""

    kind: str
    member: str


class _Rebuilt(NamedTuple):
    """A tensor as a pickle describes it; a tuple, which no further word of the pickle changes."""

    path: Path
    storage: _Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    def load(self) -> Array:
        _require_small(self.path, self.storage.member, self.shape)

        def reason(error: Exception) -> str:
            return f"{self.path} is damaged ({error!s:.80}); save it once more"

        with reading(self.path, reason), zipfile.ZipFile(self.path) as archive:
            if archive.getinfo(self.storage.member).file_size > MOST_BYTES:
                raise TaskError(f"{self.path}: {self.storage.member} is too long to be read; save the layer alone")
            raw = np.frombuffer(archive.read(self.storage.member), NUMBERS[self.storage.kind])
        last = self.offset + sum((n - 1) * s for n, s in zip(self.shape, self.strides, strict=True))
        if prod(self.shape) and last >= len(raw):
            raise TaskError(
                f"{self.path}: a tensor has numbers beyond the end of {self.storage.member}; save it once more"
            )
        if not prod(self.shape):
            return np.zeros(self.shape)
        steps = [step * raw.itemsize for step in self.strides]
        view = np.lib.stride_tricks.as_strided(raw[self.offset :], self.shape, steps, writeable=False)
        return widened(np.ascontiguousarray(view), self.storage.kind)


class _Plain(pickle.Unpickler):
    """An unpickler that knows tensors, dictionaries and lists, and refuses whatever else is named."""

    def __init__(self, file: Any, path: Path, folder: str):
        super().__init__(file)
        self._path, self._folder = path, folder

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return self._tensor
        if (module, name) == ("torch._utils", "_rebuild_parameter"):
            return lambda tensor, *_: tensor
        if module == "torch" and name in STORAGES:
            return STORAGES[name]
        raise TaskError(
            f"{self._path} asks for {module[:40]}.{name[:40]}, which is no tensor, and nothing of a file is executed; "
            "save the state_dict of the model, or write .safetensors"
        )

    def persistent_load(self, pid: Any) -> Any:
        if not (isinstance(pid, tuple) and len(pid) >= 3 and pid[0] == "storage" and pid[1] in NUMBERS):
            raise TaskError(f"{self._path} stores numbers in a way that is not known; write .safetensors")
        return _Storage(pid[1], f"{self._folder}data/{pid[2]}")

    def _tensor(self, storage: Any, offset: Any, shape: Any, strides: Any, *_: Any) -> _Rebuilt:
        numbers = (offset, *shape, *strides)
        if not isinstance(storage, _Storage) or len(shape) != len(strides) or not all(
            type(number) is int and number >= 0 for number in numbers
        ):  # fmt: skip
            raise TaskError(f"{self._path} describes a tensor wrongly; save it once more")
        return _Rebuilt(self._path, storage, offset, tuple(shape), tuple(strides))


def _named(content: Any, name: str) -> Iterator[tuple[str, Tensor]]:
    """The tensors within dictionaries and lists, by names with dots."""
    if isinstance(content, _Rebuilt):
        yield name or "tensor", Tensor(content.shape, content.load)
    elif isinstance(content, Mapping):
        for key, value in content.items():
            yield from _named(value, f"{name}.{key}" if name else str(key))
    elif isinstance(content, list | tuple):
        for place, value in enumerate(content):
            yield from _named(value, f"{name}.{place}" if name else str(place))
