"""Units in JSON: what is written is read again, and whatever else is read is refused with its place named."""

import json
import random
from fractions import Fraction

import pytest

import mutants
from headcount.certificates.refuse import Malformed
from headcount.questions import (
    STRASSEN,
    Head,
    Layer,
    ReadOut,
    Table,
    Unit,
    UnitFileError,
    load_unit,
    read_unit,
    unit_to_json,
)


def two_layers():
    """A unit in which everything occurs: both orders, all ways of looking up, null token, mask, read-out."""
    by_token, by_position = Table("token", ((1, -2), (0, 3))), Table("position", ((5, 5), (7, 1)))
    values = Table("position", ((1,), (2,)))
    first = Layer(
        (Head(by_token, (by_position,), (values,), ((4, 4),), ((6,),)),) * 2,
        weights="fixed",
        bits=3,
        combine="concat",
        mask=((0, 1), ()),
    )
    three = Table("token", ((1,), (2**70,), (-3,)))
    second = Layer((Head(three, (three, Table("both", ((0,),) * 6)), (three, three)),), STRASSEN)
    symbols = tuple(((x, (Fraction(a, 3), Fraction(-b))), x + a) for x in (0, 1) for a in (0, 1) for b in (1, 2))
    return Unit(2, (first, second), (ReadOut(symbols, 3),))


def test_round_trip(tmp_path):
    unit = two_layers()
    path = tmp_path / "unit.json"
    path.write_text(json.dumps(unit_to_json(unit)))
    assert load_unit(path) == unit
    assert load_unit(str(path)) == unit
    assert unit_to_json(load_unit(path)) == unit_to_json(unit)


def test_entries_must_be_integers():
    table = Table("token", ((0.5,),))
    with pytest.raises(TypeError):
        unit_to_json(Unit(1, (Layer((Head(table, (table,), (table,)),)),)))


@pytest.mark.parametrize(
    "content, words",
    [
        ("", "cannot be parsed"),
        ("[]", "unit must be an object, got a list"),
        ('{"alphabet": 0, "layers": [], "read_outs": []}', r"unit\.alphabet must be an integer >= 1, got 0"),
        ('{"alphabet": 1, "layers": [], "read_outs": []}', r"unit\.layers must have 1 to 256 entries, got 0"),
        ('{"alphabet": 1.5}', "1.5 is no integer, and every number must be one"),
        ('{"alphabet": 1, "alphabet": 1}', "the same key twice"),
    ],
)
def test_other_files_are_refused(tmp_path, content, words):
    path = tmp_path / "unit.json"
    path.write_text(content)
    with pytest.raises(UnitFileError, match=words) as caught:
        load_unit(path)
    assert isinstance(caught.value, ValueError)
    assert str(path) in str(caught.value)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(UnitFileError, match="cannot be read"):
        load_unit(tmp_path / "missing.json")


def test_whatever_is_read_can_be_run():
    """One or two places changed: refused with a place, or a unit that runs on every input of its length."""
    rng = random.Random(1)
    content = json.loads(json.dumps(unit_to_json(two_layers())))
    read, refused, short = 0, 0, 0
    for path, other in mutants.edits(content):
        with (
            mutants.edited(content, path, other),
            mutants.edited(content, *rng.choice(mutants.edits_of_some(content, rng))),
        ):
            try:
                unit = read_unit(content)
            except Malformed as error:
                assert error.path.startswith("unit")
                refused += 1
                continue
            read += 1
            assert read_unit(unit_to_json(unit)) == unit
            try:
                unit.outputs((0, 1))
            except KeyError:  # the read-out lacks a pair: the one thing that reading cannot know
                short += 1
    assert read > 100
    assert refused > 100
    assert short > 0
