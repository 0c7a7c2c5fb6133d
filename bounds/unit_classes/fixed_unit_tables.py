"""From tables that a search has found to a fixed-point unit, its evidence, and its run on every input."""

from fractions import Fraction
from typing import Any

from ...questions import Head, Layer, Question, Table, Unit, unit_to_json
from ...questions.grid import GRIDS
from ...solvers.units.fixed_tables import ANYWHERE, NULL_TYPE, Found, Type
from ...solvers.units.fixed_units import Entry, FixedUnits, Vector


def unit_evidence(unit: Unit, read_out: str, at: Fraction) -> dict[str, Any]:
    """The evidence ``unit``."""
    after = {} if read_out == "any" else {"at": str(at)}
    return {"kind": "unit", "unit": unit_to_json(unit), **after}


def unit_of(units: FixedUnits, found: Found) -> Unit:
    """The unit with these tables; what no input needs is filled with the first entry of the grid."""
    keys, queries = dict(found.keys), dict(found.queries)
    m, alphabet = units.m, units.task.alphabet
    positions = [ANYWHERE] if units.tables == "token" else range(units.task.length)
    types = [(position, token) for position in positions for token in range(alphabet)]
    filler = (GRIDS[units.grid](units.bits)[0],) * (m + units.dv)
    by = "token" if units.tables == "token" else "both"
    heads = []
    for h in range(units.heads):

        def part(entries: dict[Type, Entry], wanted: Type, default: Vector, h: int = h) -> Vector:
            return entries[wanted][h] if wanted in entries else default

        parts = [part(keys, t, filler) for t in types]
        null = part(keys, NULL_TYPE, ()) if units.null else ()
        heads.append(
            Head(
                Table(by, tuple(part(queries, t, filler[:m]) for t in types)),
                (Table(by, tuple(entry[:m] for entry in parts)),),
                (Table(by, tuple(entry[m:] for entry in parts)),),
                (null[:m],) if null else (),
                (null[m:],) if null else (),
            )
        )
    return Unit(alphabet, (Layer(tuple(heads), weights="fixed", bits=units.bits, combine=units.combine),))


def verify_unit(question: Question, unit: Unit, read_out: str, at: Fraction) -> None:
    """Run the unit on every input by the definition.

    Raises
    ------
    RuntimeError
        If it does not do the task: a bug of the search, never a user's mistake.
    """
    assert question.finite is not None
    told: dict[tuple[object, ...], int] = {}
    for tokens, answers in question.finite.pairs():
        for i, (row, answer) in enumerate(zip(unit.outputs(tokens), answers, strict=True)):
            if answer is None:
                continue
            right = (
                told.setdefault((i, tokens[i], row), answer) == answer
                if read_out == "any"
                else row[0] != at and (row[0] > at) == bool(answer)
            )
            if not right:
                raise RuntimeError(f"the unit fails at position {i} of {tokens}; the search has a bug")
