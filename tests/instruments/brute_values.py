"""Measures of tiny matrices of values by going through all constant rectangles; nothing is shared with the checker."""

from itertools import combinations, product

import brute_matrices as brute


def letters(rows):
    return tuple("".join("*" if x is None else str(x) for x in row) for row in rows)


def constant_rectangles(rows):
    """All rectangles that show at most one value, as sets of cells."""
    for here, there in product(brute.sets(len(rows)), brute.sets(len(rows[0]))):
        cells = frozenset(product(here, there))
        if len({rows[i][j] for i, j in cells} - {None}) < 2:
            yield cells


def fewest(rows, disjoint):
    cells = frozenset((i, j) for i, row in enumerate(rows) for j, x in enumerate(row) if x is not None)
    allowed = [held & cells for held in constant_rectangles(rows)]
    for k in range(len(cells) + 1):
        for chosen in combinations(allowed, k):
            if frozenset().union(*chosen) == cells and (not disjoint or sum(map(len, chosen)) == len(cells)):
                return k
    raise AssertionError("entries are rectangles")


def most_fooling(rows):
    cells = [(i, j) for i, row in enumerate(rows) for j, x in enumerate(row) if x is not None]
    allowed = list(constant_rectangles(rows))
    apart = {(a, b): not any(a in held and b in held for held in allowed) for a, b in combinations(cells, 2)}
    for k in range(len(cells), -1, -1):
        if any(all(apart[pair] for pair in combinations(chosen, 2)) for chosen in combinations(cells, k)):
            return k
    raise AssertionError("no entries are fooling")


def rank(rows):
    for k in range(min(len(rows), len(rows[0])), 0, -1):
        for s, c in product(combinations(rows, k), combinations(range(len(rows[0])), k)):
            if brute.leibniz([[row[j] for j in c] for row in s]):
                return k
    return 0


def truths(rows):
    """Every measure that brute force knows; with a side of at most three, the nonnegative rank is the rank."""
    words = letters(rows)
    found = {
        "D": brute.protocol(words)[0],
        "one_way_ab": brute.one_way(words)[0],
        "one_way_ba": brute.one_way(brute.turned(words))[0],
        "fooling": most_fooling(rows),
        "cover": fewest(rows, False),
    }
    if "*" not in "".join(words):
        found |= {"partition": fewest(rows, True), "rank": rank(rows), "nonnegative_rank": rank(rows)}
    return found
