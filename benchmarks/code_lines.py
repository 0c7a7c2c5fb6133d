"""Lines of code by room, without docstrings, comments and blank lines; beside another revision, if one is named.

Run it with ``make lines``, or ``python benchmarks/code_lines.py 6ef83b35`` for a table of before and after.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

from trusted_lines import code_lines_of

ROOT = Path(__file__).parents[1]
OUTSIDE = ("benchmarks", "docs", "experiments", "independent", "proofs", "tests")
"""Folders that are no part of the package."""


def room(path: str) -> str:
    """The folder that a file counts for; ``.`` for those at the root."""
    return path.partition("/")[0] if "/" in path else "."


def here() -> dict[str, str]:
    """The Python files that git knows, and what they hold."""
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {path: (ROOT / path).read_text("utf-8") for path in listed.split() if (ROOT / path).exists()}


def at(revision: str) -> dict[str, str]:
    """The same for a revision."""
    command = ["git", "ls-tree", "-r", "--name-only", revision]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    paths = [path for path in listed if path.endswith(".py")]
    wanted = "".join(f"{revision}:{path}\n" for path in paths).encode()
    told = subprocess.run(
        ["git", "cat-file", "--batch"], cwd=ROOT, input=wanted, capture_output=True, check=True
    ).stdout
    found, place = {}, 0
    for path in paths:
        end = told.index(b"\n", place)
        size = int(told[place:end].split()[2])
        found[path] = told[end + 1 : end + 1 + size].decode()
        place = end + 2 + size
    return found


def counted(files: dict[str, str]) -> tuple[Counter[str], Counter[str]]:
    """Lines and files of each room."""
    lines: Counter[str] = Counter()
    number: Counter[str] = Counter()
    for path, text in files.items():
        lines[room(path)] += code_lines_of(text)
        number[room(path)] += 1
    return lines, number


def main() -> None:
    """Print the table."""
    tables = [counted(at(revision)) for revision in sys.argv[1:2]] + [counted(here())]
    rooms = sorted({name for lines, _ in tables for name in lines})
    head = ["files  lines"] if len(tables) == 1 else ["before: files  lines", "after: files  lines"]
    print(f"{'room':14}" + "  ".join(f"{words:>22}" for words in head))
    parts = {
        "package": [one for one in rooms if one not in OUTSIDE],
        "all else": [one for one in rooms if one in OUTSIDE],
    }
    for words, members in parts.items():
        for name in members:
            print(f"{name:14}" + "  ".join(f"{number[name]:>14}  {lines[name]:>6}" for lines, number in tables))
        sums = [
            (sum(number[name] for name in members), sum(lines[name] for name in members)) for lines, number in tables
        ]
        print(f"{words:14}" + "  ".join(f"{files:>14}  {count:>6}" for files, count in sums) + "\n")


if __name__ == "__main__":
    main()
