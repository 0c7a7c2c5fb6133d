"""q-SA(N, q) at any size: least embedding dimension min(2q, N - 1) for 1 <= q < N, class SIGN.

Lower bound: k = min(2q + 1, N) keys are affinely independent in every unit. A dependency has at most k/2 <= q entries
of one sign (say, negative); a subset y that contains the keys of these and misses a positive one scores 0 on the
former and less on the latter, so its scores do not cancel. Hence m + 1 >= k. Upper bound: the moment curve, m = 2q,
with the query -prod_{t in y} (t - t_j)^2 (Sanford, Hsu, Telgarsky 2023, Theorem 3), or a simplex, m = N - 1.
"""

from ..questions import Question
from .bound import Bound, certified_bound


def sparse_averaging_lower(question: Question) -> Bound | None:
    """m >= min(2q, N - 1); None unless the question is q-SA with q < N.

    >>> from ..questions import qsa_question
    >>> sparse_averaging_lower(qsa_question(1000, 20)).value
    40
    """
    if question.task != "qsa":
        return None
    positions, q = dict(question.parameters)["N"], dict(question.parameters)["q"]
    if q >= positions:
        return None
    size = min(2 * q + 1, positions)
    method = f"any {size} keys are affinely independent (cases by symmetry)"
    return certified_bound(question, "lower", size - 1, method, {"kind": "symmetric", "size": size})


def sparse_averaging_upper(question: Question) -> Bound | None:
    """m <= 2q by the moment curve (0 if q = N); None unless the question is q-SA.

    >>> from ..questions import qsa_question
    >>> sparse_averaging_upper(qsa_question(1000, 20)).value
    40
    """
    if question.task != "qsa":
        return None
    q = dict(question.parameters)["q"]
    if q == question.columns:
        return certified_bound(question, "upper", 0, "every query ties all keys", {"kind": "squares"})
    return certified_bound(question, "upper", 2 * q, "moment curve: squares of polynomials", {"kind": "squares"})
