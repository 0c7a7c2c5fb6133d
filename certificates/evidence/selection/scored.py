"""Patterns by cosine or Euclidean distance, and with shared queries: class SIGN.

Let i, c, e be the least m of a pattern P by inner products, cosine, Euclidean distance, a query for each row. A query
shared by rows can be repeated, so lower ends hold for shared queries, too; of the upper ends only ``tables`` does.

**Balls are caps.** *e(P) >= c([P | -]) - 1*, where [P | -] is P with a column of ``-`` more, the *pole*: stereographic
projection (``retrieval.py``) takes balls of R^m to caps of the sphere of R^(m+1) that do not contain the centre of
projection. *e(P) <= max(1, c([P | -]) - 1)*: move the pole a little, so that it is no key (all conditions are strict,
and the sphere of R^d has other points near it if d >= 2), and project from it. So lower ends and ``trigonometric`` are
about [P | -] for Euclidean distance and take one off.

``other-score``    *Lower.* Keys of one norm are keys. And if some row has ``+`` at one of two keys and ``-`` at the
                   other they differ, so that <k_a, k_b> < |k_a|^2 (Cauchy, Schwarz): the query k_a with a threshold a
                   little below |k_a|^2 *cuts* k_a off from all keys that differ from it. So c(P) >= i(P') for a part P'
                   of P with rows more: ``+`` at one key, ``-`` at keys that some row of P tells apart from it. And if
                   i(P') >= 1 some row of P' has both signs, so that some keys differ, and m >= 1.
                   *Upper.* c <= sign-rank(P), since the norm of a key does not change the sign of a score, hence
                   c <= i + 1; and e <= i (``retrieval.py``).
``tables``         Rational keys v / w, every score computed: w > 0, and for the cosine |v|^2 = w^2. A row is (q, t), a
                   score <q, v> + t w; for distances a row (q, -s, t), s > 0, and w <q, v> - s |v|^2 + t w^2 =
                   s w^2 (r^2 - |v/w - q/2s|^2) with r^2 = t/s + |q/2s|^2: positive inside a ball, negative outside.
                   (If t/s is so small that there is no such ball the score is negative throughout, as that of an empty
                   one.) Rows of one query differ in t only.
``trigonometric``  Keys (cos ja, sin ja), j = 1 .. r, at different angles a, all of norm sqrt r. A row that changes sign
                   at most 2r times round the circle is the sign of a product of factors sin((a - a_i) / 2), as
                   many as there are changes, an even number: a trigonometric polynomial of degree r. So c <= 2r.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from ...kernel.packed_scores import first_wrong_row
from ...messages import short_number
from ...meter import product_steps
from ...reading import Node
from ...statement.least_size import LeastSize, least_size
from ...statement.question import Question
from ...statement.relevance import Relevance
from ...statement.scored import Scored
from ...statement.selection import Pattern
from ...statement.sign_pattern import SignPattern
from ...statement.size import Size
from ..proof import Premises, Proved
from ..size import size_proved
from .curves import roots_of_rows
from .tables import charge_scores, dot, longest_entry, read_table


def by_inner_products(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "other-score", "of": premise, "rows": [..], "columns": [..], "cuts": [..]}``."""
    asked = _asked(quantity)
    fields = node.fields(("kind", "of", "rows", "columns"), ("cuts",))
    premise = premises.premise(fields["of"])
    part = premise.quantity
    if not isinstance(part, LeastSize) or part != least_size(part.question) or premise.side != "lower":
        node.reject("rule-not-applicable", "the premise must be a lower bound of m in class SIGN")
    if not part.question.is_pattern or part.question.null:
        node.reject("rule-not-applicable", "the premise must be about a pattern without a null token")
    whole = caps(node, asked)
    height, width = whole.shape
    rows, columns = fields["rows"].increasing(0, height - 1), fields["columns"].increasing(0, width - 1)
    cuts = list(fields["cuts"].entries()) if "cuts" in fields else []
    if cuts and asked.score == "inner":
        fields["cuts"].reject("rule-not-applicable", "only a key of a sphere can be cut off from all others")
    smaller = part.question.pattern.rows
    if (len(smaller), len(smaller[0])) != (len(rows) + len(cuts), len(columns)):
        shape = f"{len(rows)} rows, {len(cuts)} cuts and {len(columns)} columns"
        fields["of"].reject("not-a-restriction", f"{shape} for {len(smaller)}x{len(smaller[0])} entries")
    for place, line in enumerate(_part(node, whole, rows, columns)):
        for wanted, found, column in zip(line, smaller[place], columns, strict=True):
            if found not in (wanted, "*"):
                _wrong(fields["of"], place, column, found)
    for place, cut in enumerate(cuts, len(rows)):
        named = cut.fields(("column", "by"))
        alone = named["column"].integer(0, width - 1)
        *told, own = _told_apart(node, whole, named["by"].integers(0, height - 1), columns, alone)
        for c, (found, column) in enumerate(zip(smaller[place], columns, strict=True)):
            apart = any({line[c], sign} == {"+", "-"} for line, sign in zip(told, own, strict=True))
            if not (found == "*" or (found == "+" and column == alone) or (found == "-" and apart)):
                _wrong(fields["of"], place, column, found)
    what = "what keys of a sphere do" if cuts else "a part of it"
    how = f"inner products need m >= {short_number(premise.value)} for {what}"
    least = int(premise.value) - _pole(asked)
    if premise.value >= 1 and columns[-1:] != (asked.columns,):  # without the pole: then two keys differ
        least = max(1, least)
    return Proved(max(0, least), how)


def by_other_scores(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "other-score", "of": premise}``: c <= sign-rank, c <= i + 1, e <= i."""
    asked = _asked(quantity)
    _require_own_queries(node, asked)
    premise = premises.premise(node.fields(("kind", "of"))["of"])
    found = premise.quantity
    if not isinstance(found, LeastSize) or found != least_size(found.question) or premise.side != "upper":
        node.reject("rule-not-applicable", "the premise must be an upper bound of m in class SIGN")
    if not found.question.is_pattern or not _same_rows(found.question, asked.of):
        node.reject("rule-not-applicable", "the premise must be about the same rows")
    if asked.score == "euclidean":
        if found.question.null:
            node.reject("rule-not-applicable", "the premise must be about the pattern without a null token")
        return Proved(premise.value, "far balls for half-spaces")
    step = 0 if found.question.null else 1
    return Proved(premise.value + step, "with threshold 0 the norms of keys do not matter")


def by_points(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "tables", "dimension": d, "queries": [..], "keys": [..]}``."""
    asked = _asked(quantity)
    fields = node.fields(("kind", "dimension", "queries", "keys"))
    width = fields["dimension"].integer(0)
    balls = asked.score == "euclidean"
    height, columns = asked.of.shape
    queries = read_table(fields["queries"], height, width + 1 + balls, quantity.unit_class)
    keys = read_table(fields["keys"], columns, width + 1, quantity.unit_class)
    longest = longest_entry(keys)
    node.meter.charge(len(keys) * (5 + 3 * width * product_steps(longest, longest)))
    for c, key in enumerate(keys):
        if key[-1] <= 0:
            fields["keys"].reject("rule-not-applicable", "the last entry of a key must be positive", at=f"[{c}]")
        if asked.score == "cosine" and width and dot(key[:-1], key[:-1]) != key[-1] ** 2:
            fields["keys"].reject("rule-not-applicable", "the key is not on the sphere", at=f"[{c}]")
    node.meter.charge(len(queries) * (5 + width))
    first: dict[int, int] = {}
    for r, query in enumerate(queries):
        if balls and query[-2] >= 0:
            fields["queries"].reject("rule-not-applicable", "the ball is no ball", at=f"[{r}]")
        if asked.shared and query[:-1] != queries[first.setdefault(asked.shared[r], r)][:-1]:
            fields["queries"].reject("rule-not-applicable", "rows of one query differ in more than t", at=f"[{r}]")
    if balls:
        keys = [(*(key[-1] * x for x in key[:-1]), dot(key[:-1], key[:-1]), key[-1] ** 2) for key in keys]
    last = (*((0,) * (width + balls)), 1)  # the row of + that the threshold of each row adds: w, or w^2, is positive
    if wrong := first_wrong_row(node.meter, asked.of.each_row(), [*queries, last], keys):
        r, row = wrong
        charge_scores(node, [queries[r]], keys)
        scores = [dot(queries[r], key) for key in keys]
        wrong_at = (c for c, s in enumerate(row) if s != "*" and (scores[c] <= 0 if s == "+" else scores[c] >= 0))
        c = next(wrong_at, 0)
        node.reject("gap-missed", f"wanted {row[c]}", at=f".queries[{r}] with {node.path}.keys[{c}]")
    return size_proved(
        node, quantity, value, Size(width), f"rational points of R^{short_number(width)}, every score checked"
    )


def by_trigonometry(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "trigonometric", "order": [..]}``."""
    asked = _asked(quantity)
    _require_own_queries(node, asked)
    whole = caps(node, asked)
    order = _order(node.fields(("kind", "order"))["order"], whole.columns)
    most = max(roots_of_rows(node, whole, order, frozenset(), False))
    most += most % 2  # round the circle the number is even
    pole = _pole(asked) if most else 0
    how = f"trigonometric polynomials with at most {most} roots round a circle"
    return size_proved(node, quantity, value, Size(most - pole), how)


def caps(node: Node, asked: Scored) -> Question:
    """P, for Euclidean distance with the pole as its last column; paid for."""
    if not _pole(asked):
        return asked.of
    if isinstance(asked.of, Relevance):
        return replace(asked.of, width=asked.columns + 1)
    rows = asked.of.pattern.rows
    node.meter.charge(len(rows) * (10 + len(rows[0])))
    node.meter.room(len(rows) * (60 + len(rows[0])))
    return Pattern(SignPattern(tuple(f"{row}-" for row in rows), null=False))


def _part(node: Node, whole: Question, rows: Sequence[int], columns: Sequence[int]) -> tuple[str, ...]:
    """Some rows and columns, paid for."""
    if isinstance(whole, Relevance):
        node.meter.charge(sum(len(whole.selected[row]) + len(whole.free[row]) for row in rows))
    node.meter.charge(3 * len(rows) * len(columns))
    return whole.part(rows, columns)


def _told_apart(
    node: Node, whole: Question, rows: Sequence[int], columns: Sequence[int], alone: int
) -> tuple[str, ...]:
    """These rows in these columns, and, as a last word, what they say of one column."""
    told = _part(node, whole, rows, (*columns, alone))
    return (*(line[:-1] for line in told), "".join(line[-1] for line in told))


def _same_rows(one: Question, other: Question) -> bool:
    if isinstance(one, Relevance) and isinstance(other, Relevance):
        return (one.width, one.selected, one.free) == (other.width, other.selected, other.free)
    return one.pattern.rows == other.pattern.rows


def _pole(asked: Scored) -> int:
    return int(asked.score == "euclidean")


def _order(node: Node, columns: int) -> tuple[int, ...]:
    order = node.integers(0, columns - 1)
    if len(order) != columns or len(set(order)) != columns:
        node.reject("order-not-a-permutation")
    return order


def _wrong(node: Node, row: int, column: int, found: str) -> NoReturn:
    node.reject("not-a-restriction", f"row {row} is {found} in column {column}, which does not follow")


def _require_own_queries(node: Node, asked: Scored) -> None:
    if asked.shared:
        node.reject("rule-not-applicable", "the rows have to have queries of their own")


def _asked(quantity: LeastSize) -> Scored:
    assert isinstance(quantity.question, Scored)  # the table of kinds
    return quantity.question
