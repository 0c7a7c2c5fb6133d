"""What a command loads before it answers: counted in modules, which are the same on every machine."""

import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
import typer

import corpora
from headcount.workbench.commands.app import COMMANDS, app

LIBRARIES = "clarabel cvxpy dask distributed flint highspy matplotlib networkx numba numpy pysat rich scipy sympy z3"
HEAVY = set(LIBRARIES.split())


def loaded(*words):
    """The exit code of a command in a fresh process, and the modules that it has loaded."""
    code = (
        "import sys\n"
        "from headcount.workbench.cli import main\n"
        f"sys.argv = ['headcount', *{words!r}]\n"
        "try:\n"
        "    main()\n"
        "except SystemExit as stopped:\n"
        "    print('LOADED', stopped.code or 0, *sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    word, code, *modules = done.stdout.splitlines()[-1].split()
    assert word == "LOADED", done.stderr
    return int(code), set(modules)


def ours(modules):
    return {name for name in modules if name.startswith("headcount.")}


def test_the_list_of_commands_loads_none_of_them():
    code, modules = loaded("--help")
    assert code == 0
    assert not modules & HEAVY
    assert "pydantic" not in modules  # typer needs it to convert arguments, and there are none
    assert ours(modules) == {
        "headcount.workbench",
        "headcount.workbench.cli",
        "headcount.workbench.commands",
        "headcount.workbench.commands.app",
    }


@pytest.mark.parametrize("name", ["chirotope-uniform", "averaging-bits", "margin-weights"])
def test_a_check_loads_nothing_but_the_checker(name, tmp_path):
    (tmp_path / "c.json").write_text(json.dumps(corpora.accepted()[name]))
    code, modules = loaded("check", str(tmp_path / "c.json"))
    assert code == 0
    assert not modules & {*HEAVY, "typer", "pydantic"}
    assert {name.split(".")[1] for name in ours(modules)} == {"workbench", "certificates"}


@pytest.mark.parametrize("words", [("qsa", "N=6", "q=2"), ("qsa", "N=1000", "q=3"), ("match2", "M=7")])
def test_a_probe_that_takes_no_search_loads_no_engine(words):
    """But NumPy and a SAT solver: independent columns of the pattern are looked for, and proved by clauses."""
    code, modules = loaded("probe", *words)
    assert code == 0
    assert modules & HEAVY == {"numpy", "pysat"}
    assert "multiprocessing" not in modules


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_what_the_command_says(name):
    """A command is known by a line until it is called, and the line is the first paragraph of its help."""
    group = typer.main.get_group(app)
    command, found, rest = group.resolve_command(typer.Context(group), [name, "-h"])
    assert (command, rest) == (name, ["-h"])
    assert found.params  # it is the command, and not what stands for it in the list
    assert COMMANDS[name] == " ".join(found.help.strip().split("\n\n")[0].split())
    texts = (found.help, *(getattr(one, "help", "") or "" for one in found.params))
    assert not any("\u2039" in text for text in texts)  # options are spelled out


def test_every_command_is_in_the_list():
    folder = Path(import_module("headcount.workbench.commands").__file__).parent
    texts = (path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    defined = [name for text in texts for name in re.findall(r'@(?:app\.)?command\(\s*"(\w+)"', text)]
    assert sorted(defined) == sorted(COMMANDS) == sorted(set(defined))
    assert list(typer.main.get_group(app).commands) == list(COMMANDS)
