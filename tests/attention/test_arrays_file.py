"""Units as .npz: round trips, and files that anyone may have written."""

import io
import json
import random
import zipfile
from fractions import Fraction

import numpy as np
import pytest

import random_units
from headcount.attention import AttentionError, arrays_file, load_arrays, save_arrays
from headcount.questions import Head, Layer, ReadOut, Table, Unit, unit_to_json

TABLE = Table("token", ((0, 3), (1, -5)))
NAMES = [f"layers.0.heads.0.{kind}" for kind in ("queries", "keys.0", "values.0")]
PLAIN = Unit(2, (Layer((Head(TABLE, (TABLE,), (Table("token", ((0,), (1,))),)),)),))


def test_round_trip(tmp_path):
    rng, path = random.Random(0), tmp_path / "unit.npz"
    read_out = ReadOut((((0, (Fraction(1, 3),)), 1), ((1, (Fraction(2),)), 0)), 2)
    two_layers = Unit(2, (PLAIN.layers[0], PLAIN.layers[0]), (read_out,))
    for unit in (PLAIN, two_layers, *(random_units.random_unit(rng, 2**62)[0] for _ in range(30))):
        save_arrays(unit, path)
        assert load_arrays(path) == load_arrays(str(path)) == unit


def test_the_file_is_plain_arrays(tmp_path):
    save_arrays(PLAIN, tmp_path / "unit.npz")
    with np.load(tmp_path / "unit.npz", allow_pickle=False) as stored:
        assert {name: stored[name].dtype for name in stored.files if name != "unit"} == {
            f"layers.0.heads.0.{k}": np.int64 for k in ("queries", "keys.0", "values.0")
        }
        assert stored[NAMES[0]].tolist() == [[0, 3], [1, -5]]


@pytest.mark.parametrize(
    ("entry", "words"), [(2**63, "beyond int64.*save it as JSON"), (0.5, "integers only"), ("1", "integers")]
)
def test_entries_that_do_not_fit(entry, words, tmp_path):
    unit = Unit(
        1, (Layer((Head(Table("token", ((entry,),)), (Table("token", ((1,),)),), (Table("token", ((1,),)),)),)),)
    )
    with pytest.raises(AttentionError, match=words):
        save_arrays(unit, tmp_path / "unit.npz")
    assert not (tmp_path / "unit.npz").exists()


def test_ragged_tables_and_other_names(tmp_path):
    ragged = Table("token", ((1,), (1, 2)))
    with pytest.raises(AttentionError, match="differ in width"):
        save_arrays(Unit(2, (Layer((Head(ragged, (ragged,), (ragged,)),)),)), tmp_path / "unit.npz")
    with pytest.raises(AttentionError, match=r"end in \.npz"):
        save_arrays(PLAIN, tmp_path / "unit.json")
    with pytest.raises(AttentionError, match="cannot be written"):
        save_arrays(PLAIN, tmp_path / "nowhere" / "unit.npz")


def stored(tmp_path, **changes):
    """A good file with some of its arrays replaced, removed (None) or added."""
    save_arrays(PLAIN, tmp_path / "good.npz")
    with np.load(tmp_path / "good.npz") as good:
        arrays = {name: good[name] for name in good.files}
    for name, array in changes.items():
        arrays[NAMES[0] if name == "queries" else name] = array
    np.savez(tmp_path / "bad.npz", **{name: array for name, array in arrays.items() if array is not None})
    return tmp_path / "bad.npz"


def text(edit):
    """The text of a good file, edited."""
    node = unit_to_json(PLAIN)
    head = node["layers"][0]["heads"][0]
    for k, table in enumerate((head["queries"], *head["keys"], *head["values"])):
        table["rows"] = {"array": NAMES[k]}
    edit(node)
    return np.frombuffer(json.dumps(node).encode(), np.uint8)


def test_the_text_above_is_a_good_one(tmp_path):
    assert load_arrays(stored(tmp_path, unit=text(lambda node: None))) == PLAIN


def put(key, value):
    return lambda node: node["layers"][0]["heads"][0].__setitem__(key, value)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"unit": None}, "array of bytes named unit"),
        ({"unit": np.frombuffer(b"{", np.uint8)}, "JSON text"),
        ({"unit": np.frombuffer(b"\xff", np.uint8)}, "JSON text"),
        ({"unit": np.frombuffer(b"[" * 100000, np.uint8)}, "JSON text"),
        ({"unit": np.frombuffer(b"3", np.uint8)}, "unit must be an object"),
        ({"unit": text(lambda node: node.pop("alphabet"))}, "lacks the field 'alphabet'"),
        ({"unit": text(put("queries", {"by": "token", "rows": {"array": "table-7"}}))}, "not there: 'table-7'"),
        ({"unit": text(put("queries", {"by": "token", "rows": {"array": [NAMES[0]]}}))}, "not there"),
        ({"unit": text(put("queries", {"by": "token", "rows": {"array": NAMES[1]}}))}, "two tables name the same"),
        ({"unit": text(put("queries", {"by": "token", "rows": [[0, 0], [1, 1]]}))}, "no table names: layers.0"),
        ({"unit": text(put("keys", []))}, "no table names: layers.0.heads.0.keys.0"),
        ({"unit": text(put("null_keys", [[]]))}, "does not fit"),
        ({"queries": np.zeros((3, 2), np.int64)}, r"heads\[0\] does not fit: a table has another number of rows"),
        ({"queries": np.zeros((2, 3), np.int64)}, "a vector is of a wrong width"),
        ({"queries": np.zeros((2, 2))}, "int64 array of two axes"),
        ({"queries": None}, "not there: 'layers.0"),
        ({"extra": np.zeros((1, 1), np.int64)}, "no table names: extra"),
        ({"queries": np.array([[{}, 1], [2, 3]], dtype=object)}, "must be an .npz file of integer arrays"),
    ],
)
def test_malformed(changes, words, tmp_path):
    path = stored(tmp_path, **changes)
    with pytest.raises(AttentionError, match=words) as caught:
        load_arrays(path)
    assert str(path) in str(caught.value)


def test_other_files(tmp_path):
    path = tmp_path / "unit.npz"
    with pytest.raises(AttentionError, match="cannot be read"):
        load_arrays(path)
    with pytest.raises(AttentionError, match="cannot be read"):
        load_arrays(tmp_path)
    for content in (b"", b"{}", b"PK\x03\x04", b"\x93NUMPY"):
        path.write_bytes(content)
        with pytest.raises(AttentionError, match=r"must be an \.npz file"):
            load_arrays(path)


def test_an_archive_that_unpacks_to_too_much(tmp_path, monkeypatch):
    save_arrays(PLAIN, tmp_path / "unit.npz")
    monkeypatch.setattr(arrays_file, "MOST_BYTES", 100)
    with pytest.raises(AttentionError, match="unpacks to"):
        load_arrays(tmp_path / "unit.npz")


def test_a_header_that_promises_more_than_there_is(tmp_path):
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<i8", "fortran_order": False, "shape": (2**50, 2**10)})
    path = tmp_path / "unit.npz"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{NAMES[0]}.npy", header.getvalue())
    with pytest.raises(AttentionError, match=r"must be an \.npz file"):
        load_arrays(path)


def test_damaged_bytes_never_end_in_a_traceback(tmp_path):
    save_arrays(PLAIN, tmp_path / "unit.npz")
    good = (tmp_path / "unit.npz").read_bytes()
    rng = random.Random(1)
    refused = 0
    for _ in range(300):
        damaged = bytearray(good)
        for _ in range(rng.randint(1, 4)):
            damaged[rng.randrange(len(good))] = rng.randrange(256)
        (tmp_path / "bad.npz").write_bytes(bytes(damaged[: rng.choice((len(good), rng.randrange(len(good))))]))
        try:
            load_arrays(tmp_path / "bad.npz")
        except AttentionError:
            refused += 1
    assert refused > 200
