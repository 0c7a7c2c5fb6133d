"""What every answer can do: dictionaries and tables, one line, a certificate in a file, JSON that fits its schema."""

import json
import sys
from functools import cache
from pathlib import Path

import jsonschema
import pytest

import headcount
from headcount.cli.json_answers import FORMAT, VERSION
from headcount.display.answer import Saved
from headcount.search.output_files import require_writable

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "reference" / "answer.schema.json").read_text("utf-8"))


@headcount.claim(M=[3, 4])
def of_match2(M):
    """Match2 needs m = 3."""
    return headcount.least("m", f"match2 M={M}") == 3


@cache
def answered(what):
    return ASKED[what][0]()


ASKED = {  # how it is asked, the rows and columns of its table, what stands in its line
    "bracket": (lambda: headcount.probe("qsa N=5 q=1"), 1, {"lower", "lower_evidence.status"}, "<Answer: q-SA(N=5, "),
    "class": (lambda: headcount.probe("qsa N=4 q=1", bits=1), 1, {"parameters.N"}, "gap 1): 2 <= m <= 2 (closed)>"),
    "measures": (lambda: headcount.measure("disj n=1", only="D, rank_q"), 2, {"measure", "lower"}, ": 2 measures"),
    "sizes": (lambda: headcount.frontier("qsa N=4 q=1", "1:2", "1:2", jobs=1), 4, {"m", "H"}, ": 4 cells, 0 open>"),
    "dimension": (lambda: headcount.dimension("subsets n=4 k=1"), 1, {"lower", "upper"}, "<= d <= 2 (closed)>"),
    "bits": (lambda: headcount.dimension("subsets n=4 k=1", bits=[1, 2]), 2, {"p", "lower"}, "<BitsAnswer: all 1-sub"),
    "integer cosines": (
        lambda: headcount.dimension("subsets n=4 k=1", bits=[1, 2], margin="1/4", at="3", budget=2),
        4,
        {"p", "d", "lower"},
        "<IntegerCosineAnswer: all 1-sub",
    ),
    "margins": (lambda: headcount.dimension("subsets n=4 k=1", at="2,3"), 2, {"d", "upper"}, "<MarginAnswer: all 1-s"),
    "pattern": (lambda: headcount.pattern("window n=6 w=1"), 1, set(), "Assumption 1 holds"),
    "encoded": (lambda: headcount.reduce("disj match3", a="01", b="10"), 5, {"owner", "token"}, "n = 2, N = 5"),
    "checked": (lambda: headcount.reduce("disj match3", n="1:2", verify=True), 2, {"n", "holds"}, "<Reduced: "),
    "not checked": (lambda: headcount.reduce("disj match3", n=2), 0, set(), "M = 6: not checked on all inputs>"),
    "instance": (lambda: headcount.reduce("stretch attention pappus"), 1, {"asks"}, "as a sign pattern of 8 x 37"),
    "messages": (lambda: headcount.protocol("match3", n=1, m=1, p=1, a="0", b="1"), 4, {"from"}, "<ProtocolRuns: "),
    "runs": (lambda: headcount.protocol("match3", n=1, m=1, p=1, every=True), 4, {"a", "rounds"}, "<ProtocolRuns: "),
    "atlas": (lambda: headcount.atlas("deterministic", 3), 12, {"key", "D"}, "<Atlas: deterministic n=3: 12 classes>"),
    "claim": (lambda: of_match2.run(), 2, {"claim", "parameters.M"}, "<ClaimReport: of_match2 REFUTED"),
    "reachable": (lambda: headcount.reachable([[1, 0], [0, 1], [1, 1]]), 1, set(), "3 reachable, 0 not, 0 open"),
}
SAVED = sorted({*ASKED} - {"sizes", "checked", "instance", "messages", "runs", "claim", "atlas"})


@pytest.mark.parametrize("what", ASKED)
def test_dictionaries_tables_and_a_line(what):
    _, rows, columns, words = ASKED[what]
    found = answered(what)
    assert json.loads(json.dumps(found.to_dict())) == json.loads(json.dumps(found.to_json()))
    table = found.to_dataframe()
    assert len(table) == rows
    assert columns <= set(table.columns)
    line = repr(found)
    assert words in line and "\n" not in line and len(line) < 320


def test_the_table_of_measures_has_the_numbers():
    table = headcount.measure("eq n=2", only="D, cover1").to_dataframe().set_index("measure")
    assert table.loc["D", "lower"] == table.loc["D", "upper"] == 3
    assert table.loc["cover1", "upper"] == 4


def test_without_pandas_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        answered("bracket").to_dataframe()


# ---- in a file


@pytest.mark.parametrize("what", SAVED)
def test_what_is_saved_is_accepted(what, tmp_path):
    found = answered(what)
    path = found.save(str(tmp_path / "answer.json"))
    assert path == tmp_path / "answer.json"
    assert headcount.check(path)
    assert json.loads(path.read_text("utf-8")) == json.loads(json.dumps(found.certificate()))
    assert list(tmp_path.iterdir()) == [path]


def test_where_it_cannot_be_written_it_says_what_the_commands_say(tmp_path):
    for place, error in ((tmp_path / "none" / "a.json", FileNotFoundError), (tmp_path, IsADirectoryError)):
        with pytest.raises(error) as raised:
            answered("bracket").save(place)
        with pytest.raises(headcount.TaskError) as told:
            require_writable(place)
        assert str(raised.value) == str(told.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("certificate", [None, {"claims": []}])
def test_nothing_that_could_be_checked_is_not_saved(certificate, tmp_path):
    class Empty(Saved):
        def certificate(self):
            return certificate

    with pytest.raises(ValueError, match="nothing of the kind"):
        Empty().save(tmp_path / "a.json")
    assert list(tmp_path.iterdir()) == []


# ---- what --json prints


@pytest.fixture(scope="module")
def validator():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


@pytest.mark.parametrize(
    "words",
    [
        "probe qsa N=4 q=1 --json -q",
        "probe qsa N=4 q=1 --bits 1 --json -q",
        "probe qsa N=6 q=2 --error 1/4 --class softmax --json -q",
        "measure disj n=1 --json -q",
        "measure disj n=2 --only disc,D --json -q",
        "frontier qsa N=4 q=1 --bits 1 --m 1:2 --json -q",
        "construct match2 M=3 --json",
        "bounds match3 N=9 --json",
        "dimension subsets n=4 k=1 --json -q",
        "reduce disj match3 n=2 a=01 b=10 --json",
        "reduce stretch attention pappus padding=1 --verify --json",
        "protocol match3 n=2 m=1 p=1 --json",
        "pattern window n=8 w=2 --json -q",
        "list tasks --json",
        "atlas show deterministic --n 2 --json",
    ],
)
def test_answers_fit_the_schema(headcount, validator, words):
    code, out, _ = headcount(*words.split())
    assert code == 0
    answer = json.loads(out)
    assert list(answer)[:3] == ["format", "version", "command"]
    assert (answer["format"], answer["version"], answer["command"]) == (FORMAT, VERSION, words.split()[0])
    validator.validate(answer)


@pytest.mark.parametrize(
    "change",
    [{"version": 2}, {"format": "other"}, {"lower": 1.5}, {"closed": "yes"}, {"resource": "n"}, {"lower_evidence": {}}],
)
def test_others_do_not(headcount, validator, change):
    answer = json.loads(headcount("probe", "qsa", "N=4", "q=1", "--json", "-q")[1])
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({**answer, **change})
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({name: value for name, value in answer.items() if name != "lower"})
