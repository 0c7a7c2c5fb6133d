"""Evidence that too few queries exist: ``counting``, class GRID, width m and p bits, H heads.

H queries decide what is selected, so different subsets need different H-tuples of queries, of which there are
2^(p m H). For a pattern with a null token two rows that differ need different queries. With a free threshold a query
orders its N columns by score into at most N levels, and a star-free row is known once the threshold's place is: on one
of the levels, or between two neighbours, or outside: at most 2N + 1 places, so (2N + 1) 2^(p m) >= number of different
rows. Stronger is to name rows any two of which need different queries, or columns any two of which need different keys
(``different_vectors.py``): then 2^(p m) >= their number.

What refutes v - 1 proves >= v: a unit of width m - 1 gives one of width m (one more coordinate, the same number of the
grid in all keys, null key included, adds a constant to each row's scores), and a smaller grid of one kind lies in the
larger one.
"""

from ...messages import short_number
from ...reading import Node
from ...statement.least_size import LeastSize
from ...statement.subsets import SubsetQuestion
from ..proof import Premises, Proved
from .different_vectors import different_vectors, subsets


def by_counting(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "counting"}``, of patterns also with ``"vectors": "rows" or "columns", ["set": [..]]``."""
    fields = node.fields(("kind",), ("vectors", "set"))
    question = quantity.question
    width, bits, _ = refuted_size(node, quantity, value)
    vectors = "queries"
    if "vectors" in fields and question.is_pattern:
        rows = different_vectors(fields, question, node.meter)
        vectors = {"rows": vectors, "columns": "keys"}[fields["vectors"].text()]
    elif "vectors" in fields or "set" in fields:
        node.fail("names 'vectors' of a pattern, and a 'set' only with them")
    elif isinstance(question, SubsetQuestion):
        node.meter.charge(100_000)
        rows = subsets(question.N, question.q)
    else:
        node.meter.charge(2 * len(question.pattern.rows) * question.columns)
        shown = {row for row in question.pattern.rows if "*" not in row}
        rows = -(-len(shown) // (1 if question.null else 2 * question.columns + 1))
    total = bits * width * question.heads
    if total >= rows.bit_length() or 2**total >= rows:
        node.reject("count-too-small", f"{short_number(total)} bits suffice for {short_number(rows)} {vectors}")
    return Proved(value, f"{short_number(rows)} different {vectors} are needed, and there are 2^{short_number(total)}")


def refuted_size(node: Node, quantity: LeastSize, value: int) -> tuple[int, int, int]:
    """m, p and H of the size one step below what is claimed, which is to be refuted."""
    size = value - 1
    if not quantity.monotone:
        node.fail(
            f"refutes one {quantity.resource}, which says nothing of smaller ones: class {quantity.unit_class.name} is "
            f"not monotone in {quantity.resource}"
        )
    if size < (0 if quantity.resource == "m" else 1):
        node.fail(f"refutes a smaller {quantity.resource}, and there is none below {short_number(value)}: use trivial")
    return quantity.sizes_at(size)
