"""The scoreboard of open cases: the page is that of the store, and the certificates say what the store says."""

import json

import pytest

import open_cases
from headcount import Accepted, check
from headcount.bounds.bound import bounds_in

LINES = list(open_cases.stored_lines().values())


def test_the_page_is_that_of_the_store():
    assert open_cases.PAGE.read_text("utf-8") == open_cases.page()


def test_every_case_has_a_line():
    assert {line["case"] for line in LINES} <= {case.name for case in open_cases.cases()}


@pytest.mark.parametrize("side", ["lower", "upper"])
def test_certificates_are_about_the_cases(side):
    asked = {case.name: case for case in open_cases.cases()}
    for line in LINES:
        bundle = json.loads((open_cases.CERTIFICATES / f"{line['case']}-{side}.json").read_text("utf-8"))
        (bound,) = bounds_in(bundle)
        assert (bound.side, bound.value) == (side, line[side]["value"]), line["case"]
        assert bound.question.to_json() == open_cases.question_of(asked[line["case"]]).to_json(), line["case"]


@pytest.mark.slow
def test_the_checker_accepts_every_end():
    for path in sorted(open_cases.CERTIFICATES.glob("*.json")):
        assert isinstance(check(json.loads(path.read_text("utf-8"))), Accepted), path.name
