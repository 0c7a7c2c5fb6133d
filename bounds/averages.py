"""Averages of q-subsets with an error: how wide a head of real softmax, or of fixed-point weights, has to be.

The error is sum_j |c w_j - [j in y]/q|, the worst over all subsets, all positions and all values in the unit ball
(``certificates/evidence/outputs/averaging.py``). Lower ends rest on what an error below 1/q asks of the scores
(``separated_weights.py`` beside it); upper ends are explicit tables, or for real softmax scores that are tied and
multiplied up.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil

from ..certificates import LeastSize, qsa_question
from ..certificates.evidence.outputs.separated_weights import asked_of_scores
from ..certificates.statement.outputs import Averages
from .bound import Bound, CheckerRefusedError, certified_bound, premise
from .separation import separation_lower
from .sparse_averaging import sparse_averaging_lower, sparse_averaging_upper

Vector = tuple[int, ...]

MOST_WRITTEN = 40
"""Most positions for which a simplex with its centre is written out."""


def averages_lower(asked: LeastSize, known: Bound) -> Bound:
    """The lower end that a bound of what is asked of the scores gives.

    Parameters
    ----------
    asked : the least m or p of one head for averages, class FIXED, SATURATED or SOFTMAX
    known : a lower bound about one of ``asked_of_scores(asked)``

    Raises
    ------
    CheckerRefusedError
        If it is about something else.

    Examples
    --------
    >>> from ..certificates import averaging_question, least_size
    >>> asked = least_size(averaging_question(9, 3), "m", "SOFTMAX", error=Fraction(1, 4))
    >>> averages_lower(asked, separation_lower(asked_of_scores(asked)[0].question)).value
    6
    """
    value = known.value
    if known.resource != asked.resource:  # a width, where the width is held fixed and bits are asked for
        raise ValueError(f"known must be a bound of {asked.resource}, got one of {known.resource}")
    method = f"an error below 1/q asks for it: {known.evidence.method}"
    return certified_bound(asked, "lower", value, method, {"kind": "separation", "of": premise(known)})


def symmetric_lower(asked: LeastSize) -> Bound | None:
    """The best lower end of m by symmetry, at any N and q; None where there is none.

    >>> from ..certificates import averaging_question, least_size
    >>> softmax = least_size(averaging_question(300, 5), "m", "SOFTMAX", error=Fraction(1, 10))
    >>> fixed = least_size(averaging_question(5, 2), "m", "FIXED(2, midrise)", error=Fraction(1, 4))
    >>> symmetric_lower(softmax).value, symmetric_lower(fixed).value
    (10, 4)
    """
    if asked.resource != "m" or asked.error * _sizes(asked)[1] >= 1:
        return None
    found = [
        bound
        for size in asked_of_scores(asked)
        if not size.unit_class.grid
        for bound in (separation_lower(size.question), sparse_averaging_lower(size.question))
        if bound is not None
    ]
    best = max(found, key=lambda bound: bound.value, default=None)
    return None if best is None else averages_lower(asked, best)


def centre_lower(asked: LeastSize) -> Bound | None:
    """Real softmax, pairs of N = 4 or 5 positions: m >= N - 1 for errors below (1 - n^-n) / 2, n = N - 1; else None.

    >>> from ..certificates import averaging_question, least_size
    >>> errors = Fraction(254, 512), Fraction(255, 512)
    >>> asked = [least_size(averaging_question(5, 2), "m", "SOFTMAX", error=error) for error in errors]
    >>> centre_lower(asked[0]).value, centre_lower(asked[1])
    (4, None)
    """
    positions, q = _sizes(asked)
    small = asked.unit_class.name == "SOFTMAX" and q == 2 and positions in (4, 5)
    if not small or asked.resource != "m" or asked.error >= error_of_centre(positions):
        return None
    method = "one dimension less would make a key a mean of the others, and some pair too far off"
    return certified_bound(asked, "lower", positions - 1, method, {"kind": "centre"})


def centre_upper(asked: LeastSize) -> Bound | None:
    """Real softmax, pairs of N >= 4 positions: m <= N - 2 for errors from (1 - n^-n) / 2 on, n = N - 1; else None.

    Keys are the vertices of a simplex and their mean; scores are integers times ln n. A pair of the mean and a vertex
    has the scores n - 1 and n above the others; a pair of vertices is tied, twice as far above.

    >>> from ..certificates import averaging_question, least_size
    >>> asked = least_size(averaging_question(5, 2), "m", "SOFTMAX", error=Fraction(255, 512))
    >>> centre_upper(asked).value
    3
    """
    positions, q = _sizes(asked)
    if asked.unit_class.name != "SOFTMAX" or q != 2 or positions < 4 or asked.resource != "m":
        return None
    if asked.error < error_of_centre(positions) or positions > MOST_WRITTEN:
        return None
    n = positions - 1
    keys = [tuple(n * (a == i) for a in range(n - 1)) for i in range(n)] + [(1,) * (n - 1)]
    queries = []
    for i, j in combinations(range(positions), 2):
        if j == n:  # the mean
            queries.append(tuple(-1 if i == n - 1 else int(a == i) for a in range(n - 1)))
        else:  # the last vertex is 0
            queries.append(tuple(-2 * (a != i) if j == n - 1 else 2 * (a in (i, j)) for a in range(n - 1)))
    whole = n**n + 2 * n - 1  # c is half the sum of the weights n^-k for a pair with the mean
    method = "a simplex with its centre, integer scores times ln n"
    return tables_upper(asked, n - 1, method, queries, keys, base=str(n), share=whole, divisor=2 * n**n)


def error_of_centre(positions: int) -> Fraction:
    """(1 - n^-n) / 2 with n = N - 1: the least error for pairs where one key is a mean of all others."""
    n = positions - 1
    return Fraction(n**n - 1, 2 * n**n)


def saturated_upper(asked: LeastSize) -> Bound | None:
    """Real softmax, any error above 0: m <= 2q by the moment curve, or N - 1 by a simplex; None in other classes.

    >>> from ..certificates import averaging_question, least_size
    >>> asked = least_size(averaging_question(9, 2), "m", "SOFTMAX", error=Fraction(1, 9))
    >>> saturated_upper(asked).value
    4
    """
    if asked.unit_class.name != "SOFTMAX" or asked.resource != "m" or asked.error <= 0:
        return None
    question = qsa_question(*_sizes(asked))
    curve = sparse_averaging_upper(question)
    simplex = certified_bound(question, "upper", question.columns - 1, "a simplex", {"kind": "identity"})
    known = simplex if curve is None or simplex.value < curve.value else curve
    method = f"{known.evidence.method}, scores multiplied up"
    return certified_bound(asked, "upper", known.value, method, {"kind": "saturation", "of": premise(known)})


def tables_upper(
    asked: LeastSize, value: int, method: str, queries: Sequence[Vector], keys: Sequence[Vector], **more: object
) -> Bound | None:
    """``resource <= value`` by tables of one head with values z_j; None if the checker finds a larger error.

    Parameters
    ----------
    queries : one for each q-subset in lexicographic order
    keys : one for each position
    more : ``base``, a fraction above 1 as text, in class SOFTMAX; ``divisor``; ``share``

    Examples
    --------
    >>> from ..certificates import averaging_question, least_size
    >>> asked = least_size(averaging_question(2, 1), "m", "FIXED(2, midrise)", error=Fraction(1, 4))
    >>> tables_upper(asked, 1, "by hand", [(-3,), (3,)], [(-1,), (1,)]).value
    1
    """
    share, divisor = more.pop("share", 1), more.pop("divisor", 1)
    head = {"queries": [list(w) for w in queries], "keys": [list(u) for u in keys], "share": share}
    evidence = {"kind": "averaging", "heads": [head], "divisor": divisor, **more}
    try:
        return certified_bound(asked, "upper", value, method, evidence)
    except CheckerRefusedError:
        return None


def tables_of(bound: Bound) -> tuple[list[Vector], list[Vector]]:
    """Queries and keys of a bound that is proved by tables."""
    found = json.loads(bound.evidence.content)
    return [tuple(w) for w in found["queries"]], [tuple(u) for u in found["keys"]]


def sufficient_gap(asked: LeastSize, bits: int) -> int:
    """A gap at which tied scores have no more than the error asked for, with fixed-point weights of so many bits.

    As for a softmax in base 2, except that weights more than p below are cut off.

    >>> from ..certificates import averaging_question, least_size
    >>> of = lambda error: least_size(averaging_question(6, 2), "m", "FIXED(4, twos)", error=error)
    >>> [sufficient_gap(of(error), 4) for error in (Fraction(1, 4), Fraction(1, 100))]
    [4, 5]
    """
    return min(bits + 1, softmax_gap(*_sizes(asked), asked.error)) if asked.error else bits + 1


def softmax_gap(positions: int, q: int, error: Fraction) -> int:
    """The least gap g at which tied scores, as exponents of 2 in a softmax, average with at most this error.

    The N - q others, g below, have 2^-g of the weight of a tied one: the error is 2 (N - q) 2^-g / (q + (N - q) 2^-g),
    and less if some of them are further below.

    >>> [softmax_gap(6, 2, Fraction(1, k)) for k in (4, 8, 1000)]
    [4, 5, 12]
    """
    least = ceil((positions - q) * (2 - error) / (error * q))
    return max(1, (least - 1).bit_length())


def _sizes(asked: LeastSize) -> tuple[int, int]:
    if not isinstance(asked.question, Averages):
        raise ValueError(f"asked must be about averages, got {asked.question.words}; try averaging_question(6, 2)")
    return asked.question.N, asked.question.q
