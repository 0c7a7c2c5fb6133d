"""What people type by mistake: each ends with one sentence and the right exit code, and nothing is left behind."""

import json
import os
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

DONE, USAGE, MALFORMED = 0, 2, 4
OWN = """
from headcount import PairDetection, reduction
def encoding(n):
    cycle = PairDetection(3 * n, lambda x, y: (x - y) % (3 * n) in (1, 3 * n - 1))
    return reduction(
        "index", cycle, n, bob=lambda b: {n + 1: 3 * (b - 1)}, output_position=n + 1,
        alice=lambda a: {j: 3 * (j - 1) + bit for j, bit in enumerate(a, start=1)},
    )
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with files that are no good."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "p.csv").write_text("+-\n-+\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(bytes(range(128, 256)))
    return tmp_path


def test_what_cannot_be_read_as_a_certificate_is_malformed(headcount, folder):
    for name in ("bad.json", "binary", "p.csv"):
        code, out, err = headcount("check", name)
        assert (code, err) == (MALFORMED, "")
        assert out.startswith(f"{name}: MALFORMED  certificate: ")


@pytest.mark.parametrize("command", ["check", "export -o out"])
def test_a_certificate_that_is_not_there(headcount, folder, command):
    for name, why in (("nofile.json", "No such file or directory"), ("folder", "Is a directory")):
        code, out, err = headcount(*command.split(), name)
        assert (code, out) == (USAGE, "")
        assert err == f"headcount: {name} cannot be read: {why}; name a certificate (JSON)\n"


def test_other_certificates_are_checked_all_the_same(headcount, folder):
    code, out, err = headcount("check", "nofile.json", "bad.json", "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert (code, [one["verdict"] for one in found]) == (MALFORMED, ["no file", "malformed"])
    assert err.startswith("headcount: nofile.json cannot be read")


def test_entries_as_numpy_writes_them(headcount, folder):
    numpy = pytest.importorskip("numpy")
    numpy.savetxt(folder / "m.txt", [[1, 0], [0, 1]])
    numpy.savetxt(folder / "m.csv", [[1, -1], [-1, 1]], delimiter=",")
    code, out, _ = headcount("measure", "m.txt", "--only", "rank_q", "--json")
    assert (code, json.loads(out)["measures"]["rank_q"]["lower"]) == (DONE, 2)
    assert headcount("probe", "m.csv", "--null", "--quiet")[0] == DONE


def shell(command, folder):
    """In a shell, where pipes close and disks are full."""
    program = f"{shlex.quote(sys.executable)} -m headcount"
    line = f"set -o pipefail; {command.replace('headcount', program)}"
    return subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, encoding="utf-8")


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize("words", ["measure --list", "theorems"])
def test_a_reader_that_has_had_enough_is_no_mistake(folder, words):
    done = shell(f"headcount {words} | head -1", folder)
    assert (done.returncode, done.stderr) == (DONE, "")
    assert done.stdout.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize("words", ["probe qsa N=4 q=1 --quiet", "measure disj n=2 --json --quiet", "theorems"])
def test_a_full_disk_is_one_sentence(folder, words):
    done = shell(f"headcount {words} > /dev/full", folder)
    assert done.returncode == USAGE
    (line,) = done.stderr.splitlines()
    assert line.startswith("headcount: could not write the ")
    assert line.endswith(" (No space left on device); try another place")


def test_version_and_completion(headcount, monkeypatch):
    from headcount import __version__

    assert headcount("--version") == (DONE, f"headcount {__version__}\n", "")
    monkeypatch.setenv("_HEADCOUNT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "headcount pro")
    monkeypatch.setenv("COMP_CWORD", "1")
    assert headcount()[1].split() == ["probe", "protocol"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_summaries_are_whole(folder):
    done = shell("headcount --help", folder)
    assert (done.returncode, done.stderr) == (DONE, "")
    assert "..." not in done.stdout.replace("[ARGS]...", "")
    bare = shell("headcount", folder)
    assert (bare.returncode, bare.stdout) == (USAGE, "")
    assert bare.stderr.split() == done.stdout.split()


def test_check_says_by_its_exit_code_what_nobody_reads(folder):
    assert shell("headcount probe match2 M=7 -o good.json -q", folder).returncode == DONE
    good = json.loads((folder / "good.json").read_text())
    good["claims"][0]["value"] += 1
    (folder / "wrong.json").write_text(json.dumps(good))
    for files, wanted in (("good.json", DONE), ("good.json wrong.json", 3), ("wrong.json good.json", 3)):
        done = shell(f"headcount check {files} | true; exit ${{PIPESTATUS[0]}}", folder)
        assert (done.returncode, done.stderr) == (wanted, "")
    if Path("/dev/full").exists():
        done = shell("headcount check good.json > /dev/full", folder)
        wanted = "headcount: could not write the output (No space left on device); try another place\n"
        assert (done.returncode, done.stderr) == (USAGE, wanted)


def test_two_processes_on_one_store_lose_nothing(folder):
    command = [sys.executable, "-m", "headcount", "frontier", "qsa", "N=4", "q=1", "--m", "1:3", "--store", "s.sqlite"]
    command += ["--budget", "60", "--no-fill", "--json", "--quiet"]
    both = [subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    answers = [json.loads(process.communicate()[0]) for process in both]
    assert [process.returncode for process in both] == [DONE, DONE]
    decided = [[(c["m"], c["p"], c["status"]) for c in answer["cells"]] for answer in answers]
    assert decided[0] == decided[1]
    with sqlite3.connect(folder / "s.sqlite") as store:
        assert store.execute("pragma integrity_check").fetchone() == ("ok",)
    assert not [name for name in os.listdir(folder) if name.endswith((".part", ".tmp"))]


SAID = "headcount: interrupted; what is printed holds, the rest was not done\n"


def interrupted_command(folder, words, prepared):
    """What ``headcount`` says, in a process that runs ``prepared`` first and heeds Ctrl-C, wherever it was started."""
    code = (
        f"import os, signal, sys, time; sys.argv = ['headcount', *{words.split()}]\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it\n"
        "def ctrl_c(*a, **k):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    time.sleep(60)  # until it comes\n"
        f"{prepared}\n"
        "from headcount.cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


def test_ctrl_c_before_a_command_is_loaded_is_one_sentence(folder):
    prepared = "import headcount.cli.app as app; app._LoadedWhenCalled.resolve_command = ctrl_c"
    assert interrupted_command(folder, "theorems", prepared) == (128 + signal.SIGINT, "", SAID)


def test_ctrl_c_while_something_is_loaded_is_one_sentence(folder):
    """As libraries written in C do, what is loaded takes any exception for an import that failed."""
    prepared = (
        "import headcount.cli.app as app\n"
        "def load(*a):\n"
        "    try:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        for _ in range(100): pass\n"
        "    except BaseException:\n"
        "        raise ImportError('a library could not be loaded') from None\n"
        "app.import_module = load"
    )
    assert interrupted_command(folder, "theorems", prepared) == (128 + signal.SIGINT, "", SAID)


@pytest.mark.parametrize(
    ("words", "interrupted"),
    [
        ("reduce disj match3 n=1:3 --verify", "headcount.reductions.laws.verify_exhaustive"),
        ("bounds match3 N=65", "headcount.reductions.excluded_sizes.path_bounds.lower_bounds"),
        ("bounds own.py:encoding n=2", "headcount.reductions.laws.verify_exhaustive"),
        ("theorems --check", "headcount.ledger.faults.ledger_faults"),
    ],
)
def test_ctrl_c_at_work_is_one_sentence(folder, words, interrupted):
    """What takes long is replaced by Ctrl-C."""
    (folder / "own.py").write_text(OWN, "utf-8")
    module, _, name = interrupted.rpartition(".")
    prepared = f"import {module} as at_work; at_work.{name} = ctrl_c"
    assert interrupted_command(folder, words, prepared) == (128 + signal.SIGINT, "", SAID)
