"""The corpora: certificates that are accepted, rejected with one code each, malformed, or beyond the meter's limit.

The name of a rejected file is the code that it must get, followed by the trick. Most of them are accepted files with
one edit: a literal dropped, a term or a sign exchanged, the added all-plus row forgotten. An undecided file is small
and asks for more work than one check may do.
"""

import json
from pathlib import Path

import pytest

from corpora import CODES_OF_MEASURES, FOLDERS, HERE, code_of, files, groups
from headcount.questions import REJECTION_CODES
from headcount.core.verdict import Accepted, Malformed, Rejected, Undecided
from headcount.core.check import check
from headcount.core.meter import LIMIT

EXPECTED = json.loads((HERE / "expected.json").read_text())
"""accept: (lower, upper) as claimed; else the place that is named, with E0 and E1 for the two claims' evidence."""


GROUPS = {folder: groups(folder) for folder in FOLDERS}


def spelled_out(where):
    for k in (0, 1):
        where = where.replace(f"E{k}", f"certificate.claims[{k}].evidence")
    return where


@pytest.mark.parametrize("word", GROUPS["accept"])
def test_accepted(word):
    for path in GROUPS["accept"][word]:
        is_accepted(path)


def is_accepted(path):
    """As a file, by its name, as bytes and as an object."""
    verdict, content = check(path), json.loads(path.read_text())
    assert isinstance(verdict, Accepted), (path.name, verdict)
    assert [verdict.lower, verdict.upper] == EXPECTED["accept"][path.stem], path.name
    assert len(verdict.claims) == len(content["claims"]), path.name
    name = content.get("question", {}).get("name", "")
    assert len(verdict.assumptions) == bool(name), path.name
    assert all(name in assumption for assumption in verdict.assumptions), path.name
    assert 0 < verdict.steps <= verdict.limit == LIMIT, path.name
    for other in (path.read_bytes(), str(path), content):
        assert check(other) == verdict, path.name


@pytest.mark.parametrize("word", GROUPS["reject"])
def test_rejected(word):
    for path in GROUPS["reject"][word]:
        verdict = check(path)
        assert isinstance(verdict, Rejected), (path.name, verdict)
        assert verdict.code == code_of(path.stem), path.name
        assert verdict.where == spelled_out(EXPECTED["reject"][path.stem]), path.name
        assert verdict.reason.startswith(REJECTION_CODES[verdict.code]), path.name


@pytest.mark.parametrize("word", GROUPS["malformed"])
def test_malformed(word):
    for path in GROUPS["malformed"][word]:
        verdict = check(path)
        assert isinstance(verdict, Malformed), (path.name, verdict)
        assert verdict.where == spelled_out(EXPECTED["malformed"][path.stem]), path.name
        assert 0 < len(verdict.reason) < 300, path.name


def long_ones_apart(paths):
    """Files whose check goes on until the limit is reached take more than five seconds."""
    slow = ("computation-too-much-work", "rectangles-whole-orbits-subtracted")
    return [pytest.param(path, marks=pytest.mark.slow) if path.stem in slow else path for path in paths]


@pytest.mark.parametrize("path", long_ones_apart(files("undecided")), ids=lambda path: path.stem)
def test_undecided(path):
    assert check(path) == Undecided(spelled_out(EXPECTED["undecided"][path.stem]), LIMIT)


def test_every_code_has_a_file_and_every_file_is_expected():
    seen = {code_of(path.stem) for path in files("reject")}
    assert seen >= set(REJECTION_CODES) - CODES_OF_MEASURES  # those have a corpus of their own
    assert set(EXPECTED) == set(FOLDERS)
    for folder, expected in EXPECTED.items():
        assert {path.stem for path in files(folder)} == set(expected)


def test_every_kind_of_evidence_and_every_rule_is_accepted_somewhere():
    seen = set()

    def walk(value):
        if isinstance(value, dict):
            named = [value.get(key) for key in ("kind", "rule", "vectors", "read_out")]
            seen.update(name for name in named if isinstance(name, str))
            for part in value.values():
                walk(part)
        elif isinstance(value, list):
            for part in value:
                walk(part)

    for path in files("accept"):
        walk(json.loads(path.read_text()))
    kinds = {"tables", "polynomial", "squares", "identity", "trivial", "independence", "symmetric", "chirotope"}
    kinds |= {
        "restriction",
        "unit",
        "averaging",
        "separation",
        "centre",
        "crossings",
        "saturation",
        "other-score",
        "trigonometric",
    }
    kinds |= {"counting", "margin", "grid-cases", "shared-tables", "fixed-cases", "protocol-cost", "cut-cost"}
    kinds |= {"planarity", "told-token", "tie", "interpolation", "score-tables", "radon"}
    kinds |= {"threshold-degree", "cut-rank", "softmax-weights", "pattern"}
    kinds |= {"two-inputs", "uniform-heads"}
    kinds |= {"order", "in-order", "two-ends", "components", "refutation", "far-pair", "hops", "named", "closed-sets"}
    kinds |= {"all-pairs", "pair", "runs", "input", "subset", "pairs", "points", "combinations"}
    rules = {"row", "nonzero", "exclusive", "cramer", "plucker", "sign", "basis", "product", "lex"}
    assert seen == kinds | rules | {"columns", "rows", "any", "threshold"}


def test_files_are_small():
    for folder in FOLDERS:
        assert all(path.stat().st_size < 50_000 for path in files(folder))


def test_objects_that_are_not_json():
    loop = {}
    loop["format"] = loop
    strange = [{"format": object()}, {1: "one", "1": "one"}, {"format": float("nan")}, {"version": 20**5000}]
    for content in (loop, *strange):
        assert isinstance(check(content), Malformed)


def test_files_that_cannot_be_read(tmp_path):
    for path in (tmp_path, tmp_path / "missing.json", Path("a\0b")):
        assert isinstance(check(path), Malformed)


def test_a_large_file_is_refused_unread(tmp_path):
    path = tmp_path / "large.json"
    with path.open("wb") as stream:
        stream.truncate(LIMIT // 4 + 1)  # sparse: takes no space
    assert check(path) == Undecided("certificate", LIMIT)


def test_an_endless_file_is_refused():
    verdict = check(Path("/dev/zero"))
    assert isinstance(verdict, Malformed)
    assert "not a regular file" in verdict.reason


def test_premises_in_premises_without_end():
    text = (
        '{"format": "headcount-certificate", "version": 2, "question": {"task": "qsa", "N": 5, "q": 2}, "claims": [%s]}'
    )
    premise = '{"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 4, "evidence": %s}'
    evidence = '{"kind": "symmetric", "size": 5}'
    for _ in range(500):
        evidence = '{"kind": "restriction", "of": %s}' % (premise % evidence)
    verdict = check((text % (premise % evidence)).encode())
    assert isinstance(verdict, Malformed)
    assert len(str(verdict)) < 1000
