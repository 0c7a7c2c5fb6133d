"""Random objects of every system, and whether clauses that hostile numbers make are true of them.

Each function takes a generator of random numbers, makes one object and the system that it satisfies, asks the schemas
for clauses, and counts those made, those refused, and those that are false of the object.
"""

from collections.abc import Iterable
from itertools import combinations, pairwise
from random import Random

import brute_matrices
from headcount.certificates.refuse import Refused
from headcount.certificates.schema import Record
from headcount.certificates.systems.order import Order
from headcount.certificates.systems.protocols import Colouring, Split
from headcount.certificates.systems.rectangles import Fooling, Rectangles, Terms
from made_clauses import METER, Found, judged, made, small
from sign_objects import chirotope, dependency, greatest, inequalities


def rectangles(rng: Random, found: Found) -> None:
    """Rectangles, and a matrix of which they are a cover, or a partition."""
    R, C, k = rng.randint(1, 3), rng.randint(1, 3), rng.randint(0, 3)
    listed = [
        ({i for i in range(R) if rng.random() < 0.6}, {j for j in range(C) if rng.random() < 0.6}) for _ in range(k)
    ]
    disjoint = all(not (a & c and b & d) for (a, b), (c, d) in combinations(listed, 2)) and rng.random() < 0.7

    def entry(i: int, j: int) -> str:
        if rng.random() < 0.1 and not disjoint:
            return "*"
        return "1" if any(i in a and j in b for a, b in listed) else "0"

    rows = tuple("".join(entry(i, j) for j in range(C)) for i in range(R))
    ones = [(i, j) for i in range(R) for j in range(C) if rows[i][j] == "1"]
    order = [rng.choice(ones) for _ in range(rng.randint(0, k))] if ones else []
    if rng.random() < 0.3:  # entries that are held by none or any, more than there are slots
        order += [(rng.randrange(R), rng.randrange(C)) for _ in range(3)]
        rng.shuffle(order)
    numbered: list[tuple[set[int], set[int]]] = []
    for i, j in order:
        holding = [one for one in listed if i in one[0] and j in one[1]]
        if holding and not any(i in a and j in b for a, b in numbered):
            numbered.append(holding[0])
    slots = numbered + _without(listed, numbered)
    system = Rectangles(rows, k, order, disjoint, METER)
    size = R + C + R * C

    def true(v: int) -> bool:
        s, line = divmod(v - 1, size)
        a, b = slots[s]
        if line < R + C:
            return line in a if line < R else line - R in b
        return (line - R - C) // C in a and (line - R - C) % C in b

    for _ in range(40):
        name = rng.choice(sorted(system.schemas))
        s, t, r, c = small(rng, k), small(rng, k), small(rng, R), small(rng, C)
        numbers = {"zero": [s, r, c], "inside": [s, r, c, small(rng, 2)], "held": [s, r, c], "some": [r, c],
                   "once": [r, c, s, t], "ordered": [small(rng, k + 2)]}[name]  # fmt: skip
        judged(found, name, made(system, name, numbers), true, (rows, slots, order, numbers))


def _without(
    listed: list[tuple[set[int], set[int]]], used: list[tuple[set[int], set[int]]]
) -> list[tuple[set[int], set[int]]]:
    left = list(listed)
    for one in used:
        left.remove(one)
    return left


def terms(rng: Random, found: Found) -> None:
    """Nonnegative terms, and their sum."""
    R, C, k = rng.randint(1, 4), rng.randint(1, 4), rng.randint(1, 3)

    def vector(length: int) -> list[int]:
        return [rng.choice((0, 0, 1, 1, 2, 3)) for _ in range(length)]

    listed = [(vector(R), vector(C)) for _ in range(k)]
    rows = tuple(tuple(sum(u[i] * v[j] for u, v in listed) for j in range(C)) for i in range(R))
    supports = [({i for i in range(R) if u[i]}, {j for j in range(C) if v[j]}) for u, v in listed]
    ones = [(i, j) for i in range(R) for j in range(C) if rows[i][j]]
    order = [rng.choice(ones) for _ in range(rng.randint(0, k))] if ones else []
    numbered: list[tuple[set[int], set[int]]] = []
    for i, j in order:
        holding = [one for one in supports if i in one[0] and j in one[1]]
        if holding and not any(i in a and j in b for a, b in numbered):
            numbered.append(holding[0])
    slots = numbered + _without(supports, numbered)
    system = Terms(Record("values", {"rows": rows}), k, order, METER)
    size = R + C + R * C

    def true(v: int) -> bool:
        s, line = divmod(v - 1, size)
        a, b = slots[s]
        if line < R + C:
            return line in a if line < R else line - R in b
        return (line - R - C) // C in a and (line - R - C) % C in b

    for _ in range(60):
        name = rng.choice((*sorted(system.schemas), "twice", "twice"))
        s, r, c, i, j = small(rng, k), small(rng, R), small(rng, C), small(rng, R), small(rng, C)
        numbers = {"zero": [s, r, c], "inside": [s, r, c, small(rng, 2)], "held": [s, r, c], "some": [r, c],
                   "once": [r, c, s, i], "ordered": [small(rng, k + 2)], "twice": [s, r, c, i, j]}[name]  # fmt: skip
        judged(found, name, made(system, name, numbers), true, (rows, slots, order, numbers))


def fooling(rng: Random, found: Found) -> None:
    """A fooling set of a matrix."""
    R, C = rng.randint(1, 4), rng.randint(1, 4)
    rows = tuple("".join(rng.choice("0011*" if rng.random() < 0.5 else "01") for _ in range(C)) for _ in range(R))
    members: list[tuple[int, int]] = []
    cells = [(i, j) for i in range(R) for j in range(C) if rows[i][j] == "1"]
    rng.shuffle(cells)
    for r, c in cells:
        if all("0" in rows[r][j] + rows[i][c] for i, j in members):
            members.append((r, c))
    if not members:
        return
    columns = list(zip(*rows, strict=True))
    members = [(rows.index(rows[r]), columns.index(columns[c])) for r, c in members]
    k = len(members) - 1
    listed = []
    for _ in range(12):
        a = tuple(sorted(rng.sample(range(R), rng.randint(1, R))))
        b = tuple(sorted(rng.sample(range(C), rng.randint(1, C))))
        if rng.random() < 0.1 or not any(rows[i][j] == "0" for i in a for j in b):
            listed.append((a, b))
    listed += [((r,), (c,)) for r, c in cells if rng.random() < 0.95]
    try:
        system = Fooling(rows, k, listed, METER)
    except Refused:
        found["refused"] += 1
        return
    held = []
    for n, (a, b) in enumerate(listed):
        group = [(i, j) for i in a for j in b if not any(i in x and j in y for x, y in listed[:n])]
        held.append(sum(cell in members for cell in group))

    def true(v: int) -> bool:
        if v <= R * C:
            return divmod(v - 1, C) in members
        g, t = divmod(v - R * C - 1, k + 1)
        return sum(x > 0 for x in held[: g + 1]) >= t + 1

    for _ in range(40):
        name = rng.choice(sorted(system.schemas))
        one, two = (small(rng, R), small(rng, C)), (small(rng, R), small(rng, C))
        g, t = small(rng, len(listed) + 1), small(rng, k + 3)
        numbers = {"pair": [*one, *two], "count": [g, t], "carry": [g, t], "top": []}[name]
        judged(found, name, made(system, name, numbers), true, (rows, members, listed, numbers))


def colouring(rng: Random, found: Found) -> None:
    """Messages, and a matrix that they solve."""
    R, C, k = rng.randint(1, 5), rng.randint(1, 4), rng.choice([1, 2, 4])
    sent = [rng.randrange(k) for _ in range(R)]
    values = rng.choice(("01", "012"))
    answers = [[rng.choice(values) for _ in range(C)] for _ in range(k)]
    rows = tuple("".join(x if rng.random() < 0.8 else "*" for x in answers[m]) for m in sent)
    pinned = rng.sample(range(R), rng.randint(0, min(3, R)))
    try:
        system = Colouring(rows, k, pinned, METER)
    except Refused:
        found["refused"] += 1
        pinned = []
        system = Colouring(rows, k, pinned, METER)
    names = list(dict.fromkeys(sent[i] for i in pinned))
    names += [m for m in range(k) if m not in names]
    colour = [names.index(m) for m in sent]

    def true(v: int) -> bool:
        i, j = divmod(v - 1, k)
        return colour[i] == j

    for _ in range(40):
        name = rng.choice(sorted(system.schemas))
        numbers = {
            "some": [small(rng, R)],
            "apart": [small(rng, R), small(rng, R), small(rng, k)],
            "pin": [small(rng, 3)],
        }[name]
        judged(found, name, made(system, name, numbers), true, (rows, sent, pinned, numbers))


def order(rng: Random, found: Found) -> None:
    """An order in which each position is attended to by the next one."""
    n = rng.randint(1, 5)
    path = rng.sample(range(n), n)
    lists = [[{j for j in range(n) if rng.random() < 0.2} for _ in range(n)] for _ in range(rng.randint(1, 2))]
    for before, after in pairwise(path):
        rng.choice(lists)[after].add(before)
    layers = tuple(Record("lists", {"lists": tuple(tuple(sorted(one)) for one in rows)}) for rows in lists)
    system = Order(Record("sparse-pattern", {"n": n, "layers": layers}), METER)

    def true(v: int) -> bool:
        i, position = divmod(v - 1, n)
        return path[i] == position

    for _ in range(40):
        name = rng.choice(sorted(system.schemas))
        numbers = [small(rng, n) for _ in range(system.schemas[name])]
        if name == "apart" and rng.random() < 0.5:
            numbers = [numbers[0], numbers[1], numbers[0], numbers[3]]
        judged(found, name, made(system, name, numbers), true, (lists, path, numbers))


def depth(rows: tuple[str, ...]) -> int:
    """D by brute force."""
    return brute_matrices.protocol(rows)[0] if rows else 0


def splits(rng: Random, found: Found) -> None:
    """A first bit, after which both halves have protocols of a depth; parts that have none."""
    R, C, side = rng.randint(1, 4), rng.randint(1, 4), rng.randrange(2)
    values = rng.choice(("01", "012"))
    rows = tuple("".join(rng.choice(values + "*" * (rng.random() < 0.3)) for _ in range(C)) for _ in range(R))
    lines = (R, C)[side]
    colour = [rng.randrange(2) for _ in range(lines)]

    def part(a: Iterable[int], b: Iterable[int]) -> tuple[str, ...]:
        return tuple("".join(rows[i][j] for j in b) for i in a)

    def half(c: int) -> tuple[str, ...]:
        mine = [i for i in range(lines) if colour[i] == c]
        return part(mine, range(C)) if side == 0 else part(range(R), mine) if mine else ()

    j = 1 + max(depth(half(0)), depth(half(1)))
    proved = []
    for _ in range(6):
        a = sorted(rng.sample(range(R), rng.randint(1, R)))
        b = sorted(rng.sample(range(C), rng.randint(1, C)))
        if depth(part(a, b)):
            proved.append((rng.randrange(depth(part(a, b))), (frozenset(a), frozenset(b))))
    system = Split((j, (frozenset(range(R)), frozenset(range(C)))), proved, side, METER)

    def true(v: int) -> bool:
        return colour[v - 1] == 1

    for _ in range(20):
        numbers = [small(rng, len(proved)), small(rng, 2)]
        judged(found, "edge", made(system, "edge", numbers), true, (rows, colour, proved, numbers))


OBJECTS = (dependency, chirotope, inequalities, greatest, rectangles, terms, fooling, colouring, order, splits)
