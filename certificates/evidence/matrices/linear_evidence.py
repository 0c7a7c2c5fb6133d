"""Linear programs over rectangles: fractional covers, the partition bound, smooth rectangle bounds (Jain, Klauck 2010).

R runs through all rectangles of the R x C matrix, f(x, y) is an entry; entries ``*`` are not in the domain of f. Bounds
about the value 0 are those about the value 1 of the complement. That every rectangle has total <= 1 is shown by a tree
of cases (``light_rectangles.py``).

*Fractional cover*: minimise sum_R w_R over rectangles without 0, where w >= 0 and every 1-entry has
sum_{R holds it} w_R >= 1. Dual: maximise sum y over y >= 0 on the 1-entries, every rectangle without 0 having total
at most 1.

*Partition bound* prt_eps: minimise sum_{z, R} w_{z, R} over answers z in {0, 1} and all rectangles, where w >= 0,

    sum_{R holds (x, y)} w_{f(x, y), R} >= 1 - eps  on the domain,    sum_{z, R holds (x, y)} w_{z, R} = 1  everywhere.

Dual: maximise (1 - eps) sum mu + sum phi over mu >= 0 (0 at ``*``) and any phi, where for each answer z and rectangle R
the sum over R of phi, and of mu on the entries z, is <= 1. Weak duality: for feasible w, mu, phi

    (1 - eps) sum mu + sum phi <= sum_xy (mu_xy sum_{R holds xy} w_{f(x, y), R} + phi_xy sum_{z, R holds xy} w_{z, R})
                                = sum_{z, R} w_{z, R} (sum_{R, f = z} mu + sum_R phi) <= sum_{z, R} w_{z, R}.

*Smooth rectangle bound* srec^z_{eps, eps}: minimise sum_R w_R over all rectangles, where w >= 0,

    1 - eps <= sum_{R holds (x, y)} w_R <= 1  if f(x, y) = z,    sum_{R holds (x, y)} w_R <= eps  if f(x, y) = 1 - z.

Dual: weights V, any on the entries z, <= 0 on the entries 1 - z, 0 at ``*``, every rectangle having total <= 1;
maximise sum_{f = z} ((1 - eps) V+ - V-) - eps sum_{f = 1 - z} V-, where V = V+ - V-. Weak duality: with load
l = sum_{R holds} w_R,

    sum_R w_R >= sum_R w_R sum_R V = sum_xy V_xy l_xy, where V l >= (1 - eps) V+ - V- on z, V l >= -eps V- on 1 - z.
"""

from fractions import Fraction

from ...reading import Node
from ...statement.least_size import MeasureOf
from ...statement.matrix import CommunicationMatrix
from ..proof import Proved
from .light_rectangles import require_light, without_zeros
from .rectangles import require_no_zero
from .weighted_rectangles import WeightedRectangles, read_table, read_weighted

_WEIGHTS = ("kind", "denominator", "rectangles")


def cover_weights(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "weights", "denominator": d, "rectangles": [[[rows], [columns], weight], ..]}``."""
    weighted = read_weighted(evidence.fields(_WEIGHTS, ("symmetries",)), matrix)
    zeros = matrix.masks(0)
    for rectangle in weighted.listed:
        require_no_zero(rectangle.node, rectangle.sides, zeros)
    loads, unit = weighted.loads(0), weighted.unit
    for i, j in matrix.cells(1):  # without any, nothing has to be covered
        if loads[i][j] < unit:
            evidence.reject("entry-not-covered", f"entry ({i}, {j}) has weight less than 1")
    return _sum(weighted)


def entry_weights(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "entry-weights", "denominator": d, "weights": [[..], ..], "cases": tree}``."""
    fields = evidence.fields(("kind", "denominator", "weights", "cases"))
    weights, denominator = read_table(fields["weights"], matrix, "0 + 0"), fields["denominator"].integer(1)
    require_light(fields["cases"], without_zeros(weights, matrix.rows), denominator)
    return Proved(Fraction(sum(map(sum, weights)), denominator), "a feasible point of the dual program")


def partition_weights(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "weights", "denominator": d, "rectangles": [[[rows], [columns], answer, weight], ..]}``."""
    epsilon = _given(of)
    weighted = read_weighted(evidence.fields(_WEIGHTS, ("symmetries",)), matrix, (0, 1))
    loads, unit = (weighted.loads(0), weighted.loads(1)), weighted.unit
    least = (1 - epsilon) * unit
    for i, row in enumerate(matrix.rows):
        for j, entry in enumerate(row):
            if loads[0][i][j] + loads[1][i][j] != unit:
                evidence.reject("constraint-violated", f"the weights on entry ({i}, {j}) do not add up to 1")
            if entry != "*" and loads[int(entry)][i][j] < least:
                evidence.reject("constraint-violated", f"entry ({i}, {j}) has its answer with less than 1 - epsilon")
    return _sum(weighted)


def partition_dual(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "dual", "denominator": d, "mu": [[..], ..], "phi": [[..], ..], "cases": [tree, tree]}``."""
    epsilon = _given(of)
    fields = evidence.fields(("kind", "denominator", "mu", "phi", "cases"))
    denominator = fields["denominator"].integer(1)
    mu, phi = read_table(fields["mu"], matrix, "+ + 0"), read_table(fields["phi"], matrix)
    for answer, tree in zip("01", fields["cases"].items(2), strict=True):
        weights = [
            [p + (m if entry == answer else 0) for entry, m, p in zip(*rows, strict=True)]
            for rows in zip(matrix.rows, mu, phi, strict=True)
        ]
        require_light(tree, weights, denominator)
    value = (1 - epsilon) * sum(map(sum, mu)) + sum(map(sum, phi))
    return Proved(value / denominator, "a feasible point of the dual program")


def smooth_weights(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "weights", "denominator": d, "rectangles": [[[rows], [columns], weight], ..]}``."""
    epsilon = _given(of)
    weighted = read_weighted(evidence.fields(_WEIGHTS, ("symmetries",)), matrix)
    loads, unit = weighted.loads(0), weighted.unit
    least, most = (1 - epsilon) * unit, epsilon * unit
    for i, j in matrix.cells(1):  # without entries of a value there is no constraint about them, here and below
        if not least <= loads[i][j] <= unit:
            evidence.reject("constraint-violated", f"the weight on entry ({i}, {j}) is not from 1 - epsilon to 1")
    for i, j in matrix.cells(0):
        if loads[i][j] > most:
            evidence.reject("constraint-violated", f"the weight on entry ({i}, {j}) exceeds epsilon")
    return _sum(weighted)


def smooth_dual(evidence: Node, matrix: CommunicationMatrix, of: MeasureOf) -> Proved:
    """``{"kind": "dual", "denominator": d, "weights": [[..], ..], "cases": tree}``."""
    epsilon = _given(of)
    fields = evidence.fields(("kind", "denominator", "weights", "cases"))
    weights, denominator = read_table(fields["weights"], matrix, "- -+ 0"), fields["denominator"].integer(1)
    total = Fraction(0)
    for row, entries in zip(weights, matrix.rows, strict=True):
        for weight, entry in zip(row, entries, strict=True):
            factor = epsilon if entry != "1" else 1 - epsilon if weight > 0 else 1
            total += factor * weight
    require_light(fields["cases"], weights, denominator)
    return Proved(total / denominator, "a feasible point of the dual program")


def _sum(weighted: WeightedRectangles) -> Proved:
    averaged = " and their images" if len(weighted.sizes) < sum(weighted.sizes) else ""
    return Proved(
        Fraction(weighted.total, weighted.denominator), f"{len(weighted.listed)} weighted rectangles{averaged}"
    )


def _given(of: MeasureOf) -> Fraction:
    assert of.parameter is not None  # these measures have one, so ``read_measure`` has read it
    return of.parameter
