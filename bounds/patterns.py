"""Sign patterns as arrays for the engines, and bounds that need no search.

Dimensions are not negative, an identity matrix is a table (the simplex), and tables that were found are multiplied out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from ..certificates.meter import LIMIT
from ..questions import LeastSize, Question
from ..questions.relevance import Relevance
from ..solvers.sparse_signs.sparse_signs import SparseSigns, signs_of_lists
from .bound import Bound, certified_bound, premise

STAR = 2
_CODES = np.zeros(128, dtype=np.int8)
for _symbol, _value in (("-", -1), ("0", 0), ("+", 1), ("*", STAR)):
    _CODES[ord(_symbol)] = _value


def letters(rows: Sequence[str]) -> np.ndarray:
    """Words of one length as their codes: a uint8 array (R, C)."""
    return np.frombuffer("".join(rows).encode("ascii"), dtype=np.uint8).reshape(len(rows), -1)


def sign_array(rows: Sequence[str]) -> np.ndarray:
    """Words over ``+ - 0 *`` as an int8 array of 1, -1, 0 and 2.

    >>> sign_array(("+-", "0*")).tolist()
    [[1, -1], [0, 2]]
    """
    signs: np.ndarray = _CODES[letters(rows)]
    return signs


def pattern_array(question: Question) -> np.ndarray:
    """The homogeneous rows of a question as an int8 array (R, C).

    >>> from ..questions import qsa_question
    >>> pattern_array(qsa_question(3, 1)).tolist()
    [[0, -1, -1], [-1, 0, -1], [-1, -1, 0], [1, 1, 1]]
    """
    return sign_array(question.rows)


def sparse_pattern(question: Question) -> SparseSigns:
    """The rows of a pattern over ``+ - *``, without the row that is added where there is no null token.

    >>> from ..questions import SignPattern, pattern_question
    >>> sparse_pattern(pattern_question(SignPattern(("+-*", "-+-"), null=False))).block(0, 2).tolist()
    [[1, -1, 0], [-1, 1, -1]]
    """
    if isinstance(question, Relevance):
        return signs_of_lists(question.width, question.selected, question.free)
    import scipy.sparse as sparse  # small patterns do without

    signs = sign_array(question.pattern.rows)
    return SparseSigns(sparse.csr_array(signs == 1), sparse.csr_array(signs == STAR))


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
    queries, keys = [()] * len(question.rows), [()] * question.columns
    return by_tables(question, 0, "no score has to differ from 0", queries, keys, 0)


def no_keys_upper(question: Question) -> Bound | None:
    """m <= 0 if no row has to tell keys apart, as thresholds are free: tables of width 0, and a threshold.

    Examples
    --------
    >>> from ..questions import SignPattern, pattern_question
    >>> no_keys_upper(pattern_question(SignPattern(("++", "-*", "00"), null=False))).value
    0
    >>> no_keys_upper(pattern_question(SignPattern(("+-",), null=False))) is None
    True
    """
    if question.null or not question.can_be_written_out or any(len(set(row) - {"*"}) > 1 for row in question.rows):
        return None
    level = {"+": 1, "-": -1}
    queries = [(next((level.get(x, 0) for x in row if x != "*"), 0),) for row in question.rows]
    return by_tables(question, 0, "no row has to tell keys apart", queries, [(1,)] * question.columns, 1)


def by_tables(
    asked: LeastSize | Question,
    value: int,
    method: str,
    queries: Iterable[Iterable[int]],
    keys: Iterable[Iterable[int]],
    dimension: int,
    limit: int = LIMIT,
    **more: object,
) -> Bound:
    """The upper bound by tables of integers, of so many columns; the checker multiplies them out."""
    listed = {name: [[*map(int, row)] for row in table] for name, table in (("queries", queries), ("keys", keys))}
    return certified_bound(
        asked, "upper", value, method, {"kind": "tables", "dimension": dimension, **listed, **more}, limit
    )


def of_part(
    question: Question, part: Bound, rows: Iterable[int], columns: Iterable[int], method: str | None = None
) -> Bound:
    """The lower bound of some rows and columns as one of the whole pattern."""
    lines = {"rows": list(rows), "columns": list(columns)}
    evidence = {"kind": "restriction", **lines, "of": premise(part)}
    return certified_bound(question, "lower", part.value, method or part.evidence.method, evidence)
