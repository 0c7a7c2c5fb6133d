"""Retrieval of the top k of N keys by cosine or Euclidean distance, at any size, class SIGN.

For all sets of at most k keys, N >= 2 (the sets of l to h keys: ``certificates/theorems/closed_forms.py``):

    inner products      m = min(2k, N - 1)           (k < N; ``separation.py``)
    cosine              m = min(2k, N - 1)
    Euclidean distance  m = min(2k, N - 1) - 1       (1 <= k <= N - 2), N - 1 for k = N - 1 and k = N

The Euclidean case: the lift k -> (k, |k|^2), or the sphere, costs one dimension, which gives the lower bound. Points on
the moment curve of dimension 2k - 1, or for N <= 2k + 1 a simplex with its centre, give the upper one.
"""

from fractions import Fraction

from ..bounds.upper.roots_of_rows import squares_of
from ..questions import retrieval_question, separation_question
from ..questions.retrieval import Retrieval
from .bound import Bound, certified_bound, premise
from .separation import separation_lower, separation_upper


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
    sizes = question.N, question.least, question.most
    if question.score == "euclidean":
        cosine = retrieval_question(*sizes, "cosine")
        assert isinstance(cosine, Retrieval)
        on_a_sphere = retrieval_lower(cosine, of_scores)
        return max(_by_cases(question), _from_other(question, on_a_sphere, -1), key=lambda bound: bound.value)
    inner = of_scores or separation_lower(separation_question(*sizes))
    assert inner is not None  # there is one for every size
    return max(_by_cases(question), _from_other(question, inner, 0), key=lambda bound: bound.value)


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
        nearest = retrieval_question(*sizes, "euclidean")
        assert isinstance(nearest, Retrieval)
        other, step = retrieval_upper(nearest, of_scores), 1
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


def ball_on_the_curve(positions: int, k: int, y: tuple[int, ...]) -> tuple[tuple[Fraction, ...], Fraction]:
    """Centre and square of the radius of a ball with the keys t in y inside, of (t, .., t^(2k-1)), t = 1 .. N.

    Parameters
    ----------
    y : 1 to k of the numbers 1 .. N

    Examples
    --------
    >>> centre, square = ball_on_the_curve(4, 1, (3,))
    >>> [(t - centre[0]) ** 2 < square for t in (1, 2, 3, 4)]
    [False, False, True, False]
    """
    zeros = [t for t in y for _ in range(2)] + [y[0]] * (2 * (k - len(y)))
    divisor = [Fraction(1)]  # coefficients, from the constant on
    for t in zeros:
        divisor = [a - t * b for a, b in zip([Fraction(0), *divisor], [*divisor, Fraction(0)], strict=True)]
    powers = [Fraction(int(i >= 2 * k and i % 2 == 0)) for i in range(4 * k - 1)]
    for i in range(4 * k - 2, 2 * k - 1, -1):  # the remainder of a division
        factor = powers[i]
        for j, c in enumerate(divisor):
            powers[i - 2 * k + j] -= factor * c
    lower = [-c for c in powers[: 2 * k]]
    for i in range(1, k):
        lower[2 * i] -= 1  # of |k(t)|^2 itself
    centre = tuple(-c / 2 for c in lower[1:])
    square = sum(c * c for c in centre) - lower[0]

    def away(t: int) -> Fraction:
        return sum(((t**i - c) ** 2 for i, c in enumerate(centre, 1)), Fraction(0)) - square

    others = [away(t) for t in range(1, positions + 1) if t not in y]
    assert all(away(t) == 0 for t in y) and all(value > 0 for value in others)
    return centre, square + min([Fraction(1), *others]) / 2
