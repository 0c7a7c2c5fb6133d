"""Averages with an error against the signs of scores: ``separation`` and ``saturation``. One head, order 2, one layer.

As in ``averaging.py`` the error at a subset y is sum_j |e_j|, e_j = c w_j - [j in y]/q, with normalised weights w_j and
a constant c that is the same for all positions and subsets. Weights do not fall when scores grow.

``separation``, lower ends, an error eps below 1/q.
    Suppose w_i <= w_j for some i in y, j off y. If c >= 0 then |e_i| + |e_j| >= e_j - e_i = c (w_j - w_i) + 1/q >= 1/q;
    if c < 0 then |e_i| = 1/q - c w_i >= 1/q. So c > 0, every weight on y is greater than every weight off y, and so is
    every score: queries and keys *separate* each q-subset from the rest (``Separation``). What real tables cannot
    separate, no weights average, at any precision.

    In class SATURATED all weights on y are then greatest: scores are *tied* on y (``SparseAveraging``). In class FIXED
    a difference of scores d means weights in the ratio 2^d, unless one is cut off, and differences are even if the grid
    is midrise: at least D = 1, or 2, if not 0.

    * If i, k in y and w_i < w_k, let c w_i = 1/q - a. Then a <= eps, c w_k <= 1/q + eps - a, and w_i / w_k <= 2^-D (or
      it is cut off). So 1/q - a <= 2^-D (1/q - a + eps), which is weakest at a = eps: then q eps >= 1 - 2^-D. Hence if
      q eps < 1 - 2^-D, scores are tied on y.
    * Then weights on y are 2^p, and one off y is 0, so that its score is p + 1 below at least, or w_j / w_i <= q eps:
      with c w_i = 1/q - a and c w_j = b, a + b <= eps, b / (1/q - a) is greatest at a = 0. So the score of j is below
      by the least multiple of D that is p + 1 at least, or has 2^-d <= q eps. It is a unit of GRID with that gap.
    * If scores are separated and the grid is midrise, they differ by 2 at least: a unit of GRID with gap 1.

``centre``, class SOFTMAX, pairs (q = 2) among N = n + 1 = 4 or 5 positions, an error below (1 - n^-n) / 2: m >= N - 1.
    N keys in R^(N-2) satisfy an affine dependency. By the above no pair y contains the keys of one of its signs and
    none of the other. So neither sign has two keys, one that has three is met by two at most, and if one has a single
    key, the other has all n others: with weights w_j, not normalised, ln w_0 = sum_i mu_i ln w_i for every query, mu_i
    > 0, sum_i mu_i = 1. Take y = {0, i} with the least mu_i = a, scale w so that w_i = 1, and let t w_j stand for
    c w_j. Then w_j < w_0 for the others, hence w_0 < 1, and with S = sum_{j != 0, i} w_j the error t S + |t w_0 - 1/2|
    + |t - 1/2| is at least 1 (at t = 0) or (1 - w_0 + S) / 2 (at t = 1/2). By the inequality of weighted means
    w_0 <= prod_{j != i} (mu_j s)^mu_j where S = (1 - a) s, and w_0 - S is greatest at s^a = prod_{j != i} mu_j^mu_j,
    where it is a s = exp(-H / a) with the entropy H = -sum_i mu_i ln mu_i. Entropy is concave, so least, for mu_i >= a,
    at (a, .., a, r), r = 1 - (n-1) a; there H / a has the derivative ln(r) / a^2 <= 0, so it is least at a = 1/n, where
    it is n ln n. (``averages.py`` in bounds/ has the unit that reaches this error: a simplex with its centre.)

``saturation``, upper ends of class SOFTMAX, any error above 0.
    If the scores of some real tables are tied on each y and lower off it, then, with all queries multiplied by t, the
    weights tend to 1/q on y and to 0 off it as t grows, and the error (c = 1) to 0.
"""

from fractions import Fraction
from math import ceil

from ...reading import Node
from ...statement.least_size import LeastSize
from ...statement.outputs import Averages
from ...statement.selection import SparseAveraging
from ...statement.separation import Separation
from ...statement.unit_class import SIGN, UnitClass
from ..proof import Premises, Proved


def by_separation(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "separation", "of": premise}``: a lower bound for q-SA or for sets of q, in class SIGN or GRID."""
    assert isinstance(quantity.question, Averages)  # the table of kinds
    question, resource = quantity.question, quantity.resource
    premise = premises.premise(node.fields(("kind", "of"))["of"])
    found = premise.quantity
    if quantity.error * question.q >= 1:
        node.reject("rule-not-applicable", f"needs an error below 1/q = 1/{question.q}, got {quantity.error}")
    if premise.side != "lower" or found not in asked_of_scores(quantity) or not _one_head(quantity):
        reason = "the premise must be a lower bound of what the error asks of the scores, in class SIGN or GRID"
        node.reject("rule-not-applicable", reason)
    how = f"with an error below 1/{question.q} weights on the subset exceed those off it, which needs {premise.words}"
    if isinstance(found, LeastSize) and found.resource != resource:
        too_narrow = quantity.m is not None and quantity.m < premise.value
        return Proved(value if too_narrow else 0, f"{how} at any p")
    return Proved(int(premise.value), how)


def asked_of_scores(quantity: LeastSize) -> list[LeastSize]:
    """What averages with an error below 1/q ask of the scores, each of which needs no more of the resource.

    >>> from ...statement.least_size import least_size
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


def by_centre(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "centre"}``: pairs of four or five positions."""
    node.fields(("kind",))
    question = quantity.question
    assert isinstance(question, Averages)  # the table of kinds
    others = question.N - 1
    fits = question.q == 2 and others in (3, 4) and quantity.resource == "m" and _one_head(quantity)
    if not fits or 2 * quantity.error >= 1 - Fraction(1, others**others):
        node.reject(
            "rule-not-applicable", "needs q = 2, N = 4 or 5, one head, an error below (1 - n^-n) / 2, n = N - 1"
        )
    return Proved(others, "in one dimension less one key would be a mean of the others, and its pairs too far off")


def by_saturation(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "saturation", "of": premise}``: an upper bound for q-SA in class SIGN."""
    assert isinstance(quantity.question, Averages)  # the table of kinds
    premise = premises.premise(node.fields(("kind", "of"))["of"])
    tied = LeastSize(SparseAveraging(quantity.question.N, quantity.question.q), "m", SIGN)
    if quantity.error <= 0 or premise.side != "upper" or premise.quantity != tied or quantity.resource != "m":
        node.reject("rule-not-applicable", f"needs an error above 0 and an upper bound for {tied.words}")
    return Proved(int(premise.value), f"scores tied on each subset, as for {premise.words}, multiplied up")


def _one_head(quantity: LeastSize) -> bool:
    return quantity.resource != "H" and (quantity.heads, quantity.order, quantity.layers) == (1, 2, 1)
