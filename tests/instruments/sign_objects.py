"""Random vectors, their dependencies and determinants, and what clauses say of their signs (``clause_objects.py``)."""

from collections.abc import Sequence
from itertools import combinations, permutations, product
from random import Random

from headcount.certificates.refuse import Refused
from headcount.certificates.systems.chirotope import Chirotope
from headcount.certificates.systems.dependency import Dependency
from made_clauses import METER, Found, against, clause_about, judged, made, sign, small


def determinant(rows: Sequence[Sequence[int]]) -> int:
    """By the first row."""
    if not rows:
        return 1
    return sum(
        (-1) ** i * rows[0][i] * determinant([r[:i] + r[i + 1 :] for r in rows[1:]])
        for i in range(len(rows))
        if rows[0][i]
    )


def words(rng: Random, W: list[list[int]], U: list[list[int]], stars: float) -> tuple[str, ...]:
    """The signs of inner products, some of them hidden."""
    return tuple(
        "".join("*" if rng.random() < stars else "-0+"[1 + sign(sum(map(int.__mul__, w, u)))] for u in U) for w in W
    )


def vectors(rng: Random, n: int, d: int) -> list[list[int]]:
    """Short integer vectors."""
    b = rng.choice([1, 2, 9])
    return [[rng.randint(-b, b) for _ in range(d)] for _ in range(n)]


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
            numbers = clause[:1] if uniform else numbers
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
            judged(found, name, clause and ((1,) if either else ()), lambda v: True, (rows, U, sets, independent))
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
