"""Compiled functions are kept, say when they are compiled, and run where nothing can be kept."""

import os
import subprocess
import sys
from types import SimpleNamespace

import numba
import pytest

from headcount import compiling
from headcount.compiling import EACH_TIME, ONCE

pytestmark = pytest.mark.skipif(not compiling.COMPILED, reason="nothing is compiled without numba")

SCRIPT = """
import logging
logging.basicConfig(format="%(message)s", level=logging.INFO)
from headcount.compiling import compiled

@compiled
def double(x):
    return x + x

@compiled
def triple(x):
    return x + double(x)

print(double(2), triple(2))
"""


def test_what_is_compiled_is_said_once_and_kept(tmp_path):
    script, settings = tmp_path / "script.py", {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    script.write_text(SCRIPT, "utf-8")
    said = []
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, str(script)], env=settings, capture_output=True, encoding="utf-8", check=True
        )
        assert done.stdout == "4 6\n"
        said.append(done.stderr)
    assert said == [ONCE + "\n", ""]


def test_where_nothing_can_be_kept_it_is_said(monkeypatch, caplog):
    """numba refuses to decorate a function whose code it cannot write anywhere."""
    plain = numba.njit

    def refusing(cache=False, **options):
        if cache:
            raise RuntimeError("cannot cache function 'double': no locator available for file 'double.py'")
        return plain(**options)

    monkeypatch.setattr(compiling, "numba", SimpleNamespace(njit=refusing))
    compiling._announce.cache_clear()
    with caplog.at_level("INFO", "headcount.compiling"):
        assert compiling.compiled(lambda x: x + x)(3) == 6
    assert EACH_TIME in caplog.messages


def test_other_mistakes_are_not_hidden(monkeypatch):
    def failing(**options):
        raise RuntimeError("something else")

    monkeypatch.setattr(compiling, "numba", SimpleNamespace(njit=failing))
    with pytest.raises(RuntimeError, match="something else"):
        compiling.compiled(lambda x: x)
