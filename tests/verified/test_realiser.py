"""The arithmetic that the extracted checker runs, against what Coq computes (``verified/agreement.v``)."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from verified_program import needs_program

ROOT = Path(__file__).parents[2]
VERIFIED = ROOT / "verified"
SHOW = """let show l = print_endline (String.concat " " (List.map Z.to_string l))
let () = List.iter show (Agreement.computed ())
"""


def realised():
    """The functions of the realiser by the names of Coq's that they stand for."""
    return dict(
        re.findall(r'^Extract Constant (\S+) => "Realiser\.(\w+)"\.$', (VERIFIED / "extract.v").read_text(), re.M)
    )


def test_each_function_is_on_the_grid():
    named = set(re.findall(r"\b(?:Pos|N|Z)\.\w+", (VERIFIED / "agreement.v").read_text()))
    assert len(realised()) > 70
    assert set(realised()) <= named


def test_nothing_else_is_realised():
    directives = re.findall(r"^Extract \w+ (?:Constant )?(\w+)", (VERIFIED / "extract.v").read_text(), re.M)
    others = [name for name in directives if name not in ("Pos", "N", "Z", "comparison", "positive")]
    assert others == []
    assert "ExtrOcamlBasic" in (VERIFIED / "extract.v").read_text()


@needs_program
@pytest.mark.slow
@pytest.mark.skipif(shutil.which("coqc") is None, reason="Coq is not installed; CONTRIBUTING.rst names the packages")
@pytest.mark.parametrize("planted", [None, ("Z.fdiv x y)", "Z.div x y)"), ("Z.max Z.one (Z.sub p q)", "Z.sub p q")])
def test_they_compute_what_coq_computes(tmp_path, planted):
    """With a wrong division, or a wrong difference, the two are not equal."""
    (tmp_path / "program.v").write_text((VERIFIED / "extract.v").read_text() + (VERIFIED / "agreement.v").read_text())
    source = (VERIFIED / "realiser.ml").read_text()
    if planted:
        assert source.count(planted[0]) >= 1
        source = source.replace(*planted)
    (tmp_path / "realiser.ml").write_text(source)
    (tmp_path / "show.ml").write_text(SHOW)

    def run(*words):
        return subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True).stdout

    by_coq = run("coqc", "-q", "-w", "none", "-R", str(ROOT / "build" / "proofs"), "Headcount", "program.v")
    (tmp_path / "agreement.mli").unlink()
    run("ocamlfind", "ocamlopt", "-package", "zarith", "-linkpkg", "-w", "-a",
        "realiser.ml", "agreement.ml", "show.ml", "-o", "show")  # fmt: skip
    expected = [[int(n) for n in re.findall(r"-?\d+", row)] for row in re.findall(r"\[([^][]*)\]", by_coq)]
    found = [[int(n) for n in line.split()] for line in run("./show").splitlines()]
    assert len(expected) > 900 and sum(map(len, expected)) > 20_000
    assert (found == expected) == (planted is None)
