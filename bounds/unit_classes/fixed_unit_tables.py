"""From tables that a search has found to a fixed-point unit, its evidence, and its run on every input."""

from fractions import Fraction
from typing import Any

from ...certificates import Head, Layer, Question, Table, Unit, unit_to_json
from ...solvers.units.fixed_tables import ANYWHERE, NULL_TYPE, Entry, FixedTables, Found, Type


def unit_evidence(unit: Unit, read_out: str, at: Fraction) -> dict[str, Any]:
    """The evidence ``unit``."""
    after = {} if read_out == "any" else {"at": str(at)}
    return {"kind": "unit", "unit": unit_to_json(unit), **after}


def unit_of(tables: FixedTables, found: Found) -> Unit:
    """The unit with these tables; what no input needs is filled with the first entry of the grid."""
    keys, queries = dict(found.keys), dict(found.queries)
    alphabet = tables.task.alphabet
    positions = [ANYWHERE] if tables.tables == "token" else range(tables.task.length)
    types = [(position, token) for position in positions for token in range(alphabet)]
    vector, value = tables.vectors(tables.m)[0], tables.vectors(tables.dv)[0]
    by = "token" if tables.tables == "token" else "both"
    heads = []
    for h in range(tables.heads):

        def part(entries: dict[Type, Entry], wanted: Type, default: Any, h: int = h) -> Any:
            return entries[wanted][h] if wanted in entries else default

        pairs = [part(keys, t, (vector, value)) for t in types]
        null = part(keys, NULL_TYPE, ()) if tables.null else ()
        heads.append(
            Head(
                Table(by, tuple(part(queries, t, vector) for t in types)),
                (Table(by, tuple(key for key, _ in pairs)),),
                (Table(by, tuple(value for _, value in pairs)),),
                (null[0],) if null else (),
                (null[1],) if null else (),
            )
        )
    return Unit(alphabet, (Layer(tuple(heads), weights="fixed", bits=tables.bits, combine=tables.combine),))


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
