"""How many small faults in the package the tests notice: a seeded sample of mutants, each run by tests that reach it.

    python benchmarks/mutation_score.py --cover        once: which test runs which line, and for how long (20 minutes)
    python benchmarks/mutation_score.py --mutants 300 --seed 0
    python benchmarks/mutation_score.py --of ../old    the same of another checkout, whose own tests are run

A mutant is one change in one place: a comparison, an operator, a number, a condition, what is returned. It is killed if
a test that runs its line fails, or does not end in its time. The shortest tests come first, ``MOST`` at the most. Lines
that only other processes or doctests run are counted as not reached. Needs the extra ``dev`` (coverage).
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from code_lines import OUTSIDE

ROOT = Path(__file__).parents[1]
MAP = Path("build") / "tests_by_line.json"
MOST = 25
SECONDS = 120

COMPARED = {"Lt": "<=", "LtE": "<", "Gt": ">=", "GtE": ">", "Eq": "!=", "NotEq": "==", "In": "not in", "NotIn": "in"}
COMPUTED = {"Add": "-", "Sub": "+", "Mult": "+", "FloorDiv": "*", "Div": "*", "Mod": "+", "BitAnd": "|", "BitOr": "&"}


@dataclass(frozen=True)
class Mutant:
    """One change: the file, the line, and the text of the changed expression in place of what stands there."""

    path: str
    line: int
    start: int
    end: int
    new: str


def mutants_of(path: str, text: str) -> Iterator[Mutant]:
    """All mutants of a file."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode()))
    raw = text.encode()

    def place(node: ast.AST) -> tuple[int, int]:
        return starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]

    def source(node: ast.AST) -> str:
        low, high = place(node)
        return raw[low:high].decode()

    tree = ast.parse(text)
    hints = {
        (inner.lineno, inner.col_offset)
        for node in ast.walk(tree)
        for hint in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if hint is not None
        for inner in ast.walk(hint)
        if hasattr(inner, "lineno")
    }
    for node in ast.walk(tree):
        if hasattr(node, "lineno") and (node.lineno, node.col_offset) in hints:
            continue
        new = ""
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]).__name__ in COMPARED:
            new = f"{source(node.left)} {COMPARED[type(node.ops[0]).__name__]} {source(node.comparators[0])}"
        elif isinstance(node, ast.BinOp) and type(node.op).__name__ in COMPUTED and not _is_text(node):
            new = f"{source(node.left)} {COMPUTED[type(node.op).__name__]} {source(node.right)}"
        elif isinstance(node, ast.BoolOp) and len(node.values) == 2:
            new = f"{source(node.values[0])} {'or' if isinstance(node.op, ast.And) else 'and'} {source(node.values[1])}"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            new = source(node.operand)
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            new = str(not node.value) if isinstance(node.value, bool) else str(node.value + 1)
        elif isinstance(node, ast.If | ast.While | ast.IfExp):
            low, high = place(node.test)
            yield Mutant(path, node.test.lineno, low, high, f"(not ({source(node.test)}))")
            continue
        elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
            low, high = place(node.value)
            yield Mutant(path, node.lineno, low, high, "None")
            continue
        if new and "\n" not in new:
            low, high = place(node)
            yield Mutant(path, node.lineno, low, high, f"({new})")


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and isinstance(part.value, str))
               for part in (node.left, node.right))  # fmt: skip


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def package_files(root: Path) -> list[str]:
    """The files of the package, as git knows them."""
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=root, capture_output=True, text=True, check=True).stdout
    return [path for path in listed.split() if path.partition("/")[0] not in OUTSIDE]


def cover(root: Path) -> None:
    """Run the quick tests once, and keep which of them runs which line, and for how long."""
    with tempfile.TemporaryDirectory() as folder:
        settings, data, times = (Path(folder) / name for name in ("rc", "data", "times.xml"))
        settings.write_text(f"[run]\ndynamic_context = test_function\ndata_file = {data}\n", "utf-8")
        command = [sys.executable, "-m", "coverage", "run", f"--rcfile={settings}", "-m", "pytest", "-q", "-p"]
        command += ["no:cacheprovider", "-m", "not slow", f"--junitxml={times}", "--ignore-glob=*wheel*", "."]
        here = {**os.environ, "PYTHONHASHSEED": "0"}
        subprocess.run(command, cwd=root / "tests", check=False, env=here)
        import xml.etree.ElementTree as ET

        from coverage import CoverageData

        seconds: dict[str, float] = {}
        for case in ET.parse(times).iter("testcase"):
            name = f"{case.get('classname')}.{(case.get('name') or '').partition('[')[0]}"
            seconds[name] = seconds.get(name, 0.0) + float(case.get("time") or 0)
        found = CoverageData(str(data))
        found.read()
        by_line: dict[str, dict[str, list[str]]] = {}
        measured = {Path(name).resolve(): name for name in found.measured_files()}
        for path in package_files(root):
            name = measured.get((root / path).resolve())
            if name is not None:
                lines = found.contexts_by_lineno(name)
                by_line[path] = {str(line): sorted(set(tests) - {""}) for line, tests in lines.items()}
    (root / MAP).parent.mkdir(exist_ok=True)
    (root / MAP).write_text(json.dumps({"seconds": seconds, "by_line": by_line}), "utf-8")


def node_id(test: str, root: Path) -> str:
    """``search.test_start.test_one`` as pytest names it."""
    module, _, function = test.rpartition(".")
    parts = module.split(".")
    parts = parts[parts.index("tests") + 1 :] if "tests" in parts else parts
    return f"{'/'.join(parts)}.py::{function}"


def outcome(mutant: Mutant, root: Path, told: dict[str, dict[str, list[str]]], seconds: dict[str, float]) -> str:
    """killed, survived, or not reached."""
    tests = told.get(mutant.path, {}).get(str(mutant.line), [])
    if not tests:
        return "not reached"
    chosen = sorted(tests, key=lambda test: next((s for name, s in seconds.items() if name.endswith(test)), 1.0))[:MOST]
    path = root / mutant.path
    before = path.read_bytes()
    path.write_bytes(before[: mutant.start] + mutant.new.encode() + before[mutant.end :])
    here = {**os.environ, "PYTHONPATH": str(root.parent), "PYTHONHASHSEED": "0"}
    try:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "not slow"]
        command += sorted({node_id(test, root) for test in chosen})
        done = subprocess.run(command, cwd=root / "tests", capture_output=True, timeout=SECONDS, check=False, env=here)
        return {0: "survived", 1: "killed", 2: "killed"}.get(done.returncode, "survived")
    except subprocess.TimeoutExpired:
        return "killed"
    finally:
        path.write_bytes(before)


def main() -> None:
    """Print each mutant's outcome, and the score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cover", action="store_true")
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--of", type=Path, default=ROOT, help="the checkout that is looked at")
    parser.add_argument("--part", default="1/1", help="of the sample, as in 1/2: two processes share it")
    chosen = parser.parse_args()
    root = chosen.of.resolve()
    if chosen.cover:
        cover(root)
        return
    told = json.loads((root / MAP).read_text("utf-8"))
    every = [mutant for path in package_files(root) for mutant in mutants_of(path, (root / path).read_text("utf-8"))]
    part, of = map(int, chosen.part.split("/"))
    sample = random.Random(chosen.seed).sample(every, chosen.mutants)[part - 1 :: of]
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "headcount"
        ignored = shutil.ignore_patterns(".venv", "build", ".git", "__pycache__")
        shutil.copytree(root, copy, ignore=ignored)
        for mutant in sample:
            found = outcome(mutant, copy, told["by_line"], told["seconds"])
            counts[found] = counts.get(found, 0) + 1
            print(f"{found:12} {mutant.path}:{mutant.line}  {mutant.new[:80]}", flush=True)
    reached = counts.get("killed", 0) + counts.get("survived", 0)
    print(f"{len(every)} mutants, {len(sample)} of {chosen.mutants} drawn (seed {chosen.seed}): {counts}")
    print(f"score {counts.get('killed', 0) / max(1, reached):.3f} of those that a test reaches")


if __name__ == "__main__":
    main()
