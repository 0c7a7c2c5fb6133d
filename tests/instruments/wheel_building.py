"""Building the wheel from a copy of the checkout, and commands that must succeed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

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


def copy_of_checkout(folder):
    """The checkout without what is made from it, in a folder with a space in its name."""
    copy = folder / "headcount 0.1"
    shutil.copytree(ROOT, copy, ignore=NOT_SOURCE)
    return copy


def build_wheel(tree, target):
    """The wheel of a tree."""
    run(*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", target, ".", cwd=tree)
    (wheel,) = target.glob("*.whl")
    return wheel
