"""Results on disk: a run that is cut off loses nothing; what is stored agrees with the certified numbers beside it."""

import csv
import json
from pathlib import Path

import pytest

import tables
from store import Store, identity, read

RESULTS = Path(__file__).parents[2] / "experiments" / "results"
NAMES = ("averaging_models", "averaging_sizes", "triples", "copying", "sign_patterns")


def record(seeds=(0, 1), **config):
    return {"config": {**config, "seeds": list(seeds)}, "result": {"least": list(seeds), "lower": 3}, "seconds": 1.0}


def test_a_line_that_was_cut_off_is_not_there(tmp_path):
    store = Store(tmp_path, "some")
    store.add(record(n=1))
    store.path.write_text(store.path.read_text() + '{"config": {"n": 2, "se')
    assert store.finished() == {identity(record(n=1)["config"])}
    store.add(record(n=3))
    assert [r["config"]["n"] for r in store.records()] == [1, 3]


def test_tidy_files_are_in_order_and_have_a_row_for_each_seed(tmp_path):
    store = Store(tmp_path, "some")
    for n in (3, 1, 2):
        store.add(record(n=n, seeds=(5, 7)))
    store.tidy([record(n=n, seeds=(5, 7))["config"] for n in (1, 2, 3)])
    assert [r["config"]["n"] for r in store.records()] == [1, 2, 3]
    rows = list(csv.DictReader((tmp_path / "some.csv").read_text().splitlines()))
    assert [(row["n"], row["seed"], row["least"], row["lower"]) for row in rows][:2] == [
        ("1", "5", "5", "3"),
        ("1", "7", "7", "3"),
    ]
    assert not list(tmp_path.glob("*.part"))


def test_equal_configurations_are_one_cell():
    assert identity({"a": 1, "b": [2]}) == identity({"b": [2], "a": 1})
    assert identity({"a": 1}) != identity({"a": 2})


@pytest.mark.parametrize("size", ["short", "full"])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_stored_is_whole(size, name):
    records = read(RESULTS / size, name)
    assert records
    assert len({identity(r["config"]) for r in records}) == len(records)
    assert all(json.dumps(r["result"], allow_nan=False) for r in records)
    rows = list(csv.DictReader((RESULTS / size / f"{name}.csv").read_text().splitlines()))
    assert len(rows) == sum(len(r["config"]["seeds"]) for r in records)


@pytest.mark.parametrize("size", ["short", "full"])
def test_no_run_is_below_a_certified_width(size):
    for name in ("averaging_sizes", "sign_patterns"):
        for stored in read(RESULTS / size, name):
            result = stored["result"]
            assert all(m is None or m >= result["lower"] for m in result["least"]), stored["config"]
    for stored in read(RESULTS / size, "averaging_sizes"):
        config, result = stored["config"], stored["result"]
        for m, errors in zip(result["widths"], result["errors"], strict=True):
            # Below the least width an error below 1/q is impossible, not only one of 1/(2q), from N = 3q on.
            if m < result["lower"] and config["N"] >= 3 * config["q"]:
                assert min(errors) >= 1 / config["q"] - 1e-9


@pytest.mark.parametrize("size", ["short", "full"])
def test_tokens_that_are_not_seen_are_guessed(size):
    below = [r for r in read(RESULTS / size, "copying") if r["result"]["unseen_accuracy"] is not None]
    assert below
    for stored in below:
        config, result = stored["config"], stored["result"]
        assert result["needed"] == "infinite" or config["layers"] < result["needed"]
        assert max(result["unseen_accuracy"]) < 1.2 / config["V"]


@pytest.mark.parametrize("name", NAMES)
def test_the_page_has_the_tables_of_what_is_stored(name):
    page = (RESULTS.parent / "README.rst").read_text("utf-8")
    table = "".join(f"   {line}\n" for line in tables.lines(name, read(RESULTS / "full", name)))
    assert table in page, f"experiments/README.rst should hold\n\n{table}"
