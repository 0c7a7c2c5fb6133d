"""The truth about late interaction of a few documents, by orders alone: no vectors, no sign-rank, no theorem on cells.

d = 0: all scores are 0. d = 1: a score is P x + N y with x the greatest and -y the least number of a document and P,
N >= 0; documents are any points of the plane (adding a number to all x adds one to all scores). With one query vector
one of P, N is 0, so a row is a top set by x or by y; with one document vector y = -x. With more of both, the orders
that are met as the direction (P, N) turns are a chain of permutations, each two documents changing places once at most;
for up to 4 documents every such chain is met by points (Goodman and Pollack 1980).
"""

from functools import cache
from itertools import permutations

PLANE = 2


def asks(rows):
    """Whether some row tells two documents apart."""
    return any({"+", "-"} <= {*row} for row in rows)


def fits(row, order):
    """Whether a row is a top set of an order, the highest first; stars are either."""
    told = [row[c] for c in order if row[c] != "*"]
    return "-+" not in "".join(told)


def on_a_line(rows, S, t):
    """Whether d = 1 is enough."""
    n = len(rows[0])
    rows = sorted({*rows})
    if S == 1:
        return any(all(fits(row, x) or fits(row, x[::-1]) for row in rows) for x in permutations(range(n)))
    met = [{r for r, row in enumerate(rows) if fits(row, x)} for x in permutations(range(n))]
    if t == 1:
        return any(len(a | b) == len(rows) for a in met for b in met)
    top = dict(zip(permutations(range(n)), met, strict=True))
    return any(len(set().union(*(top[x] for x in chain))) == len(rows) for chain in chains(n))


@cache
def chains(n):
    """All chains of permutations from one to its reverse, neighbours changing places once each pair."""
    found = []

    def grow(chain, swapped):
        x, stuck = chain[-1], True
        for i in range(n - 1):
            pair = frozenset(x[i : i + 2])
            if pair not in swapped:
                stuck = False
                grow((*chain, (*x[:i], x[i + 1], x[i], *x[i + 2 :])), swapped | {pair})
        if stuck:
            found.append(chain)

    for start in permutations(range(n)):
        grow((start,), frozenset())
    return found


def least_dimension(rows, S, t, single):
    """The least d, or None if the plane may not be enough; ``single`` is the least d for one vector of each."""
    if not asks(rows):
        return 0
    if S == 1:
        return single
    if on_a_line(rows, S, t):
        return 1
    most = max(min(row.count("+"), row.count("-")) for row in rows)
    return PLANE if t >= most else None
