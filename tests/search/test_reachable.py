"""``headcount reachable``: against brute force, laws, the command, files, errors."""

import json
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

import exact_reachability as exact
from draws import until
from headcount import reachable
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.search import reachable as module
from headcount.tasks import TaskError

PATIENT = 1000.0
SHAPES = [(free, shape) for free in (True, False) for shape in ("plain", "bias", "centred")]


def all_sets(classes):
    return [list(one) for size in range(classes + 1) for one in combinations(range(classes), size)]


def answer_of(weights, bias=None, sets=None, *, free=True, centred=False):
    rule = "top-k" if free else "sigmoid"
    sets = all_sets(len(weights)) if sets is None else sets
    answer = reachable(weights, sets, bias=bias, rule=rule, centred=centred, budget=PATIENT)
    assert answer.closed
    assert answer.certified_sets == set(range(len(sets)))
    assert isinstance(check(answer.certificate()), Accepted)
    return answer


@pytest.mark.parametrize(("free", "shape"), SHAPES)
def test_every_set_of_every_small_layer_against_brute_force(free, shape, rotating_seed):
    rng = np.random.default_rng([rotating_seed, free, len(shape)])
    seen = Counter()
    for _ in until(seen, {True, False}, 12):
        d, classes = int(rng.integers(1, 4)), int(rng.integers(2, 6))
        weights = rng.integers(-2, 3, (classes, d)).tolist()
        bias = rng.integers(-2, 3, classes).tolist() if shape == "bias" else None
        answer = answer_of(weights, bias, free=free, centred=shape == "centred")
        for number, one in enumerate(answer.sets):
            wanted = exact.is_reachable(weights, bias, one, free=free, centred=shape == "centred")
            assert answer.statuses[number] == ("reachable" if wanted else "unreachable"), (weights, bias, one)
            seen[wanted] += 1


def test_argmax_is_top_k_of_single_classes():
    weights = np.random.default_rng(1).standard_normal((60, 3)).astype(np.float32)
    alone = reachable(weights, budget=PATIENT)
    singles = reachable(weights, [[j] for j in range(60)], rule="top-k", budget=PATIENT)
    assert alone.statuses == singles.statuses
    assert {"reachable", "unreachable"} == set(alone.statuses)
    some = reachable(weights, [[3, 5], [5, 8]], rule="argmax", budget=PATIENT)
    assert some.sets == ((3,), (5,), (8,))
    assert some.statuses == tuple(alone.statuses[j] for j in (3, 5, 8))


def test_a_bias_is_a_coordinate_that_must_be_positive():
    """Reached with a bias iff reached by the rows with a column for it and one class more that asks for its sign."""
    rng = np.random.default_rng(2)
    weights, bias = rng.integers(-3, 4, (6, 2)), rng.integers(-3, 4, 6)
    sets = all_sets(6)
    with_bias = answer_of(weights, bias, sets, free=False)
    column = np.vstack([np.column_stack([weights, bias]), [0, 0, 1]])
    homogeneous = answer_of(column, None, [[*one, 6] for one in sets], free=False)
    assert with_bias.statuses == homogeneous.statuses


def test_independent_rows_reach_everything():
    weights = np.eye(5)[:, :4]
    weights[4] = -1
    assert set(answer_of(weights).statuses) == {"reachable"}
    assert set(answer_of(np.eye(4), free=False).statuses) == {"reachable"}


def test_as_many_sets_as_cover_says():
    """In general position exactly 2 sum C(n-1, i) of the sign vectors occur, with and without the free threshold."""
    weights = np.array([[t, t * t] for t in (1, 2, 3, 5, 8)])
    assert answer_of(weights, free=False).to_json()["reachable"] == 2 * (1 + 4)
    assert answer_of(weights, free=True).to_json()["reachable"] == 2 * (1 + 4 + 6)
    assert any("at most 10 of the 32 sets" in fact for fact in answer_of(weights, free=False).facts)
    assert any("at most 22 of the 32 sets" in fact for fact in answer_of(weights, free=True).facts)


def test_states_do_what_is_said():
    """In floating point, from the arrays that --witnesses writes."""
    rng = np.random.default_rng(4)
    weights, bias = rng.standard_normal((40, 4)).astype(np.float32), rng.standard_normal(40)
    for threshold, rule in ((0.0, "argmax"), (0.25, "sigmoid")):
        sets = None if rule == "argmax" else [[j] for j in range(0, 40, 7)] + [list(np.flatnonzero(weights[:, 0] > 0))]
        found = reachable(weights, sets, bias=np.round(bias * 64) / 64, rule=rule, threshold=threshold, budget=PATIENT)
        states = found.witnesses()["states"]
        assert len(states) == len(found.reachable) > 0
        for number, state in zip(found.reachable, states, strict=True):
            scores = weights.astype(float) @ state + np.round(bias * 64) / 64
            if rule == "argmax":
                assert scores.argmax() == found.sets[number][0]
            else:
                assert np.flatnonzero(scores > threshold).tolist() == list(found.sets[number])


def test_equal_rows_never_win_alone():
    answer = reachable([[1, 0], [1, 0], [0, 1], [-1, -1]], bias=[0, 1, 0, 0])
    assert answer.unreachable == (0,)
    assert answer.why(0) == "0 has the weights of 1, with no smaller bias: it never scores above it"
    assert reachable([[1, 0], [1, 0], [0, 1], [-1, -1]]).unreachable == (0, 1)


def test_only_the_rows_that_matter_are_written_of_a_large_layer(monkeypatch):
    from headcount.search import reachability_certificate

    monkeypatch.setattr(reachability_certificate, "SHARE", 200_000)
    weights = np.random.default_rng(6).standard_normal((400, 6)).astype(np.float32)
    weights[17] = 0
    answer = reachable(weights, budget=PATIENT)
    certificate = answer.certificate()
    assert answer.statuses[17] == "unreachable" and 17 in answer.certified_sets
    assert len(certificate["question"]["weights"]) == len(certificate["question"]["classes"]) < 400
    (claim,) = (claim for claim in certificate["claims"] if claim["claim"] == "unreachable")
    assert 17 in {certificate["question"]["classes"][place] for chosen in claim["sets"] for place in chosen}
    assert isinstance(check(certificate), Accepted)
    assert answer.certified_sets <= set(answer.unreachable)


def test_no_time_means_open():
    weights = np.random.default_rng(0).standard_normal((30, 2))
    answer = reachable(weights, budget=1e-9)
    assert set(answer.statuses) == {"open"} and not answer.closed
    assert "the time was over" in answer.why(0)


def layer(path):
    """Twelve classes in the plane, with bias: seven of them are argmaxable."""
    weights = [[-6, 6], [12, 11], [-8, -16], [-7, 1], [-19, -6], [7, -7]]
    weights += [[-3, -2], [-10, -5], [-6, -8], [7, -6], [4, -8], [-6, 5]]
    np.savez(path, W=np.array(weights) / 8, b=np.array([4, -3, -92, 8, 149, 22, -96, 40, -22, 99, -89, 79]) / 64)


def test_the_command(headcount, tmp_path):
    layer(tmp_path / "W.npz")
    (tmp_path / "labels.csv").write_text("1,2\n3 4\n{}\n1 2\n")
    arguments = ["reachable", "W.npz", "-o", "c.json", "--plot", "p.png", "--witnesses", "w.npz"]
    code, out, err = headcount(*arguments)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "W.npz: 12 classes, d = 2, with bias, float64"
    assert lines[1] == "  12 classes, rule argmax: is there a hidden state such that the class scores above all others?"
    assert lines[2].split() == ["reachable", "7", "[CERTIFIED]"] and lines[3].split() == [
        "unreachable",
        "5",
        "[CERTIFIED]",
    ]
    assert "    3 lies in the hull of 3 others, with no smaller bias: 0, 1, 4" in lines
    assert (tmp_path / "p.png").stat().st_size > 1000
    with np.load("w.npz") as stored:
        assert stored["states"].shape == (7, 2)
    code, out, _ = headcount("check", "c.json")
    assert code == 0
    assert ": no hidden state gives any of the sets" in out
    claims = json.loads((tmp_path / "c.json").read_text())["claims"]
    assert {claim["claim"]: len(claim["sets"]) for claim in claims} == {"reachable": 7, "unreachable": 5}
    code, out, _ = headcount("reachable", "W.npz", "labels.csv", "--json")
    found = json.loads(out)
    assert (code, found["rule"], found["sets"], found["given"], found["unreachable"]) == (0, "sigmoid", 3, 4, 3)
    assert found["unreachable_sets"][0]["label"] == "line 1"
    code, out, _ = headcount("reachable", "W.npz", "labels.csv", "--rule", "top-k")
    assert (
        "note: all sets of at most 2 of 12 classes need d >= 3 (Radon); d = 2 is too small, whatever the weights" in out
    )


def test_open_sets_are_an_exit_code(headcount, tmp_path, monkeypatch):
    def at_once(function):
        return lambda *arguments, **options: function(*arguments, **{**options, "stop": lambda: True})

    for name in ("batch_points", "decide_set"):
        monkeypatch.setattr(module, name, at_once(getattr(module, name)))
    layer(tmp_path / "W.npz")
    code, out, err = headcount("reachable", "W.npz", "-o", "c.json")
    assert code == 5
    assert "the time was over" in out
    assert "no certificate was written" in err and not (tmp_path / "c.json").exists()


def test_misuse_from_python():
    for arguments in ({"budget": 0}, {"rule": "sigmoid"}):
        with pytest.raises(TaskError):
            reachable(np.eye(3), **arguments)
    with pytest.raises(TaskError, match="must stand in the file"):
        reachable("W.npz", bias=[1])


def test_names_cannot_write_on_the_terminal():
    answer = reachable([[1, 0], [0, 1], [-1, -1], [0, 0]], names=["a", "b", "c", "\x1b[2J$x'"])
    assert "\x1b" not in str(answer)
