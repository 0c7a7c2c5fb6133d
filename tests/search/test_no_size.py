"""Answers that no size will do, and units under a mask: what ``probe``, ``frontier`` and claims say of them."""

import json
import math
from fractions import Fraction

import pytest

from headcount import check, frontier, probe
from headcount.claims import Effort, decide, least
from headcount.questions import computation_question
from headcount.search.masked_rows import masked
from headcount.search.probe_options import ProbeOptions
from headcount.search.settle import question_of
from headcount.tasks import TaskError

BY_TOKEN = {"unit_class": "fixed", "bits": 1, "tables": "token"}

OWN = """
import headcount

@headcount.task(alphabet=3, length=4)
def next_greater(x):
    return tuple(next((y for y in x[i + 1:] if y > x[i]), x[i]) for i in range(len(x)))
"""


@pytest.fixture
def own(tmp_path):
    """A task of a user's own, as words."""
    (tmp_path / "own.py").write_text(OWN)
    return f"{tmp_path}/own.py:next_greater"


IMPOSSIBLE = {
    "gt n=1": {"tables": "token"},
    "ip n=2": {"tables": "token"},
    "disj n=2": {"tables": "token", "null": True},
    "match3-bigram M=3 N=3": {"tables": "token"},
    "induction-heads A=2 N=3": {"tables": "token"},
    "k-hop A=2 N=4 k=1": {"tables": "token"},
    "composition n=2": {"tables": "token"},
    "cycle3 N=2": {"mask": "causal"},
    "match2 M=3 N=2": {"mask": "causal"},
    "match2 M=3 N=4": {"mask": "block w=2"},
    "match3 M=4 N=3": {"mask": "causal", "tables": "token", "read_out": "threshold"},
}
POSSIBLE = {
    "parity k=2": {"tables": "token"},
    "eq n=1": {"tables": "token"},
    "match2 M=2 N=2": {"tables": "token"},
    "gt n=1": {"mask": "causal"},
    "match2 M=3 N=3": {"mask": "causal", "position": 2},
    "match3-local M=2 N=3 K=1": {"mask": "window w=1"},
}


@pytest.mark.parametrize("words", IMPOSSIBLE)
def test_no_size_is_an_answer(words):
    """Whatever is asked for, no search begins, and the certificate is accepted."""
    options = {"unit_class": "fixed", **IMPOSSIBLE[words]}
    for asked in ({"bits": 1}, {"minimise": "p", "width": 1}, {"minimise": "H", "bits": 1, "width": 1}):
        found = probe(words, **options, **asked, budget=1000)
        assert (found.no_size, found.closed, found.certified, found.upper) == (True, True, True, None)
        assert found.lower.value == math.inf and found.tried == () and found.notes == ()
        assert check(found.certificate())


@pytest.mark.parametrize(("words", "width", "enough"), [("qsa N=6 q=2", 3, 4), ("match2 M=5", 1, 3)])
def test_no_number_of_bits_where_real_units_need_a_larger_width(words, width, enough):
    found = probe(words, minimise="p", width=width)
    assert found.no_size and found.between == "no p will do" and check(found.certificate())
    assert f"class SIGN needs m >= {enough}" in found.lower.how
    assert not probe(words, minimise="p", width=enough, budget=1000, enough=lambda lower, upper: True).no_size


@pytest.mark.parametrize(("error", "least"), [("1/8", 4), (None, 4)])
def test_no_number_of_bits_for_averages(error, least):
    held = {"unit_class": "fixed", "minimise": "p"} | ({"error": error} if error else {})
    found = probe("qsa N=6 q=2", width=least - 1, **held)
    assert found.no_size and check(found.certificate()) and f"asks for m >= {least}" in found.lower.how
    assert not probe("qsa N=6 q=2", width=least, budget=1000, enough=lambda lower, upper: True, **held).no_size


def test_no_number_of_heads():
    """Two heads at most share out a pair; neither number is enough at one bit and width 1."""
    found = probe("qsa N=5 q=2", minimise="H", bits=1, width=1, budget=1000)
    assert found.no_size and found.between == "no H will do" and found.notes == ()
    verdict = check(found.certificate())
    assert verdict and "heads=2" in verdict.statement and verdict.statement.count("2 <= m") == 2
    assert "each number of heads up to q = 2" in found.lower.how
    assert probe("qsa N=5 q=2", minimise="H", bits=1, width=3, budget=1000).upper is not None


def test_a_bound_of_bits_that_rests_on_a_bound_of_a_width():
    """Averages from scores in a grid from real scores: each premise is about a statement of its own."""
    from headcount.bounds.averages import asked_of_scores, averages_lower
    from headcount.bounds.bound import as_for_real_units, certified_bound
    from headcount.bounds.selections import sparse_averaging_lower
    from headcount.questions import averaging_question, least_size

    asked = least_size(averaging_question(6, 2), "p", "FIXED(p, midrise)", m=3, error=Fraction(1, 8))
    *_, in_a_grid = asked_of_scores(asked)
    real = sparse_averaging_lower(in_a_grid.question)
    known = certified_bound(in_a_grid, "lower", 3, "real scores", as_for_real_units(real))
    assert averages_lower(asked, known).value == 3


@pytest.mark.parametrize("words", POSSIBLE)
def test_what_is_possible_is_not_called_impossible(words):
    options = {"unit_class": "fixed", "bits": 2, **POSSIBLE[words]}
    found = probe(words, budget=1000, enough=lambda lower, upper: upper is not None, **options)
    assert not found.no_size and found.upper is not None and check(found.certificate())


def test_a_task_of_ones_own_on_the_command_line(headcount, own, tmp_path):
    words = [own, "--class", "fixed", "--bits", "1", "--tables", "token"]
    code, shown, _ = headcount("probe", *words, "-o", tmp_path / "no.json")
    assert code == 0 and "tables = token: no m will do   closed in" in shown
    assert "look alike from position 0 in tables by token, and have different answers there" in shown
    assert "?" not in shown
    assert headcount("check", tmp_path / "no.json")[0] == 0
    code, shown, _ = headcount("probe", *words, "--start", tmp_path / "no.json", "--json")
    found = json.loads(shown)
    assert [found[key] for key in ("lower", "upper", "no_size", "closed")] == [None, None, True, True]
    assert found["lower_evidence"]["kind"] == "equal-views" and found["upper_evidence"] is None
    assert found["held_fixed"]["tables"] == "token"


def test_what_is_shown_of_it():
    found = probe("gt n=1", **BY_TOKEN)
    assert found.between == "no m will do" and found.values == "none" and found.state == "closed"
    assert "no m will do" in str(found) and "no m will do" in found._repr_html_()
    assert "Infinity" not in json.dumps(found.to_json()) and found.to_rows()[0]["lower"] is None
    assert found.to_json()["no_size"] is True and probe("qsa N=3 q=1").to_json()["no_size"] is False


def test_a_map_in_which_no_width_will_do(headcount, own, tmp_path):
    words = [own, "--class", "fixed", "--tables", "token", "--m", "1:5", "--bits", "1:2", "--store", tmp_path / "kept"]
    words += ["--jobs", "1"]
    code, shown, _ = headcount("frontier", *words, "-o", tmp_path / "out")
    assert code == 0 and shown.count("none will do") == 2
    assert "10 cells: 0 feasible, 10 infeasible, 0 open; 2 decided themselves" in shown
    files = sorted((tmp_path / "out").iterdir())
    assert len(files) == 2 and headcount("check", *files)[0] == 0
    _, shown, _ = headcount("frontier", *words, "--json")
    rows = json.loads(shown)["least_m"]
    assert [(row["lower"], row["upper"], row["no_size"]) for row in rows] == [(None, None, True)] * 2


def test_maps_under_a_mask_and_by_token():
    causal = frontier("gt n=1", unit_class="fixed", mask="causal", m="1:2", bits="1", jobs=1)
    assert causal.asked.setting.endswith("mask: causal dense") and not causal.least_width(1, 1).no_size
    with pytest.raises(TaskError, match="tables is for unit_class='fixed'"):
        frontier("qsa N=4 q=1", tables="token")
    assert str(frontier("qsa N=4 q=1", mask="causal", m="1:2", bits="1", jobs=1).least_width(1, 1)) == "2"


@pytest.mark.parametrize(
    ("statement", "verdict", "none"),
    [
        (least("m", "gt n=1", **BY_TOKEN) >= 10**6, "PROVED", True),
        (least("m", "gt n=1", **BY_TOKEN) <= 10**6, "REFUTED", True),
        (least("m", "gt n=1", **BY_TOKEN) == 3, "REFUTED", True),
        (least("m", "gt n=1", "fixed", bits=1, mask="causal") == 1, "PROVED", False),
        (least("m", "gt n=1", **BY_TOKEN) > least("m", "gt n=1", "fixed", bits=1), "PROVED", False),
    ],
)
def test_claims(statement, verdict, none):
    found = decide(statement, Effort(1000))
    assert str(found.verdict) == verdict
    assert ("no m will do" in str(found)) == none, found


# --- masks --------------------------------------------------------------------


def test_causal_needs_no_other_word():
    for words in ("causal", "causal dense", "causal dense n=3"):
        asked = question_of("match2 M=3 N=3", ProbeOptions("fixed", bits=1, mask=words))
        assert asked.held_fixed["mask"] == "causal dense"
        assert asked.stated.pattern.layers[0].written == ((0,), (0, 1), (0, 1, 2))
    rows = masked(question_of("qsa N=3 q=1").question, "causal").pattern.rows
    assert set(rows) == {"0**", "0-*", "-0*", "0--", "-0-", "--0"}


def test_hidden_keys_are_no_condition_in_notes():
    """Rows of 0, - and what a mask hides are selections; a * of one's own may be selected, too."""
    assert probe("qsa N=6 q=2", mask="causal").all_notes() == ()
    assert "1 of 2 rows have no 0, or a + or * beside it" in probe([[0, -1], [0, None]]).all_notes()[0]
    ones = "1 of 2 rows have no 0, or a + beside it"
    assert ones in probe([[0, -1], [1, 0]], mask="dense").all_notes()[0]


@pytest.mark.parametrize(
    ("task", "options", "message"),
    [
        ("match2 M=3 N=2", {"mask": "causal n=3"}, "causal needs a pattern after it"),
        (
            "match2 M=3 N=2",
            {"mask": "causal dense n=3"},
            "must be a pattern on 2 positions, one for each key, got one on 3",
        ),
        ("match2 M=3 N=4", {"mask": "strided w=2"}, "must be a pattern of one layer, got one of 2"),
        ("match2 M=3 N=2", {"mask": "hidden.json"}, "position 1 sees none"),
        ("qsa N=2 q=1", {"mask": "hidden.json", "unit_class": "sign", "bits": None}, "position 1 sees none"),
        ("qsa N=3 q=1", {"mask": "causal", "error": "1/4"}, "does not apply to averages"),
        (
            "match2 M=3 N=2",
            {"mask": "causal", "unit_class": "thresh", "bits": None, "position": 0},
            "hides position 1 from position 0, which is asked, and claims about class thresh",
        ),
        ("k-hop A=2 N=3 k=1", {"read_out": "threshold"}, "gives the answers 0 and 1"),
    ],
)
def test_mistakes(task, options, message, tmp_path, monkeypatch):
    (tmp_path / "hidden.json").write_text("[[0, 1], []]")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TaskError, match=message):
        probe(task, **{"unit_class": "fixed", "bits": 1} | options)


def test_thresholds_at_the_last_position_are_the_same_under_a_causal_mask():
    options = ProbeOptions("thresh"), ProbeOptions("thresh", mask="causal")
    assert question_of("parity k=2", options[0]) == question_of("parity k=2", options[1])


def test_a_null_token_is_seen_where_nothing_else_is(tmp_path, monkeypatch):
    """Asked at the position that sees nothing, whose token the read-out knows; each head has a null token."""
    (tmp_path / "hidden.json").write_text("[[0, 1], []]")
    monkeypatch.chdir(tmp_path)
    answers = tuple(((x, y), (x ^ y, y)) for x in (0, 1) for y in (0, 1))
    task = computation_question("table", answers=answers, alphabet=2, length=2)
    found = probe(task, unit_class="fixed", bits=1, mask="hidden.json", null=True, budget=1000)
    assert found.closed and check(found.certificate())
