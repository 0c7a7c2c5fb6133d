"""What is asked of attention units, and the objects that say it: statements in Python, with their words and their JSON.

The checker does not use them: it reads the JSON that they write.
"""

from .attention import PAIRWISE, STRASSEN, ScorePolynomial, attend, base_two, fixed_point, saturated, tensor
from .attention_matrix import AttentionRatios, permutation_question
from .finite_task import FINITE_TASKS, FiniteTask
from .grid import GRIDS, bits_needed, midrise, twos
from .late_interaction import late_interaction_question
from .layer import NULL, Head, Layer, ReadOut, Table
from .least_size import LeastSize, least_size
from .matrix import CommunicationMatrix
from .measure import MEASURES
from .outputs import at_position, averaging_question
from .question import Question
from .reading import computation_question
from .scope import Scope
from .scored import scored_question
from .selection import match2_question, match_question, pattern_question, qsa_question, shared_question
from .separation import retrieval_question, separation_question
from .sign_pattern import PatternError, SignPattern
from .unit import Unit
from .unit_class import UnitClass
from .unit_file import UnitFileError, load_unit, read_unit, unit_to_json

__all__ = [
    "FINITE_TASKS",
    "GRIDS",
    "MEASURES",
    "NULL",
    "PAIRWISE",
    "STRASSEN",
    "AttentionRatios",
    "late_interaction_question",
    "least_size",
    "CommunicationMatrix",
    "FiniteTask",
    "Head",
    "Layer",
    "LeastSize",
    "PatternError",
    "Question",
    "ReadOut",
    "Scope",
    "ScorePolynomial",
    "SignPattern",
    "Table",
    "Unit",
    "UnitClass",
    "UnitFileError",
    "at_position",
    "attend",
    "averaging_question",
    "base_two",
    "bits_needed",
    "computation_question",
    "fixed_point",
    "load_unit",
    "match2_question",
    "match_question",
    "midrise",
    "pattern_question",
    "permutation_question",
    "qsa_question",
    "read_unit",
    "retrieval_question",
    "saturated",
    "scored_question",
    "separation_question",
    "shared_question",
    "tensor",
    "twos",
    "unit_to_json",
]
