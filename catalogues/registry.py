"""The catalogues that there are."""

from __future__ import annotations

from difflib import get_close_matches
from importlib import import_module
from importlib.resources import files
from typing import Any

from .catalogue import Catalogue, CatalogueError

CATALOGUES: dict[str, str | Catalogue] = {
    "signrank": "sign_ranks:SIGN_RANKS",
    "forbidden_parts": "forbidden_parts:FORBIDDEN_PARTS",
    "deterministic": "deterministic:DETERMINISTIC",
    "thresholds": "selections:THRESHOLDS",
    "ties": "selections:TIES",
    "sparse_patterns": "sparse_patterns:SPARSE_PATTERNS",
    "heads": "shared_averages:HEADS",
    "graphs": "graphs:GRAPHS",
}
"""Name -> module of this room, and in it the catalogue: ``"signrank": "sign_ranks:SIGN_RANKS"``, loaded when used.

Of a package of your own it is the catalogue itself.
"""


def catalogue_named(name: str) -> Catalogue:
    """The catalogue of a name.

    Raises
    ------
    CatalogueError
        If there is none; the message says which there are.
    """
    if name not in CATALOGUES:
        close = get_close_matches(str(name).lower().replace("-", "").replace("_", ""), CATALOGUES, n=1)
        hint = f"did you mean {close[0]}? " if close else ""
        raise CatalogueError(f"there is no catalogue {str(name)[:40]!r}; {hint}known are {', '.join(CATALOGUES)}")
    place = CATALOGUES[name]
    if not isinstance(place, str):
        return place
    module, _, own = place.partition(":")
    found: Catalogue = getattr(import_module(f".{module}", __package__), own)
    return found


def require_size(catalogue: Catalogue, n: Any) -> int:
    """The size, if it is one that can be built.

    Raises
    ------
    CatalogueError
        Which can be.
    """
    if n not in catalogue.sizes:
        sizes = ", ".join(map(str, catalogue.sizes))
        raise CatalogueError(
            f"is a size of {catalogue.name} that cannot be built; the sizes are {sizes}", argument="n", value=n,
            remedy=f"try ‹n={catalogue.sizes[-1]}›",
        )  # fmt: skip
    return int(n)


def packaged() -> dict[str, Any]:
    """``NAME-N`` -> the archive of each catalogue that is a part of the package, by name and size."""
    data = files(__package__) / "data"
    found = [path for path in data.iterdir() if path.name.endswith(".zip")] if data.is_dir() else []
    return {path.name.removesuffix(".zip"): path for path in sorted(found, key=lambda path: path.name)}
