"""Engines whose parent is killed end by themselves, and an answer outlives a file that cannot be written."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_no_engine_outlives_its_parent(tmp_path, how, wait_for_engines):
    entries = np.random.default_rng(0).choice(["+", "-"], (60, 60))
    (tmp_path / "hard.csv").write_text("\n".join("".join(row) for row in entries))
    command = [sys.executable, "-m", "headcount", "probe", "hard.csv", "--null", "--budget", "600"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    children = wait_for_engines(process, 2)
    assert len(children) == 2
    process.send_signal(how)
    process.wait()
    end = time.monotonic() + 300  # within half a second on an idle machine, and long before their budget
    while any(_runs(pid) for pid in children) and time.monotonic() < end:
        time.sleep(0.1)
    assert not any(_runs(pid) for pid in children)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_a_full_disk_does_not_cost_the_answer(tmp_path):
    command = [sys.executable, "-m", "headcount", "probe", "qsa", "N=5", "q=1", "-o", "/dev/full"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert "2 <= m <= 2" in done.stdout
    assert done.returncode == 2
    assert "could not write" in done.stderr
    assert "bug" not in done.stderr
