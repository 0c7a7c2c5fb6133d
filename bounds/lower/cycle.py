"""Lower bound: a cycle over GF(2) of signed sets of columns (or rows), an odd number of which alternate."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np

from ...questions import Question
from ...solvers.sign_rank.cycles import Cycle, Signs, best_cycle
from ..bound import Bound, certified_bound
from ..pattern_array import STAR
from .independent_vectors import oriented


def cycle_lower(
    question: Question,
    *,
    vectors: str = "columns",
    seed: int = 0,
    deadline: float = float("inf"),
    above: int = 0,
    enough: int | None = None,
    report: Callable[[str], None] = lambda text: None,
) -> Bound | None:
    """m >= j + 1 - offset from a cycle of members of j + 1 columns (``vectors="rows"``: rows); None if none is found.

    Parameters
    ----------
    question : what is asked, with a pattern
    deadline : when to stop looking, by ``time.monotonic``
    above : a sign-rank that is known to be needed; only larger ones are looked for
    enough : a sign-rank at which to stop looking (say, the best upper bound known)
    report : told which size is looked for

    Examples
    --------
    >>> from ...questions import match2_question
    >>> cycle_lower(match2_question(5)).value
    3
    """
    found = best_cycle(
        signs_of(question, vectors),
        random.Random(seed),
        stop=lambda: time.monotonic() >= deadline,
        above=above,
        enough=enough,
        report=report,
    )
    if found is None or found.size < question.offset:
        return None
    method, evidence = cycle_method(found, vectors), cycle_evidence(found, vectors)
    return certified_bound(question, "lower", found.size - question.offset, method, evidence)


def signs_of(question: Question, vectors: str) -> Signs:
    """The signs of the question's homogeneous pattern: -1, 1, and 0 at ties and stars."""
    pattern = oriented(question, vectors)
    return np.where(pattern == STAR, 0, pattern).astype(np.int8)


def cycle_method(found: Cycle, vectors: str) -> str:
    """The method in words."""
    return f"a cycle of {len(found.members)} signed sets of {found.size} {vectors}, over GF(2)"


def cycle_evidence(found: Cycle, vectors: str) -> dict[str, object]:
    """The evidence as engines write it."""
    return {"kind": "cycle", "of": vectors, "members": [list(member) for member in found.members]}
