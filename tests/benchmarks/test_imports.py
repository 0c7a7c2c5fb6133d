"""What scripts take from headcount exists: they are run by hand, so that nobody would notice."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted([*ROOT.glob("benchmarks/*.py"), *ROOT.glob("experiments/*.py")])


def taken(script):
    """(module, name) of all that a script imports from headcount."""
    for node in ast.walk(ast.parse(script.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "headcount":
            yield from ((node.module, one.name) for one in node.names)


def exists(module, name):
    try:
        return hasattr(import_module(module), name) or bool(import_module(f"{module}.{name}"))
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("headcount"):
            pytest.skip(f"{error.name} is not installed")
        return False


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_what_is_imported_exists(script):
    assert not [one for one in taken(script) if not exists(*one)]


def test_a_name_that_is_gone_is_noticed(tmp_path):
    (tmp_path / "gone.py").write_text("from headcount.bounds import Gone\nfrom headcount.gone import x\n")
    assert [exists(*one) for one in taken(tmp_path / "gone.py")] == [False, False]
