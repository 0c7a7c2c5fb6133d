"""A claim that rests on another one: ``restriction``, a part of what is asked is another question, entry by entry.

``{"kind": "restriction", "of": premise, ..}``, where the premise is a lower bound about the smaller question: an
earlier claim of the file (its number) or one that is stated and proved in place. What does all of it does a part of it,
so the bound holds for the whole. The other fields say which part:

*Patterns* and *matrices*: ``"rows": [..], "columns": [..]``, numbers in the larger question for those of the smaller,
each once, in any order: in what order rows and columns stand changes neither m nor any of the measures.
Every entry of the smaller one has to be that of the larger one, or ``*``. A matrix is a pattern with ``+`` for 1 and
``-`` for 0 where its sign-rank is asked for.

*Tuples of order s* with a null token: ``"part": k, "rows": [..], "columns": [[..], ..]``. With all parts but one held
fixed the score of a tuple, less the score T of the tuple that is null throughout, is an inner product, and its sign is
the entry of the pattern:

* k = 0: rows are queries x, a column lists the s - 1 keys (-1: null): <q_x, u> with u = k1_y * k2_z * .. - n1 * n2 * ..
  of width m. So **m >= sign-rank**.
* k >= 1 (s >= 3): rows are the symbols of that key (-1: null), a column lists the query and the other keys in order:
  <(k_y, -1), (w, T(x))>, w the product of the other parts. So **m + 1 >= sign-rank**.

*A smaller class*: without rows and columns the question is the same, and the premise is about class SIGN: a unit of
class GRID is one of class SIGN (its gap is positive), so what real tables cannot do it cannot. If the bound on m
exceeds what is held fixed where p is asked for, no p will do.
"""

from collections.abc import Callable
from functools import partial

from ..messages import short_number
from ..reading import Node
from ..statement.least_size import LeastSize, MeasureOf, StatedBound, least_size
from ..statement.matrix import CommunicationMatrix
from ..statement.question import Question
from ..statement.relevance import Relevance
from ..statement.selection import NULL_PART, Matching
from ..statement.sign_pattern import SignPattern, part_of
from .proof import Premises, Proved

Rows = tuple[str, ...]

SIGN_OF_BIT = str.maketrans("01", "-+")


def of_size(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """The bound of the premise, once the premise has been found to be about a part of the question."""
    question = quantity.question
    if isinstance(question, Matching) and question.order > 2 and node.has("part"):
        fields = node.fields(("kind", "of", "part", "rows", "columns"))
        part = fields["part"].integer(0, question.order - 1)
        rank, pattern = sign_rank_premise(fields["of"], premises)
        _compare_tuples(fields, question, part, pattern)
        how = f"part {part} against the others has sign-rank >= {short_number(rank)}"
        return _width(quantity, value, rank - (part > 0), how)
    fields = node.fields(("kind", "of"), ("rows", "columns"))
    premise = premises.premise(fields["of"])
    found = premise.quantity
    if not isinstance(found, LeastSize) or found != least_size(found.question) or premise.side != "lower":
        node.reject("rule-not-applicable", "the premise must be a lower bound of m in class SIGN")
    if "rows" not in fields and "columns" not in fields:
        if found.question != question:
            node.reject("rule-not-applicable", "the premise is about another question")
        return _width(quantity, value, int(premise.value), "as for real queries and keys")
    if not (question.is_pattern and found.question.is_pattern) or question.null != found.question.null:
        node.reject("rule-not-applicable", "both must be patterns, with or without a null token")
    if isinstance(question, Relevance):
        node.meter.charge(question.entries)
    _compare_entries(node, fields, question.shape, question.part, found.question.pattern.rows)
    return _width(quantity, value, int(premise.value), f"a part of it needs m >= {short_number(premise.value)}")


def _width(quantity: LeastSize, value: int, m: int, how: str) -> Proved:
    """What ``m >= the number`` of real units says about the resource."""
    if quantity.resource == "m":
        return Proved(m, how)
    if quantity.resource == "p" and quantity.m is not None and quantity.m < m:
        return Proved(value, f"m >= {short_number(m)} at any p: {how}")
    return Proved(0, how)


def sign_rank_premise(node: Node, premises: Premises, side: str = "lower") -> tuple[int, SignPattern]:
    """A bound of the sign-rank of a pattern, and the pattern: m of one head with a null token, or the measure."""
    premise = premises.premise(node)
    quantity = premise.quantity
    if premise.side == side and isinstance(quantity, MeasureOf) and quantity.measure.name == "sign_rank":
        return int(premise.value), signs_of(quantity.matrix)
    if premise.side == side and isinstance(quantity, LeastSize) and quantity == LeastSize(quantity.question):
        question: Question = quantity.question
        if question.is_pattern and question.null:
            return int(premise.value), question.pattern
    node.reject("rule-not-applicable", f"must be a bound ({side}) of a sign-rank")


def signs_of(matrix: CommunicationMatrix) -> SignPattern:
    """The pattern of the sign matrix: ``+`` for 1, ``-`` for 0.

    >>> signs_of(CommunicationMatrix(("01", "1*"))).rows
    ('-+', '+*')
    """
    return SignPattern(tuple(row.translate(SIGN_OF_BIT) for row in matrix.rows), null=True)


def _compare_tuples(fields: dict[str, Node], question: Matching, part: int, pattern: SignPattern) -> None:
    symbols = question.M - 1
    rows = fields["rows"].integers(NULL_PART if part else 0, symbols)
    columns = []
    for column in fields["columns"].entries():
        others = column.vector(question.order - 1)
        if not all(NULL_PART <= x <= symbols for x in others) or (part and others[0] == NULL_PART):
            column.fail(f"must hold symbols 0 .. {symbols}, or -1 for a key that is null")
        columns.append(others)
    _require_shape(fields, pattern.rows, len(rows), len(columns))
    fields["kind"].meter.charge(len(rows) * len(columns) * (20 + 2 * question.order))
    for r, symbol in enumerate(rows):
        for c, others in enumerate(columns):
            parts = (*others[:part], symbol, *others[part:])
            _require_equal(fields, r, c, question.cell(parts), pattern.rows[r][c])


def _compare_entries(
    node: Node, fields: dict[str, Node], shape: tuple[int, int], part: Callable[..., Rows], smaller: Rows
) -> None:
    for name in ("rows", "columns"):
        if name not in fields:
            node.fail(f"lacks the field {name!r}")
    rows = fields["rows"].distinct(0, shape[0] - 1)
    columns = fields["columns"].distinct(0, shape[1] - 1)
    _require_shape(fields, smaller, len(rows), len(columns))
    node.meter.charge(3 * len(rows) * len(columns))
    for r, (found, stated) in enumerate(zip(part(rows, columns), smaller, strict=True)):
        if found != stated:
            for c, (wanted, given) in enumerate(zip(found, stated, strict=True)):
                _require_equal(fields, r, c, wanted, given)


def _require_shape(fields: dict[str, Node], smaller: tuple[str, ...], rows: int, columns: int) -> None:
    shape = len(smaller), len(smaller[0])
    if shape != (rows, columns):
        fields["of"].reject("not-a-restriction", f"{rows} rows and {columns} columns for {shape[0]}x{shape[1]} entries")


def _require_equal(fields: dict[str, Node], row: int, column: int, larger: str, smaller: str) -> None:
    if smaller not in (larger, "*"):
        fields["of"].reject("not-a-restriction", f"row {row}, column {column} is {smaller} and ought to be {larger}")


MONOTONE = (
    "D", "one_way_ab", "one_way_ba", "fooling0", "fooling1", "fractional_cover0", "fractional_cover1", "cover0",
    "cover1", "partition0", "partition1", "rank_q", "rank_gf2", "rank_gf3", "rank_q_complement", "rank_gf2_complement",
    "rank_gf3_complement", "rank_sign", "vc_rows", "vc_columns", "sign_rank", "spectral_norm", "trace_norm", "gamma2",
    "gamma2_01", "gamma2_alpha", "gamma2_inf",
)  # fmt: skip
"""Measures of which a part of the matrix has no more than the whole: rectangles, protocols, vectors and minors of the
whole are some of the part, once rows and columns are left out; norms do not grow where entries are deleted."""


def of_measure(node: Node, claim: StatedBound, premises: Premises) -> Proved:
    """The same for a part of a matrix."""
    quantity = claim.quantity
    assert isinstance(quantity, MeasureOf)  # the table of kinds says so
    fields = node.fields(("kind", "of"), ("rows", "columns"))
    whole = quantity.matrix
    premise = premises.premise(fields["of"])
    part = premise.quantity
    same = isinstance(part, MeasureOf) and (part.measure, part.parameter) == (quantity.measure, quantity.parameter)
    if not isinstance(part, MeasureOf) or not same or premise.side != "lower" or quantity.measure.name not in MONOTONE:
        reason = "the premise must be a lower bound of the same measure, one that a part has no more of"
        node.reject("rule-not-applicable", reason)
    _compare_entries(node, fields, whole.shape, partial(part_of, whole.rows), part.matrix.rows)
    return Proved(premise.value, f"a part of it has {premise.words}")
