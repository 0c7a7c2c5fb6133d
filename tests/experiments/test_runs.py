"""The smallest version of every experiment: it runs, is stored, is not trained twice, and says the same again.

In processes of their own: JAX has threads, and other tests fork.
"""

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WITH_JAX = Path(__file__).with_name("with_jax.py")
NAMES = ("averaging_models", "averaging_sizes", "triples", "copying", "sign_patterns")


QUICKLY = {**os.environ, "JAX_DISABLE_MOST_OPTIMIZATIONS": "1"}
"""Most of the time goes into compiling what then runs for some steps."""
one_run = pytest.mark.xdist_group("experiments")


def run(*words):
    """What the command prints; it succeeds."""
    command = [sys.executable, ROOT / "experiments" / "run.py", "--workers", "1", *words]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=QUICKLY)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def smallest(tmp_path_factory):
    """A folder with the smallest version of all experiments, and what was said of each."""
    folder = tmp_path_factory.mktemp("smallest")
    _, *said = re.split(rf"^(?:{'|'.join(NAMES)}): ", run("--smoke", "--store", folder), flags=re.MULTILINE)
    return folder, dict(zip(NAMES, said, strict=True))


@pytest.mark.slow
@one_run
@pytest.mark.parametrize("name", NAMES)
def test_the_smallest_version(name, smallest):
    folder, said = smallest
    records = [json.loads(line) for line in (folder / f"{name}.jsonl").read_text().splitlines()]
    assert f"{len(records)} cells, 0 stored already" in said[name]
    assert all(record.keys() == {"config", "result", "seconds", "versions"} for record in records)
    rows = list(csv.DictReader((folder / f"{name}.csv").read_text().splitlines()))
    assert len(rows) == sum(len(record["config"]["seeds"]) for record in records)
    pictures = [line.strip() for line in said[name].splitlines() if line.endswith(".png")]
    assert pictures
    assert all(Path(path).stat().st_size > 5000 for path in pictures)


@pytest.mark.slow
@one_run
def test_what_is_stored_is_not_trained_again(smallest):
    folder, _ = smallest
    before = {path.name: path.read_text() for path in folder.glob("*.jsonl")}
    cells = re.findall(r"(\d+) cells, (\d+) stored already", run("--smoke", "--store", folder))
    assert len(cells) == len(NAMES) and all(whole == stored for whole, stored in cells)
    assert {path.name: path.read_text() for path in folder.glob("*.jsonl")} == before


@pytest.mark.slow
@one_run
def test_seeds_decide_everything(smallest, tmp_path):
    run("sign_patterns", "--smoke", "--store", tmp_path)
    files = [folder / "sign_patterns.jsonl" for folder in (smallest[0], tmp_path)]
    one, two = ([json.loads(line)["result"] for line in file.read_text().splitlines()] for file in files)
    assert one == two


@pytest.mark.slow
def test_models_and_data_are_what_they_are_called():
    # -P: else the folder headcount.egg-info, which lists __main__.py, is in the path, and pytest warns of it
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", WITH_JAX]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=QUICKLY)
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
