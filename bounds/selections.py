"""Selections by name at any size: q-SA, thresholds on sets of keys, retrieval of the top k.

q-SA(N, q) at any size: least embedding dimension min(2q, N - 1) for 1 <= q < N, class SIGN.

Lower bound: k = min(2q + 1, N) keys are affinely independent in every unit. A dependency has at most k/2 <= q entries
of one sign (say, negative); a subset y that contains the keys of these and misses a positive one scores 0 on the
former and less on the latter, so its scores do not cancel. Hence m + 1 >= k. Upper bound: the moment curve, m = 2q,
with the query -prod_{t in y} (t - t_j)^2 (Sanford, Hsu, Telgarsky 2023, Theorem 3), or a simplex, m = N - 1.

Thresholds on sets of keys at any size: each set of l to h of N keys above the others, class SIGN.

Lower bound (Radon): m + 2 keys satisfy an affine dependency, with a keys of one sign and b of the other, 1 <= a <= b. A
row that is + on the keys of one sign and - on the others contradicts it, so there must be none. Which dependencies no
row contradicts is counted in ``certificates/theorems/closed_forms.py``; so m >= min(2h, max(N - l, h), N - 1),
and m >= 2 (N - l) at least if N - l < h. For l = h = q <= N/2 that is min(2q, N - q); for l = 1 it is min(2h, N - 1).

Upper bound: the moment curve with the query 1/2 - prod_{j in y} (t - j)^2, or a simplex. For l = 1 and h <= N/2 the two
meet, at min(2h, N - 1).

Retrieval of the top k of N keys by cosine or Euclidean distance, at any size, class SIGN.

For all sets of at most k keys, N >= 2 (the sets of l to h keys: ``certificates/theorems/closed_forms.py``):

    inner products      m = min(2k, N - 1)           (k < N; ``selections.py``)
    cosine              m = min(2k, N - 1)
    Euclidean distance  m = min(2k, N - 1) - 1       (1 <= k <= N - 2), N - 1 for k = N - 1 and k = N

The Euclidean case: the lift k -> (k, |k|^2), or the sphere, costs one dimension, which gives the lower bound. Points on
the moment curve of dimension 2k - 1, or for N <= 2k + 1 a simplex with its centre, give the upper one.
"""

from dataclasses import replace

from ..questions import Question, separation_question
from ..questions.separation import Retrieval, Separation
from .bound import Bound, certified_bound, premise


def sparse_averaging_lower(question: Question) -> Bound | None:
    """m >= min(2q, N - 1); None unless the question is q-SA with q < N.

    >>> from ..questions import qsa_question
    >>> sparse_averaging_lower(qsa_question(1000, 20)).value
    40
    """
    if question.task != "qsa" or dict(question.parameters)["q"] >= question.columns:
        return None
    size = min(2 * dict(question.parameters)["q"] + 1, question.columns)
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
    words = f"any {size} keys are affinely independent (Radon's theorem, cases by symmetry)"
    method = words if size > 1 else "by definition"
    return certified_bound(question, "lower", size - 1, method, {"kind": "symmetric", "size": size})


def separation_upper(question: Question) -> Bound | None:
    """The upper bound by the moment curve; None unless the question is a ``Separation``.

    >>> from ..questions import separation_question
    >>> [separation_upper(separation_question(*sizes)).value for sizes in ((9, 1, 3), (9, 7, 8), (9, 2, 7))]
    [6, 4, 8]
    """
    if not isinstance(question, Separation):
        return None
    method = "moment curve: squares of polynomials, less a half"
    return certified_bound(question, "upper", 2 * squares_of(question), method, {"kind": "squares"})


def retrieval_lower(question: Retrieval, of_scores: Bound | None = None) -> Bound:
    """The best lower bound: by cases, or from that of another score.

    Parameters
    ----------
    question : sets that are retrieved by cosine or by Euclidean distance
    of_scores : a lower bound for inner products, if a better one is known than ``separation_lower`` has

    Examples
    --------
    >>> from ..questions import retrieval_question
    >>> sizes = (9, 1, 3), (4, 1, 2), (2, 1, 1), (5, 2, 2), (6, 1, 5), (10**6, 1, 9)
    >>> [retrieval_lower(retrieval_question(*each, "euclidean")).value for each in sizes]
    [5, 2, 1, 3, 5, 17]
    >>> [retrieval_lower(retrieval_question(*each, "cosine")).value for each in sizes]
    [6, 3, 1, 4, 5, 18]
    """
    other, step = of_scores, 0
    if question.score == "euclidean":
        other, step = retrieval_lower(replace(question, score="cosine"), of_scores), -1
    elif other is None:
        other = separation_lower(separation_question(question.N, question.least, question.most))
    assert other is not None  # there is one for every size
    return max(_by_cases(question), _from_other(question, other, step), key=lambda bound: bound.value)


def retrieval_upper(question: Retrieval, of_scores: Bound | None = None) -> Bound:
    """The best upper bound: the curve, the simplex, or from that of another score.

    >>> from ..questions import retrieval_question
    >>> sizes = (9, 1, 3), (4, 1, 2), (2, 1, 1), (5, 2, 2), (6, 1, 5), (10**6, 1, 9)
    >>> [retrieval_upper(retrieval_question(*each, "euclidean")).value for each in sizes]
    [5, 2, 1, 3, 5, 17]
    >>> [retrieval_upper(retrieval_question(*each, "cosine")).value for each in sizes]
    [6, 3, 1, 4, 5, 18]
    """
    sizes = question.N, question.least, question.most
    if question.score == "euclidean":
        curve, width = "balls about pieces of the moment curve", 2 * question.most - 1
        missed = question.N >= 3 and not (question.least <= 2 and question.most >= question.N - 1)
        simplex, most = ("a simplex with its centre", question.N - 2) if missed else ("a simplex", question.N - 1)
        other = of_scores or separation_upper(separation_question(*sizes))
        assert other is not None
        step = 0
    else:
        curve, width = "squares of trigonometric polynomials on a circle", 2 * squares_of(question)
        simplex, most = "a simplex", question.N - 1
        other, step = retrieval_upper(replace(question, score="euclidean"), of_scores), 1
    found = [
        certified_bound(question, "upper", width, curve, {"kind": "squares"}),
        certified_bound(question, "upper", most, simplex, {"kind": "identity"}),
        _from_other(question, other, step),
    ]
    return min(found, key=lambda bound: bound.value)


def _by_cases(question: Retrieval) -> Bound:
    """m >= k - 1 for the largest k such that any k keys are affinely independent by cases."""
    positions, least, most = question.N, question.least, question.most
    if question.score == "cosine":
        misses = positions - least
        size = min(positions, 2 * most + 1, max(misses, most) + 2)
        if misses < most:
            size = min(size, 2 * misses + 1)
        method = "any {} keys are affinely independent, and none is a mean of others"
    else:
        size = min(positions, most + 1, max(3, positions - least + 2)) if least < positions else 1
        method = "any {} keys are affinely independent: of two crossing sets one is in no ball of its own"
    evidence = {"kind": "symmetric", "size": size}
    return certified_bound(question, "lower", size - 1, method.format(size), evidence)


def _from_other(question: Retrieval, known: Bound, step: int) -> Bound:
    value = max(0, known.value + step)
    relation = {0: "no cheaper than", -1: "on a sphere one less than", 1: "by stereographic projection one more than"}
    if known.side == "upper" and not step:
        relation[0] = "far balls for half-spaces, as"
    method = f"{relation[step]} for {known.question.words}: {known.evidence.method}"
    return certified_bound(question, known.side, value, method, {"kind": "other-score", "of": premise(known)})


def squares_of(question: Separation | Retrieval) -> int:
    """The most double zeros of a query: the greatest min(s, N - s) over the sizes s of the sets."""
    half, sizes = question.N // 2, (question.least, question.most)
    return half if sizes[0] <= half <= sizes[1] else max(min(k, question.N - k) for k in sizes)
