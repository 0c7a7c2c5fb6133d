"""The wheel built from a copy of the checkout, an environment with it, and commands that must succeed."""

import os
import shutil
import subprocess
import sys
from functools import cache
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
NOT_SOURCE = shutil.ignore_patterns(
    ".git", ".venv", "build", "dist", "*.egg-info", "__pycache__", ".*_cache", ".ipynb_checkpoints"
)
PIP = (sys.executable, "-P", "-m", "pip")  # -P: not the working folder's modules


def run(*command, cwd, **environment):
    """The output of a command; it is an error if it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **environment},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@cache
def tree(base):
    """A copy of the checkout in a folder with a space in its name; things lie about that are not to be shipped."""
    copy = base / "tree" / "headcount 0.1"
    shutil.copytree(ROOT, copy, ignore=NOT_SOURCE)
    for stray in ["benchmarks/stray.py", "tests/stray.py", ".venv/lib/stray.py", "scratch/__init__.py"]:
        (copy / stray).parent.mkdir(parents=True, exist_ok=True)
        (copy / stray).write_text("")
    return copy


def build_wheel(tree, target):
    """The wheel of a tree."""
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", target, ".", cwd=tree)
    (wheel,) = target.glob("*.whl")
    return wheel


@cache
def wheel(base):
    """The wheel of that copy, built once for all tests that install it."""
    return build_wheel(tree(base), base / "dist")


def environment_with(wheel, home, *others):
    """The commands of a fresh environment with the wheel, and links to all that it or ``others`` say that they need.

    What the running environment holds besides is not found there, so a dependency that is not declared is missed.
    """
    run(sys.executable, "-m", "venv", "--without-pip", home / "venv", cwd=home)
    scripts = home / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run(*PIP, "--python", scripts / "python", "install", "--no-deps", wheel, cwd=home, PYTHONPATH="")
    (site,) = {path.parents[1] for path in (home / "venv").rglob("headcount/__init__.py")}
    known, waiting = set(), ["headcount", *others]
    while waiting:
        package = distribution(waiting.pop())
        if package.name in known:
            continue
        known.add(package.name)
        needs = map(Requirement, package.requires or ())
        waiting += [one.name for one in needs if one.marker is None or one.marker.evaluate({"extra": ""})]
        for top in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
            if package.name != "headcount" and not (site / top).exists():
                (site / top).symlink_to(package.locate_file(top))
    return scripts
