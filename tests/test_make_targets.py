"""What CI runs: the quick tests and the slow ones, each once, and nothing is left out by its mark."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CI = ROOT / ".ci" / "run"


def marks(target):
    """The expressions after -m in the calls of pytest that a target makes."""
    clean = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "ARGS")}
    done = subprocess.run(["make", "-n", target], cwd=ROOT, env=clean, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    calls = [line for line in done.stdout.splitlines() if re.search(r"/pytest ", line)]
    return [re.search(r"-m ('[^']+'|\S+)", line)[1].strip("'") for line in calls]


def test_quick_and_slow_are_all():
    assert marks("test") == ["not slow"]
    assert marks("test-slow") == ["slow"]
    assert marks("test-all") == ["not slow", "slow"]


@pytest.mark.skipif(
    not CI.exists(), reason=f"needs {CI.relative_to(ROOT)}, the script of CI: a checkout has it, an sdist has not"
)
def test_ci_runs_both():
    calls = re.findall(r"^(?:exec )?make (.*)$", CI.read_text("utf-8"), re.MULTILINE)
    assert calls == ["test", "test-slow", "proofs"]


def test_the_rotating_seed_is_named_and_repeats(tmp_path):
    """In a pytest of its own with our conftest: the header and the failure name the seed that was given."""
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text("utf-8"))
    (tmp_path / "test_it.py").write_text("def test_it(rotating_seed):\n    assert rotating_seed == 5\n")
    for seed, code in ((5, 0), (6, 1)):
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env={**os.environ, "HEADCOUNT_TEST_SEED": str(seed)},
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == code, done.stdout
        assert f"rotating seed: {seed}" in done.stdout
        assert (f"HEADCOUNT_TEST_SEED={seed} repeats this run" in done.stdout.partition("FAILURES")[2]) == bool(code)


def test_cases_in_turn_are_quick_on_some_day_and_slow_on_the_others(tmp_path):
    for name in ("conftest.py", "pytest.ini"):
        (tmp_path / name).write_text((ROOT / "tests" / name).read_text("utf-8"))
    cases = "@pytest.mark.in_turn(3)\n@pytest.mark.parametrize('x', range(7))\ndef test_it(x):\n    pass\n"
    (tmp_path / "test_it.py").write_text(f"import pytest\n\n\n{cases}")
    quick = []
    for seed in (3, 4, 5):
        seen = []
        for expression in ("not slow", "slow"):
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "--co", "-m", expression],
                cwd=tmp_path,
                env={**os.environ, "HEADCOUNT_TEST_SEED": str(seed)},
                capture_output=True,
                encoding="utf-8",
            )
            seen.append(set(re.findall(r"test_it\[(\d)\]", done.stdout)))
        assert seen[0] | seen[1] == set("0123456")
        assert not seen[0] & seen[1]
        quick += sorted(seen[0])
    assert sorted(quick) == list("0123456")
