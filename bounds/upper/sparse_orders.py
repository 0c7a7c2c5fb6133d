"""Upper bound for large patterns: the moment curve along an order of the keys, or of the queries, counted from lists.

**Theorem.** If every query has at most k relevant items (or all but k; free thresholds), d <= 2k; with threshold 0,
d <= 2k + 1. If every item is relevant to at most c queries, d <= 2c + 1 either way.

*Proof.* Along any order of the items a row with b blocks of relevant items changes sign at most 2b <= 2k times, so it
has the signs of a polynomial of degree 2k at the points 1, 2, ..: sign-rank <= 2k + 1, also with the added row, which
is constant. That is d + 1 with free thresholds and d with threshold 0. Along an order of the queries, with the added
row as the last point, an item changes sign at most 2c times before it and once at it: sign-rank <= 2c + 2 = d + 1;
without the added row, 2c + 1 = d. Blocks at an end of the order change sign once, and neighbours make one block, so a
good order needs fewer.
"""

from __future__ import annotations

from ...questions import Question
from ...solvers.sparse_signs.order import good_sparse_order
from ..bound import Bound, certified_bound
from ..sparse_pattern import sparse_pattern


def sparse_order_upper(
    question: Question,
    vectors: str = "columns",
    *,
    deadline: float = float("inf"),
    enough: int = 0,
    below: float = float("inf"),
) -> Bound | None:
    """The bound of the best order of the columns, or of the rows, that is found; None if it is not good enough.

    Parameters
    ----------
    question : Question
        A pattern over ``+ - *``; it may be too large to be written out.
    vectors : "columns" or "rows"
        What is put on the curve.
    deadline : time.monotonic() at which to stop
    enough : a sign-rank at which to stop looking
    below : the sign-rank has to be less than this

    Examples
    --------
    >>> from ...questions.relevance import Relevance
    >>> pairs = Relevance(6, ((0, 3), (1, 4), (2, 5)), ((),) * 3, blank=False)
    >>> sparse_order_upper(pairs).value, sparse_order_upper(pairs, "rows").value
    (2, 3)
    """
    signs = sparse_pattern(question)
    if question.offset and vectors == "rows":
        signs = signs.with_plus_row()
    turned = vectors == "rows"
    last = signs.shape[0] - 1 if turned and question.offset else None
    found = good_sparse_order(
        signs.turned() if turned else signs, last=last, deadline=deadline, enough=max(0, enough - 1)
    )
    if found.changes + 1 >= below:
        return None
    evidence = {
        "kind": "polynomial",
        "dimension": found.changes + 1,
        "order": found.order.tolist(),
        "negated": [],
        **({"vectors": "rows"} if turned else {}),
    }
    what = "queries" if turned else "keys"
    method = f"moment curve: the {what} in an order with at most {found.changes} sign changes"
    return certified_bound(question, "upper", found.changes + 1 - question.offset, method, evidence)
