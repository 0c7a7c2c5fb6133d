"""Many matrices at once: what is read, measured once, kept, printed and written."""

import csv
import json
import sqlite3
from contextlib import closing
from fractions import Fraction

import pytest

from headcount import measure
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.questions import CommunicationMatrix
from headcount.sweep.matrices import measure_matrices as module
from headcount.sweep.matrices.measure_matrices import measure_matrices
from headcount.sweep.matrices.store import MatrixStore
from headcount.tasks import TaskError

C3, EQ, ALL = ("110", "011", "101"), ("10", "01"), ("11", "11")
GIVEN = [CommunicationMatrix(rows, name) for rows, name in ((C3, "C3"), (EQ, "eq 1"), (C3, "again"), (ALL, "all"))]


def brackets(found):
    """The ends, without how long they took."""
    return [(a.name, a.same_as, [a.bracket(name) for name in a.measures]) for a in found]


# --- measuring ----------------------------------------------------------------


def test_the_answers_are_those_of_measure():
    found = measure_matrices(GIVEN, only=("D", "disc_uniform"), jobs=2)
    assert found.complete
    assert [answer.same_as for answer in found] == ["", "", "C3", ""]
    for answer in found:
        alone = measure(answer.matrix, only=("D", "disc_uniform"), processes=False)
        for entry in alone:
            shown = answer.measures[entry.measure]
            assert (Fraction(shown["lower"]), Fraction(shown["upper"])) == (entry.lower.value, entry.upper.value)
        assert isinstance(check(json.loads(answer.certificate)), Accepted)


def test_what_is_kept_is_not_measured_again(tmp_path, monkeypatch):
    path = tmp_path / "a.sqlite"
    first = measure_matrices(GIVEN[:2], only=("D",), store=path)
    told = []

    def no_work(*job, **options):
        raise AssertionError("nothing is left to be done")

    with monkeypatch.context() as patched:
        patched.setattr(module, "sweep", no_work)
        again = measure_matrices(GIVEN[:3], only=("D",), store=path, told=told.append)
    assert brackets(again)[:2] == brackets(first)
    assert [answer.name for answer in told] == ["C3", "eq 1"]
    whole = measure_matrices(GIVEN, only=("D",), store=path)
    assert brackets(whole) == brackets(measure_matrices(GIVEN, only=("D",)))


def test_what_was_left_open_is_tried_again_with_a_larger_budget_only(tmp_path):
    answer = measure_matrices(GIVEN[:1], only=("D",))[0]
    with MatrixStore(tmp_path / "a.sqlite", ("D",), {}, 0) as store:
        open_ = type(answer)(answer.matrix, answer.measures, answer.certificate, complete=False)
        store.keep(open_, 5.0)
        assert store.find(answer.matrix, 5.0) == open_
        assert store.find(answer.matrix, 6.0) is None
        store.keep(answer, 1.0)
        store.keep(open_, 100.0)  # which knows less
        assert store.find(answer.matrix, 1000.0) == answer


def test_a_store_is_for_one_choice_of_measures(tmp_path):
    measure_matrices(GIVEN[:1], only=("D",), store=tmp_path / "a.sqlite")
    for options in ({"only": ("cover1",)}, {"only": ("D",), "seed": 1}):
        with pytest.raises(TaskError, match=r"was made for .*, and this run asks for"):
            measure_matrices(GIVEN[:1], store=tmp_path / "a.sqlite", **options)


@pytest.mark.parametrize(
    "change",
    [
        "measures = replace(measures, '\"upper\": 3', '\"upper\": 2')",
        "measures = '{'",
        "certificate = '{}'",
        "certificate = replace(certificate, '110', '111')",
    ],
)
def test_a_damaged_store_is_noticed(tmp_path, change):
    path = tmp_path / "a.sqlite"
    measure_matrices(GIVEN[:1], only=("D",), store=path)
    with closing(sqlite3.connect(path)) as store, store:
        store.execute(f"UPDATE matrices SET {change}")
    with pytest.raises(TaskError, match="is damaged"):
        measure_matrices(GIVEN[:1], only=("D",), store=path)


def test_what_is_not_defined_for_one_of_them_does_not_end_the_sweep():
    promise = CommunicationMatrix(("1*", "01"), "p")
    *others, last = measure_matrices([*GIVEN, promise], only=("partition1", "D"), jobs=1)
    assert last.measures["partition1"]["status"] == "UNDEFINED"
    assert last.complete
    assert "partition1 undefined" in str(last)
    assert not any("undefined" in str(answer) for answer in others)


def test_a_measure_that_there_is_not_is_named_beforehand():
    with pytest.raises(ValueError, match="there is no measure 'depth'"):
        measure_matrices(GIVEN, only=("depth",))


# --- the command --------------------------------------------------------------


def test_lines_files_and_certificates(headcount, tmp_path):
    (tmp_path / "a.json").write_text(json.dumps([list(matrix.rows) for matrix in GIVEN]))
    words = ("measure", "--matrices", "a.json", "--only", "D,cover1", "--store", "a.sqlite")
    code, out, err = headcount(*words, "--csv", "a.csv", "-o", "found")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert sorted(lines[:3]) == [
        "a.json:1  3x3  D 3  cover1 3",
        "a.json:2  2x2  D 2  cover1 2",
        "a.json:4  2x2  D 0  cover1 1",
    ]
    assert lines[3] == "a.json:3  3x3  D 3  cover1 3  same as a.json:1"
    assert lines[4].startswith("4 matrices: all is known of 4, something is open of 0; every bound is CERTIFIED")
    with open(tmp_path / "a.csv", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["name"], row["measure"], row["lower"], row["same_as"]) for row in rows][4:6] == [
        ("a.json:3", "D", "3", "a.json:1"),
        ("a.json:3", "cover1", "3", "a.json:1"),
    ]
    files = sorted((tmp_path / "found").iterdir())
    assert [path.name for path in files] == ["0001-a.json-1.json", "0002-a.json-2.json", "0004-a.json-4.json"]
    assert headcount("check", *files)[0] == 0
    code, out, _ = headcount(*words, "--json")
    found = json.loads(out)
    assert (code, found["complete"]) == (0, True)
    assert [matrix["measures"]["D"]["upper"] for matrix in found["matrices"]] == [3, 2, 3, 0]
