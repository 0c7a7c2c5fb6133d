"""Averages with an error against the signs of scores: ``separation`` and ``saturation``. One head, order 2, one layer.

As in ``averaging.py`` the error at a subset y is sum_j |e_j|, e_j = c w_j - [j in y]/q, with normalised weights w_j and
a constant c that is the same for all positions and subsets. Weights do not fall when scores grow.

``separation``, lower ends, an error below 1/q.
    Suppose w_i <= w_j for some i in y, j off y. If c >= 0 then |e_i| + |e_j| >= e_j - e_i = c (w_j - w_i) + 1/q >= 1/q;
    if c < 0 then |e_i| = 1/q - c w_i >= 1/q. So every weight on y is greater than every weight off y, and so is every
    score: the queries and keys separate each q-subset from the rest (``Separation``). What real tables cannot
    separate, no weights average, at any precision. If the tables are those of midrise(p), scores differ by even numbers,
    hence by 2 at least: they are a unit of GRID(p, midrise, gap 1) for the same question.

``saturation``, upper ends of class SOFTMAX, any error above 0.
    If the scores of some real tables are tied on each y and lower off it, then, with all queries multiplied by t, the
    weights tend to 1/q on y and to 0 off it as t grows, and the error (c = 1) to 0.
"""

from ...reading import Node
from ...statement.least_size import LeastSize
from ...statement.outputs import Averages
from ...statement.selection import SparseAveraging
from ...statement.separation import Separation
from ...statement.unit_class import SIGN, UnitClass
from ...verdict import RejectionError
from ..proof import Premises, Proved


def by_separation(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "separation", "of": premise}``: a lower bound for the sets of q among N, in class SIGN or GRID."""
    assert isinstance(quantity.question, Averages)  # the table of kinds
    question, unit_class = quantity.question, quantity.unit_class
    premise = premises.premise(node.fields(("kind", "of"))["of"])
    if quantity.error * question.q >= 1:
        reason = f"needs an error below 1/q = 1/{question.q}, got {quantity.error}"
        raise RejectionError("rule-not-applicable", node.path, reason)
    asked = Separation(question.N, question.q, question.q)
    found, resource = premise.quantity, quantity.resource
    known = [LeastSize(asked, "m", SIGN)]
    if unit_class.grid == "midrise":
        grid = UnitClass("GRID", unit_class.bits, unit_class.grid, 1)
        known.append(LeastSize(asked, resource, grid, quantity.m))
    if premise.side != "lower" or found not in known or not _one_head(quantity):
        reason = f"the premise must be a lower bound for {asked.words} in class SIGN, or in GRID with the same grid"
        raise RejectionError("rule-not-applicable", node.path, reason)
    how = f"with an error below 1/{question.q} weights on the subset exceed those off it, which needs {premise.words}"
    if found.unit_class == SIGN and resource == "p":
        too_narrow = quantity.m is not None and quantity.m < premise.value
        return Proved(value if too_narrow else 0, f"{how} at any p")
    return Proved(int(premise.value), how)


def by_saturation(node: Node, quantity: LeastSize, value: int, premises: Premises) -> Proved:
    """``{"kind": "saturation", "of": premise}``: an upper bound for q-SA in class SIGN."""
    assert isinstance(quantity.question, Averages)  # the table of kinds
    premise = premises.premise(node.fields(("kind", "of"))["of"])
    tied = LeastSize(SparseAveraging(quantity.question.N, quantity.question.q), "m", SIGN)
    if quantity.error <= 0 or premise.side != "upper" or premise.quantity != tied or quantity.resource != "m":
        reason = f"needs an error above 0 and an upper bound for {tied.words}"
        raise RejectionError("rule-not-applicable", node.path, reason)
    return Proved(int(premise.value), f"scores tied on each subset, as for {premise.words}, multiplied up")


def _one_head(quantity: LeastSize) -> bool:
    return quantity.resource != "H" and (quantity.heads, quantity.order, quantity.layers) == (1, 2, 1)
