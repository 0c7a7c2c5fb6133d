"""How wide vectors have to be if some rows of a pattern may fail: bounds from hard cores, by counting, and by vectors.

The proofs are in ``certificates/theorems/tolerance.py``. A *core* is a part of the pattern that is not realised with
fewer than v coordinates, so that one of its rows fails; weights of cores, at most the count of a row at each row, add
up to a lower bound for the counts of the rows that fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil
from typing import Any

from ..questions import SignPattern, pattern_question
from ..questions.question import Question
from ..questions.tolerant import Tolerant
from ..solvers.sparse_signs.sparse_signs import SparseSigns
from .bound import Bound, CheckerRefusedError, TooLongToCheckError, certified_bound, premise
from .lower.independent_vectors import independent_vectors_lower

MOST_STEPS = 2_000_000_000
"""Most steps of a check: some minutes."""


@dataclass(frozen=True)
class Core:
    """A part of a pattern, by its rows and columns, and the lower bound of m for it.

    ``bound`` is about the part written out in this order: a pattern, or one of which some rows may fail.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    bound: Bound

    @property
    def fails(self) -> int:
        """How many of its rows fail at least."""
        question = self.bound.question
        return 1 + (question.wrong if isinstance(question, Tolerant) else 0)


def core_question(question: Question, rows: Sequence[int], columns: Sequence[int]) -> Question:
    """The part of a pattern, written out."""
    return pattern_question(SignPattern(question.part(rows, columns), question.null))


def cores_lower(question: Tolerant, cores: Sequence[Core], weights: Sequence[int], scale: int) -> Bound:
    """m >= the least of the cores' bounds, if the weights of the cores exceed what may be wrong.

    Parameters
    ----------
    question : Tolerant
    cores : of its pattern
    weights : int > 0 for each core
    scale : int
        What the weights are divided by: at each row they add up to at most ``scale`` times its count.

    Examples
    --------
    >>> from .bound import certified_bound
    >>> pattern = pattern_question(SignPattern(("++--", "+-+-", "++--", "+-+-"), null=False))
    >>> core = core_question(pattern, (0, 1), (0, 1, 2, 3))
    >>> from .lower.cycle import cycle_lower
    >>> pair = cycle_lower(core, vectors="rows")
    >>> two = [Core((0, 1), (0, 1, 2, 3), pair), Core((2, 3), (0, 1, 2, 3), pair)]
    >>> cores_lower(Tolerant(pattern, 1), two, [1, 1], 1).value
    2
    """
    different: dict[int, int] = {}
    premises: list[dict[str, Any]] = []
    for core in cores:
        if id(core.bound) not in different:
            different[id(core.bound)] = len(premises)
            premises.append(premise(core.bound))
    listed = [
        {"of": different[id(core.bound)], "rows": list(core.rows), "columns": list(core.columns), "times": times}
        for core, times in zip(cores, weights, strict=True)
    ]
    evidence = {"kind": "cores", "of": premises, "cores": listed, "scale": scale}
    value = min(core.bound.value for core in cores)
    weight = sum(times * core.fails for core, times in zip(cores, weights, strict=True)) / scale
    method = "a hard core, of which some query fails"
    if len(cores) > 1:
        method = f"{len(cores)} hard cores, of each of which some query fails: at least {ceil(weight)} by their weights"
    return certified_bound(question, "lower", value, method, evidence, MOST_STEPS)


def telling_lower(question: Tolerant, signs: SparseSigns, counts: Sequence[int]) -> Bound | None:
    """m >= 1 if the queries that tell items apart are more than may fail: each is a core. None if they are not.

    Where there is a null token, all others have to be told apart from it.

    Examples
    --------
    >>> from .patterns import sparse_pattern
    >>> pattern = pattern_question(SignPattern(("+-*", "*+-", "++*"), null=False))
    >>> found = [telling_lower(Tolerant(pattern, wrong), sparse_pattern(pattern), (1, 1, 1)) for wrong in (1, 2)]
    >>> [bound and bound.value for bound in found]
    [1, None]
    """
    made: dict[str, Bound] = {}
    cores, weights = [], []
    for row, count in enumerate(counts):
        plus, free = (set(array[[row]].indices.tolist()) for array in (signs.plus, signs.free))
        least = {"+": min(plus, default=None), "-": _first_without(plus | free, question.columns)}
        chosen = {symbol: column for symbol, column in least.items() if column is not None}
        if question.null:
            chosen = dict(islice(chosen.items(), 1))
        if len(chosen) == (1 if question.null else 2):
            word = "".join(chosen)
            if word not in made:
                part = pattern_question(SignPattern((word,), question.null))
                found = independent_vectors_lower(part)
                assert found is not None and found.value == 1  # equal scores are not told apart
                made[word] = found
            cores.append(Core((row,), tuple(chosen.values()), made[word]))
            weights.append(count)
    return cores_lower(question, cores, weights, 1) if sum(weights) > question.wrong else None


def _first_without(gone: set[int], columns: int) -> int | None:
    return next((column for column in range(columns) if column not in gone), None)


def counted_lower(question: Tolerant) -> Bound | None:
    """m >= k by counting how many rows k - 1 coordinates can realise; None if that says nothing, or a row has ``*``.

    Examples
    --------
    >>> pairs = pattern_question(SignPattern(tuple("".join("+" if c in (a, b) else "-" for c in range(8))
    ...                                            for b in range(8) for a in range(b)), null=False))
    >>> [counted_lower(Tolerant(pairs, wrong)).value for wrong in (0, 11, 12, 20, 21)]
    [4, 3, 2, 2, 1]
    """
    best = None
    for k in range(1, min(question.columns, MOST_COUNTED) + 1):
        found = None
        for theorem, at, words in COUNTS:
            if at and (k != at or question.null):
                continue
            try:
                method = f"fewer coordinates have too few {words} for so many different queries"
                found = certified_bound(question, "lower", k, method, {"kind": "few-realised", "theorem": theorem})
                break
            except TooLongToCheckError:
                return best
            except CheckerRefusedError:
                continue
        if found is None:
            return best
        best = found
    return best


COUNTS = (("semispaces", 3, "half-planes"), ("pairs in space", 4, "half-spaces"), ("dichotomies", 0, "half-spaces"))
"""Theorem, the one m that it is for (0: any), and what there are too few of."""

MOST_COUNTED = 12
"""Largest m that counting is tried for: there are always more half-spaces than rows in files."""


def left_out_upper(question: Tolerant, rest: Bound | None, rows: Sequence[int], method: str) -> Bound:
    """m <= the bound of the other rows, if these may fail (m = 0 if they are all rows, without a bound)."""
    evidence = {"kind": "left-out", "of": [] if rest is None else [premise(rest)], "rows": sorted(rows)}
    value = 0 if rest is None else rest.value
    return certified_bound(question, "upper", value, method, evidence, MOST_STEPS)


def kept_question(question: Question, rows: Sequence[int]) -> Question | None:
    """The pattern without some rows, in the form that it has; None if no row is left."""
    from ..questions.relevance import Relevance

    gone = set(rows)
    kept = [row for row in range(question.shape[0]) if row not in gone]
    if not kept:
        return None
    if isinstance(question, Relevance):
        selected, free = (tuple(one[row] for row in kept) for one in (question.selected, question.free))
        return Relevance(question.width, selected, free, question.blank)
    return core_question(question, kept, range(question.columns))
