"""Claims about tiny statements, true and false ones by brute force, and what a simple prover makes of the schemas.

For each statement, each claim and each size that a proof may speak of, the prover asks the schemas for every clause
that they make of small numbers, valid or not, and searches for a refutation; so a schema that makes a clause too many
gives a false claim a proof. Beside it: proofs of other claims, mutated number by number.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations, product
from math import ceil, log2
from random import Random
from typing import Any

from clause_objects import METER, depth, made
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
from refutations import proved

Json = Any
Named = tuple[str, list[int]]
Claims = list[tuple[Json, bool]]
"""Claims, and whether they are true."""


def lemmas_of(clauses: Sequence[tuple[int, ...]], most: int = 60) -> list[Json] | None:
    """Lemmas by cases and unit propagation, the last of them empty; None if there is a solution, or too many cases."""
    lemmas: list[Json] = []

    def case(decisions: list[int]) -> int | None:
        false, hints, again = {-x for x in decisions}, [], True
        while again:
            again = False
            for k, clause in enumerate(clauses):
                left = {x for x in clause if x not in false}
                if len(left) > 1 or any(-x in false for x in left):
                    continue
                hints.append(k)
                if not left:
                    lemmas.append([[-x for x in decisions], hints])
                    return len(clauses) + len(lemmas) - 1
                false.add(-left.pop())
                again = True
        free = {abs(x) for clause in clauses for x in clause} - {abs(x) for x in false}
        if not free or len(lemmas) > most:
            return None
        x = min(free)
        one = case([*decisions, x])
        other = None if one is None else case([*decisions, -x])
        if one is None or other is None:
            return None
        lemmas.append([[-y for y in decisions], [one, other]])
        return len(clauses) + len(lemmas) - 1

    return lemmas if case([]) is not None else None


def refutation(system: System, numbers: Iterator[Named]) -> Json | None:
    """``given`` and ``lemmas``, if the clauses that the schemas make of the numbers are contradictory."""
    given: list[Json] = []
    clauses: list[tuple[int, ...]] = []
    for name, one in numbers:
        clause = made(system, name, one)
        if clause is not None and clause not in clauses and not any(-x in clause for x in clause):
            given.append([name, one])
            clauses.append(clause)
    lemmas = lemmas_of(clauses) if clauses else None
    return None if lemmas is None else {"given": given, "lemmas": lemmas}


# ---- families: a random tiny statement, its claims, and the proofs that the prover finds


def sign_rank(rows: tuple[str, ...]) -> int:
    """Of at most three columns, or rows, exactly."""
    if len(rows[0]) > 3:
        rows = tuple(map("".join, zip(*rows, strict=True)))
    columns = len(rows[0])
    assert columns <= 3
    if not any(x in "+-" for row in rows for x in row):
        return 0
    value = {"+": 1, "-": -1, "0": 0}
    for u in product((-1, 0, 1), repeat=columns):
        if all(
            any(all(x == "*" or value[x] == w * y for x, y in zip(row, u, strict=True)) for w in (-1, 0, 1))
            for row in rows
        ):
            return 1
    return columns - any(all(_fits(row, v) for row in rows) for v in product((-1, 0, 1), repeat=columns) if any(v))


def _fits(row: str, v: tuple[int, ...]) -> bool:
    """Whether numbers with the signs of the row can be orthogonal to some with the signs v."""
    terms = [x if x == "*" else {"+": 1, "-": -1, "0": 0}[x] * y for x, y in zip(row, v, strict=True) if y]
    return "*" in terms or all(t == 0 for t in terms) or (1 in terms and -1 in terms)


def patterns(rng: Random) -> tuple[Json, Claims]:
    null = rng.random() < 0.5
    R, C = rng.randint(1, 3), rng.randint(1, 3)
    if rng.random() < 0.3:
        R, C = (rng.randint(1, 3), 4) if null else (rng.randint(1, 2), 4)
    letters = rng.choice(["+-", "+-", "+-0", "-0+*", "*0", "+", "0"])
    rows = ["".join(rng.choice(letters) for _ in range(C)) for _ in range(R)]
    question = {"task": "pattern", "rows": rows, "null": null}
    m = sign_rank(tuple(rows) if null else (*rows, "+" * C)) - (not null)
    size = {"resource": "m", "unit_class": "SIGN"}
    return question, both_sides(size, [1, 2, 3], m)


def both_sides(claim: Json, values: list[Any], truth: int) -> Claims:
    """Lower and upper bounds; the prover is asked for both as if they were the side that it knows."""
    lower = [({**claim, "side": "lower", "value": v}, int(v) <= truth) for v in values]
    return lower + [({**claim, "side": "upper", "value": v}, int(v) >= truth) for v in values]


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


def matrix(rng: Random, letters: str = "01*") -> Json:
    while True:
        R, C = rng.randint(1, 3), rng.randint(1, 3)
        some = rng.choice([letters, "01", "01", "1", "0"])
        rows = ["".join(rng.choice(some) for _ in range(C)) for _ in range(R)]
        if any(x in "01" for row in rows for x in row):
            return {"task": "communication", "of": "matrix", "rows": rows}


def seen(rows: Sequence[str], value: str) -> tuple[str, ...]:
    return tuple(row.translate({48: 49, 49: 48}) if value == "0" else row for row in rows)


def _inside(rows: Sequence[str]) -> list[frozenset[tuple[int, int]]]:
    """The 1-entries of each rectangle without 0 that has some."""
    found = set()
    for a in _subsets(len(rows)):
        for b in _subsets(len(rows[0])):
            cells = [(i, j) for i in a for j in b]
            if cells and not any(rows[i][j] == "0" for i, j in cells):
                found.add(frozenset((i, j) for i, j in cells if rows[i][j] == "1"))
    return [one for one in found if one]


def _subsets(n: int) -> list[tuple[int, ...]]:
    return [one for k in range(n + 1) for one in combinations(range(n), k)]


def fewest(rows: Sequence[str], disjoint: bool) -> int:
    """The cover, or partition number of the 1-entries."""
    ones = frozenset((i, j) for i, row in enumerate(rows) for j, x in enumerate(row) if x == "1")
    listed = _inside(rows)
    for k in range(len(ones) + 1):
        for some in combinations(listed, k):
            if frozenset().union(*some) == ones and (not disjoint or sum(map(len, some)) == len(ones)):
                return k
    raise AssertionError


def covers(rng: Random) -> tuple[Json, Claims]:
    question, value = matrix(rng), rng.choice("01")
    name = "partition" if rng.random() < 0.4 and not any("*" in row for row in question["rows"]) else "cover"
    truth = fewest(seen(question["rows"], value), name == "partition")
    return question, both_sides({"measure": name + value}, ["1", "2", "3", "4"], truth)


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
    rows = seen(question["rows"], value)
    ones = [(i, j) for i, row in enumerate(rows) for j, x in enumerate(row) if x == "1"]
    truth = max(
        k
        for k in range(min(4, len(ones) + 1))
        for some in combinations(ones, k)
        if all("0" in rows[r][j] + rows[i][c] for (r, c), (i, j) in combinations(some, 2))
    )
    return question, both_sides({"measure": "fooling" + value}, ["0", "1", "2", "3"], truth)


def fooling_proofs(rng: Random, question: Json, claim: Json) -> Iterator[Json]:
    rows = seen(question["rows"], claim["measure"][-1])
    R, C, k = len(rows), len(rows[0]), int(claim["value"])
    listed = [(a, b) for a in _subsets(R)[1:] for b in _subsets(C)[1:]]
    rng.shuffle(listed)
    if rng.random() < 0.9:
        listed = [(a, b) for a, b in listed if not any(rows[i][j] == "0" for i in a for j in b)]
    listed = listed[: rng.choice([3, 6, 9])]
    listed += [((r,), (c,)) for r in range(R) for c in range(C) if rows[r][c] == "1"]
    try:
        system = Fooling(rows, k, listed, METER)
    except Refused:
        return

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
    question, turned = matrix(rng), rng.random() < 0.5
    rows = question["rows"]
    rows = list(map("".join, zip(*rows, strict=True))) if turned else rows

    def fine(colours: tuple[int, ...]) -> bool:
        return not any(a == b and _conflict(rows[i], rows[j]) for (i, a), (j, b) in combinations(enumerate(colours), 2))

    fewest_messages = min(len(set(c)) for c in product(range(len(rows)), repeat=len(rows)) if fine(c))
    truth = ceil(log2(fewest_messages))
    return question, both_sides({"measure": "one_way_ba" if turned else "one_way_ab"}, ["1", "2", "3"], truth)


def _conflict(one: str, other: str) -> bool:
    return any({a, b} == {"0", "1"} for a, b in zip(one, other, strict=True))


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
    question = matrix(rng)
    truth = depth(tuple(question["rows"]))
    return question, both_sides({"measure": "D"}, ["1", "2", "3", "4"], truth)


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
            if proved(question, {"measure": "D", "side": "lower", "value": str(j + 1), "proof": last}) is not None:
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
    there = any(all(any(v in one[u] for one in lists) for v, u in pairwise(path)) for path in permutations(range(n)))
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
    "patterns": (patterns, pattern_proofs),
    "covers": (covers, cover_proofs),
    "foolings": (foolings, fooling_proofs),
    "messages": (messages, message_proofs),
    "protocols": (protocols, protocol_proofs),
    "paths": (paths, path_proofs),
}


# ---- the attack


def mutated(rng: Random, value: Json) -> Json:
    """The value with one number, somewhere in it, changed, or one entry of a list left out or doubled."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value + 1, value - 1, -value, 0, 1, rng.randint(-9, 9)])
    if isinstance(value, list):
        if not value or rng.random() < 0.1:
            return [*value, rng.randint(-3, 3)]
        at = rng.randrange(len(value))
        kind = rng.random()
        if kind < 0.1:
            return value[:at] + value[at + 1 :]
        if kind < 0.15:
            return [*value[:at], value[at], *value[at:]]
        return [*value[:at], mutated(rng, value[at]), *value[at + 1 :]]
    if isinstance(value, dict):
        names = [name for name in value if name not in ("rule", "system", "of")]
        if not names:
            return value
        name = rng.choice(names)
        return {**value, name: mutated(rng, value[name])}
    return value


def attack(name: str, rng: Random, questions: int, tries: int, found: Counter[str]) -> None:
    """Prove what can be proved; try all of it, and what comes near it, on every claim."""
    ask, prove = FAMILIES[name]
    pool: list[Json] = []
    for _ in range(questions):
        question, claims = ask(rng)
        for claim, true in claims:
            side = {"foolings": "upper"}.get(name, "lower")
            found["provable" if true and claim.get("side", side) == side else "other"] += 1
            own = list(prove(rng, question, claim))
            shown = False
            for proof in own:
                shown |= _tried(question, claim, true, proof, found)
            found["power"] += shown
            pool = [*pool[-30:], *own]
            for _ in range(tries if pool else 0):
                proof = rng.choice(own if own and rng.random() < 0.5 else pool)
                for _ in range(rng.choice([0, 1, 1, 2, 3])):
                    proof = mutated(rng, proof)
                _tried(question, claim, true, proof, found)


def _tried(question: Json, claim: Json, true: bool, proof: Json, found: Counter[str]) -> bool:
    found["proofs"] += 1
    accepted = proved(question, {**claim, "proof": proof}) is not None
    found["accepted"] += accepted
    if accepted and not true:
        found["FALSE"] += 1
        print("FALSE", question, claim, proof)
    return accepted


def main() -> None:
    """By hand: ``python refutation_attack.py SEED QUESTIONS TRIES``."""
    import sys

    seed, questions, tries = map(int, sys.argv[1:4])
    for name in FAMILIES:
        found: Counter[str] = Counter()
        attack(name, Random(seed), questions, tries, found)
        print(name, dict(found), flush=True)


if __name__ == "__main__":
    main()
