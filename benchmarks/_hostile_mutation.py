"""Certificates with a few places changed: numbers, words, lists, questions, evidence spliced in, premises nested."""

import copy
import random
from typing import Any

Json = Any
Path = tuple[Any, ...]

LARGE = (-1, 10**6, 10**9, 10**9 + 1, 2**31, 2**64, -(2**200), 10**3999)
TEXTS = (
    "",
    "x\nFILE: ACCEPTED",
    "\ud800",
    "\u2264",
    "p" * 5000,
    "0",
    "1/0",
    "-0",
    "SIGN",
    "GRID(999999999, twos, gap 1)",
    "\x1b[2J",
)
JUNK: tuple[Json, ...] = (None, True, False, [], {}, [[]], [None], {"kind": []}, 0, -1, "", 10**3999)


def mutated(rng: random.Random, pool: list[Json]) -> Json:
    """A certificate of the pool with one to four changes."""
    certificate = copy.deepcopy(rng.choice(pool))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        change = rng.choice(CHANGES)
        change(rng, certificate, rng.choice(pool))
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


def _leaf(rng: random.Random, certificate: Json, other: Json) -> None:
    path = _pick(rng, certificate)
    if path is None:
        return
    value = at(certificate, path)
    if isinstance(value, bool):
        _put(certificate, path, not value)
    elif isinstance(value, int):
        _put(certificate, path, rng.choice((value + 1, value - 1, -value, 0, 1, 2, value * 2, rng.choice(LARGE))))
    elif isinstance(value, str):
        _put(certificate, path, _text(rng, value))
    elif isinstance(value, list):
        _list(rng, value)
    elif isinstance(value, dict) and value:
        key = rng.choice(list(value))
        rng.choice((lambda: value.pop(key), lambda: value.update({key + rng.choice(TEXTS): value[key]})))()


def _text(rng: random.Random, value: str) -> str:
    if value and rng.random() < 0.7:
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


def _junk(rng: random.Random, certificate: Json, other: Json) -> None:
    path = _pick(rng, certificate)
    if path is not None:
        _put(certificate, path, copy.deepcopy(rng.choice(JUNK)))


def _same_key(rng: random.Random, certificate: Json, other: Json) -> None:
    """What stands under a key, replaced by what stands under this key elsewhere."""
    path = _pick(rng, certificate)
    if path is None:
        return
    found = [place for place in places(other) if place[-1] == path[-1]]
    if found:
        _put(certificate, path, copy.deepcopy(at(other, rng.choice(found))))


def _claims(certificate: Json) -> list[Json]:
    """The claims, if that is what they still are."""
    claims = certificate.get("claims")
    return claims if isinstance(claims, list) and claims and all(isinstance(claim, dict) for claim in claims) else []


def _value(rng: random.Random, certificate: Json, other: Json) -> None:
    for claim in _claims(certificate)[:1]:
        value = claim.get("value")
        if type(value) is int:
            claim["value"] = value + rng.choice((-1, 1))
        elif isinstance(value, str) and value.isdigit() and len(value) < 9:
            claim["value"] = str(max(0, int(value) + rng.choice((-1, 1))))


def _question(rng: random.Random, certificate: Json, other: Json) -> None:
    certificate["question"] = copy.deepcopy(other.get("question"))


def _evidence(rng: random.Random, certificate: Json, other: Json) -> None:
    here, there = _claims(certificate), _claims(other)
    if here and there:
        rng.choice(here)["evidence"] = copy.deepcopy(rng.choice(there).get("evidence"))


def _append(rng: random.Random, certificate: Json, other: Json) -> None:
    """A claim of another file, which keeps its question."""
    here, there = _claims(certificate), _claims(other)
    if here and there:
        claim = copy.deepcopy(rng.choice(there))
        claim.setdefault("question", copy.deepcopy(other.get("question")))
        here.insert(rng.randint(0, len(here)), claim)


def _drop(rng: random.Random, certificate: Json, other: Json) -> None:
    claims = _claims(certificate)
    if len(claims) > 1:
        del claims[rng.randrange(len(claims))]


def _nest(rng: random.Random, certificate: Json, other: Json) -> None:
    """A claim that rests on what it was, or on a claim of another file."""
    here, there = _claims(certificate), _claims(other)
    if not here or not there:
        return
    claim, source = rng.choice(here), rng.choice((rng.choice(here), rng.choice(there)))
    premise = copy.deepcopy(source)
    premise.setdefault("question", copy.deepcopy((certificate if source in here else other).get("question")))
    kind = rng.choice(("restriction", "theorem", "pattern", "cut-rank"))
    claim["evidence"] = {
        "kind": kind,
        **({"name": "rank_gf2 <= rank_q", "from": [premise]} if kind == "theorem" else {"of": premise}),
    }


def _unnest(rng: random.Random, certificate: Json, other: Json) -> None:
    """A premise stated in place becomes an earlier claim."""
    for k, claim in enumerate(_claims(certificate)):
        evidence = claim.get("evidence")
        if isinstance(evidence, dict) and isinstance(evidence.get("of"), dict):
            certificate["claims"].insert(k, evidence["of"])
            evidence["of"] = rng.choice((k, 0, k + 1))
            return


CHANGES = (
    _leaf,
    _leaf,
    _leaf,
    _leaf,
    _same_key,
    _same_key,
    _value,
    _question,
    _evidence,
    _append,
    _drop,
    _nest,
    _unnest,
    _junk,
)
