"""``--start``: a search goes on from what an earlier answer proved, and from nothing else."""

import json

import pytest

import headcount
from headcount.certificates.verdict import Accepted
from headcount.tasks import TaskError

TABLE = [[1, 1, 0, 0, 0], [0, 1, 1, 0, 0], [0, 0, 1, 1, 0], [0, 0, 0, 1, 1], [1, 0, 0, 0, 1], [1, 0, 1, 0, 0]]
SHORT = 0.001
"""Seconds in which nothing is found; what is known must come from the start."""


def ends(bracket):
    return bracket.lower.value, None if bracket.upper is None else bracket.upper.value


@pytest.mark.parametrize(
    ("task", "options"),
    [
        ("qsa N=6 q=2", {}),
        ("qsa N=5 q=2", {"bits": 1}),
        ("qsa N=6 q=2", {"bits": 1, "heads": 2}),
        ("qsa N=6 q=2", {"minimise": "p", "width": 4}),
        ("match2 M=3 N=2", {"unit_class": "fixed", "bits": 1}),
        ("parity k=3", {"unit_class": "thresh"}),
        ([[1, -1, -1], [-1, 1, -1], [-1, -1, 1]], {}),
    ],
)
def test_a_search_goes_on(task, options, tmp_path):
    first = headcount.probe(task, budget=1000, **options)
    bundle = first.certificate()
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(bundle))
    for start in (bundle, path, str(path)):
        again = headcount.probe(task, budget=SHORT, start=start, **options)
        assert ends(again) == ends(first)
        assert again.certified


@pytest.mark.parametrize("options", [{}, {"score": "cosine"}, {"score": "euclidean"}, {"threshold": "zero"}])
def test_a_dimension_goes_on(options):
    first = headcount.dimension(TABLE, budget=1000, **options)
    again = headcount.dimension(TABLE, budget=SHORT, start=first.certificate(), **options)
    assert ends(again) == ends(first)
    assert isinstance(headcount.check(again.certificate()), Accepted)


def test_a_table_of_bits_goes_on():
    first = headcount.dimension(TABLE, bits=[1, 2, 8], budget=20)
    again = headcount.dimension(TABLE, bits=[2, 8], budget=SHORT, start=first.certificate())
    for p in (2, 8):
        assert again[p].lower.value >= first[p].lower.value
        assert again[p].upper.value <= first[p].upper.value
    assert ends(again.real) == ends(first.real)


def test_an_answer_to_something_else_is_no_start():
    bundle = headcount.probe("qsa N=6 q=2").certificate()
    for task, options in (("qsa N=6 q=3", {}), ("qsa N=6 q=2", {"bits": 1}), ([[1, -1], [-1, 1]], {})):
        with pytest.raises(
            TaskError, match=r"start=.* is about q-SA\(N=6, q=2\) without a null token, class SIGN, and"
        ):
            headcount.probe(task, start=bundle, **options)
    with pytest.raises(TaskError, match="and what is asked is"):
        headcount.dimension(TABLE, start=bundle)


def test_what_the_checker_rejects_is_no_start():
    bundle = headcount.probe("qsa N=6 q=2").certificate()
    for claim in bundle["claims"]:
        bad = json.loads(json.dumps(bundle))
        place = bundle["claims"].index(claim)
        bad["claims"][place]["value"] = claim["value"] + (1 if claim["side"] == "lower" else -1)
        assert bad != bundle
        with pytest.raises(TaskError, match="start='an earlier answer' is not accepted"):
            headcount.probe("qsa N=6 q=2", start=bad)


@pytest.mark.parametrize("text", ["", "{", "[]", '"a"', "{}", '{"claims": []}', '{"question": {}, "claims": [{}]}'])
def test_what_is_no_certificate(headcount, tmp_path, text):
    (tmp_path / "start.json").write_text(text)
    code, _, err = headcount("probe", "qsa", "N=6", "q=2", "--start", "start.json")
    assert code == 2
    assert err.startswith("headcount: --start start.json is ")
    assert err.count("\n") == 1


def test_one_file_is_start_and_output(headcount, tmp_path):
    for more in ((), ("--start", "a.json"), ("--start", "a.json")):
        code, out, _ = headcount("dimension", "subsets", "n=6", "k=2", "--budget", "1000", "-o", "a.json", *more)
        assert (code, "written to a.json" in out) == (0, True)
    assert headcount("check", "a.json")[0] == 0
