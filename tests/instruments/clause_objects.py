"""Random objects of every system, and whether clauses that hostile numbers make are true of them.

Each function takes a generator of random numbers, makes one object and the system that it satisfies, asks the schemas
for clauses, and counts those made, those refused, and those that are false of the object.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations, product
from random import Random

from headcount.core.meter import Meter
from headcount.core.refuse import Refused
from headcount.core.schema import Record
from headcount.core.systems import System
from headcount.core.systems.chirotope import Chirotope
from headcount.core.systems.colouring import Colouring
from headcount.core.systems.dependency import Dependency
from headcount.core.systems.fooling import Fooling
from headcount.core.systems.order import Order
from headcount.core.systems.rectangles import Rectangles
from headcount.core.systems.splits import Split

Found = Counter[str]
Truth = Callable[[int], bool]
METER = Meter(10**15)


def made(system: System, name: str, numbers: Sequence[int]) -> tuple[int, ...] | None:
    """The clause that a schema makes; None if it refuses."""
    count = system.schemas[name]
    if not (len(numbers) == count or len(numbers) >= ~count >= 0):
        return None
    try:
        return getattr(system, name)(*numbers)
    except Refused:
        return None


def judged(found: Found, name: str, clause: Iterable[int] | None, true: Truth, what: object) -> None:
    """Count a clause, and whether it is true."""
    if clause is None:
        found["refused"] += 1
        return
    found["made"] += 1
    found[name] += 1
    if not any(true(x) if x > 0 else not true(-x) for x in clause):
        found["FALSE"] += 1
        print("FALSE", name, clause, what)


def determinant(rows: Sequence[Sequence[int]]) -> int:
    """By the first row."""
    if not rows:
        return 1
    return sum(
        (-1) ** i * rows[0][i] * determinant([r[:i] + r[i + 1 :] for r in rows[1:]])
        for i in range(len(rows))
        if rows[0][i]
    )


def sign(x: int) -> int:
    """-1, 0 or 1."""
    return (x > 0) - (x < 0)


def small(rng: Random, most: int) -> int:
    """A number, sometimes out of range."""
    return rng.randint(-1, most) if rng.random() < 0.2 else rng.randrange(max(most, 1))


def words(rng: Random, W: list[list[int]], U: list[list[int]], stars: float) -> tuple[str, ...]:
    """The signs of inner products, some of them hidden."""
    return tuple(
        "".join("*" if rng.random() < stars else "-0+"[1 + sign(sum(map(int.__mul__, w, u)))] for u in U) for w in W
    )


def vectors(rng: Random, n: int, d: int) -> list[list[int]]:
    """Short integer vectors."""
    b = rng.choice([1, 2, 9])
    return [[rng.randint(-b, b) for _ in range(d)] for _ in range(n)]


def clause_about(rng: Random, variables: int, true: Truth, most: int = 5) -> list[int]:
    """Literals, mostly ones that are false."""
    clause = [
        rng.choice([1, -1]) * v for v in rng.sample(range(1, variables + 1), min(variables, rng.randint(0, most)))
    ]
    if rng.random() < 0.8:
        clause = [-x if (true(abs(x)) == (x > 0)) else x for x in clause]
    return clause


def against(rng: Random, numbers: Sequence[int], signs: Sequence[int], uniform: bool) -> list[int]:
    """A clause that is false where the numbers have some signs, often those that they have, but for one or two."""
    clause: list[int] = []
    honest = rng.choice([1, 0.85, 0.5])
    for number in numbers:
        x = signs[number] if rng.random() < honest else rng.choice([1, -1] if uniform else [1, 0, -1])
        v = number + 1 if uniform else 2 * number + 1
        if rng.random() < 0.95:
            clause += [-x * v] if uniform else {1: [-v], -1: [-v - 1], 0: [v, v + 1]}[x]
    return clause


def dependency(rng: Random, found: Found) -> None:
    """Vectors with a dependency."""
    k, d, R = rng.randint(1, 5), rng.randint(0, 3), rng.randint(1, 4)
    values = [rng.choice([-2, -1, 0, 0, 1, 1, 3]) for _ in range(k - 1)] + [1]
    U = vectors(rng, k, d)
    U[-1] = [-sum(v * u[i] for v, u in zip(values, U[:-1], strict=False)) for i in range(d)]
    if rng.random() < 0.5 and all(v <= 0 for v in values[:-1]):
        values = [-v for v in values]
    values = values if any(v > 0 for v in values) else [-v for v in values]
    rows = words(rng, vectors(rng, R, d), U, rng.choice([0, 0.2]))
    system = Dependency(rows, range(k), METER)

    def true(v: int) -> bool:
        return values[(v - 1) // 2] > 0 if v % 2 else values[(v - 1) // 2] < 0

    for _ in range(40):
        name = rng.choice(["row", "row", "row", "row", "nonzero", "exclusive"])
        clause = clause_about(rng, 2 * k, true)
        if rng.random() < 0.7:
            clause = against(rng, range(k), [sign(v) for v in values], False)
        numbers = {"row": [small(rng, R), *clause], "nonzero": [], "exclusive": [small(rng, k)]}[name]
        judged(found, name, made(system, name, numbers), true, (rows, U, values))


def chirotope(rng: Random, found: Found) -> None:
    """Vectors that span, their signs, and the signs of their determinants."""
    d = rng.choice([1, 2, 2, 3])
    n, R = rng.randint(d, d + 3), rng.randint(1, 4)
    U = vectors(rng, n, d)
    rows = words(rng, vectors(rng, R, d), U, rng.choice([0, 0.1, 0.4]))
    signs = {one: sign(determinant([U[i] for i in one])) for one in combinations(range(n), d)}
    if not any(signs.values()):
        return
    uniform = all(signs.values()) and not any("0" in row for row in rows) and rng.random() < 0.7
    sets = rng.sample(sorted(signs), rng.choice([len(signs), rng.randint(1, len(signs))]))
    basis = rng.choice([one for one, x in signs.items() if x])
    independent = tuple(sorted(rng.sample(basis, rng.randint(0, d))))
    if rng.random() < 0.5:
        signs = {one: -x for one, x in signs.items()}  # a coordinate is negated

    def true(v: int) -> bool:
        if uniform:
            return signs[sets[v - 1]] > 0
        return signs[sets[(v - 1) // 2]] == (1 if v % 2 else -1)

    count = len(sets) * (1 if uniform else 2)
    for _ in range(60):
        system = Chirotope(rows, d, uniform, sets, independent, METER)
        name = rng.choice(["cramer", "plucker", "product", "exclusive", "choice"])
        clause = clause_about(rng, count, true)
        numbers = _determinant_numbers(rng, name, clause, n, d, R, sets, [signs[one] for one in sets], uniform)
        if name == "choice":
            if not uniform and rng.random() < 0.9:
                held = [k for k, one in enumerate(sets) if set(independent) <= set(one) or rng.random() < 0.2]
                numbers = [2 * k + 1 for k in held if rng.random() < 0.97] + clause[:1]
            clause = made(system, name, numbers)
            turned = (
                [-x for x in clause or ()]
                if uniform
                else [((x - 1) ^ 1) + 1 if x > 0 else -((-x - 1) ^ 1) - 1 for x in clause or ()]
            )
            either = any(any(true(abs(x)) == (x > 0) for x in one) for one in (clause or (), turned))
            judged(
                found, name, clause and (clause if either else ()), lambda v, e=either: e, (rows, U, sets, independent)
            )
        else:
            judged(found, name, made(system, name, numbers), true, (rows, U, sets, uniform, numbers))


def _determinant_numbers(
    rng: Random,
    name: str,
    clause: list[int],
    n: int,
    d: int,
    R: int,
    sets: list[tuple[int, ...]],
    signs: list[int],
    uniform: bool,
) -> list[int]:
    number, held = {one: k for k, one in enumerate(sets)}, set[int]()

    def some(size: int) -> list[int]:
        if rng.random() < 0.02 or size > n:
            return [small(rng, n) for _ in range(size)]
        return sorted(rng.sample(range(n), size))

    def identity(kind: int) -> list[int]:
        first, large = some(d - 1) if kind else [small(rng, R)], some(d + 1)
        one = [tuple(large[:i] + large[i + 1 :]) for i in range(d + 1)]
        one += [tuple(sorted([*first, c])) for c in large] if kind else []
        held.update(number[x] for x in one if x in number)
        return [*first, *large]

    if name == "exclusive":
        return [small(rng, len(sets))]
    if name in ("cramer", "plucker"):
        numbers = identity(int(name == "plucker"))
        return [*numbers, *(against(rng, sorted(held), signs, uniform) if rng.random() < 0.8 else clause)]
    inequalities: list[int] = []
    for kind in rng.choice([[0], [1], [1, 1], [0, 0], [0, 1], [1, 1, 1], [1, 1, 1, 1]]):
        one = identity(kind)
        terms = d + 1 if not kind else sum(c not in one[: d - 1] for c in one[d - 1 :])
        larger, smaller = rng.randrange(max(terms, 1)), rng.randrange(max(terms, 1))
        times = rng.choice([1] * 9 + [2, 0, -1])
        inequalities += [kind, *one, larger, smaller, times]
        if rng.random() < 0.6:  # the same terms of the same identity the other way round
            inequalities += [kind, *one, smaller, larger, times]
    clause = against(rng, sorted(held), signs, uniform) if rng.random() < 0.8 else clause
    return [len(clause), *clause, *inequalities]


def inequalities(rng: Random, found: Found) -> None:
    """Vectors: what a product says of the sizes of two terms, where signs are known that the determinants have."""
    d = rng.choice([1, 2, 2, 3])
    n, R = rng.randint(d + 1, d + 3), rng.randint(1, 4)
    U, W = vectors(rng, n, d), vectors(rng, R, d)
    rows = words(rng, W, U, rng.choice([0, 0.1]))
    values = {one: determinant([U[i] for i in one]) for one in combinations(range(n), d)}
    if not any(values.values()):
        return
    uniform = all(values.values()) and not any("0" in row for row in rows)
    sets = rng.sample(sorted(values), rng.choice([len(values), rng.randint(1, len(values))]))
    system = Chirotope(rows, d, uniform, sets, (), METER)

    def size(atom: object) -> int:
        if isinstance(atom, tuple) and atom[0] == "score":
            return abs(sum(map(int.__mul__, W[atom[1]], U[atom[2]])))
        return abs(values[sets[atom] if isinstance(atom, int) else atom])  # type: ignore[index]

    for _ in range(60):
        known = {k: frozenset((sign(values[one]),)) for k, one in enumerate(sets) if rng.random() < 0.9}
        kind = rng.randrange(2)
        first = sorted(rng.sample(range(n), d - 1)) if kind else [rng.randrange(R)]
        numbers = [kind, *first, *sorted(rng.sample(range(n), d + 1)), rng.randrange(d + 1), rng.randrange(d + 1), 1]
        try:
            ((_, (atoms, sense, _)),) = system._inequalities(known, numbers)
        except Refused:
            found["refused"] += 1
            continue
        larger = smaller = 1
        for atom, weight in atoms.items():
            larger, smaller = larger * size(atom) ** max(weight, 0), smaller * size(atom) ** max(-weight, 0)
        fine = larger > smaller if sense == ">" else larger >= smaller
        judged(found, f"inequality {sense}", () if not fine else (1,), lambda v: True, (rows, U, W, sets, numbers))


def greatest(rng: Random, found: Found) -> None:
    """Of all images of vectors under signed permutations that the pattern does not notice the one of greatest signs."""
    d = rng.choice([1, 2, 2, 3])
    n = rng.randint(d, 4)
    U = vectors(rng, n, d)
    W = rng.choice([vectors(rng, rng.randint(1, 3), d), [list(u) for u in U]])
    rows = words(rng, W, U, rng.choice([0, 0.5, 1]))
    base = {one: sign(determinant([U[i] for i in one])) for one in combinations(range(n), d)}
    if not all(base.values()) or any("0" in row for row in rows):
        return
    sets = rng.sample(sorted(base), rng.choice([len(base), len(base), rng.randint(1, len(base))]))
    flip, group = str.maketrans("+-", "-+"), []
    for p in permutations(range(n)):
        for s in product((1, -1), repeat=n):
            images = {
                "".join(row[c] if e > 0 else row.translate(flip)[c] for c, e in zip(p, s, strict=True)) for row in rows
            }
            if all(row in images or row.translate(flip) in images for row in rows):
                group.append((p, s))
    best: tuple[int, ...] = ()
    for p, s in group:
        image = tuple(sign(determinant([[s[i] * x for x in U[p[i]]] for i in one])) for one in sets)
        best = max(best, image, tuple(-x for x in image))

    def true(v: int) -> bool:
        return best[v - 1] > 0

    for _ in range(60):
        system = Chirotope(rows, d, True, sets, (), METER)
        p, s = (
            rng.choice(group)
            if rng.random() < 0.8
            else (rng.choices(range(n), k=n), [rng.choice([1, -1, 1, 2]) for _ in range(n)])
        )
        clause = clause_about(rng, len(sets), true, 4)
        judged(found, "lex", made(system, "lex", [*p, *s, rng.choice([1, -1]), *clause]), true, (rows, U, sets, p, s))


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
    answers = [[rng.choice("01") for _ in range(C)] for _ in range(k)]
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


@cache
def depth(rows: tuple[str, ...]) -> int:
    """D by brute force."""
    if not {"0", "1"} <= set("".join(rows)):
        return 0
    best = 99
    for turned in (rows, tuple(map("".join, zip(*rows, strict=True)))):
        for mask in range(1, 2 ** (len(turned) - 1)):
            one = tuple(row for i, row in enumerate(turned) if mask >> i & 1)
            other = tuple(row for i, row in enumerate(turned) if not mask >> i & 1)
            best = min(best, 1 + max(depth(one), depth(other)))
    return best


def splits(rng: Random, found: Found) -> None:
    """A first bit, after which both halves have protocols of a depth; parts that have none."""
    R, C, side = rng.randint(1, 4), rng.randint(1, 4), rng.randrange(2)
    rows = tuple("".join(rng.choice("01*" if rng.random() < 0.3 else "01") for _ in range(C)) for _ in range(R))
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


OBJECTS = (dependency, chirotope, inequalities, greatest, rectangles, fooling, colouring, order, splits)


def main() -> None:
    """By hand: ``python clause_objects.py SEED OBJECTS``."""
    import sys

    rng = Random(int(sys.argv[1]))
    for make in OBJECTS:
        found: Found = Counter()
        for _ in range(int(sys.argv[2])):
            make(rng, found)
        print(make.__name__, dict(found), flush=True)


if __name__ == "__main__":
    main()
