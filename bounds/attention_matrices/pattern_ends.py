"""Ends for attention matrices from those of their threshold and tie patterns, and at any size.

With r = ratio / -zero, scores of a uniform row lie within r of each other on the support and at least 1 lower off it,
up to scale. r = 0 is the tie pattern, r without bound the threshold pattern, so for every r

    threshold pattern <= least m <= tie pattern.

Rows of other weights keep the lower bound, and the upper one if 2^ratio exceeds the ratios of their weights; for any
weights and tolerances m <= 2k and m <= L - 1, if k is the most nonzeros of a row.
"""

from collections.abc import Sequence
from itertools import pairwise

from ...questions import AttentionRatios, LeastSize, Question, least_size, separation_question
from ...questions.attention_matrix import PermutationMatrix
from ..bound import Bound, certified_bound, premise
from ..selections import separation_lower


def of_softmax(question: Question) -> LeastSize:
    """The least m of a softmax head with real tables.

    >>> from headcount.questions import permutation_question
    >>> of_softmax(permutation_question(5)).words
    'every 5x5 permutation matrix as attention, at every tolerance, class SOFTMAX'
    """
    return least_size(question, "m", "SOFTMAX")


def trivial_lower(question: AttentionRatios) -> Bound:
    """m >= 1 if two weights of a row are further apart than ratios may be off, as scores are equal at m = 0; else 0.

    >>> from fractions import Fraction
    >>> rows = ((0, 1), (1, 3)),
    >>> [trivial_lower(AttentionRatios(2, rows, Fraction(a), Fraction(-5))).value for a in (1, 2)]
    [1, 0]
    """
    apart = all(len(row) == question.L for row in question.entries) and not _may_be_tied(question)
    words = "two weights of a row differ by more than ratios may be off, and at m = 0 all weights are equal"
    method = words if apart else "by definition"
    return certified_bound(of_softmax(question), "lower", int(apart), method, {"kind": "trivial"})


def threshold_lower(
    question: AttentionRatios, pattern: Bound, part: tuple[Sequence[int], Sequence[int]] | None = None
) -> Bound:
    """The lower bound of the threshold pattern, or of that of some rows and columns.

    Parameters
    ----------
    pattern : a lower bound of m, class SIGN, for the pattern with ``+`` on the support, ``-`` off it
    part : (rows, columns), increasing, if the pattern is that of a part
    """
    lines = {} if part is None else {"rows": list(part[0]), "columns": list(part[1])}
    return _of_pattern(question, pattern, "threshold", "nonzeros above zeros, at any tolerance", **lines)


def _of_pattern(question: Question, pattern: Bound, kind: str, words: str, **more: object) -> Bound:
    """The bound of a pattern as one of the matrix."""
    method, evidence = f"{words}: {pattern.evidence.method}", {"kind": kind, "of": premise(pattern), **more}
    return certified_bound(of_softmax(question), pattern.side, pattern.value, method, evidence)


def tie_lower(question: AttentionRatios, pattern: Bound) -> Bound | None:
    """The lower bound of the tie pattern where all ratios are to be exactly 1, else None."""
    if question.ratio or not question.uniform:
        return None
    return _of_pattern(question, pattern, "tie", "equal nonzeros, exactly")


def tie_upper(question: AttentionRatios, pattern: Bound) -> Bound | None:
    """The upper bound of the tie pattern if no two weights of a row are further apart than the tolerance, else None."""
    if not _may_be_tied(question):
        return None
    return _of_pattern(question, pattern, "tie", "nonzeros tied, zeros far below")


def _may_be_tied(question: AttentionRatios) -> bool:
    """Whether high <= 2^(a/b) low for all weights of each row: high^b <= 2^a low^b.

    >>> from fractions import Fraction
    >>> [_may_be_tied(AttentionRatios(2, (((0, 1), (1, 3)),), Fraction(a), Fraction(-5))) for a in (1, 2)]
    [False, True]
    """
    a, b = question.ratio.numerator, question.ratio.denominator
    for low, high in {(min(weights), max(weights)) for weights in ([w for _, w in row] for row in question.entries)}:
        if a <= high.bit_length() * b and high**b > low**b << a:  # else 2^a > high^b
            return False
    return True


def interpolation_upper(question: AttentionRatios, order: Sequence[int] | None = None) -> Bound:
    """The upper bound by polynomials, for any weights and tolerances, with the columns in an order.

    Examples
    --------
    >>> from fractions import Fraction
    >>> rows = tuple(tuple(sorted(((i, 2), ((i + 3) % 9, 5)))) for i in range(9))
    >>> interpolation_upper(AttentionRatios(9, rows, Fraction(0), Fraction(-100))).value
    4
    """
    evidence = {"kind": "interpolation", **({} if order is None else {"order": list(order)})}
    place = range(question.L) if order is None else sorted(range(question.L), key=order.__getitem__)
    value = max(_zeros_needed([place[column] for column, _ in row], question.L) for row in question.entries)
    method = "polynomials through the logarithms of the weights, ratios exact"
    return certified_bound(of_softmax(question), "upper", value, method, evidence)


def any_scores_upper(question: AttentionRatios) -> Bound:
    """``m <= L - 1`` by a simplex, or the number of different rows."""
    value = min(question.L - 1, len(set(question.entries)))
    method = "a simplex" if value == question.L - 1 else "a coordinate for each different row"
    return certified_bound(of_softmax(question), "upper", value, method, {"kind": "identity"})


def permutation_ends(question: PermutationMatrix) -> tuple[Bound, Bound]:
    """Both ends for permutation matrices, which meet: m = 2 for L >= 3.

    >>> from headcount.questions import permutation_question
    >>> [[end.value for end in permutation_ends(permutation_question(L))] for L in (1, 2, 3, 10**6)]
    [[0, 0], [1, 1], [2, 2], [2, 2]]
    """
    scores = separation_lower(separation_question(question.L, 1, 1))
    assert scores is not None  # there is one for every size
    lower = _of_pattern(question, scores, "threshold", "each key above the others")
    if question.L > 2:
        kind, value, method = "interpolation", 2, "keys on a parabola, each query at its vertex"
    else:
        kind, value, method = "identity", question.L - 1, "a simplex"
    return lower, certified_bound(of_softmax(question), "upper", value, method, {"kind": kind})


def order_of(pattern: Bound) -> tuple[int, ...] | None:
    """The order of the columns that an upper bound on the moment curve has found, if none is negated."""
    content = pattern.found
    if content["kind"] != "polynomial" or content.get("vectors") == "rows":
        return None
    return None if content["negated"] else tuple(content["order"])


def _zeros_needed(places: list[int], total: int) -> int:
    """The degree for a row with nonzeros at these places: one for each, one more for an odd run between zeros.

    >>> _zeros_needed([0, 2, 3, 5], 7), _zeros_needed([0, 1], 3), _zeros_needed([0, 1], 2)
    (5, 2, 1)
    """
    if len(places) == total:
        return total - 1
    count, run = len(places), 0
    for t, following in pairwise([*sorted(places), total + 1]):
        run += 1
        if following > t + 1:  # the run ends here
            count += run % 2 if t - run >= 0 and t + 1 < total else 0
            run = 0
    return count
