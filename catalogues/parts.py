"""The parts of a folder while it is built: what it holds already is kept, what comes is written part by part."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..display.whole_files import write_bytes
from ..sweep.on_worker import headcount_version
from .catalogue import Catalogue, CatalogueError, Entry, counted
from .folder import (
    FORMAT,
    INDEX,
    PAGE,
    VERSION,
    Folder,
    described,
    make_folder,
    names_of_part,
    opened,
    part_files,
    write_index,
)
from .tally import Tally, page, summed, tally_of

PART = 1000
"""Classes in a part."""

LICENCE = "MIT, as headcount itself"


class Parts:
    """The parts of a folder.

    Raises
    ------
    CatalogueError
        If the folder cannot be made, holds another catalogue, or a file of it is damaged.
    """

    def __init__(self, catalogue: Catalogue, n: int, folder: Path, keys: list[str]) -> None:
        self.catalogue, self.n, self.folder, self.keys = catalogue, n, folder, keys
        self.files: dict[str, dict[str, Any]] = {}
        self.settled = 0
        self._whole: set[int] = set()
        self._open: dict[int, dict[int, Entry]] = {}
        self._changed: set[int] = set()
        self._tallies: dict[int, Tally] = {}
        if (folder / INDEX).exists():
            self._keep(Folder(opened(folder)))
        else:
            make_folder(folder)

    def _keep(self, there: Folder) -> None:
        """Keep what is there."""
        if (there.index.get("name"), there.index.get("n")) != (self.catalogue.name, self.n):
            raise CatalogueError(f"{str(self.folder)!r} holds another catalogue; build this one elsewhere with ‹into›")
        places = {key: place for place, key in enumerate(self.keys)}
        for number in there.parts:
            names = names_of_part(number)
            if not all((self.folder / name).exists() for name in names):
                continue  # it is made anew
            for name in names:
                there.read(name)
            found = {places.get(entry.key, -1): entry for entry in there.entries(number)}
            if not set(found) <= set(self._range(number)):
                raise there.damaged(names[0], "its classes are not those of the enumeration")
            self.files |= {name: there.index["files"][name] for name in names}
            self.settled += len(found)
            self._tallies[number] = tally_of(self.catalogue.quantities, found.values())
            if len(found) == len(self._range(number)):
                self._whole.add(number)
            else:
                self._open[number] = found

    @staticmethod
    def number(place: int) -> int:
        """The part that holds the class of a place in the enumeration."""
        return place // PART + 1

    def _range(self, number: int) -> range:
        return range((number - 1) * PART, min(number * PART, len(self.keys)))

    def has(self, place: int) -> bool:
        """Whether a class is settled."""
        number = self.number(place)
        return number in self._whole or place in self._open.get(number, ())

    def take(self, first: int, entries: list[Entry]) -> None:
        """Take entries in; a part that is complete is written."""
        if not entries:
            return
        number = self.number(first)
        if [entry.key for entry in entries] != self.keys[first : first + len(entries)]:
            raise CatalogueError(
                f"{self.catalogue.name} with n={self.n}: the entries from {self.keys[first]} on are of other classes "
                "than those asked for; this is a bug of the catalogue, please report it"
            )
        self._open.setdefault(number, {}).update(zip(range(first, first + len(entries)), entries, strict=True))
        self._changed.add(number)
        self.settled += len(entries)
        if len(self._open[number]) == len(self._range(number)):
            self._write(number)
            del self._open[number]
            self._whole.add(number)
            write_index(self.folder, self._index())

    def write_all(self) -> None:
        """Write what is known, whole parts and others, and the page."""
        for number in sorted(self._changed & set(self._open)):
            self._write(number)
        index = self._index()
        text = page(self.catalogue, index).encode()
        write_bytes(self.folder / PAGE, text)
        write_index(self.folder, {**index, "files": {**self.files, PAGE: described(text)}})

    def _write(self, number: int) -> None:
        found = self._open[number]
        entries = [found[place] for place in sorted(found)]
        for name, content in part_files(number, entries).items():
            write_bytes(self.folder / name, content)
            self.files[name] = described(content)
        self._tallies[number] = tally_of(self.catalogue.quantities, entries)

    def _index(self) -> dict[str, Any]:
        """The content of ``catalogue.json``."""
        catalogue, n = self.catalogue, self.n
        return {
            "format": FORMAT, "version": VERSION, "headcount": headcount_version(), "name": catalogue.name, "n": n,
            "title": catalogue.title, "says": catalogue.says, "quantities": list(catalogue.quantities),
            "count": len(self.keys), "settled": self.settled, "complete": self.settled == len(self.keys),
            "counted": counted(catalogue),
            "tally": summed(catalogue.quantities, self._tallies.values()), "licence": LICENCE,
            "cite": cited(catalogue, n), "files": self.files,
        }  # fmt: skip


def cited(catalogue: Catalogue, n: int | None = None) -> str:
    """How a catalogue is cited."""
    size = "" if n is None else f", n = {n}"
    return (
        f"the headcount authors, {catalogue.title} (catalogue {catalogue.name}{size}), computed and certified with "
        f"headcount {headcount_version()}; CITATION.cff of headcount has the reference to the program"
    )
