"""Which sets of classes are reachable, by brute force: no part of headcount is used.

Vectors u that <u, z> > 0 is asked for: signed rows, with a coordinate for the bias and one for a free threshold, and
the unit vector of the scale. By Gordan's theorem there is no z iff positive weights add some of them up to 0; by
Caratheodory some that are independent but for this one relation will do. All subsets of so many vectors are tried, in
fractions.
"""

from fractions import Fraction
from itertools import combinations


def vectors(weights, bias, chosen, free, centred):
    """The vectors u; of centred states the last coordinate is minus the sum of the others."""
    found = []
    for j, row in enumerate(weights):
        u = [Fraction(entry) for entry in row]
        if centred:
            u = [entry - u[-1] for entry in u[:-1]]
        u += [] if bias is None else [Fraction(bias[j])]
        u += [Fraction(-1)] if free else []
        found.append(u if j in chosen else [-entry for entry in u])
    if bias is not None:
        width = len(weights[0])
        found.append([Fraction(int(k == width)) for k in range(width + 1 + free)])
    return found


def is_reachable(weights, bias, chosen, *, free, centred=False):
    """Whether some hidden state scores exactly the chosen classes above the threshold."""
    asked = vectors(weights, bias, set(chosen), free, centred)
    width = len(asked[0])
    return not any(
        positive_relation([list(u) for u in some]) for size in range(1, width + 2) for some in combinations(asked, size)
    )


def positive_relation(some):
    """Whether positive weights, unique up to a factor, add the vectors up to 0."""
    count = len(some)
    rows = [[u[k] for u in some] for k in range(len(some[0]))]
    pivots = []
    for column in range(count):
        r = len(pivots)
        pivot = next((i for i in range(r, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[r], rows[pivot] = rows[pivot], rows[r]
        rows[r] = [entry / rows[r][column] for entry in rows[r]]
        for i in range(len(rows)):
            if i != r and rows[i][column]:
                rows[i] = [a - rows[i][column] * b for a, b in zip(rows[i], rows[r], strict=True)]
        pivots.append(column)
    if len(pivots) != count - 1:
        return False
    (free,) = set(range(count)) - set(pivots)
    return all(-rows[r][free] > 0 for r in range(count - 1))
