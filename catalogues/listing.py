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
    """A catalogue with its sizes: n, number of classes (by orbits, or as in the package; else None), where it is."""

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
            places = ["in the package"] * (own in inside) + [f"in {folder}"] * (own in built)
            count = catalogue.count(n)
            if count is None and own in inside:
                count = Folder(opened(Path(str(inside[own])))).index["count"]
            sizes.append((n, count, " and ".join(places) or "to be built"))
        found.append(Listed(catalogue, tuple(sizes)))
    return found
