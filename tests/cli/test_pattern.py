"""``headcount pattern``: what is printed, keys, files, pictures, exit codes, every mistake."""

import json
import os

import numpy as np
import scipy.sparse as sparse

from headcount import check
from headcount.certificates.verdict import Accepted


def test_it_prints_each_part_with_its_evidence(headcount):
    code, out, err = headcount("pattern", "strided", "n=64", "w=8")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:3] == [
        "strided w=8, n = 64, layers in a cycle of 2",
        "  layer 1: window(8), 1016 connections",
        "  layer 2: stride(8), 512 connections",
    ]
    assert out.count("[CERTIFIED]") == 4
    assert (
        "Assumption 1 holds; depth 2 is universal in this sense (finite grid, free networks between layers), and with "
        "less no network is" in out
    )


def test_json_keys(headcount):
    for words, hops, path, holds in (
        ("strided n=64 w=8", 2, "yes", True),
        ("fixed n=16 w=7", "infinite", "yes", False),
        ("longformer n=5 w=0 g=1", 2, "no", False),
    ):
        code, out, err = headcount("pattern", *words.split(), "--json")
        assert (code, err) == (0, "")
        answer = json.loads(out)
        assert {"n", "layers", "connections", "self_loops", "path", "hops", "assumption1"} <= set(answer)
        assert (answer["hops"], answer["path"], answer["assumption1"]) == (hops, path, holds)
        evidence = [answer["self_loops_evidence"], answer["path_evidence"], *answer["hops_evidence"]]
        assert all(set(one) == {"kind", "status", "method"} and one["status"] == "CERTIFIED" for one in evidence)
        assert len(answer["layers"]) == len(answer["connections"])
        assert answer["certified"] is True


def test_output_is_what_check_accepts(headcount, tmp_path):
    for words in ("star n=20", "block n=20 w=5", "causal star n=20", "random n=20 degree=4", "dilated w=1 r=2 n=9"):
        code, out, _ = headcount("pattern", *words.split(), "-o", "answer.json")
        assert code == 0
        assert "headcount check answer.json" in out
        assert isinstance(check(tmp_path / "answer.json"), Accepted)
        assert headcount("check", "answer.json")[0] == 0


def test_more_steps_for_the_checker_are_told(headcount):
    code, out, _ = headcount("pattern", "star", "n=20", "-o", "answer.json", "--limit", "800000000")
    assert code == 0
    assert "add --limit 800000000 to headcount check" in out
    code, out, err = headcount("pattern", "star", "n=20", "-o", "less.json", "--limit", "100")
    assert code == 5  # the hops stand apart from the bracket
    assert "[PROVED-BY-SOLVER] <= 2" in out
    assert "no certificate was written" in err
    assert os.listdir() == ["answer.json"]


def test_a_changed_file_is_rejected(headcount, tmp_path):
    headcount("pattern", "star", "n=20", "-o", "answer.json")
    content = json.loads((tmp_path / "answer.json").read_text())
    content["question"]["layers"] = [{"name": "window", "w": 1}]
    (tmp_path / "answer.json").write_text(json.dumps(content))
    assert headcount("check", "answer.json")[0] == 3


def test_files_with_self_loops_and_duplicates(headcount, tmp_path):
    (tmp_path / "edges.csv").write_text("0,1\n1,0\n1,2\n2,1\n2,1\n")
    code, out, _ = headcount("pattern", "edges.csv")
    assert code == 0
    assert "position 0 does not attend to itself in layer 1" in out
    assert "the option self-loops adds what is missing" in out
    assert "edges.csv: 1 edge is given more than once and counts once" in out
    assert "Assumption 1 does not hold" in out
    code, out, _ = headcount("pattern", "edges.csv", "--self-loops")
    assert code == 0
    assert "layer 1: edges.csv, 7 connections" in out
    assert "Assumption 1 holds" in out


def test_the_depth_of_copying(headcount):
    code, out, _ = headcount("pattern", "star", "n=256", "--copying")
    assert code == 0
    assert "copying 0s0s, |s| = 127 [computed]: least depth 127 autoregressive, 2 masked" in out
    code, out, _ = headcount("pattern", "block", "w=4", "n=16", "--copying", "--json")
    assert json.loads(out)["copying"] == {"autoregressive": "infinite", "masked": "infinite"}


def test_shares_of_seeds(headcount):
    code, out, err = headcount("pattern", "random", "n=12", "degree=3", "--seeds", "20")
    assert (code, err) == (0, "")
    assert "random degree=3, n = 12, seeds 0 .. 19: share of the seeds (95 % band) [computed]" in out
    code, out, _ = headcount("pattern", "random", "n=12", "degree=12", "--seeds", "5", "--json")
    assert json.loads(out)["assumption1"]["count"] == 5


def test_what_stays_open_is_exit_code_5(headcount, tmp_path):
    """No time for the search: the answer is printed and written all the same."""
    rng = np.random.default_rng(5)
    rows = np.repeat(np.arange(400), 12)
    graph = sparse.coo_array((np.ones(4800), (rows, rng.integers(0, 400, 4800))), shape=(400, 400))
    sparse.save_npz(tmp_path / "mask.npz", graph)
    code, out, _ = headcount("pattern", "mask.npz", "--self-loops", "--budget", "0.001", "-o", "answer.json")
    assert code == 5
    assert "is open" in out
    assert isinstance(check(tmp_path / "answer.json"), Accepted)


def test_pictures(headcount, tmp_path):
    for words, name in (("strided n=32 w=4", "a.svg"), ("causal fixed n=30 w=7", "b.png"), ("star n=9", "c.pdf")):
        assert headcount("pattern", *words.split(), "--plot", name)[0] == 0
        assert (tmp_path / name).stat().st_size > 1000


def test_the_list_names_every_pattern(headcount):
    code, out, _ = headcount("pattern", "--list")
    assert code == 0
    for name in ("dense", "strided", "fixed", "bigbird", "random"):
        assert f"\n{name} " in f"\n{out}"
