"""Statements, their evidence, and the trusted checker. Standard library only; see FORMAT.rst for the file format."""

from .book import FORMAT, VERSION
from .check import check
from .meter import LIMIT, Meter
from .reading.questions import computation_question
from .reading.units import UnitFileError, load_unit, read_unit, unit_to_json
from .rejection_codes import REJECTION_CODES
from .statement.attention import (
    PAIRWISE,
    STRASSEN,
    ScorePolynomial,
    attend,
    base_two,
    fixed_point,
    saturated,
    tensor,
)
from .statement.attention_matrix import AttentionRatios, permutation_question
from .statement.finite_task import FINITE_TASKS, FiniteTask
from .statement.grid import GRIDS, bits_needed, midrise, twos
from .statement.layer import NULL, Head, Layer, ReadOut, Table
from .statement.least_size import LeastSize, MeasureOf, StatedBound, least_size
from .statement.matrix import CommunicationMatrix
from .statement.measure import MEASURES
from .statement.outputs import at_position, averaging_question
from .statement.question import Question
from .statement.retrieval import retrieval_question
from .statement.scope import Scope
from .statement.scored import scored_question
from .statement.selection import (
    match2_question,
    match_question,
    pattern_question,
    qsa_question,
    shared_question,
)
from .statement.separation import separation_question
from .statement.sign_pattern import PatternError, SignPattern
from .statement.unit import Unit
from .statement.unit_class import FAMILIES, UnitClass, UnitFamily
from .verdict import Accepted, Malformed, Rejected, Undecided, Verdict

__all__ = [
    "FAMILIES",
    "FINITE_TASKS",
    "FORMAT",
    "GRIDS",
    "LIMIT",
    "MEASURES",
    "NULL",
    "PAIRWISE",
    "REJECTION_CODES",
    "STRASSEN",
    "VERSION",
    "Accepted",
    "AttentionRatios",
    "StatedBound",
    "least_size",
    "CommunicationMatrix",
    "FiniteTask",
    "Head",
    "Layer",
    "LeastSize",
    "Malformed",
    "MeasureOf",
    "Meter",
    "PatternError",
    "Question",
    "ReadOut",
    "Rejected",
    "Scope",
    "ScorePolynomial",
    "SignPattern",
    "Table",
    "Undecided",
    "Unit",
    "UnitClass",
    "UnitFamily",
    "UnitFileError",
    "Verdict",
    "at_position",
    "attend",
    "averaging_question",
    "base_two",
    "bits_needed",
    "check",
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
