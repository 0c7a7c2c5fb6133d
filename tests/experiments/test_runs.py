"""The smallest version of every experiment: it runs, is stored, is not trained twice, and says the same again.

In processes of their own: JAX has threads, and other tests fork.
"""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WITH_JAX = Path(__file__).with_name("with_jax.py")
NAMES = ("averaging_models", "averaging_sizes", "triples", "copying", "sign_patterns")


def run(*words):
    """What the command prints; it succeeds."""
    command = [sys.executable, ROOT / "experiments" / "run.py", *words]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_smallest_version(name, tmp_path):
    said = run(name, "--smoke", "--store", tmp_path)
    text = (tmp_path / f"{name}.jsonl").read_text()
    records = [json.loads(line) for line in text.splitlines()]
    assert f"{len(records)} cells, 0 stored already" in said
    assert all(record.keys() == {"config", "result", "seconds", "versions"} for record in records)
    rows = list(csv.DictReader((tmp_path / f"{name}.csv").read_text().splitlines()))
    assert len(rows) == sum(len(record["config"]["seeds"]) for record in records)
    pictures = [line.strip() for line in said.splitlines() if line.endswith(".png")]
    assert pictures
    assert all(Path(path).stat().st_size > 5000 for path in pictures)
    again = run(name, "--smoke", "--store", tmp_path)
    assert f"{len(records)} cells, {len(records)} stored already" in again
    assert (tmp_path / f"{name}.jsonl").read_text() == text


@pytest.mark.slow
def test_seeds_decide_everything(tmp_path):
    results = []
    for place in ("one", "two"):
        run("sign_patterns", "--smoke", "--store", tmp_path / place)
        lines = (tmp_path / place / "sign_patterns.jsonl").read_text().splitlines()
        results.append([json.loads(line)["result"] for line in lines])
    assert results[0] == results[1]


@pytest.mark.slow
def test_models_and_data_are_what_they_are_called():
    # -P: else the folder headcount.egg-info, which lists __main__.py, is in the path, and pytest warns of it
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", WITH_JAX]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout


def test_an_unknown_experiment_is_named():
    command = [sys.executable, ROOT / "experiments" / "run.py", "averaging"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "no experiment 'averaging'" in done.stderr


def test_the_list_trains_nothing(tmp_path):
    said = run("--list", "--store", tmp_path)
    assert all(f"{name}: " in said for name in NAMES)
    assert not list(tmp_path.iterdir())
