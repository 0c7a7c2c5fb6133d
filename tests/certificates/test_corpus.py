"""The corpora: certificates that are accepted, rejected for one reason each, malformed, or beyond the meter's limit.

A line of a corpus is a name, what must come out, and the certificate. The names of rejected ones say the trick: most of
them are accepted ones with one edit, a literal dropped, a term or a sign exchanged, a row forgotten.
"""

import json

import pytest

import corpora
from headcount.certificates.check import check
from headcount.certificates.meter import LIMIT
from headcount.certificates.verdict import Accepted, Malformed, Rejected, Undecided


@pytest.mark.parametrize("word", corpora.groups("accept"))
def test_accepted(word):
    for entry in corpora.groups("accept")[word]:
        verdict, certificate = check(entry["certificate"]), entry["certificate"]
        assert isinstance(verdict, Accepted), (entry["name"], verdict)
        assert [verdict.lower, verdict.upper] == entry["expected"], entry["name"]
        assert len(verdict.claims) == len(certificate["claims"]), entry["name"]
        assert 0 < verdict.steps <= verdict.limit == LIMIT, entry["name"]


def test_a_file_its_name_its_bytes_and_the_object_are_the_same(tmp_path):
    for entry in corpora.corpus("accept")[::40]:
        content = json.dumps(entry["certificate"])
        path = tmp_path / "certificate.json"
        path.write_text(content)
        verdict = check(entry["certificate"])
        assert all(check(other) == verdict for other in (path, str(path), content.encode())), entry["name"]


@pytest.mark.parametrize("word", corpora.groups("reject"))
def test_rejected(word):
    for entry in corpora.groups("reject")[word]:
        verdict = check(entry["certificate"])
        assert isinstance(verdict, Rejected), (entry["name"], verdict)
        assert [verdict.code, verdict.where] == entry["expected"][:2], entry["name"]
        assert 0 < len(verdict.reason) <= 1000, entry["name"]


@pytest.mark.parametrize("word", corpora.groups("malformed"))
def test_malformed(word):
    for entry in corpora.groups("malformed")[word]:
        verdict = check(entry["certificate"])
        assert isinstance(verdict, Malformed), (entry["name"], verdict)
        assert verdict.where == entry["expected"][0], entry["name"]
        assert 0 < len(verdict.reason) < 400, entry["name"]


@pytest.mark.slow
@pytest.mark.parametrize("entry", corpora.corpus("undecided"), ids=lambda entry: entry["name"])
def test_undecided(entry):
    assert isinstance(check(entry["certificate"]), Undecided)


def test_every_reason_to_reject_stands_in_the_corpus():
    """All rules, and what else can be wrong with a claim that is stated."""
    codes = {entry["expected"][0] for entry in corpora.corpus("reject")}
    rules = {"evaluate", "clauses", "farkas", "psd", "theorem", "map", "tree"}
    assert codes >= rules | {"value-not-proved", "crossed-bounds"}


def test_earlier_versions_are_refused_with_the_remedy():
    certificate = corpora.corpus("accept")[0]["certificate"]
    for version in (1, 2):
        verdict = check({**certificate, "version": version})
        assert isinstance(verdict, Malformed)
        assert verdict.where == "certificate.version"
        assert "run the command that wrote the file again" in verdict.reason
