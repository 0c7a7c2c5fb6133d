"""What a command loads before it answers, defaults from a file, and ``--verbose``."""

import ast
import json
import logging
import re
import shutil
import subprocess
import sys
import threading
from importlib import import_module
from pathlib import Path

import pytest
import typer
from typer.models import OptionInfo

import corpora
from headcount.catalogues import CATALOGUES
from headcount.certificates.verdict import Accepted
from headcount.cli.app import COMMANDS, app
from headcount.cli.plain_values import Unplain, taken
from headcount.cli.progress import LOG, BarLine, tell_everything
from headcount.cli.settings import VARIABLE, SettingsError, defaults_of, settings_file

LIBRARIES = "clarabel cvxpy dask distributed flint highspy matplotlib networkx numba numpy pysat rich scipy sympy z3"
HEAVY = set(LIBRARIES.split())


def loaded(*words):
    """The exit code of a command in a fresh process, and the modules that it has loaded."""
    code = (
        "import sys\n"
        "from headcount.cli.main import main\n"
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
    assert ours(modules) == {"headcount.cli", *(f"headcount.cli.{name}" for name in ("main", "app", "plain_values"))}


@pytest.mark.parametrize("name", ["chirotope-uniform", "averaging-bits", "margin-weights"])
def test_a_check_loads_nothing_but_the_checker(name, tmp_path):
    (tmp_path / "c.json").write_text(json.dumps(corpora.accepted()[name]))
    code, modules = loaded("check", str(tmp_path / "c.json"))
    assert code == 0
    assert not modules & {*HEAVY, "typer", "pydantic"}
    assert {name.split(".")[1] for name in ours(modules)} == {"cli", "certificates"}


@pytest.mark.parametrize("words", [("qsa", "N=6", "q=2"), ("qsa", "N=1000", "q=3"), ("match2", "M=7")])
def test_a_probe_that_takes_no_search_loads_no_engine(words):
    """But NumPy and a SAT solver: independent columns of the pattern are looked for, and proved by clauses."""
    code, modules = loaded("probe", *words)
    assert code == 0
    assert modules & HEAVY == {"numpy", "pysat"}
    assert not modules & {"multiprocessing", "numpy.random", "pydantic", "importlib.metadata"}
    assert len(ours(modules)) < 180
    rooms = {"reductions", "measures", "show", "sweep", "ledger", "catalogues", "attention"}
    assert not {name.split(".")[1] for name in ours(modules)} & rooms


NO_SEARCH = {
    "--version": set(),
    "list": {"numpy"},
    "theorems": set(),
    "bounds qsa N=6 q=2": {"numpy", "pysat"},
    "atlas list": {"numpy"},
    **{f"atlas show {name} --n 3": set() if name == "heads" else {"numpy"} for name in CATALOGUES},
    **{f"{name} --help": set() for name in COMMANDS},
    "export --help": {"flint", "numpy", "pysat"},
    "measure --help": {"numpy"},
}
"""Command -> the libraries that it loads, of those that take long."""


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("words", NO_SEARCH)
def test_a_command_that_needs_no_search_loads_only_what_it_needs(words):
    code, modules = loaded(*words.split())
    assert code == 0
    assert modules & HEAVY == NO_SEARCH[words]
    assert not modules & {"pydantic", "multiprocessing", "numpy.random"}


def test_a_unit_of_a_file_loads_no_construction(tmp_path, headcount):
    path = tmp_path / "u.json"
    assert headcount("construct", "match2", "M=5", "N=3", "--unit", path)[0] == 0
    code, modules = loaded("unit", str(path))
    assert code == 0
    assert modules & HEAVY == {"numpy"}
    assert not any(name.startswith("headcount.bounds.constructions.averaging.") for name in modules)


# ---- Names that are loaded when they are used


ROOMS = [
    path.parent
    for path in sorted(Path(import_module("headcount").__file__).parent.glob("*/**/__init__.py"))
    if "build" not in path.parts and "__getattr__ = loaded_when_used(" in path.read_text("utf-8")
]


@pytest.mark.parametrize("folder", ROOMS, ids=lambda folder: folder.name)
def test_type_checkers_read_the_names_that_are_loaded(folder):
    """Each name is found in the module that is written twice, also where a module is called so."""
    written = ast.parse((folder / "__init__.py").read_text("utf-8"))
    imported = {
        alias.name: "." * (node.level - 1) + node.module
        for node in ast.walk(written)
        if isinstance(node, ast.ImportFrom) and node.level and node.module.rpartition(".")[2] != "lazy_names"
        for alias in node.names
    }
    (homes,) = (node for node in ast.walk(written) if isinstance(node, ast.Dict))
    listed = {name: home for home, names in ast.literal_eval(homes).items() for name in names.split()}
    assert imported == listed
    root = Path(import_module("headcount").__file__).parent
    room = import_module(".".join(["headcount", *folder.relative_to(root).parts]))
    for name, home in listed.items():
        assert getattr(room, name) is getattr(import_module(f".{home}", room.__name__), name)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        room.nothing  # noqa: B018  # it is asked for


# ---- Values that are plain


@pytest.mark.parametrize(
    ("value", "kind", "bounds", "wanted"),
    [
        ("7", int, {"min": 1}, 7), ("-7", int, {}, -7), (3, int, {}, 3), ("0.5", float, {}, 0.5), (6.0, float, {}, 6.0),
        ("x", str, {}, "x"), (True, bool, {}, True), ("new.json", Path, {}, Path("new.json")), (None, int, {}, None),
        (["a", "b"], list[str], {}, ["a", "b"]), (["1", "2"], list[int], {}, [1, 2]),
    ],
)  # fmt: skip
def test_a_plain_value_is_taken_at_once(value, kind, bounds, wanted):
    found = taken(value, kind, OptionInfo(**bounds), isinstance(value, list))
    assert (found, type(found)) == (wanted, type(wanted))


@pytest.mark.parametrize(
    ("value", "kind", "bounds"),
    [
        ("0", int, {"min": 1}), ("11", int, {"max": 10}), ("1e3", int, {}), ("\u0667", int, {}), ("9" * 30, int, {}),
        ("nan", float, {}), ("inf", float, {}), ("1_0", float, {}), ("", Path, {}), ("x", Path, {"exists": True}),
        ("yes", bool, {}), (3, str, {}), (("a", "b"), tuple[str, Path], {}),
    ],
)  # fmt: skip
def test_all_others_are_left_to_typer(value, kind, bounds):
    with pytest.raises(Unplain):
        taken(value, kind, OptionInfo(**bounds), False)


def test_after_a_command_what_is_loaded_is_no_garbage():
    code = (
        "import gc, sys\nfrom headcount.cli.main import run\nsys.argv = ['headcount', '--version']\n"
        "try:\n    run()\nexcept SystemExit:\n    print(gc.get_freeze_count() > 10_000, gc.get_threshold()[0])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines()[-1] == "True 200000"


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
    folder = Path(import_module("headcount.cli").__file__).parent
    texts = (path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    defined = [name for text in texts for name in re.findall(r'@(?:app\.)?command\(\s*"(\w+)"', text)]
    assert sorted(defined) == sorted(COMMANDS) == sorted(set(defined))
    assert list(typer.main.get_group(app).commands) == list(COMMANDS)


# ---- Defaults from a file, and --verbose: what is said line by line.


PROBE = ("probe", "qsa", "N=5", "q=2")


@pytest.fixture
def written(tmp_path, monkeypatch):
    def write(text):
        path = tmp_path / "config.toml"
        path.write_text(text, "utf-8")
        monkeypatch.setenv(VARIABLE, str(path))

    return write


def test_the_command_line_goes_before_the_file(written, headcount, monkeypatch):
    written("[probe]\nbits = 1\nquiet = true\n[measure]\nbudget = 3\n")
    assert "class GRID(1, midrise, gap 1): 5 <= m <= 5" in headcount(*PROBE)[1]
    assert "class GRID(2, midrise, gap 1): 4 <= m <= 4" in headcount(*PROBE, "--bits", "2")[1]
    monkeypatch.setenv(VARIABLE, "/dev/null")
    assert "class SIGN: 4 <= m <= 4" in headcount(*PROBE)[1]


def test_it_is_found_in_the_user_s_folder(headcount, tmp_path, monkeypatch):
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert settings_file() == tmp_path / "headcount" / "config.toml"
    assert defaults_of("probe", ()) == {}
    monkeypatch.setenv("XDG_CONFIG_HOME", "relative")  # to be ignored, says the specification
    assert settings_file().is_absolute()
    (tmp_path / "headcount").mkdir()
    (tmp_path / "headcount" / "config.toml").write_text("[probe]\nbits = 1\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv(VARIABLE, "")
    assert "class GRID(1, midrise, gap 1)" in headcount(*PROBE)[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[prob]\nbits = 1\n", "there is no command prob"),
        ("[probe]\nbit = 1\n", r"probe has no option --bit; it has .*bits"),
        ("[probe]\nhelp = true\n", "probe has no option --help"),
        ("[probe]\nbits = [1]\n", r"probe\.bits must be a number, a word, true or false"),
        ("probe = 3\n", "probe must be a table, got 3"),
        ("[probe\n", "is not TOML"),
        ("[probe]\nbits = 'many'\n", "invalid value for '--bits'"),
        (None, "there is no file 'nowhere.toml'"),
    ],
)
def test_what_is_wrong_is_one_sentence(written, headcount, monkeypatch, text, message):
    if text is None:
        monkeypatch.setenv(VARIABLE, "nowhere.toml")
    else:
        written(text)
    code, out, err = headcount(*PROBE)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert re.search(message, err)


def test_a_folder_is_no_file(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(SettingsError, match="cannot be read"):
        defaults_of("probe", ())


def test_verbose_says_what_is_tried_and_leaves_the_answer_alone(headcount, monkeypatch):
    monkeypatch.setattr(LOG, "handlers", [])
    quiet = headcount(*PROBE)
    code, out, err = headcount(*PROBE, "--verbose")
    assert code == quiet[0] == 0
    assert quiet[2] == ""
    seconds = re.compile(r"in [\d.]+ s")
    assert seconds.sub("", out) == seconds.sub("", quiet[1])
    lines = err.splitlines()
    assert all(re.match(r"headcount: +\d+\.\d\d s  \S", line) for line in lines)
    assert any("4 <= m <= 4" in line for line in lines)


def test_a_bar_logs_its_words_once(caplog, monkeypatch):
    with caplog.at_level(logging.INFO, logger="headcount"), BarLine(1, enabled=False) as line:
        line.show(0, "1 <= m", "first")
        line.show(0.5, "1 <= m", "first")
        line.show(0.7, "2 <= m", "first")
    assert [record.getMessage() for record in caplog.records] == ["1 <= m  first", "2 <= m  first"]
    monkeypatch.setattr(LOG, "handlers", [])
    tell_everything()
    tell_everything()
    assert len(LOG.handlers) == 1


@pytest.mark.skipif(shutil.which("script") is None, reason="script(1), which makes a terminal, is not installed")
def test_there_is_no_bar_beside_the_lines(tmp_path):
    words = f"{sys.executable} -m headcount {' '.join(PROBE)} --verbose"
    done = subprocess.run(["script", "-qec", words, "/dev/null"], capture_output=True, text=True, cwd=tmp_path)
    assert "\x1b" not in done.stdout
    assert "headcount: " in done.stdout


def test_a_long_check_says_that_it_goes_on(headcount, monkeypatch):
    told, module = threading.Event(), import_module("headcount.cli.check_files")
    said = module._still_replaying

    def replaying(limit):
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        said(limit)
        told.set()

    def check(name, limit):
        assert told.wait(1000)
        return Accepted("slowly", None, None)

    monkeypatch.setattr(module, "SLOW", 0)
    monkeypatch.setattr(module, "_still_replaying", replaying)
    monkeypatch.setattr(module, "check", check)
    Path("any.json").write_text("{}")
    code, _, err = headcount("check", "any.json", "--limit", 7)
    assert (code, err) == (0, "headcount: still replaying; at most 7 steps a file (--limit)\n")
