"""Lower bound m >= 4 from queries that ask for one item or two, where the pairs make a graph that is not planar enough.

Proof: ``certificates/theorems/planarity.py``. Where every query has two relevant items, four dimensions are
enough, so this closes the bracket; a random graph with as many edges as vertices has such minors.
"""

from __future__ import annotations

import numpy as np

from ...questions import Question, SignPattern, pattern_question
from ...solvers.sign_rank.nonplanar_minor import nonplanar_minor
from ..bound import Bound, certified_bound, premise
from ..sparse_pattern import sparse_pattern

MOST_EDGES = 50_000
"""Edges of the graph: a planarity test takes some seconds for so many."""


def planarity_lower(question: Question, *, seed: int = 0, deadline: float = float("inf")) -> Bound | None:
    """m >= 4 for a pattern of ``+`` and ``-`` (thresholds free) if that minor is found among its pairs, else None.

    Examples
    --------
    >>> from itertools import combinations
    >>> pairs = [*combinations(range(5), 2), *((k, k + 5) for k in range(5))]
    >>> rows = tuple("".join("+" if c in pair else "-" for c in range(10)) for pair in pairs)
    >>> planarity_lower(pattern_question(SignPattern(rows, null=False))).value
    4
    >>> planarity_lower(pattern_question(SignPattern(rows[:10], null=False))) is None
    True
    """
    signs = sparse_pattern(question)
    counts, free = np.diff(signs.plus.indptr), np.diff(signs.free.indptr)
    row_of: dict[tuple[int, ...], int] = {}
    for row in np.flatnonzero((counts >= 1) & (counts <= 2) & (free == 0)).tolist():
        one = signs.plus.indices[signs.plus.indptr[row] : signs.plus.indptr[row + 1]]
        row_of.setdefault(tuple(sorted(one.tolist())), row)
    pairs = [one for one in row_of if len(one) == 2]
    if not 9 <= len(pairs) <= MOST_EDGES:
        return None
    alone = frozenset(one[0] for one in row_of if len(one) == 1)
    sets = nonplanar_minor(pairs, alone=alone, seed=seed, deadline=deadline)
    if not sets:
        return None
    columns = sorted(c for one in sets for c in one)
    place = {c: k for k, c in enumerate(columns)}
    rows = [row for one, row in row_of.items() if place.keys() >= set(one)]
    part = pattern_question(SignPattern(question.part(rows, columns), question.null))
    evidence = {
        "kind": "planarity",
        "sets": [sorted(place[c] for c in one) for one in sets],
        "rows": list(range(len(rows))),
    }
    minor = "K5" if len(sets) == 5 else "K3,3"
    method = f"pairs of {len(columns)} items make a graph with the minor {minor}, so they are no edges of a polytope"
    bound = certified_bound(part, "lower", 4, method, evidence)
    restricted = {"kind": "restriction", "rows": rows, "columns": columns, "of": premise(bound)}
    return certified_bound(question, "lower", 4, method, restricted)
