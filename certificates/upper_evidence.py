"""Evidence that a sign pattern has sign-rank at most d.

``tables``      integer W (R x d) and U (C x d): every sign of W U^T is compared with the pattern.
``polynomial``  an order of the columns (some of them negated): column number t in the order is the key
                (1, t, .., t^(d-1)), a row is a polynomial of degree below d, and it exists if the row needs at most
                d - 1 real roots (Alon, Frankl, Roedl 1985; the moment curve).
``squares``     q-SA at any size: the row of y is -prod_{t in y} (t - t_j)^2, of degree 2q, hence sign-rank <= 2q + 1.
``identity``    U (or W) is the identity matrix: sign-rank <= min(R, C).
"""

from .question import Question
from .reading import Node
from .verdict import RejectionError, short_number

MAX_PRODUCTS = 10**9
"""Most products of integers in a check of tables (some minutes)."""


def proved_upper(node: Node, question: Question) -> tuple[int, str]:
    """The sign-rank bound that the evidence proves, and how, in words."""
    kind = node.field("kind")
    if kind.value == "tables":
        return _tables(node, question)
    if kind.value == "polynomial":
        return _polynomial(node, question)
    if kind.value == "squares":
        return _squares(node, question)
    if kind.value == "identity":
        node.fields(("kind",))
        rows, columns = len(question.rows) if question.can_be_written_out else question.columns, question.columns
        return min(rows, columns), "an identity matrix as one of the two tables"
    kind.fail("must be tables, polynomial, squares or identity for an upper bound")


def _tables(node: Node, question: Question) -> tuple[int, str]:
    fields = node.fields(("kind", "dimension", "queries", "keys"))
    width = fields["dimension"].integer(0)
    rows = question.rows
    work = len(rows) * len(rows[0]) * width
    if work > MAX_PRODUCTS:
        node.fail(f"needs {work} products to be checked; at most {MAX_PRODUCTS} are done")
    queries = read_table(fields["queries"], len(rows), width)
    keys = read_table(fields["keys"], len(rows[0]), width)
    wanted_signs = {"-": -1, "0": 0, "+": 1}
    for r, row in enumerate(rows):
        query = queries[r]
        for c, symbol in enumerate(row):
            if symbol == "*":
                continue
            score = sum(a * b for a, b in zip(query, keys[c], strict=True))
            if (score > 0) - (score < 0) != wanted_signs[symbol]:
                where = f"{node.path}.queries[{r}] with {node.path}.keys[{c}]"
                raise RejectionError("table-wrong-sign", where, f"score {short_number(score)}, pattern {symbol}")
    return width, f"integer tables of width {width}, every score checked"


def read_table(node: Node, height: int, width: int) -> list[tuple[int, ...]]:
    """Integer vectors of one width, as many as the question has rows or columns."""
    entries = node.items()
    if len(entries) != height:
        raise RejectionError("table-wrong-shape", node.path, f"{len(entries)} rows where {height} are needed")
    for entry in entries:
        entry.items(width)
    return [entry.integers() for entry in entries]


def _polynomial(node: Node, question: Question) -> tuple[int, str]:
    fields = node.fields(("kind", "dimension", "order", "negated"))
    width = fields["dimension"].integer(1)
    columns = question.columns
    order = fields["order"].integers(0, columns - 1)
    if len(order) != columns or len(set(order)) != columns:
        raise RejectionError("order-not-a-permutation", fields["order"].path)
    negated = frozenset(fields["negated"].integers(0, columns - 1))
    for r, row in enumerate(question.rows):
        roots = roots_needed(row, order, negated)
        if roots > width - 1:
            raise RejectionError(
                "too-many-roots", f"{node.path} with row {r}", f"{roots} roots, degree at most {width - 1}"
            )
    return width, f"polynomials of degree at most {width - 1} on an order of the keys"


def roots_needed(row: str, order: tuple[int, ...], negated: frozenset[int]) -> int:
    """The least number of real roots, with multiplicity, of a polynomial with the row's signs along the order.

    A zero of the row is a root; between neighbouring nonzero signs the number of roots is even if the signs agree and
    odd if not, so one more root (a double zero, or a root between two keys) is added where the parity is off. A
    polynomial with exactly these roots and the right leading sign has the row's signs. A row without signs is the zero
    polynomial.

    >>> roots_needed("+-+", (0, 1, 2), frozenset())
    2
    >>> roots_needed("--0-", (0, 1, 2, 3), frozenset())
    2
    >>> roots_needed("+0*-", (0, 1, 2, 3), frozenset())
    1
    """
    total = zeros = last = 0
    for column in order:
        symbol = row[column]
        if symbol == "*":
            continue
        if symbol == "0":
            zeros += 1
            continue
        sign = (1 if symbol == "+" else -1) * (-1 if column in negated else 1)
        if last:
            zeros += (zeros + (sign != last)) % 2
        total, zeros, last = total + zeros, 0, sign
    return total + zeros if last else 0


def _squares(node: Node, question: Question) -> tuple[int, str]:
    node.fields(("kind",))
    if question.task != "qsa":
        raise RejectionError("symmetry-not-applicable", node.path)
    q = dict(question.parameters)["q"]
    if q == question.columns:
        return 1, "every query ties all keys"
    return 2 * q + 1, "squares of polynomials on the moment curve, for every q-subset at once"
