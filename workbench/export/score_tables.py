"""Tables of queries and keys, class SIGN, as a script: every score is multiplied out and has its sign.

``tables`` are written as they stand. ``polynomial``, ``squares`` and ``identity`` show that tables exist; here they are
worked out: keys on the moment curve and the coefficients of the rows' polynomials, or an identity matrix and the signs.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from ...bounds.upper.moment_curve import moment_curve_tables
from ...questions.question import MAX_CELLS, Question
from ...questions.sign_pattern import transposed
from .asked import require_sizes, size_of
from .script import Script, TooLargeError, need_room
from .stated_claim import StatedClaim

SIGNS = {"-": -1, "0": 0, "+": 1, "*": 0}
RELATIONS = {"-": "<", "0": "=", "+": ">"}

Table = Sequence[Sequence[int | Fraction]]


def score_tables(claim: StatedClaim) -> Script:
    """The script of an upper bound of m for a pattern in class SIGN.

    Raises
    ------
    TooLargeError
        If the pattern times the width is more than is written.
    """
    question = size_of(claim).question
    if question.cells > MAX_CELLS and claim.kind != "tables":
        raise TooLargeError(f"{question.words} is not written out, so that its scores are not, either")
    height, columns = question.shape
    width = _width(claim, question)
    need_room((height + question.offset) * columns * max(width, 1))
    rows = tuple(question.each_row())
    queries, keys = _tables(claim, rows, width)
    null_key = claim.evidence.get("null_key", ())
    added = "" if question.null else "the last row, of + only, stands for the threshold that each row is free to choose"
    script = Script(
        "QF_NIA",
        claim.words,
        f"queries w_r and keys u_c of {width} integers have scores with the signs of the pattern, so its sign-rank is "
        f"at most {width}" + ("" if question.null else f" and m <= {width - 1}"),
        "that the rows written above the conditions are those of the statement (* is any score)"
        + (f"; and that {added}, which makes m the sign-rank less 1" if added else "; the null token scores 0")
        + ".",
    )
    require_sizes(script, claim, m=width - question.offset)
    threshold = script.vector("n", null_key)
    names = [script.vector(f"u_{c}", key) for c, key in enumerate(keys)]
    for r, (row, query) in enumerate(zip(rows, queries, strict=True)):
        script.remark(f"row {r}: {row}")
        w = script.vector(f"w_{r}", query)
        level = script.dot(w, threshold) if null_key else script.number(0)
        for symbol, u in zip(row, names, strict=True):
            if symbol != "*":
                script.require(f"({RELATIONS[symbol]} {script.dot(w, u)} {level})")
    return script


def _width(claim: StatedClaim, question: Question) -> int:
    if claim.kind in ("tables", "polynomial"):
        return int(claim.evidence["dimension"])
    if claim.kind == "identity":
        return min(question.columns, question.shape[0] + question.offset)
    return int(claim.value["value"]) + question.offset  # squares: degree below the value claimed


def _tables(claim: StatedClaim, rows: tuple[str, ...], width: int) -> tuple[Table, Table]:
    evidence = claim.evidence
    if claim.kind == "tables":
        return evidence["queries"], evidence["keys"]
    if claim.kind == "identity":
        signs = [[SIGNS[symbol] for symbol in row] for row in rows]
        units = [[int(i == j) for j in range(width)] for i in range(width)]
        return (signs, units) if len(rows[0]) == width else (units, [list(c) for c in zip(*signs, strict=True)])
    lines = transposed(rows) if evidence.get("vectors") == "rows" else rows
    order = tuple(evidence.get("order", range(len(lines[0]))))
    negated = frozenset(evidence.get("negated", ()))
    polynomials, points = moment_curve_tables(lines, order, negated, width)
    cleared = [integers(polynomial) for polynomial in polynomials]
    return (points, cleared) if lines is not rows else (cleared, points)


def integers(vector: Sequence[int | Fraction]) -> list[int]:
    """A positive multiple with integer entries.

    >>> integers([Fraction(1, 2), Fraction(-1, 3)])
    [3, -2]
    """
    scale = lcm(*(Fraction(entry).denominator for entry in vector))
    return [int(entry * scale) for entry in vector]
