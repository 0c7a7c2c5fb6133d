"""Sums of inequalities: rows that are true of random states and units, and true and false claims about tiny statements.

A combination of rows that vanishes has one of few rows that does; the prover goes through all of these.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

from clause_objects import METER, Found
from headcount.core.farkas import _degree_rows, _state_row
from headcount.core.meaning.tasks import task_of
from headcount.core.refuse import Refused
from headcount.core.statements import STATEMENT
from refutation_attack import _tried, mutated

Json = Any
Claims = list[tuple[Json, bool]]


def vanishing(rows: Sequence[Sequence[int]], free: Sequence[int] = ()) -> Iterator[list[int]]:
    """Integers y, not 0 on few rows only, >= 0 but for the rows ``free``, with sum y row = 0."""
    for k in range(1, len(rows[0]) + 2):
        for some in combinations(range(len(rows)), k):
            y = _kernel([rows[i] for i in some])
            for turned in (y, [-x for x in y or ()]):
                if y and all(x > 0 or i in free for x, i in zip(turned, some, strict=True)) and all(turned):
                    found = [0] * len(rows)
                    for i, x in zip(some, turned, strict=True):
                        found[i] = x
                    yield found


def _kernel(rows: list[Sequence[int]]) -> list[int] | None:
    """The dependency of the rows, if it is unique up to a factor."""
    k, table = len(rows), [[Fraction(row[j]) for row in rows] for j in range(len(rows[0]))]
    pivots: list[int] = []
    for j in range(k):
        row = next((r for r in table[len(pivots) :] if r[j]), None)
        if row is None:
            continue
        table.remove(row)
        table.insert(len(pivots), row := [x / row[j] for x in row])
        table = [r if r is row else [x - r[j] * y for x, y in zip(r, row, strict=True)] for r in table]
        pivots.append(j)
    if len(pivots) != k - 1:
        return None
    (other,) = set(range(k)) - set(pivots)
    y = [Fraction(0)] * k
    y[other] = Fraction(1)
    for r, j in enumerate(pivots):
        y[j] = -table[r][other]
    least = 1
    for x in y:
        least = least * x.denominator
    return [int(x * least) for x in y]


# ---- output layers


def layer(rng: Random) -> Json:
    n, width, b = rng.randint(1, 4), rng.randint(1, 2), rng.choice([1, 2])
    question = {
        "task": "classifier",
        "weights": [[rng.randint(-b, b) for _ in range(width)] for _ in range(n)],
        "threshold": rng.choice(["free", "zero"]),
    }
    kind = rng.randrange(3)
    if kind == 1:
        question["bias"] = [rng.randint(-b, b) for _ in range(n)]
    elif kind == 2:
        question["centred"] = True
    return question


def _signed(question: Json, one: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """What has to be positive of (state s, s, threshold s), and the numbers of the rows that have to be 0."""
    width, rows = len(question["weights"][0]), []
    for j, weights in enumerate(question["weights"]):
        sign = 1 if j in one else -1
        whole = [*weights, question.get("bias", [0] * 9)[j], -1 if question["threshold"] == "free" else 0]
        rows.append([sign * x for x in whole])
    if "bias" in question:
        rows.append([0] * width + [1, 0])
    if "centred" in question:
        return [*rows, [1] * width + [0, 0]], [len(rows)]
    return rows, []


def states(rng: Random) -> tuple[Json, Claims]:
    question = layer(rng)
    n = len(question["weights"])
    claims = []
    for one in (one for k in range(n + 1) for one in combinations(range(n), k)):
        claims.append(
            ({"claim": "unreachable", "sets": [list(one)]}, next(vanishing(*_signed(question, one)), None) is not None)
        )
    for z in product(range(-3, 4), repeat=len(question["weights"][0])):
        if "centred" in question and sum(z):
            continue
        scores = [
            sum(map(int.__mul__, w, z)) + question.get("bias", [0] * 9)[j] for j, w in enumerate(question["weights"])
        ]
        for t in [Fraction(x, 2) for x in range(-30, 31)] if question["threshold"] == "free" else [0]:
            if t not in scores:
                one = [j for j, x in enumerate(scores) if x > t]
                assert all(not true for claim, true in claims if claim["sets"] == [one]), (question, one)
    both = [claims[0], *rng.sample(claims, min(2, len(claims)))]
    claims.append(
        ({"claim": "unreachable", "sets": [one["sets"][0] for one, _ in both]}, all(true for _, true in both))
    )
    return question, claims


def state_proofs(rng: Random, question: Json, claim: Json) -> Iterator[Json]:
    proofs = []
    for one in claim["sets"]:
        found = list(vanishing(*_signed(question, one)))
        if not found:
            proofs.append(
                [
                    [rng.randrange(len(question["weights"]) + 1), rng.choice(["1", "-1", "2"])]
                    for _ in range(rng.randint(1, 3))
                ]
            )
            continue
        proofs.append([[j, f"{x:x}"] for j, x in enumerate(rng.choice(found)) if x])
    yield {"rule": "farkas", "system": "states", "rows": proofs}


def true_states(rng: Random, found: Found) -> None:
    """The rows of a set hold of a state that gives it."""
    question = layer(rng)
    statement = STATEMENT.read(question, "question", METER)
    width = len(question["weights"][0])
    z = [Fraction(rng.randint(-4, 4), rng.randint(1, 3)) for _ in range(width)]
    if "centred" in question:
        z[-1] = -sum(z[:-1], Fraction(0))
    s = Fraction(rng.randint(1, 3))
    scores = [
        sum(w * x for w, x in zip(row, z, strict=True)) + question.get("bias", [0] * 9)[j]
        for j, row in enumerate(question["weights"])
    ]
    t = Fraction(rng.randint(-9, 9), 2) if question["threshold"] == "free" else Fraction(0)
    if t in scores:
        return
    inside = {j for j, x in enumerate(scores) if x > t}
    unknown = [*(s * x for x in z), s, s * t]
    for j in range(len(scores) + 2):
        try:
            row, sense, number = _state_row(statement, j, inside, METER)
        except Refused:
            found["refused"] += 1
            continue
        found["made"] += 1
        value = sum((x * unknown[k] for k, x in row.items()), Fraction(0))
        if not {">": value > number, ">=": value >= number, "=": value == number}[sense]:
            found["FALSE"] += 1
            print("FALSE", question, z, s, t, j)


# ---- degrees


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


FAMILIES = {"states": (states, state_proofs), "degrees": (degrees, degree_proofs)}
OBJECTS = (true_states, true_degrees)


def attack(name: str, rng: Random, questions: int, tries: int, found: Counter[str]) -> None:
    """Prove what can be proved; try all of it, and what comes near it, on every claim."""
    ask, prove = FAMILIES[name]
    pool: list[Json] = []
    for _ in range(questions):
        question, claims = ask(rng)
        for claim, true in claims:
            found["true" if true else "untrue"] += 1
            own = list(prove(rng, question, claim))
            shown = any([_tried(question, claim, true, proof, found) for proof in own])
            found["power"] += shown
            pool = [*pool[-30:], *own]
            for _ in range(tries if pool else 0):
                proof = rng.choice(own if own and rng.random() < 0.5 else pool)
                for _ in range(rng.choice([0, 1, 1, 2, 3])):
                    proof = mutated(rng, proof)
                proof = _small(rng, proof)
                _tried(question, claim, true, proof, found)


def _small(rng: Random, proof: Json) -> Json:
    """Multipliers are texts: some become others."""
    if proof["system"] == "states" and isinstance(proof["rows"], list):
        texts = ["1", "2", "3", "-1", "-2", "a", "0", ""]
        rows = [
            [
                [r[0], rng.choice(texts)] if isinstance(r, list) and len(r) == 2 and rng.random() < 0.3 else r
                for r in one
            ]
            if isinstance(one, list)
            else one
            for one in proof["rows"]
        ]
        return {**proof, "rows": rows}
    return proof


def main() -> None:
    """By hand: ``python farkas_attack.py SEED QUESTIONS TRIES``."""
    import sys

    seed, questions, tries = map(int, sys.argv[1:4])
    for make in OBJECTS:
        found: Found = Counter()
        rng = Random(seed)
        for _ in range(20 * questions):
            make(rng, found)
        print(make.__name__, dict(found), flush=True)
    for name in FAMILIES:
        found = Counter()
        attack(name, Random(seed), questions, tries, found)
        print(name, dict(found), flush=True)


if __name__ == "__main__":
    main()
