"""Defaults from a file, and --verbose: what is said line by line."""

import logging
import re
import shutil
import subprocess
import sys
import threading
from importlib import import_module
from pathlib import Path

import pytest

from headcount.certificates.verdict import Accepted
from headcount.workbench.commands.progress import LOG, BarLine, tell_everything
from headcount.workbench.commands.settings import VARIABLE, SettingsError, defaults_of, settings_file

PROBE = ("probe", "qsa", "N=5", "q=2")


@pytest.fixture
def written(tmp_path, monkeypatch):
    def write(text):
        path = tmp_path / "config.toml"
        path.write_text(text, "utf-8")
        monkeypatch.setenv(VARIABLE, str(path))

    return write


def test_the_command_line_goes_before_the_file(written, headcount, monkeypatch):
    written("[probe]\nbits = 1\nquiet = true\n[measure]\nbudget = 3\n")
    assert "class GRID(1, midrise, gap 1): 5 <= m <= 5" in headcount(*PROBE)[1]
    assert "class GRID(2, midrise, gap 1): 4 <= m <= 4" in headcount(*PROBE, "--bits", "2")[1]
    monkeypatch.setenv(VARIABLE, "/dev/null")
    assert "class SIGN: 4 <= m <= 4" in headcount(*PROBE)[1]


def test_it_is_found_in_the_user_s_folder(headcount, tmp_path, monkeypatch):
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings_file() == tmp_path / "headcount" / "config.toml"
    assert defaults_of("probe", ()) == {}
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")  # to be ignored, says the specification
    assert settings_file().is_absolute()
    (tmp_path / "headcount").mkdir()
    (tmp_path / "headcount" / "config.toml").write_text("[probe]\nbits = 1\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv(VARIABLE, "")
    assert "class GRID(1, midrise, gap 1)" in headcount(*PROBE)[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[prob]\nbits = 1\n", "there is no command prob"),
        ("[probe]\nbit = 1\n", r"probe has no option --bit; it has .*bits"),
        ("[probe]\nhelp = true\n", "probe has no option --help"),
        ("[probe]\nbits = [1]\n", r"probe\.bits must be a number, a word, true or false"),
        ("probe = 3\n", "probe must be a table, got 3"),
        ("[probe\n", "is not TOML"),
        ("[probe]\nbits = 'many'\n", "invalid value for '--bits'"),
        (None, "there is no file 'nowhere.toml'"),
    ],
)
def test_what_is_wrong_is_one_sentence(written, headcount, monkeypatch, text, message):
    if text is None:
        monkeypatch.setenv(VARIABLE, "nowhere.toml")
    else:
        written(text)
    code, out, err = headcount(*PROBE)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert re.search(message, err)


def test_a_folder_is_no_file(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(SettingsError, match="cannot be read"):
        defaults_of("probe", ())


def test_verbose_says_what_is_tried_and_leaves_the_answer_alone(headcount, monkeypatch):
    monkeypatch.setattr(LOG, "handlers", [])
    quiet = headcount(*PROBE)
    code, out, err = headcount(*PROBE, "--verbose")
    assert code == quiet[0] == 0
    assert quiet[2] == ""
    seconds = re.compile(r"in [\d.]+ s")
    assert seconds.sub("", out) == seconds.sub("", quiet[1])
    lines = err.splitlines()
    assert all(re.match(r"headcount: +\d+\.\d\d s  \S", line) for line in lines)
    assert any("4 <= m <= 4" in line for line in lines)


def test_a_bar_logs_its_words_once(caplog, monkeypatch):
    with caplog.at_level(logging.INFO, logger="headcount"), BarLine(1, enabled=False) as line:
        line.show(0, "1 <= m", "first")
        line.show(0.5, "1 <= m", "first")
        line.show(0.7, "2 <= m", "first")
    assert [record.getMessage() for record in caplog.records] == ["1 <= m  first", "2 <= m  first"]
    monkeypatch.setattr(LOG, "handlers", [])
    tell_everything()
    tell_everything()
    assert len(LOG.handlers) == 1


@pytest.mark.skipif(shutil.which("script") is None, reason="script(1), which makes a terminal, is not installed")
def test_there_is_no_bar_beside_the_lines(tmp_path):
    words = f"{sys.executable} -m headcount {' '.join(PROBE)} --verbose"
    done = subprocess.run(["script", "-qec", words, "/dev/null"], capture_output=True, text=True, cwd=tmp_path)
    assert "\x1b" not in done.stdout
    assert "headcount: " in done.stdout


def test_a_long_check_says_that_it_goes_on(headcount, monkeypatch):
    told, module = threading.Event(), import_module("headcount.workbench.check_files")
    said = module._still_replaying

    def replaying(limit):
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        said(limit)
        told.set()

    def check(name, limit):
        assert told.wait(1000)
        return Accepted("slowly", None, None)

    monkeypatch.setattr(module, "SLOW", 0)
    monkeypatch.setattr(module, "_still_replaying", replaying)
    monkeypatch.setattr(module, "check", check)
    Path("any.json").write_text("{}")
    code, _, err = headcount("check", "any.json", "--limit", 7)
    assert (code, err) == (0, "headcount: still replaying; at most 7 steps a file (--limit)\n")
