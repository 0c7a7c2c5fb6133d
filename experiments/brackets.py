"""Certified brackets, asked of the command line in a process of its own: searches fork, and JAX has threads."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np


def bracket_of(*words: str) -> tuple[int, int]:
    """The ends that ``headcount probe WORDS`` answers; both have to be certified."""
    said = answer("probe", *words)
    if {said[f"{side}_evidence"]["status"] for side in ("lower", "upper")} != {"CERTIFIED"}:
        raise RuntimeError(f"{' '.join(words)}: an end is not certified")
    return said["lower"], said["upper"]


def bracket_of_signs(signs: np.ndarray, seconds: float) -> tuple[int, int]:
    """Of the least width for a matrix of signs, with a threshold for each row."""
    with pattern_file(signs) as path:
        return bracket_of(path, "--budget", str(seconds))


def grid_widths(*words: str, bits: int, most: int, seconds: float) -> list[tuple[int, int | None]]:
    """Ends of the least width of a head with tables of 1 .. ``bits`` bits; above, None if none is known."""
    sizes = ("--m", f"1:{most}", "--bits", f"1:{bits}", "--budget", str(seconds))
    found = answer("frontier", *words, *sizes)["least_m"]
    return [(row["lower"], row["upper"]) for row in sorted(found, key=lambda row: row["p"])]


def grid_widths_of_signs(signs: np.ndarray, bits: int, most: int, seconds: float) -> list[tuple[int, int | None]]:
    """The same for a matrix of signs, with a threshold for each row."""
    with pattern_file(signs) as path:
        return grid_widths(path, bits=bits, most=most, seconds=seconds)


def answer(*words: str) -> dict[str, Any]:
    """What a command answers with ``--json``, decided or not."""
    command = [sys.executable, "-m", "headcount", *words, "--json"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if done.returncode not in (0, 5):
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


@contextmanager
def pattern_file(signs: np.ndarray) -> Iterator[str]:
    """The path of a file with + and -."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "signs.txt"
        path.write_text("".join("".join("+" if x > 0 else "-" for x in row) + "\n" for row in signs))
        yield str(path)
