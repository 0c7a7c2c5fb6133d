"""Evidence that integer queries and keys select what is asked: ``grid-tables`` and ``tensor-tables``.

Both compare each score with its query's *threshold* t: ``0`` must equal t, ``+`` must be >= t + g, ``-`` must be
<= t - g. With a null token t is the score of the null key (in tensors: of the tuple whose parts are all null).
Without, t is any real number, since the softmax does not notice a shift of a row: the score of the row's ``0`` entries
if there are any; else the condition is least(+) - greatest(-) >= 2g, and none if only one sign occurs. As g goes to 0
this is the definition of class SIGN, so a unit of class GRID is one of class SIGN.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from .claim import Size
from .question import MAX_CELLS, Question
from .reading import Node
from .unit import tensor
from .unit_class import UnitClass
from .upper_evidence import MAX_PRODUCTS, read_table
from .verdict import RejectionError, short_number


def proved_by_grid_tables(node: Node, question: Question, unit_class: UnitClass) -> Size:
    """``grid-tables``: the scores of all queries with all keys of an order-2 pattern, class GRID."""
    rows = question.pattern.rows
    fields = node.fields(("kind", "dimension", "queries", "keys", *(("null_key",) if question.null else ())))
    width = fields["dimension"].integer(0)
    _bound_work(node, len(rows) * len(rows[0]) * width)
    queries = read_table(fields["queries"], len(rows), width)
    keys = read_table(fields["keys"], len(rows[0]), width)
    null_key = _vector(fields["null_key"], width) if question.null else None
    unit_class.require_grid(queries, fields["queries"].path)
    unit_class.require_grid(keys, fields["keys"].path)
    unit_class.require_grid([null_key] if null_key is not None else [], f"{node.path}.null_key")
    for r, (row, query) in enumerate(zip(rows, queries, strict=True)):
        scores = [_dot(query, key) for key in keys]
        threshold = _free_threshold(row, scores) if null_key is None else _dot(query, null_key)
        for c, (symbol, score) in enumerate(zip(row, scores, strict=True)):
            _compare(symbol, score, threshold, unit_class.gap, f"{node.path}.queries[{r}] with {node.path}.keys[{c}]")
    return Size(width, f"integer tables of width {width} in the grid, gap {unit_class.gap}, every score checked")


def proved_by_tensor_tables(node: Node, question: Question, unit_class: UnitClass) -> Size:
    """``tensor-tables``: the scores of all tuples of an order-s selection, mixed ones included; SIGN or GRID."""
    parameters = dict(question.parameters)
    order, modulus = parameters["order"], parameters["M"]
    fields = node.fields(("kind", "dimension", "queries", "keys", "null_keys"))
    width = fields["dimension"].integer(0)
    cells = modulus * (modulus + 1) ** (order - 1)
    if cells > MAX_CELLS:
        node.fail(f"would need {cells} scores to be checked; at most {MAX_CELLS} are")
    _bound_work(node, cells * width * order)
    queries = read_table(fields["queries"], modulus, width)
    tables = [read_table(table, modulus, width) for table in fields["keys"].items(order - 1)]
    nulls = [_vector(null, width) for null in fields["null_keys"].items(order - 1)]
    unit_class.require_grid(queries, fields["queries"].path)
    unit_class.require_grid(nulls, fields["null_keys"].path)
    for k, table in enumerate(tables):
        unit_class.require_grid(table, f"{fields['keys'].path}[{k}]")
    gap = unit_class.gap or 1  # class SIGN: scores are integers, so beating is beating by 1
    with_null = [[*table, null] for table, null in zip(tables, nulls, strict=True)]  # row M is the null key
    for x, query in enumerate(queries):
        threshold = tensor(order).score((query, *nulls))
        for prefix in product(range(modulus + 1), repeat=order - 2):
            vector = query
            for table, c in zip(with_null, prefix, strict=False):
                vector = tuple(a * b for a, b in zip(vector, table[c], strict=True))
            for c, key in enumerate(with_null[-1]):
                chosen = (*prefix, c)
                if min(chosen) == modulus:
                    continue  # all parts null: the threshold itself
                matches = max(chosen) < modulus and (x + sum(chosen)) % modulus == 0
                names = ", ".join("null" if part == modulus else str(part) for part in chosen)
                where = f"{node.path}.queries[{x}] with ({names})"
                _compare("+-"[not matches], _dot(vector, key), threshold, gap, where)
    return Size(width, f"integer tables of width {width}, every tuple's score checked, gap {gap}", order=order)


def _compare(symbol: str, score: int, threshold: int | Fraction | None, gap: int, where: str) -> None:
    if symbol == "*" or threshold is None:
        return
    if symbol == "0":
        if score != threshold:
            raise RejectionError(
                "tie-broken", where, f"score {short_number(score)} is not the threshold {short_number(threshold)}"
            )
    elif (score - threshold if symbol == "+" else threshold - score) < gap:
        raise RejectionError("gap-missed", where, f"score {short_number(score)}, wanted {symbol} by {gap} or more")


def _free_threshold(row: str, scores: Sequence[int]) -> int | Fraction | None:
    """The best threshold of a row without a null token; None if any large or small enough number will do."""
    at = {symbol: [score for s, score in zip(row, scores, strict=True) if s == symbol] for symbol in "-0+"}
    if at["0"]:
        return at["0"][0]
    return Fraction(max(at["-"]) + min(at["+"]), 2) if at["-"] and at["+"] else None


def _vector(node: Node, width: int) -> tuple[int, ...]:
    node.items(width)
    return node.integers()


def _dot(query: Sequence[int], key: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(query, key, strict=True))


def _bound_work(node: Node, work: int) -> None:
    if work > MAX_PRODUCTS:
        node.fail(f"needs {work} products to be checked; at most {MAX_PRODUCTS} are done")
