"""Tiny tables that random units of some heads answer: rows that are true of them, and sums that show a degree."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from random import Random

from exact_reachability import vanishing
from headcount.certificates.farkas import _degree_rows
from headcount.certificates.meaning.tasks import task_of
from headcount.certificates.refuse import Refused
from headcount.certificates.statements import STATEMENT
from made_clauses import METER, Found
from tiny_layers import Claims, Json


def unit(rng: Random) -> tuple[Json, int, dict[tuple[int, ...], Fraction]]:
    """A table of what a random unit of some heads answers at a position, and F of each word."""
    (A, N), heads = rng.choice([(1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (2, 3), (3, 2)]), rng.randint(1, 2)
    position = rng.randrange(N)
    w = [[[[rng.randint(1, 4) for _ in range(A)] for _ in range(N)] for _ in range(A)] for _ in range(heads)]
    v = [[[rng.randint(-3, 3) for _ in range(A)] for _ in range(N)] for _ in range(heads)]
    null = [[rng.randint(0, 2) for _ in range(A)] for _ in range(heads)]
    blank, at = rng.randint(-3, 3), Fraction(rng.randint(-2, 2), 2)
    F: dict[tuple[int, ...], Fraction] = {}
    answers: list[Json] = []
    for x in product(range(A), repeat=N):
        q, f, scale = x[position], -at, Fraction(1)
        for h in range(heads):
            D = sum(w[h][q][j][x[j]] for j in range(N)) + null[h][q]
            f += Fraction(sum(w[h][q][j][x[j]] * v[h][j][x[j]] for j in range(N)) + null[h][q] * blank, D)
            scale *= D
        F[x] = f * scale
        if rng.random() < 0.9:
            wanted: list[Json] = [rng.choice([None, 0, 1, 5]) for _ in range(N)]
            wanted[position] = int(f > 0) if rng.random() < 0.95 else None
            answers.append([list(x), wanted])
    question = {
        "task": "computation",
        "of": "table",
        "alphabet": A,
        "length": N,
        "answers": answers,
        "position": position,
    }
    return question, heads, F


def degrees(rng: Random) -> tuple[Json, Claims]:
    while True:
        question, heads, _ = unit(rng)
        if any(wanted[question["position"]] is not None for _, wanted in question["answers"]):
            break
    size = {"resource": "H", "unit_class": "THRESH", "side": "lower"}
    claims = []
    for v in range(1, 5):
        true = v <= heads and (v == 1 or any(True for _ in degree_proofs(rng, question, {"value": v})))
        claims.append(({**size, "value": v}, true))
    return question, claims


def degree_proofs(rng: Random, question: Json, claim: Json) -> Iterator[Json]:
    """All sums that vanish, of inputs with one token at the position."""
    position, d = question["position"], claim["value"]
    others = [j for j in range(question["length"]) if j != position]
    if d - 1 > len(others):
        d = rng.randint(1, len(others) + 1)
    for token in range(question["alphabet"]):
        asked = [(x, a[position]) for x, a in question["answers"] if x[position] == token and a[position] is not None]
        atoms = [
            (s, t) for s in combinations(others, d - 1) for t in product(range(question["alphabet"]), repeat=d - 1)
        ]
        rows = [
            [(1 if a else -1) * all(x[j] == e for j, e in zip(s, t, strict=True)) for s, t in atoms] for x, a in asked
        ]
        for y in vanishing(rows) if rows else ():
            listed = [[x, c] for (x, _), c in zip(asked, y, strict=True) if c]
            yield {"rule": "farkas", "system": "degree", "degree": d, "rows": listed}
            return


def true_degrees(rng: Random, found: Found) -> None:
    """The rows hold of F, a polynomial whose coefficients are found by elimination."""
    question, heads, F = unit(rng)
    if not any(wanted[question["position"]] is not None for _, wanted in question["answers"]):
        return
    task = task_of(STATEMENT.read(question, "question", METER), METER)
    position, others = question["position"], [j for j in range(question["length"]) if j != question["position"]]
    degree = min(heads, len(others)) + 1
    words = list(F)
    token = rng.randrange(question["alphabet"])
    listed = [x for x in words if x[position] == token or rng.random() < 0.1]
    rng.shuffle(listed)
    rows = [(x, 1) for x in [*listed, tuple(rng.randint(0, 3) for _ in range(rng.randint(1, 3)))]]
    for row in rows:
        try:
            ((_, (coefficients, sense, _)),) = _degree_rows(task, position, degree, [row])
        except Refused:
            found["refused"] += 1
            continue
        found["made"] += 1
        asked = {tuple(x): a[position] for x, a in question["answers"]}[row[0]]
        monomials = {(s, *(row[0][j] for j in s)) for s in combinations(others, degree - 1)}
        fine = coefficients == dict.fromkeys(monomials, 1 if asked else -1) and sense == (">" if asked else ">=")
        fine = (
            fine
            and (F[row[0]] > 0 if asked else F[row[0]] <= 0)
            and _interpolates(F, others, degree - 1, position, row[0][position])
        )
        if not fine:
            found["FALSE"] += 1
            print("FALSE", question, row, coefficients)


def _interpolates(
    F: dict[tuple[int, ...], Fraction], others: list[int], degree: int, position: int, token: int
) -> bool:
    """Whether F, with the token at the position, is a polynomial of this degree: alternating sums of more vanish."""
    for x in (x for x in F if x[position] == token):
        for s in combinations(others, degree + 1):
            for y in (y for y in F if y[position] == token):
                total = Fraction(0)
                for bits in product((0, 1), repeat=len(s)):
                    z = list(x)
                    for j, bit in zip(s, bits, strict=True):
                        z[j] = y[j] if bit else x[j]
                    total += (-1) ** sum(bits) * F[tuple(z)]
                if total:
                    return False
    return True
