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
    # No row shows the letter 2: that no column may be chosen would give the empty clause.
    "a word of other letters": (
        3,
        {
            "question": MATRIX,
            "claim": {"measure": "vc_rows", "side": "upper", "value": "0"},
            "evidence": {"kind": "rare-words", "size": 0},
            "variables": [{"chosen": [0, 0]}, {"chosen": [0, 1]}],
            "clauses": [[1, 2], [-1], [-2]],
            "rules": [
                {"rule": "some-column", "place": 0},
                *({"rule": "rare", "columns": [c], "word": "2"} for c in (0, 1)),
            ],
        },
    ),
    # Words that are not known might change what is said.
    "an unknown field of a claim": (
        3,
        {**COVERED, "claim": {**lower("partition1", "1"), "promise": 1}, "evidence": partition(0)},
    ),
    "an unknown field of a question": (4, {**NONZERO, "question": {**PATTERN, "masks": []}}),
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


@pytest.mark.parametrize(
    ("claim", "extra", "code"),
    [
        ({}, {}, 0),
        ({"order": 3}, {}, 0),
        ({"order": 2}, {}, 3),  # of pairwise attention the table of tuples says nothing
        ({"side": "upper"}, {"equal": True}, 3),  # tables with the signs are not scores of triples
        ({"resource": "p", "m": 0, "value": 9}, {}, 0),
        ({"resource": "p", "m": 1, "value": 9}, {}, 3),  # m = 1 may do
        ({"resource": "p", "m": 0, "value": 9, "side": "upper"}, {"equal": True}, 3),
    ],
)
def test_tuples_restrict_from_below_and_in_their_order(claim, extra, code, tmp_path, capsys):
    question = {"task": "match", "order": 3, "M": 3}
    whole = {**TWO, "unit_class": "GRID(p=1, midrise)" if claim.get("resource") == "p" else "SIGN", "value": 1, **claim}
    rows, columns = [0, 1], [[0, 0], [0, 2]]
    part = {"task": "pattern", "null": True, "rows": ["+-", "-+"]}
    given = {**TWO, "unit_class": whole["unit_class"], "side": whole["side"], "value": 1}
    by = ({"restriction": 1, "rows": rows, "columns": columns, "part": 0, **extra}, {"not exported": "-"})
    said = [
        {"number": number, "question": asked, "claim": one, "kind": "k", "words": "w", "by": how}
        for number, (asked, one, how) in enumerate(zip((question, part), (whole, given), by, strict=True))
    ]
    (tmp_path / "export.json").write_text(json.dumps({"format": "headcount-export", "version": 1, "claims": said}))
    own = {"question": question, "claims": [{**whole, "evidence": {"kind": "k"}}]}
    (tmp_path / "certificate.json").write_text(json.dumps(own))
    assert clauses.main([tmp_path]) == code
    assert ("agreed if 1" in capsys.readouterr().out) == (code == 0)
