"""``headcount measure``: tables, JSON, certificates, pictures, and mistakes of the user's."""

import json
import time
from fractions import Fraction

import numpy as np
import pytest

from headcount import measure
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted
from headcount.measures.engines import Declined
from headcount.measures.measured import by_solver
from headcount.measures.measurement import Measurement, shown
from headcount.questions import MEASURES, CommunicationMatrix
from headcount.search import measure as module
from headcount.search.measure import SIDE_BY_SIDE
from headcount.tasks import Match3

EXACT = {
    ("eq", 2): {"D": 3, "rank_q": 4, "rank_q_complement": 4, "fooling1": 4, "cover0": 4, "cover1": 4, "partition0": 4},
    ("disj", 2): {"D": 3, "rank_q": 4, "rank_q_complement": 3, "fooling1": 4, "cover0": 2, "cover1": 4, "partition": 7},
    ("ip", 2): {"D": 3, "rank_q": 3, "rank_q_complement": 4, "cover0": 3, "cover1": 3, "partition": 7},
    ("gt", 2): {"D": 3, "rank_q": 3, "rank_q_complement": 4, "fooling0": 4, "cover0": 4, "cover1": 3, "partition": 7},
    ("eq", 3): {"D": 4, "rank_q": 8, "rank_q_complement": 8, "fooling1": 8, "cover0": 5, "cover1": 8, "partition0": 8},
    ("disj", 3): {"D": 4, "rank_q": 8, "rank_q_complement": 7, "cover0": 3, "cover1": 8, "partition0": 7},
}
GAMMA2 = {("eq", 2): 2, ("disj", 2): 1.869694, ("ip", 2): 2, ("gt", 2): 1.847759, ("eq", 3): 2.5, ("disj", 3): 2.380511}

PATIENT = ("--budget", "1000")
"""Seconds for each measure, of which these take one or two."""


@pytest.mark.in_turn(3)
@pytest.mark.parametrize(("function", "n"), EXACT)
def test_reference_values(headcount, function, n):
    code, out, _ = headcount("measure", function, f"n={n}", "--json", "-o", "all.json", "-q", *PATIENT)
    assert code == 0
    answer = json.loads(out)
    assert (answer["format"], answer["command"]) == ("headcount-answer", "measure")
    found = answer["measures"]
    measures = {name: measure_ for name, measure_ in MEASURES.items() if "communication" in measure_.about}
    assert set(found) == set(measures)
    for name, value in EXACT[function, n].items():
        assert found[name]["lower"] == found[name]["upper"] == value, name
    for name, measure_ in measures.items():
        assert found[name]["status"] == "CERTIFIED", name
        assert found[name]["seconds"] >= 0
        if not measure_.integral:
            width = Fraction(found[name]["upper"]) - Fraction(found[name]["lower"])
            assert 0 <= width <= Fraction(1, 10**9), name
    assert abs(float(Fraction(found["gamma2"]["lower"])) - GAMMA2[function, n]) < 1e-6
    code, out, _ = headcount("check", "all.json")
    assert code == 0
    assert "ACCEPTED" in out


def test_table_and_picture(headcount, tmp_path):
    code, out, _ = headcount("measure", "eq", "n=2", "--only", "D,cover0,gamma2", "--plot", "a.png", *PATIENT)
    assert code == 0
    ends = {line.split()[0]: line.split()[1:3] for line in out.splitlines()[2:5]}
    assert ends == {"D": ["3", "3"], "cover0": ["4", "4"], "gamma2": ["2", "2"]}
    assert "every bound is CERTIFIED" in out
    assert (tmp_path / "a.png").stat().st_size > 5000
    for name in ("fooling1", "partition0", "partition1", "cover1"):
        assert headcount("measure", "gt", "n=2", "--only", name, "--plot", f"{name}.svg", "-q", *PATIENT)[0] == 0
        assert (tmp_path / f"{name}.svg").read_text().count("<path") > 16


def test_files_and_duplicates(headcount, tmp_path):
    rows = [[1, 0, 1, 1], [0, 1, 0, 0], [1, 0, 1, 1]]
    (tmp_path / "m.csv").write_text("\n".join(",".join(map(str, row)) for row in rows))
    (tmp_path / "m.json").write_text(json.dumps({"rows": rows}))
    (tmp_path / "words.txt").write_text("1011\n0100\n1011\n")
    np.save(tmp_path / "m.npy", np.array(rows, dtype=float))
    np.save(tmp_path / "b.npy", np.array(rows, dtype=bool))
    answers = []
    for name in ("m.csv", "m.json", "words.txt", "m.npy", "b.npy"):
        code, out, _ = headcount("measure", name, "--only", "D,rank_q,cover1,disc_uniform", "--json", "-q", *PATIENT)
        assert code == 0
        found = json.loads(out)
        ends = found["measures"]
        answers.append([(ends[m]["lower"], ends[m]["upper"]) for m in ("D", "rank_q", "cover1", "disc_uniform")])
        assert (found["matrix"]["different_rows"], found["matrix"]["different_columns"]) == (2, 2)
    assert answers == [[(2, 2), (2, 2), (2, 2), ("1/2", "1/2")]] * 5


def test_a_promise_shows_only_measures_that_allow_it(headcount, tmp_path):
    (tmp_path / "promise.csv").write_text("1*0\n011\n*10\n")
    code, out, _ = headcount("measure", "promise.csv", "--json", "-q", *PATIENT)
    assert code == 0
    assert set(json.loads(out)["measures"]) == {
        name for name, m in MEASURES.items() if m.promise and "communication" in m.about
    }
    code, out, _ = headcount("measure", "promise.csv", "--only", "partition1,cover1", "-q", *PATIENT)
    assert code == 0
    assert any(line.split()[:4] == ["partition1", "?", "?", "undefined"] for line in out.splitlines()), out
    assert "not defined under a promise" in out


@pytest.mark.parametrize("rows", [("1",), ("0",), ("11", "11"), ("000",), ("1", "0", "1")])
def test_degenerate_matrices(rows):
    result = measure(CommunicationMatrix(rows), processes=False, budget=1000)
    assert result.complete
    assert result.certified
    constant = len(set("".join(rows))) == 1
    assert result["D"].lower.value == result["D"].upper.value == (0 if constant else 1)
    assert isinstance(check(result.certificate()), Accepted)


def test_a_task_across_a_cut(headcount):
    words = ("measure", "match3", "M=5", "N=3", "--cut", "PAB", "--public", "1", "--only", "D,rank_q")
    code, out, _ = headcount(*words, "--json", "-q", *PATIENT)
    assert code == 0
    found = json.loads(out)["measures"]
    task = Match3(5, 3)
    rows = [[task.evaluate((1, a, b))[0] for b in range(5)] for a in range(5)]
    assert found["rank_q"]["lower"] == found["rank_q"]["upper"] == np.linalg.matrix_rank(np.array(rows))
    assert found["D"]["closed"]


def test_a_small_budget_leaves_brackets_open_and_says_so(headcount, tmp_path):
    rng = np.random.default_rng(0)
    np.save(tmp_path / "m.npy", rng.integers(0, 2, (40, 40)))
    code, out, _ = headcount("measure", "m.npy", "--only", "cover1,D", "--budget", "0.3", "-o", "open.json", "-q")
    assert code == 5
    assert "open" in out
    assert "the budget of 0.3 s ran out" in out
    assert isinstance(check(tmp_path / "open.json"), Accepted)


def test_numbers_are_rounded_outwards():
    result: Measurement = measure(CommunicationMatrix.named("gt", 2), only=("gamma2",), processes=False, budget=1000)
    entry = result["gamma2"]
    low, high = Fraction(shown(entry.lower, "lower")), Fraction(shown(entry.upper, "upper"))
    assert low <= entry.lower.value <= entry.upper.value <= high
    assert "gamma2" in result._repr_html_()
    assert "gamma2" in str(result)


@pytest.mark.parametrize("rows", [("000", "000"), ("01", "10"), ("1",), ("110", "011", "101")])
def test_a_search_that_stops_early_leaves_certificates_all_the_same(rows):
    """Bounds that follow from weak premises must not be negative: the checker calls such a file malformed."""
    matrix = CommunicationMatrix(rows, "it's <a> label")
    for name in ("D", "partition1", "rank_q", "sign_rank"):
        seen = []

        def enough(measure, lower, upper, name=name, seen=seen):
            seen.append((lower, upper))
            return measure == name and (lower is not None or upper is not None)

        found = measure(matrix, only=(name,), enough=enough)
        assert isinstance(check(found.certificate()), Accepted)
        assert seen


def test_the_time_for_all_measures_is_kept():
    rows = ["".join(str(((i * 7 + 3) ** j) % 5 % 2) for j in range(12)) for i in range(12)]
    result = measure(CommunicationMatrix(tuple(rows)), total=0.01, processes=False)
    assert result["D"].lower is not None
    notes = [note for entry in result for note in entry.notes]
    assert any("the time for all measures ran out" in note or "the time was over" in note for note in notes)
    with pytest.raises(ValueError, match=r"total must be at least 0\.001"):
        measure(CommunicationMatrix(("10", "01")), total=0)


# ---- Engines that run at the same time: what is known in the end does not depend on which of them is faster.


MATRIX = CommunicationMatrix.named("eq", 2)


@pytest.fixture
def only_covers(monkeypatch):
    """No other engines, whose bounds would be known before."""
    engines = {}
    monkeypatch.setattr(module, "RUN", engines)
    return engines


def engine(measure, value, seconds, error=None):
    def run(matrix, known, effort):
        assert known.bound("cover1", "lower") is None  # side by side, neither has heard of the other
        time.sleep(seconds)
        yield by_solver(measure, "lower", value, f"{measure} after {seconds}")
        if error is not None:
            raise error

    return run


@pytest.mark.parametrize("slow", [0, 1])
def test_order_of_what_is_heard(slow, only_covers):
    seconds = [0.3, 0.0] if slow == 0 else [0.0, 0.3]
    for value in (0, 1):
        only_covers[f"cover{value}"] = engine(f"cover{value}", 3 + value, seconds[value])
    seen = []

    def watch(name, number, total, known):
        seen.append(tuple(known.value(f"cover{value}", "lower") for value in (0, 1)))

    found = measure(MATRIX, only=("cover0", "cover1"), budget=600, watch=watch)
    assert [int(found[f"cover{value}"].lower.value) for value in (0, 1)] == [3, 4]
    assert seen == sorted(seen, key=lambda pair: [end is not None for end in pair])
    assert (None, 4) not in seen


def test_one_that_fails_leaves_the_other(only_covers):
    only_covers["cover0"] = engine("cover0", 2, 0.1, Declined("for a reason"))
    only_covers["cover1"] = engine("cover1", 3, 0.0)
    found = measure(MATRIX, only=("cover0", "cover1"), budget=600)
    assert [int(found[f"cover{value}"].lower.value) for value in (0, 1)] == [2, 3]
    assert found["cover0"].notes == ("for a reason",)
    assert found["cover1"].notes == ()


def test_a_budget_ends_both(only_covers):
    for value in (0, 1):
        only_covers[f"cover{value}"] = engine(f"cover{value}", 3, 600)
    found = measure(MATRIX, only=("cover0", "cover1"), budget=0.2)
    for value in (0, 1):
        assert any("budget of 0.2 s" in note for note in found[f"cover{value}"].notes)


def test_pairs_stand_beside_each_other():
    order = list(module.RUN)
    for first, second in SIDE_BY_SIDE:
        assert order.index(second) == order.index(first) + 1
