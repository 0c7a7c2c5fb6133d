"""Evidence that queries and keys exist: ``tables``, integer vectors, every score compared with its query's threshold.

With a gap g, ``0`` must equal the threshold t, ``+`` must be >= t + g, ``-`` must be <= t - g.

* Class SIGN: the homogeneous rows (without a null token one all-plus row more) with t = 0, so ``dimension`` is the
  sign-rank, m + offset. Scores are integers, so to be nonzero is to be away from 0 by 1. A null key may be given; it is
  zero if not. (All scores of a query are computed at once, ``packed_scores.py``.)
* Class GRID: the rows themselves. With a null token t is the score of the null key. Without, t is any real number,
  since the softmax does not notice a shift of a row: the score of the row's ``0`` entries if there are any; else the
  condition is least(+) - greatest(-) >= 2g, and none if only one sign occurs. As g goes to 0 this is class SIGN.
* Tuples of order s >= 3, both classes: t is the score of the tuple whose parts are all null; mixed ones are tuples too.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product

from ...kernel.packed_scores import first_wrong_row
from ...messages import short_number
from ...meter import product_steps
from ...reading import Node
from ...statement.attention import Vector, tensor
from ...statement.grid import bits_needed
from ...statement.least_size import LeastSize
from ...statement.selection import NULL_PART, Matching
from ...statement.size import Size
from ...statement.subsets import subsets_up_to
from ...statement.unit_class import UnitClass
from ..proof import Premises, Proved
from ..size import size_proved

Pair = tuple[list[Vector], list[Vector]]
"""Queries and keys."""

WANTED = {"-": -1, "0": 0, "+": 1}


def by_tables(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "tables", "dimension": d, "queries": [..], "keys": [..], "null_key": [..]}``.

    Of tuples of order s >= 3 ``keys`` and ``null_keys`` hold a table and a vector for each part.
    """
    if isinstance(quantity.question, Matching) and quantity.question.order > 2:
        return _tuples(node, quantity, value, quantity.question)
    if quantity.unit_class.name == "SIGN":
        return _real(node, quantity, value)
    return _grid(node, quantity, value)


def _real(node: Node, quantity: LeastSize, value: int) -> Proved:
    question = quantity.question
    null = question.null and node.has("null_key")
    fields = node.fields(("kind", "dimension", "queries", "keys", *(("null_key",) if null else ())))
    width = fields["dimension"].integer(0)
    queries = read_table(fields["queries"], question.shape[0] + question.offset, width, quantity.unit_class)
    keys = read_table(fields["keys"], question.columns, width, quantity.unit_class)
    null_key = fields["null_key"].vector(width) if null else (0,) * width
    node.meter.charge(len(keys) * width)
    apart = [tuple(a - b for a, b in zip(key, null_key, strict=True)) for key in keys] if null else keys
    if wrong := first_wrong_row(node.meter, question.each_row(), queries, apart):
        r, row = wrong
        charge_scores(node, [queries[r]], keys)
        threshold = dot(queries[r], null_key)
        _require_signs(node, r, row, [dot(queries[r], key) for key in keys], threshold, 1)
        node.reject("gap-missed", "a score has another sign than is wanted", at=f".queries[{r}]")
    how = f"integer tables of width {short_number(width)}, every score checked"
    return size_proved(node, quantity, value, Size(width - question.offset), how)


def _grid(node: Node, quantity: LeastSize, value: int) -> Proved:
    question = quantity.question
    rows = question.pattern.rows
    fields = node.fields(("kind", "dimension", "queries", "keys", *(("null_key",) if question.null else ())))
    width = fields["dimension"].integer(0)
    unit_class = quantity.unit_class_at(value)
    queries = read_table(fields["queries"], len(rows), width, unit_class)
    keys = read_table(fields["keys"], len(rows[0]), width, unit_class)
    null_key = fields["null_key"].vector(width) if question.null else None
    if null_key is not None:
        require_grid(fields["null_key"], unit_class, [null_key])
    charge_scores(node, queries, keys)
    node.meter.charge(30 * len(queries) * len(keys))  # comparisons of fractions
    for r, (row, query) in enumerate(zip(rows, queries, strict=True)):
        scores = [dot(query, key) for key in keys]
        threshold = _free_threshold(row, scores) if null_key is None else dot(query, null_key)
        _require_signs(node, r, row, scores, threshold, unit_class.gap)
    how = f"integer tables of width {short_number(width)} in the grid, gap {unit_class.gap}, every score checked"
    return size_proved(node, quantity, value, Size(width), how)


def _require_signs(
    node: Node, r: int, row: str, scores: list[int], threshold: int | Fraction | None, gap: int | Fraction
) -> None:
    for c, (symbol, score) in enumerate(zip(row, scores, strict=True)):
        if fault := _fault(symbol, score, threshold, gap):
            node.reject(fault[0], fault[1], at=f".queries[{r}] with {node.path}.keys[{c}]")


def _tuples(node: Node, quantity: LeastSize, value: int, question: Matching) -> Proved:
    order, modulus = question.order, question.M
    fields = node.fields(("kind", "dimension", "queries", "keys", "null_keys"))
    width = fields["dimension"].integer(0)
    unit_class = quantity.unit_class_at(value)
    queries = read_table(fields["queries"], modulus, width, unit_class)
    tables = [read_table(table, modulus, width, unit_class) for table in fields["keys"].items(order - 1)]
    nulls = [null.vector(width) for null in fields["null_keys"].items(order - 1)]
    require_grid(fields["null_keys"], unit_class, nulls)
    longest = longest_entry([*queries, *nulls, *(vector for table in tables for vector in table)])
    step = 5 + width * order * product_steps((order - 1) * longest, longest)
    node.meter.charge_power(modulus + 1, order - 1, step * modulus)
    gap = unit_class.gap or 1
    symbols = (*range(modulus), NULL_PART)
    with_null = [[*table, null] for table, null in zip(tables, nulls, strict=True)]
    for x, query in enumerate(queries):
        threshold = tensor(order).score((query, *nulls))
        for prefix in product(symbols, repeat=order - 2):
            vector = query  # times a part of each table but the last
            for table, c in zip(with_null, prefix, strict=False):
                vector = tuple(a * b for a, b in zip(vector, table[c], strict=True))
            for c in symbols:
                score = dot(vector, with_null[-1][c])
                if fault := _fault(question.cell((x, *prefix, c)), score, threshold, gap):
                    names = ", ".join("null" if part == NULL_PART else str(part) for part in (*prefix, c))
                    node.reject(fault[0], fault[1], at=f".queries[{x}] with ({names})")
    how = f"integer tables of width {short_number(width)}, every tuple's score checked, gap {gap}"
    return size_proved(node, quantity, value, Size(width, order=order), how)


def read_queries_and_keys(fields: dict[str, Node], rows: int, keys: int, unit_class: UnitClass) -> Pair:
    """The fields ``queries`` and ``keys``: as many vectors, all of one width and in the class's grid."""
    width = table_width(fields["keys"])
    queries = read_table(fields["queries"], rows, width, unit_class)
    return queries, read_table(fields["keys"], keys, width, unit_class)


def read_table(node: Node, height: int, width: int, unit_class: UnitClass) -> list[Vector]:
    """Integer vectors of one width, in the class's grid, as many as the question has rows or columns."""
    rows = [entry.vector(width) for entry in node.entries()]
    if len(rows) != height:
        node.reject("table-wrong-shape", f"{len(rows)} rows where {short_number(height)} are needed")
    require_grid(node, unit_class, rows)
    return rows


def all_subsets(node: Node, positions: int, q: int) -> list[tuple[int, ...]]:
    """The q-subsets of the positions in lexicographic order, paid for."""
    count = subsets_up_to(positions, q, node.meter.limit)
    node.meter.charge(count * (2 + q // 4))
    node.meter.room(count * (60 + 8 * q) + 40 * positions)
    return list(combinations(range(positions), q))


def table_width(node: Node) -> int:
    """The width of a table's first vector."""
    if node.value == []:
        node.fail("must not be empty")
    return len(node.items()[0].items())


def require_grid(node: Node, unit_class: UnitClass, vectors: Iterable[Sequence[int]]) -> None:
    """Reject the first vector with an entry that is not in the class's grid (if it has one)."""
    if not unit_class.grid:
        return

    def fits(entries: Sequence[int]) -> bool:
        needed = bits_needed(entries, unit_class.grid)
        return needed is not None and needed <= unit_class.bits

    for r, vector in enumerate(vectors):
        node.meter.charge(10 + 4 * len(vector))
        if not fits(vector):
            wrong = short_number(next(entry for entry in vector if not fits((entry,))))
            node.reject("grid-exceeded", f"{wrong} in class {unit_class}", at=f"[{r}]")


def charge_scores(node: Node, queries: Sequence[Vector], keys: Sequence[Vector]) -> None:
    """Pay for the scores of all queries with all keys."""
    product_of_entries = product_steps(longest_entry(queries), longest_entry(keys))
    width = len(keys[0]) if keys else 0
    node.meter.charge(len(queries) * len(keys) * (5 + width * product_of_entries))


def longest_entry(vectors: Iterable[Iterable[int]]) -> int:
    """The bits of the longest number."""
    return max((entry.bit_length() for vector in vectors for entry in vector), default=0)


def dot(query: Sequence[int], key: Sequence[int]) -> int:
    """<q, k>."""
    return sum(a * b for a, b in zip(query, key, strict=True))


def _fault(symbol: str, score: int, threshold: int | Fraction | None, gap: int | Fraction) -> tuple[str, str] | None:
    """The rejection code of a score that is not where its symbol says, and why."""
    if symbol == "*" or threshold is None:
        return None
    if symbol == "0":
        if score == threshold:
            return None
        return "tie-broken", f"score {short_number(score)} is not the threshold {short_number(threshold)}"
    if (score - threshold) * WANTED[symbol] >= gap:
        return None
    found = f"score {short_number(score)}, threshold {short_number(threshold)}"
    return "gap-missed", f"{found}, wanted {symbol} by {gap} or more"


def _free_threshold(row: str, scores: Sequence[int]) -> int | Fraction | None:
    """The best threshold of a row without a null token; None if any large or small enough number will do."""
    at = {symbol: [score for s, score in zip(row, scores, strict=True) if s == symbol] for symbol in "-0+"}
    if at["0"]:
        return at["0"][0]
    return Fraction(max(at["-"]) + min(at["+"]), 2) if at["-"] and at["+"] else None
