"""Communication measures: the matrix, what is claimed of it, and evidence for each."""

from .claims import check_measures, reaches
from .matrix import CommunicationMatrix, MatrixError
from .measures import MEASURES, Measure
from .named_functions import NAMED
from .proof import Proved
from .rectangles import Rectangle

__all__ = [
    "MEASURES",
    "NAMED",
    "CommunicationMatrix",
    "MatrixError",
    "Measure",
    "Proved",
    "Rectangle",
    "check_measures",
    "reaches",
]
