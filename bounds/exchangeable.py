"""Patterns without a name whose columns are exchangeable: q-SA or thresholds at any size, recognised by counting.

A row without a null token that ties some keys and puts all others below (``0`` and ``-``) is a subset of the keys, its
zeros. If all C(N, q) subsets of a size 0 < q < N are among the rows, in whatever order, those rows are q-SA(N, q), so
m >= min(2q, N - 1) (``sparse_averaging.py``). In the same way rows of ``+`` and ``-`` with all subsets of every size
from l to h contain the thresholds of l to h of N keys (``separation.py``). Other rows cannot make m smaller. Since
every order of the columns maps a set of all subsets to itself, no order has to be searched; equal columns are counted
once. Nothing is lost if the rows are of these kinds only: rows that every permutation of the columns maps to rows hold
all subsets of a size or none.

Upper bound: on the moment curve a row whose smaller side has s keys needs at most 2s roots in any order of the columns,
so if a pattern is exchangeable, the columns as they stand are as good as any other order (``upper/moment_curve.py``).
"""

from collections.abc import Iterator
from itertools import combinations, groupby
from math import comb

from ..questions import Question, qsa_question, separation_question
from .bound import Bound, certified_bound, premise
from .separation import separation_lower
from .sparse_averaging import sparse_averaging_lower
from .upper.moment_curve import moment_curve_upper

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
    evidence: dict[str, object] = {"kind": "restriction", "rows": rows, "columns": columns, "of": premise(part)}
    method = f"{part.evidence.method}, in all {words} of {len(columns)} columns"
    return certified_bound(question, "lower", part.value, method, evidence)


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
