"""Lower bound: a cycle over GF(2) of signed sets of columns (or rows), an odd number of which alternate.

A lower bound for the sign-rank of a small pattern, as evidence that stands inside other evidence.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from ...questions import Question, SignPattern, pattern_question
from ...solvers.arrays import Signs
from ...solvers.sign_rank.compositions import Composed, compositions
from ...solvers.sign_rank.cycles import Cycle, best_cycle
from ...solvers.sign_rank.rich_parts import rich_columns
from ..bound import Bound, certified_bound, premise
from ..patterns import STAR, of_part
from .independent_vectors import independent_vectors_lower, oriented

MOST_TIED = 6_000
"""Most cells of a pattern with ties whose rows are put together; of a larger one a part is taken."""
TIED_COLUMNS = 24
"""Columns of such a part."""


def cycle_lower(
    question: Question,
    *,
    vectors: str = "columns",
    seed: int = 0,
    stop: Callable[[], bool] = lambda: False,
    above: int = 0,
    enough: Callable[[], float] = lambda: math.inf,
    report: Callable[[str], None] = lambda text: None,
) -> Bound | None:
    """m >= j + 1 - offset from a cycle of members of j + 1 columns (``vectors="rows"``: rows); None if none is found.

    Lines with ties are put together with others, so that they show more (``compositions``).

    Parameters
    ----------
    question : what is asked, with a pattern
    stop : asked every now and then whether to stop looking
    above : a sign-rank that is known to be needed; only larger ones are looked for
    enough : tells the sign-rank at which to stop looking (say, the best upper bound known by now)
    report : told which size is looked for

    Examples
    --------
    >>> from ...questions import match2_question
    >>> cycle_lower(match2_question(5)).value
    3
    """
    pattern = oriented(question, vectors)
    if (pattern == 0).any() and pattern.size > MOST_TIED:
        known: dict[str, Any] = {"stop": stop, "above": above, "enough": enough, "report": report}
        return _of_part(question, seed, partial(cycle_lower, vectors=vectors, seed=seed, **known))
    composed = compositions(pattern, np.random.default_rng(seed), stop=stop) if (pattern == 0).any() else None
    lines = _signs(pattern if composed is None else composed.lines)
    found = best_cycle(lines, random.Random(seed), stop=stop, above=above, enough=enough, report=report)
    if found is None or found.size < question.offset:
        return None
    if composed is not None:
        plain = _without_compositions(found, composed, pattern)
        if plain is None:
            return _composed_bound(question, found, composed, vectors)
        found = plain
    value, method = found.size - question.offset, cycle_method(found, vectors)
    return certified_bound(question, "lower", value, method, cycle_evidence(found, vectors))


def _of_part(question: Question, seed: int, lower: Callable[[Question], Bound | None]) -> Bound | None:
    """Of a large pattern with ties: the bound of a part with few columns that show many words, and some rows."""
    rng = np.random.default_rng(seed)
    rows, columns = question.shape
    lines = oriented(question, "columns")[:rows]
    chosen = rich_columns(lines, min(TIED_COLUMNS, columns), rng)
    most = min(rows, max(1, MOST_TIED // len(chosen) - 1))
    kept = tuple(sorted(rng.choice(rows, most, replace=False).tolist()))
    part = pattern_question(SignPattern(question.part(kept, chosen), question.null))
    found = lower(part)
    if found is None:
        return None
    method = f"{found.evidence.method}, in a part of {len(kept)} rows and {len(chosen)} columns"
    return of_part(question, found, kept, chosen, method)


def _without_compositions(found: Cycle, composed: Composed, pattern: Signs) -> Cycle | None:
    """The cycle on the lines as they are, if they have signs where its members are."""
    members = [(composed.parts[r][0], *columns) for r, *columns in found.members]
    if any(pattern[r, c] == 0 for r, *columns in members for c in columns):
        return None
    return Cycle(found.size, tuple(sorted(members)))


def _composed_bound(question: Question, found: Cycle, composed: Composed, vectors: str) -> Bound:
    """The bound from that of the pattern of the lines that the cycle is on, which are put together."""
    used = sorted({r for r, *_ in found.members})
    words = ["".join("0+*-"[x] for x in composed.lines[r].tolist()) for r in used]
    small = pattern_question(SignPattern(tuple(words), null=True))
    cycle = Cycle(found.size, tuple((used.index(r), *columns) for r, *columns in found.members))
    of = certified_bound(small, "lower", cycle.size, cycle_method(cycle, "columns"), cycle_evidence(cycle, "columns"))
    along = "rows" if vectors == "columns" else "columns"
    lines = [list(composed.parts[r]) for r in used]
    evidence = {"kind": "composed", "along": along, "lines": lines, "of": premise(of)}
    method = f"{cycle_method(cycle, vectors)}, of {along} put together so that ties get signs"
    return certified_bound(question, "lower", found.size - question.offset, method, evidence)


def _signs(pattern: Signs) -> Signs:
    return np.where(pattern == STAR, 0, pattern).astype(np.int8)


def cycle_method(found: Cycle, vectors: str) -> str:
    """The method in words."""
    return f"a cycle of {len(found.members)} signed sets of {found.size} {vectors}, over GF(2)"


def cycle_evidence(found: Cycle, vectors: str) -> dict[str, object]:
    """The evidence as engines write it."""
    return {"kind": "cycle", "of": vectors, "members": [list(member) for member in found.members]}


VECTORS = ("columns", "rows")
LOOKS = 50
"""How often an elimination may look whether it has to stop: some million members, a few seconds."""


def sign_rank_lower(question: Question) -> Bound:
    """The best lower bound of a pattern with a null token, from independent columns or rows and from cycles.

    Examples
    --------
    >>> from ...questions import match2_question
    >>> sign_rank_lower(match2_question(4)).value
    3
    """
    *_, best = sign_rank_bounds(question)
    return best


def sign_rank_bounds(question: Question) -> Iterator[Bound]:
    """What ``sign_rank_lower`` finds, each better than the one before: cycles, which may load compiled code, come last.

    >>> from ...questions import match2_question
    >>> [bound.value for bound in sign_rank_bounds(match2_question(4))]
    [3]
    """
    best = None
    for vectors in VECTORS:
        bound = independent_vectors_lower(question, vectors=vectors)
        if bound is not None and (best is None or bound.value > best.value):
            best = bound
            yield best
    for vectors in VECTORS:
        known = 0 if best is None else best.value
        bound = cycle_lower(question, vectors=vectors, stop=_after(LOOKS), above=known)
        if bound is not None:
            best = bound
            yield best
    if best is None:
        yield certified_bound(question, "lower", 0, "nothing", {"kind": "trivial"})


def _after(looks: int) -> Callable[[], bool]:
    left = iter(range(looks))
    return lambda: next(left, None) is None
