"""How many q-subsets are written out."""

from bisect import bisect_left
from math import comb

from ..questions import Question, qsa_question
from ..questions.question import MAX_CELLS
from ..tasks import TaskError

MOST_DEMANDS = 50_000
"""Most subsets (times the ways to share one out, times heads) that are written out for one cell, or one ``probe``."""


def require_few_subsets(question: Question, heads: int) -> None:
    """Refuse a q-SA of which more than ``MOST_DEMANDS`` subsets, shared out among the heads, would be written out.

    Raises
    ------
    TaskError
        If they are too many; the message names the largest N that is possible.

    Examples
    --------
    >>> require_few_subsets(qsa_question(34, 4), 1)
    >>> require_few_subsets(qsa_question(60, 4), 1)
    Traceback (most recent call last):
    headcount.tasks.task.TaskError: q-SA(N=60, q=4) ... with H=1 is too large: ...; N=34 would be possible
    """
    sizes = dict(question.parameters)
    N, q = sizes["N"], sizes["q"]
    if _can_be_shared_out(N, q, heads):
        return
    # More positions never make fewer subsets, so the possible ones come first.
    possible = bisect_left(range(q, N), True, key=lambda n: not _can_be_shared_out(n, q, heads))
    hint = f"N={q + possible - 1} would be possible" if possible else "try a smaller q"
    raise TaskError(
        f"{question.words} with H={heads} is too large: at most {MOST_DEMANDS} subsets (times ways to share one out, "
        f"times heads) are gone through, and at most {MAX_CELLS} scores; {hint}"
    )


def _can_be_shared_out(N: int, q: int, heads: int) -> bool:
    """Whether at most MOST_DEMANDS words are written out; a subset is shared out in at most H^q ways."""
    if min(q, N - q) > 20 or (heads > 1 and q > 20):  # C(42, 21) and 2^20 are too many
        return False
    return qsa_question(N, q).can_be_written_out and comb(N, q) * heads**q * heads <= MOST_DEMANDS
