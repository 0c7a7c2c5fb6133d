"""The least dimension of small patterns by cosine and Euclidean distance, and shared queries, by going through orders.

In R^1 and on a circle only the order of the keys counts; above that the answer lies between bounds that theory gives.
Nothing is shared with the checker.
"""

from functools import cache
from itertools import permutations, product

import exact_sign_rank as exact


def mixed(row):
    return "+" in row and "-" in row


@cache
def dimensions(rows, score, shared=()):
    """The least m lies between these two numbers; the pattern has at most 7 columns."""
    columns = len(rows[0])
    groups = shared or tuple(range(len(rows)))
    if not any(map(mixed, rows)):
        return 0, 0
    if LINES[score](rows, groups):
        return 1, 1
    if score == "cosine" and not on_a_circle(rows):
        least = 3
    else:
        least = 2
        if score == "cosine" and not shared:
            return 2, 2
    inner = by_inner_products(rows)
    most = columns - 1
    if inner is not None:
        least = max(least, inner - (score == "euclidean"))
        if not shared and score == "cosine":
            most = min(most, inner + 1, exact.sign_rank(rows))
        elif not shared:
            most = min(most, inner)
    return least, max(least, most)


def by_inner_products(rows):
    """None if that is too large for the oracle."""
    if min(len(set(rows)) + 1, len(set(zip(*rows, strict=True)))) > 4:
        return None
    return exact.least_dimension(rows, False)


def two_places(rows, groups):
    """Keys at 1 and -1; a query takes those at one of them."""
    for places in product((1, -1), repeat=len(rows[0])):
        if all(
            any(
                all(
                    sign == "*" or (sign == "+") == (place == side)
                    for row in own
                    for sign, place in zip(row, places, strict=True)
                )
                for side in (1, -1)
            )
            for own in mixed_rows(rows, groups)
        ):
            return True
    return False


def half_lines(rows, groups):
    """Keys in an order; a query takes those from some place on, always on its own side."""
    for order in permutations(range(len(rows[0]))):
        if all(
            any(all(runs([row[c] for c in order][::step]) in ("-+", "+", "-", "") for row in own) for step in (1, -1))
            for own in mixed_rows(rows, groups)
        ):
            return True
    return False


def intervals(rows, groups):
    """Keys in an order, each row an interval of it; with rows of one query their intervals are not compared."""
    if len(set(groups)) < len(groups):
        return concentric(rows, groups)
    return any(
        all(runs([row[c] for c in order]).strip("-") in ("+", "") for row in rows)
        for order in permutations(range(len(rows[0])))
    )


def concentric(rows, groups):
    """The same with one centre for the rows of a query.

    How items lie to a centre depends on the order of the midpoints; positions 0 .. 6 have all orders for four items.
    """
    columns = len(rows[0])
    assert columns <= 4
    for places in product(range(7), repeat=columns):
        if all(
            any(
                all(
                    max((abs(4 * p - q) for p, s in zip(places, row, strict=True) if s == "+"), default=-1)
                    < min((abs(4 * p - q) for p, s in zip(places, row, strict=True) if s == "-"), default=99)
                    for row in own
                )
                for q in range(-30, 55)
            )
            for own in mixed_rows(rows, groups)
        ):
            return True
    return False


def on_a_circle(rows):
    """Keys in a circular order, each row an arc of it (for rows of one query that is necessary)."""
    return any(
        all(len(runs([row[c] for c in (0, *order)])) <= 3 for row in rows)
        and all(ends_meet(runs([row[c] for c in (0, *order)])) for row in rows)
        for order in permutations(range(1, len(rows[0])))
    )


def ends_meet(word):
    return len(word) < 3 or word[0] == word[-1]


def runs(signs):
    """The signs without stars and repetition."""
    word = ""
    for sign in signs:
        if sign != "*" and not word.endswith(sign):
            word += sign
    return word


def mixed_rows(rows, groups):
    return [[row for row, group in zip(rows, groups, strict=True) if group == g and mixed(row)] for g in set(groups)]


LINES = {"cosine": two_places, "euclidean": intervals, "inner": half_lines}
