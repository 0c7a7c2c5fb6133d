"""Patterns of special kinds: Match2 at any modulus, exchangeable columns, pairs that make a graph.

Match2 at any modulus M >= 4: the least embedding dimension is 3, class SIGN, with a null token.

Lower bound: the queries that match keys 0, 1, 2 and one that matches none of them. These three keys are independent in
every realisation, so m >= 3. Upper bound: keys (1, t, t^2), and the query 1/2 - (t - s)^2 for the one key s that
matches. They are for patterns that are too large to be written out; in smaller ones a search argues about the pattern
itself.

Patterns without a name whose columns are exchangeable: q-SA or thresholds at any size, recognised by counting.

A row without a null token that ties some keys and puts all others below (``0`` and ``-``) is a subset of the keys, its
zeros. If all C(N, q) subsets of a size 0 < q < N are among the rows, in whatever order, those rows are q-SA(N, q), so
m >= min(2q, N - 1) (``selections.py``). In the same way rows of ``+`` and ``-`` with all subsets of every size
from l to h contain the thresholds of l to h of N keys (``selections.py``). Other rows cannot make m smaller. Since
every order of the columns maps a set of all subsets to itself, no order has to be searched; equal columns are counted
once. Nothing is lost if the rows are of these kinds only: rows that every permutation of the columns maps to rows hold
all subsets of a size or none.

Upper bound: on the moment curve a row whose smaller side has s keys needs at most 2s roots in any order of the columns,
so if a pattern is exchangeable, the columns as they stand are as good as any other order (``upper/moment_curve.py``).

Lower bound m >= 4 from queries that ask for one item or two, where the pairs make a graph that is not planar enough.

Proof: ``certificates/theorems/planarity.py``. Where every query has two relevant items, four dimensions are
enough, so this closes the bracket; a random graph with as many edges as vertices has such minors.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, groupby
from math import comb

import numpy as np

from ..questions import Question, SignPattern, pattern_question, qsa_question, separation_question
from ..questions.selection import Matching
from .bound import Bound, certified_bound
from .lower.independent_vectors import independent_vectors_lower
from .patterns import of_part, sparse_pattern
from .selections import separation_lower, sparse_averaging_lower
from .upper.moment_curve import moment_curve_upper

KEYS = 3


def matching_pairs_lower(question: Question) -> Bound | None:
    """m >= 3 by four queries and three keys; None unless the question is Match2 with M >= 4, and large.

    >>> from ..questions import match2_question
    >>> matching_pairs_lower(match2_question(5000)).value
    3
    """
    if not _is_large(question) or question.columns <= KEYS:
        return None
    queries, columns = [-key % question.columns for key in range(KEYS + 1)], range(KEYS)
    part = pattern_question(SignPattern(question.part(queries, columns), null=True), "")
    bound = independent_vectors_lower(part)
    return bound and of_part(question, bound, queries, columns, f"{KEYS} keys independent in every realisation")


def matching_pairs_upper(question: Question) -> Bound | None:
    """m <= 3 by squares on the moment curve; None unless the question is Match2, and large.

    >>> from ..questions import match2_question
    >>> matching_pairs_upper(match2_question(10**6)).value
    3
    """
    if not _is_large(question):
        return None
    return certified_bound(question, "upper", 3, "moment curve: a square for each query", {"kind": "squares"})


def _is_large(question: Question) -> bool:
    return isinstance(question, Matching) and question.order == 2 and not question.can_be_written_out


Subsets = dict[tuple[int, ...], int]
"""Chosen columns, increasing -> a row that chooses these."""


def exchangeable_lower(question: Question, *, above: int = 0) -> Bound | None:
    """m >= min(2q, N - 1) where all q-subsets are among the rows; None unless that is more than ``above``.

    Parameters
    ----------
    question : Question
        A pattern without a name and without a null token; of others None.
    above : int
        What is known.

    Examples
    --------
    >>> from random import Random
    >>> from ..questions import SignPattern, pattern_question
    >>> def shuffled(question):
    ...     rows = list(question.pattern.rows)
    ...     Random(0).shuffle(rows)
    ...     return pattern_question(SignPattern(tuple(rows), null=False))
    >>> print(exchangeable_lower(shuffled(qsa_question(9, 3))))
    m >= 6 [CERTIFIED] any 7 keys are affinely independent (cases by symmetry), in all 3-subsets of 9 columns
    >>> exchangeable_lower(shuffled(separation_question(9, 1, 3))).value
    6
    >>> exchangeable_lower(pattern_question(SignPattern(("0--", "-0-"), null=False))) is None
    True
    """
    if question.task != "pattern" or question.null:
        return None
    columns = _different_columns(question.pattern.rows)
    if len(columns) < 2:
        return None
    best: tuple[Bound, list[int], str] | None = None
    for named, rows, words in _contained(question.pattern.rows, columns):
        bound = sparse_averaging_lower(named) or separation_lower(named)
        if bound is not None and bound.value > (above if best is None else best[0].value):
            best = bound, rows, words
    if best is None:
        return None
    part, rows, words = best
    return of_part(question, part, rows, columns, f"{part.evidence.method}, in all {words} of {len(columns)} columns")


def exchangeable_upper(question: Question, lower: int) -> Bound | None:
    """The moment curve on the columns as they stand; None unless the question is one as above that this closes."""
    if question.task != "pattern" or question.null:
        return None
    bound = moment_curve_upper(question, deadline=0.0)
    return bound if bound.value == lower else None


def _different_columns(rows: tuple[str, ...]) -> list[int]:
    first: dict[tuple[str, ...], int] = {}
    for number, column in enumerate(zip(*rows, strict=True)):
        first.setdefault(column, number)
    return list(first.values())


def _contained(rows: tuple[str, ...], columns: list[int]) -> Iterator[tuple[Question, list[int], str]]:
    """Questions with a name that are among the rows, the rows that are theirs in their order, and a word for them."""
    size = len(columns)
    for symbol in "0+":
        by_size: dict[int, Subsets] = {}
        for number, row in enumerate(rows):
            kept = [row[column] for column in columns]
            if set(kept) == {symbol, "-"}:
                chosen = tuple(place for place, entry in enumerate(kept) if entry == symbol)
                by_size.setdefault(len(chosen), {}).setdefault(chosen, number)
        complete = [q for q in sorted(by_size) if len(by_size[q]) == comb(size, q)]
        if symbol == "0":
            runs = [(q, q) for q in complete]
        else:  # sizes without a gap
            groups = groupby(enumerate(complete), key=lambda item: item[1] - item[0])
            runs = [(found[0][1], found[-1][1]) for found in (list(group) for _, group in groups)]
        for least, most in runs:
            sizes = range(least, most + 1)
            places = [by_size[q][chosen] for q in sizes for chosen in combinations(range(size), q)]
            named = qsa_question(size, least) if symbol == "0" else separation_question(size, least, most)
            yield named, places, f"{least}-subsets" if least == most else f"{least}- to {most}-subsets"


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
    from ..solvers.sign_rank.nonplanar_minor import nonplanar_minor  # networkx

    sets = nonplanar_minor(pairs, alone=alone, seed=seed, deadline=deadline)
    if not sets:
        return None
    columns = sorted(c for one in sets for c in one)
    place = {c: k for k, c in enumerate(columns)}
    rows = [row for one, row in row_of.items() if place.keys() >= set(one)]
    part = pattern_question(SignPattern(question.part(rows, columns), question.null))
    minors = [sorted(place[c] for c in one) for one in sets]
    evidence = {"kind": "planarity", "sets": minors, "rows": list(range(len(rows)))}
    minor = "K5" if len(sets) == 5 else "K3,3"
    method = f"pairs of {len(columns)} items make a graph with the minor {minor}, so they are no edges of a polytope"
    bound = certified_bound(part, "lower", 4, method, evidence)
    return of_part(question, bound, rows, columns)
