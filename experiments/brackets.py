"""Certified brackets, asked of the command line in a process of its own: searches fork, and JAX has threads."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np


def bracket_of(*words: str) -> tuple[int, int]:
    """The ends that ``headcount probe WORDS --json`` answers; both have to be certified."""
    command = [sys.executable, "-m", "headcount", "probe", *words, "--json"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode not in (0, 5):
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    said = json.loads(done.stdout)
    said = said.get("probe", said)
    if {said[f"{side}_evidence"]["status"] for side in ("lower", "upper")} != {"CERTIFIED"}:
        raise RuntimeError(f"{' '.join(words)}: an end is not certified")
    return said["lower"], said["upper"]


def bracket_of_signs(signs: np.ndarray, seconds: float) -> tuple[int, int]:
    """Of the least width for a matrix of signs, with a threshold for each row."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "signs.txt"
        path.write_text("".join("".join("+" if x > 0 else "-" for x in row) + "\n" for row in signs))
        return bracket_of(str(path), "--budget", str(seconds))
