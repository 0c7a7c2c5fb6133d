"""Tiny matrices and sparse patterns, exact values, and the refutations that the prover finds."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random
from typing import Any

import brute_matrices
import brute_sparse
from asking import accepts
from clause_prover import Claims, Json, Named, both_sides, refutation
from headcount.certificates.refuse import Refused
from headcount.certificates.schema import Record
from headcount.certificates.systems.order import Order
from headcount.certificates.systems.protocols import Colouring, Split
from headcount.certificates.systems.rectangles import Fooling, Rectangles
from made_clauses import METER


def matrix(rng: Random, letters: str = "01*") -> Json:
    while True:
        R, C = rng.randint(1, 3), rng.randint(1, 3)
        some = rng.choice([letters, "01", "01", "1", "0"])
        rows = ["".join(rng.choice(some) for _ in range(C)) for _ in range(R)]
        if any(x in "01" for row in rows for x in row):
            return {"task": "communication", "of": "matrix", "rows": rows}


def seen(rows: Sequence[str], value: str) -> tuple[str, ...]:
    return tuple(row.translate({48: 49, 49: 48}) if value == "0" else row for row in rows)


def _subsets(n: int) -> list[tuple[int, ...]]:
    return [one for k in range(n + 1) for one in combinations(range(n), k)]


def measured(question: Json, name: str, values: list[str]) -> tuple[Json, Claims]:
    return question, both_sides({"measure": name}, values, brute_matrices.measure(tuple(question["rows"]), name))


def covers(rng: Random) -> tuple[Json, Claims]:
    question, value = matrix(rng), rng.choice("01")
    name = "partition" if rng.random() < 0.4 and not any("*" in row for row in question["rows"]) else "cover"
    return measured(question, name + value, ["1", "2", "3", "4"])


def cover_proofs(rng: Random, question: Json, claim: Json) -> Iterator[Json]:
    rows = seen(question["rows"], claim["measure"][-1])
    R, C, k = len(rows), len(rows[0]), int(claim["value"]) - 1
    ones = [[r, c] for r in range(R) for c in range(C) if rows[r][c] == "1"]
    order = rng.sample(ones, min(k, len(ones)))
    disjoint = claim["measure"].startswith("partition")
    system = Rectangles(rows, k, [(r, c) for r, c in order], disjoint, METER)

    def numbers() -> Iterator[Named]:
        for i in range(k + 1):
            yield "ordered", [i]
        for r, c in product(range(-1, R + 1), range(-1, C + 1)):
            yield "some", [r, c]
            for s in range(-1, k + 1):
                yield "zero", [s, r, c]
                yield "held", [s, r, c]
                for x in range(-1, 3):
                    yield "inside", [s, r, c, x]
                for t in range(-1, k + 1):
                    yield "once", [r, c, s, t]

    found = refutation(system, numbers())
    if found:
        yield {"rule": "clauses", "system": "rectangles", "slots": k, "order": order, **found}


def foolings(rng: Random) -> tuple[Json, Claims]:
    question, value = matrix(rng), rng.choice("01")
    return measured(question, "fooling" + value, ["0", "1", "2", "3"])


def fooling_proofs(rng: Random, question: Json, claim: Json) -> Iterator[Json]:
    rows = seen(question["rows"], claim["measure"][-1])
    R, C, k = len(rows), len(rows[0]), int(claim["value"])
    listed = [(a, b) for a in _subsets(R)[1:] for b in _subsets(C)[1:]]
    rng.shuffle(listed)
    listed = [(a, b) for a, b in listed if not any(rows[i][j] == "0" for i in a for j in b)]
    listed = listed[: rng.choice([3, 6, 9])]
    listed += [((r,), (c,)) for r in range(R) for c in range(C) if rows[r][c] == "1"]
    system = Fooling(rows, k, listed, METER)

    def numbers() -> Iterator[Named]:
        yield "top", []
        for cells in product(range(R), range(C), range(R), range(C)):
            yield "pair", list(cells)
        for g, t in product(range(-1, len(listed) + 2), range(-1, k + 3)):
            yield "count", [g, t]
            yield "carry", [g, t]

    found = refutation(system, numbers())
    if found:
        rectangles = [[list(a), list(b)] for a, b in listed]
        yield {"rule": "clauses", "system": "fooling", "size": k, "rectangles": rectangles, **found}


def messages(rng: Random) -> tuple[Json, Claims]:
    return measured(matrix(rng), rng.choice(["one_way_ab", "one_way_ba"]), ["1", "2", "3"])


def message_proofs(rng: Random, question: Json, claim: Json) -> Iterator[Json]:
    rows = tuple(question["rows"])
    rows = rows if claim["measure"] == "one_way_ab" else tuple(map("".join, zip(*rows, strict=True)))
    bits, pinned = int(claim["value"]) - 1, rng.sample(range(len(rows)), rng.randint(0, len(rows)))
    try:
        system = Colouring(rows, 2**bits, pinned, METER)
    except Refused:
        pinned = []
        system = Colouring(rows, 2**bits, pinned, METER)

    def numbers() -> Iterator[Named]:
        for i in range(-1, len(rows) + 1):
            yield "some", [i]
            yield "pin", [i]
            for j, c in product(range(-1, len(rows) + 1), range(-1, 2**bits + 1)):
                yield "apart", [i, j, c]

    found = refutation(system, numbers())
    if found:
        yield {"rule": "clauses", "system": "colouring", "bits": bits, "pinned": pinned, **found}


def protocols(rng: Random) -> tuple[Json, Claims]:
    return measured(matrix(rng), "D", ["1", "2", "3", "4"])


def protocol_proofs(rng: Random, question: Json, claim: Json) -> Iterator[Json]:
    """Parts in the order of their sizes; each gets the least depth for which the prover finds something."""
    rows = tuple(question["rows"])
    R, C, goal = len(rows), len(rows[0]), int(claim["value"]) - 1
    known: list[Any] = []
    parts: list[Json] = []
    for a, b in sorted(product(_subsets(R)[1:], _subsets(C)[1:]), key=lambda part: len(part[0]) * len(part[1])):
        for j in range(goal + 1):
            part, found = (j, (frozenset(a), frozenset(b))), []
            if j:
                for side in (0, 1):
                    pairs = product(range(len(known)), (0, 1, 2))
                    found.append(refutation(Split(part, known, side, METER), (("edge", list(one)) for one in pairs)))
            whole = [j, list(a), list(b), *(found if all(found) else [])]
            last = {"rule": "clauses", "system": "splits", "parts": [*parts, whole]}
            if accepts(question, {"measure": "D", "side": "lower", "value": str(j + 1)}, last):
                parts.append(whole)
                known.append(part)
            else:
                break
        if len(known) > 60:
            break
    if parts:
        yield {"rule": "clauses", "system": "splits", "parts": parts}


def paths(rng: Random) -> tuple[Json, Claims]:
    n, density = rng.randint(1, 4), rng.choice([0.1, 0.3, 0.5])
    lists = [[[j for j in range(n) if rng.random() < density] for _ in range(n)] for _ in range(rng.randint(1, 2))]
    there = brute_sparse.has_path([list(map(set, one)) for one in lists])
    question = {"task": "sparse-pattern", "n": n, "layers": [{"name": "lists", "lists": one} for one in lists]}
    return question, [({"claim": "no-path"}, not there)]


def path_proofs(rng: Random, question: Json, claim: Json) -> Iterator[Json]:
    n = question["n"]
    layers = tuple(Record("lists", {"lists": tuple(map(tuple, layer["lists"]))}) for layer in question["layers"])
    system = Order(Record("sparse-pattern", {"n": n, "layers": layers}), METER)

    def numbers() -> Iterator[Named]:
        for i in range(-1, n + 1):
            yield "place", [i]
            yield "position", [i]
        for i, v, u in product(range(-1, n + 1), repeat=3):
            yield "step", [i, v, u]
            yield "apart", [i, v, i, u]
            yield "apart", [i, v, u, v]

    found = refutation(system, numbers())
    if found:
        yield {"rule": "clauses", "system": "order", **found}


FAMILIES = {
    "covers": (covers, cover_proofs),
    "foolings": (foolings, fooling_proofs),
    "messages": (messages, message_proofs),
    "protocols": (protocols, protocol_proofs),
    "paths": (paths, path_proofs),
}
"""What is asked, and what proves it."""
