"""``headcount atlas``: what it prints, writes and refuses, and its exit codes."""

import json
import os
import signal
import sys
import zipfile

import pytest

from cover_catalogue import COVERS
from headcount.catalogues import CATALOGUES
from headcount.catalogues.parts import cited
from headcount.catalogues.registry import packaged
from headcount.cli import atlas as command

DONE, USAGE, REJECTED, UNKNOWN = 0, 2, 3, 5


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    monkeypatch.setitem(CATALOGUES, "covers", COVERS)


@pytest.fixture
def built(headcount):
    code, out, err = headcount("atlas", "build", "covers", "--n", "2", "--into", "atlas", "--jobs", "1")
    assert (code, err) == (DONE, "")
    assert out == (
        "covers n=2: 7 of 7 classes, as many as the orbit-counting lemma (Burnside) says, in atlas/covers-2\n"
        "  check it with: headcount atlas check atlas/covers-2\n"
    )
    return headcount


def test_build_check_show_and_list(built):
    code, out, _ = built("atlas", "check", "atlas/covers-2")
    assert code == DONE
    assert out == (
        "covers n=2: all 7 classes, as many as the orbit-counting lemma (Burnside) says; 7 certificates replayed, "
        "every number compared: all holds\n"
    )
    code, out, _ = built("atlas", "show", "covers", "--n", "2", "--folder", "atlas", "--where", "cover1>=2")
    assert code == DONE
    assert out.splitlines()[:3] == ["covers n=2: 2 of 7 classes", f"  {COVERS.says}", "  cover1    2: 2"]
    assert out.splitlines()[6:12] == [
        "· ■          · ■",
        "■ ·          ■ ■",
        "cover1 2     cover1 2",
        *out.splitlines()[9:12],
    ]
    code, out, _ = built("atlas", "list", "covers", "--folder", "atlas")
    assert code == DONE
    assert "  n=1           2 classes  to be built\n  n=2           7 classes  in atlas\n" in out


def test_objects_of_json(built):
    code, out, _ = built("atlas", "show", "covers", "--n", "2", "--folder", "atlas", "--json")
    found = json.loads(out)
    assert (code, found["command"], found["classes"], len(found["entries"])) == (DONE, "atlas", 7, 7)
    assert json.loads(built("atlas", "check", "atlas/covers-2", "--json")[1])["faults"] == []
    (one,) = json.loads(built("atlas", "list", "covers", "--json")[1])["catalogues"]
    assert [size["count"] for size in one["sizes"]] == [2, 7, 36, 317]
    again = json.loads(built("atlas", "build", "covers", "--n", "2", "--into", "atlas", "--json")[1])
    assert (again["settled"], again["complete"]) == (7, True)


def test_pictures_are_drawn(built, tmp_path):
    words = ("atlas", "show", "covers", "--n", "2", "--folder", "atlas", "--plot", "a.svg")
    assert built(*words, "--most", "3")[0] == DONE
    assert (tmp_path / "a.svg").read_text().count("<image") == 3
    code, _, err = built(*words, "--where", "cover1=9")
    assert code == USAGE and "pictures are drawn of one matrix or more" in err


def test_few_are_printed_and_it_says_so(built):
    out = built("atlas", "show", "covers", "--n", "2", "--folder", "atlas", "--most", "2")[1]
    assert out.endswith(".. and 5 more; --most says how many are printed, --json lists all\n")


def test_a_build_that_is_stopped_says_how_to_go_on(headcount):
    words = ("atlas", "build", "covers", "--n", "2", "--into", "atlas")
    code, out, _ = headcount(*words, "--budget", "0.001")
    assert code == UNKNOWN and out.endswith("the budget ran out; the same command goes on\n")
    assert headcount(*words)[0] == DONE


def test_a_damaged_file_is_rejected_and_named(built, tmp_path):
    path = tmp_path / "atlas" / "covers-2" / "certificates-0001.jsonl"
    path.write_bytes(path.read_bytes()[:-2])
    code, out, _ = built("atlas", "check", "atlas/covers-2")
    assert code == REJECTED
    assert out.startswith("REJECTED the file 'atlas/covers-2/certificates-0001.jsonl' is damaged: its SHA-256")
    code, out, err = built("atlas", "build", "covers", "--n", "2", "--into", "atlas")
    assert code == USAGE and "certificates-0001.jsonl' is damaged" in err and "delete it" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("find covers", "headcount atlas takes list, show, build, check, sequences, got 'find'; try headcount atlas"),
        ("show", "headcount atlas show takes one catalogue, got 0; write for example: headcount atlas show"),
        ("build covers", "--n is missing; the sizes of covers are 1, 2, 3, 4: try --n 1"),
        ("build covers --n 9", "--n is a size of covers that cannot be built; the sizes are 1, 2, 3, 4, got 9"),
        ("build covers --n 2 --where D=2", "headcount atlas build takes no --where; it takes --n, --into, --jobs"),
        ("show covers --n 3", "covers with n=3 is not there: the package has no size of it; build it with headcount "
         "atlas build covers --n 3 --into atlas, and give --folder atlas"),
        ("show covers --n 3 --folder .", "covers with n=3 is not there: '.' has no size of it; build it"),
        ("check", "headcount atlas check takes folders"),
        ("list --plot a.png", "--plot is for headcount atlas show, got it with list; leave --plot out"),
        ("show covers --n 2 --plot a.txt", "--plot needs a file name that ends in png, svg or pdf"),
        ("check nowhere", "'nowhere' holds no catalogue: catalogue.json is missing"),
        ("build covers --n 0", "--n must be at least 1, got 0; try --n 5"),
    ],
)  # fmt: skip
def test_mistakes(headcount, words, said):
    code, out, err = headcount("atlas", *words.split())
    assert (code, out) == (USAGE, "")
    assert err.startswith(f"headcount: {said}") and err.count("\n") == 1


def test_a_condition_that_is_none(built):
    code, _, err = built("atlas", "show", "covers", "--n", "2", "--folder", "atlas", "--where", "rank>2")
    assert code == USAGE
    assert "conditions on the fields" in err and "try --where 'cover1>=2'" in err


@pytest.mark.slow
def test_sequences_are_written(headcount, tmp_path):
    for n in ("1", "2", "3"):
        assert headcount("atlas", "build", "covers", "--n", n, "--into", "atlas")[0] == DONE
    code, out, _ = headcount("atlas", "sequences", "covers", "--folder", "atlas", "--into", "sequences")
    assert code == DONE and "covers-classes                   2, 7, 36, 317\n" in out
    names = sorted(path.name for path in (tmp_path / "sequences").iterdir())
    assert "covers-cover1-1.txt" in names and len(names) == int(out.splitlines()[-1].split()[0])
    assert (tmp_path / "sequences" / "covers-cover1-2.txt").read_text() == (
        "%I A000000\n"
        "%S A000000 0,2,19\n"
        "%N A000000 Number of n X n 0/1 matrices up to permutations of rows and of columns with cover1 2.\n"
        f"%C A000000 {cited(COVERS)}\n"
        "%e A000000 a(2) = 2: 01 10; 01 11.\n"
        "%O A000000 1,2\n"
        "%K A000000 nonn,hard,more\n"
        "%A A000000 the headcount authors\n"
    )
    listed = json.loads(headcount("atlas", "sequences", "covers", "--folder", "atlas", "--json")[1])["sequences"]
    assert {one["name"]: one["terms"] for one in listed}["covers-cover1-greatest"] == [1, 2, 3]


def test_it_is_loaded_with_its_table_of_actions():
    assert set(command.ACTIONS) == set(command.USED)


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="children are looked for in /proc")
def test_ctrl_c_and_a_kill_in_the_middle(start, wait_for_engines, tmp_path):
    """In the end the folder has the bytes of the archive in the package."""
    words = ("atlas", "build", "deterministic", "--n", "5", "--into", "atlas", "--jobs", "2")
    stopped = start(*words)
    wait_for_engines(stopped, 2)
    os.killpg(stopped.pid, signal.SIGINT)
    out, err = stopped.communicate(timeout=1000)
    assert stopped.returncode == UNKNOWN
    assert not [line for line in err.splitlines() if not line.startswith("headcount: compiling")]  # a first run says it
    assert out.endswith("interrupted; the same command goes on\n")
    killed = start(*words)
    wait_for_engines(killed, 2)
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate(timeout=1000)
    last = start(*words)
    assert "1796 of 1796 classes" in last.communicate(timeout=1000)[0]
    with zipfile.ZipFile(packaged()["deterministic-5"]) as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    assert {path.name: path.read_bytes() for path in (tmp_path / "atlas" / "deterministic-5").iterdir()} == packed
