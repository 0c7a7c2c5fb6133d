"""What CI runs: the quick tests and the slow ones, each once, nothing left out by its mark, and the same every day."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CI = ROOT / ".ci" / "run"


def dry(*words):
    """What make would run."""
    ours = ("MAKEFLAGS", "MAKELEVEL", "ARGS", "EXTRAS", "SEED")
    clean = {name: value for name, value in os.environ.items() if name not in ours}
    done = subprocess.run(["make", "-n", *words], cwd=ROOT, env=clean, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("target", "marks"), [("test", ["'not slow'"]), ("test-slow", ["slow"]), ("test-all", ["'not slow'", "slow"])]
)
def test_quick_and_slow_are_all(target, marks):
    assert re.findall(r"/pytest .*-m ('[^']+'|\S+)", dry(target)) == marks


@pytest.mark.parametrize(
    ("target", "extras"), [("demo", [""]), ("test", ["", "[test]"]), ("test-slow", ["", "[test]", "[dev]"])]
)
def test_each_target_installs_what_it_needs(target, extras):
    assert re.findall(r"pip install .*--editable '\.(\S*)'$", dry("-B", target), re.MULTILINE) == extras


@pytest.mark.skipif(
    not CI.exists(), reason=f"needs {CI.relative_to(ROOT)}, the script of CI: a checkout has it, an sdist has not"
)
def test_ci_runs_both():
    calls = re.findall(r"^(?:exec )?make (.*)$", CI.read_text("utf-8"), re.MULTILINE)
    assert calls == ["EXTRAS='[dev]' .venv/installed", "-j 2 -O test", "test-slow", "proofs"]
    script = CI.read_text("utf-8")
    assert "\n    export HEADCOUNT_VERIFIED_EXPECTED=1\n" in script
    parts = ("    make verified", '    wait "$verified"', "make -j 2 -O test")
    begun, ended, tested = (script.index(f"\n{line}") for line in parts)
    assert begun < ended < tested, "the verified checker is built before its tests begin"


@pytest.mark.skipif(not CI.exists(), reason="an sdist has no script of CI")
@pytest.mark.parametrize("broken", ["verified", "-j 2 -O test", "test-slow", "proofs", None])
def test_ci_fails_where_one_of_its_parts_does(tmp_path, broken):
    """Each part by a stand-in for make, with nothing missing; what fails beside the rest is no success either."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(CI, tmp_path / ".ci")
    (tmp_path / "bin").mkdir()
    cases = f"EXTRAS=*) mkdir .venv && touch .venv/installed;; '{broken}') exit 3;;"
    for name, script in (
        ("dpkg-query", "printf installed"),
        ("make", f'echo "$*" >> made\ncase "$*" in {cases} esac'),
    ):
        stand_in = tmp_path / "bin" / name
        stand_in.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        stand_in.chmod(0o755)
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    done = subprocess.run(["bash", ".ci/run"], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True)
    assert (done.returncode != 0) == (broken is not None), done.stderr
    made = (tmp_path / "made").read_text("utf-8").splitlines()
    assert "verified" in made and (broken is not None or made[-3:] == ["-j 2 -O test", "test-slow", "proofs"])
    assert broken != "verified" or "-j 2 -O test" not in made


def test_a_seed_is_given_to_fuzz_alone():
    for words, fuzzed in ((["test"], False), (["test-slow", "SEED=7"], False), (["fuzz", "SEED=7"], True)):
        said = dry(*words)
        assert ("--fuzz 7 " in said) == ("-m random" in said) == fuzzed
    one, two = (dry("fuzz") for _ in range(2))  # another one each time, and printed
    seeds = [re.search(r"make fuzz SEED=(\d+)", said)[1] for said in (one, two)]
    assert f"--fuzz {seeds[0]} tests" in one and seeds[0] != seeds[1]


CASES = """
import random
import pytest
from hypothesis import given, strategies

@pytest.mark.in_turn(3)
@pytest.mark.parametrize("x", range(7))
def test_turns(x):
    pass

def test_drawn(rotating_seed):
    print("DRAWN", rotating_seed)

@given(strategies.integers(0, 10**9))
def test_found(x):
    print("FOUND", x)

def test_fails(rotating_seed):
    assert not rotating_seed
"""


PLUGINS = 'pytest_plugins = ["command_line"]'

MARKS = """

def pytest_report_collectionfinish(items):
    return [f"{item.name}: {' '.join(sorted(mark.name for mark in item.iter_markers()))}" for item in items]
"""


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What ``CASES`` say in a pytest of their own with our conftest: twice without a seed, twice with another one."""
    folder = tmp_path_factory.mktemp("apart")
    for name, more in (("conftest.py", MARKS), ("pytest.ini", "")):
        (folder / name).write_text((ROOT / "tests" / name).read_text("utf-8").replace(PLUGINS, "") + more)
    (folder / "test_it.py").write_text(CASES)
    command = [sys.executable, "-m", "pytest", "-s", "-p", "no:cacheprovider", "-p", "no:xdist"]
    runs = [(), (), ("--fuzz", "5"), ("--fuzz", "5")]
    return [
        subprocess.run([*command, *seed], cwd=folder, capture_output=True, encoding="utf-8").stdout for seed in runs
    ]


GROUPS = """
import os
import pytest

@pytest.mark.parametrize("group", [pytest.param(g, marks=pytest.mark.xdist_group(g)) for g in "abcd" for _ in range(4)])
def test_it(group, tmp_path_factory):
    common = tmp_path_factory.getbasetemp().parent
    (common / f"{group} {os.environ['PYTEST_XDIST_WORKER']}").touch()
"""


def test_a_group_is_run_by_one_worker(tmp_path):
    """Whatever the versions of pytest and of its plugin."""
    folder = tmp_path / "apart"
    folder.mkdir()
    for name in ("conftest.py", "pytest.ini"):
        (folder / name).write_text((ROOT / "tests" / name).read_text("utf-8").replace(PLUGINS, ""))
    (folder / "test_it.py").write_text(GROUPS)
    command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadgroup", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "--basetemp", str(tmp_path / "ran")], cwd=folder, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout
    ran = sorted(path.name.split() for path in (tmp_path / "ran").glob("? gw?"))
    assert [group for group, _ in ran] == [*"abcd"] and {worker for _, worker in ran} == {"gw0", "gw1"}


@pytest.mark.slow
@pytest.mark.xdist_group("apart")
def test_random_cases_are_always_the_same_unless_a_seed_is_given(said):
    one, again, five, five_again = (re.findall(r"(?:DRAWN|FOUND) \d+", out) for out in said)
    assert one == again and five == five_again
    assert "DRAWN 5" in five and min(len(one), len(five)) > 50
    assert len(set(one) & set(five)) < 25


@pytest.mark.slow
@pytest.mark.xdist_group("apart")
def test_a_failure_names_the_seed(said):
    assert "random cases: seed 1, as always" in said[0] and "make fuzz" not in said[0]
    begin, failures = said[2].split("FAILURES")
    assert "random cases: seed 5" in begin
    assert "make fuzz SEED=5 repeats this run" in failures


@pytest.mark.slow
@pytest.mark.xdist_group("apart")
def test_marks_do_not_depend_on_the_seed(said):
    """The first of every three is quick, the others are slow; what draws its cases is marked."""
    marks = [dict(re.findall(r"^(test_\S+): ?(.*)$", out, re.MULTILINE)) for out in said]
    assert all(other == marks[0] for other in marks)
    assert [k for k in range(7) if "slow" not in marks[0][f"test_turns[{k}]"]] == [0, 3, 6]
    assert {name for name, words in marks[0].items() if "random" in words} == {"test_drawn", "test_found", "test_fails"}
