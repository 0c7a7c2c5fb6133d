"""Upper bounds for late interaction: documents u, -u in the plane, a polygon, a line, one vector; all in integers.

*Line* (d = 1). Rows of one document each: {j, j^2 - n^2} and queries 2i, -1 give 2ij - j^2 + n^2, greatest at j = i;
rows that leave out one: {j, -(n - j)^2} and 2(n - i), -1 give 2(n - i)j + (n - j)^2, least at j = i.
"""

from __future__ import annotations

from typing import Any

from ...certificates.meter import LIMIT
from ...elaborate.driver import PROVED
from ...questions import least_size
from ...questions.late_interaction import LateInteraction
from ...solvers.cyclic_orders import Order, most_runs
from ..bound import Bound, certified_bound, proved_premise
from .centred_tables import runs_tables
from .polygon_tables import polygon_tables

MOST_PRODUCTS = 3_000_000
"""Most pairs of vectors whose products are evaluated: larger tables are left to the theorem."""

RUNS = "documents u, -u in the plane, a query vector for each run"


def tables_upper(question: LateInteraction, queries: Any, keys: Any, method: str) -> Bound:
    """The bound that vectors show, once the checker has compared all scores.

    >>> from ...questions import late_interaction_question, separation_question
    >>> pairs = late_interaction_question(separation_question(4, 2, 2), 2, 2)
    >>> str(tables_upper(pairs, *runs_tables(pairs.signs, (0, 1, 2, 3)), "documents u, -u"))
    'm <= 2 [CERTIFIED] documents u, -u'
    """
    proof = {"rule": "evaluate", "exhibit": "maxsim", "queries": queries, "keys": keys}
    return _upper(question, len(keys[0][0]), method, proof)


def one_vector_upper(question: LateInteraction, single: Bound) -> Bound:
    """What one vector for each does, more do: some queries are 0, and vectors of a document equal."""
    proof = {"rule": "map", "name": "part", "of": proved_premise(single)}
    return _upper(question, single.value, f"one vector for each: {single.evidence.method}", proof)


def runs_theorem_upper(question: LateInteraction) -> Bound | None:
    """All sets of some sizes, at any number of documents; None if the theorem does not apply."""
    of = question.of
    if of.task != "separation" or question.document_vectors < 2:
        return None
    sizes = dict(of.parameters)
    N, least, most = sizes["N"], sizes["least"], sizes["most"]
    needed = max(min(k, N - k) for k in {least, most, min(max(N // 2, least), most)})
    if question.query_vectors < needed:
        return None
    return _upper(question, 2, RUNS, {"rule": "theorem", "name": "runs"})


def _upper(question: LateInteraction, value: int, method: str, proof: dict[str, Any]) -> Bound:
    evidence = {"kind": PROVED, "proof": proof}
    return certified_bound(least_size(question), "upper", value, method, evidence, limit=4 * LIMIT)


def runs_upper(question: LateInteraction, order: Order) -> Bound | None:
    """By documents u, -u in this cyclic order; None if a row has more runs than there are query vectors."""
    if question.document_vectors < 2 or question.query_vectors < most_runs(question.signs, order):
        return None
    queries, keys = runs_tables(question.signs, order)
    if sum(map(len, queries)) * 2 * len(keys) > MOST_PRODUCTS:
        return runs_theorem_upper(question)
    return tables_upper(question, queries, keys, RUNS)


def polygon_upper(question: LateInteraction) -> Bound | None:
    """By vertices of a polygon; None if a document has more of them than vectors."""
    rows = question.signs
    if any("*" in row for row in rows) or question.query_vectors < 1:
        return None
    queries, keys = polygon_tables(rows)
    if max(map(len, keys)) > question.document_vectors or len(queries) * sum(map(len, keys)) > MOST_PRODUCTS:
        return None
    return tables_upper(question, queries, keys, "documents on a polygon, queries normal to its edges and vertices")


def line_upper(question: LateInteraction) -> Bound | None:
    """On a line, where each row has one document, or leaves one out."""
    rows = question.signs
    n = len(rows[0])
    if min(question.document_vectors, question.query_vectors) < 2 or any("*" in row for row in rows):
        return None
    alone = next((symbol for symbol in "+-" if all(row.count(symbol) in (0, 1, n) for row in rows)), None)
    if alone is None:
        return None
    keys = [[(j,), (j * j - n * n if alone == "+" else -((n - j) ** 2),)] for j in range(n)]
    places = [row.find(alone) if alone == "+" else n - row.find(alone) for row in rows]
    queries = [[(2 * i,), (-1,)] if 0 < row.count(alone) < n else [(0,)] for i, row in zip(places, rows, strict=True)]
    return tables_upper(question, queries, keys, "documents on a line, one first or last at a time")
