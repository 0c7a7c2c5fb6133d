"""Every doctest of the installed package, a test per module."""

import doctest
import importlib
import io
import pkgutil
import tomllib
from pathlib import Path

import pytest

import headcount

ROOT = Path(__file__).parents[1]
PACKAGES = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def walk():
    """Names of all modules but `__main__`, which runs when imported; one that fails to import is an error."""

    def raise_again(name):
        raise

    found = pkgutil.walk_packages(headcount.__path__, "headcount.", onerror=raise_again)
    names = sorted(module.name for module in found)
    return ["headcount", *(name for name in names if not name.endswith(".__main__"))]


def failures(module):
    """What the module's doctests printed when they failed, and how many were run."""
    report = io.StringIO()
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for test in doctest.DocTestFinder().find(module):
        runner.run(test, out=report.write)
    return report.getvalue(), runner.tries


@pytest.mark.parametrize("name", walk())
def test_examples_are_true(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    report, _ = failures(importlib.import_module(name))
    assert not report, report


def test_the_walk_reaches_every_room():
    assert set(PACKAGES) <= set(walk())


def test_a_false_example_is_reported():
    module = type(doctest)("planted", ">>> 1 + 1\n3\n")
    report, tries = failures(module)
    assert tries == 1
    assert "Expected:\n    3\nGot:\n    2" in report
