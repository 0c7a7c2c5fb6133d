"""Tiny sign patterns, their exact sign-ranks, and refutations of vectors that the prover finds."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

import exact_sign_rank
from clause_prover import Claims, Json, Named, both_sides, refutation
from headcount.certificates.refuse import Refused
from headcount.certificates.systems.chirotope import Chirotope
from headcount.certificates.systems.dependency import Dependency
from made_clauses import METER


def patterns(rng: Random) -> tuple[Json, Claims]:
    null = rng.random() < 0.5
    R, C = rng.randint(1, 3), rng.randint(1, 3)
    if rng.random() < 0.3:
        R, C = (rng.randint(1, 3), 4) if null else (rng.randint(1, 2), 4)
    letters = rng.choice(["+-", "+-", "+-0", "-0+*", "*0", "+", "0"])
    rows = ["".join(rng.choice(letters) for _ in range(C)) for _ in range(R)]
    question = {"task": "pattern", "rows": rows, "null": null}
    m = exact_sign_rank.least_dimension(tuple(rows), null)
    size = {"resource": "m", "unit_class": "SIGN"}
    return question, both_sides(size, [1, 2, 3], m)


def pattern_proofs(rng: Random, question: Json, claim: Json) -> Iterator[Json]:
    rows = tuple(question["rows"]) if question["null"] else (*question["rows"], "+" * len(question["rows"][0]))
    goal = claim["value"] + (not question["null"])
    for of, lines in (("columns", rows), ("rows", tuple(map("".join, zip(*rows, strict=True))))):
        n = len(lines[0])
        for k in range(goal, n + 1):
            for chosen in combinations(range(n), k):
                found = dependent(lines, chosen)
                if found:
                    yield {"rule": "clauses", "system": "dependency", "of": of, **found}
        for d in range(max(1, goal - 1), n + 1):
            yield from chirotope_proofs(rng, of, lines, d)


def dependent(lines: tuple[str, ...], chosen: tuple[int, ...]) -> Json | None:
    def numbers() -> Iterator[Named]:
        yield "nonzero", []
        for k in range(-1, len(chosen) + 1):
            yield "exclusive", [k]
        for r in range(-1, len(lines) + 1):
            for signs in product((1, 0, -1), repeat=len(chosen)):
                yield "row", [r, *literals(signs, range(len(chosen)), False)]

    found = refutation(Dependency(lines, chosen, METER), numbers())
    return found and {"set": list(chosen), **found}


def literals(signs: Sequence[int], numbers: Sequence[int], uniform: bool) -> list[int]:
    """The clause that is false where the numbers have these signs."""
    clause: list[int] = []
    for x, k in zip(signs, numbers, strict=True):
        v = k + 1 if uniform else 2 * k + 1
        clause += [-x * v] if uniform else {1: [-v], -1: [-v - 1], 0: [v, v + 1]}[x]
    return clause


def chirotope_proofs(rng: Random, of: str, lines: tuple[str, ...], d: int) -> Iterator[Json]:
    n, uniform = len(lines[0]), rng.random() < 0.7
    sets = list(combinations(range(n), d))
    rng.shuffle(sets)
    number, values = {one: k for k, one in enumerate(sets)}, (1, -1) if uniform else (1, 0, -1)
    independent = next(
        (x for k in (1, 0) for x in combinations(range(n), k) if k and k <= d and dependent(lines, x)), ()
    )
    basis = dependent(lines, independent) if independent and not uniform else None
    try:
        system = Chirotope(lines, d, uniform, sets, independent if basis else (), METER)
    except Refused:
        system = None
    if system is None or (not uniform and len(sets) > 4):
        return

    def about(held: list[int]) -> Iterator[list[int]]:
        for signs in product(values, repeat=len(held)):
            yield literals(signs, held, uniform)

    def numbers() -> Iterator[Named]:
        choice = (
            [rng.choice([1, -1])]
            if uniform
            else [2 * k + 1 for k, one in enumerate(sets) if not basis or set(independent) <= set(one)]
        )
        symmetric = uniform and rng.random() < 0.5
        yield "choice", [1] if symmetric else choice
        if rng.random() < 0.3:  # a second time, as a file must not
            second = [rng.choice([1, -1]) * rng.randint(1, len(sets))]
            yield "choice", second if uniform else choice[1:]
        for k in range(len(sets)):
            yield "exclusive", [k]
        for large in combinations(range(n), d + 1):
            parts = [large[:i] + large[i + 1 :] for i in range(d + 1)]
            for r in range(len(lines)):
                for clause in about([number[x] for x in parts]):
                    yield "cramer", [r, *large, *clause]
            for small in combinations(range(n), d - 1):
                joined = [tuple(sorted((*small, c))) for c in large if c not in small]
                for clause in about(sorted({number[x] for x in [*parts, *joined]})):
                    yield "plucker", [*small, *large, *clause]
        for _ in range(200 if symmetric else 0):
            p, s = rng.sample(range(n), n), [rng.choice([1, -1]) for _ in range(n)]
            held = rng.sample(range(len(sets)), rng.randint(0, min(3, len(sets))))
            yield "lex", [*p, *s, rng.choice([1, -1]), *[rng.choice([1, -1]) * (k + 1) for k in held]]

    found = refutation(system, numbers())
    if found:
        nested = {"independent": basis} if basis else {}
        head = {"rule": "clauses", "system": "chirotope", "of": of, "dimension": d, "uniform": uniform}
        yield {**head, "sets": [list(one) for one in sets], **nested, **found}
