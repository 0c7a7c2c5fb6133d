"""Lower bound: a cycle over GF(2) of signed sets of columns (or rows), an odd number of which alternate."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from ...questions import Question, SignPattern, pattern_question
from ...solvers.sign_rank.compositions import Composed, compositions
from ...solvers.sign_rank.cycles import Cycle, Signs, best_cycle
from ..bound import Bound, certified_bound, premise
from ..pattern_array import STAR
from .independent_vectors import oriented


def cycle_lower(
    question: Question,
    *,
    vectors: str = "columns",
    seed: int = 0,
    stop: Callable[[], bool] = lambda: False,
    above: int = 0,
    enough: int | None = None,
    report: Callable[[str], None] = lambda text: None,
) -> Bound | None:
    """m >= j + 1 - offset from a cycle of members of j + 1 columns (``vectors="rows"``: rows); None if none is found.

    Lines with ties are put together with others, so that they show more (``compositions``).

    Parameters
    ----------
    question : what is asked, with a pattern
    stop : asked every now and then whether to stop looking
    above : a sign-rank that is known to be needed; only larger ones are looked for
    enough : a sign-rank at which to stop looking (say, the best upper bound known)
    report : told which size is looked for

    Examples
    --------
    >>> from ...questions import match2_question
    >>> cycle_lower(match2_question(5)).value
    3
    """
    pattern = oriented(question, vectors)
    composed = compositions(pattern, np.random.default_rng(seed)) if (pattern == 0).any() else None
    found = best_cycle(
        _signs(pattern if composed is None else composed.lines),
        random.Random(seed),
        stop=stop,
        above=above,
        enough=enough,
        report=report,
    )
    if found is None or found.size < question.offset:
        return None
    if composed is not None:
        plain = _without_compositions(found, composed, pattern)
        if plain is None:
            return _composed_bound(question, found, composed, vectors)
        found = plain
    value, method = found.size - question.offset, cycle_method(found, vectors)
    return certified_bound(question, "lower", value, method, cycle_evidence(found, vectors))


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


def signs_of(question: Question, vectors: str) -> Signs:
    """The signs of the question's homogeneous pattern: -1, 1, and 0 at ties and stars."""
    return _signs(oriented(question, vectors))


def _signs(pattern: Signs) -> Signs:
    return np.where(pattern == STAR, 0, pattern).astype(np.int8)


def cycle_method(found: Cycle, vectors: str) -> str:
    """The method in words."""
    return f"a cycle of {len(found.members)} signed sets of {found.size} {vectors}, over GF(2)"


def cycle_evidence(found: Cycle, vectors: str) -> dict[str, object]:
    """The evidence as engines write it."""
    return {"kind": "cycle", "of": vectors, "members": [list(member) for member in found.members]}
