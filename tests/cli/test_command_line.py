"""The command line in one process: what is printed where, exit codes, every mistake a user can make."""

import importlib
import json
import os

import pytest

import corpora
from headcount import check
from headcount.certificates.verdict import Accepted


def written(folder, name, place):
    """A file with a certificate of the corpora."""
    (found,) = (entry["certificate"] for entry in corpora.corpus(folder) if entry["name"] == name)
    path = place / f"{folder}-{name}.json"
    path.write_text(json.dumps(found))
    return path


@pytest.fixture
def run(headcount):
    return headcount


def one_sentence(text):
    """A message of ours: one line that names the program."""
    (line,) = text.strip().splitlines()
    assert line.startswith("headcount: ")
    assert len(line) < 400
    return line


def test_output_is_what_check_accepts(run, tmp_path):
    code, out, _ = run("probe", "match2", "M=5", "-o", "cert.json")
    assert code == 0
    assert "headcount check cert.json" in out
    assert os.listdir(tmp_path) == ["cert.json"]
    verdict = check(tmp_path / "cert.json")
    assert (verdict.lower, verdict.upper) == (3, 3)
    code, out, err = run("check", "cert.json")
    assert (code, err) == (0, "")
    assert out.startswith("cert.json: ACCEPTED  match order=2 M=5, class SIGN: 3 <= m <= 3\n")
    assert len(out.splitlines()) == 4
    assert "steps of 400,000,000 allowed" in out.splitlines()[-1]


def test_output_replaces_files_and_follows_links(run, tmp_path):
    (tmp_path / "real.json").write_text("something else")
    (tmp_path / "link.json").symlink_to("real.json")
    assert run("probe", "match2", "M=2", "-o", "link.json")[0] == 0
    assert (tmp_path / "link.json").is_symlink()
    assert isinstance(check(tmp_path / "real.json"), Accepted)
    assert run("probe", "match2", "M=2", "-o", "real.json")[0] == 0
    assert sorted(os.listdir(tmp_path)) == ["link.json", "real.json"]


def test_a_pipe_is_written_to_and_not_replaced(run, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert run("probe", "match2", "M=2", "-o", "pipe")[0] == 0
    assert isinstance(check(os.read(reader, 10**6)), Accepted)
    os.close(reader)
    assert (tmp_path / "pipe").is_fifo()


def test_pattern_files_and_user_files(run, tmp_path):
    (tmp_path / "a.csv").write_text("+,-\n-,+\n")
    answer = json.loads(run("probe", "a.csv", "--null", "--json")[1])
    assert (answer["task"], answer["lower"], answer["upper"]) == ("a.csv", 1, 1)
    (tmp_path / "mine.py").write_text("from headcount import Match2\ntask = Match2\n")
    answer = json.loads(run("probe", "mine.py:task", "M=3", "--json")[1])
    assert (answer["parameters"], answer["lower"], answer["upper"]) == ({"M": 3}, 2, 2)


def test_check_exit_codes(run, tmp_path):
    accepted = written("accept", "tables", tmp_path)
    rejected = written("reject", "crossed-bounds", tmp_path)
    malformed = written("malformed", "negative-value", tmp_path)
    (tmp_path / "text.json").write_text("not a certificate")
    with (tmp_path / "large.json").open("wb") as stream:
        stream.truncate(100 * 2**20)
    for files, wanted in (
        ([accepted], 0),
        ([rejected], 3),
        ([malformed], 4),
        (["text.json"], 4),
        (["large.json"], 5),
        ([accepted, accepted], 0),
        ([accepted, rejected, accepted], 3),
        ([malformed, rejected, accepted], 4),
    ):
        code, out, err = run("check", *files)
        assert (code, err) == (wanted, ""), files
        assert sum(word in out for word in ("ACCEPTED", "REJECTED", "MALFORMED", "UNDECIDED")) >= 1
        code, out, err = run("check", *files, "--json")
        assert (code, err) == (wanted, "")
        assert len(out.splitlines()) == len(files)


def test_check_json(run, tmp_path):
    cases = {
        ("accept", "tables"): {
            *("verdict", "statement", "lower", "upper", "claims", "assumptions", "theorems", "steps", "limit")
        },
        ("reject", "crossed-bounds"): {"verdict", "code", "where", "reason"},
        ("malformed", "negative-value"): {"verdict", "where", "reason"},
    }
    for (folder, name), keys in cases.items():
        answer = json.loads(run("check", written(folder, name, tmp_path), "--json")[1])
        assert set(answer) == keys | {"file"}
        assert answer["verdict"] == {"accept": "accepted", "reject": "rejected"}.get(folder, folder)


def test_a_name_cannot_write_to_the_terminal(run, tmp_path):
    certificate = json.loads(written("accept", "tables", tmp_path).read_text())
    certificate["question"]["name"] = "\x1b[2J\ud800\nx: ACCEPTED"
    (tmp_path / "a.json").write_text(json.dumps(certificate))
    code, out, _ = run("check", "a.json")
    assert code == 4
    assert "question.name: must hold no characters but" in out
    assert "\x1b" not in out
    assert sum(line.startswith("x:") for line in out.splitlines()) == 0


def test_internal_errors_are_called_bugs(run, monkeypatch):
    def broken(*_, **__):
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(importlib.import_module("headcount.search.ask"), "ask", broken)
    code, out, err = run("probe", "qsa", "N=3", "q=1")
    assert (code, out) == (1, "")
    assert "this is a bug" in one_sentence(err)


@pytest.mark.parametrize("command", ["probe", "check"])
def test_help(run, command):
    code, out, _ = run(command, "-h")
    assert code == 0
    assert f"headcount {command}" in out
