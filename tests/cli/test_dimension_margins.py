"""``headcount dimension --margin``, ``--at``, ``--noise``: what is printed and written, and what is refused."""

import json
import re

import numpy as np
import pytest

from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted

SIX = ("dimension", "subsets", "n=6", "k=2", "--budget", 1000)


def test_what_is_printed_and_written(headcount, tmp_path):
    code, out, _ = headcount(*SIX, "--at", "3:5", "-o", "m.json", "--plot", "m.png", "--noise", "int8")
    assert code == 0
    table = re.findall(r"^ +(\d+)  (\S+) +(\S+) +closed$", out, re.MULTILINE)
    assert table == [("3", "none", "0"), ("4", "0.25", "0.25"), ("5", "0.4743", "0.4744")]
    assert "int8 at d = 4: margin" in out and "all orders survive [PROVED]" in out
    assert (tmp_path / "m.png").stat().st_size > 5000
    assert isinstance(check(tmp_path / "m.json"), Accepted)
    code, out, _ = headcount("check", "m.json")
    assert code == 0 and "margin^2 >= 9/40" in out


def test_every_line_agrees_with_the_table(headcount):
    """A margin in a reason is the one of the table, and no found margin is above one that none exceeds."""
    _, out, _ = headcount(*SIX, "--at", "2:7", "--margin", "0.3")
    rows = {d: (low, high) for d, low, high in re.findall(r"^ +(\d+)  (none|[0-9.]+) +([0-9.]+)", out, re.MULTILINE)}
    assert set(rows) == {"2", "3", "4", "5", "6", "7"}
    for d, relation, value in re.findall(r"d = (\d+): margin (>=|<=) ([0-9.]+)", out):
        assert rows[d][relation == "<="] == value
    assert all(low == "none" or float(low) <= float(high) for low, high in rows.values())
    (low, high) = re.search(r"margin of 0\.3: (\d+) <= d <= (\d+)", out).groups()
    assert low == high == "5"
    assert float(rows["5"][0]) >= 0.3 > float(rows["4"][1])


def test_json(headcount):
    code, out, _ = headcount(*SIX, "--margin", "0.25", "--json")
    said = json.loads(out)
    assert code == 0
    assert said["least"] == {"lower": 4, "upper": 4, "no_size": False}
    assert said["margin"] == "1/4"
    by_d = {one["d"]: one for one in said["at"]}
    assert by_d[4]["lower_square"] == by_d[4]["upper_square"] == "1/16"
    assert by_d[4]["upper_evidence"]["status"] == "CERTIFIED"


@pytest.mark.parametrize("type", ["float64", "float32", "int8"])
def test_vectors_of_length_1(headcount, tmp_path, type):
    code, out, _ = headcount(*SIX, "--margin", "0.3", "--embeddings", "v.npz", "--type", type)
    assert code == 0 and f"vectors ({type}, verified as stored, margin 0.4" in out
    assert "not certified" not in out
    with np.load(tmp_path / "v.npz") as found:
        assert found["queries"].shape == (15, 5) and found["items"].shape == (6, 5)
        if type != "int8":
            assert np.allclose(np.linalg.norm(found["items"], axis=1), 1, atol=1e-6)
        scores = found["queries"].astype(float) @ found["items"].T.astype(float)
        wanted = np.array([[str(item) in query.split() for item in found["item_ids"]] for query in found["query_ids"]])
    assert (np.where(wanted, scores, np.inf).min(axis=1) > np.where(wanted, -np.inf, scores).max(axis=1)).all()


def test_a_margin_that_no_dimension_has(headcount, tmp_path):
    code, out, _ = headcount(*SIX, "--margin", "0.5", "--embeddings", "v.npz", "-o", "none.json")
    assert code == 0
    assert "no d will do" in out and "in any dimension margin <= 0.4744" in out
    assert not (tmp_path / "v.npz").exists()
    assert isinstance(check(tmp_path / "none.json"), Accepted)


def test_a_later_run_goes_on(headcount):
    headcount("dimension", "subsets", "n=7", "k=2", "--at", "4", "--budget", 0.05, "-o", "m.json")
    code, out, _ = headcount(
        "dimension", "subsets", "n=7", "k=2", "--at", "4", "--budget", 0.05, "--start", "m.json", "-o", "m.json"
    )
    assert code == 5 and "none found" not in out
    code, _, err = headcount("dimension", "subsets", "n=6", "k=2", "--at", "4", "--start", "m.json")
    assert code == 2 and "the same data and options" in err


@pytest.mark.parametrize("words, message", [
    (["--margin", "0"], "--margin must be a number above 0 and at most 1"),
    (["--margin", "1.01"], "got '1.01'; try --margin 0.05"),
    (["--margin=-1"], "above 0 and at most 1"), (["--margin", "nan"], "above 0 and at most 1"),
    (["--at", "0"], "--at must be dimensions 1 .. 4096"), (["--at", "64,"], "try --at 64,128"),
    (["--noise", "int8"], "as in --at 64, or --margin 0.05"), (["--at", "4", "--noise", "int5"], "--noise must be one"),
    (["--at", "4", "--bits", "0"], "--bits must be numbers of bits"),
    (["--at", "4", "--threshold", "zero"], "leave out --threshold"),
    (["--at", "4", "--score", "euclidean"], "leave out --score"), (["--plot", "x.png"], "or --at 2:16"),
])  # fmt: skip
def test_mistakes(headcount, words, message):
    code, _, err = headcount("dimension", "subsets", "n=6", "k=2", *words)
    assert code == 2
    assert message in err


def test_nothing_to_rank(headcount, tmp_path):
    (tmp_path / "all.csv").write_text("1,1\n1,1\n")
    code, _, err = headcount("dimension", "all.csv", "--format", "matrix", "--at", 2)
    assert code == 2 and "any vectors keep any margin" in err
