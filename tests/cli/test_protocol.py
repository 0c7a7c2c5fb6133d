"""``headcount protocol`` in one process: transcripts, totals against the formula, every mistake a user can make."""

import json
from functools import partial

import pytest

from headcount.attention import save_arrays
from headcount.questions import unit_to_json
from headcount.reductions import find_reduction
from headcount.reductions.protocols.random_layered_unit import random_layered_unit
from headcount.reductions.protocols.random_unit import random_fixed_point_unit
from headcount.search.protocol_runs import protocol_runs


@pytest.fixture
def run(headcount):
    """``headcount protocol`` with some words."""
    return partial(headcount, "protocol")


def test_the_issues_example(run):
    code, out, err = run("match3", "n=4", "m=3", "p=4", "H=2")
    assert (code, err) == (0, "")
    assert "cut PAAAABBBB, output at position 1" in out
    assert "class FIXED(4, twos), m = 3, H = 2, dv = 3" in out
    assert "head 2: sum of weights" in out
    assert "98  in total; Bob answers" in out
    # By hand: l = bits of 3 * 8 * 15 + 1 = 361, 9; lead, one of 6, 3; Z <= 4 * 16, 7; 4 * 16 * 15 + 1 = 961, 10.
    assert "= 98 bits" in out
    assert 2 * (9 + 3 + 7 + 3 * 10) == 98
    assert "= 58 bits" in run("match3", "n=4", "m=3", "p=4", "H=2", "--dv", "1")[1]
    assert out == run("match3", "n=4", "m=3", "p=4", "H=2")[1]
    assert out != run("match3", "n=4", "m=3", "p=4", "H=2", "--seed", "1")[1]


def test_what_there_was_time_for(run, counted_clock):
    """A unit of three layers is made for the pairs that there is time for; without layers all units are ready."""
    words = ["cycle3", "n=3", "rows=1", "m=1", "p=1", "D=2"]
    whole = protocol_runs(words, every=True)
    assert whole.complete and len(whole.runs) == whole.asked == 64
    counted_clock(1.0)  # the first 16 pairs take a second: for 5 seconds the unit is made for 26
    told = []
    found = protocol_runs(words, every=True, budget=5, watch=lambda *seen: told.append(seen))
    assert not found.complete and 0 < len(found.runs) < 16 and found.asked == 64
    assert f"{len(found.runs)} of 64 pairs of inputs, when the time was over" in str(found)
    assert [done for _, done, asked in told if asked == 64] == list(range(len(found.runs)))
    assert found.protocol.unit.read_outs[0].alphabet < whole.protocol.unit.read_outs[0].alphabet
    assert found.runs[0].total <= found.formula_bits
    code, out, _ = run(*words, "--all", "--budget", "0.5", "--json")
    answer = json.loads(out)
    assert (code, answer["complete"], answer["runs"]) == (5, False, 1)


def test_json_adds_up(run):
    code, out, err = run("qsa", "n=3", "m=4", "p=2", "dv=2", "a=010", "b=110", "--json")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert sum(len(message["bits"]) for message in answer["messages"]) == answer["bits"][0] == answer["formula_bits"]
    assert answer["formula"] == "H (m p + l + dv p)"
    assert answer["formula_bits"] == 4 * 2 + 5 + 2 * 2  # scores of 4 products, 4 * 2 * 3 + 1 = 25 of them
    assert {message["from"] for message in answer["messages"]} == {"Alice"}
    assert (answer["a"], answer["b"], answer["cut"]) == ("010", "110", "PBPBPBA")


@pytest.mark.parametrize("grid", ["twos", "midrise"])
@pytest.mark.parametrize(
    "words",
    [["match3", "n=2"], ["qsa", "n=2"], ["cycle3", "n=2"], ["induction-heads", "n=3"], ["eq", "qsa", "n=1"]],
    ids=" ".join,
)
def test_all_inputs(words, grid, run):
    code, out, _ = run(*words, "m=2", "p=3", "H=2", f"grid={grid}", "--all", "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["runs"] in (4, 16, 24)
    assert answer["answers_equal"] is True
    assert 0 < answer["bits"][0] <= answer["bits"][1] <= answer["formula_bits"]
    assert answer["unit_class"] == f"FIXED(3, {grid})"
    assert "all" in run(*words, "m=2", "p=3", "--all")[1]


def test_a_unit_from_a_file(run, tmp_path):
    unit = random_fixed_point_unit(5, 6, m=2, p=3, seed=5)
    (tmp_path / "u.json").write_text(json.dumps(unit_to_json(unit)), "utf-8")
    save_arrays(unit, tmp_path / "u.npz")
    code, out, _ = run("match3", "n=2", "--unit", "u.json", "a=01", "b=01")
    assert code == 0
    assert "m = 2, H = 1" in out
    assert out == run("match3", "n=2", "--unit", "u.npz", "a=01", "b=01")[1]
    assert out == run("match3", "n=2", "m=2", "p=3", "dv=1", "--seed", "5", "a=01", "b=01")[1]
    code, _, err = run("match3", "n=3", "--unit", "u.json")
    assert code == 2
    assert "8 symbols, got 6" in err
    code, _, err = run("match3", "n=2", "--unit", "u.json", "grid=midrise")
    assert code == 2
    assert "midrise" in err
    code, _, err = run("match3", "n=2", "--unit", "u.json", "m=2")
    assert code == 2
    assert "no parameter m here" in err
    code, _, err = run("disj", "match3", "n=3", "M=6", "--unit", "u.json")
    assert code == 2


def test_several_layers(run):
    """(2D - 1) k H (m + dv) p with k = 2 tokens of each party."""
    code, out, err = run("cycle3", "n=4", "rows=2", "m=2", "p=2", "dv=1", "D=3", "a=0110", "b=1010")
    assert (code, err) == (0, "")
    assert "output at positions 1, 2" in out
    assert ", 3 layers" in out
    assert "Bob answers (-3/7, -1/5)" in out
    assert "60 bits" in out
    answer = json.loads(run("cycle3", "n=4", "rows=2", "m=2", "p=2", "dv=1", "D=3", "--json")[1])
    assert (answer["layers"], answer["position"], answer["also_read"], answer["bits"]) == (3, 1, [2], [60, 60])
    assert "all 16 pairs" in run("match3", "n=2", "m=1", "p=1", "D=2", "--all")[1]
    assert "1 position" in run("cycle3", "n=2", "m=1", "p=1", "D=1", "a=01", "b=01")[1]


def test_a_unit_of_several_layers_from_a_file(run, tmp_path):
    sized = find_reduction("disj", "match3").at(1)
    unit = random_layered_unit([sized.tokens((1,), (1,))], sized.target.alphabet, 2, 2, D=2, seed=4)
    (tmp_path / "u.json").write_text(json.dumps(unit_to_json(unit)), "utf-8")
    code, out, _ = run("match3", "n=1", "--unit", "u.json", "a=1", "b=1")
    assert code == 0
    assert "2 layers" in out
    code, _, err = run("match3", "n=1", "--unit", "u.json", "a=0", "b=1")
    assert code == 2
    assert "the read-out after layer 1 must have a symbol" in err


def test_one_way(run):
    code, out, err = run("composition", "n=3", "m=9", "p=1", "--one-way", "a=010", "b=2")
    assert (code, err) == (0, "")
    assert "head 1: keys 1 below" in out
    assert "Bob  " not in out
    assert "H (l + (p + 1) (bits(3 + 1) + dv bits(3 (2^p - 1) + 1)))" in out
    code, _, err = run("cycle3", "n=3", "m=1", "p=1", "D=2", "--one-way")
    assert code == 2
    assert "one way, Alice must not need keys of Bob" in err


def test_rounded_sums(run):
    code, out, _ = run("match3", "n=4", "m=2", "p=1", "--rounded")
    assert code == 0
    assert "unit: class ROUNDED(1, twos), m = 2, H = 1, dv = 2" in out
    assert "running sum 2 of 2" in out
    answer = json.loads(run("match3", "n=2", "m=2", "p=2", "H=2", "--rounded", "--all", "--json")[1])
    assert answer["unit_class"] == "ROUNDED(2, twos)"
    assert answer["answers_equal"] is True
    assert "must be public" in run("qsa", "n=2", "m=2", "p=2", "--rounded")[2]
    assert "--rounded runs one layer" in run("match3", "n=2", "m=2", "p=2", "D=2", "--rounded")[2]
