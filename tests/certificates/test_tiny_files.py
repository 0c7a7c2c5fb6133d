"""Files of at most 20 kB cannot make a check long or large, whatever they ask for.

``worst_files.py`` makes them; they are checked in a process of their own, with an address space of a gigabyte. What is
judged is counted: steps and bytes. The timeout is there so that a hang is no hang of the tests. With the checker's
usual limit all of them take about an hour: ``python tests/instruments/worst_files.py 400000000``.
"""

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[1] / "instruments" / "worst_files.py"
GIGABYTE = 2**30
MOST_MEGABYTES = 250
LONGEST = 20_500


def confined():
    resource.setrlimit(resource.RLIMIT_AS, (GIGABYTE, GIGABYTE))


def lines(limit, minutes):
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(limit)],
        capture_output=True,
        text=True,
        preexec_fn=confined,
        timeout=60 * minutes,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_the_worst_files_are_answered(limit=2_000_000):
    found = lines(limit, 20)
    assert len(found) > 200
    for line in found:
        assert line["length"] < LONGEST, line
        assert line["verdict"] in ("Accepted", "Rejected", "Malformed", "Undecided"), line
        assert line["steps"] <= limit, line
        assert line["peak"] < MOST_MEGABYTES, line
    verdicts = {line["verdict"] for line in found}
    assert verdicts == {"Accepted", "Rejected", "Malformed", "Undecided"}
