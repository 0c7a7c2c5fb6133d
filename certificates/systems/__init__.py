"""Clauses that hold of an assumed object, and what follows from them by unit propagation.

A *literal* is a number, +v (variable v is true) or -v (it is false), not 0; a *clause* says that one of its literals
holds; the empty one is a contradiction. A *system* says what its variables mean of an object: vectors, a cover, an
order. Its *schemas* make clauses out of numbers; each clause made is true of every such object, or the schema refuses.
A file gives numbers only, never a clause of its own. What follows from true clauses is true, so where the empty clause
follows there is no such object.

``given``   lists ``[schema, [number, ..], [number, ..], ..]``: a clause for each list of numbers; all of them are
            counted 0, 1, .. in their order
``lemmas``  pairs ``[literals, hints]``, counted on. All literals are assumed to be false; of each clause that is
            hinted, in turn, at most one literal is left, and is true; of the last one, none. Then the lemma holds (the
            idea of LRAT: Cruz-Filipe et al. 2017).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from ..meter import Meter, walk
from ..refuse import need
from ..schema import Record, Type, integer, many, pair, refuse, shown

MOST = 10**12
INDEX = integer(0, MOST)
NUMBERS = many(integer(-MOST, MOST), 0)
LINES = many(INDEX, 1, rule="increasing")
"""Rows or columns of a matrix: some, each once."""
Clause = tuple[int, ...]


class System:
    """``schemas``: the names of its methods that make clauses, and of how many numbers; ~n: of n or more."""

    schemas: Mapping[str, int] = {}
    meter: Meter


def _read_run(value: Any, path: str, meter: Meter) -> tuple[str, tuple[tuple[int, ...], ...]]:
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        refuse(path, f"must be a list that begins with the name of a schema, got {shown(value)}")
    return value[0], many(NUMBERS).read(value[1:], path, meter)


REFUTATION: Mapping[str, Type] = {"given": many(Type(_read_run)), "lemmas": many(pair(NUMBERS, many(INDEX, 0)), 0)}
"""The fields of a refutation. There may be no lemma, where the last clause given is empty."""


def refute(system: System, proof: Record) -> None:
    """Refuse unless the last clause is empty: then no object of the system exists."""
    meter, clauses = system.meter, list[Clause]()
    for name, runs in walk(meter, proof.given, 50):
        need(name in system.schemas, "the system has no schema of this name")
        count, make = system.schemas[name], getattr(system, name)
        for numbers in walk(meter, runs, 60):
            need(len(numbers) == count or len(numbers) >= ~count >= 0, "a schema needs another number of numbers")
            meter.charge(10 * len(numbers))
            clauses.append(make(*numbers))
    for lemma, hints in walk(meter, proof.lemmas, 50):
        need(0 not in lemma, "a literal is not 0")
        false, closed = set(walk(meter, lemma, 10)), False
        for hint in walk(meter, hints, 5):
            need(hint < len(clauses), "a hint names no earlier clause")
            left = {literal for literal in walk(meter, clauses[hint], 2) if literal not in false}
            need(len(left) <= 1, "a clause that is hinted is not unit")
            closed = not left
            if closed:
                break
            false.add(-left.pop())
        need(closed, "the hints of a lemma end without a conflict")
        clauses.append(lemma)
    need(clauses[-1] == (), "the last clause is not empty")


def clause_of(meter: Meter, count: int, literals: Iterable[int]) -> Clause:
    """The clause, whose ``count`` literals are paid for before they are made, by the byte."""
    meter.charge(40 * count)
    return tuple(literals)
