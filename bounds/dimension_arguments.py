"""Bounds that need no search: dimensions are not negative, and an identity matrix is a table (the simplex)."""

from ..certificates import Question
from .bound import Bound, certified_bound


def trivial_lower(question: Question) -> Bound:
    """m >= 0.

    >>> from ..certificates import match2_question
    >>> trivial_lower(match2_question(5)).value
    0
    """
    return certified_bound(question, "lower", 0, "a dimension is not negative", {"kind": "trivial"})


def simplex_upper(question: Question) -> Bound:
    """m <= min(R, C) - offset: the keys are the vertices of a simplex (or the queries are).

    For q-SA this is m <= N - 1: N keys in general position can be told apart by any query.

    >>> from ..certificates import qsa_question
    >>> simplex_upper(qsa_question(5, 3)).value
    4
    """
    rows = len(question.rows) if question.can_be_written_out else question.columns
    value = min(rows, question.columns) - question.offset
    return certified_bound(question, "upper", value, "simplex: an identity matrix as a table", {"kind": "identity"})
