"""The options of ``headcount atlas``, declared once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..search.options import Options, option
from .catalogue import CatalogueError
from .registry import catalogue_named


@dataclass(frozen=True)
class AtlasOptions(Options):
    """The options of ``headcount atlas``; ``USED`` says which an action takes."""

    n: int | None = option("show, build: the size.", least=1, metavar="N", example=5)
    where: Any = option("show: conditions with commas between them, such as 'sign_rank>=3'.", metavar="CONDITIONS")
    most: int | None = option("show: most classes that are printed [12].", least=0, metavar="K", example=12)
    folder: Path | None = option("list, show, sequences: where catalogues are that you have built.", metavar="FOLDER")
    into: Path | None = option("build, sequences: the folder that is written to [.].", metavar="FOLDER")
    jobs: int | None = option("build, check: how many at work at a time [cores].", least=1)
    scheduler: str | None = option(
        "build: run on the workers of this Dask scheduler, such as tcp://10.0.0.1:8786.", metavar="ADDRESS"
    )
    budget: float | None = option("build: seconds of wall-clock time [no limit].", least=0.001, example=60)

    def size_of(self, name: str) -> int:
        """The size that is asked for of a catalogue.

        Raises
        ------
        CatalogueError
            If none is; the message says which there are.
        """
        if self.n is None:
            sizes = catalogue_named(name).sizes
            told = f"the sizes of {name} are {', '.join(map(str, sizes))}"
            raise CatalogueError(f"‹n› is missing; {told}: try ‹n={sizes[0]}›")
        return self.n

    def require_used(self, action: str) -> None:
        """Refuse options that an action does not take.

        Raises
        ------
        CatalogueError
            Which, and what the action takes.
        """
        for name in self.given:
            if name not in USED[action]:
                takes = ", ".join(f"‹{one}›" for one in USED[action])
                raise CatalogueError(f"headcount atlas {action} takes no ‹{name}›; it takes {takes}")


USED = {
    "list": ("folder",),
    "show": ("n", "where", "most", "folder"),
    "build": ("n", "into", "jobs", "scheduler", "budget"),
    "check": ("jobs",),
    "sequences": ("folder", "into"),
}
"""Action -> its options."""
