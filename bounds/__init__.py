"""Lower bounds and upper-bound constructions: each a file, which returns a Bound or a Construction."""

from typing import TYPE_CHECKING

from ..lazy_names import loaded_when_used

if TYPE_CHECKING:
    from .bound import Bound as Bound
    from .bound import CheckerRefusedError as CheckerRefusedError
    from .bound import CrossedBoundsError as CrossedBoundsError
    from .bound import Evidence as Evidence
    from .bound import Status as Status
    from .constructions.construction import Construction as Construction
    from .constructions.construction import ConstructionError as ConstructionError
    from .constructions.construction import Size as Size
    from .constructions.construction import Theorem as Theorem
    from .constructions.construction import Verification as Verification
    from .patterns import simplex_upper as simplex_upper
    from .patterns import trivial_lower as trivial_lower
    from .selections import sparse_averaging_lower as sparse_averaging_lower
    from .selections import sparse_averaging_upper as sparse_averaging_upper
    from .upper.unit_tables import UnitTables as UnitTables
    from .upper.unit_tables import unit_tables as unit_tables
else:
    __getattr__ = loaded_when_used(
        __name__,
        {
            "bound": "Bound CheckerRefusedError CrossedBoundsError Evidence Status",
            "constructions.construction": "Construction ConstructionError Size Theorem Verification",
            "patterns": "simplex_upper trivial_lower",
            "selections": "sparse_averaging_lower sparse_averaging_upper",
            "upper.unit_tables": "UnitTables unit_tables",
        },
    )
