"""A catalogue in a folder: ``catalogue.json``, parts of entries and their certificates, a page of tables.

``signrank-7/entries-0001.jsonl`` holds the first thousand classes, one in a line: its key, its fields, and the lines of
``certificates-0001.jsonl`` in which its certificates are. ``catalogue.json`` has the SHA-256 of every file. All is
written atomically, with sorted keys and without dates: the same bytes on every run. A folder may be an archive (zip).

A copy may lack all files of certificates, and hold *values only*: the SHA-256 of each is still in ``catalogue.json``,
so that a build can be compared with it.
"""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, overload

from ..display.input_error import json_reason
from ..display.whole_files import write_bytes
from .catalogue import CatalogueError, Certificate, Entry

FORMAT, VERSION = "headcount-catalogue", 1

INDEX, PAGE = "catalogue.json", "README.rst"

NAME = re.compile(r"(entries|certificates)-\d{4,9}\.jsonl|README\.rst")
"""Files of a catalogue."""

FIELDS: dict[str, type] = {
    "format": str, "version": int, "headcount": str, "name": str, "n": int, "title": str, "says": str,
    "quantities": list, "count": int, "settled": int, "complete": bool, "counted": str, "tally": dict,
    "licence": str, "cite": str, "files": dict,
}  # fmt: skip
"""What ``catalogue.json`` holds."""

Place = Path | zipfile.Path
"""A folder of the disk, or one inside an archive."""

REMAKE = "delete it and run headcount atlas build again, which makes only this part anew"


def line(content: Any) -> str:
    """An object as a line: keys sorted, ASCII."""
    return json.dumps(content, sort_keys=True, separators=(",", ":")) + "\n"


def names_of_part(number: int) -> tuple[str, str]:
    """The names of the files of a part: its entries, its certificates."""
    return f"entries-{number:04}.jsonl", f"certificates-{number:04}.jsonl"


def make_folder(folder: Path) -> None:
    """Make a folder, and those that it lies in.

    Raises
    ------
    CatalogueError
        If it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CatalogueError(
            f"the folder {str(folder)!r} cannot be made ({error.strerror or error}); name another with ‹into›"
        ) from None


def digest(content: bytes) -> str:
    """SHA-256 in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def opened(path: Path | str) -> Place:
    """A folder, or what an archive holds.

    Raises
    ------
    CatalogueError
        If it holds no catalogue.
    """
    path = Path(path)
    place: Place = path
    if path.is_file():
        if not zipfile.is_zipfile(path):
            raise CatalogueError(f"{str(path)!r} is neither a folder nor an archive (zip); name a folder with {INDEX}")
        place = zipfile.Path(path)
    if not (place / INDEX).is_file():
        remedy = "build one with headcount atlas build"
        raise CatalogueError(f"{str(path)!r} holds no catalogue: {INDEX} is missing; {remedy}")
    return place


class Folder:
    """The files of a catalogue.

    Raises
    ------
    CatalogueError
        If ``catalogue.json`` is damaged, or of another format.
    """

    def __init__(self, place: Place) -> None:
        self.place = place
        path = place / INDEX
        try:
            index = json.loads(path.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            raise self.damaged(INDEX, json_reason(error) if isinstance(error, ValueError) else str(error)) from None
        known = isinstance(index, dict) and (index.get("format"), index.get("version")) == (FORMAT, VERSION)
        if not known or {name: type(value) for name, value in index.items()} != FIELDS:
            raise self.damaged(INDEX, f"it is no {FORMAT} of version {VERSION} with the fields {', '.join(FIELDS)}")
        files = index["files"].items()
        if not all(NAME.fullmatch(name) and isinstance(told, dict) and "sha256" in told for name, told in files):
            raise self.damaged(INDEX, "it lists files that are none of a catalogue")
        self.index: dict[str, Any] = index

    def damaged(self, name: str, why: str) -> CatalogueError:
        """The error that names a damaged file, with the remedy (to be raised)."""
        remedy = REMAKE if name != INDEX else "delete the folder and build it again"
        return CatalogueError(f"the file {str(self.place / name)!r} is damaged: {why}; {remedy}")

    def read(self, name: str) -> bytes:
        """The content of a listed file.

        Raises
        ------
        CatalogueError
            If it is missing, or not the one that is listed.
        """
        listed = self.index["files"].get(name)
        if listed is None:
            raise CatalogueError(f"{str(self.place / name)!r} is not listed in {INDEX}; build the folder again")
        try:
            content = bytes((self.place / name).read_bytes())
        except (zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise self.damaged(name, str(error)) from None
        except (OSError, KeyError):
            if name.startswith("certificates") and self.values_only:
                raise CatalogueError(f"{name} is not in {str(self.place)!r}, which {self.only_values}") from None
            remedy = "run headcount atlas build again, which makes only this part anew"
            raise CatalogueError(f"the file {str(self.place / name)!r} is missing; {remedy}") from None
        if digest(content) != listed["sha256"]:
            raise self.damaged(name, f"its SHA-256 is not the one in {INDEX}")
        return content

    @property
    def values_only(self) -> bool:
        """Whether there are certificates, and none of them is in this copy."""
        listed = [name for name in self.index["files"] if name.startswith("certificates")]
        return bool(listed) and not any((self.place / name).is_file() for name in listed)

    @property
    def only_values(self) -> str:
        """What a copy with values only is, in words that follow its name."""
        name, n = self.index["name"], self.index["n"]
        return (
            "holds values only, without the certificates that prove them; headcount atlas build "
            f"{name} --n {n} makes these, with the checksums of {INDEX}"
        )

    @property
    def parts(self) -> list[int]:
        """The numbers of the parts that are listed."""
        return sorted(int(name[8:-6]) for name in self.index["files"] if name.startswith("entries-"))

    def entries(self, number: int) -> Iterator[Entry]:
        """The entries of a part; their certificates are read when they are looked at."""
        entries, certificates = names_of_part(number)
        for place, text in enumerate(self.read(entries).splitlines(), start=1):
            try:
                said = json.loads(text)
                key, fields, lines = said["key"], said["fields"], tuple(said["certificates"])
                fits = isinstance(key, str) and isinstance(fields, dict) and all(type(one) is int for one in lines)
            except (ValueError, TypeError, KeyError, RecursionError):
                fits = False
            if not fits:
                raise self.damaged(entries, f"line {place} is no class with key, fields and certificates")
            yield Entry(key, fields, StoredCertificates(self, certificates, lines))

    def all_entries(self) -> Iterator[Entry]:
        """All entries, in the order of the enumeration."""
        for number in self.parts:
            yield from self.entries(number)


@lru_cache(maxsize=4)
def _lines(folder: Folder, name: str) -> list[bytes]:
    return folder.read(name).splitlines()


class StoredCertificates(Sequence[Certificate]):
    """The certificates of an entry, read from their file when they are looked at; ``lines`` are counted from 1."""

    def __init__(self, folder: Folder, name: str, lines: tuple[int, ...]) -> None:
        self.folder, self.name, self.lines = folder, name, lines

    def __len__(self) -> int:
        return len(self.lines)

    @overload
    def __getitem__(self, place: int) -> Certificate: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Certificate]: ...
    def __getitem__(self, place: int | slice) -> Certificate | Sequence[Certificate]:
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        try:
            found: Certificate = json.loads(self.text(place))
        except (ValueError, RecursionError) as error:
            raise self.folder.damaged(self.name, f"line {self.lines[place]}: {json_reason(error)}") from None
        return found

    def text(self, place: int) -> bytes:
        """The line of a certificate.

        Raises
        ------
        CatalogueError
            If the file has no such line.
        """
        lines, number = _lines(self.folder, self.name), self.lines[place]
        if not 1 <= number <= len(lines):
            raise self.folder.damaged(self.name, f"line {number}, which a class names, is missing")
        return lines[number - 1]

    def __repr__(self) -> str:
        return f"<{len(self)} certificates, in {self.name}>"


def part_files(number: int, entries: Sequence[Entry]) -> dict[str, bytes]:
    """The files of a part, by name."""
    listed, certificates = [], list[str]()
    for entry in entries:
        first = len(certificates) + 1
        certificates += [line(certificate) for certificate in entry.claims]
        places = list(range(first, len(certificates) + 1))
        listed.append(line({"key": entry.key, "fields": entry.fields, "certificates": places}))
    contents = ("".join(lines).encode() for lines in (listed, certificates))
    return dict(zip(names_of_part(number), contents, strict=True))


def described(content: bytes) -> dict[str, Any]:
    """What ``catalogue.json`` says of a file."""
    return {"sha256": digest(content), "bytes": len(content), "lines": content.count(b"\n")}


def write_index(folder: Path, index: Mapping[str, Any]) -> None:
    """Write ``catalogue.json``."""
    write_bytes(folder / INDEX, (json.dumps(index, sort_keys=True, indent=1) + "\n").encode())
