"""``check --verified``: what is said beside the verdict; a program that is missing, and one that disagrees."""

import json
import sys

import pytest

from headcount import check, check_verified
from headcount.cli.check_files import main
from headcount.facade import check_verified as room

CLAIM = {
    "resource": "m",
    "unit_class": "SIGN",
    "side": "lower",
    "value": 0,
    "proof": {"rule": "theorem", "name": "least"},
}
GOOD = {
    "format": "headcount-certificate", "version": 3, "question": {"task": "qsa", "N": 5, "q": 2}, "claims": [CLAIM]
}  # fmt: skip
WRONG = {**GOOD, "claims": [{**CLAIM, "value": 9}]}
PROVED = {"verdict": "accepted", "claims": [{"outcome": "proved", "statement": "m >= 0"}]}
OUTSIDE = {"verdict": "not covered", "claims": [*PROVED["claims"], {"outcome": "not covered", "kind": "p of order"}]}
REJECTED = {"verdict": "rejected", "claims": [{"outcome": "rejected", "kind": "m of qsa"}]}


@pytest.fixture
def answers(tmp_path, monkeypatch):
    """A program that gives this answer, whatever it is asked; a file with a certificate, and what check says of it."""

    def asked(answer, certificate=GOOD):
        script = tmp_path / "headcount-verified"
        script.write_text(f"#!{sys.executable}\nprint({json.dumps(answer)!r})\n")
        script.chmod(0o755)
        monkeypatch.setenv(room.VARIABLE, str(script))
        path = tmp_path / "certificate.json"
        path.write_text(json.dumps(certificate))
        return str(path)

    return asked


def test_it_is_said_beside_the_verdict(answers, capsys):
    assert main(["--verified", answers(PROVED)]) == 0
    assert capsys.readouterr().out.endswith("\n  accepted by the verified checker\n")
    assert main(["--verified", answers(OUTSIDE)]) == 0
    assert capsys.readouterr().out.endswith("\n  not covered by the verified checker: p of order\n")
    assert main(["--verified", answers(REJECTED, WRONG)]) == 3
    assert capsys.readouterr().out.endswith("\n  rejected by the verified checker\n")


def test_it_is_a_field_of_the_object(answers, capsys):
    assert main(["--verified", "--json", answers(OUTSIDE)]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["verdict"], said["verified"]["verdict"]) == ("accepted", "not covered")
    assert said["verified"]["statements"] == ["m >= 0"] and said["verified"]["not_covered"] == ["p of order"]
    assert main(["--json", answers(OUTSIDE)]) == 0
    assert "verified" not in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("answer", "certificate"),
    [(REJECTED, GOOD), (PROVED, WRONG)],
)
def test_two_checkers_that_disagree_are_an_error_of_the_first_order(answers, capsys, answer, certificate):
    path = answers(answer, certificate)
    assert main(["--verified", path]) == 1
    shown = capsys.readouterr()
    assert "THE TWO CHECKERS DISAGREE" in shown.out and "please report it" in shown.err
    assert main(["--verified", "--json", path]) == 1
    assert json.loads(capsys.readouterr().out)["disagreement"] is True


@pytest.mark.parametrize(
    ("answer", "certificate"), [({"verdict": "malformed", "reason": "-0"}, GOOD), (PROVED, {"claims": []})]
)
def test_where_one_finds_no_certificate_the_form_differs_and_the_file_is_called_malformed(
    answers, capsys, answer, certificate
):
    path = answers(answer, certificate)
    assert main(["--verified", path]) == 4
    shown = capsys.readouterr()
    assert "the form differs: " in shown.out and "DISAGREE" not in shown.out + shown.err
    assert main(["--verified", "--json", path]) == 4
    said = json.loads(capsys.readouterr().out)
    assert said["form_differs"] is True and "disagreement" not in said


@pytest.mark.parametrize("answer", [OUTSIDE, {"verdict": "undecided", "reason": "too large"}])
@pytest.mark.parametrize("certificate", [GOOD, WRONG])
def test_a_checker_that_says_nothing_contradicts_none(answers, answer, certificate):
    assert main(["--verified", answers(answer, certificate)]) == check(certificate).exit_code


def test_without_the_program_one_sentence_says_where_it_is_looked_for(tmp_path, monkeypatch, capsys, answers):
    path = answers(PROVED)
    monkeypatch.delenv(room.VARIABLE)
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    monkeypatch.setattr(room, "BUILT", tmp_path / "not built")
    assert main(["--verified", path]) == 2
    said = capsys.readouterr().err
    assert said.startswith("headcount: the verified checker is not installed: ") and said.count("\n") == 1
    assert all(word in said for word in (room.VARIABLE, "PATH", "not built", "make verified"))


def test_a_program_of_another_kind_is_no_verdict(tmp_path, monkeypatch, capsys, answers):
    path = answers(PROVED)
    for wrong in (tmp_path / "missing", tmp_path / "certificate.json"):
        monkeypatch.setenv(room.VARIABLE, str(wrong))
        assert main(["--verified", path]) == 2
        assert "does not answer as the verified checker does" in capsys.readouterr().err


def test_an_internal_error_is_loud(answers):
    with pytest.raises(RuntimeError, match=r"internal error.*a lower bound above"):
        check_verified(answers({"verdict": "internal error", "reason": "a lower bound above an upper bound"}))


def test_certificates_are_taken_as_check_takes_them(answers):
    path = answers(PROVED)
    for certificate in (path, GOOD, json.dumps(GOOD).encode()):
        found = check_verified(certificate)
        assert found and found.statements == ("m >= 0",)
    answers(REJECTED)
    assert not check_verified(path)


@pytest.mark.parametrize("answer", [[], {}, 3, {"verdict": 3}], ids=str)
def test_an_answer_of_another_shape_is_no_verdict(answers, answer):
    with pytest.raises(room.NotInstalledError, match="does not answer as the verified checker does"):
        check_verified(answers(answer))
