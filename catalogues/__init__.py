"""The atlas: catalogues of all small matrices and patterns, every number with a certificate at both bounds.

``headcount.atlas("signrank", n=5)`` loads one, ``headcount atlas`` lists, shows, builds and checks them.
"""

from .build import Built, build
from .catalogue import Catalogue, CatalogueError, Entry, Stated
from .checking import Checked, check_folder
from .registry import CATALOGUES, catalogue_named

__all__ = [
    "CATALOGUES",
    "Built",
    "Catalogue",
    "CatalogueError",
    "Checked",
    "Entry",
    "Stated",
    "build",
    "catalogue_named",
    "check_folder",
]
