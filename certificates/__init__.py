"""Statements, their evidence, and the trusted checker. Standard library only; see FORMAT.rst for the file format."""

from .check import FORMAT, VERSION, check
from .finite_task import FINITE_TASKS, FiniteTask
from .question import (
    Question,
    at_position,
    averaging_question,
    match2_question,
    match_question,
    pattern_question,
    qsa_question,
    shared_question,
)
from .question_file import computation_question
from .scope import Scope
from .sign_pattern import PatternError, SignPattern
from .unit import (
    GRIDS,
    NULL,
    PAIRWISE,
    STRASSEN,
    Head,
    Layer,
    ReadOut,
    ScorePolynomial,
    Table,
    Unit,
    attend,
    base_two,
    bits_needed,
    fixed_point,
    midrise,
    saturated,
    tensor,
    twos,
)
from .unit_class import UnitClass
from .unit_file import UnitFileError, load_unit, read_unit, unit_length, unit_to_json
from .verdict import REJECTION_CODES, Accepted, Malformed, Rejected, Verdict

__all__ = [
    "FINITE_TASKS",
    "FORMAT",
    "GRIDS",
    "NULL",
    "PAIRWISE",
    "REJECTION_CODES",
    "STRASSEN",
    "VERSION",
    "Accepted",
    "FiniteTask",
    "Head",
    "Layer",
    "Malformed",
    "PatternError",
    "Question",
    "ReadOut",
    "Rejected",
    "Scope",
    "ScorePolynomial",
    "SignPattern",
    "Table",
    "Unit",
    "UnitClass",
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
    "qsa_question",
    "read_unit",
    "saturated",
    "shared_question",
    "tensor",
    "twos",
    "unit_length",
    "unit_to_json",
]
