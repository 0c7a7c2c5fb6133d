"""The VC dimension of the rows (of the columns: on the transposed matrix), which has no ``*``.

A set of columns is *shattered* if the rows show all words over 0 and 1 on it. Subsets of shattered sets are shattered,
so all of them are met by adding one column at a time, in increasing order.
"""

from collections.abc import Callable
from fractions import Fraction

from ...reading import Node
from ...statement.matrix import CommunicationMatrix
from ...verdict import RejectionError
from .proof import Proved, Prover, Provers

MAX_SPLITS = 2_000_000
"""Most times that the exhaustion splits a set of rows by a column, some seconds."""

MAX_SIZE = 20
"""A matrix of at most 2^20 cells shatters no more."""

Side = Callable[[Node, CommunicationMatrix], Proved]


def shattered(evidence: Node, matrix: CommunicationMatrix) -> Proved:
    """``{"kind": "shattered", "set": [..]}``: columns on which the rows show all words; at least their number."""
    node = evidence.fields(("kind", "set"))["set"]
    columns = node.increasing(0, matrix.shape[1] - 1)
    words = {"".join(row[j] for j in columns) for row in matrix.rows}
    if len(words) < 2 ** len(columns):
        reason = f"the rows show {len(words)} words on {len(columns)} columns"
        raise RejectionError("not-shattered", node.path, reason)
    return Proved(Fraction(len(columns)), f"{len(columns)} columns are shattered")


def counting(evidence: Node, matrix: CommunicationMatrix) -> Proved:
    """``{"kind": "counting"}``: k shattered columns need 2^k different rows."""
    evidence.fields(("kind",))
    different = len(set(matrix.rows))
    return Proved(Fraction(different.bit_length() - 1), f"{different} different rows")


def exhaustion(evidence: Node, matrix: CommunicationMatrix) -> Proved:
    """``{"kind": "exhaustion", "size": k}``: no k + 1 columns are shattered; the checker goes through them."""
    node = evidence.fields(("kind", "size"))["size"]
    size = node.integer(0, MAX_SIZE)
    try:
        larger = shattered_columns(matrix, size + 1)
    except ValueError as error:
        evidence.fail(f"{error}; give evidence of kind counting for a weaker bound")
    if larger:
        raise RejectionError("not-shattered", node.path, f"columns {', '.join(map(str, larger))} are shattered")
    return Proved(Fraction(size), f"no {size + 1} columns are shattered")


def shattered_columns(matrix: CommunicationMatrix, size: int) -> tuple[int, ...]:
    """The first ``size`` >= 1 columns that are shattered, or none if no set of this size is.

    A set of j columns splits the different rows into classes by the words they show. A class is to be split into
    2^(size - j) by the rest of a shattered set, so if it has fewer rows the set is not part of one.

    Raises
    ------
    ValueError
        If that takes more than ``MAX_SPLITS`` splits of a class by a column.

    Examples
    --------
    >>> shattered_columns(CommunicationMatrix(("001", "010", "100", "111")), 2)
    (0, 1)
    >>> shattered_columns(CommunicationMatrix(("001", "010", "100", "111")), 3)
    ()
    """
    rows = sorted(set(matrix.rows))
    columns: dict[int, int] = {}  # equal columns are never in one shattered set
    for j, column in enumerate(zip(*rows, strict=True)):
        columns.setdefault(sum(1 << i for i, entry in enumerate(column) if entry == "1"), j)
    sets = list(columns)
    splits = 0

    def extended(chosen: tuple[int, ...], classes: list[int], start: int) -> tuple[int, ...]:
        nonlocal splits
        missing = size - len(chosen)
        if not missing:
            return chosen
        half = 2 ** (missing - 1)
        for k in range(start, len(sets) - missing + 1):
            parts: list[int] = []
            for rest in classes:
                splits += 1
                ones = rest & sets[k]
                if ones.bit_count() < half or (rest ^ ones).bit_count() < half:
                    break
                parts += (ones, rest ^ ones)
            else:
                if found := extended((*chosen, columns[sets[k]]), parts, k + 1):
                    return found
            if splits > MAX_SPLITS:
                raise ValueError(f"to look for {size} shattered columns takes more than {MAX_SPLITS} splits")
        return ()

    return extended((), [2 ** len(rows) - 1], 0)


def _rows(prover: Side) -> Prover:
    return lambda evidence, matrix, parameter: prover(evidence, matrix)


def _columns(prover: Side) -> Prover:
    return lambda evidence, matrix, parameter: prover(evidence, matrix.transposed)


LOWER: Provers = {
    "vc_rows": {"shattered": _rows(shattered)},
    "vc_columns": {"shattered": _columns(shattered)},
}
UPPER: Provers = {
    "vc_rows": {"counting": _rows(counting), "exhaustion": _rows(exhaustion)},
    "vc_columns": {"counting": _columns(counting), "exhaustion": _columns(exhaustion)},
}
"""Measure -> kind of evidence -> what reads it."""
