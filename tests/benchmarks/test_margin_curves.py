"""What Adam finds lies below what is proved."""

import os
import subprocess
import sys

import pytest

import margin_curves

pytest.importorskip("optax")  # of the extra experiments

ADAM = """
import margin_curves
signs = margin_curves.signs_of("subsets n=4 k=1")
print(margin_curves.adam(signs, 3, steps=300, seeds=(0,)), margin_curves.adam(signs, 1, steps=50, seeds=(0,)))
"""
"""Run in a process of its own: JAX has threads, and a process with threads must not be forked by other tests."""


@pytest.mark.slow
def test_adam_is_between_nothing_and_the_upper_bound():
    assert margin_curves.signs_of("subsets n=4 k=1").shape == (4, 4)
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", ADAM], capture_output=True, encoding="utf-8", check=False, env=here)
    assert done.returncode == 0, done.stderr
    best, on_a_line = map(float, done.stdout.split())
    assert 0.6 < best < 2 / 3 + 1e-6
    assert on_a_line <= 1e-6
