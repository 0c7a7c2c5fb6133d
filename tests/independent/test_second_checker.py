"""The second checker accepts what the first one accepts, and nothing that it refuses."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import corpora
import edited_certificates
import second_opinion
from headcount.certificates.check import check
from headcount.certificates.verdict import Accepted, Undecided

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "independent"
MOST_TOO_LARGE = 5
"""Of the certificates of the ledger and of the corpora so many at most are too large for the second checker."""


def others(named, words):
    """The names of the certificates of which the second checker says something else; few are too large."""
    said = {name: second_opinion.checked(certificate) for name, certificate in named}
    too_large = [name for name, verdict in said.items() if verdict.startswith("UNSUPPORTED")]
    assert len(too_large) <= MOST_TOO_LARGE, too_large
    return {n: verdict for n, verdict in said.items() if n not in too_large and verdict.partition(" ")[0] not in words}


def ledger():
    """The certificates of the ledger of theorems."""
    lines = (ROOT / "ledger" / "certificates.jsonl").read_text("utf-8").splitlines()
    return [(name, json.loads(certificate)) for name, _, certificate in (line.partition(" ") for line in lines)]


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("folder", ["accept", "reject", "malformed"])
def test_the_corpora(folder, part):
    words = {"ACCEPTED"} if folder == "accept" else {"REJECTED", "MALFORMED"}
    assert not others([(x["name"], x["certificate"]) for x in corpora.corpus(folder)[part::4]], words)


@pytest.mark.in_turn(10)
@pytest.mark.parametrize("part", range(10))
def test_the_ledger(part):
    assert not others(ledger()[part::10], {"ACCEPTED"})


@pytest.mark.parametrize("count", [400, pytest.param(1500, marks=pytest.mark.slow)])
def test_edited_certificates(count, rotating_seed):
    """Both accept the same ones, of certificates with an edit or two at random places."""
    rng, accepted = random.Random(rotating_seed), 0
    short = [x for x in corpora.corpus("accept") if len(json.dumps(x)) < 5000]
    for _ in range(count):
        entry = rng.choice(short)
        certificate = edited_certificates.edited(entry["certificate"], rng)
        one = check(certificate, 4 * 10**6)
        if isinstance(one, Undecided):
            continue  # the second one counts no steps, and would take as long as it takes
        other = second_opinion.checked(certificate)
        if other.startswith("UNSUPPORTED"):
            continue
        agreed = isinstance(one, Accepted) == (other == "ACCEPTED")
        assert agreed, (entry["name"], one, other, json.dumps(certificate))
        accepted += other == "ACCEPTED"
    assert count // 20 <= accepted <= count * 3 // 4


def test_the_command(tmp_path):
    (tmp_path / "good.json").write_text(json.dumps(corpora.corpus("accept")[0]["certificate"]))
    (tmp_path / "bad.json").write_text(json.dumps(corpora.corpus("reject")[0]["certificate"]))
    (tmp_path / "twice.json").write_text('{"format": 1, "format": 2}')
    environment = {**os.environ, "PYTHONPATH": ""}

    def run(*names):
        command = [sys.executable, "-S", FOLDER / "check.py", *names]  # without site-packages
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8")

    done = run("good.json")
    assert (done.returncode, done.stdout) == (0, "good.json: accepted\n"), done.stderr
    done = run("good.json", "bad.json")
    assert done.returncode == 3
    assert done.stdout.splitlines()[1].startswith("bad.json: rejected, ")
    done = run("bad.json", "twice.json", "missing.json")
    assert done.returncode == 4
    assert [line.split(",")[0] for line in done.stdout.splitlines()[1:]] == [
        "twice.json: malformed", "missing.json: malformed",
    ]  # fmt: skip
    assert run().returncode == 1
