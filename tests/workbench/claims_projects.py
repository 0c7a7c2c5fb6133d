"""Projects with claims, and pytest run in them, for the tests of the plugin."""

import json
import os
import subprocess
import sys

HEAD = "from headcount.workbench.claims import claim, least, measured, random_matrices\n"

CLAIMS = f"""{HEAD}
@claim(N=range(3, 6), q=[1, 2], where=lambda N, q: q < N - 1, source="A & B <2000>")
def width(N, q):
    "The least m of q-SA is <b>min(2q, N - 1)</b>."
    return least("m", f"qsa N={{N}} q={{q}}") == min(2 * q, N - 1)

@claim(M=[2, 3, 4])
def always_three(M):
    "Match2 needs m = 3."
    return least("m", f"match2 M={{M}}") == 3

@claim(budget=1)
def too_hard():
    return least("m", "match3 M=5") == 4
"""


def command(*options):
    """Pytest with this plugin and xdist, and no other that may be installed."""
    plugins = ["-p", "headcount.workbench.pytest_claims", "-p", "xdist.plugin", "-p", "no:cacheprovider"]
    return [sys.executable, "-m", "pytest", *plugins, *map(str, options)]


def environment():
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return clean | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "200"}


def run(folder, *options):
    """Exit code and output of pytest in a folder."""
    done = subprocess.run(
        command(*options), cwd=folder, env=environment(), capture_output=True, encoding="utf-8", timeout=120
    )
    return done.returncode, done.stdout + done.stderr


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
