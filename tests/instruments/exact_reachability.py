"""Which sets of classes are reachable, by brute force: no part of headcount is used.

Vectors u that <u, z> > 0 is asked for: signed rows, with a coordinate for the bias and one for a free threshold, and
the unit vector of the scale. By Gordan's theorem there is no z iff positive weights add some of them up to 0; by
Caratheodory some that are independent but for this one relation will do. All subsets of so many vectors are tried, in
fractions.
"""

from fractions import Fraction
from itertools import combinations, pairwise


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


def is_reachable_on_the_line(weights, bias, chosen, *, free):
    """d = 1: scores are lines, and between two crossings, and beyond them, nothing changes."""
    lines = [
        (Fraction(row[0]), Fraction(0 if bias is None else b)) for row, b in zip(weights, bias or weights, strict=True)
    ]
    others = lines if free else [*lines, (Fraction(0), Fraction(0))]
    cuts = sorted({(e - b) / (a - c) for a, b in others for c, e in others if a != c})
    cuts = cuts or [Fraction(0)]
    places = [cuts[0] - 1, *((x + y) / 2 for x, y in pairwise(cuts)), cuts[-1] + 1, *cuts]
    for x in places:
        scores = [a * x + b for a, b in lines]
        inside = [score for j, score in enumerate(scores) if j in chosen]
        outside = [score for j, score in enumerate(scores) if j not in chosen]
        if free and (not inside or not outside or min(inside) > max(outside)):
            return True
        if not free and all(score > 0 for score in inside) and all(score < 0 for score in outside):
            return True
    return False


def is_reachable_in_the_plane(weights, chosen, *, free):
    """d = 2, no bias: only the direction of the state matters, and it changes nothing between two critical ones."""
    rows = [[Fraction(a) for a in row] for row in weights]
    normals = [(a - c, b - e) for (a, b), (c, e) in combinations(rows, 2)] if free else rows
    critical = [state for a, b in normals if (a, b) != (0, 0) for state in ((-b, a), (b, -a))] or [
        (Fraction(1), Fraction(0))
    ]
    critical.sort(key=angle)
    between = [mean(x, y) for x, y in zip(critical, [*critical[1:], critical[0]], strict=True)]
    for state in (*critical, *between, (Fraction(0), Fraction(0))):
        scores = [state[0] * a + state[1] * b for a, b in rows]
        inside = [score for j, score in enumerate(scores) if j in chosen]
        outside = [score for j, score in enumerate(scores) if j not in chosen]
        if free and (not inside or not outside or min(inside) > max(outside)):
            return True
        if not free and all(score > 0 for score in inside) and all(score < 0 for score in outside):
            return True
    return False


class angle:
    """Sorts directions by their angle, without computing it."""

    def __init__(self, direction):
        x, y = direction
        self.half = y < 0 or (y == 0 and x < 0)
        self.direction = direction

    def __lt__(self, other):
        if self.half != other.half:
            return self.half < other.half
        (x, y), (v, w) = self.direction, other.direction
        return x * w - y * v > 0


def mean(x, y):
    """A direction between two that follow one another; turned by a right angle if they are alike or opposite."""
    one = tuple(a / max(map(abs, x)) for a in x)
    two = tuple(a / max(map(abs, y)) for a in y)
    cross = one[0] * two[1] - one[1] * two[0]
    if cross > 0:
        return one[0] + two[0], one[1] + two[1]
    return (-one[1], one[0]) if cross == 0 else (-one[0] - two[0], -one[1] - two[1])
