"""The catalogue ``deterministic``: D of every small 0/1 matrix with distinct rows and distinct columns.

Classes are those of permutations of the rows and permutations of the columns alone, as of functions whose parties are
named; transposition and complement change none of the numbers, and are not divided by. Equal lines never matter to D.

D is worked out by the definition (``DepthTable``). Its upper bound is a protocol tree. Its lower bound D >= j + 1 is
that rk M + rk (J - M) > 2^j, where that holds, else rectangles without a tree of less depth, by all their first bits
(``PartSearch``). ``difference`` is D - ceil(log2(rk M + rk (J - M))): what the leaves of a tree, counted by ranks, do
not explain.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..solvers.zero_one_counts import count_classes
from .catalogue import Bracket, Entry, Stated

RANKS = ("rank_q", "rank_q_complement")
"""The measures rk M and rk (J - M), by their names."""


@dataclass(frozen=True)
class Deterministic:
    """See ``Catalogue``.

    Examples
    --------
    >>> catalogue = Deterministic()
    >>> catalogue.keys(2), catalogue.count(2)
    (['00/01', '01/10', '01/11'], 3)
    >>> catalogue.settle(2, ["01/10"], None)[0].fields["D"]
    [2, 2]
    """

    name: str = "deterministic"
    title: str = "Deterministic communication of small 0/1 matrices"
    says: str = (
        "Exact deterministic communication D (leaves hold the answer) of every n x n 0/1 matrix with distinct rows and "
        "distinct columns, up to permutations of the rows and of the columns, its ranks, and the difference D - "
        "ceil(log2(rk M + rk(J - M)))."
    )
    objects: str = "n X n 0/1 matrices with distinct rows and columns, up to permutations of rows and of columns"
    sizes: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    quantities: tuple[str, ...] = ("D", *RANKS, "difference")

    def keys(self, n: int) -> list[str]:
        """The canonical forms, rows joined by strokes; a row is read from the right."""
        from ..solvers.zero_one_classes import classes  # here, since it takes long to load

        return ["/".join(format(row, f"0{n}b") for row in rows) for rows in classes(n).tolist()]

    def count(self, n: int) -> int:
        """How many there are by the orbit-counting lemma."""
        return count_classes(n)

    def settle(self, n: int, keys: Sequence[str], until: float | None) -> list[Entry]:
        """The entries, each with one certificate of all bounds."""
        from ..solvers.protocols.depth_table import DepthTable  # here, since they take long to load
        from .depth_certificates import certificate_of_depth

        table, found = DepthTable(n, n), list[Entry]()
        matrices = np.array([[[int(x) for x in row] for row in key.split("/")] for key in keys])
        ranks = [np.linalg.matrix_rank(some).tolist() for some in (matrices, 1 - matrices)]  # proposed, and checked
        for key, *both in zip(keys, *ranks, strict=True):
            if until is not None and time.monotonic() > until:
                break
            certificate = certificate_of_depth(key.split("/"), table, dict(zip(RANKS, both, strict=True)))
            brackets = {name: one.bracket([certificate]) for name, one in self.stated(n, key).items()}
            found.append(Entry(key, self.fields(n, key, brackets), (certificate,)))
        return found

    def stated(self, n: int, key: str) -> Mapping[str, Stated]:
        """D and both ranks of the matrix."""
        question = {"task": "communication", "of": "matrix", "rows": key.split("/")}
        return {name: Stated(question, {"measure": name}) for name in ("D", *RANKS)}

    def fields(self, n: int, key: str, brackets: Mapping[str, Bracket]) -> dict[str, Any]:
        """The rows, the brackets, and the difference."""
        leaves = [sum(brackets[name][side] for name in RANKS) for side in (0, 1)]
        lower, upper = brackets["D"]
        difference = [lower - (leaves[1] - 1).bit_length(), upper - (leaves[0] - 1).bit_length()]
        return {"rows": key.split("/"), **brackets, "difference": difference}


DETERMINISTIC = Deterministic()
