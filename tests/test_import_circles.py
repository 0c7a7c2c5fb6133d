"""No two files import each other, late imports inside functions and imports for types included.

A folder's ``__init__.py`` only lists names of the files in it, so it is left out.
"""

import ast
from pathlib import Path

import networkx as nx

import headcount

APART = {"tests", "benchmarks", "notebooks", "build"}


def files(root):
    """Every module of the package by its dotted name below the package."""
    rooms = (path for path in root.iterdir() if path.name not in APART and not path.name.startswith("."))
    paths = (
        path for room in rooms for path in (room.rglob("*.py") if room.is_dir() else [room]) if path.suffix == ".py"
    )
    found = (path.relative_to(root) for path in paths if path.name != "__init__.py")
    return {path.with_suffix("").parts: root / path for path in found}


def circles(root):
    modules = files(root)
    graph = nx.DiGraph()
    for name, path in modules.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                base = name[: len(name) - node.level] + tuple((node.module or "").split(".") if node.module else ())
                imported = {base, *((*base, alias.name) for alias in node.names)}
                graph.add_edges_from((name, target) for target in imported & modules.keys())
    return [sorted(map(".".join, found)) for found in nx.strongly_connected_components(graph) if len(found) > 1]


def test_there_are_none():
    root = Path(headcount.__file__).parent
    assert len(files(root)) > 300
    assert circles(root) == []


def test_planted_ones_are_found(tmp_path):
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "one.py").write_text("def late():\n    from .two import x\n    return x\n")
    (tmp_path / "room" / "two.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..three import y\n"
    )
    (tmp_path / "three.py").write_text("from .room import one\n")
    assert circles(tmp_path) == [["room.one", "room.two", "three"]]
    (tmp_path / "three.py").write_text("")
    assert circles(tmp_path) == []
