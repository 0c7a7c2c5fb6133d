"""Sparse attention matrices, and exponents of tolerances, from JSON."""

from fractions import Fraction
from math import gcd

from ..attention_matrix import (
    MAX_DENOMINATOR,
    MAX_TOLERANCE,
    MAX_WEIGHT_BITS,
    AttentionRatios,
    PermutationMatrix,
    Row,
)
from ..question import Question
from .node import Node

MAX_COLUMNS = 10**9


def read_ratios(node: Node) -> Question:
    """``{"task": "attention-matrix", "L": 2, "rows": [[[0, 1]], [[0, 1], [1, 3]]], "ratio": "1/8", "zero": "-10"}``."""
    fields = node.fields(("task", "L", "rows", "ratio", "zero"))
    columns = fields["L"].integer(1, MAX_COLUMNS)
    rows = tuple(_read_row(row, columns) for row in fields["rows"].entries())
    if not rows:
        fields["rows"].fail("must hold at least one row")
    ratio, zero = read_exponent(fields["ratio"]), read_exponent(fields["zero"])
    if ratio < 0:
        fields["ratio"].fail("must not be negative: ratios are within 2^ratio")
    if zero >= 0:
        fields["zero"].fail("must be negative: zeros are at most 2^zero of the nonzeros of their row")
    return AttentionRatios(columns, rows, ratio, zero)


def read_permutation(node: Node) -> Question:
    """``{"task": "permutation-matrix", "L": 1000000}``."""
    return PermutationMatrix(node.fields(("task", "L"))["L"].integer(1, MAX_COLUMNS))


def read_exponent(node: Node) -> Fraction:
    """A fraction that is an exponent of 2, of bounded size."""
    exponent = node.fraction()
    if abs(exponent) > MAX_TOLERANCE or exponent.denominator > MAX_DENOMINATOR:
        node.fail(
            f"must be between -{MAX_TOLERANCE} and {MAX_TOLERANCE}, with a denominator of {MAX_DENOMINATOR} at most"
        )
    return exponent


def _read_row(node: Node, columns: int) -> Row:
    row: list[tuple[int, int]] = []
    for entry in node.entries():
        column, weight = entry.items(2)
        row.append((column.integer(row[-1][0] + 1 if row else 0, columns - 1), weight.integer(1)))
        if row[-1][1].bit_length() > MAX_WEIGHT_BITS:
            weight.fail(f"must have at most {MAX_WEIGHT_BITS} bits")
    if not row:
        node.fail("must hold at least one nonzero entry")
    node.meter.charge(sum(10 + weight.bit_length() // 8 for _, weight in row))
    node.meter.room(150 * len(row))
    if gcd(*(weight for _, weight in row)) > 1:
        node.fail("must have weights without a common divisor")
    return tuple(row)
