"""The examples of the README and of the pages in docs/ are run and compared, in the order in which a reader meets them.

* ``.. code-block:: console``: ``$ headcount ...``, ``$ pytest ...`` and ``$ python ...`` are run; the lines up to the
  next ``$`` are what it prints. ``> `` continues a command. Lines of ``...`` stand for any text. Others (``make demo``)
  are not run.
* a ``.. code-block::`` with ``:name: file.py`` becomes that file (``:caption:`` would be Sphinx's: a plain reader of
  reStructuredText drops such a block).
* ``>>>`` is a doctest.

Those of a page share one empty folder, so that a certificate written by one example can be checked by the next.
"""

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import sysconfig
import textwrap
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from headcount.cli import main as cli

ROOT = Path(__file__).parents[1]
TEXTS = (ROOT / "README.rst", *sorted((ROOT / "docs").rglob("*.rst")))
RUN = ("headcount", "pytest", "python")
"""Commands that are run; others (``make demo``) are not."""
SEARCH = re.compile(r"^headcount (probe|measure|frontier|dimension|approximate)\b")
"""Commands that end when their budget is over."""
BLOCK = re.compile(r"^\.\. code-block:: (\w+)\n((?:[ \t]+\S.*\n|[ \t]*\n)*)", re.MULTILINE)
TIMING = re.compile(r"\b\d+(\.\d+)?(e-?\d+)? ?(ms|s|seconds?)\b")


def run_readme(text, folder):
    """Run the examples of `text` in `folder`; return what differs, in words, and how many were run."""
    complaints, commands = [], 0
    for match in BLOCK.finditer(text):
        language, options, body = parse_block(match.group(2), match.group(1))
        if "name" in options:
            (folder / options["name"]).write_text(body, "utf-8")
        if language == "console":
            for command, shown in parse_console(body):
                commands += 1
                printed = run_command(patient(command), folder)
                if not same(shown, printed):
                    complaints.append(f"$ {command}\nthe text shows:\n{shown}\nprinted:\n{printed}")
    return complaints, commands


def parse_block(indented, language):
    lines = textwrap.dedent(indented).split("\n")
    options = {}
    while lines and (option := re.match(r":(\w+):\s*(.*)", lines[0])):
        options[option.group(1)] = option.group(2).strip()
        lines.pop(0)
    return language, options, "\n".join(lines).strip("\n") + "\n"


def parse_console(body):
    """Pairs (command, text shown) of the lines that start with ``$`` and a command of ``RUN``."""
    pairs = []
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, *shown = part.rstrip("\n").split("\n")
        while shown and shown[0].startswith("> "):
            command = command.removesuffix("\\") + shown.pop(0)[2:]
        if command.split()[0] in RUN:
            pairs.append((command, "\n".join(shown)))
    return pairs


def patient(command):
    """The command with a budget that no machine exhausts: what is shown is what the search finds when it ends."""
    return command if "--budget" in command else SEARCH.sub(r"\g<0> --budget 1000", command)


def run_command(command, folder):
    """Standard output; when the command fails, standard error too, as a reader would see it."""
    settings = {"COLUMNS": "110", "NO_COLOR": "1", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
    settings["PATH"] = sysconfig.get_path("scripts") + os.pathsep + os.environ["PATH"]
    if command.startswith("headcount ") and not set("|;<>&$`*~") & set(command):
        return run_here(shlex.split(command), folder, settings)
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env={**os.environ, **settings},
        capture_output=True,
        encoding="utf-8",
        timeout=1000,
    )
    return done.stdout + (done.stderr if done.returncode else "")


def run_here(words, folder, settings):
    """The same of a command of ours that needs no shell, in this process, which has loaded everything already."""
    out, err = io.StringIO(), io.StringIO()
    with (
        chdir(folder),
        patch.dict(os.environ, settings),
        patch.object(sys, "argv", words),
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as stopped,
    ):
        cli.main()
    return out.getvalue() + (err.getvalue() if stopped.value.code else "")


def same(shown, printed):
    return doctest.OutputChecker().check_output(normal(shown), normal(printed), doctest.ELLIPSIS)


def normal(text):
    lines = [TIMING.sub("0 s", line).rstrip() for line in text.strip("\n").split("\n")]
    return "\n".join(lines) + "\n"


each_text = pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())


@pytest.mark.slow
@each_text
def test_console_examples(path, tmp_path):
    for name in ("notebooks", "independent"):
        (tmp_path / name).symlink_to(ROOT / name)
    complaints, _ = run_readme(path.read_text("utf-8"), tmp_path)
    assert not complaints, "\n\n".join(complaints)


@each_text
def test_every_command_is_seen(path):
    text = path.read_text("utf-8")
    written = len(re.findall(rf"^\s+\$ ({'|'.join(RUN)})\b", text, flags=re.MULTILINE))
    blocks = [parse_block(match.group(2), match.group(1)) for match in BLOCK.finditer(text)]
    seen = sum(len(parse_console(body)) for language, _, body in blocks if language == "console")
    assert seen == written, "a `$ command` line stands outside a `.. code-block:: console`"


@each_text
def test_python_examples(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, _ = doctest.testfile(str(path), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS)
    assert failed == 0


SAMPLE = """
Text.

.. code-block:: python
   :name: note.txt

   written by the sample

.. code-block:: console

   $ make demo
   never run
   $ headcount --help > help.txt; \\
   > cat note.txt
   {shown}
   $ headcount no-such-command > /dev/null 2>&1; echo done in 1.25 s
   done in 99 ms

After.
"""


def test_a_true_sample_passes(tmp_path):
    assert run_readme(SAMPLE.format(shown="written by the sample"), tmp_path) == ([], 2)
    assert run_readme(SAMPLE.format(shown="written ... sample"), tmp_path) == ([], 2)


def test_a_false_sample_is_reported(tmp_path):
    complaints, _ = run_readme(SAMPLE.format(shown="something else"), tmp_path)
    assert len(complaints) == 1
    assert "something else" in complaints[0]
    assert "written by the sample" in complaints[0]
