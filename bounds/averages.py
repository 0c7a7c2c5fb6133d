"""Averages of q-subsets with an error: how wide a head of real softmax, or of fixed-point weights, has to be.

The error is sum_j |c w_j - [j in y]/q|, the worst over all subsets, all positions and all values in the unit ball
(``certificates/evaluate/averages.py``). Lower bounds rest on what an error below 1/q asks of the scores
(``asked_of_scores``); upper bounds are explicit tables, or for real softmax scores that are tied and
multiplied up.

**The least error below the width of ties**, real softmax, m < min(2q, N - 1), is at least 1/q, or a little less if
N < 3q (``centre_lower``, ``least_error``); a simplex with its centre reaches it at m = N - 2, q + 2 <= N <= 2q + 1.
Where N is large it is exactly **(q - r) / q with r = floor(m/2)**, as an infimum:

* Not more: r keys of the subset get all the weight (``saturated_upper``).
* Not less: let R = r + 1, so m <= 2R - 1. Errors depend continuously on the keys, so let these be N points of R^(2R-1)
  in general position. If N is large enough, 2q + 1 of them have the order type of points on the moment curve (Ramsey's
  theorem for orientations of (2R)-tuples). Let y be every second of these, q in all, beginning with the second. Keys
  of a half-space T are, on the curve, where a polynomial of degree 2R - 1 is positive: at most R intervals, and one
  that contains an end of the curve if there are R. An interval has at most one more key of y than others, and none more
  at an end: |y & T| - |T - y| <= R - 1, and keys besides these 2q + 1 only lower it. With W = q c w (c > 0, else the
  error is 1), integrated over the sets T_h = {W > h}, 0 < h < 1: sum_{y} min(W, 1) - sum_{off y} min(W, 1) <= R - 1,
  and so q error = sum_y |W - 1| + sum_{off y} W >= q - (R - 1) = q - r.

What an error of averages asks of scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, comb

from ..questions import LeastSize, qsa_question
from ..questions.outputs import Averages
from ..questions.selection import SparseAveraging
from ..questions.separation import Separation
from ..questions.unit_class import SIGN, UnitClass
from .bound import NO_SIZE, Bound, CheckerRefusedError, certified_bound, premise
from .constructions.construction import halved
from .selections import separation_lower, sparse_averaging_lower, sparse_averaging_upper

Vector = tuple[int, ...]

MOST_WRITTEN = 5_000
"""Most subsets for which a simplex with its centre is written out."""

MOST_POWERS = 2_000
"""Most dimensions whose powers are compared exactly."""


def averages_lower(asked: LeastSize, known: Bound) -> Bound:
    """The lower bound that a bound of what is asked of the scores gives.

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
    >>> from ..questions import averaging_question, least_size
    >>> asked = least_size(averaging_question(9, 3), "m", "SOFTMAX", error=Fraction(1, 4))
    >>> averages_lower(asked, separation_lower(asked_of_scores(asked)[0].question)).value
    6
    """
    value = known.value
    if known.resource != asked.resource:  # a width, where the width is held fixed and bits are asked for
        raise ValueError(f"known must be a bound of {asked.resource}, got one of {known.resource}")
    return _separated(asked, value, known)


def no_bits_lower(asked: LeastSize) -> Bound | None:
    """That no number of bits will do at the width held fixed, if real scores need a larger one; None if they do not.

    >>> from ..questions import averaging_question, least_size
    >>> at = lambda m: least_size(averaging_question(6, 2), "p", "FIXED(p, twos)", m=m, error=Fraction(1, 8))
    >>> no_bits_lower(at(3)).is_no_size, no_bits_lower(at(4))
    (True, None)
    """
    best = _of_real_scores(asked)
    if asked.resource != "p" or best is None or best.value <= (asked.m or 0):
        return None
    return _separated(asked, NO_SIZE, best)


def _separated(asked: LeastSize, value: int, known: Bound) -> Bound:
    what = "it" if known.resource == asked.resource else f"m >= {known.value}"
    method = f"an error below 1/q asks for {what}: {known.evidence.method}"
    stated, of = premise(known), known.evidence.content.get("of")
    if isinstance(of, dict):  # a premise of the premise, about the same scores
        nested = {"question": known.question.to_json(), **of}
        stated = {**stated, "evidence": {**known.evidence.content, "of": nested}}
    return certified_bound(asked, "lower", value, method, {"kind": "separation", "of": stated})


def symmetric_lower(asked: LeastSize) -> Bound | None:
    """The best lower bound of m by symmetry, at any N and q; None where there is none.

    >>> from ..questions import averaging_question, least_size
    >>> softmax = least_size(averaging_question(300, 5), "m", "SOFTMAX", error=Fraction(1, 10))
    >>> fixed = least_size(averaging_question(5, 2), "m", "FIXED(2, midrise)", error=Fraction(1, 4))
    >>> symmetric_lower(softmax).value, symmetric_lower(fixed).value
    (10, 4)
    """
    best = _of_real_scores(asked)
    return None if asked.resource != "m" or best is None else averages_lower(asked, best)


def _of_real_scores(asked: LeastSize) -> Bound | None:
    """The best lower bound of m of what is asked of real scores; None if the error is too large to ask anything."""
    if asked.error * sizes_of(asked)[1] >= 1:
        return None
    questions = [size.question for size in asked_of_scores(asked) if not size.unit_class.grid]
    found = [separation_lower(question) or sparse_averaging_lower(question) for question in questions]
    return max((bound for bound in found if bound), key=lambda bound: bound.value, default=None)


def centre_lower(asked: LeastSize) -> Bound | None:
    """Real softmax: the best lower bound of m since keys of few dimensions depend on each other; None if there is none.

    For errors below 1/q the greatest v <= min(2q, N - 1) with q eps < 1 - s v^(-v/s), s = v - (N - q), where s >= 1;
    for larger ones groups of keys that cross (``certificates/theorems/closed_forms.py``).

    >>> from ..questions import averaging_question, least_size
    >>> of = lambda N, q, error: centre_lower(least_size(averaging_question(N, q), "m", "SOFTMAX", error=error))
    >>> of(5, 2, Fraction(254, 512)).value, of(5, 2, Fraction(255, 512)).value, of(7, 3, Fraction(1, 4)).value
    (4, 3, 6)
    >>> of(20, 5, Fraction(1, 2)).value, of(5, 3, Fraction(3, 4))
    (2, None)
    """
    positions, q = sizes_of(asked)
    if asked.unit_class.name != "SOFTMAX" or asked.resource != "m":
        return None
    if asked.error * q < 1:
        value = _by_means(positions, q, asked.error)
        if value < 1:
            return None
        method = "one dimension less would make keys means of others, and some subset too far off"
        return certified_bound(asked, "lower", value, method, {"kind": "centre"})
    for value in range(2 * q, 0, -1):
        groups = crossing_groups(positions, q, value)
        if asked.error * q < groups:
            method = f"{groups} groups of keys that cross (Radon's theorem), each at a cost of 1/{q}"
            return certified_bound(asked, "lower", value, method, {"kind": "crossings"})
    return None


def _by_means(positions: int, q: int, error: Fraction) -> int:
    """The greatest v of ``centre_lower``, by bisection: what is asked of the error grows with v."""
    room, others = 1 - q * error, positions - q
    low, high = min(others, 2 * q, positions - 1), min(2 * q, positions - 1)
    if high > MOST_POWERS:
        return low
    return halved(lambda v: room ** (v - others) * v**v <= (v - others) ** (v - others), low, high + 1) - 1


def least_error(positions: int, q: int, width: int) -> tuple[float, float]:
    """What is known of the least error of one head of real softmax: between these, up to rounding; 0 from ties on.

    Lower: below min(2q, N - 1) it is at least 1/q, or a little less where few positions are off the subset; or as many
    shares as there are groups that cross. Upper: r keys of the subset alone, r = floor(m/2), leave (q - r)/q; a simplex
    with its centre. Both are certified for every error below, or above, by ``centre_lower``, ``saturated_upper`` and
    ``centre_upper``.

    Examples
    --------
    >>> [tuple(round(end, 9) for end in least_error(N, 3, m)) for N, m in ((9, 5), (7, 5), (9, 6))]
    [(0.333333333, 0.333333333), (0.330246914, 0.330246914), (0.0, 0.0)]
    """
    if width >= min(2 * q, positions - 1):
        return 0.0, 0.0
    few = width + 1 - (positions - q)
    low = (1 - few * (width + 1) ** (-(width + 1) / few)) / q if few >= 1 else 1 / q
    groups = crossing_groups(positions, q, width + 1)
    high = (q - min(q, width // 2)) / q
    if width == positions - 2 and q + 2 <= positions <= 2 * q + 1:
        high = min(high, float(error_of_centre(positions, q)))
    return max(low, groups / q if groups > 1 else 0.0), high


def centre_upper(asked: LeastSize) -> Bound | None:
    """Real softmax, q + 2 <= N <= 2q + 1: m <= N - 2 for errors from about (1 - (q-1) n^(-n/(q-1))) / q on, n = N - 1.

    Keys are the vertices of a simplex and their mean; scores are integers times the logarithm of a base near
    n^(1/(q-1)). A subset with the mean has its vertices tied, n above the others; one of vertices is tied, and farther
    above. With q = 2 the error is reached exactly; else it comes nearer the longer the base.

    >>> from ..questions import averaging_question, least_size
    >>> of = lambda N, q, error: centre_upper(least_size(averaging_question(N, q), "m", "SOFTMAX", error=error))
    >>> of(5, 2, Fraction(255, 512)).value, of(7, 3, Fraction(331, 1000)).value
    (3, 5)
    """
    positions, q = sizes_of(asked)
    if asked.unit_class.name != "SOFTMAX" or asked.resource != "m" or not q + 2 <= positions <= 2 * q + 1:
        return None
    if asked.error < error_of_centre(positions, q) - Fraction(1, 10**12) or comb(positions, q) > MOST_WRITTEN:
        return None
    n, others = positions - 1, positions - q
    keys = [tuple(n * (a == i) for a in range(n - 1)) for i in range(n)] + [(1,) * (n - 1)]
    for longest in (1, 20, 1000):
        base = Fraction(float(n) ** (1 / (q - 1))).limit_denominator(longest)
        low, mean = 1 / base**n, 1 / base**others
        constant = (q - 1 + mean + others * low) / q
        for steps in range(1, 9):
            mass = q + (n - q) / base ** (n * steps) + 1 / base ** ((n - q) * steps)
            if 1 + constant - 2 * constant * q / mass <= asked.error:
                break
        queries = [
            tuple(
                (1 if y[-1] == n else steps) * ((a in y) - (n - 1 in y)) for a in range(n - 1)
            )  # the last vertex is 0
            for y in combinations(range(positions), q)
        ]
        method = f"a simplex with its centre, integer scores times ln {base}"
        share, divisor = constant.numerator, constant.denominator
        found = tables_upper(asked, n - 1, method, queries, keys, base=str(base), share=share, divisor=divisor)
        if found is not None:
            return found
    return None


def error_of_centre(positions: int, q: int = 2) -> Fraction:
    """(1 - (q-1) n^(-n/(q-1))) / q with n = N - 1, up to 10^-15: the least error where one key is a mean of all others.

    >>> error_of_centre(5), round(float(error_of_centre(7, 3)), 9)
    (Fraction(255, 512), 0.330246914)
    """
    n = positions - 1
    if q == 1:
        return Fraction(1)
    if n % (q - 1) == 0:
        return (1 - Fraction(q - 1, n ** (n // (q - 1)))) / q
    return (1 - (q - 1) * Fraction(float(n) ** (-n / (q - 1)))) / q


def saturated_upper(asked: LeastSize) -> Bound | None:
    """Real softmax, an error above 1 - r/q: m <= 2r by the moment curve, or N - 1 by a simplex; None in other classes.

    Some r keys of each subset get all the weight (r = q: any error above 0).

    >>> from ..questions import averaging_question, least_size
    >>> asked = least_size(averaging_question(9, 2), "m", "SOFTMAX", error=Fraction(1, 9))
    >>> saturated_upper(asked).value
    4
    """
    if asked.unit_class.name != "SOFTMAX" or asked.resource != "m" or asked.error <= 0:
        return None
    positions, q = sizes_of(asked)
    few = min(q, q - ceil(asked.error * q) + 1)
    if few < 1:
        return None
    question = qsa_question(positions, few)
    curve = sparse_averaging_upper(question)
    simplex = certified_bound(question, "upper", question.columns - 1, "a simplex", {"kind": "identity"})
    known = min(filter(None, (curve, simplex)), key=lambda bound: bound.value)
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
    >>> from ..questions import averaging_question, least_size
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


def sufficient_gap(asked: LeastSize, bits: int) -> int:
    """A gap at which tied scores have no more than the error asked for, with fixed-point weights of so many bits.

    As for a softmax in base 2, except that weights more than p below are cut off.

    >>> from ..questions import averaging_question, least_size
    >>> of = lambda error: least_size(averaging_question(6, 2), "m", "FIXED(4, twos)", error=error)
    >>> [sufficient_gap(of(error), 4) for error in (Fraction(1, 4), Fraction(1, 100))]
    [4, 5]
    """
    return min(bits + 1, softmax_gap(*sizes_of(asked), asked.error)) if asked.error else bits + 1


def softmax_gap(positions: int, q: int, error: Fraction) -> int:
    """The least gap g at which tied scores, as exponents of 2 in a softmax, average with at most this error.

    The N - q others, g below, have 2^-g of the weight of a tied one: the error is 2 (N - q) 2^-g / (q + (N - q) 2^-g),
    and less if some of them are further below.

    >>> [softmax_gap(6, 2, Fraction(1, k)) for k in (4, 8, 1000)]
    [4, 5, 12]
    """
    least = ceil((positions - q) * (2 - error) / (error * q))
    return max(1, (least - 1).bit_length())


def sizes_of(asked: LeastSize) -> tuple[int, int]:
    """N and q of averages."""
    if not isinstance(asked.question, Averages):
        raise ValueError(f"asked must be about averages, got {asked.question.words}; try averaging_question(6, 2)")
    return asked.question.N, asked.question.q


def asked_of_scores(quantity: LeastSize) -> list[LeastSize]:
    """What averages with an error below 1/q ask of the scores, each of which needs no more of the resource.

    >>> from ..questions import least_size
    >>> asked = least_size(Averages(6, 2), "m", "FIXED(2, midrise)", error=Fraction(1, 4))
    >>> [(size.question.task, str(size.unit_class)) for size in asked_of_scores(asked)]
    [('separation', 'SIGN'), ('qsa', 'SIGN'), ('qsa', 'GRID(2, midrise, gap 2)')]
    """
    assert isinstance(quantity.question, Averages)
    unit_class = quantity.unit_class
    sizes = quantity.question.N, quantity.question.q
    ratio = quantity.error * quantity.question.q
    step = 2 if unit_class.grid == "midrise" else 1
    tied = unit_class.name == "SATURATED" or (unit_class.name == "FIXED" and ratio < 1 - Fraction(1, 2**step))
    question = SparseAveraging(*sizes) if tied else Separation(*sizes, sizes[1])
    separated = Separation(*sizes, sizes[1])
    found = [LeastSize(separated, "m", SIGN), LeastSize(question, "m", SIGN)]
    if unit_class.name == "FIXED":
        below = (unit_class.bits or 1) + 1  # where p is asked for, what is true of every p
        if ratio:
            below = min(below, (ceil(1 / ratio) - 1).bit_length())  # the least d with 2^-d <= ratio, if that is less
        gap = -(-below // step) * step if tied else step // 2
        if gap:
            grid = UnitClass("GRID", unit_class.bits, unit_class.grid, gap)
            found.append(LeastSize(question, quantity.resource, grid, quantity.m))
    return found


def crossing_groups(positions: int, q: int, value: int) -> int:
    """The most n with n ceil(value/2) <= q, n (value + 1) <= N, q + n value <= N."""
    if not value:
        return 0
    return max(0, min(q // -(-value // 2), positions // (value + 1), (positions - q) // value))
