"""The corpora of certificates: what must come out of each, and the certificates themselves."""

import json
from functools import cache
from pathlib import Path

HERE = Path(__file__).parents[1] / "certificates" / "corpora"


@cache
def corpus(folder):
    """The entries of ``accept``, ``reject``, ``malformed`` or ``undecided``: name, expected, certificate."""
    return [json.loads(line) for line in (HERE / f"{folder}.jsonl").read_text().splitlines()]


def groups(folder):
    """The same by the first word of their names."""
    found = {}
    for entry in corpus(folder):
        found.setdefault(entry["name"].split("-")[0], []).append(entry)
    return found


def accepted(word=""):
    """The certificates that are accepted and whose names begin so, by name."""
    return {entry["name"]: entry["certificate"] for entry in corpus("accept") if entry["name"].startswith(word)}
