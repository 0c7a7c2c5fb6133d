"""The command line in one process, and processes that are looked for by what they are, not after so many seconds."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest


@pytest.fixture
def headcount(monkeypatch, capsys, tmp_path):
    """Run ``headcount`` with some words in an empty folder; return its exit code, stdout and stderr."""
    from headcount.cli import main as cli

    monkeypatch.chdir(tmp_path)

    def call(*words):
        monkeypatch.setattr(sys, "argv", ["headcount", *map(str, words)])
        with pytest.raises(SystemExit) as stopped:
            cli.main()
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return stopped.value.code or 0, captured.out, captured.err

    return call


@pytest.fixture
def start(tmp_path):
    """``start(*words)`` runs ``headcount`` in a process group of its own, as a shell does, in the test's folder."""

    started = []

    def call(*words):
        process = subprocess.Popen(
            [sys.executable, "-m", "headcount", *map(str, words)],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a job in the background ignores it
        )
        started.append(process)
        return process

    yield call
    for process in started:
        process.stdout.close()
        process.stderr.close()


@pytest.fixture
def alive():
    """Whether a process of the group is left."""

    def call(process):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return False
        return True

    return call


def _deaf_children(pid):
    """The children of a process that ignore Ctrl-C, as all engines do once they run."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    deaf = []
    for child in children:
        try:
            status = Path(f"/proc/{child}/status").read_text()
        except OSError:  # it has ended meanwhile
            continue
        ignored = int(next(line for line in status.splitlines() if line.startswith("SigIgn:")).split()[1], 16)
        if ignored >> (signal.SIGINT - 1) & 1:
            deaf.append(int(child))
    return deaf if len(deaf) == len(children) else []


@pytest.fixture
def wait_for_engines():
    """``wait_for_engines(process, count)`` returns the engines' ids once so many run and leave Ctrl-C to the parent."""

    def wait(process, count):
        for _ in range(6000):  # five minutes and more: for what never comes
            engines = _deaf_children(process.pid)
            if len(engines) >= count:
                return engines
            assert process.poll() is None, "the command has ended"
            time.sleep(0.05)
        raise AssertionError(f"{count} engines were expected")

    return wait
