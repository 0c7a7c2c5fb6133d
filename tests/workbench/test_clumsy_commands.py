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
FILES = {
    "p.csv": "+-\n-+\n",
    "bad.csv": "x,y\n1,2\n",
    "ragged.csv": "1,0\n1\n",
    "bad.json": "{",
    "empty.csv": "",
    "f.py": "def f(x):\n    return x\n",
    "g.py": "def g(:\n",
    "raises.py": "raise ValueError('no')\n",
    "qrels.jsonl": '{"query-id": "q", "corpus-id": "d"}\n{"query-id"\n',
}
CLUMSY = {
    "prob qsa N=6 q=2": "no such command 'prob'. Did you mean 'probe'",
    "probe": "missing argument 'TASK [NAME=VALUE]..'",
    "probe qsaa N=6 q=2": "did you mean qsa?",
    "probe qsa N=6": "qsa needs the parameter q; write for example: qsa N=6 q=2",
    "probe qsa N=6 q=7": "q must be at most N = 6, got 7; try q=6",
    "probe qsa N=six q=2": "the parameter N must be an integer, got 'six'",
    "probe qsa N=6 q=2 q=3": "the parameter q is given twice",
    "probe qsa n=6 q=2": "qsa needs the parameter N (not n)",
    "probe qsa 6 2": "parameters are name=value words, got '6'",
    "probe qsa N=6, q=2": "the parameter N must be an integer, got '6,'",
    "probe match2 M=0": "M, the modulus, must be an integer >= 1, got 0",
    "probe p.csv --budgt 3": "no such option: --budgt (Possible options: --bits, --budget)",
    "probe p.csv --budget": "option '--budget' requires an argument",
    "probe p.csv --budget x": "invalid value for '--budget'",
    "probe p.csv --budget 0": "invalid value for '--budget'",
    "probe p.csv --seed -1": "invalid value for '--seed'",
    "probe p.csv --bits two": "invalid value for '--bits'",
    "probe nofile.csv": "nofile.csv cannot be read: No such file or directory",
    "probe bad.csv": "bad.csv, line 1, entry 1: expected one of + - 0 *",
    "probe empty.csv": "empty.csv is empty",
    "probe binary": "binary is not a text file",
    "probe binary.npz": "binary.npz is not what scipy.sparse.save_npz writes",
    "probe folder": "folder cannot be read: Is a directory",
    "probe p.csv -o folder": "a file name is needed, got the folder 'folder'",
    "probe p.csv -o nofolder/x.json": "the folder 'nofolder' of 'nofolder/x.json' does not exist",
    "probe p.csv -o p.csv": "the file that is read would be overwritten",
    "probe p.csv -o /dev/full": "could not write the file /dev/full (No space left on device)",
    "probe p.csv --plot x.gif": "--plot needs a file name that ends in png, svg or pdf",
    "probe qsa N=6 q=2 --class gird": "--class must be one of sign, grid, fixed, softmax, thresh, got 'gird'",
    "probe qsa N=6 q=2 --bits 0": "--bits must be 1 .. 4096, got 0",
    "probe qsa N=6 q=2 --read-out any": "--read-out needs a class that computes answers",
    "probe f.py": "which task of f.py?",
    "probe f.py:f": "if that is the tokens, write @headcount.task(alphabet=2) above it",
    "probe f.py:nope": "f.py has no 'nope'; it has f",
    "probe g.py:g": "g.py raised SyntaxError",
    "probe raises.py:g": "raises.py raised ValueError: no",
    "probe nofile.py:f": "there is no file 'nofile.py'",
    "check": "the following arguments are required: FILE; headcount check --help",
    "check --limit 0 p.csv": "--limit must be a number of steps >= 1, got 0",
    "measure disj": "disj takes the parameter n and no other",
    "measure disj n=0": "n, the size of disj, must be an integer >= 1",
    "measure disj n=99": "n must be at most 10 for disj, got 99",
    "measure disj n=2 --only DD": "there is no measure 'DD'",
    "measure disj n=2 --cut PAB": "--cut is for a task that is cut in two",
    "measure bad.csv": "bad.csv, line 1, entry 1: expected one of 0 1 *",
    "measure ragged.csv": "rows must be equally long",
    "reduce disj match3": "n, the size of the two-party function, is missing",
    "reduce disj match9 n=3": "there is no reduction from 'disj' to 'match9'; did you mean disj match3?",
    "reduce disj match3 n=4 a=01 b=10": "a must be 4 bits for DISJ_4",
    "reduce disj match3 n=2 a=01": "b is missing",
    "reduce n=40 --verify": "name a two-party function and a task",
    "protocol match3 n=4": "the parameter m is missing",
    "protocol match3 n=4 m=3 p=99999": "must be at most 1000, got 99999",
    "construct nosuch N=3": "there is no construction 'nosuch'",
    "construct qsa-moment-curve N=6": "qsa-moment-curve needs the parameter q",
    "construct qsa-moment-curve N=6 q=2 --unit u.txt": "--unit needs a file name that ends in json or npz",
    "construct qsa-moment-curve N=6 q=2 --unit nofolder/u.npz": "the folder 'nofolder' of",
    "frontier qsa N=6 q=2 --bits 3:1": "try --bits 1:3",
    "frontier qsa N=6 q=2 --store folder": "a file name is needed, got the folder 'folder'",
    "frontier qsa N=6 q=2 --store p.csv": "'p.csv' cannot be used as a store",
    "dimension nofile.jsonl": "nofile.jsonl cannot be read",
    "dimension binary": "the format of binary cannot be told",
    "dimension qrels.jsonl": "qrels.jsonl, line 2",
    "dimension empty.csv": "empty.csv is empty",
    "dimension p.csv --bits 0": "--bits must lie between 1 and 24",
    "bounds disj n=3": "disj is a two-party function",
    "theorems --run nosuch": "there is no theorem 'nosuch'",
    "pattern window": "window needs the number of positions",
    "reachable nofile.npy": "nofile.npy cannot be read",
    "approximate nofile.npz": "nofile.npz cannot be read",
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with the files above, some of which are no good."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "folder").mkdir()
    for name in ("binary", "binary.npz"):
        (tmp_path / name).write_bytes(bytes(range(128, 256)))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder):
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.iterdir()}


@pytest.mark.parametrize("words", CLUMSY)
def test_a_mistake_is_one_sentence_and_leaves_nothing_behind(headcount, folder, words):
    before = contents(folder)
    code, out, err = headcount(*words.split())
    printed_first = "/dev/full" in words  # the answer is there already when the disk is full
    assert code == USAGE
    assert bool(out) == printed_first
    (line,) = err.strip().splitlines()
    assert line.startswith("headcount: ")
    assert CLUMSY[words] in line
    assert "internal error" not in line
    after = {name: data for name, data in contents(folder).items() if name != "__pycache__"}
    assert after == before


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
@pytest.mark.parametrize("words", ["measure --list", "theorems", "check --help", "probe --help", "reduce"])
def test_a_reader_that_has_had_enough_is_no_mistake(folder, words):
    done = shell(f"headcount {words} | head -1", folder)
    assert (done.returncode, done.stderr) == (DONE, "")
    assert done.stdout.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    "words", ["probe qsa N=4 q=1 --quiet", "theorems", "measure disj n=2 --json --quiet", "reduce"]
)
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
        "from headcount.workbench.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


def test_ctrl_c_before_a_command_is_loaded_is_one_sentence(folder):
    prepared = "import headcount.workbench.commands.app as app; app._LoadedWhenCalled.resolve_command = ctrl_c"
    assert interrupted_command(folder, "theorems", prepared) == (128 + signal.SIGINT, "", SAID)


def test_ctrl_c_while_something_is_loaded_is_one_sentence(folder):
    """As libraries written in C do, what is loaded takes any exception for an import that failed."""
    prepared = (
        "import headcount.workbench.commands.app as app\n"
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
        ("theorems --check", "headcount.workbench.theorems.faults.ledger_faults"),
    ],
)
def test_ctrl_c_at_work_is_one_sentence(folder, words, interrupted):
    """What takes long is replaced by Ctrl-C."""
    (folder / "own.py").write_text(OWN, "utf-8")
    module, _, name = interrupted.rpartition(".")
    prepared = f"import {module} as at_work; at_work.{name} = ctrl_c"
    assert interrupted_command(folder, words, prepared) == (128 + signal.SIGINT, "", SAID)
