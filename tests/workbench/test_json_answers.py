"""What --json prints fits the schema in docs/, and the schema refuses what does not."""

import json
from pathlib import Path

import jsonschema
import pytest

from headcount.workbench.commands.json_answers import FORMAT, VERSION

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "reference" / "answer.schema.json").read_text("utf-8"))
COMMANDS = (
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
    "protocol match3 n=2 m=1 p=1 --json",
    "pattern window n=8 w=2 --json -q",
    "list tasks --json",
)


@pytest.fixture(scope="module")
def validator():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


@pytest.mark.parametrize("words", COMMANDS)
def test_answers_fit(headcount, validator, words):
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
