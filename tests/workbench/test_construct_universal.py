"""``headcount construct universal``: what it prints and writes, and every mistake a user can make."""

import json
import random
from functools import partial
from itertools import product

import pytest

from headcount import check
from headcount.attention import load_arrays
from headcount.certificates.verdict import Accepted
from headcount.questions import load_unit


@pytest.fixture
def run(headcount, tmp_path):
    """``headcount construct universal``, with the table files that the tests name."""
    for n, alphabet in ((4, 2), (3, 2), (3, 4), (5, 2)):
        rng = random.Random(n)
        answers = [[list(x), [rng.randrange(4) for _ in x]] for x in product(range(alphabet), repeat=n)]
        table = {"alphabet": alphabet, "length": n, "answers": answers}
        (tmp_path / f"table{n}{alphabet}.json").write_text(json.dumps(table))
    return partial(headcount, "construct", "universal")


def test_the_command_of_the_issue(run, tmp_path):
    code, out, err = run("--pattern", "star", "n=4", "levels=2", "table42.json", "-o", "c.json")
    assert (code, err) == (0, "")
    assert "7 layers" in out
    assert "verified    all 16 inputs" in out
    assert "least depth 1 <= D <= 1" in out
    assert "softmax at temperature" in out
    verdict = check(tmp_path / "c.json")
    assert isinstance(verdict, Accepted)
    assert "pattern=sparse-pattern n=4 layers=(star): m <= 1" in verdict.statement
    content = json.loads((tmp_path / "c.json").read_text())
    content["question"]["answers"][3][1][2] += 1
    assert check(content).code == "evaluate"


def test_json(run):
    code, out, err = run("--pattern", "window w=1", "levels=2", "d=2", "table34.json", "--map", "sparsemax", "--json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert (answer["layers"], answer["moving_layers"], answer["hops"], answer["depth"]) == (10, 10, 2, 2)
    assert (answer["ids"], answer["along"], answer["order"]) == (192, [0, 1, 2], 2)
    assert answer["pattern"]["layers"] == [{"name": "window", "w": 1}]
    assert answer["real_weights"]["map"] == "sparsemax"
    assert answer["real_weights"]["off_by_at_most"] == 0
    assert answer["certificate"]["accepted"] is True
    assert answer["verification"]["exhaustive"] is True


def test_files(run, tmp_path):
    words = ("--pattern", "strided", "w=2", "table42.json", "--unit", "u.json", "--plot", "p.png")
    code, _, err = run(*words)
    assert (code, err) == (0, "")
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
    unit = load_unit(tmp_path / "u.json")
    assert [layer.mask for layer in unit.layers[:2]] == [
        ((0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3), (1, 2, 3)),
        ((0, 2), (1, 3), (0, 2), (1, 3)),
    ]
    assert run("--pattern", "star", "table32.json", "--unit", "u.npz")[0] == 0
    assert load_arrays(tmp_path / "u.npz").length == 3


def test_a_graph_and_a_named_task(run, tmp_path):
    (tmp_path / "edges.csv").write_text("0,0\n1,1\n2,2\n0,2\n1,0\n2,1\n")
    code, out, _ = run("--pattern", "edges.csv", "match2", "M=2", "N=3")
    assert code == 0
    assert "computes    match order=2 M=2 N=3" in out
    assert "layers=(lists lists=((0, 2), (0, 1), (1, 2))): m <= 1" in out
