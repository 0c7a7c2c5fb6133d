"""Statements, their evidence, and the trusted checker. Standard library only; see FORMAT.rst for the file format."""

from .check import FORMAT, VERSION, check
from .question import Question, match2_question, pattern_question, qsa_question
from .sign_pattern import PatternError, SignPattern
from .verdict import REJECTION_CODES, Accepted, Malformed, Rejected, Verdict

__all__ = [
    "FORMAT",
    "REJECTION_CODES",
    "VERSION",
    "Accepted",
    "Malformed",
    "PatternError",
    "Question",
    "Rejected",
    "SignPattern",
    "Verdict",
    "check",
    "match2_question",
    "pattern_question",
    "qsa_question",
]
