"""certificates/FORMAT.rst is true: its example is run, and its tables and limits are those of the checker."""

import doctest
import re
from pathlib import Path

import pytest

from headcount.certificates import (
    FINITE_TASKS,
    FORMAT,
    REJECTION_CODES,
    VERSION,
    finite_task,
    question,
    question_file,
    reading,
    unit_class,
    unit_evidence,
    unit_file,
)
from headcount.certificates.communication import MEASURES, matrix, named_functions
from headcount.certificates.communication.provers import PROVERS
from headcount.certificates.theorems import INEQUALITIES
from headcount.certificates.unit_provers import LOWER, UPPER

FORMAT_RST = Path(__file__).parents[1] / "certificates" / "FORMAT.rst"
TEXT = FORMAT_RST.read_text("utf-8")
MEASURES_RST = FORMAT_RST.parent / "communication" / "FORMAT.rst"
MEASURES_TEXT = MEASURES_RST.read_text("utf-8")


@pytest.mark.parametrize("path", [FORMAT_RST, MEASURES_RST], ids=["units", "measures"])
def test_the_example_is_true(path):
    failed, tried = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert tried > 5


def test_every_rejection_code_is_in_the_table_and_no_other():
    of_units = codes_in(TEXT.split("Rejection codes\n")[1].split("Limits\n")[0])
    of_measures = codes_in(MEASURES_TEXT.split("Rejection codes\n")[1])
    assert len(set(of_units)) == len(of_units)
    assert len(set(of_measures)) == len(of_measures)
    assert {*of_units, *of_measures} == set(REJECTION_CODES)


def codes_in(text):
    return re.findall(r"^``([a-z-]+)`` ", text, flags=re.MULTILINE)


def test_every_kind_and_rule_of_the_checker_is_described():
    """The words that the checker compares ``kind`` and ``rule`` with are the words that the text explains."""
    sources = "".join(path.read_text("utf-8") for path in FORMAT_RST.parent.glob("*.py"))
    compared = {kind for row in (*LOWER, *UPPER) for kind in row.kinds}
    for quoted in re.findall(r"(?:kind|rule)\.value (?:==|in) (\(.*?\)|\"[a-z]+\")", sources):
        compared |= set(re.findall(r"\"([a-z]+)\"", quoted))
    assert len(compared) >= 32  # so that the expression above is seen to find them
    described = set(re.findall(r"\"(?:kind|rule)\": \"([a-z-]+)\"", TEXT.split("The bundle\n")[1]))
    assert described == compared


def test_the_limits_are_the_checkers():
    limits = " ".join(TEXT.split("Limits\n")[1].split())
    assert f"at most {reading.MAX_BYTES // 2**20} MiB" in limits
    assert f"an integer at most {reading.MAX_DIGITS} characters" in limits
    assert f"a label at most {question.MAX_NAME};" in limits
    assert f"up to {question.MAX_CELLS:_}".replace("_", " ") in limits
    assert question_file.MAX_SIZE == 10**9
    assert "at most 10^9" in limits
    parts = (unit_file.MAX_LAYERS, question_file.MAX_HEADS, question_file.MAX_ORDER, unit_file.MAX_MONOMIALS)
    assert "at most {} layers of {} heads, order {} and {} monomials".format(*parts) in limits
    assert f"at most {finite_task.MAX_INPUTS:_} inputs".replace("_", " ") in limits
    assert f"at most {unit_evidence.MAX_TUPLES:_} scores".replace("_", " ") in limits
    assert f"{unit_evidence.MAX_SCORES:_} to be remembered".replace("_", " ") in limits
    assert finite_task.SIZE == (1, 10**6)
    assert f"1 <= p <= {unit_class.MAX_BITS} " in TEXT


def test_every_finite_task_is_described_with_its_parameters():
    for name, definition in FINITE_TASKS.items():
        assert f"``{name}`` ({', '.join(definition.parameters)}" in TEXT


def test_the_header_is_the_checkers():
    assert f'``"{FORMAT}"``' in TEXT
    assert f"``version`` -- ``{VERSION}``" in TEXT


def test_every_kind_of_evidence_about_a_measure_is_described_with_its_measure():
    for table in PROVERS.values():
        for measure, provers in table.items():
            assert measure in MEASURES
            for kind in provers:
                assert f'"kind": "{kind}"' in MEASURES_TEXT, (measure, kind)
    described = set(re.findall(r'"kind": "([a-z-]+)"', MEASURES_TEXT))
    known = {kind for table in PROVERS.values() for provers in table.values() for kind in provers}
    assert described == known | {"theorem", "restriction"}


def test_every_inequality_is_listed_with_its_proof_or_source():
    text = " ".join(MEASURES_TEXT.split())
    for inequality in INEQUALITIES:
        assert f"* ``{inequality.name}`` -- {inequality.because}." in text


def test_the_limits_of_measures_are_the_checkers():
    assert f"At most 2^{matrix.MAX_CELLS.bit_length() - 1} cells" in MEASURES_TEXT
    assert 2 ** (matrix.MAX_CELLS.bit_length() - 1) == matrix.MAX_CELLS
    assert f"{matrix.MAX_SIDE} rows and columns" in " ".join(MEASURES_TEXT.split())
    for name in named_functions.NAMED:
        assert f"``{name}``" in MEASURES_TEXT
    promise = re.search(r"may hold ``\*`` for (.*?);", MEASURES_TEXT, flags=re.DOTALL)[1]
    assert set(re.findall(r"``(\w+)``", promise)) == {name for name, measure in MEASURES.items() if measure.promise}
