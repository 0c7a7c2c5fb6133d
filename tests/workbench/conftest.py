"""The command line in one process."""

import sys

import pytest

from headcount.workbench import cli


@pytest.fixture
def headcount(monkeypatch, capsys, tmp_path):
    """Run ``headcount`` with some words in an empty folder; return its exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["headcount", *map(str, words)])
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return stopped.value.code or 0, captured.out, captured.err

    return call
