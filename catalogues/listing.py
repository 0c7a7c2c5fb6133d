"""What catalogues there are, and where: in the package, in a folder, or to be built."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .atlas import available
from .catalogue import Catalogue
from .folder import Folder, opened
from .registry import CATALOGUES, catalogue_named, packaged
from .tally import WIDTH


@dataclass(frozen=True)
class Listed:
    """A catalogue with its sizes: n, number of classes (None if it is not known yet), where it is."""

    catalogue: Catalogue
    sizes: tuple[tuple[int, int | None, str], ...]

    def to_json(self) -> dict[str, Any]:
        """The object that ``headcount atlas list --json`` prints."""
        told = {"name": self.catalogue.name, "title": self.catalogue.title, "says": self.catalogue.says}
        sizes = [{"n": n, "count": count, "where": where} for n, count, where in self.sizes]
        return {**told, "quantities": list(self.catalogue.quantities), "sizes": sizes}

    def __str__(self) -> str:
        lines = [f"{self.catalogue.name}  {self.catalogue.title}"]
        lines += textwrap.wrap(self.catalogue.says, WIDTH, initial_indent="  ", subsequent_indent="  ")
        counts = ("" if count is None else f"{count:,} classes" for _, count, _ in self.sizes)
        lines += [f"  n={n:<3} {count:>17}  {where}" for (n, _, where), count in zip(self.sizes, counts, strict=True)]
        return "\n".join(lines)


def listed(names: Sequence[str] = (), folder: Path | None = None) -> list[Listed]:
    """The catalogues of these names, all if none is named; those that ``folder`` holds are said to be there.

    The numbers of classes are those that the package holds. Where a catalogue is named, those of its other sizes are
    counted by their orbits, which takes seconds.

    Raises
    ------
    CatalogueError
        If there is no catalogue of a name.
    """
    inside, built = packaged(), [] if folder is None else available(folder)
    found = []
    for name in names or CATALOGUES:
        catalogue = catalogue_named(name)
        sizes = []
        for n in catalogue.sizes:
            own = f"{name}-{n}"
            places = [f"in {folder}"] * (own in built)
            if own in inside:
                packed = Folder(opened(Path(str(inside[own]))))
                count = packed.index["count"]
                places.insert(0, "in the package" + (", values only" if packed.values_only else ""))
            else:
                count = catalogue.count(n) if names else None
            sizes.append((n, count, " and ".join(places) or "to be built"))
        found.append(Listed(catalogue, tuple(sizes)))
    return found
