"""Communication measures: the matrix, what is claimed of it, the inequalities, and evidence for each."""

from .claims import check_measures, reaches
from .lattice import RULES, find_rule
from .matrix import CommunicationMatrix, MatrixError
from .measures import MEASURES, Measure
from .named_functions import NAMED
from .proof import Proved
from .rectangles import Rectangle, heaviest_rectangle
from .rule import Rule

__all__ = [
    "MEASURES",
    "NAMED",
    "RULES",
    "CommunicationMatrix",
    "MatrixError",
    "Measure",
    "Proved",
    "Rectangle",
    "Rule",
    "check_measures",
    "find_rule",
    "heaviest_rectangle",
    "reaches",
]
