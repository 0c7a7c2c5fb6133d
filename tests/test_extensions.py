"""A package from outside adds one of each by entry points (``sample_extension``), and what it gives is checked."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from headcount import CommunicationMatrix
from headcount.cli import main as cli
from headcount.measures.engines import Declined, Effort
from headcount.measures.known import Known
from headcount.measures.outside import engine_and_others
from headcount.tasks import TaskError
from headcount.tasks.extensions import Extension, extensions

HERE = Path(__file__).parent
COMMAND = Path(sysconfig.get_path("scripts")) / "headcount"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the sample installed in it, beside nothing else."""
    tree = tmp_path_factory.mktemp("tree") / "sample_extension"
    shutil.copytree(HERE / "sample_extension", tree)
    place = tmp_path_factory.mktemp("installed")
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--target")
    subprocess.run([sys.executable, "-m", "pip", "install", *options, place, tree], check=True, capture_output=True)
    return place


@pytest.fixture
def run(installed, monkeypatch, capsys):
    """Exit code, what is printed, and what is said: in this process, where the sample is found for a while."""
    monkeypatch.syspath_prepend(installed)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    extensions.cache_clear()

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["headcount", *words])
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        return stopped.value.code or 0, *capsys.readouterr()

    yield call
    extensions.cache_clear()


def test_it_is_short():
    texts = [path.read_text("utf-8") for path in (HERE / "sample_extension").iterdir() if path.is_file()]
    lines = [line for text in texts for line in text.splitlines() if line.strip()]
    assert len(texts) == 2
    assert len(lines) < 60


@pytest.mark.slow
def test_it_is_listed_with_its_package(installed):
    """By the command, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run([COMMAND, "list", "--json"], env=environment, capture_output=True, check=True, cwd=installed)
    listed = {kind: things for kind, things in json.loads(done.stdout).items() if isinstance(things, list)}
    added = {(kind, thing["name"]) for kind, things in listed.items() for thing in things if thing.get("package")}
    assert added == {
        ("tasks", "majority"), ("tasks", "meet"), ("reductions", "disj-to-meet"), ("constructions", "majority-unit"),
        ("bounds", "majority"), ("measures", "cover1"),
    }  # fmt: skip
    assert {thing["package"] for things in listed.values() for thing in things if "package" in thing} == {
        "majority 0.2"
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("probe majority N=3 --class fixed --bits 1", "1 <= m <= 1"),
        ("probe majority --class fixed --bits 1", "1 <= m <= 1"),
        ("reduce disj meet n=3 --verify", "all laws hold for 64 pairs, 27 with value 1 and 37 with value 0"),
        ("reduce disj meet n=2 a=01 b=11", "answer 0, DISJ_2 = 0"),
        ("construct majority-unit N=5", "verified    all 32 inputs"),
        ("construct majority-unit N=5", "CERTIFIED   computation of=table"),
        ("bounds majority N=3", "m >= 1 [CERTIFIED] by majority of majority 0.2, computation of=table"),
    ],
)
def test_each_is_used_by_its_name(run, words, shown):
    code, out, err = run(*words.split())
    assert (code, err) == (0, "")
    assert shown in out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("probe majority N=3 M=4 --class fixed --bits 1", "majority of majority 0.2 has no parameter M; it takes N"),
        ("probe majorit N=3", "did you mean majority?"),
        ("reduce disj meet n=2 --symbolic", "disj-to-meet has no formula to be run on terms"),
        ("reduce disj meet n=2 k=3", "has no parameter k"),
        ("construct majority-unit M=5", "majority-unit has no parameter M; it takes N"),
    ],
)
def test_mistakes_are_one_sentence(run, words, said):
    code, out, err = run(*words.split())
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1


class Entry:
    """An entry point that gives an object."""

    def __init__(self, given):
        self.given = given

    def load(self):
        """The object, or what it raises."""
        if isinstance(self.given, Exception):
            raise self.given
        return self.given


def added(given, kind="measures", name="cover1"):
    """The extension that gives an object."""
    return Extension(kind, name, "other 1.0", Entry(given))


def bounds_with(given):
    """The bounds of cover1 of the 2x2 identity where only a package from outside has something to say."""
    matrix = CommunicationMatrix(("10", "01"))
    asked = "cover1", lambda *asked: iter(()), (added(given),), matrix, Known(matrix), Effort()
    return [(bound.side, int(bound.value), str(bound.status)) for bound in engine_and_others(*asked)]


def test_evidence_from_outside_is_certified_here():
    lines = {"kind": "lines", "of": "columns"}
    assert bounds_with(lambda matrix: [("upper", 2, lines)]) == [("upper", 2, "CERTIFIED")]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda matrix: [("upper", 1, {"kind": "lines", "of": "columns"})], "the checker does not accept"),
        (lambda matrix: [("lower", 3, {"kind": "lines", "of": "columns"})], "the checker does not accept"),
        (lambda matrix: 7, "gives no bounds"),
        (lambda matrix: [("upper",)], "gives no bounds"),
        (lambda matrix: [("upper", 1, {})], "gives no bounds"),
        (lambda matrix: 1 // 0, "raised ZeroDivisionError"),
        (ImportError("no such module"), "cannot be loaded: ImportError: no such module"),
    ],
)
def test_what_does_not_hold_is_not_taken(given, said):
    with pytest.raises(Declined, match=said):
        bounds_with(given)


def test_the_package_is_named_where_it_fails():
    with pytest.raises(TaskError, match=r"cover1 of other 1\.0 raised KeyError"):
        added({}).call({}.__getitem__, "missing")
