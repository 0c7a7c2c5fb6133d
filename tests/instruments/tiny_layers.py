"""Tiny output layers: rows that are true of random states, sets that no state gives, and sums that show it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

from exact_reachability import vanishing
from headcount.certificates.farkas import _state_row
from headcount.certificates.refuse import Refused
from headcount.certificates.statements import STATEMENT
from made_clauses import METER, Found

Json = Any
Claims = list[tuple[Json, bool]]


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
