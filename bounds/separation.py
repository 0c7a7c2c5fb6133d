"""Thresholds on sets of keys at any size: each set of l to h of N keys above the others, class SIGN.

Lower bound (Radon): m + 2 keys satisfy an affine dependency, with a keys of one sign and b of the other, 1 <= a <= b. A
row that is + on the keys of one sign and - on the others contradicts it, so there must be none. Which dependencies no
row contradicts is counted in ``certificates/theorems/closed_forms.py``; so m >= min(2h, max(N - l, h), N - 1),
and m >= 2 (N - l) at least if N - l < h. For l = h = q <= N/2 that is min(2q, N - q); for l = 1 it is min(2h, N - 1).

Upper bound: the moment curve with the query 1/2 - prod_{j in y} (t - j)^2, or a simplex. For l = 1 and h <= N/2 the two
meet, at min(2h, N - 1).
"""

from ..questions import Question
from ..questions.separation import Separation
from .bound import Bound, certified_bound


def separation_lower(question: Question) -> Bound | None:
    """The lower bound by symmetry; None unless the question is a ``Separation``.

    >>> from ..questions import separation_question
    >>> asked = [separation_question(*sizes) for sizes in ((9, 1, 3), (9, 3, 3), (5, 2, 2), (10**6, 1, 9))]
    >>> [separation_lower(question).value for question in asked]
    [6, 6, 3, 18]
    """
    if not isinstance(question, Separation):
        return None
    misses = question.N - question.least
    size = min(question.N, 2 * question.most + 1, max(misses, question.most) + 1)
    if misses < question.most:
        size = min(size, 2 * misses + 1)
    method = (
        f"any {size} keys are affinely independent (Radon's theorem, cases by symmetry)"
        if size > 1
        else "by definition"
    )
    return certified_bound(question, "lower", size - 1, method, {"kind": "symmetric", "size": size})


def separation_upper(question: Question) -> Bound | None:
    """The upper bound by the moment curve; None unless the question is a ``Separation``.

    >>> from ..questions import separation_question
    >>> [separation_upper(separation_question(*sizes)).value for sizes in ((9, 1, 3), (9, 7, 8), (9, 2, 7))]
    [6, 4, 8]
    """
    if not isinstance(question, Separation):
        return None
    half = question.N // 2
    largest = (
        half
        if question.least <= half <= question.most
        else max(min(size, question.N - size) for size in (question.least, question.most))
    )
    method = "moment curve: squares of polynomials, less a half"
    return certified_bound(question, "upper", 2 * largest, method, {"kind": "squares"})
