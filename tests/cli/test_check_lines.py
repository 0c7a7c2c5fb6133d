"""``headcount check FILE.jsonl``: a certificate in each line."""

import json
import sys
from pathlib import Path

import pytest

import corpora
from headcount.facade import check_verified as room

GOOD = corpora.accepted()["chirotope-uniform"]
SHORT = {
    "format": "headcount-certificate", "version": 3, "question": {"task": "qsa", "N": 5, "q": 2},
    "claims": [{"resource": "m", "unit_class": "SIGN", "side": "lower", "value": 0,
                "proof": {"rule": "theorem", "name": "least"}}],
}  # fmt: skip
WRONG = json.loads(json.dumps(SHORT).replace('"value": 0', '"value": 9'))


@pytest.fixture
def lines(headcount):
    """Run ``check`` on a file of these lines."""

    def call(*texts, words=()):
        Path("c.jsonl").write_bytes(b"".join(text if isinstance(text, bytes) else text.encode() for text in texts))
        return headcount("check", "c.jsonl", *words)

    return call


def line(certificate, name=""):
    return f"{name} {json.dumps(certificate)}\n".lstrip()


def test_all_are_accepted(lines):
    assert lines(line(GOOD), line(SHORT)) == (0, "c.jsonl: 2 certificates, all ACCEPTED\n", "")
    assert lines(line(SHORT)) == (0, "c.jsonl: 1 certificate, ACCEPTED\n", "")


def test_names_and_empty_lines(lines):
    code, out, _ = lines(line(SHORT, "a-1"), "\n", "  \n", line(WRONG, "name"))
    assert (code, out.splitlines()[1]) == (3, "c.jsonl: 1 of 2 certificates ACCEPTED, 1 REJECTED")
    assert out.startswith("c.jsonl:4: REJECTED [value-not-proved] at claims[0]: ")


def test_lines_that_fail_are_named_by_their_numbers(lines):
    code, out, err = lines(line(SHORT), line(WRONG), b"\xff\n", "{}\n", "two names {}\n", line(SHORT)[:-4])
    assert (code, err) == (4, "")
    starts = [text.split(" ")[0] for text in out.splitlines()]
    assert starts == ["c.jsonl:2:", "c.jsonl:3:", "c.jsonl:4:", "c.jsonl:5:", "c.jsonl:6:", "c.jsonl:"]
    assert out.endswith("c.jsonl: 1 of 6 certificates ACCEPTED, 1 REJECTED, 4 MALFORMED\n")


def test_the_limit_is_for_a_line(lines):
    code, out, _ = lines(*[line(SHORT)] * 3, words=["--limit", "1000"])
    enough = lines(*[line(SHORT)] * 3, words=["--limit", "100000"])
    assert code == 5 and out.count("UNDECIDED  ") == 3 and out.endswith("0 of 3 certificates ACCEPTED, 3 UNDECIDED\n")
    assert enough[0] == 0


@pytest.mark.parametrize("content", ["", "\n\n"])
def test_no_line_at_all_is_malformed(lines, content):
    assert lines(content) == (4, "c.jsonl: MALFORMED  file: holds no certificate; one in each line is required\n", "")


def test_the_object_of_json(lines):
    code, out, _ = lines(line(SHORT), line(WRONG), words=["--json"])
    said = json.loads(out)
    assert (code, said["verdict"], said["certificates"], said["accepted"]) == (3, "rejected", 2, 1)
    assert [(one["line"], one["verdict"]) for one in said["failed"]] == [(2, "rejected")]
    assert json.loads(lines(line(SHORT), words=["--json"])[1])["verdict"] == "accepted"
    assert json.loads(lines("", words=["--json"])[1])["verdict"] == "malformed"


def test_other_files_are_checked_all_the_same(lines, headcount):
    lines(line(SHORT))
    Path("one.json").write_text(json.dumps(WRONG))
    code, out, _ = headcount("check", "c.jsonl", "one.json", "nofile.jsonl")
    assert code == 3 and out.startswith("c.jsonl: 1 certificate, ACCEPTED\none.json: REJECTED")


# ---- with the verified checker: a program that answers as it does


@pytest.fixture
def answers(tmp_path, monkeypatch):
    def call(*verdicts):
        script = tmp_path / "headcount-verified"
        texts = "\n".join(json.dumps({"verdict": verdict}) for verdict in verdicts)
        script.write_text(f"#!{sys.executable}\nprint({texts!r})\n")
        script.chmod(0o755)
        monkeypatch.setenv(room.VARIABLE, str(script))

    return call


def test_the_verified_checker_reads_all_lines(lines, answers):
    answers("accepted", "not covered")
    code, out, _ = lines(line(SHORT), "\n", line(GOOD), words=["--verified"])
    assert code == 0
    assert out == "c.jsonl: 2 certificates, all ACCEPTED\n  by the verified checker: 1 accepted, 1 not covered\n"
    code, out, _ = lines(line(SHORT), line(GOOD), words=["--verified", "--json"])
    assert json.loads(out)["verified"] == {"accepted": 1, "not covered": 1}


def test_a_disagreement_is_loud(lines, answers):
    answers("accepted", "rejected")
    code, _, err = lines(line(SHORT), "\n", line(GOOD), words=["--verified"])
    assert code == 1 and err.startswith("headcount: c.jsonl:3: THE TWO CHECKERS DISAGREE")


def test_where_one_finds_no_certificate_the_form_differs(lines, answers):
    answers("accepted", "malformed")
    code, out, err = lines(line(SHORT), "\n", line(GOOD), words=["--verified"])
    assert (code, err) == (4, "")
    assert out.endswith("  the form differs: one checker finds malformed what the other accepts, line 3 first\n")
    code, out, _ = lines(line(SHORT), line(GOOD), words=["--verified", "--json"])
    assert code == 4 and json.loads(out)["form_differs"] == [2]


def test_a_program_that_leaves_lines_out(lines, answers):
    answers("accepted")
    code, _, err = lines(line(SHORT), line(GOOD), words=["--verified"])
    assert code == 2 and "gives 1 verdicts of 2 certificates" in err
