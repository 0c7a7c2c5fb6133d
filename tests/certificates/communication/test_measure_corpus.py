"""Certificates about communication measures: accepted, rejected with one code each, or malformed.

The name of a rejected file is the code that it must get, followed by the trick.
"""

import json

import pytest

import corpora
from headcount.questions import REJECTION_CODES
from headcount.core.verdict import Accepted, Malformed, Rejected
from headcount.core.check import check
from headcount.legacy.evidence.matrices.kinds import PROVERS

GROUPS = {folder: corpora.groups(folder, corpora.OF_MEASURES) for folder in ("accept", "reject", "malformed")}


def files(folder):
    return corpora.files(folder, corpora.OF_MEASURES)


@pytest.mark.parametrize("word", GROUPS["accept"])
def test_accepted(word):
    for path in GROUPS["accept"][word]:
        verdict, content = check(path), json.loads(path.read_text())
        assert isinstance(verdict, Accepted), (path.name, verdict)
        assert len(verdict.claims) == len(content["claims"]), path.name
        assert len(verdict.assumptions) == bool(content["question"].get("name")), path.name


@pytest.mark.parametrize("word", GROUPS["reject"])
def test_rejected(word):
    for path in GROUPS["reject"][word]:
        verdict = check(path)
        assert isinstance(verdict, Rejected), (path.name, verdict)
        assert path.stem == verdict.code or path.stem.startswith(f"{verdict.code}-")
        assert verdict.where.startswith("certificate.claims"), path.name


@pytest.mark.parametrize("word", GROUPS["malformed"])
def test_malformed(word):
    for path in GROUPS["malformed"][word]:
        verdict = check(path)
        assert isinstance(verdict, Malformed), (path.name, verdict)
        assert 0 < len(verdict.reason) < 400, path.name


def test_every_code_and_every_kind_has_a_file():
    seen = {code for path in files("reject") for code in REJECTION_CODES if path.stem.startswith(code)}
    assert seen >= corpora.CODES_OF_MEASURES
    kinds = {
        (claim["side"], kind)
        for path in files("accept")
        for claim in json.loads(path.read_text())["claims"]
        for kind in kinds_in(claim["evidence"])
    }
    known = {(side, kind) for side, table in PROVERS.items() for provers in table.values() for kind in provers}
    assert kinds >= known
    assert kinds >= {("lower", "theorem"), ("upper", "theorem"), ("lower", "restriction")}


def kinds_in(evidence):
    """The kind, and for a restriction that of the premise that it rests on."""
    while evidence["kind"] == "restriction":
        yield "restriction"
        evidence = evidence["of"]["evidence"]
    yield evidence["kind"]
