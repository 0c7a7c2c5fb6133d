"""Which width gives a softmax head the weights of a sparse matrix A, within tolerances: class SOFTMAX.

The definition is in ``statement/attention_matrix.py``: on the support (where A is not 0) the numbers x_j = S_ij -
log2 w_ij of a row lie within ``ratio`` of each other, and off it S_ij <= S_il + zero for every l of the support.

``threshold``      lower. zero < 0, so every score of the support exceeds every one off it: the queries and keys have
                   the threshold pattern, whatever the tolerances, and so has every part of it.
``tie``            *Upper.* Tables of the tie pattern, multiplied by a large number: scores of the support are equal,
                   those off it as far below as is wanted. So it holds if in no row two weights are further apart than
                   2^ratio. *Lower.* If ratio = 0 and the weights of a row are equal, so are its scores.
``interpolation``  upper, for any weights and tolerances. Column number t of an order has the key (t, t^2, .., t^m). The
                   query of row i is p - C g without the constant term, of which the softmax takes no notice: p of
                   degree below k has p(t) = log2 w_it at the k columns of the support, g is 0 there and positive at
                   the other columns, and C is large. g may be the product of (t - t_l)^2; or, if no columns off the
                   support lie on one side of a run of it along the order, or the run is of even length, simple zeros do
                   there: a run of odd length between other columns needs one zero more. If the support is everything,
                   there is no g.
``identity``       upper. Scores are arbitrary if keys are the vertices of a simplex (m = L - 1), or if equal rows have
                   one query and the queries are unit vectors (m = number of different rows).

``score-tables`` and ``radon`` have files of their own.
"""

from collections.abc import Sequence
from fractions import Fraction

from ...messages import short_number
from ...meter import product_steps
from ...reading import Node
from ...statement.attention_matrix import AttentionRatios, PermutationMatrix, Row
from ...statement.least_size import LeastSize, least_size
from ...statement.question import Question
from ...statement.selection import SparseAveraging
from ...statement.separation import Separation
from ...statement.size import Size
from ..proof import Premises, Proved
from ..size import size_proved


def by_threshold(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "threshold", "of": premise, ["rows": [..], "columns": [..]]}``."""
    question = quantity.question
    parts = () if isinstance(question, PermutationMatrix) else ("rows", "columns")
    fields = node.fields(("kind", "of"), parts)
    m, asked = _premise(fields["of"], premises, "lower")
    if isinstance(question, PermutationMatrix):
        _require_named(fields["of"], asked, Separation(question.L, 1, 1))
    else:
        _compare(fields, ratios_asked(quantity), asked, "+")
    return Proved(m, f"nonzeros above zeros need m >= {short_number(m)} at any tolerance")


def by_tie_lower(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "tie", "of": premise, ["rows": [..], "columns": [..]]}``."""
    question = ratios_asked(quantity)
    fields = node.fields(("kind", "of"), ("rows", "columns"))
    m, asked = _premise(fields["of"], premises, "lower")
    node.meter.charge(2 * sum(map(len, question.entries)))
    if question.ratio or not question.uniform:
        node.reject("rule-not-applicable", "scores are tied if all ratios are exact and the nonzeros of a row equal")
    _compare(fields, question, asked, "0")
    return Proved(m, f"equal nonzeros, exactly, need m >= {short_number(m)}")


def by_tie_upper(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "tie", "of": premise}``."""
    question = quantity.question
    fields = node.fields(("kind", "of"))
    m, asked = _premise(fields["of"], premises, "upper")
    if isinstance(question, PermutationMatrix):
        _require_named(fields["of"], asked, SparseAveraging(question.L, 1))
    else:
        ratios = ratios_asked(quantity)
        if not spread_within(node, ratios, ratios.ratio):
            node.reject("ratio-missed", "two weights of a row cannot be taken for equal")
        _compare(fields, ratios, asked, "0")
    return size_proved(node, quantity, value, Size(m), "scores tied on the nonzeros, far below them off")


def by_interpolation(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "interpolation", ["order": [..]]}``."""
    question = quantity.question
    if isinstance(question, PermutationMatrix):
        node.fields(("kind",))
        degree = 2
    else:
        ratios = ratios_asked(quantity)
        fields = node.fields(("kind",), ("order",))
        place: Sequence[int] = range(ratios.L)
        if "order" in fields:
            order = fields["order"].permutation(ratios.L)
            node.meter.charge(20 * ratios.L)
            place = sorted(place, key=order.__getitem__)
        degree = max(_degree(node, row, place) for row in ratios.entries)
    how = f"weights interpolated by polynomials of degree at most {degree}, for any weights and tolerances"
    return size_proved(node, quantity, value, Size(degree), how)


def by_any_scores(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "identity"}``."""
    node.fields(("kind",))
    question = quantity.question
    width = question.columns - 1
    if isinstance(question, AttentionRatios):
        node.meter.charge(sum(map(len, question.entries)))
        width = min(width, len(set(question.entries)))
    return size_proved(node, quantity, value, Size(width), "all scores at will: an identity matrix or a simplex")


def spread_within(node: Node, question: AttentionRatios, exponent: Fraction) -> bool:
    """Whether no two weights of a row are further apart than 2^exponent: w^b <= 2^a v^b, the exponent being a/b."""
    node.meter.charge(4 * sum(map(len, question.entries)))
    a, b = exponent.numerator, exponent.denominator
    for least, most in {(min(weights), max(weights)) for weights in map(weights_of, question.entries)}:
        bits = most.bit_length() * b
        node.meter.charge(50 + 4 * product_steps(bits, bits))
        if a < 0 or (a <= bits and most**b > least**b << a):  # 2^bits > most^b
            return False
    return True


def _degree(node: Node, row: Row, place: Sequence[int]) -> int:
    """The degree that the polynomial of a row needs, with the columns at these places of the order."""
    node.meter.charge(20 * len(row))
    total = len(place)
    if len(row) == total:
        return total - 1
    zeros, run, last = 0, 0, -1
    for t in sorted(place[column] for column, _ in row):
        if t > last + 1:
            zeros += _of_run(run, last, total)
            run = 0
        run, last = run + 1, t
    return zeros + _of_run(run, last, total)


def _of_run(length: int, last: int, total: int) -> int:
    """How many zeros a run of the support needs, whose last place this is."""
    between = last - length >= 0 and last + 1 < total
    return length + (length % 2 if between else 0)


def _premise(node: Node, premises: Premises, side: str) -> tuple[int, Question]:
    """A bound of m in class SIGN for a pattern without a null token."""
    bound = premises.premise(node)
    quantity = bound.quantity
    if not isinstance(quantity, LeastSize) or bound.side != side or quantity != least_size(quantity.question):
        node.reject("rule-not-applicable", f"must be a bound ({side}) of m in class SIGN")
    if not quantity.question.is_pattern or quantity.question.null:
        node.reject("rule-not-applicable", "must be about a pattern without a null token")
    return int(bound.value), quantity.question


def _require_named(node: Node, asked: Question, wanted: Question) -> None:
    if asked != wanted:
        node.reject("rule-not-applicable", f"must be about {wanted.words}")


def _compare(fields: dict[str, Node], question: AttentionRatios, asked: Question, symbol: str) -> None:
    """Require the premise's pattern to be that of the nonzeros, or of the rows and columns named."""
    entries, of = question.entries, fields["of"]
    rows: Sequence[int] = range(len(entries))
    columns: Sequence[int] = range(question.L)
    if "rows" in fields:
        rows = fields["rows"].increasing(0, len(entries) - 1)
    if "columns" in fields:
        columns = fields["columns"].increasing(0, question.L - 1)
    smaller = asked.pattern
    if smaller.shape != (len(rows), len(columns)):
        of.reject("not-a-restriction", f"{len(rows)} rows and {len(columns)} columns for {smaller.shape} entries")
    of.meter.charge(6 * len(rows) * len(columns) + sum(map(len, entries)))
    for r, i in enumerate(rows):
        support = {column for column, _ in entries[i]}
        for c, j in enumerate(columns):
            wanted, found = symbol if j in support else "-", smaller.rows[r][c]
            if found != wanted:
                of.reject("not-a-restriction", f"row {r}, column {c} is {found} and ought to be {wanted}")


def weights_of(row: Row) -> list[int]:
    """The weights of a row."""
    return [weight for _, weight in row]


def ratios_asked(quantity: LeastSize) -> AttentionRatios:
    """The question, which is about a matrix."""
    assert isinstance(quantity.question, AttentionRatios)  # the table of kinds
    return quantity.question
