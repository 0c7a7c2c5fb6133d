"""A small catalogue to try the frame with: covers and fooling sets of all 0/1 matrices up to permutations of lines.

There are 2, 7, 36, 317 of them (A002724 of the encyclopedia of integer sequences).
"""

import time
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial

from headcount import measure
from headcount.catalogues import Entry, Stated


@dataclass(frozen=True)
class CoverCatalogue:
    name: str = "covers"
    title: str = "Covers of 0/1 matrices"
    says: str = "The least number of 1-rectangles that cover a 0/1 matrix, up to permutations of rows and columns."
    objects: str = "n X n 0/1 matrices up to permutations of rows and of columns"
    sizes: tuple = (1, 2, 3, 4)
    quantities: tuple = ("cover1", "fooling1", "gap")

    def keys(self, n):
        return sorted({least(rows) for rows in product(map("".join, product("01", repeat=n)), repeat=n)})

    def count(self, n):
        orders = list(permutations(range(n)))
        return sum(2 ** cycles(one, other) for one in orders for other in orders) // factorial(n) ** 2

    def settle(self, n, keys, until):
        found = []
        for key in keys:
            if until is not None and time.monotonic() > until:
                break
            certificate = measure(key.split("/"), only="cover1, fooling1", processes=False).certificate()
            brackets = {name: one.bracket([certificate]) for name, one in self.stated(n, key).items()}
            found.append(Entry(key, self.fields(n, key, brackets), (certificate,)))
        return found

    def stated(self, n, key):
        question = {"task": "communication", "of": "matrix", "rows": key.split("/")}
        return {name: Stated(question, {"measure": name}) for name in ("cover1", "fooling1")}

    def fields(self, n, key, brackets):
        gap = [brackets["cover1"][0] - brackets["fooling1"][1], brackets["cover1"][1] - brackets["fooling1"][0]]
        return {"rows": key.split("/"), **brackets, "gap": gap}


COVERS = CoverCatalogue()


def least(rows):
    """The least image of a matrix, rows joined by strokes."""
    n = len(rows)
    turned = (["".join(row[c] for c in order) for row in rows] for order in permutations(range(n)))
    return min("/".join(sorted(image)) for image in turned)


def cycles(one, other):
    """How many cycles a permutation of rows and one of columns have on the entries together."""
    left, found = {(r, c) for r in range(len(one)) for c in range(len(other))}, 0
    while left:
        found += 1
        place = next(iter(left))
        while place in left:
            left.remove(place)
            place = (one[place[0]], other[place[1]])
    return found
