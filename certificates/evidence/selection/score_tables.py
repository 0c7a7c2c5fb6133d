"""Evidence that a head has the weights of a matrix A within tolerances: ``score-tables``, class SOFTMAX, upper.

Integer queries and keys, S = <q, k> / D; every score is computed. Off the support S is to be at most zero + the least S
on it. On the support S_j - S_l - log2(w_j / w_l) is to lie between -ratio and ratio: columns of one weight are compared
exactly; for different weights c log2 w lies between e = bits(w^c) - 1 and e + 1, and is e if w^c = 2^e.
"""

from collections.abc import Sequence

from ...messages import short_number
from ...meter import product_steps
from ...reading import Node
from ...statement.attention_matrix import AttentionRatios, Row
from ...statement.least_size import LeastSize
from ...statement.size import Size
from ..proof import Premises, Proved
from ..size import size_proved
from .attention_matrix import ratios_asked
from .tables import charge_scores, dot, read_table

MAX_PRECISION = 4096
"""Largest c."""


def by_score_tables(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "score-tables", "dimension": m, "denominator": D, "precision": c, "queries": [..], "keys": [..]}``."""
    question = ratios_asked(quantity)
    fields = node.fields(("kind", "dimension", "denominator", "precision", "queries", "keys"))
    width = fields["dimension"].integer(0)
    denominator = fields["denominator"].integer(1)
    precision = fields["precision"].integer(1, MAX_PRECISION)
    queries = read_table(fields["queries"], len(question.entries), width, quantity.unit_class)
    keys = read_table(fields["keys"], question.L, width, quantity.unit_class)
    charge_scores(node, queries, keys)
    logarithms: dict[int, tuple[int, int]] = {}
    for i, (row, query) in enumerate(zip(question.entries, queries, strict=True)):
        scores = [dot(query, key) for key in keys]
        node.meter.charge(6 * len(scores) + 30 * len(row))
        lowest = min(scores[column] for column, _ in row)
        support = {column for column, _ in row}
        highest = max((score for j, score in enumerate(scores) if j not in support), default=None)
        if (
            highest is not None
            and (highest - lowest) * question.zero.denominator > question.zero.numerator * denominator
        ):
            found = f"a zero scores {short_number(highest)}, a nonzero {short_number(lowest)}, each over D"
            node.reject("gap-missed", found, at=f" with row {i}")
        if not _ratios_kept(node, row, scores, question, denominator, precision, logarithms):
            node.reject("ratio-missed", f"the nonzeros of row {i}", at=f" with row {i}")
    how = f"integer tables of width {short_number(width)} over {short_number(denominator)}, every ratio checked"
    return size_proved(node, quantity, value, Size(width), how)


def _ratios_kept(
    node: Node,
    row: Row,
    scores: Sequence[int],
    question: AttentionRatios,
    denominator: int,
    precision: int,
    logarithms: dict[int, tuple[int, int]],
) -> bool:
    """Whether |S_j - S_l - log2(w_j / w_l)| <= ratio on the support of a row."""
    ends: dict[int, tuple[int, int]] = {}
    for column, weight in row:
        score = scores[column]
        low, high = ends.get(weight, (score, score))
        ends[weight] = min(low, score), max(high, score)
    numerator, divisor = question.ratio.numerator, question.ratio.denominator
    if any((high - low) * divisor > numerator * denominator for low, high in ends.values()):
        return False
    if len(ends) == 1:
        return True
    spans = []
    for weight, (low, high) in ends.items():
        if weight not in logarithms:
            logarithms[weight] = _logarithm(node, weight, precision)
        below, above = logarithms[weight]
        spans.append((low * precision - above * denominator, high * precision - below * denominator))
    longest = max(abs(end).bit_length() for span in spans for end in span)
    node.meter.charge(3 * len(spans) ** 2 * (1 + longest // 512))
    most = numerator * denominator * precision
    return all(
        (high - low) * divisor <= most
        for a, (_, high) in enumerate(spans)
        for b, (low, _) in enumerate(spans)
        if a != b
    )


def _logarithm(node: Node, weight: int, precision: int) -> tuple[int, int]:
    """Integers e <= c log2 w <= e', as near as can be."""
    bits = weight.bit_length() * precision
    node.meter.charge(50 + 2 * product_steps(bits, bits))
    power = weight**precision
    below = power.bit_length() - 1
    return below, below if power == 1 << below else below + 1
