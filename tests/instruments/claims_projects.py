"""Projects with claims, and pytest run in them, for the tests of the plugin."""

import io
import json
import os
import signal
import subprocess
import sys
import warnings
from contextlib import redirect_stderr, redirect_stdout

import pytest

HEAD = "from headcount.claims import claim, least, measured, random_matrices\n"

CLAIMS = f"""{HEAD}
@claim(N=range(3, 6), q=[1, 2], budget=1000, where=lambda N, q: q < N - 1, source="A & B <2000>")
def width(N, q):
    "The least m of q-SA is <b>min(2q, N - 1)</b>."
    return least("m", f"qsa N={{N}} q={{q}}") == min(2 * q, N - 1)

@claim(M=[2, 3, 4], budget=1000)
def always_three(M):
    "Match2 needs m = 3."
    return least("m", f"match2 M={{M}}") == 3

@claim(budget=1)
def too_hard():
    return least("m", "match3 M=5") == 4
"""


PLUGINS = ("-p", "headcount.pytest_plugin", "-p", "xdist.plugin", "-p", "no:cacheprovider")
"""This plugin and xdist, and no other that may be installed."""

SETTINGS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "200"}


def command(*options):
    """Pytest in a process of its own."""
    return [sys.executable, "-m", "pytest", *PLUGINS, *map(str, options)]


def environment():
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return clean | SETTINGS


def run_apart(folder, *options):
    """Exit code and output of pytest in a folder, in a process of its own."""
    done = subprocess.run(
        command(*options), cwd=folder, env=environment(), capture_output=True, encoding="utf-8", timeout=600
    )
    return done.returncode, done.stdout + done.stderr


def run(folder, *options):
    """The same in this process, which has loaded already what takes a second to load.

    What a run leaves behind is put back: the working folder, the environment, the import path, the modules of the
    project, and how Ctrl-C, faults and warnings are handled.
    """
    here, path, before, output = os.getcwd(), list(sys.path), dict(os.environ), io.StringIO()
    handler, caught = signal.getsignal(signal.SIGINT), sys.excepthook
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment())
    try:
        with redirect_stdout(output), redirect_stderr(output), warnings.catch_warnings():
            # What other tests in this process have left or loaded must not be counted as a warning of this run.
            quiet = ("-p", "no:warnings", "-p", "no:faulthandler", "-p", "no:unraisableexception")
            code = pytest.main([*PLUGINS, *quiet, *map(str, options)])
    finally:
        os.chdir(here)
        os.environ.clear()
        os.environ.update(before)
        sys.path[:], sys.excepthook = path, caught
        signal.signal(signal.SIGINT, handler)
        for name, module in list(sys.modules.items()):
            if str(getattr(module, "__file__", None) or "").startswith(str(folder)):
                del sys.modules[name]
    return int(code), output.getvalue()


def project(folder, **modules):
    folder.mkdir(exist_ok=True)
    (folder / "pytest.ini").write_text("[pytest]\n")
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def matrix(folder, name="matrix"):
    found = json.loads((folder / f"{name}.json").read_text("utf-8"))
    assert (found["format"], found["version"]) == ("headcount-claims-report", 1)
    return {claim["claim"]: claim for claim in found["claims"]}


def outline(claims):
    return {
        (name, tuple(instance["parameters"].items())): (instance["verdict"], instance["brackets"])
        for name, claim in claims.items()
        for instance in claim["instances"]
    }
