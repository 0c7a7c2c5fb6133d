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
    return next(vanishing(vectors(weights, bias, set(chosen), free, centred)), None) is None


def vanishing(rows, free=()):
    """Integers y, not 0 on few rows only, >= 0 but for the rows ``free``, with sum y row = 0: all such combinations."""
    for k in range(1, len(rows[0]) + 2):
        for some in combinations(range(len(rows)), k):
            y = relation([rows[i] for i in some])
            for turned in (y, [-x for x in y or ()]):
                if y and all(x > 0 or i in free for x, i in zip(turned, some, strict=True)) and all(turned):
                    found = [0] * len(rows)
                    for i, x in zip(some, turned, strict=True):
                        found[i] = x
                    yield found


def relation(rows):
    """The dependency of the rows, if it is unique up to a factor."""
    k, table = len(rows), [[Fraction(row[j]) for row in rows] for j in range(len(rows[0]))]
    pivots = []
    for j in range(k):
        row = next((r for r in table[len(pivots) :] if r[j]), None)
        if row is None:
            continue
        table.remove(row)
        table.insert(len(pivots), row := [x / row[j] for x in row])
        table = [r if r is row else [x - r[j] * y for x, y in zip(r, row, strict=True)] for r in table]
        pivots.append(j)
    if len(pivots) != k - 1:
        return None
    (other,) = set(range(k)) - set(pivots)
    y = [Fraction(0)] * k
    y[other] = Fraction(1)
    for r, j in enumerate(pivots):
        y[j] = -table[r][other]
    least = 1
    for x in y:
        least = least * x.denominator
    return [int(x * least) for x in y]
