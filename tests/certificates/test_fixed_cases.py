"""Proofs by cases about fixed-point units: rows, entries, symmetries by definition, and what is proved."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

import fixed_claims as fixed
from headcount.certificates.meter import Meter
from headcount.certificates.refuse import Malformed, Refused
from headcount.certificates.stated import SCOPE
from headcount.questions import Head, Layer, Table, Unit
from headcount.questions.finite_task import FiniteTask
from headcount.questions.outputs import at_position
from headcount.questions.scope import Scope
from headcount.solvers.units.fixed_units import FixedUnits

# --- definitions ----------------------------------------------------------------

SIZES = list(product((1, 2), ("midrise", "twos"), (0, 1, 2), (1, 2), (1, 2), ("sum", "concat"), (False, True)))
"""p, grid, m, H, dv, combine, null."""

SHAPES = {f"{p}-{grid}-{m}": [size for size in SIZES if size[:3] == (p, grid, m)] for p, grid, m, *_ in SIZES}
"""The sizes of a few tests; a failure says which size it was."""


def units_of(p, grid, m, heads, dv, combine, null, tables="both", read_out="any"):
    task = FiniteTask("match", (("order", 2), ("M", 2), ("N", 2)))
    return FixedUnits(task, p, grid, m, heads, dv, read_out, combine, null, tables)


def random_tables(units, random):
    """An entry for every key and query type, and the unit that has them."""
    types = [(is_query, t) for t in range(units.types) for is_query in (False, True)]
    types += [(False, units.types)] * units.null
    return {of: units.entry(of, random.randrange(units.choices(of))) for of in types}


def unit_with(units, tables):
    m, by, heads = units.m, units.tables, []
    for h in range(units.heads):
        rows = [tables[False, t][h] for t in range(units.types)]
        null = tables[False, units.types][h] if units.null else ()
        heads.append(
            Head(
                Table(by, tuple(tables[True, t][h] for t in range(units.types))),
                (Table(by, tuple(row[:m] for row in rows)),),
                (Table(by, tuple(row[m:] for row in rows)),),
                (null[:m],) if null else (),
                (null[m:],) if null else (),
            )
        )
    return Unit(units.task.alphabet, (Layer(tuple(heads), weights="fixed", bits=units.bits, combine=units.combine),))


def row_types(units, tokens, position):
    """The types on which the row of an input at a position depends: its query type and its key types."""
    keys = [(False, units.type_of(j, token)) for j, token in enumerate(tokens)]
    return [(True, units.type_of(position, tokens[position])), *keys, *[(False, units.types)] * units.null]


def as_fractions(units, row):
    """Every head's numerators over its denominator (of a sum there is one)."""
    parts = [row[k : k + units.dv + 1] for k in range(0, len(row), units.dv + 1)]
    return tuple(Fraction(number, part[-1]) for part in parts for number in part[:-1])


@pytest.mark.parametrize("tables", ["both", "token"])
@pytest.mark.parametrize("shape", SHAPES)
def test_rows_are_those_of_the_evaluator(shape, tables):
    for size, number in product(SHAPES[shape], range(6)):
        units, random = units_of(*size, tables), Random(f"{size} {number}")
        entries = random_tables(units, random)
        unit = unit_with(units, entries)
        for word in product(range(2), repeat=2):
            outputs = unit.outputs(word)
            for i in range(2):
                query, *keys = (entries[of] for of in row_types(units, word, i))
                # a row of heads side by side is in lowest terms head by head, so equal rows are equal outputs
                assert as_fractions(units, units.row(query, keys)) == outputs[i]
                assert units.first_coordinate(query, keys) == outputs[i][0]


# --- what is proved -------------------------------------------------------------


def test_refutation_proves_one_more():
    question = fixed.equality(3)
    assert fixed.prove(fixed.evidence(question, [0]), question, fixed.setting()) == 1
    value = fixed.prove(fixed.evidence(question, [1], m=0, resource="H"), question, fixed.setting(m=0, resource="H"))
    assert value == 2  # one head of width 0 tells two symbols from each other


def test_null_token_is_covered_if_it_is_said_to_be():
    question = fixed.equality(3)
    assert fixed.prove(fixed.evidence(question, [0], null=True), question, fixed.setting(null=True)) == 1
    with pytest.raises((Malformed, Refused)):
        fixed.prove(fixed.evidence(question, [0]), question, fixed.setting(null=True))


def test_bits_are_refuted_one_by_one():
    """EQ on 3 symbols, m = 0: p = 1 fails, p = 2 does. A proof for p = 2 alone would prove nothing about p = 1."""
    question = fixed.equality(3)
    stated = fixed.evidence(question, [1], m=0, resource="p")
    assert fixed.prove(stated, question, fixed.setting(m=0, resource="p")) == 2
    stated["refuted"][0]["size"] = 2
    with pytest.raises((Malformed, Refused)):
        fixed.prove(stated, question, fixed.setting(m=0, resource="p"))


@pytest.mark.parametrize("change", [{"refuted": []}, {"null": True}])
def test_malformed_evidence(change):
    question = fixed.equality(3)
    with pytest.raises((Malformed, Refused)):
        fixed.prove(fixed.evidence(question, [0]) | change, question, fixed.setting())


@pytest.mark.parametrize("change", [{"combine": "both"}, {"tables": "position"}, {"null": 1}, {"order": 2}])
def test_malformed_scopes(change):
    assert SCOPE.read(Scope().to_json(), "scope", Meter()).fields == Scope().to_json()
    with pytest.raises(Malformed):
        SCOPE.read(Scope().to_json() | change, "scope", Meter())


def test_masked_answers_refute_less():
    """EQ on three symbols, asked at the second position only, is as hard; asked at none of the two, it is nothing."""
    words = list(product(range(3), repeat=2))
    question = fixed.listed(3, 2, [((x, y), (int(x == y), 0)) for x, y in words])
    stated = fixed.evidence(at_position(question, 0), [0])
    assert fixed.prove(stated, at_position(question, 0), fixed.setting()) == 1
    with pytest.raises((Malformed, Refused)):
        fixed.prove(stated, at_position(question, 1), fixed.setting())
