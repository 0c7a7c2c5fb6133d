"""The atlas: catalogues of all small matrices and patterns, every number with a certificate at both bounds.

``headcount.atlas("signrank", n=5)`` loads one, ``headcount atlas`` lists, shows, builds and checks them.
"""

from typing import TYPE_CHECKING

from ..lazy_names import loaded_when_used

if TYPE_CHECKING:
    from .build import Built as Built
    from .build import build as build
    from .catalogue import Catalogue as Catalogue
    from .catalogue import CatalogueError as CatalogueError
    from .catalogue import Entry as Entry
    from .catalogue import Stated as Stated
    from .checking import Checked as Checked
    from .checking import check_folder as check_folder
    from .registry import CATALOGUES as CATALOGUES
    from .registry import catalogue_named as catalogue_named
else:
    __getattr__ = loaded_when_used(
        __name__,
        {
            "build": "Built build",
            "catalogue": "Catalogue CatalogueError Entry Stated",
            "checking": "Checked check_folder",
            "registry": "CATALOGUES catalogue_named",
        },
    )
