"""Classes of equal rows and of equal columns, so that evidence need not say everything twice."""

from dataclasses import dataclass

from ...reading import Node
from ...statement.matrix import CommunicationMatrix
from ...verdict import RejectionError


@dataclass(frozen=True)
class EqualVectors:
    """Classes of equal rows and of equal columns: the entry that class k has with class l, and the class sizes.

    ``entries`` are words over ``0 1 *``.
    """

    entries: tuple[str, ...]
    row_sizes: tuple[int, ...]
    column_sizes: tuple[int, ...]
    complete: bool


def read_classes(fields: dict[str, Node], matrix: CommunicationMatrix) -> EqualVectors:
    """Disjoint sets of rows and of columns; rows of one class agree on all columns of all classes, and vice versa.

    Without the field every row (column) is a class of its own.
    """
    rows = _read_sets(fields.get("row_classes"), matrix.shape[0])
    columns = _read_sets(fields.get("column_classes"), matrix.shape[1])
    parts = [[matrix.rows[i] for i in of] for of in rows]
    chosen = [j for of in columns for j in of]
    for k, part in enumerate(parts):
        if len(part) > 1 and len({"".join([row[j] for j in chosen]) for row in part}) > 1:
            raise RejectionError("entry-out-of-range", fields["row_classes"].path, f"rows of class {k} differ")
    for of in columns:
        if len(of) > 1 and any(part[0][j] != part[0][of[0]] for part in parts for j in of):
            raise RejectionError("entry-out-of-range", fields["column_classes"].path, "columns of one class differ")
    entries = tuple("".join(part[0][of[0]] for of in columns) for part in parts)
    sizes = tuple(map(len, rows)), tuple(map(len, columns))
    return EqualVectors(entries, *sizes, sum(sizes[0]) == matrix.shape[0] and sum(sizes[1]) == matrix.shape[1])


def _read_sets(node: Node | None, count: int) -> list[tuple[int, ...]]:
    if node is None:
        return [(i,) for i in range(count)]
    sets = [item.increasing(0, count - 1) for item in node.items()]
    members = [i for of in sets for i in of]
    if not sets or not all(sets) or len(set(members)) < len(members):
        node.fail("must list disjoint nonempty sets, at least one")
    return sets
