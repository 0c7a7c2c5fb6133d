"""D of a small matrix by the definition, written naively."""

from functools import cache
from itertools import combinations


def naive_depth(rows):
    """D by the definition, of a tuple of tuples of entries."""

    def halves(lines):
        for k in range(1, len(lines)):
            for chosen in combinations(lines, k):
                yield chosen, tuple(one for one in lines if one not in chosen)

    @cache
    def least(mine, others):
        if len({rows[r][c] for r in mine for c in others}) == 1:
            return 0
        first = [max(least(a, others), least(b, others)) for a, b in halves(mine)]
        return 1 + min(first + [max(least(mine, a), least(mine, b)) for a, b in halves(others)])

    return least(tuple(range(len(rows))), tuple(range(len(rows[0]))))
