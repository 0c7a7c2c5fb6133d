"""How many query vectors centred documents in the plane need: least t over cyclic orders of the documents.

Documents {u_j, -u_j}, all +-u_j in strictly convex position, d = 2, S = 2: a row takes as many query vectors as it has
runs in the cyclic order of the documents, no more and no fewer (proof: ``bounds/upper/centred_tables.py``). So the
least t for a relevance matrix is the least, over all cyclic orders, of the largest number of runs of a row; t = 1 iff
the matrix has the circular-ones property. This is a question about centred documents: other documents may need fewer.

*Upper*: an order. *Lower*: on a part of the columns a row has no more runs than on all, in the order that the part
inherits; of up to 8 columns all orders are gone through (``solvers/cyclic_orders.py``). In particular 2t + 2 columns on
which the rows show all words need t + 1: one row alternates, in any order. It is PROVED by this argument, and not
certified: the checker does not replay it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..solvers.cyclic_orders import ALL_ORDERS, Order, few_runs, least_runs

MOST_PARTS = 400
"""Most sets of columns whose orders are gone through."""


@dataclass(frozen=True)
class CentredDocuments:
    """``lower <= t <= upper`` query vectors for centred documents in the plane.

    Attributes
    ----------
    order : tuple of int
        The columns in a cyclic order in which no row has more than ``upper`` runs.
    forced_by : tuple of int
        Columns every order of which has a row with ``lower`` runs.
    """

    lower: int
    upper: int
    order: Order
    forced_by: tuple[int, ...]

    @property
    def words(self) -> str:
        """What is known, in a sentence.

        >>> centred_documents(["++--", "--++", "+-+-", "-+-+"]).words
        'documents u, -u in the plane need 1 query vector [PROVED]'
        """
        known = str(self.upper) if self.lower == self.upper else f"{self.lower} .. {self.upper}"
        return f"documents u, -u in the plane need {known} query vector{'s' * (self.upper > 1)} [PROVED]"


def centred_documents(rows: Sequence[str], seconds: float = 1.0, seed: int = 0) -> CentredDocuments:
    """The least number t of query vectors for rows of ``+ - *``, as a bracket; closed for up to 8 documents.

    Parameters
    ----------
    rows : sequence of str
        A row for each query: ``+`` relevant, ``-`` not, ``*`` free.
    seconds : float
        About how long to look for better orders and parts, where there are more than 8 documents.

    Examples
    --------
    >>> fano = ["++-+---", "-++-+--", "--++-+-", "---++-+", "+---++-", "-+---++", "+-+---+"]
    >>> found = centred_documents(fano)
    >>> found.lower, found.upper
    (2, 2)
    """
    began, columns = time.monotonic(), len(rows[0])
    asked = sorted({row for row in rows if {"+", "-"} <= {*row}})
    if not asked:
        return CentredDocuments(0, 0, tuple(range(columns)), ())
    if all_sets_of_one_size(asked):
        most = min(asked[0].count("+"), asked[0].count("-"))
        return CentredDocuments(most, most, tuple(range(columns)), tuple(range(columns)))
    if columns <= ALL_ORDERS:
        most, order = least_runs(asked, 1)
        return CentredDocuments(most, most, order, tuple(range(columns)))
    rng = np.random.default_rng(seed)
    upper, order = few_runs(asked, 1, began + 0.6 * seconds, rng)
    lower = 1
    forced_by: tuple[int, ...] = (0,)
    for part in _parts(asked, columns, rng):
        words = sorted({"".join(row[c] for c in part) for row in asked})
        if lower >= upper or time.monotonic() > began + seconds:
            break
        found, _ = least_runs(words, lower)
        if found > lower:
            lower, forced_by = found, part
    return CentredDocuments(lower, upper, order, forced_by)


def all_sets_of_one_size(rows: Sequence[str]) -> bool:
    """Whether the different rows are all sets of k columns: then min(k, n - k) runs occur in every order.

    >>> all_sets_of_one_size(["+--", "-+-", "--+"]), all_sets_of_one_size(["+--", "-+-"])
    (True, False)
    """
    from math import comb

    sizes = {row.count("+") for row in rows}
    plain = len(sizes) == 1 and not any("*" in row for row in rows)
    return plain and len(set(rows)) == comb(len(rows[0]), min(sizes))


def _parts(rows: Sequence[str], columns: int, rng: np.random.Generator) -> list[tuple[int, ...]]:
    """Sets of columns that are in many rows together: around each row, then the busiest, then random ones."""
    busy = np.array([sum(row[c] == "+" for row in rows) for c in range(columns)])
    ranked = [int(c) for c in np.argsort(-busy, kind="stable")]
    found = [tuple(sorted(ranked[:6])), tuple(sorted(ranked[:7]))]
    for one, other in combinations(sorted(rows, key=lambda row: -row.count("+"))[:20], 2):
        inside = [c for c in ranked if one[c] == "+" or other[c] == "+"][:6]
        if len(inside) >= 4:
            found.append(tuple(sorted(inside)))
    while len(found) < MOST_PARTS:
        chosen = rng.choice(columns, 6, replace=False, p=(busy + 0.1) / (busy + 0.1).sum())
        found.append(tuple(sorted(int(c) for c in chosen)))
    return list(dict.fromkeys(found))
