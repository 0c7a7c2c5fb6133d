"""Lower bounds and upper-bound constructions: each a file, which returns a Bound or a Construction."""

from .bound import Bound, CheckerRefusedError, CrossedBoundsError, Evidence, Status
from .constructions.construction import Construction, ConstructionError, Size, Theorem, Verification
from .patterns import simplex_upper, trivial_lower
from .selections import sparse_averaging_lower, sparse_averaging_upper
from .upper.unit_tables import UnitTables, unit_tables

__all__ = [
    "Bound",
    "CheckerRefusedError",
    "Construction",
    "ConstructionError",
    "CrossedBoundsError",
    "Evidence",
    "Size",
    "Status",
    "Theorem",
    "UnitTables",
    "Verification",
    "simplex_upper",
    "sparse_averaging_lower",
    "sparse_averaging_upper",
    "trivial_lower",
    "unit_tables",
]
