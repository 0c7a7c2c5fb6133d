"""Bounds that need no search: dimensions are not negative, and an identity matrix is a table (the simplex)."""

from ..questions import Question
from .bound import Bound, certified_bound


def trivial_lower(question: Question) -> Bound:
    """m >= 0.

    >>> from ..questions import match2_question
    >>> trivial_lower(match2_question(5)).value
    0
    """
    return certified_bound(question, "lower", 0, "a dimension is not negative", {"kind": "trivial"})


def simplex_upper(question: Question) -> Bound:
    """m <= min(R, C) - offset: the keys are the vertices of a simplex (or the queries are).

    For q-SA this is m <= N - 1: N keys in general position can be told apart by any query.

    >>> from ..questions import qsa_question
    >>> simplex_upper(qsa_question(5, 3)).value
    4
    >>> simplex_upper(qsa_question(1, 1)).evidence.method
    'no query has to tell keys apart'
    """
    known = question.can_be_written_out or question.task == "relevance"
    rows = question.shape[0] + question.offset if known else question.columns
    value = min(rows, question.columns) - question.offset
    method = "simplex: an identity matrix as a table" if value else "no query has to tell keys apart"
    return certified_bound(question, "upper", value, method, {"kind": "identity"})


def no_signs_upper(question: Question) -> Bound | None:
    """m <= 0 if no score has to differ from 0 (null token): tables of width 0. None if there is a sign.

    >>> from ..questions import SignPattern, pattern_question
    >>> no_signs_upper(pattern_question(SignPattern(("0*", "00"), null=True))).value
    0
    """
    if not question.can_be_written_out or any("+" in row or "-" in row for row in question.rows):
        return None
    queries: list[list[int]] = [[] for _ in question.rows]
    keys: list[list[int]] = [[] for _ in range(question.columns)]
    evidence = {"kind": "tables", "dimension": 0, "queries": queries, "keys": keys}
    return certified_bound(question, "upper", 0, "no score has to differ from 0", evidence)
