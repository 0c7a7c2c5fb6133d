"""A simple prover: lemmas by cases and unit propagation, from all clauses that schemas make of some numbers."""

from collections.abc import Iterator, Sequence
from typing import Any

from headcount.certificates.systems import System
from made_clauses import made

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


def both_sides(claim: Json, values: list[Any], truth: int) -> Claims:
    """Lower and upper bounds; the prover is asked for both as if they were the side that it knows."""
    lower = [({**claim, "side": "lower", "value": v}, int(v) <= truth) for v in values]
    return lower + [({**claim, "side": "upper", "value": v}, int(v) >= truth) for v in values]
