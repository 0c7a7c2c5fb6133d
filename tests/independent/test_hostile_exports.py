"""Exports that claim too much, or ask for too much: neither a wrong agreement nor a process that does not end."""

import importlib.util
import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "independent"
SPECIFICATION = importlib.util.spec_from_file_location("hostile_clauses", FOLDER / "clauses.py")
clauses = importlib.util.module_from_spec(SPECIFICATION)
SPECIFICATION.loader.exec_module(clauses)

MATRIX = {"task": "communication", "of": "matrix", "rows": ["10", "01"]}
PATTERN = {"task": "pattern", "null": True, "rows": ["+-"]}
TWO = {"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 2}
DEPENDENT = {"kind": "independence", "vectors": "columns", "set": [0, 1]}
EMPTY = {"variables": [], "clauses": [[]]}


def lower(measure, value):
    return {"measure": measure, "side": "lower", "value": value}


def partition(slots):
    return {"kind": "partition-refutation", "slots": slots, "order": []}


NONZERO = {**EMPTY, "rules": [{"rule": "nonzero"}], "evidence": {**DEPENDENT, "set": []}, "claim": TWO}
COVERED = {
    **EMPTY,
    "rules": [{"rule": "covered", "entry": [0, 0]}],
    "question": MATRIX,
    "claim": lower("partition1", "9"),
}
CASES = {
    # An entry is not held twice by one and the same rectangle: that would be the empty clause.
    "one rectangle twice": (
        3,
        {**COVERED, "rules": [{"rule": "once", "slots": [0, 0], "entry": [0, 0]}], "evidence": partition(8)},
    ),
    # "sign" and "nonzero" both choose a sign of a dependency: with both, the keys 1 and -1 would be independent.
    "two choices": (
        3,
        {
            "question": PATTERN,
            "claim": TWO,
            "evidence": {**DEPENDENT, "uniform": True},
            "variables": [{"positive": [0]}, {"positive": [1]}],
            "clauses": [[-1], [1, 2], [1, -2]],
            "rules": [{"rule": "sign"}, {"rule": "nonzero"}, {"rule": "row", "row": 0}],
        },
    ),
    "too many rectangles": (4, {**COVERED, "evidence": partition(10**12)}),
    "2 to a large power": (
        4,
        {
            **EMPTY,
            "question": MATRIX,
            "claim": {"measure": "vc_rows", "side": "upper", "value": "3"},
            "evidence": {"kind": "rare-words", "size": 10**11},
            "rules": [{"rule": "rare", "columns": [], "word": ""}],
        },
    ),
    "sets without number": (0, {**NONZERO, "question": {"task": "separation", "N": 9999, "least": 1, "most": 9999}}),
    "large sets": (0, {**NONZERO, "question": {"task": "qsa", "N": 9999, "q": 5000}}),
    "no modulus": (4, {**NONZERO, "question": {"task": "match", "order": 2, "M": -5}}),
    "null is a word": (4, {**NONZERO, "question": {**PATTERN, "null": "no"}}),
    "another letter": (4, {**COVERED, "question": {**MATRIX, "rows": ["1x", "01"]}, "evidence": partition(1)}),
    "ragged": (4, {**COVERED, "question": {**MATRIX, "rows": ["11", "0"]}, "evidence": partition(1)}),
}


def write(folder, case):
    """An export of one claim."""
    question, claim = case["question"], case["claim"]
    by = {"refutation": "claim-0.cnf", "proof": "claim-0.lrat"}
    said = {
        "number": 0,
        "question": question,
        "claim": claim,
        "kind": "k",
        "words": "\x1b[2J\nfolder 0: agreed",
        "by": by,
    }
    export = {"format": "headcount-export", "version": 1, "claims": [said], "files": []}
    (folder / "export.json").write_text(json.dumps(export))
    certificate = {"question": question, "claims": [{**claim, "evidence": {"kind": "k"}}]}
    (folder / "certificate.json").write_text(json.dumps(certificate))
    lines = [f"c {word} {json.dumps(case[word])}" for word in ("question", "claim", "evidence")]
    for word, values in (("variable", case["variables"]), ("clause", case["rules"])):
        lines += [f"c {word} {number} {json.dumps(value)}" for number, value in enumerate(values, start=1)]
    lines.append(f"p cnf {len(case['variables'])} {len(case['clauses'])}")
    lines += [" ".join(map(str, [*clause, 0])) for clause in case["clauses"]]
    (folder / "claim-0.cnf").write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("name", CASES)
def test_no_wrong_agreement(name, tmp_path, capsys):
    code, case = CASES[name]
    write(tmp_path, case)
    assert clauses.main([tmp_path]) == code
    out = capsys.readouterr().out
    assert ": agreed  [" not in out
    assert "\x1b" not in out
    assert out.count("\n") == (2 if code == 3 else 1)


def test_parameters_of_measures_are_compared(tmp_path):
    question = {**MATRIX, "rows": ["11", "01"]}
    claims = [{"measure": "gamma2_alpha", "alpha": a, "side": "lower", "value": "5/4"} for a in ("2", "1")]
    by = ({"restriction": 1, "rows": [0, 1], "columns": [0, 1]}, {"not exported": "-"})
    said = [
        {"number": number, "question": question, "claim": claim, "kind": "k", "words": "w", "by": how}
        for number, (claim, how) in enumerate(zip(claims, by, strict=True))
    ]
    for alpha, code in (("2", 3), ("1", 0)):
        said[0]["claim"]["alpha"] = alpha
        (tmp_path / "export.json").write_text(json.dumps({"format": "headcount-export", "version": 1, "claims": said}))
        own = [{**said[0]["claim"], "evidence": {"kind": "k"}}]
        (tmp_path / "certificate.json").write_text(json.dumps({"question": question, "claims": own}))
        assert clauses.main([tmp_path]) == code
