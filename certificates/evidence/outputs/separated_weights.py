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

``centre``, class SOFTMAX, a width v - 1 with v <= 2q, v <= N - 1. Let k = N - q, s = v - k. Then m >= v if q eps < 1
    and, should s >= 1, q eps < 1 - s v^(-v/s).
    Let W_j = q c w_j, so q eps >= F = sum_{j in y} |W_j - 1| + sum_{j off y} W_j (and c > 0, else F >= q). Some v + 1
    keys satisfy an affine dependency: sum_B beta ln W = sum_A mu ln W for every query, both with positive coefficients
    of sum 1, b = |B| <= a = |A|, a + b <= v + 1 <= 2q + 1, hence b <= q. If y contains B and none of A, then
    W_i <= W_j for some i in B, j in A, and F >= 1. Such a y exists unless b + |Z| < q, Z the keys in neither. Then let
    y be B, Z and the s' = q - b - |Z| = a - k keys S of A with the least mu; let sigma be the mass of S, kappa =
    1 - sigma that of the k others, O. Suppose F < 1, let d_B = sum_B (1 - W)^+, d = sum_S (W - 1)^+, V = sum_O W. Then

        ln(1 - d_B) <= sum_B beta ln W <= d + kappa ln V + sum_O mu ln(mu / kappa)   (Gibbs),

    so X = 1 - d_B has X e^-d <= C V^kappa with ln C = sum_O mu ln(mu / kappa), and X - d <= X e^-d because X <= 1.
    Hence F >= 1 - X + d + V >= 1 + V - C V^kappa >= 1 - sigma exp(sum_O mu ln mu / sigma), which is least over V. Every
    mu of O is at least u = sigma / s', and x ln x is convex, so that sum_O mu ln mu is greatest at (u, .., u, r), with
    r = 1 - (a - 1) u >= u. There the logarithm of what is subtracted has the derivative -ln(r) / (s' u^2) >= 0 in u, so
    it is greatest at u = r = 1/a: s' a^(-a/s'). That grows with s' where a = s' + k (its logarithm has the derivative
    k ln(a) / s'^2), and a <= v. (A simplex with its centre reaches it at v = N - 1, q + 2 <= N <= 2q + 1:
    ``averages.py`` in bounds/.)

``crossings``, class SOFTMAX, a width v - 1. Let r = ceil(v/2), n r <= q, n (v + 1) <= N, q + n v <= N. Then m >= v if
    q eps < n. Among v + 1 keys there are disjoint sets A and B, |B| <= r, such that no half-space contains B
    and misses A (Radon). Take n such groups without common keys, and let y contain each B and meet no A. In each group
    w_i <= w_j for some i in y, j off y, which costs 1/q as above.

``saturation``, upper ends of class SOFTMAX, an error above 1 - r/q for some r <= q.
    If the scores of some real tables are tied on each r-subset and lower off it, take for y the query of r of its keys.
    With all queries multiplied by t, c = r/q times the weights tends to 1/q on these and to 0 elsewhere as t grows, and
    the error to (q - r)/q. (All N >= 3q: nothing narrower than 2q has an error below 1/q, and 2q - 2 comes near it.)
"""

from fractions import Fraction
from math import ceil

from ...messages import short_number
from ...meter import product_steps
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
        node.reject(
            "rule-not-applicable", f"needs an error below 1/q = 1/{question.q}, got {short_number(quantity.error)}"
        )
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
    """``{"kind": "centre"}``: the width claimed, less 1, makes the keys dependent."""
    node.fields(("kind",))
    question = quantity.question
    assert isinstance(question, Averages)  # the table of kinds
    room = 1 - quantity.error * question.q
    few = value - (question.N - question.q)
    fits = (
        quantity.resource == "m" and _one_head(quantity) and value <= min(2 * question.q, question.N - 1) and room > 0
    )
    if fits and few >= 1:
        bits = few * max(room.numerator.bit_length(), room.denominator.bit_length()) + value * value.bit_length()
        node.meter.room(bits)
        node.meter.charge(product_steps(bits, bits))
        fits = room**few * value**value > few**few
    if not fits:
        node.reject(
            "rule-not-applicable", f"the error is too large for m >= {short_number(value)}, or the width too large"
        )
    return Proved(value, "in one dimension less keys would be means of others, and some subset too far off")


def by_crossings(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "crossings"}``: groups of keys that cross, as many as the error is shares."""
    node.fields(("kind",))
    question = quantity.question
    assert isinstance(question, Averages)  # the table of kinds
    groups = crossing_groups(question.N, question.q, value)
    if quantity.resource != "m" or not _one_head(quantity) or quantity.error * question.q >= groups:
        node.reject(
            "rule-not-applicable",
            f"{groups} groups of {short_number(value + 1)} keys, error {short_number(quantity.error)}",
        )
    return Proved(value, f"{groups} groups of keys cross in one dimension less, each at a cost of 1/{question.q}")


def crossing_groups(positions: int, q: int, value: int) -> int:
    """The most n with n ceil(value/2) <= q, n (value + 1) <= N, q + n value <= N."""
    if not value:
        return 0
    return max(0, min(q // -(-value // 2), positions // (value + 1), (positions - q) // value))


def by_saturation(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "saturation", "of": premise}``: an upper bound for q-SA in class SIGN, of q or fewer members."""
    question = quantity.question
    assert isinstance(question, Averages)  # the table of kinds
    premise = premises.premise(node.fields(("kind", "of"))["of"])
    found = premise.quantity
    tied = found.question if isinstance(found, LeastSize) else None
    if not isinstance(tied, SparseAveraging) or found != LeastSize(tied, "m", SIGN) or premise.side != "upper":
        node.reject("rule-not-applicable", "needs an upper bound of m for q-SA in class SIGN")
    fits = tied.N == question.N and tied.q <= question.q and quantity.error * question.q > question.q - tied.q
    if not fits or quantity.resource != "m":
        node.reject("rule-not-applicable", f"{tied.words} leaves an error of {question.q - tied.q}/{question.q}")
    return Proved(int(premise.value), f"scores tied on {tied.q} of each subset, as for {premise.words}, multiplied up")


def _one_head(quantity: LeastSize) -> bool:
    return quantity.resource != "H" and (quantity.heads, quantity.order, quantity.layers) == (1, 2, 1)
