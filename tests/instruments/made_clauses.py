"""What schemas make of hostile numbers, judged against an object: counts of made, refused, and false clauses."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random

from headcount.certificates.meter import Meter
from headcount.certificates.refuse import Refused
from headcount.certificates.systems import System

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


def sign(x: int) -> int:
    """-1, 0 or 1."""
    return (x > 0) - (x < 0)


def small(rng: Random, most: int) -> int:
    """A number, sometimes out of range."""
    return rng.randint(-1, most) if rng.random() < 0.2 else rng.randrange(max(most, 1))


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
