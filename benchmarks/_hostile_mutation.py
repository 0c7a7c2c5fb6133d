"""Certificates with a few places changed: numbers, words, lists, statements, proofs spliced in, premises nested."""

import copy
import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

Json = Any
Path = tuple[Any, ...]

LARGE = (-1, 64, 1000, 10**6, 10**9, 10**9 + 1, 2**31, 2**64, -(2**200), 10**3999)
TEXTS = (
    "",
    "x\nFILE: ACCEPTED",
    "\ud800",
    "\u2264",
    "p" * 5000,
    "0",
    "1/0",
    "-0",
    "1/3",
    "SIGN",
    "GRID(999999999, twos, gap 1)",
    "\x1b[2J",
)
JUNK: tuple[Json, ...] = (None, True, False, [], {}, [[]], [None], {"rule": []}, 0, -1, "", 10**3999)
FIELDS = ("question", "claims", "proof", "resource", "unit_class", "side", "value", "read_out")


class Pool:
    """Certificates, and what stands in them: claims by what they are about, and contents by the name of their field."""

    def __init__(self, certificates: list[Json]) -> None:
        self.certificates: list[Json] = []
        self.claims: dict[Any, list[tuple[Json, Json]]] = defaultdict(list)
        self.seen: dict[str, list[Json]] = defaultdict(list)
        for certificate in certificates:
            self.add(certificate)

    def add(self, certificate: Json) -> None:
        """One more accepted certificate."""
        self.certificates.append(certificate)
        for question, claim in stated(certificate):
            for kind in kinds(question, claim):
                self.claims[kind].append((question, claim))
        for path in places(certificate):
            if isinstance(path[-1], str):
                self.seen[path[-1]].append(at(certificate, path))

    def alike(self, rng: random.Random, question: Json, claim: Json) -> tuple[Json, Json] | None:
        """A claim of the same kind in some sense, with its statement."""
        found = self.claims.get(rng.choice(kinds(question, claim)))
        return rng.choice(found) if found else None


def kinds(question: Json, claim: Json) -> list[Any]:
    """In what ways a claim may be like another: by its task, by its quantity, by the rule that proves it."""
    task = question.get("task") if isinstance(question, dict) else None
    quantity = [claim.get(name) for name in ("claim", "measure", "quantity", "resource") if claim.get(name)]
    proof = claim.get("proof") if isinstance(claim.get("proof"), dict) else {}
    rule = [proof.get(name) for name in ("rule", "exhibit", "system", "name")]
    side = claim.get("side")
    return [repr(("task", task, side)), repr(("quantity", task, quantity, side)), repr(("rule", rule))]


def stated(certificate: Json) -> Iterator[tuple[Json, Json]]:
    """All claims, those in premises too, each with its statement."""
    usual = certificate.get("question")
    waiting = list(_claims(certificate))
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if "proof" in value and ("side" in value or "claim" in value):
                yield value.get("question", usual), value
            waiting += value.values()
        elif isinstance(value, list):
            waiting += [one for one in value if isinstance(one, (dict, list))]


def mutated(rng: random.Random, pool: Pool) -> Json:
    """A certificate of the pool with one to four changes."""
    certificate = copy.deepcopy(rng.choice(pool.certificates))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        rng.choice(CHANGES)(rng, certificate, pool)
    return certificate


def places(value: Json, path: Path = ()) -> list[Path]:
    """All paths below a JSON value."""
    found: list[Path] = [path] if path else []
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        found += places(child, (*path, key))
    return found


def at(value: Json, path: Path) -> Json:
    """What stands at a path."""
    for key in path:
        value = value[key]
    return value


def _put(value: Json, path: Path, content: Json) -> None:
    at(value, path[:-1])[path[-1]] = content


def _pick(rng: random.Random, certificate: Json) -> Path | None:
    """A place: first how deep, so that the many numbers of a long table do not take all the changes."""
    found = places(certificate)
    if not found:
        return None
    depth = rng.choice(sorted({len(path) for path in found}))
    return rng.choice([path for path in found if len(path) == depth])


def _leaf(rng: random.Random, certificate: Json, pool: Pool) -> None:
    path = _pick(rng, certificate)
    if path is None:
        return
    value = at(certificate, path)
    if isinstance(value, bool):
        _put(certificate, path, not value)
    elif isinstance(value, int):
        near = (value + 1, value - 1, value + 1, value - 1, -value, 0, 1, 2, value * 2)
        _put(certificate, path, rng.choice(near) if rng.random() < 0.95 else rng.choice(LARGE))
    elif isinstance(value, str):
        _put(certificate, path, _text(rng, value))
    elif isinstance(value, list):
        _list(rng, value)
    elif isinstance(value, dict) and value:
        key = rng.choice(list(value))
        rng.choice((lambda: value.pop(key), lambda: value.update({key + rng.choice(TEXTS): value[key]})))()


def _text(rng: random.Random, value: str) -> str:
    if value and rng.random() < 0.8:
        k = rng.randrange(len(value))
        symbols = "01*" if set(value) <= set("01*") else "-0+*" if set(value) <= set("-0+*") else "0123456789/-p"
        return value[:k] + rng.choice(symbols) + value[k + 1 :]
    return rng.choice(TEXTS)


def _list(rng: random.Random, value: list[Json]) -> None:
    k = rng.randrange(len(value) + 1)
    if k == len(value):
        value.append(copy.deepcopy(value[-1]) if value else rng.choice(JUNK))
    elif rng.random() < 0.4:
        del value[k]
    elif rng.random() < 0.6:
        value.insert(k, copy.deepcopy(value[k]))
    else:
        other = rng.randrange(len(value))
        value[k], value[other] = value[other], value[k]


def _numbers(rng: random.Random, certificate: Json, pool: Pool) -> None:
    """A few numbers of one list, exchanged or moved by one."""
    lists = [path for path in places(certificate) if isinstance(at(certificate, path), list)]
    if not lists:
        return
    value = at(certificate, rng.choice(lists))
    numbers = [k for k, x in enumerate(value) if type(x) is int]
    for k in rng.sample(numbers, min(len(numbers), rng.randint(1, 3))):
        value[k] = rng.choice((value[k] + 1, value[k] - 1, -value[k], value[rng.choice(numbers)]))


def _junk(rng: random.Random, certificate: Json, pool: Pool) -> None:
    path = _pick(rng, certificate)
    if path is not None:
        _put(certificate, path, copy.deepcopy(rng.choice(JUNK)))


def _same_field(rng: random.Random, certificate: Json, pool: Pool) -> None:
    """What stands in a field, replaced by what stands in a field of this name elsewhere."""
    found = [path for path in places(certificate) if isinstance(path[-1], str) and path[-1] in pool.seen]
    if found:
        path = rng.choice(found)
        _put(certificate, path, copy.deepcopy(rng.choice(pool.seen[path[-1]])))


def _claims(certificate: Json) -> list[Json]:
    """The claims, if that is what they still are."""
    claims = certificate.get("claims")
    return claims if isinstance(claims, list) and claims and all(isinstance(claim, dict) for claim in claims) else []


def _one(rng: random.Random, certificate: Json) -> tuple[Json, Json] | None:
    """A claim or premise, with its statement."""
    found = list(stated(certificate))
    return rng.choice(found) if found else None


def _value(rng: random.Random, certificate: Json, pool: Pool) -> None:
    """A claim that says more than it did, by one or by little, or less."""
    chosen = _one(rng, certificate)
    if chosen is None:
        return
    claim = chosen[1]
    value, more = claim.get("value"), -1 if claim.get("side") == "upper" else 1
    step = more * rng.choice((1, 1, 1, 2, -1))
    if type(value) is int:
        claim["value"] = value + step
    elif isinstance(value, str) and len(value) < 40:
        try:
            exact = Fraction(value)
        except (ValueError, ZeroDivisionError):
            return
        claim["value"] = str(
            exact + step if exact.denominator == 1 else exact + step * Fraction(1, rng.choice((3, 10**3, 10**9)))
        )


def _side(rng: random.Random, certificate: Json, pool: Pool) -> None:
    chosen = _one(rng, certificate)
    if chosen is not None:
        chosen[1]["side"] = "upper" if chosen[1].get("side") == "lower" else "lower"


def _question(rng: random.Random, certificate: Json, pool: Pool) -> None:
    certificate["question"] = copy.deepcopy(rng.choice(pool.certificates).get("question"))


def _asked(rng: random.Random, certificate: Json, pool: Pool) -> None:
    """One claim is about the statement of another claim of its kind."""
    chosen = _one(rng, certificate)
    other = chosen and pool.alike(rng, *chosen)
    if chosen and other:
        chosen[1]["question"] = copy.deepcopy(other[0])


def _splice(rng: random.Random, certificate: Json, pool: Pool) -> None:
    """The proof of another claim of the same kind."""
    chosen = _one(rng, certificate)
    other = chosen and pool.alike(rng, *chosen)
    if chosen and other:
        chosen[1]["proof"] = copy.deepcopy(other[1].get("proof"))


def _claimed(rng: random.Random, certificate: Json, pool: Pool) -> None:
    """What another claim of the same kind says, with the proof that stands here."""
    chosen = _one(rng, certificate)
    other = chosen and pool.alike(rng, *chosen)
    if chosen and other:
        proof, question = chosen[1].get("proof"), chosen[1].get("question")
        chosen[1].clear()
        chosen[1].update(copy.deepcopy(other[1]))
        chosen[1]["proof"] = proof
        if question is not None:
            chosen[1]["question"] = question


def _append(rng: random.Random, certificate: Json, pool: Pool) -> None:
    """A claim of another file, which keeps its statement."""
    here, other = _claims(certificate), rng.choice(pool.certificates)
    there = _claims(other)
    if here and there and len(here) < 12:
        claim = copy.deepcopy(rng.choice(there))
        claim.setdefault("question", copy.deepcopy(other.get("question")))
        here.insert(rng.randint(0, len(here)), claim)


def _drop(rng: random.Random, certificate: Json, pool: Pool) -> None:
    claims = _claims(certificate)
    if len(claims) > 1:
        del claims[rng.randrange(len(claims))]


def _nest(rng: random.Random, certificate: Json, pool: Pool) -> None:
    """A claim that rests on what it was, or on a claim of the same kind."""
    chosen = _one(rng, certificate)
    source = chosen if rng.random() < 0.5 else chosen and pool.alike(rng, *chosen)
    if chosen is None or not source:
        return
    premise = copy.deepcopy(source[1])
    premise.setdefault("question", copy.deepcopy(source[0]))
    rules = [proof for proof in pool.seen["proof"] if isinstance(proof, dict) and ("of" in proof or "from" in proof)]
    proof = copy.deepcopy(rng.choice(rules)) if rules else {"rule": "map", "name": "part", "of": 0}
    proof["of" if "of" in proof else "from"] = premise if "of" in proof else [premise]
    if rng.random() < 0.4:
        proof = {"rule": "map", "name": rng.choice(("part", "averages", "sphere")), "of": premise}
    chosen[1]["proof"] = proof


def _unnest(rng: random.Random, certificate: Json, pool: Pool) -> None:
    """A premise stated in place becomes an earlier claim."""
    for k, claim in enumerate(_claims(certificate)):
        proof = claim.get("proof")
        if isinstance(proof, dict) and isinstance(proof.get("of"), dict):
            certificate["claims"].insert(k, proof["of"])
            proof["of"] = rng.choice((k, 0, k + 1))
            return


CHANGES = (
    *[_leaf] * 4,
    *[_numbers] * 3,
    *[_same_field] * 3,
    *[_value] * 4,
    *[_splice] * 4,
    *[_claimed] * 2,
    *[_asked] * 2,
    _question,
    _side,
    _append,
    _drop,
    _nest,
    _nest,
    _unnest,
    _junk,
)
