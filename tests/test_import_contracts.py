"""Which room may import which, and what; every contract is also seen to break on a planted violation."""

import ast
import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
ROOMS = [package.partition(".")[2] for package in PROJECT["setuptools"]["packages"] if package.count(".") == 1]
CONTRACTS = {contract["id"]: contract["name"] for contract in PROJECT["importlinter"]["contracts"]}
ENGINES = ("pysat", "z3", "cvxpy", "highspy", "clarabel", "scipy.optimize")
# What would let the checker run its input as code, or reach beyond the imports that are visible here.
UNSAFE_MODULES = {"ctypes", "importlib", "marshal", "pickle", "runpy", "shelve", "subprocess"}
UNSAFE_CALLS = {"__import__", "compile", "eval", "exec"}


# --- import-linter ------------------------------------------------------------


def lint(folder):
    """Run the contracts of pyproject.toml on the `headcount` found in `folder`."""
    command = [Path(sysconfig.get_path("scripts")) / "lint-imports", "--no-cache", "--no-logo"]
    command += ["--config", ROOT / "pyproject.toml"]
    environment = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1", "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8")


def copy_package(folder):
    package = folder / "headcount"
    package.mkdir()
    for source in [*ROOT.glob("*.py"), *(ROOT / room for room in ROOMS)]:
        if source.is_dir():
            shutil.copytree(source, package / source.name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, package)
    return package


def test_contracts_hold(tmp_path):
    copy_package(tmp_path)
    done = lint(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    for name in CONTRACTS.values():
        assert f"{name} KEPT" in done.stdout


VIOLATIONS = {
    "rooms": [
        ("certificates", "from .. import bounds"),
        ("certificates", "from ..tasks import *"),
        ("certificates", "import headcount.solvers"),
        ("certificates/meaning", "from ...questions import matrix"),
        ("questions", "from .. import solvers"),
        ("solvers", "from .. import elaborate"),
        ("elaborate", "from ..bounds import bound"),
        ("display", "from .. import tasks"),
        ("tasks", "from .. import solvers"),
        ("solvers", "from .. import tasks"),
        ("solvers", "def late():\n    from .. import bounds"),
        ("bounds", "from ..cli import main"),
        ("show", "from ..cli import main"),
        ("attic", "import math"),
        ("certificates/evaluate", "from ...measures import known"),
        ("measures", "from ..facade import measure"),
    ],
    "floors": [
        ("certificates/evaluate", "from .. import check"),
        ("certificates/meaning", "from .. import claims"),
        ("certificates/meaning", "from ..evaluate import paths"),
        ("certificates/problems", "from .. import tree"),
        ("certificates/theorems", "from .. import rules"),
        ("certificates/systems", "def late():\n    from .. import clauses"),
    ],
    "checker": [
        ("certificates/systems", "import numpy"),
        ("certificates", "import numpy"),
        ("certificates", "from flint import fmpq"),
        ("certificates", "def late():\n    import scipy.linalg"),
    ],
    "engines": [
        ("measures", "import highspy"),
        ("bounds", "from pysat.solvers import Solver"),
        ("tasks", "import z3"),
        ("search", "import cvxpy"),
    ],
}


@pytest.mark.parametrize("contract", VIOLATIONS)
def test_every_violation_breaks_its_contract(tmp_path, contract):
    """All are planted at once, and each is named in the section of its contract."""
    package = copy_package(tmp_path)
    for number, (where, line) in enumerate(VIOLATIONS[contract]):
        room = package / where
        if not room.exists():
            room.mkdir()
            (room / "__init__.py").write_text("")
        (room / f"planted_{number}.py").write_text(line + "\n")
    done = lint(tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert f"{CONTRACTS[contract]} BROKEN" in done.stdout
    section = done.stdout[done.stdout.rindex(f"{CONTRACTS[contract]}\n---") :].partition("\n---")[2].split("\n---")[0]
    for number, (where, line) in enumerate(VIOLATIONS[contract]):
        room = f"headcount.{where.replace('/', '.')}"
        named = room in section if where == "attic" else f"{room}.planted_{number} -> " in section
        assert named, (where, line, done.stdout)


# --- what import-linter does not see ------------------------------------------


def imports(text):
    """(level, module or module.name) of each import in a source text, at whatever depth it stands."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            yield from ((node.level, f"{module}.{alias.name}".strip(".")) for alias in node.names)
        elif isinstance(node, ast.Attribute) and ast.unparse(node) == "scipy.optimize":
            yield 0, "scipy.optimize"


def outside_the_checker(text, depth=1):
    """What a module of certificates/, ``depth`` folders deep, may not do: import from elsewhere, run text as code."""
    found = []
    for level, name in imports(text):
        top = name.partition(".")[0]
        if level > depth or (level == 0 and (top not in sys.stdlib_module_names or top in UNSAFE_MODULES)):
            found.append("." * level + name)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in UNSAFE_CALLS:
            found.append(f"{node.func.id}()")
    return found


def engines(text):
    """The engines that a source text imports."""
    return {
        engine
        for level, name in imports(text)
        for engine in ENGINES
        if level == 0 and (name + ".").startswith(engine + ".")
    }


def sources(room):
    files = sorted((ROOT / room).rglob("*.py"))
    assert files, f"{room}/ holds no modules"
    return files


@pytest.mark.parametrize("path", sources("certificates"), ids=lambda path: path.name)
def test_the_checker_stands_alone(path):
    depth = len(path.relative_to(ROOT).parts) - 1  # below certificates/, `..` is the room itself
    assert outside_the_checker(path.read_text("utf-8"), depth) == []


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "solvers"])
def test_engines_stay_in_solvers(room):
    for path in sources(room):
        assert engines(path.read_text("utf-8")) == set(), path
    for path in ROOT.glob("*.py"):
        assert engines(path.read_text("utf-8")) == set(), path


@pytest.mark.parametrize(
    "text",
    [
        "import numpy",
        "from numpy import array",
        "from ..bounds import Bound",
        "from .. import tasks",
        "import headcount.bounds",
        "def late():\n    import scipy",
        "import pickle",
        "from importlib import import_module",
        "__import__('numpy')",
        "eval('1')",
    ],
)
def test_the_checker_rule_can_fail(text):
    assert len(outside_the_checker(text)) == 1


def test_the_checker_rule_lets_through_what_it_should():
    assert outside_the_checker("from fractions import Fraction\nfrom .verdict import Accepted\n") == []
    assert outside_the_checker("import re\nre.compile('a')\n") == []
    assert outside_the_checker("from ..reading import Node\n", depth=2) == []
    assert outside_the_checker("from ...tasks import Task\n", depth=2) == ["...tasks.Task"]


@pytest.mark.parametrize(
    ("text", "engine"),
    [
        ("import scipy.optimize", "scipy.optimize"),
        ("from scipy import optimize", "scipy.optimize"),
        ("from scipy.optimize import linprog", "scipy.optimize"),
        ("import scipy\nscipy.optimize.linprog([1])", "scipy.optimize"),
        ("def late():\n    import pysat.solvers", "pysat"),
        ("import z3", "z3"),
    ],
)
def test_the_engine_rule_can_fail(text, engine):
    assert engines(text) == {engine}


def test_the_engine_rule_lets_through_what_it_should():
    text = "import scipy.sparse\nfrom scipy import linalg\nimport z3_of_ours\nfrom .scipy import optimize\n"
    assert engines(text) == set()
